"""Means of single tables, made sharper by what other players make of the same cards."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..chunks import CHUNK, run_tasks
from ..coiffeur.sums import Estimate
from .boards import Boards

CONTROL = "rule"
"""Bot whose play of the same deals is the control variate."""

MORE = 8
"""Fresh boards per board on which the control's own mean is taken."""


class Controlled(NamedTuple):
    """A mean before and after a control variate took out what the cards did.

    Attributes
    ----------
    plain, controlled : Estimate
        The mean of the values, and that of the values less what the control explains.
    weight : float
        Mean weight of the control.
    """

    plain: Estimate
    controlled: Estimate
    weight: float


def control_mean(
    values: NDArray[np.float64], control: NDArray[np.float64], expected: Estimate
) -> Controlled:
    """Mean of values Y of which each has a control X with a known mean: ``Y - b(X - E[X])``.

    The method of control variates, for instance in Glasserman (2004), *Monte Carlo methods
    in financial engineering*, 4.1. The weight b is the slope of Y on X. It is taken for each
    half of the values from the other half, since a weight that has seen the values it is used
    on would bias their mean.

    Parameters
    ----------
    values, control : float64 array, shape (n,)
        Y and X of the same deals, at least four.
    expected : Estimate
        Mean of X, from other deals; its error is part of the result's.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> luck, skill = rng.normal(0, 30, 4000), rng.normal(1, 10, 4000)
    >>> found = control_mean(luck + skill, luck, Estimate(0.0, 0.0))
    >>> round(found.plain.se / found.controlled.se)
    3
    """
    if len(values) < 4 or len(values) != len(control):
        raise ValueError(
            f"{len(values)} values and {len(control)} of a control: expected as many, at least 4"
        )
    even = np.arange(len(values)) % 2 == 0
    weights = np.where(
        even, _slope(values[~even], control[~even]), _slope(values[even], control[even])
    )
    rest = values - weights * (control - expected.mean)
    weight = float(weights.mean())
    error = sqrt(_se(rest) ** 2 + (weight * expected.se) ** 2)
    plain = Estimate(float(values.mean()), _se(values))
    return Controlled(plain, Estimate(float(rest.mean()), error), weight)


def _slope(values: NDArray[np.float64], control: NDArray[np.float64]) -> float:
    centred = control - control.mean()
    square = float(centred @ centred)
    return float(values @ centred) / square if square else 0.0


def _se(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1)) / sqrt(len(values))


def check_callers(boards: Boards, count: int) -> None:
    """Refuse what has no means of callers' points; errors as in `table_means`."""
    if boards.solo:
        raise ValueError(f"contract {boards.names[0]!r}: nobody calls, so callers have no points")
    if count < 4:
        raise ValueError(f"{count} boards for the means of callers: expected at least 4")


def table_means(boards: Boards, bot: str, count: int, jobs: int = 1) -> list[dict[str, Any]]:
    """Points of callers in each contract where one bot plays all four seats.

    The control is the play of the same deals by four bots `CONTROL`. Its mean is taken from
    `MORE` times as many fresh boards.

    Raises
    ------
    ValueError
        If nobody calls, or there are fewer than four boards.

    Examples
    --------
    >>> from jasssim.lab.compare.boards import make_boards
    >>> row, = table_means(make_boards("greedy", "rule", "obenabe"), "greedy", 500)
    >>> row["controlled_se"] < row["se"]
    True
    """
    check_callers(boards, count)

    def points(player: str, first: int, number: int) -> NDArray[np.float64]:
        task = partial(boards.caller_points, player)
        return np.concatenate(list(run_tasks(task, first, number, jobs, chunk=CHUNK)), dtype=float)

    values, control = points(bot, 0, count), points(CONTROL, 0, count)
    fresh = points(CONTROL, count, MORE * count)
    rows = []
    for slot, name in enumerate(boards.names):
        expected = Estimate(float(fresh[:, slot].mean()), _se(fresh[:, slot]))
        found = control_mean(values[:, slot], control[:, slot], expected)
        rows.append({
            "contract": name, "mean": found.plain.mean, "se": found.plain.se,
            "controlled_mean": found.controlled.mean, "controlled_se": found.controlled.se,
            "weight": found.weight, "control": CONTROL, "boards": count,
        })  # fmt: skip
    return rows
