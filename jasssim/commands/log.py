"""``jasssim log``: games from a log, played again and checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..cli import CHECK_FAILED, announce, print_json
from ._options import RULES, counted

if TYPE_CHECKING:
    from ..lab.coiffeur.log_entries import LoggedDeal, LoggedGame


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(*RULES, help="Rule set or TOML file; by default what the games name.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(ctx: click.Context, file: str, rules: str | None, as_json: bool) -> None:
    """Check a log of games, one JSON line per deal.

    Every call and card of FILE is played again and every round written anew. What breaks
    the rules, or is not as the log says, is printed in a line each; the exit code is then
    1. Plain jass-kit lines without a chart are checked as single deals.

    \b
    Example:
      jasssim game --games 10 --log games.log
      jasssim log games.log
    """
    announce()
    from ..game.rules import load_rules
    from ..lab.coiffeur.logs import check_log

    found = check_log(file, load_rules(rules) if rules else None)
    faults = [fault for logged in found for fault in logged.faults]
    if as_json:
        print_json(as_values(found))
    else:
        for logged in found:
            click.echo("\n".join([describe(logged), *logged.faults]))
        click.echo(f"{len(found)} checked, violations: {len(faults)}")
    if faults:
        ctx.exit(CHECK_FAILED)


def as_values(found: Sequence[LoggedGame | LoggedDeal]) -> dict[str, Any]:
    """A checked log as plain values for JSON."""
    from ..lab.coiffeur.log_entries import LoggedGame

    games, deals = [], []
    for logged in found:
        if isinstance(logged, LoggedGame):
            game = logged.game
            names = {"place": logged.place, "game": logged.number, "half": logged.half}
            about = {"rules": game.rules.name, "deals": len(game.rounds)}
            outcome = {"over": not game.left, "totals": game.totals, "winner": game.winner}
            games.append({**names, **about, **outcome, "violations": logged.faults})
        else:
            play = logged.play
            contract = str(play.contract) if play else None
            points = play.team_points() if play else None
            about = {"contract": contract, "points": points, "violations": logged.faults}
            deals.append({"place": logged.place, **about})
    return {
        "games": games,
        "deals": deals,
        "violations": sum(len(logged.faults) for logged in found),
    }


def describe(logged: LoggedGame | LoggedDeal) -> str:
    """A game or a deal of a log in a line."""
    from ..lab.coiffeur.log_entries import LoggedGame

    if not isinstance(logged, LoggedGame):
        if logged.play is None:
            return f"{logged.place}: a deal that breaks the rules"
        first, second = logged.play.team_points()
        return f"{logged.place}: a deal, {logged.play.contract}, {first} : {second} points"
    game = logged.game
    first, second = game.totals
    deals = counted(len(game.rounds), "deal")
    if game.left:
        outcome = "not over"
    elif game.winner is None:
        outcome = "a draw"
    else:
        outcome = f"seats {game.winner} and {game.winner + 2} win"
    return (
        f"{logged.place}: {logged.name}, {game.rules.name}, {deals}, {first} : {second}, {outcome}"
    )
