"""``jasssim solve``: exact values with open hands, of one position or of a file of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from ..cli import CHECK_FAILED, INTERRUPTED, announce, print_json
from ._options import RULES, SEAT, check_jobs, counted, is_given

if TYPE_CHECKING:
    from ..lab.solver.batch import Cost
    from ..lab.solver.files import FilePosition
    from ..lab.solver.solve import Solution

POSITION_OPTIONS = ("contract", "rules", "leader", "caller", "played", "blocks", "cards")
FILE_OPTIONS = ("check", "limit", "jobs")


@click.command()
@click.argument("deal", required=False)
@click.option("--contract", default="obenabe", show_default=True, help="What is played.")
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--leader", type=SEAT, help="Seat that leads first, by default the deal's.")
@click.option("--caller", type=SEAT, help="Calling seat, by default the leader.")
@click.option("--played", default="", help='Cards played already, in order, as in "EA EK".')
@click.option("--blocks", default="", help="Blocks of 3x3 chosen in play, as in E,undenufe.")
@click.option("--cards", is_flag=True, help="Show the value of every card that may be played.")
@click.option("--tens", is_flag=True, help="Be content with the written points.")
@click.option("--budget", type=click.IntRange(1), help="Cards that may be laid in the search.")
@click.option("--file", type=click.Path(exists=True, dir_okay=False),
              help="Solve the positions of this JSON file.")  # fmt: skip
@click.option("--check", is_flag=True, help="Exit with 1 if a value of the file is wrong.")
@click.option("--limit", type=click.IntRange(1), help="Only so many positions of the file.")
@click.option("--jobs", type=int, default=1, show_default=True, callback=check_jobs,
              help="Threads for a file; -1 for one per core.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(
    ctx: click.Context, deal: str | None, contract: str, rules: str, leader: int | None,
    caller: int | None, played: str, blocks: str, cards: bool, tens: bool, budget: int | None,
    file: str | None, check: bool, limit: int | None, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Find what DEAL is worth if all hands are open and nobody errs.

    DEAL is text as jasssim show prints it, SEAT:HAND HAND HAND HAND, in quotes; hands of
    fewer cards are the end of a deal. Points are those of the caller's team.

    With --file every position of a file is solved and its value, if the file has one,
    compared: the points that seats 0 and 2 still win. Times are processor time of a thread;
    where the budget ended a search, the proven bounds are printed, and a value of the file
    is wrong if it lies outside of them.

    \b
    Example:
      jasssim solve "0:AK... O9... X8... 76..." --contract slalom-obenabe --cards
      jasssim solve --file tests/rules/solver_positions.json --check
    """
    refuse_mixed(ctx, deal, file)
    announce()
    if file is not None:
        solve_file(ctx, file, check, limit, jobs, tens, budget, as_json)
        return
    from ..lab.solver.batch import solve_many
    from ..lab.solver.position import make_position

    assert deal is not None
    position = make_position(
        deal, contract, rules, leader, played.replace(",", " ").split(), caller,
        blocks.replace(",", " ").split(),
    )  # fmt: skip
    (solution,) = solve_many([position], cards=cards, tens=tens, budget=budget)
    if as_json:
        print_json(as_values(solution))
    else:
        print_solution(solution)


def refuse_mixed(ctx: click.Context, deal: str | None, file: str | None) -> None:
    """Refuse a deal beside --file or neither, and options of the one with the other."""
    if (deal is None) == (file is None):
        raise ValueError("give either a deal as text, in quotes, or a file of positions by --file")
    foreign = FILE_OPTIONS if file is None else POSITION_OPTIONS
    name = next((name for name in foreign if is_given(ctx, name)), None)
    if name and file is None:
        raise ValueError(f"--{name} belongs to a file of positions: give --file, or leave it out")
    if name:
        raise ValueError(f"--{name} belongs to a single deal: leave it or --file {file} out")


def as_values(solution: Solution) -> dict[str, Any]:
    """A solution as plain values for JSON; what is not known is null."""
    from ..game.cards import format_card

    position, known = solution.position, solution.low == solution.high
    return {
        "deal": position.text,
        "table": [format_card(card) for card in position.table],
        "contract": str(position.contract),
        "rules": position.rules.name,
        "caller": position.caller,
        "seat": position.seat,
        "solved": solution.solved,
        "points": solution.points if known else None,
        "other_points": solution.other_points if known else None,
        "low": solution.low,
        "high": solution.high,
        "written": solution.written,
        "match": solution.match,
        "counter_match": solution.counter_match,
        "cards": solution.cards,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def print_solution(solution: Solution) -> None:
    """Print a solution for people."""
    position = solution.position
    seats = [f"seats {seat} and {seat + 2}" for seat in (0, 1)]
    own, other = seats[position.caller % 2], seats[1 - position.caller % 2]
    turn = f"seat {position.seat} is next in trick {position.trick + 1}"
    click.echo(
        f"{position.contract}, rules {position.rules.name}: seat {position.caller} calls, "
        f"{turn if position.left else 'all cards are played'}"
    )
    if not solution.solved:
        click.echo(f"unsolved: {solution.nodes} cards laid were not enough")
    if solution.low < solution.high:
        click.echo(f"{own}: {solution.low} to {solution.high} points")
    elif solution.other_points is None:
        click.echo(f"{own}: {counted(solution.points, 'point')}")
    else:
        theirs = counted(solution.other_points, "point")
        click.echo(f"{own}: {counted(solution.points, 'point')}; {other}: {theirs}")
    if solution.written is not None:
        click.echo(f"{own} write {solution.written}, before the factor")
    for name, forced, who in (
        ("match", solution.match, own), ("counter-match", solution.counter_match, other)
    ):  # fmt: skip
        answer = f"{who} can force it" if forced else f"{who} cannot force it"
        click.echo(f"{name}: {'not found out' if forced is None else answer}")
    if solution.cards is not None:
        _print_cards(solution.cards, solution.points, position.seat)
    rate = solution.nodes / solution.seconds if solution.seconds else 0
    click.echo(
        f"{1000 * solution.seconds:.1f} ms, {counted(solution.nodes, 'node')}, "
        f"{rate / 1e6:.2f} million nodes/s"
    )


def _print_cards(cards: dict[str, int], best: int, seat: int) -> None:
    click.echo(f"seat {seat} may play, with the points of the caller's team and the loss:")
    for card, points in sorted(cards.items(), key=lambda item: abs(item[1] - best)):
        click.echo(f"  {card} {points:4} {abs(points - best):4}")


def solve_file(
    ctx: click.Context, file: str, check: bool, limit: int | None, jobs: int, tens: bool,
    budget: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Solve the positions of a file and print what they are worth, also after an interrupt."""
    from ..lab.solver.batch import mean_costs, solve_many
    from ..lab.solver.files import differs, load_positions

    asked = load_positions(file)[:limit]
    solutions: list[Solution] = []
    stopped = False
    try:
        for solution in solve_many(
            [one.position for one in asked], tens=[tens or one.tens for one in asked],
            budget=budget, jobs=jobs, progress=as_json or not sys.stdout.isatty(),
        ):  # fmt: skip
            solutions.append(solution)
            if not as_json:
                print_line(len(solutions), asked[len(solutions) - 1], solution)
    except KeyboardInterrupt:
        stopped = True
    pairs = list(zip(solutions, asked, strict=False))
    wrong = sum(differs(solution, one.expected) for solution, one in pairs)
    unsolved = sum(not solution.solved for solution in solutions)
    costs = mean_costs(solutions)
    if as_json:
        print_json({
            "positions": len(solutions), "differences": wrong, "unsolved": unsolved,
            "interrupted": stopped, "means": [cost._asdict() for cost in costs],
            "solutions": [line_values(one, solution) for solution, one in pairs],
        })  # fmt: skip
    else:
        print_summary(costs, len(solutions), wrong, unsolved)
    if stopped:
        click.echo(f"interrupted after {len(solutions)} of {len(asked)} positions", err=True)
        ctx.exit(INTERRUPTED)
    if check and wrong:
        ctx.exit(CHECK_FAILED)


def line_values(one: FilePosition, solution: Solution) -> dict[str, Any]:
    """A position of a file as plain values for JSON."""
    from ..lab.solver.files import differs, team0_points

    low, high = team0_points(solution)
    return {
        "contract": str(solution.position.contract), "cards": solution.position.left,
        "solved": solution.solved, "team0_points": low if low == high else None, "low": low,
        "high": high, "written": solution.written, "file_points": one.expected,
        "differs": differs(solution, one.expected), "nodes": solution.nodes,
        "ms": 1000 * solution.seconds,
    }  # fmt: skip


def print_line(number: int, one: FilePosition, solution: Solution) -> None:
    """Print one position of a file."""
    found = line_values(one, solution)
    low, high = found["low"], found["high"]
    value = str(low) if low == high else f"{low}-{high}"
    notes = "" if solution.solved else "  unsolved"
    if found["differs"]:
        notes += f"  differs: the file says {one.expected}"
    click.echo(
        f"{number:5}  {found['contract']:<22} {found['cards']}  {value:>7}  {found['ms']:9.1f} ms "
        f"{solution.nodes:10} nodes{notes}"
    )


def print_summary(costs: list[Cost], number: int, wrong: int, unsolved: int) -> None:
    """Print the means of a file; the last line is its result."""
    click.echo(f"\n{'contract':<22} cards positions    mean ms   mean nodes")
    for cost in costs:
        click.echo(
            f"{cost.contract:<22} {cost.cards:5} {cost.positions:9} {cost.mean_ms:10.1f} "
            f"{cost.mean_nodes:12.0f}"
        )
    open_ = f"{unsolved} unsolved, " if unsolved else ""
    means = ", ".join(f"{cost.contract}/{cost.cards} {cost.mean_ms:.1f}" for cost in costs)
    click.echo(
        f"{counted(number, 'position')}, {counted(wrong, 'difference')}, {open_}mean ms: "
        f"{means or 'none'}"
    )
