"""``jasssim bench``: how fast the engine plays here."""

from __future__ import annotations

from typing import Any

import click

from ..cli import announce, print_json, split_bots


@click.command()
@click.option(
    "--bots", multiple=True, default=("random", "rule"), show_default=True, callback=split_bots,
    help="Bots to measure, each in all four seats; parted by commas or repeated.",
)  # fmt: skip
@click.option("--contracts", multiple=True, help="Contract; repeat for more.  [default: one each]")
@click.option("--deals", type=click.IntRange(1), default=200_000, show_default=True)
@click.option("--repeats", type=click.IntRange(1), default=5, show_default=True)
@click.option("--games", type=click.IntRange(1), default=4000, show_default=True,
              help="Whole games per repeat.")  # fmt: skip
@click.option("--solve", "solved", type=click.IntRange(0), default=10, show_default=True,
              help="Deals to be solved per contract.")  # fmt: skip
@click.option("--solve-cards", type=click.IntRange(2, 9), default=9, show_default=True,
              help="Cards in each hand of these.")  # fmt: skip
@click.option("--yardstick", type=click.Path(), help="Program to be measured against.")
@click.option("--solver", type=click.Path(), help="Solver to be measured against.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    bots: tuple[str, ...], contracts: tuple[str, ...], deals: int, repeats: int, games: int,
    solved: int, solve_cards: int, yardstick: str | None, solver: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Measure processor time per deal, per whole game, and per deal solved.

    \b
    Example:
      jasssim bench --bots random --contracts E --contracts obenabe --deals 50000
    """
    announce()
    from ..lab.bench import CONTRACTS, bench
    from ..lab.solver.bench import bench_solver

    found = bench(bots, contracts or CONTRACTS, deals, repeats, yardstick, games)
    found["solver"] = bench_solver(solved, solve_cards, solver) if solved else []
    if as_json:
        print_json(found)
    else:
        print_table(found)


def print_table(found: dict[str, Any]) -> None:
    """Print a measurement for people."""
    click.echo(f"{found['machine']['cpu']}, {found['machine']['cores']} cores")
    click.echo(
        f"{'bots':<12} {'contract':<18} {'ns/deal':>9} {'ns/card':>8} {'deals/s':>10}  ratio"
    )
    for row in found["rows"]:
        ratio = f"{row['yardstick_ratio']:7.2f}" if "yardstick_ratio" in row else ""
        click.echo(
            f"{row['bots']:<12} {row['contract']:<18} {row['ns_per_deal']:9.1f} "
            f"{row['ns_per_card']:8.2f} {row['deals_per_second_per_core']:10.0f}{ratio}"
        )
    for row in found["games"]:
        click.echo(
            f"games of {row['ruleset']}, {row['team']}: {row['us_per_game']:.1f} µs each, "
            f"{row['games_per_second_per_core']:.0f} a second"
        )
    row = found["molotow"]
    click.echo(
        f"Molotow with marks, {row['bots']}: {row['us_per_deal']:.2f} µs a deal, "
        f"{row['deals_per_second_per_core']:.0f} a second"
    )
    for row in found["solver"]:
        against = f", {row['ratio']:.2f} times the yardstick" if "ratio" in row else ""
        click.echo(
            f"solving {row['contract']}, {row['cards']} cards: mean {row['mean_ms']:.1f} ms, "
            f"median {row['median_ms']:.1f} ms{against}"
        )
    click.echo(f"two threads: {found['two_threads_speedup']:.2f} times as fast as one")
