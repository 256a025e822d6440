"""``jasssim heat``: how well the fitted scores foretell a bot's cards."""

from __future__ import annotations

import click

from ..cli import announce, print_json
from ._options import RULES, SEED, check_jobs


@click.command()
@click.argument("bot", default="inferring")
@click.option("--contract", default="trump,obenabe,undenufe,slalom-obenabe,guschti-obenabe",
              show_default=True, help="Contracts parted by commas.")  # fmt: skip
@click.option(
    "--deals",
    type=click.IntRange(2),
    default=100,
    show_default=True,
    help="Deals of each contract.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--jobs", type=int, default=-1, callback=check_jobs,
              help="Workers; -1 for one per core.  [default: -1]")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    bot: str, contract: str, deals: int, seed: int, rules: str, jobs: int, as_json: bool
) -> None:
    """Find the temperature at which the scores of fitted foretell the cards of BOT best.

    BOT plays deals in all seats. Each card that it chose is given the chance that a softmax of
    the scores gives it, as the bot inferring does with what it sees: at a low temperature the
    card with the best score is all but certain, at a high one all cards are alike. The bits of a
    card are -log2 of its chance: the fewer, the better it was foretold.

    \b
    Example:
      jasssim heat inferring --contract obenabe --deals 50
    """
    announce()
    from ..lab.fitting.heat import find_temperature
    from ..lab.summary import Z95

    found = find_temperature(bot, contract, deals, seed, rules, jobs)
    if as_json:
        print_json({"bot": bot, "rules": rules, "seed": seed, "contracts": found})
        return
    click.echo(
        f"bits a card of {bot} by temperature in points; {deals} deals of each contract, "
        f"seed {seed}; ± is half of a 95 % interval"
    )
    heats = [f"{one['temperature_points']:g} pt" for one in found[0]["by_temperature"]]
    head = "".join(f"{text:>8}" for text in ("blind", *heats))
    click.echo(f"\n{'':16}{head}   best at   bits there")
    for one in found:
        by_heat = one["by_temperature"]
        best = next(b for b in by_heat if b["temperature_points"] == one["temperature_points"])
        bits = "".join(f"{b:8.3f}" for b in (one["bits_blind"], *(b["bits"] for b in by_heat)))
        click.echo(
            f"{one['contract']:16}{bits}   {one['temperature_points']:>4g} pt   "
            f"{best['bits']:.3f} ± {Z95 * best['se_bits']:.3f}"
        )
