"""``jasssim molotow``: four bots at Molotow, each for itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..cli import announce, print_json, split_bots
from ._options import COUNT, RULES, SEED, check_jobs, counted, is_given

COLUMNS = {
    "molotow": {
        "strokes": "strokes", "zeros": "zeros", "highest": "highest", "lowest": "lowest",
        "hundred": "100-156", "all157": "157",
    },
    "inspektioenler": {
        "strokes": "strokes", "zeros": "zeros", "first_out": "first out",
        "alone_out": "alone", "deals_needed": "deals",
    },
}  # fmt: skip


@click.command()
@click.option(
    "--bots", multiple=True, callback=split_bots,
    help="One bot for all seats or four, parted by blanks or commas, or repeated.  "
    "[default: rule]",
)  # fmt: skip
@click.argument("others", nargs=-1, metavar="")
@click.option("--partien", type=COUNT, default=1000, show_default=True,
              help="Partien of four deals.")  # fmt: skip
@click.option("--per-sitting", type=COUNT, show_default=False,
              help="Partien of a sitting, a divisor of --partien.  [default: up to 4]")  # fmt: skip
@click.option(*RULES, default="molotow", show_default=True,
              help="Rule set or TOML file, such as molotow or inspektioenler.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option("--jobs", type=int, default=1, show_default=True, callback=check_jobs,
              help="Workers; -1 for one per core.")  # fmt: skip
@click.option("--stroke", type=float, default=1.0, show_default=True, help="Worth of a stroke.")
@click.option("--zero", type=float, default=-1.0, show_default=True, help="Worth of a zero.")
@click.option("--evening", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Mark an evening of Inspektiönler: a JSON list of deals.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(
    ctx: click.Context, bots: tuple[str, ...], others: tuple[str, ...], partien: int,
    per_sitting: int | None, rules: str, seed: int, jobs: int, stroke: float, zero: float,
    evening: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Compare four bots at Molotow, each playing for itself.

    Each sitting is played in every order in which the bots can sit, with the same hands on
    the same seats, so that no bot owes anything to cards or neighbours. Standard errors are
    those of whole sittings.

    With --rules inspektioenler each Partie goes on until the first player has seven strokes.
    With --evening nothing is played: the points of a real evening of it are marked, each
    deal's in the order of the seats that are still in the game.

    \b
    Example:
      jasssim molotow --bots rule greedy random random --partien 400
      jasssim molotow --evening points.json
    """
    announce()
    if evening is not None:
        foreign = [name for name in ctx.params if name not in ("evening", "as_json")]
        given = next((name for name in foreign if is_given(ctx, name)), None)
        if given:
            name = {"others": others[0] if others else ""}.get(given, f"--{given}")
            raise ValueError(
                f"{name.replace('_', '-')} is of no use beside --evening: leave it out"
            )
        say_evening(evening, as_json)
        return
    # The words after the first of --bots A B C D are no options.
    bots = (*bots, *split_bots(None, None, others)) or ("rule",)
    from ..lab.solo.molotow import play_molotow

    found = play_molotow(
        bots[0] if len(bots) == 1 else bots, partien, seed, rules, jobs,
        per_sitting=per_sitting, stroke=stroke, zero=zero,
    )  # fmt: skip
    if as_json:
        print_json(found)
    else:
        print_result(found)


def print_result(found: dict[str, Any]) -> None:
    """Print a comparison for people."""
    click.echo(
        f"{found['partien']} Partie{'n' * (found['partien'] > 1)} in "
        f"{counted(found['sittings'], 'sitting')}, {counted(found['deals'], 'deal')}, "
        f"{counted(found['plays'], 'play')} in {counted(found['orders'], 'order')} of seats; "
        f"rules {found['ruleset']}; seed {found['seed']}"
    )
    worth = found["worth"]
    click.echo(
        f"balance: stroke {worth['stroke']:+g}, zero {worth['zero']:+g}, per {found['per']}\n"
    )
    columns = COLUMNS[found["game"]]
    width = max(4, *(len(bot) for bot in found["bots"]))
    click.echo(
        f"{'bot':<{width}}  {'balance':>8} {'± 95 %':>8}"
        + "".join(f" {title:>9}" for title in columns.values())
    )
    order = sorted(range(len(found["bots"])), key=lambda bot: -found["mean_balance"][bot])
    for bot in order:
        se, span = found["se"][bot], (found["low"][bot], found["high"][bot])
        half = "-" if se is None else f"{(span[1] - span[0]) / 2:.4f}"
        click.echo(
            f"{found['bots'][bot]:<{width}}  {found['mean_balance'][bot]:8.4f} {half:>8}"
            + "".join(f" {found[name][bot]:9.4f}" for name in columns)
        )
    shares = ", ".join(f"{name} {share:.4%}" for name, share in found["rules"].items())
    click.echo(f"\nmarks by rule: {shares}")
    ledger = found["ledger"]
    click.echo(
        f"ledger: {ledger['strokes']} strokes, {ledger['zeros']} zeros; the rules explain a "
        f"difference of {ledger['explained']}"
    )
    if "not_played" in found:
        click.echo(f"note: {found['not_played']}")


def say_evening(file: Path, as_json: bool) -> None:
    """Print the marks of an evening of Inspektiönler, kept as points on a slate."""
    from ..game.evening import score_evening
    from ..lab.coiffeur.log_format import convert, decode

    place = str(file)
    deals = convert(decode(file.read_bytes(), place), list[list[int]], place)
    try:
        found = score_evening(deals)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if as_json:
        left = [{"deal": deal, "seats": seats} for deal, seats in found.left]
        about = {"deals": found.deals, "strokes": found.strokes, "zeros": found.zeros}
        print_json({**about, "left": left, "playing": found.playing, "loser": found.loser})
        return
    gone = {seat: deal for deal, seats in found.left for seat in seats}
    click.echo("seat  strokes  zeros")
    for seat, (strokes, zeros) in enumerate(zip(found.strokes, found.zeros, strict=True)):
        note = f"  out after deal {gone[seat]}" if seat in gone else ""
        note = "  left alone: pays" if seat == found.loser else note
        click.echo(f"{seat:>4}  {strokes:>7}  {zeros:>5}{note}")
    click.echo(f"{counted(found.deals, 'deal')}, still in the game: {len(found.playing)}")
