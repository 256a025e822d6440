"""Ratings of many bots from the margins of each two, with intervals from a bootstrap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

BATCH = 64
"""Resamples that are weighed together; no result depends on it."""

ENDS = (2.5, 97.5)
OVERALL = "all"


class Margins(NamedTuple):
    """Scores of each two bots on the same boards.

    Attributes
    ----------
    bots : tuple of str
        The bots.
    names : tuple of str
        The contracts.
    scores : int16 array, shape (pairs, boards, contracts)
        Of each of `pairs_of`, positive where the first is better.
    scale : float
        A score of 1 in points or marks.
    """

    bots: tuple[str, ...]
    names: tuple[str, ...]
    scores: NDArray[np.int16]
    scale: float


def pairs_of(bots: int) -> list[tuple[int, int]]:
    """Places of each two bots, in the order of `Margins.scores`.

    Examples
    --------
    >>> pairs_of(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(combinations(range(bots), 2))


def least_squares(pairs: Sequence[tuple[int, int]], bots: int) -> NDArray[np.float64]:
    """Matrix that makes ratings of margins, shape (bots, pairs).

    Ratings sum to 0, and their differences are as near to the margins as can be by the sum of
    squares: the linear model of paired comparisons, for instance in David (1988), *The method
    of paired comparisons*. The pairs must join all bots.

    Examples
    --------
    >>> fit = least_squares([(0, 1), (0, 2), (1, 2)], 3)
    >>> (fit @ [2.0, 3.0, 1.0]).round(9).tolist()
    [1.666666667, -0.333333333, -1.333333333]
    """
    design = np.zeros((len(pairs), bots))
    for row, (one, other) in enumerate(pairs):
        design[row, one], design[row, other] = 1.0, -1.0
    # Of all solutions the pseudo-inverse gives the shortest, whose sum is 0.
    return np.asarray(np.linalg.pinv(design), np.float64)


def resampled_means(
    scores: NDArray[np.int16], resamples: int, seed: int
) -> Iterator[NDArray[np.float64]]:
    """Means over boards drawn with replacement, shape (up to `BATCH`, pairs, contracts).

    A board is drawn with all its pairs and contracts, which have its cards in common.
    """
    pairs, boards, names = scores.shape
    rows = np.ascontiguousarray(scores.transpose(1, 0, 2)).reshape(boards, -1).astype(np.float64)
    rng = np.random.default_rng(seed)
    for start in range(0, resamples, BATCH):
        number = min(BATCH, resamples - start)
        drawn = (rng.integers(0, boards, boards) for _ in range(number))
        weights = np.stack([np.bincount(one, minlength=boards) for one in drawn])
        yield (weights @ rows / boards).reshape(number, pairs, names)


def with_overall(means: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means by contract, with that over all contracts before them, on the last axis."""
    return np.concatenate([means.mean(axis=-1, keepdims=True), means], axis=-1)


def rate(margins: Margins, resamples: int = 1000, seed: int = 1) -> dict[str, Any]:
    """Ratings by contract and over all, cross table, and what does not fit on one scale.

    Parameters
    ----------
    margins : Margins
        Scores of each two bots.
    resamples : int
        Bootstrap resamples of the boards; Efron and Tibshirani (1993), *An introduction to
        the bootstrap*, 13.3: intervals from the percentiles.
    seed : int
        Seed of the resamples.

    Returns
    -------
    dict
        ``ladder``: a row for each contract and bot with ``rating``, ``se``, ``low`` and
        ``high`` (95 %), those of `OVERALL` first and the best bot first; a rating is the
        margin over the average bot. ``cross``: a row for each contract and pair with its
        margin, standard error, and ``misfit``, by how much the margin differs from that of
        the ratings. ``cycles``: triples of which each beats the next over all contracts, with
        intervals that exclude 0.

    Examples
    --------
    >>> scores = np.full((1, 40, 1), 8, np.int16)
    >>> found = rate(Margins(("x", "y"), ("trump",), scores, 0.25), 50)
    >>> [(row["bot"], round(row["rating"], 9)) for row in found["ladder"][:2]]
    [('x', 1.0), ('y', -1.0)]
    """
    pairs = pairs_of(len(margins.bots))
    fit = least_squares(pairs, len(margins.bots))
    means = with_overall(margins.scores.mean(axis=1, dtype=np.float64) * margins.scale)
    ratings = fit @ means
    drawn = [
        fit @ (with_overall(part) * margins.scale)
        for part in resampled_means(margins.scores, resamples, seed)
    ]
    sample = np.concatenate(drawn)
    names = (OVERALL, *margins.names)
    ladder = []
    for place, name in enumerate(names):
        for bot in np.argsort(-ratings[:, place], kind="stable").tolist():
            low, high = np.percentile(sample[:, bot, place], ENDS).tolist()
            ladder.append({
                "contract": name, "bot": margins.bots[bot], "rating": float(ratings[bot, place]),
                "se": float(sample[:, bot, place].std(ddof=1)), "low": low, "high": high,
            })  # fmt: skip
    cross = _cross(margins, means, ratings)
    return {"ladder": ladder, "cross": cross, "cycles": _cycles(margins.bots, cross)}


def _cross(
    margins: Margins, means: NDArray[np.float64], ratings: NDArray[np.float64]
) -> list[dict[str, Any]]:
    boards = margins.scores.shape[1]
    each = with_overall(margins.scores.astype(np.float64)) * margins.scale
    errors = each.std(axis=1, ddof=1) / np.sqrt(boards)
    return [
        {
            "contract": name,
            "bot": margins.bots[one],
            "other": margins.bots[other],
            "margin": float(means[pair, place]),
            "se": float(errors[pair, place]),
            "misfit": float(means[pair, place] - ratings[one, place] + ratings[other, place]),
        }
        for place, name in enumerate((OVERALL, *margins.names))
        for pair, (one, other) in enumerate(pairs_of(len(margins.bots)))
    ]


def _cycles(bots: tuple[str, ...], cross: list[dict[str, Any]]) -> list[list[str]]:
    beats = set()
    for row in cross:
        if row["contract"] == OVERALL and abs(row["margin"]) > 1.96 * row["se"]:
            pair = (row["bot"], row["other"])
            beats.add(pair if row["margin"] > 0 else pair[::-1])
    place = {bot: at for at, bot in enumerate(bots)}
    return [
        [a, b, c]
        for a, b, c in permutations(bots, 3)
        if place[a] < min(place[b], place[c]) and {(a, b), (b, c), (c, a)} <= beats
    ]
