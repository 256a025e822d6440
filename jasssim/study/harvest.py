"""Play an experiment's arms on the same deals and count."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from ..lab.chunks import deal_hands, run_tasks
from ..lab.summary import BINS, Cell, histogram
from ..lab.survey import SURVEY_CHUNK, Arm, play_arm
from .tally import Choice, Contrast, Kept, Tally

KEPT_DEALS = 1 << 18
"""Deals that are kept one by one for the choices; more deals leave memory as it is."""


@dataclass(frozen=True)
class Design:
    """What an experiment plays, on the same deals, and what it counts of them.

    Attributes
    ----------
    arms : tuple of Arm
        Contracts, each with its rules, and the conventions by which each is counted.
    contrasts : tuple of Contrast
        Sums and differences over the arms of one deal.
    choices : tuple of Choice
        What the caller may choose.
    caller : int
        Calling seat.
    """

    arms: tuple[Arm, ...]
    contrasts: tuple[Contrast, ...] = ()
    choices: tuple[Choice, ...] = ()
    caller: int = 0

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of all arms."""
        return tuple(cell for arm in self.arms for cell in arm.cells)

    @property
    def kept_cells(self) -> tuple[Cell, ...]:
        """Cells that some choice needs deal by deal."""
        needed = {cell for choice in self.choices for cell in choice.cells}
        return tuple(cell for cell in self.cells if cell in needed)


class Part(NamedTuple):
    """Sums of one chunk, and its kept deals."""

    deals: int
    points: NDArray[np.int64]
    tricks: NDArray[np.int64]
    sums: NDArray[np.int64]
    match_sums: NDArray[np.int64]
    kept: Kept


def harvest(
    design: Design,
    deals: int,
    jobs: int = 1,
    backend: str = "threading",
    chunk: int = SURVEY_CHUNK,
    first: int = 0,
) -> Tally:
    """Play every arm on the same deals.

    Parameters
    ----------
    design : Design
        Arms and what is counted.
    deals, first : int
        Number of deals, index of the first.
    jobs, backend, chunk
        As in `jasssim.lab.survey.survey`; no result depends on them.
    """
    cells, width = design.cells, len(design.cells)
    points, tricks = np.zeros((width, BINS), np.int64), np.zeros((width, 10), np.int64)
    totals, matches = (np.zeros((len(design.contrasts), 2), np.int64) for _ in range(2))
    kept: list[Kept] = []
    task = partial(play_part, design, first + KEPT_DEALS)
    with tqdm(total=deals, unit="deal", file=sys.stderr, disable=None, leave=False) as bar:
        for part in run_tasks(task, first, deals, jobs, backend, chunk):
            points += part.points
            tricks += part.tricks
            totals += part.sums
            matches += part.match_sums
            kept.append(part.kept)
            bar.update(part.deals)
    return Tally(
        deals, cells, points, tricks, design.contrasts, totals, matches,
        design.choices, design.kept_cells, _join(kept),
    )  # fmt: skip


def play_part(design: Design, keep_below: int, first: int, count: int) -> Part:
    """Sums of one chunk of deals; the deals of an index below `keep_below` are kept too."""
    hands = deal_hands(design.arms[0].setup, np.arange(first, first + count))
    points: dict[Cell, NDArray[np.int64]] = {}
    tricks: dict[Cell, NDArray[np.int64]] = {}
    for arm in design.arms:
        by_cell, taken = play_arm(arm, first, hands, design.caller)
        for cell, values in zip(arm.cells, by_cell, strict=True):
            points[cell], tricks[cell] = values, taken
    keep = min(count, max(0, keep_below - first)) if design.choices else 0
    kept_points = _columns(points, design.kept_cells, keep).astype(np.int16)
    kept_tricks = _columns(tricks, design.kept_cells, keep).astype(np.int8)
    matches = {cell: (taken == 9).astype(np.int64) for cell, taken in tricks.items()}
    return Part(
        count,
        np.stack([histogram(points[cell]) for cell in design.cells]),
        np.stack([histogram(tricks[cell], 10) for cell in design.cells]),
        _contrast_sums(design.contrasts, points),
        _contrast_sums(design.contrasts, matches),
        Kept(hands[:keep, design.caller].copy(), kept_points, kept_tricks),
    )


def _columns(
    values: dict[Cell, NDArray[np.int64]], cells: Sequence[Cell], count: int
) -> NDArray[np.int64]:
    if not cells:
        return np.empty((count, 0), np.int64)
    return np.column_stack([values[cell][:count] for cell in cells])


def _contrast_sums(
    contrasts: Sequence[Contrast], values_of: dict[Cell, NDArray[np.int64]]
) -> NDArray[np.int64]:
    sums = np.zeros((len(contrasts), 2), np.int64)
    for place, contrast in enumerate(contrasts):
        parts = [w * values_of[c] for w, c in zip(contrast.weights, contrast.cells, strict=True)]
        values = np.sum(parts, axis=0)
        sums[place] = values.sum(), (values**2).sum()
    return sums


def _join(kept: Sequence[Kept]) -> Kept:
    return Kept(
        np.concatenate([part.hands for part in kept]),
        np.concatenate([part.points for part in kept]),
        np.concatenate([part.tricks for part in kept]),
    )
