"""``jasssim heat``: how well the fitted scores foretell a bot's cards."""

from __future__ import annotations

import click

from ..cli import announce, print_json
from ._options import COUNT, RULES, SEED, check_jobs, counted


@click.command()
@click.argument("bot", default="inferring")
@click.option("--contract", default="trump,obenabe,undenufe,slalom-obenabe,guschti-obenabe",
              show_default=True, help="Contracts parted by commas.")  # fmt: skip
@click.option("--deals", type=COUNT, default=100, show_default=True, help="Deals of each contract.")
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
    the scores gives it, as the bot inferring does with what it sees; the fewer bits a card
    takes, the better it was foretold.

    \b
    Example:
      jasssim heat inferring --contract obenabe --deals 50
    """
    announce()
    from ..lab.fitting.heat import hear

    found = hear(bot, contract, deals, seed, rules, jobs)
    if as_json:
        print_json({"bot": bot, "rules": rules, "seed": seed, "contracts": found})
        return
    click.echo(
        f"bits a card of {bot} by temperature (points): mean of -log2 of its chance; "
        f"{counted(deals, 'deal')} of each contract; ± is half of a 95 % interval"
    )
    heats = list(found[0]["bits"])
    click.echo(f"\n{'':16} {'blind':>6}" + "".join(f" {heat:>6g}" for heat in heats) + "   best")
    for one in found:
        bits = "".join(f" {one['bits'][heat]:>6.3f}" for heat in heats)
        line = f"{one['contract']:16} {one['blind']:>6.3f}{bits}   {one['heat']:g}"
        click.echo(f"{line} ({one['bits'][one['heat']]:.3f} ± {1.96 * one['se'][one['heat']]:.3f})")
