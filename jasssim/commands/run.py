"""``jasssim run``: run an experiment and write its tables and figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..cli import announce, print_json, split_bots
from ._options import COUNT, RULES, SEED, check_jobs, counted

if TYPE_CHECKING:
    from types import ModuleType

    from ..study.runs import Config, Result

PROBE_DEALS = 256


@click.command()
@click.argument("name")
@click.option("--deals", type=COUNT, help="Plays over all arms together.")
@click.option("--seed", type=SEED, help="Seed of the deals.")
@click.option(
    "--jobs",
    type=int,
    default=-1,
    show_default=False,
    callback=check_jobs,
    help="Workers; -1 for one per core.  [default: -1]",
)
@click.option("--bots", multiple=True, callback=split_bots,
              help="One bot, two (by team) or four, parted by commas.")  # fmt: skip
@click.option(*RULES, help="Rule set: a name or a TOML file.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("runs"), show_default=True,
              help="Folder of run folders.")  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True,
              help="Language of the figures.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would be played, and how long it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    name: str,
    deals: int | None,
    seed: int | None,
    jobs: int,
    bots: tuple[str, ...],
    rules: str | None,
    out: Path,
    lang: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Run the experiment NAME of the folder experiments.

    Writes tables (CSV), figures (PNG and SVG) and a manifest (run.json) into
    OUT/NAME-HASH, where HASH stands for the configuration, and prints the main table.

    \b
    Example:
      jasssim run rows --deals 100000
    """
    announce()
    from ..study.experiments import load_experiment
    from ..study.runs import run_experiment

    experiment = load_experiment(name)
    config = _resolve(experiment, deals, seed, jobs, bots, rules, lang)
    if dry_run:
        _say_plan(experiment, name, config, out, as_json)
        return
    folder, result = run_experiment(name, config, out)
    _say_result(folder, result, as_json)


def _resolve(
    experiment: ModuleType,
    deals: int | None,
    seed: int | None,
    jobs: int,
    bots: tuple[str, ...],
    rules: str | None,
    lang: str,
) -> Config:
    from ..game.rules import load_rules
    from ..study.runs import Config

    return Config(
        deals=experiment.DEALS if deals is None else deals,
        seed=experiment.SEED if seed is None else seed,
        bots=bots or experiment.BOTS,
        rules=load_rules(rules or experiment.RULES),
        jobs=jobs,
        lang=lang,
        rules_text=rules or experiment.RULES,
    )


def _say_plan(experiment: ModuleType, name: str, config: Config, out: Path, as_json: bool) -> None:
    from textwrap import wrap
    from time import perf_counter

    from joblib import effective_n_jobs

    from ..lab.summary import OWN
    from ..study.experiments import question
    from ..study.harvest import harvest

    design = experiment.design(config)
    arms = len(design.arms)
    per_arm = max(1, config.deals // arms)
    harvest(design, 1)  # compiles
    start = perf_counter()
    harvest(design, PROBE_DEALS)
    workers = effective_n_jobs(config.jobs)
    seconds = (perf_counter() - start) / PROBE_DEALS * per_arm / workers
    names = [
        arm.cells[0].contract + ("" if arm.cells[0].played == OWN else f" by {arm.cells[0].played}")
        for arm in design.arms
    ]
    plan = {
        "name": name, "question": question(experiment), "arms": names, "deals_per_arm": per_arm,
        "plays": per_arm * arms, "seconds": round(seconds, 1), "workers": workers,
        "folder": str(out / f"{name}-{config.hash(name)}"),
    }  # fmt: skip
    if as_json:
        print_json(plan)
        return
    click.echo(plan["question"])
    click.echo(
        f"{counted(arms, 'arm')}, {counted(per_arm, 'deal')} each, "
        f"{counted(per_arm * arms, 'play')}:"
    )
    for line in wrap(", ".join(names), 90):
        click.echo(f"  {line}")
    click.echo(f"bots {', '.join(config.bots)}; rules {config.rules.name}; seed {config.seed}")
    click.echo(f"about {seconds:.0f} s with {counted(workers, 'worker')}, into {plan['folder']}")


def _say_result(folder: Path, result: Result, as_json: bool) -> None:
    import json

    files = sorted(str(path) for path in folder.iterdir())
    if as_json:
        # pandas writes whole and broken numbers, and missing ones as null.
        tables = {
            key: json.loads(frame.to_json(orient="records", double_precision=9))
            for key, frame in result.tables.items()
        }
        print_json({"folder": str(folder), "files": files, **result.notes, "tables": tables})
        return
    click.echo(result.main.to_string(index=False, float_format=lambda value: f"{value:.4g}"))
    click.echo(f"\ntables, figures and manifest: {folder}")
