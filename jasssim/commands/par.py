"""``jasssim par``: exact values of contracts over random deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..cli import INTERRUPTED, announce, print_json
from ._options import RULES, SEED, check_jobs

if TYPE_CHECKING:
    import pandas as pd

    from ..study.runs import Result
    from ..study.solved import SolvedConfig

PROBE_DEALS = 3


@click.command()
@click.option(
    "--contract", "contracts", multiple=True, default=("obenabe",), show_default=True,
    help="Contract, or a kind with a choice (trump, slalom, guschti, 3x3) for all contracts of "
    "it. Several are parted by blanks, or the option is repeated.",
)  # fmt: skip
@click.argument("others", nargs=-1, metavar="")
@click.option("--best", is_flag=True,
              help="For each kind also the best of its contracts in each deal.")  # fmt: skip
@click.option("--deals", type=click.IntRange(1), default=100, show_default=True,
              help="Random deals.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--budget", type=click.IntRange(1),
              help="Cards laid at most for a deal; unsolved ones enter with bounds.")  # fmt: skip
@click.option("--jobs", type=int, default=-1, callback=check_jobs,
              help="Threads; -1 for one per core.  [default: -1]")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("runs"),
              show_default=True, help="Folder of run folders.")  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True,
              help="Language of the figure.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would be solved, and how long it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    contracts: tuple[str, ...], others: tuple[str, ...], best: bool, deals: int, seed: int,
    rules: str, budget: int | None, jobs: int, out: Path, lang: str, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Say what contracts are worth with open hands, over random deals.

    Seat 0 calls and leads. The value is the number of points that its team gets if nobody
    errs and all see all cards, so it is no forecast for players with closed hands. Writes a
    table, a figure and the value of every deal into OUT/par-HASH.

    With --budget unsolved deals are counted, and the contract has two rows: one with the
    least, one with the most that each of them may be worth. An interrupted run writes the
    deals that it has, which are the first ones of the seed; a killed one leaves them in the
    folder as .par.csv.PROCESS.part.

    \b
    Example:
      jasssim par --contract slalom guschti --best --deals 200
    """
    announce()
    from ..game.rules import load_rules
    from ..study.solved import SolvedConfig
    from ..study.solved_runs import par_probe, run_par

    names = tuple(name for text in (*contracts, *others) for name in text.split())
    options = (("contract", names), ("best", best), ("budget", budget))
    config = SolvedConfig(
        deals=deals, seed=seed, bots=(), rules=load_rules(rules), jobs=jobs, lang=lang,
        rules_text=rules, options=options,
    )  # fmt: skip
    if dry_run:
        say_plan("par", config, par_probe, out, as_json)
        return
    folder, result = run_par(config, out)
    say_result(folder, result, config, ("par",), as_json)


def say_plan(
    name: str, config: SolvedConfig, probe: Callable[[SolvedConfig, int], Iterator[Any]],
    out: Path, as_json: bool,
) -> None:  # fmt: skip
    """Say what a run would solve and how long it takes, by a few deals solved now."""
    from time import perf_counter

    from joblib import effective_n_jobs

    probed = min(PROBE_DEALS, config.deals)
    list(probe(config, 1))  # compiles
    start = perf_counter()
    list(probe(config, probed))
    workers = min(effective_n_jobs(config.jobs), config.deals)
    seconds = (perf_counter() - start) / probed * config.deals / workers
    found = {
        "deals": config.deals, "seed": config.seed, "rules": config.rules.name,
        **dict(config.options), "bots": list(config.bots), "probe_deals": probed,
        "seconds": round(seconds, 1), "workers": workers,
        "folder": str(out / f"{name}-{config.hash(name)}"),
    }  # fmt: skip
    if as_json:
        print_json(found)
        return
    contract = found["contract"]
    what = contract if isinstance(contract, str) else ", ".join(contract)
    bots = f" by {', '.join(config.bots)}" if config.bots else ""
    click.echo(f"{config.deals} deals of seed {config.seed}: {what}{bots}; rules {found['rules']}")
    click.echo(
        f"about {seconds:.0f} s with {workers} workers, into {found['folder']}; guessed from "
        f"{probed} deals, of which one may cost ten times as much as another"
    )


def say_result(
    folder: Path, result: Result, config: SolvedConfig, shown: tuple[str, ...], as_json: bool
) -> None:
    """Print the main tables of a run; ends with the code of an interrupt if there was one."""
    import json

    done, stopped = result.notes["deals_done"], result.notes["interrupted"]
    if stopped:
        click.echo(f"interrupted: {done} of {config.deals} deals are in the tables", err=True)
    if as_json:
        tables = {
            name: json.loads(result.tables[name].to_json(orient="records", double_precision=9))
            for name in shown
        }
        files = sorted(str(path) for path in folder.iterdir())
        about = {"rules": config.rules.name, "seed": config.seed, "deals": config.deals,
                 "bots": list(config.bots), **dict(config.options)}  # fmt: skip
        print_json({**about, **result.notes, "folder": str(folder), "files": files,
                    "tables": tables})  # fmt: skip
    else:
        _print(result.main)
        if "dearest" in shown:
            _print_dearest(result.tables["dearest"])
        if "note" in result.notes:
            click.echo(f"\n{result.notes['note']}")
        click.echo(f"\ntables, figures and manifest: {folder}")
    if stopped:
        click.get_current_context().exit(INTERRUPTED)


def _print(table: pd.DataFrame) -> None:
    click.echo(table.to_string(index=False, float_format=lambda value: f"{value:.4g}"))


def _print_dearest(table: pd.DataFrame) -> None:
    if table.empty:
        click.echo("\nno decision cost a point")
        return
    click.echo("\nthe dearest decisions, and what would have cost nothing:")
    _print(table.drop(columns="show"))
    click.echo(f"\nthe first of them: {table['show'].iloc[0]}")
