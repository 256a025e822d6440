"""How many boards a question needs, from the spread of a few."""

from __future__ import annotations

import time
from math import ceil, log, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..summary import Z95
from .duel import Arena, set_scale
from .sprt import Sprt

PILOT = 200
POWER = 0.8


def fixed_boards(spread: float, delta: float, level: float = 0.05, power: float = POWER) -> int:
    """Boards after which an effect is shown by a two-sided test with a given chance.

    ``(z(1 - level / 2) + z(power))² spread² / delta²``, for instance in Cohen (1988),
    *Statistical power analysis for the behavioral sciences*.

    Examples
    --------
    >>> fixed_boards(20.0, 1.0)
    3140
    """
    normal = NormalDist()
    z = normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)
    return ceil((z * spread / delta) ** 2)


def sprt_boards(spread: float, test: Sprt) -> tuple[int, int]:
    """Boards that a sequential test needs on average where H0 and where H1 holds.

    Wald's approximation, which leaves out by how much the last block oversteps a bound.

    Examples
    --------
    >>> sprt_boards(20.0, Sprt(1.0))
    (2120, 2120)
    """
    a, b = log((1 - test.beta) / test.alpha), log(test.beta / (1 - test.alpha))
    unit = 2 * (spread / test.delta) ** 2
    under0 = -unit * (test.alpha * a + (1 - test.alpha) * b)
    under1 = unit * ((1 - test.beta) * a + test.beta * b)
    return ceil(under0), ceil(under1)


def spread_interval(scores: NDArray[np.float64]) -> tuple[float, float, float]:
    """Standard deviation of scores and a 95 % interval for it, from their fourth moment.

    Examples
    --------
    >>> spread, low, high = spread_interval(np.tile([-3.0, 1.0, 2.0], 50))
    >>> round(spread, 2), low < spread < high
    (2.17, True)
    """
    centred = scores - scores.mean()
    variance = float((centred**2).sum() / (len(scores) - 1))
    error = sqrt(max(0.0, float((centred**4).mean()) - variance**2) / len(scores))
    ends = (variance - Z95 * error, variance + Z95 * error)
    return sqrt(variance), sqrt(max(0.0, ends[0])), sqrt(ends[1])


def plan_duel(arena: Arena, test: Sprt, workers: int = 1, pilot: int = PILOT) -> dict[str, Any]:
    """Play a pilot and say how many boards an effect needs, and how long they take.

    Parameters
    ----------
    arena : Arena
        What is to be compared.
    test : Sprt
        The effect to be found, and the error rates.
    workers : int
        Among how many the work is to be spread.
    pilot : int
        Boards of each contract that are played now.

    Returns
    -------
    dict
        ``sd_board`` with its interval, and by way of testing the boards of each contract and
        the seconds: ``fixed``, two-sided at 95 % with a power of 80 %; ``fixed_same_errors``,
        one-sided with the error rates of the sequential test; ``sprt``, on average under H1.

    Raises
    ------
    ValueError
        If all boards of the pilot are tied.
    """
    arena.scores(0, 1)  # loads and compiles
    start = time.perf_counter()
    scores = arena.scores(0, pilot).sum(axis=1) * set_scale(arena)
    seconds = (time.perf_counter() - start) / pilot / workers
    if not scores.any():
        raise ValueError(
            f"all {pilot} boards of the pilot are tied: a spread of 0 tells nothing of how many "
            "boards are needed; expected bots that play differently"
        )
    spread, low, high = spread_interval(scores)
    needed = {
        "fixed": fixed_boards(spread, test.delta),
        "fixed_same_errors": fixed_boards(spread, test.delta, 2 * test.alpha, 1 - test.beta),
        "sprt": sprt_boards(spread, test)[1],
    }
    return {
        "bots": list(arena.bots),
        "contract": ",".join(arena.names),
        "delta": test.delta,
        "alpha": test.alpha,
        "beta": test.beta,
        "unit": arena.unit,
        "pilot": pilot,
        "sd_board": spread,
        "sd_interval_95": [low, high],
        "boards": needed,
        "seconds": {name: boards * seconds for name, boards in needed.items()},
        "workers": workers,
    }
