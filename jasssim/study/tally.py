"""What an experiment counts: whole-number sums that add up over any chunks of deals.

Plain data, read by the tables; `jasssim.study.harvest` fills it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..lab.summary import Cell


class Contrast(NamedTuple):
    """A weighted sum of cells of the same deal, summed deal by deal.

    Cells of the same deals go together, so the standard error of their difference or
    mean needs the single deals' values and not only the cells' own errors.

    Attributes
    ----------
    name, convention, how : str
        What it stands for in a table.
    cells : tuple of Cell
        Cells that go in.
    weights : tuple of int
        Their weights.
    divisor : int
        By which the weighted sum is divided in a table.
    """

    name: str
    convention: str
    how: str
    cells: tuple[Cell, ...]
    weights: tuple[int, ...]
    divisor: int = 1


class Choice(NamedTuple):
    """Cells among which the caller chooses after a look at its hand.

    Attributes
    ----------
    name, convention : str
        What it stands for in a table.
    options : tuple of str
        Names of what can be chosen.
    cells : tuple of Cell
        The cell of each option.
    """

    name: str
    convention: str
    options: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Kept:
    """The calling hand and what each option of the choices gave, deal by deal.

    Attributes
    ----------
    hands : uint64 array, shape (n,)
        Hands of the calling seat.
    points : int16 array, shape (n, cells)
        Points of the caller's side in the kept cells.
    tricks : int8 array, shape (n, cells)
        Its tricks.
    """

    hands: NDArray[np.uint64]
    points: NDArray[np.int16]
    tricks: NDArray[np.int8]


@dataclass(frozen=True)
class Tally:
    """Sums of an experiment.

    Attributes
    ----------
    deals : int
        Number of deals; each was played once per arm.
    cells : tuple of Cell
        What the rows of `points` and `tricks` belong to.
    points : int64 array, shape (cells, BINS)
        How often the caller's side made 0, 1, ... points.
    tricks : int64 array, shape (cells, 10)
        How often it took 0 to 9 tricks.
    contrasts : tuple of Contrast
        What the rows of `sums` belong to.
    sums : int64 array, shape (contrasts, 2)
        Sum and sum of squares of the weighted sums.
    match_sums : int64 array, shape (contrasts, 2)
        The same of the weighted numbers of matches, all nine tricks, in place of points.
    choices : tuple of Choice
        What the caller may choose.
    kept_cells : tuple of Cell
        What the columns of `kept` belong to.
    kept : Kept
        The first deals, one by one, for the choices.
    """

    deals: int
    cells: tuple[Cell, ...]
    points: NDArray[np.int64]
    tricks: NDArray[np.int64]
    contrasts: tuple[Contrast, ...]
    sums: NDArray[np.int64]
    match_sums: NDArray[np.int64]
    choices: tuple[Choice, ...]
    kept_cells: tuple[Cell, ...]
    kept: Kept

    def cell(self, cell: Cell) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Histograms of a cell's points and tricks."""
        place = self.cells.index(cell)
        return self.points[place], self.tricks[place]

    def options(self, choice: Choice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Points and tricks of a choice's options, shape (n, options)."""
        places = [self.kept_cells.index(cell) for cell in choice.cells]
        points = self.kept.points[:, places].astype(np.int64)
        return points, self.kept.tricks[:, places].astype(np.int64)
