"""``jasssim regret``: what a bot's cards cost it, against perfect information."""

from __future__ import annotations

from pathlib import Path

import click

from ..cli import announce, split_bots
from ._options import RULES, SEED, check_jobs
from .par import say_plan, say_result


@click.command()
@click.option(
    "--bots", multiple=True, default=("rule",), show_default=True, callback=split_bots,
    help="One bot for all seats, two (by team) or four; parted by commas or repeated.",
)  # fmt: skip
@click.option("--contract", default="obenabe", show_default=True, help="What is played.")
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True,
              help="Random deals.")  # fmt: skip
@click.option("--from", "first", type=click.IntRange(1, 8), default=4, show_default=True,
              help="First trick to examine; 1 for all, which takes seconds a deal.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--jobs", type=int, default=-1, callback=check_jobs,
              help="Threads; -1 for one per core.  [default: -1]")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("runs"),
              show_default=True, help="Folder of run folders.")  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True,
              help="Language of the figure.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would be solved, and how long it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    bots: tuple[str, ...], contract: str, deals: int, first: int, seed: int, rules: str, jobs: int,
    out: Path, lang: str, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Say what the cards of bots cost their team, by trick and by place in the trick.

    Before and after every card the exact value of the position is found: what both sides
    reach if nobody errs and all see all cards. What a card lowers it by, it costs its team.
    This compares with perfect information: a card that costs points with open hands may be
    right with closed ones, and no player can avoid every such cost.

    Writes tables, a figure and every decision into OUT/regret-HASH, and prints the sums per
    deal and the dearest decisions, each with the command that shows its deal. Seat 0 calls.
    An interrupted run writes the deals that it has, which are the first ones of the seed.

    \b
    Example:
      jasssim regret --bots rule --contract slalom-obenabe --deals 200
    """
    announce()
    from ..game.rules import load_rules
    from ..study.solved import SolvedConfig
    from ..study.solved_runs import regret_probe, run_regret

    config = SolvedConfig(
        deals=deals, seed=seed, bots=bots, rules=load_rules(rules), jobs=jobs, lang=lang,
        rules_text=rules, options=(("contract", contract), ("from", first)),
    )  # fmt: skip
    if dry_run:
        say_plan("regret", config, regret_probe, out, as_json)
        return
    folder, result = run_regret(config, out)
    say_result(folder, result, config, ("regret", "dearest"), as_json)
