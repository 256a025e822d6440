"""The whole fit of a shape's weights, pass by pass, and the file it becomes."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from ...bots.weights import Weights, pack_weights
from ...engine import source_hash
from ..chunks import INDEX_LIMIT, SEED_LIMIT, run_tasks, whole
from .families import Family
from .gather import Pass, gather
from .margin import margin_of
from .solve import Solution, solve_sums
from .targets import Target, make_target

PASSES = (8000, 8000, 24000, 24000, 24000, 24000)
FIRST_ADDED = 2
"""From this pass on, counted from 0, the weights rest on the decisions of all passes since then:
the policies are alike by then, and weights of more decisions waver less."""

FIT_CHUNK = 1000
CHECK_BOARDS = 4000

ABOUT = {
    "points": "What a card is worth: points of the own team less the other team's, halved.",
    "written": "What a card is worth: written points of the own team less the other team's.",
    "match": "What a card is worth: points of the own team, the bonus of a match counted.",
    "marks": "What a card is worth: the own strokes less zeros, less the others' on average.",
}


@dataclass(frozen=True)
class Plan:
    """What is to be fitted.

    Attributes
    ----------
    families : tuple of Family
        What is fitted, a file each.
    passes : tuple of int
        Deals of each pass; the first is played by the rule policy, each later one by the
        weights of the one before. From `FIRST_ADDED` on decisions add up over the passes.
    seed : int
        Seed of deals and random cards.
    target : str
        One of `jasssim.lab.fitting.targets.TARGETS`.
    random_share : float
        Share of decisions in which any card is played.
    ridge : float
        As in `jasssim.lab.fitting.solve.solve_sums`.
    boards : int
        Boards on which the weights play against `rule`; 0 for none.
    command : str
        The command that makes the same again.
    """

    families: tuple[Family, ...]
    passes: tuple[int, ...] = PASSES
    seed: int = 1
    target: str = "points"
    random_share: float = 0.1
    ridge: float = 20.0
    boards: int = CHECK_BOARDS
    command: str = ""

    def __post_init__(self) -> None:
        if not self.passes:
            raise ValueError("passes: there are none, expected at least one number of deals")
        for deals in self.passes:
            whole("passes", deals, 1, INDEX_LIMIT // 2)
        whole("seed", self.seed, 0, SEED_LIMIT)
        whole("boards", self.boards, 0, INDEX_LIMIT // 2)
        if not 0 <= self.random_share < 1:
            raise ValueError(f"random_share = {self.random_share}: expected 0 or more, below 1")
        if not 0 < self.ridge < float("inf"):
            raise ValueError(f"ridge = {self.ridge}: expected a number above 0")
        for family in self.families:
            make_target(self.target, family)


def fit_family(
    plan: Plan, family: Family, jobs: int = 1, backend: str = "threading", chunk: int = FIT_CHUNK
) -> Weights:
    """Weights of one shape.

    Parameters
    ----------
    plan : Plan
        What is asked for.
    family : Family
        One of its families.
    jobs, backend, chunk
        Workers, how they work, deals per task; no result depends on them.

    Examples
    --------
    >>> from jasssim.game.rules import Rules
    >>> from jasssim.lab.fitting.families import find_families
    >>> [family] = find_families(["obenabe"], Rules())
    >>> weights = fit_family(Plan((family,), passes=(40,), boards=0), family)
    >>> weights.shape, weights.decisions > 800
    ('up', True)
    """
    target = make_target(plan.target, family)
    data: NDArray[np.int64] | None = None
    first = 0
    earlier: NDArray[np.int64] | None = None
    for number, deals in enumerate(plan.passes):
        task = partial(gather, Pass(family, target, data, plan.seed, plan.random_share))
        title = f"{family.shape}, pass {number + 1} of {len(plan.passes)}"
        sums: NDArray[np.int64] | None = None
        with _bar(title, deals) as bar:
            for part in run_tasks(task, first, deals, jobs, backend, chunk):
                sums = part if sums is None else sums + part
                bar.update(min(chunk, deals - bar.n))
        assert sums is not None  # there is at least one deal
        sums = sums if earlier is None else sums + earlier
        earlier = sums if number >= FIRST_ADDED else None
        solution = solve_sums(sums, family.shape, target.per_unit, plan.ridge)
        weights = _entries(plan, family, target, solution)
        data = pack_weights({family.shape: weights})
        first += deals
    if plan.boards:
        assert data is not None
        with _bar(f"{family.shape}, duel with rule", plan.boards) as bar:
            # The next seed has other deals than those that were fitted.
            other = (plan.seed + 1) % SEED_LIMIT
            margin = margin_of(data, family, other, plan.boards, jobs, bar.update)
        weights = msgspec.structs.replace(weights, margin=margin)
    return weights


def _bar(title: str, deals: int) -> tqdm[None]:
    return tqdm(total=deals, desc=title, unit="deal", file=sys.stderr, disable=None, leave=False)


def _entries(plan: Plan, family: Family, target: Target, solution: Solution) -> Weights:
    return Weights(
        about=ABOUT[target.name],
        shape=family.shape,
        contracts=tuple(str(contract) for contract in family.contracts),
        rules=family.rules.name,
        conventions=tuple(rules.alt_values for rules in family.variants),
        target=target.name,
        unit=target.unit,
        command=plan.command,
        engine=source_hash(),
        seed=plan.seed,
        passes=plan.passes,
        random_share=plan.random_share,
        ridge=plan.ridge,
        margin=None,
        **solution._asdict(),
    )


def weight_bytes(weights: Weights) -> bytes:
    """Weights as a file, a line per class, numbers in as few digits as they have."""
    entries = msgspec.to_builtins(weights)
    classes = entries.pop("classes")
    head = [f' "{key}": {json.dumps(value, ensure_ascii=False)},' for key, value in entries.items()]
    lines = [f'  "{name}": {_line(own)}' for name, own in classes.items()]
    text = "\n".join(["{", *head, ' "classes": {', ",\n".join(lines), " }", "}"])
    return f"{text}\n".encode()


def _line(own: dict[str, object]) -> str:
    def short(value: object) -> object:
        if isinstance(value, list | tuple):
            return [short(item) for item in value]
        return int(value) if isinstance(value, float) and value.is_integer() else value

    return json.dumps({key: short(value) for key, value in own.items()}, separators=(",", ":"))


def write_weights(weights: Weights, folder: Path) -> Path:
    """Write weights into a folder, under their shape's name; returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{weights.shape}.json"
    path.write_bytes(weight_bytes(weights))
    return path


def split_deals(deals: int) -> tuple[int, ...]:
    """Passes of so many deals in all, in the proportions of `PASSES`.

    Examples
    --------
    >>> split_deals(10_000), split_deals(3)
    ((714, 714, 2142, 2142, 2142, 2146), (3,))
    """
    total = whole("deals", deals, 1, INDEX_LIMIT // 2)
    parts = [total * part // sum(PASSES) for part in PASSES[:-1]]
    return tuple(part for part in (*parts, total - sum(parts)) if part)
