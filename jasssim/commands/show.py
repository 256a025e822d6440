"""``jasssim show``: one deal as a playthrough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..cli import announce, print_json, split_bots

if TYPE_CHECKING:
    from ..lab.plays import Plays

SEAT = click.IntRange(0, 3)
SEED = click.IntRange(0, (1 << 64) - 1)
INDEX = click.IntRange(0, (1 << 63) - 1)


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
@click.option("--rules", default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--hands", help="Deal text, SEAT:HAND HAND HAND HAND, instead of a random deal.")
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    seed: int, deal: int, contract: str, bots: tuple[str, ...], caller: int | None,
    forehand: int | None, rules: str, hands: str | None, lang: str, as_json: bool,
) -> None:  # fmt: skip
    """Show one deal trick by trick.

    Seed and index name a deal for ever; the last line of the output is the deal itself as
    text, which --hands takes.

    \b
    Example:
      jasssim show --seed 7 --deal 3 --contract molotow --bots random --rules molotow
    """
    announce()
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
