"""``jasssim duel``: which of two bots plays better, and by how much."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..cli import announce, print_json
from ._options import COUNT, RULES, SEED, check_jobs, counted, is_given

if TYPE_CHECKING:
    from ..lab.compare.duel import Arena
    from ..lab.compare.sprt import Sprt

PROBE = 16


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--contract", default="all", show_default=True,
              help="Contracts parted by commas; trump is the caller's best suit.")  # fmt: skip
@click.option("--game", metavar="RULESET", help="Whole games by this rule set instead.")
@click.option("--boards", type=COUNT,
              help="Boards of a contract.  [default: 1000, with --sprt 100000]")  # fmt: skip
@click.option("--sprt", metavar="0,DELTA", help="Stop when the mean is decided: 0 or DELTA.")
@click.option("--alpha", type=float, default=0.05, show_default=True,
              help="Chance to find DELTA where the mean is 0.")  # fmt: skip
@click.option("--beta", type=float, default=0.05, show_default=True,
              help="Chance to find 0 where the mean is DELTA.")  # fmt: skip
@click.option("--plan", "plan_for", type=float, metavar="DELTA",
              help="Say how many boards are needed to find DELTA.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option("--hands", type=click.Choice(["called", "random"]), default="called",
              show_default=True, help="Whether the caller's hand suits the contract.")  # fmt: skip
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--values", default="rule", show_default=True,
              help="Hand evaluation by which callers are chosen, or which they read.")  # fmt: skip
@click.option("--tables", is_flag=True,
              help="Also the callers' points at tables of one bot.")  # fmt: skip
@click.option("--jobs", type=int, default=-1, callback=check_jobs,
              help="Workers; -1 for one per core.  [default: -1]")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="Folder in which finished parts are kept and found again.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would be played, and how long it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(
    ctx: click.Context, a: str, b: str, contract: str, game: str | None, boards: int | None,
    sprt: str | None, alpha: float, beta: float, plan_for: float | None, seed: int, hands: str,
    rules: str, values: str, tables: bool, jobs: int, out: Path | None,
    dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Compare the bots A and B on boards: deals played twice, the teams swapped.

    A board's score is (own - other) / 2 in card points, the mean of its halves; in Misère
    fewer are better. Errors are over boards. With --game A and B are CALLER:BOT, or a bot
    for which regret calls, and a board is a game.

    Say what you want to know before you look: a number of boards, or with --sprt 0,DELTA a
    test that stops by itself. With --out an interrupted duel goes on where it stopped.

    \b
    Example:
      jasssim duel rule greedy --contract trump,misere --boards 2000
      jasssim duel rule greedy --contract all --sprt 0,0.5
      jasssim duel rule greedy --plan 0.2
    """
    announce()
    from ..lab.compare.sprt import Sprt, parse_sprt

    _check_options(ctx, game, plan_for)
    arena = _arena(a, b, contract, game, seed, hands, rules, values)
    test = None if sprt is None else parse_sprt(sprt, alpha, beta)
    if plan_for is not None:
        _say_plan(arena, Sprt(plan_for, alpha, beta), jobs, as_json)
        return
    if dry_run:
        _say_work(arena, boards, test, jobs, out, as_json)
        return
    if test is not None:
        click.echo(_hypotheses(test, arena.unit), err=as_json)
    found = _play(arena, boards, test, jobs, out, tables)
    if as_json:
        print_json(found)
    else:
        _print(found)


def _check_options(ctx: click.Context, game: str | None, plan_for: float | None) -> None:
    """Refuse options that would change nothing."""
    beside = ("contract", "hands", "rules", "tables") if game is not None else ()
    tested = ctx.params["sprt"] is not None or plan_for is not None
    rates = () if tested else ("alpha", "beta")
    planned = ("boards", "sprt", "tables", "out", "dry_run") if plan_for is not None else ()
    reasons = {
        "beside --game": beside,
        "without --sprt or --plan": rates,
        "beside --plan": planned,
    }
    for reason, names in reasons.items():
        given = next((name for name in names if is_given(ctx, name)), None)
        if given:
            option = given.replace("_", "-")
            raise ValueError(f"--{option} is of no use {reason}: leave it out")


def _arena(
    a: str, b: str, contract: str, game: str | None, seed: int, hands: str, rules: str, values: str
) -> Arena:
    from ..lab.compare.boards import make_boards
    from ..lab.compare.charts import make_charts

    if game is not None:
        return make_charts(a, b, game, seed, values)
    return make_boards(a, b, contract, seed, hands, rules, values)


def _hypotheses(test: Sprt, unit: str) -> str:
    low, high = test.bounds
    return (
        f"H0: the mean is 0; H1: the mean is {test.delta:g} {unit}\n"
        f"H1 is accepted where H0 holds with a chance of {test.alpha:g} (alpha), H0 where H1 "
        f"holds with one of {test.beta:g} (beta): log-likelihood ratio {low:.2f} to {high:.2f}\n"
    )


def _play(
    arena: Arena, boards: int | None, test: Sprt | None, jobs: int, out: Path | None, tables: bool
) -> dict[str, Any]:
    import sys

    from tqdm import tqdm

    from ..lab.compare.boards import Boards
    from ..lab.compare.control import check_callers, table_means
    from ..lab.compare.duel import FIXED_BOARDS, SPRT_BOARDS, play_duel
    from ..lab.compare.pace import decision_ms

    most = boards or (SPRT_BOARDS if test else FIXED_BOARDS)
    if tables and isinstance(arena, Boards):
        check_callers(arena, most)
    start = time.perf_counter()
    with tqdm(total=most, unit="board", file=sys.stderr, disable=None, leave=False) as bar:
        found = play_duel(arena, most, sprt=test, jobs=jobs, out=out, progress=bar.update)
    found["seconds"] = time.perf_counter() - start
    found["ms_per_decision"] = [
        decision_ms(bot.rpartition(":")[2], arena.contracts, arena.rules) for bot in arena.bots
    ]
    if tables and isinstance(arena, Boards):
        for side, bot in zip("ab", arena.bots, strict=True):
            found[f"table_mean_{side}"] = table_means(arena, bot, found["boards"], jobs)
    return found


def _say_work(
    arena: Arena, boards: int | None, test: Sprt | None, jobs: int, out: Path | None, as_json: bool
) -> None:
    """Print what would be played, and how long that takes by some boards played now."""
    from joblib import effective_n_jobs

    from ..lab.compare.duel import FIXED_BOARDS, SPRT_BOARDS, duel_folder, part_boards

    most = boards or (SPRT_BOARDS if test else FIXED_BOARDS)
    arena.scores(0, 1)  # compiles
    start = time.perf_counter()
    arena.scores(0, PROBE)
    workers = min(effective_n_jobs(jobs), -(-most // part_boards(arena)))
    found = {
        "bots": list(arena.bots),
        "contract": ",".join(arena.names),
        "boards": most,
        "workers": workers,
        "seconds": round((time.perf_counter() - start) / PROBE * most / workers, 1),
        "folder": str(duel_folder(arena, out)) if out else None,
    }
    if as_json:
        print_json(found)
        return
    many = counted(len(arena.names), "contract")
    click.echo(
        f"{' against '.join(arena.bots)}: {'at most ' * (test is not None)}"
        f"{counted(most, 'board')} of {many}, each played twice: about {found['seconds']:.0f} s "
        f"with {counted(workers, 'worker')}" + (f", into {found['folder']}" if out else "")
    )
    click.echo(", ".join(arena.names))


def _say_plan(arena: Arena, test: Sprt, jobs: int, as_json: bool) -> None:
    from joblib import effective_n_jobs

    from ..lab.compare.plan import plan_duel

    found = plan_duel(arena, test, effective_n_jobs(jobs))
    if as_json:
        print_json(found)
        return
    low, high = found["sd_interval_95"]
    click.echo(
        f"{' against '.join(found['bots'])} on {found['contract']}\n"
        f"spread of a board in a pilot of {found['pilot']}: {found['sd_board']:.2f}, 95 % from "
        f"{low:.2f} to {high:.2f}\n\n"
        f"to find a mean of {found['delta']:g} {found['unit']}:"
    )
    texts = {
        "fixed": "fixed number, level 5 %, power 80 %",
        "fixed_same_errors": f"fixed number, errors {test.alpha:g} and {test.beta:g}",
        "sprt": f"--sprt 0,{test.delta:g}, on average",
    }
    for name, text in texts.items():
        click.echo(f"  {text:<40}{found['boards'][name]:>10} boards")
    times = ", ".join(f"{seconds:.1f} s" for seconds in found["seconds"].values())
    click.echo(f"which take about {times} with {counted(found['workers'], 'worker')}")


def _print(found: dict[str, Any]) -> None:
    a, b = found["bots"]
    of = found["game"] or "each contract"
    what = f"{counted(found['boards'], 'game' if found['game'] else 'board')} of {of}"
    hands = f"; {found['hands']} hands" if found["hands"] else ""
    click.echo(
        f"A = {a}, B = {b}: {what}, each played twice with the teams swapped\n"
        f"rules {found['rules']}; seed {found['seed']}{hands}; {found['unit']}; ± is half of a "
        "95 % interval\n"
    )
    width = max(8, *(len(row["contract"]) for row in found["per_contract"]))
    click.echo(
        f"{'':<{width}}  {'A - B':>17}  {'spread':>7}  {'tied':>7}  {'won by A':>8}  verdict"
    )
    rows = found["per_contract"]
    for row in rows:
        click.echo(_line(row["contract"], row, width))
    if len(rows) > 1:
        click.echo(_line("all", found, width))
    _print_tables(found, width)
    ms = ", ".join(
        f"{bot} {value:.2g}" for bot, value in zip((a, b), found["ms_per_decision"], strict=True)
    )
    click.echo(f"\n{found['seconds']:.1f} s; processor time of a decision in ms: {ms}")
    if found["sprt"] is not None:
        click.echo(f"note: {found['sprt']['note']}")
    click.echo(found["verdict"])


def _line(name: str, row: dict[str, Any], width: int) -> str:
    low, high = row["interval_95"]
    half = (high - low) / 2
    mean = f"{row['mean']:+.2f} ± " + (f"{half:.2f}" if half == half else "?")
    spread = f"{row['sd_board']:.2f}" if row["sd_board"] == row["sd_board"] else "?"
    shares = f"{100 * row['tied']:>5.1f} %  {100 * row['won']:>6.1f} %"
    return f"{name:<{width}}  {mean:>17}  {spread:>7}  {shares}  {row['verdict'] or ''}".rstrip()


def _print_tables(found: dict[str, Any], width: int) -> None:
    """Print the points of callers at tables of one bot, if they were asked for."""
    from ..lab.summary import Z95

    if "table_mean_a" not in found:
        return
    click.echo("\ncaller's points where one bot has all four seats, plain and with a control:")
    for side, bot in zip("ab", found["bots"], strict=True):
        for row in found[f"table_mean_{side}"]:
            texts = [
                f"{row[f'{kind}mean']:.2f} ± {Z95 * row[f'{kind}se']:.2f}"
                for kind in ("", "controlled_")
            ]
            click.echo(f"{row['contract']:<{width}}  {texts[0]:>17}  {texts[1]:>17}  {bot}")
