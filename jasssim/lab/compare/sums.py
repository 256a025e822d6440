"""Additive whole-number sums over boards, block by block.

A block is `BLOCK` boards in the order of their index. Sequential tests look at the end of
each block, so that where they stop depends on nothing but the boards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..coiffeur.sums import Estimate
from ..summary import moments

BLOCK = 32
FIELDS = ("total", "squares", "tied", "won")


class BoardSums(NamedTuple):
    """Sums over the first boards of a comparison.

    Attributes
    ----------
    boards : int
        Number of boards of each contract.
    table : int64 array, shape (slots + 1, 4)
        `FIELDS` of each contract; in the last row those of the sums over all contracts, a
        *set* of boards with the same index.
    """

    boards: int
    table: NDArray[np.int64]

    def estimate(self, slot: int, scale: float) -> Estimate:
        """Mean score of a contract, or of a set for slot -1, with its standard error."""
        mean, se, _ = moments(self.boards, *self._sums(slot))
        return Estimate(scale * mean, scale * se)

    def spread(self, slot: int, scale: float) -> float:
        """Standard deviation of a board's score; NaN for a single board."""
        return scale * moments(self.boards, *self._sums(slot)).sd

    def shares(self, slot: int) -> tuple[float, float]:
        """Share of tied boards and of boards won; over all contracts for slot -1."""
        rows = self.table[:-1] if slot == -1 else self.table[slot : slot + 1]
        tied, won = (int(rows[:, at].sum()) / (self.boards * len(rows)) for at in (2, 3))
        return tied, won

    def _sums(self, slot: int) -> tuple[int, int]:
        return int(self.table[slot, 0]), int(self.table[slot, 1])


def block_sums(scores: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sums of each block of scores, shape (blocks, slots + 1, 4).

    Parameters
    ----------
    scores : int64 array, shape (boards, slots)
        Scores in the order of the boards, from the beginning of a block on.

    Examples
    --------
    >>> block_sums(np.array([[4], [0], [-2]])).tolist()
    [[[2, 20, 1, 1], [2, 20, 1, 1]]]
    """
    whole = np.concatenate([scores, scores.sum(axis=1, keepdims=True)], axis=1)
    columns = np.stack([whole, whole**2, whole == 0, whole > 0], axis=2).astype(np.int64)
    return np.add.reduceat(columns, np.arange(0, len(scores), BLOCK), axis=0)


def running_sums(
    blocks: NDArray[np.int64], boards: int, before: BoardSums | None = None
) -> list[BoardSums]:
    """Sums over the boards up to the end of each block, the last of which may be short.

    Parameters
    ----------
    blocks : int64 array
        As `block_sums` gives them.
    boards : int
        How many boards there are at the end of the last block.
    before : BoardSums, optional
        Sums over the boards before these blocks, a multiple of `BLOCK`.

    Examples
    --------
    >>> blocks = block_sums(np.ones((40, 1), np.int64))
    >>> [sums.boards for sums in running_sums(blocks, 40)]
    [32, 40]
    """
    start = before or BoardSums(0, np.zeros(blocks.shape[1:], np.int64))
    ends = [min(start.boards + BLOCK * (at + 1), boards) for at in range(len(blocks))]
    tables = start.table + np.cumsum(blocks, axis=0)
    return [BoardSums(*pair) for pair in zip(ends, tables, strict=True)]
