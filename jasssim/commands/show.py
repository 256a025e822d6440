"""``jasssim show``: one deal, or one whole game, for people to read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..cli import announce, print_json, split_bots
from ._options import GAME, INDEX, RULES, SEAT, SEED, is_given

if TYPE_CHECKING:
    from ..lab.coiffeur.scorebook import ScoredGame
    from ..lab.plays import Plays

DEAL_OPTIONS = ("deal", "contract", "bots", "caller", "forehand", "hands")
GAME_OPTIONS = ("half", "team0", "team1", "sheet")
GAME_RULES = "wyys-10"


@click.command()
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option("--deal", type=INDEX, default=0, show_default=True, help="Index of the deal.")
@click.option("--contract", default="obenabe", show_default=True, help="What is played.")
@click.option(
    "--bots", multiple=True, default=("rule",), show_default=True, callback=split_bots,
    help="One bot for all seats, two (by team) or four; parted by commas or repeated.",
)  # fmt: skip
@click.option("--caller", type=SEAT, help="Calling seat: 0, or the leader of given hands.")
@click.option("--forehand", type=SEAT, help="Seat that leads where the rules say so.")
@click.option(
    *RULES, default="default", show_default=True,
    help=f"Rule set or TOML file; a game without this option has {GAME_RULES}.",
)  # fmt: skip
@click.option("--hands", help="Deal text, SEAT:HAND HAND HAND HAND, instead of a random deal.")
@click.option("--game", type=GAME, help="Show this whole game of the seed, not a deal.")
@click.option(
    "--half", type=click.IntRange(0, 1), default=0, show_default=True,
    help="Half of the game; in half 1 the sides have swapped seats.",
)  # fmt: skip
@click.option(
    "--team0", default="greedy:rule", show_default=True,
    help="CALLER:BOT of the side at seats 0 and 2 in half 0.",
)  # fmt: skip
@click.option(
    "--team1", default="first-open:rule", show_default=True, help="CALLER:BOT of the other side."
)
@click.option("--sheet", type=click.Path(path_type=Path, dir_okay=False),
              help="Write the game's chart to this file, for jasssim sheet.")  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(
    ctx: click.Context, seed: int, deal: int, contract: str, bots: tuple[str, ...],
    caller: int | None, forehand: int | None, rules: str, hands: str | None, game: int | None,
    half: int, team0: str, team1: str, sheet: Path | None, lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Show one deal trick by trick, or one whole game round by round.

    Seed and index name a deal for ever; the last line of the output is the deal itself as
    text, which --hands takes. A game's rounds name their deals, so that each can be shown
    with --deal.

    \b
    Example:
      jasssim show --seed 7 --deal 3 --contract molotow --bots random --rules molotow
      jasssim show --seed 7 --game 0 --team0 random:rule --team1 first-open:rule
    """
    refuse_mixed(ctx, game)
    announce()
    if game is not None:
        house = rules if is_given(ctx, "rules") else GAME_RULES
        show_game(seed, game, half, (team0, team1), house, sheet, lang, as_json)
        return
    from ..lab.show import format_playthrough, playthrough, replay_of

    plays = play_one(seed, deal, contract, bots, caller, forehand, rules, hands)
    # A given deal has no seed and index; they only feed the bots' random words.
    source = {"seed": seed, "deal": deal} if hands is None else {}
    about: dict[str, Any] = {**source, "bots": list(plays.setup.bots)}
    play = replay_of(plays)
    if as_json:
        print_json(playthrough(play, about))
    else:
        click.echo(format_playthrough(play, lang, about))


def refuse_mixed(ctx: click.Context, game: int | None) -> None:
    """Refuse a deal's options beside --game, and a game's options without it."""
    foreign = GAME_OPTIONS if game is None else DEAL_OPTIONS
    name = next((name for name in foreign if is_given(ctx, name)), None)
    if name and game is None:
        raise ValueError(f"--{name} belongs to a whole game: give --game, too, or leave it out")
    if name:
        raise ValueError(f"--{name} belongs to a single deal: leave it or --game {game} out")


def show_game(
    seed: int, game: int, half: int, teams: tuple[str, str], rules: str, sheet: Path | None,
    lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Print one half of a game, and write its chart if a file is named."""
    from ..lab.coiffeur.sheets import sheet_of, write_sheet
    from ..lab.coiffeur.show import format_game, game_values

    at_seats = teams if half == 0 else (teams[1], teams[0])
    about = {"seed": seed, "game": game, "half": half, "teams": list(at_seats)}
    scored = play_game(seed, game, half, teams, rules)
    if sheet is not None:
        write_sheet(sheet, sheet_of(scored, at_seats))
    if as_json:
        print_json(game_values(scored, about))
    else:
        click.echo(format_game(scored, lang, about))


def play_game(seed: int, game: int, half: int, teams: tuple[str, str], rules: str) -> ScoredGame:
    """Play the one game that is asked for, checked and written once more."""
    from ..lab.coiffeur.games import play_games
    from ..lab.coiffeur.played import rounds_of
    from ..lab.coiffeur.scorebook import score_game

    games = play_games(*teams, games=1, seed=seed, rules=rules, first=game, trace=True)
    return score_game(games.setup.rules, rounds_of(games, 0, half))


def play_one(
    seed: int, deal: int, contract: str, bots: tuple[str, ...], caller: int | None,
    forehand: int | None, rules: str, hands: str | None,
) -> Plays:  # fmt: skip
    """Play the one deal that is asked for, with every card kept."""
    from ..game.notation import parse_deal
    from ..game.rules import load_rules
    from ..lab.simulate import simulate

    house = load_rules(rules)
    given, leader = (None, 0) if hands is None else parse_deal(hands)
    by_caller = house.first_lead == "caller"
    if by_caller and forehand is not None:
        raise ValueError(
            f"--forehand {forehand} would change nothing: the caller leads by the rules "
            f"{house.name} (first_lead = caller)"
        )
    leads = caller if by_caller else forehand
    if given and leads is not None and leads != leader:
        name = "caller" if by_caller else "forehand"
        raise ValueError(
            f"the deal text lets seat {leader} lead, but --{name} {leads} would: "
            f"leave --{name} out or change the text"
        )
    return simulate(
        bots[0] if len(bots) == 1 else bots, contract, 1, seed, house, first=deal, trace=True,
        caller=leader if caller is None and by_caller else caller or 0,
        forehand=leader if forehand is None else forehand,
        hands=[given] if given else None,
    )  # fmt: skip
