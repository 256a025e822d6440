"""Additive whole-number summaries of plays, and the figures that follow from them.

Plain numpy, so that tables and pictures can be made where nothing is compiled.
"""

from __future__ import annotations

from math import ceil, nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

BINS = 258
"""Bins of a points histogram: 0 to 257. No convention counts more for one side in a deal."""

OWN = "own"
"""Convention of a contract that neither Slalom's nor Guschti's conventions touch."""

Z95 = 1.959963984540054
"""Standard errors to either side of a 95 % interval."""

QUANTILES = (("q10", 1), ("q50", 5), ("q90", 9))


class Cell(NamedTuple):
    """What is summed together: a contract, and the value conventions it has.

    Attributes
    ----------
    contract : str
        Text of the contract.
    played : str
        Convention that the bots saw while they played, or `OWN`.
    scored : str
        Convention by which the plays were counted, or `OWN`.
    """

    contract: str
    played: str
    scored: str


class Moments(NamedTuple):
    """Mean, its standard error, and the spread of the single deals."""

    mean: float
    se: float
    sd: float


def moments(n: int, total: int, squares: int) -> Moments:
    """Moments from exact sums; the spread has the divisor n - 1, so it is NaN where n is 1.

    Parameters
    ----------
    n, total, squares : int
        Number of values, their sum and the sum of their squares.

    Examples
    --------
    >>> moments(4, 20, 120)
    Moments(mean=5.0, se=1.29..., sd=2.58...)
    """
    mean = total / n
    spread = sqrt((n * squares - total * total) / (n * (n - 1))) if n > 1 else nan
    return Moments(mean, spread / sqrt(n), spread)


def sums(histogram: NDArray[np.int64]) -> tuple[int, int, int]:
    """Number, sum and sum of squares of a histogram's values, exactly.

    Examples
    --------
    >>> sums(np.array([1, 0, 2]))
    (3, 4, 8)
    """
    values = np.arange(len(histogram), dtype=np.int64)
    total, squares = int(histogram @ values), int(histogram @ values**2)
    return int(histogram.sum()), total, squares


def quantile(histogram: NDArray[np.int64], tenths: int) -> int:
    """Smallest value that at least so many tenths of a histogram do not exceed.

    Examples
    --------
    >>> quantile(np.array([5, 0, 5]), 5), quantile(np.array([5, 0, 5]), 9)
    (0, 2)
    """
    wanted = max(1, ceil(int(histogram.sum()) * tenths / 10))
    return int(np.searchsorted(np.cumsum(histogram), wanted))


def histogram(values: NDArray[np.int64], bins: int = BINS) -> NDArray[np.int64]:
    """How often each value from 0 to ``bins - 1`` occurs.

    Raises
    ------
    ValueError
        If a value has no bin.
    """
    counts = np.bincount(values, minlength=bins).astype(np.int64)
    if len(counts) > bins:
        raise ValueError(f"value {len(counts) - 1} is out of range: expected at most {bins - 1}")
    return counts


def describe(points: NDArray[np.int64], tricks: NDArray[np.int64]) -> dict[str, float]:
    """Figures of one cell, by the names of a table's columns.

    Parameters
    ----------
    points : int64 array, shape (BINS,)
        How often the caller's side made 0, 1, ... points.
    tricks : int64 array, shape (10,)
        How often it took 0 to 9 tricks.

    Returns
    -------
    dict of str to float
        ``mean_points``, ``se_points``, ``sd_points``, ``q10``, ``q50``, ``q90``; the
        shares of deals with all nine tricks (``match_share``, with its standard error),
        with no points (``zero_share``) and with no trick (``counter_match_share``).

    Examples
    --------
    >>> points, tricks = np.zeros(BINS, np.int64), np.zeros(10, np.int64)
    >>> points[[60, 100]], tricks[[4, 9]] = 2, 2
    >>> row = describe(points, tricks)
    >>> row["mean_points"], row["q10"], row["match_share"]
    (80.0, 60, 0.5)
    """
    n, total, squares = sums(points)
    mean, se, sd = moments(n, total, squares)
    match = int(tricks[9]) / n
    return {
        "mean_points": mean,
        "se_points": se,
        "sd_points": sd,
        **{name: quantile(points, tenths) for name, tenths in QUANTILES},
        "match_share": match,
        "match_share_se": sqrt(match * (1 - match) / n) if n > 1 else nan,
        "zero_share": int(points[0]) / n,
        "counter_match_share": int(tricks[0]) / n,
    }
