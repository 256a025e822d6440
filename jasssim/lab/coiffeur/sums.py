"""Additive whole-number sums over games, and the figures that follow from them.

The unit is a game with both its halves: what the two halves have in common, the cards, is
in every interval.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...game.chart import chart_calls
from ..summary import Z95
from .games import Games

HALVES = 2
SIDES = 2


class Estimate(NamedTuple):
    """A mean or share with its standard error and 95 % interval."""

    mean: float
    se: float

    @property
    def low(self) -> float:
        """Lower end of the 95 % interval."""
        return self.mean - Z95 * self.se

    @property
    def high(self) -> float:
        """Upper end of the 95 % interval."""
        return self.mean + Z95 * self.se


@dataclass(frozen=True)
class GameSums:
    """Sums of per-game quantities, and of their products.

    Attributes
    ----------
    games : int
        Number of games, each of two halves.
    names : tuple of str
        Names of the quantities; a game's value is the sum of its halves.
    total : int64 array, shape (names,)
        Sum over games.
    products : int64 array, shape (names, names)
        Sum over games of the product of each two.
    calls : int64 array, shape (2, calls)
        How often each side made each call.
    """

    games: int
    names: tuple[str, ...]
    total: NDArray[np.int64]
    products: NDArray[np.int64]
    calls: NDArray[np.int64]

    def __add__(self, other: GameSums) -> GameSums:
        return GameSums(
            self.games + other.games,
            self.names,
            self.total + other.total,
            self.products + other.products,
            self.calls + other.calls,
        )

    def mean(self, name: str, scale: float = 1 / HALVES) -> Estimate:
        """Mean of a quantity per half, times a scale, with its standard error over games.

        The standard error is NaN for a single game.
        """
        at, n = self.names.index(name), self.games
        total, squares = int(self.total[at]), int(self.products[at, at])
        if n < 2:
            return Estimate(scale * total / n, float("nan"))
        spread = sqrt((n * squares - total * total) / (n * (n - 1)))
        return Estimate(scale * total / n, abs(scale) * spread / sqrt(n))

    def share(self, part: str, whole: str) -> Estimate:
        """Share of one quantity in another, with its standard error over games.

        The ratio of two sums; its error is that of the residual ``part - share * whole``.
        """
        a, b, n = self.names.index(part), self.names.index(whole), self.games
        if not self.total[b]:
            return Estimate(float("nan"), float("nan"))
        ratio = int(self.total[a]) / int(self.total[b])
        if n < 2:
            return Estimate(ratio, float("nan"))
        aa, ab, bb = self.products[a, a], self.products[a, b], self.products[b, b]
        residual = float(aa) - 2 * ratio * float(ab) + ratio**2 * float(bb)
        error = sqrt(max(0.0, residual) * n / (n - 1)) / abs(int(self.total[b]))
        return Estimate(ratio, error)


def sum_games(games: Games) -> GameSums:
    """Sums over some games.

    Examples
    --------
    >>> from jasssim.lab.coiffeur.games import play_games
    >>> sums = sum_games(play_games("random:random", "random:random", 4, rules="wyys-6"))
    >>> sums.games, sums.mean("deals").mean
    (4, 12.0)
    """
    columns = {name: values.sum(axis=1) for name, values in _quantities(games).items()}
    table = np.stack(list(columns.values()), axis=1).astype(np.float64)
    # All values are whole numbers below 2**53: exact, and in any order.
    products = (table.T @ table).astype(np.int64)
    number = len(chart_calls(games.setup.rules))
    side = caller_sides(games)
    calls = games.rounds["call"]
    counts = [np.bincount(calls[(side == s) & (calls >= 0)], minlength=number) for s in range(2)]
    return GameSums(
        len(games), tuple(columns), table.sum(axis=0).astype(np.int64), products, np.stack(counts)
    )


def add_games(parts: Iterable[Games]) -> GameSums:
    """Sums over chunks of games; which chunks does not matter."""
    sums = None
    for part in parts:
        found = sum_games(part)
        sums = found if sums is None else sums + found
    if sums is None:
        raise ValueError("no games: expected at least one chunk")
    return sums


def caller_sides(games: Games) -> NDArray[np.int8]:
    """Side that called each round, shape (n, 2, rounds)."""
    half = np.array([0, 1], np.int8)[None, :, None]
    sides: NDArray[np.int8] = (games.rounds["caller"] & 1) ^ half
    return sides


def _quantities(games: Games) -> dict[str, NDArray[np.int64]]:
    """Whole numbers of each half of each game, shape (n, 2)."""
    rounds, totals, side = games.rounds, games.totals, caller_sides(games)
    played = rounds["call"] >= 0
    found = {
        "difference": totals[:, :, 0] - totals[:, :, 1],
        "wins": np.where(games.winner == 0, 2, np.where(games.winner < 0, 1, 0)),
        "draws": games.winner < 0,
        "deals": played.sum(axis=2),
        "im_fass": (played & rounds["im_fass"]).sum(axis=2),
    }
    for s in range(SIDES):
        own = played & (side == s)
        found |= {
            f"total_{s}": totals[:, :, s],
            f"called_{s}": own.sum(axis=2),
            f"matches_{s}": (rounds["match"] & own).sum(axis=2),
            f"other_{s}": (played & (side != s)).sum(axis=2),
            f"counter_matches_{s}": (rounds["counter_match"] & played & (side != s)).sum(axis=2),
            f"zeros_{s}": (games.written[:, :, s] == 0).sum(axis=2),
            f"extra_{s}": games.extra[:, :, s],
        }
        for place in range(games.written.shape[3]):
            found[f"written_{s}_{place}"] = games.written[:, :, s, place]
            found[f"zero_{s}_{place}"] = games.written[:, :, s, place] == 0
    return {name: np.asarray(values, np.int64) for name, values in found.items()}
