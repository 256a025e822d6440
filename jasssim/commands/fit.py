"""``jasssim fit``: find the weights of the fitted policy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..cli import announce, print_json
from ._options import COUNT, RULES, SEED, check_jobs, counted, is_given

if TYPE_CHECKING:
    from ..bots.weights import Weights
    from ..lab.fitting.fit import Plan

PROBE = 100


def parted(convert: Callable[[str], Any]) -> Callable[..., tuple[Any, ...]]:
    """A callback that reads values parted by commas."""

    def read(_: click.Context, __: click.Parameter, text: str) -> tuple[Any, ...]:
        words = [word.strip() for word in text.split(",") if word.strip()]
        try:
            return tuple(convert(word) for word in words)
        except ValueError:
            raise click.BadParameter(f"{text!r}: expected whole numbers parted by commas") from None

    return read


@click.command()
@click.option("--contract", "contracts", required=True, callback=parted(str),
              help="Contracts parted by commas, trump for the suits, or all.")  # fmt: skip
@click.option("--passes", callback=parted(int), default="8000,8000,24000,24000,24000,24000",
              show_default=True, help="Deals of each pass, parted by commas.")  # fmt: skip
@click.option("--deals", type=COUNT, help="Deals in all, instead of --passes.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--conventions", callback=parted(str), default="start,per_trick", show_default=True,
              help="How Slalom and Guschti count, in turn.")  # fmt: skip
@click.option("--target", default="points", show_default=True,
              help="What cards are judged by: points, written or match.")  # fmt: skip
@click.option("--random-share", type=float, default=0.1, show_default=True,
              help="Share of decisions in which any card is played.")  # fmt: skip
@click.option("--ridge", type=float, default=20.0, show_default=True,
              help="Pull of weights towards zero, in cards.")  # fmt: skip
@click.option("--boards", type=COUNT, default=4000, show_default=True,
              help="Boards on which the weights then play against rule.")  # fmt: skip
@click.option("--no-check", is_flag=True, help="Do not play against rule.")
@click.option("--jobs", type=int, default=-1, callback=check_jobs,
              help="Workers; -1 for one per core.  [default: -1]")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("weights"),
              show_default=True, help="Folder of the files.")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would be played, and how long it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def command(
    ctx: click.Context, contracts: tuple[str, ...], passes: tuple[int, ...], deals: int | None,
    seed: int, rules: str, conventions: tuple[str, ...], target: str, random_share: float,
    ridge: float, boards: int, no_check: bool, jobs: int, out: Path, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Find the weights by which the bot fitted plays.

    Deals are played, every legal card of every choice is played out in the very same deal, and
    the outcomes are explained by features of the cards: a few passes, each played by the weights
    of the one before, and from the third on all decisions since then taken together. Contracts
    that look alike are fitted together, a file each: the four suits, both starts of Slalom.
    Molotow is played as the rules say, by teams where the chart has it. With all, every shape is
    fitted, Molotow in all its forms. See docs/fitted.md.

    \b
    Example:
      jasssim fit --contract slalom-obenabe --deals 10000
    """
    announce()
    from ..game.rules import load_rules
    from ..lab.fitting.families import find_families
    from ..lab.fitting.fit import Plan, split_deals

    if deals is not None:
        if is_given(ctx, "passes"):
            raise ValueError("--deals and --passes: expected one of the two")
        passes = split_deals(deals)
    plan = Plan(
        find_families(contracts, load_rules(rules), conventions), passes, seed, target,
        random_share, ridge, 0 if no_check else boards,
    )  # fmt: skip
    words = [f"--contract {','.join(contracts)}", f"--passes {','.join(map(str, passes))}"]
    words += [f"--seed {seed}", f"--rules {rules}"]
    texts = (("conventions", ",".join(conventions)), ("target", target), ("boards", boards),
             ("random_share", random_share), ("ridge", ridge))  # fmt: skip
    words += [f"--{name.replace('_', '-')} {text}" for name, text in texts if is_given(ctx, name)]
    plan = replace_command(plan, " ".join(["jasssim fit", *words, *["--no-check"] * no_check]))
    if dry_run:
        say_plan(plan, jobs, as_json)
        return
    fit_all(plan, jobs, out, as_json)


def replace_command(plan: Plan, text: str) -> Plan:
    """A plan with the command that makes it again."""
    from dataclasses import replace

    return replace(plan, command=text)


def say_plan(plan: Plan, jobs: int, as_json: bool) -> None:
    """Say what would be played, and how long that takes by some deals played now."""
    from time import perf_counter

    from joblib import effective_n_jobs

    from ..lab.fitting.gather import Pass, gather
    from ..lab.fitting.targets import make_target

    seconds = 0.0
    for family in plan.families:
        task = Pass(family, make_target(plan.target, family), None, plan.seed, plan.random_share)
        gather(task, 0, 1)
        start = perf_counter()
        gather(task, 0, PROBE)
        # The fitted policy takes about twice as long as the rules by which this is measured.
        seconds += (perf_counter() - start) / PROBE * sum(plan.passes) * 2
    workers = effective_n_jobs(jobs)
    found = {
        "shapes": [family.shape for family in plan.families],
        "deals": sum(plan.passes) * len(plan.families),
        "workers": workers,
        "seconds": round(seconds / workers, 1),
    }
    if as_json:
        print_json(found)
        return
    click.echo(
        f"weights of {', '.join(found['shapes'])}: {counted(found['deals'], 'deal')} and every "
        f"card of every choice in them, about {found['seconds']:.0f} s with "
        f"{counted(workers, 'worker')}"
    )


def fit_all(plan: Plan, jobs: int, out: Path, as_json: bool) -> None:
    """Fit all families, write their files and say what they come to."""
    from ..lab.fitting.fit import fit_family, write_weights

    found = []
    for family in plan.families:
        weights = fit_family(plan, family, jobs)
        path = write_weights(weights, out)
        found.append(summary(weights, path))
        if not as_json:
            click.echo(line(weights))
    if as_json:
        print_json({"target": plan.target, "seed": plan.seed, "weights": found})
    else:
        click.echo(f"weights: {out}")


def summary(weights: Weights, path: Path) -> dict[str, Any]:
    """What a file says of itself, apart from the weights."""
    import msgspec

    entries: dict[str, Any] = msgspec.to_builtins(weights)
    left = {key: value for key, value in entries.items() if key not in ("features", "classes")}
    return {**left, "file": str(path)}


def line(weights: Weights) -> str:
    """What a fit came to, in one line."""
    text = (
        f"{weights.shape}: {counted(sum(weights.passes), 'deal')}; weights of "
        f"{counted(weights.decisions, 'decision')}, R² {weights.r2:.3f}"
    )
    if weights.margin is None:
        return text
    margin = weights.margin
    mean = f"{margin.mean:+.2f} ± {1.96 * margin.se:.2f} {margin.unit} a deal"
    return f"{text}; against {margin.over} {mean} ({counted(margin.boards, 'board')})"
