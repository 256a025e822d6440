"""What a round writes on the chart: tens, matches, and what the opponents get.

All by whole numbers, for many rounds at once. A match is nine tricks, never a number of
points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .rules import Rules

ALL_TRICKS = 9


class Written(NamedTuple):
    """Written points of rounds, before the row's factor.

    Attributes
    ----------
    caller, other : int64 array, shape (n,)
        What the calling team and its opponents write.
    match, counter_match : bool array, shape (n,)
        Whether the calling team, or its opponents, took all that they wanted: nine tricks,
        in Misère none.
    """

    caller: NDArray[np.int64]
    other: NDArray[np.int64]
    match: NDArray[np.bool_]
    counter_match: NDArray[np.bool_]


def written_points(points: ArrayLike, rules: Rules) -> NDArray[np.int64]:
    """Written points of points.

    Examples
    --------
    >>> written_points([64, 65, 157], Rules()).tolist()
    [6, 7, 16]
    """
    return rules.write(np.asarray(points, np.int64))


def write_rounds(
    points: ArrayLike,
    other_points: ArrayLike,
    tricks: ArrayLike,
    avoid: ArrayLike,
    rules: Rules,
    weis: ArrayLike = 0,
    other_weis: ArrayLike = 0,
) -> Written:
    """What both teams write for rounds, by the rules' match, counter-match and writers.

    Parameters
    ----------
    points, other_points : int, shape (n,)
        Card points of the calling team and of its opponents.
    tricks : int, shape (n,)
        Tricks of the calling team.
    avoid : bool, shape (n,)
        Whether the calling team wanted no points (Misère).
    rules : Rules
        House rules.
    weis, other_weis : int, shape (n,)
        Points of Weis and Stöck of both teams, added before writing; none in Misère.

    Examples
    --------
    >>> write_rounds([102, 157, 0], [55, 0, 157], [6, 9, 0], False, Rules()).caller.tolist()
    [10, 16, 0]
    >>> write_rounds([30], [127], [3], True, Rules()).caller.tolist()      # Misère
    [13]
    """
    own, theirs, won, misere, extra, other_extra = np.broadcast_arrays(
        *(np.asarray(a, np.int64) for a in (points, other_points, tricks, avoid, weis, other_weis))
    )
    shuns = misere.astype(bool)
    match = won == np.where(shuns, 0, ALL_TRICKS)
    counter = won == np.where(shuns, ALL_TRICKS, 0)
    counted = np.where(shuns, theirs, own)
    if rules.match_mode == "replace":
        sweep = np.full_like(counted, rules.match_value)
        other_sweep = sweep
    else:
        sweep, other_sweep = counted + rules.match_value, theirs + rules.match_value
    caller = written_points(np.where(match, sweep, counted) + np.where(shuns, 0, extra), rules)
    caller = np.where(counter, 0, caller)
    if rules.writers == "both":
        other = rules.both_total - caller
    elif rules.counter_match == "zero":
        other = np.zeros_like(caller)
    else:
        other = np.where(counter & ~shuns, written_points(other_sweep + other_extra, rules), 0)
    return Written(caller, other, match, counter)


def game_winner(
    totals: NDArray[np.int64], zeros: NDArray[np.int64], best: NDArray[np.int64], rules: Rules
) -> NDArray[np.int64]:
    """Winning team of full charts, 0 or 1; -1 for a draw.

    Parameters
    ----------
    totals, zeros, best : int64 array, shape (n, 2)
        Chart points, rows in which nothing was written, and the best single round (by
        ``best_round_by``) of both teams.
    rules : Rules
        House rules; the tie-breaks count in their order.

    Examples
    --------
    >>> tie = np.array([[24, 24]])
    >>> game_winner(tie, np.array([[1, 0]]), np.array([[20, 12]]), Rules()).tolist()
    [1]
    """
    measures = {"fewer_zeros": -zeros, "best_round": best}
    winner = np.full(len(totals), -1, np.int64)
    for measure in [totals, *(measures[name] for name in rules.tiebreaks)]:
        open_ = winner < 0
        winner[open_ & (measure[:, 0] > measure[:, 1])] = 0
        winner[open_ & (measure[:, 1] > measure[:, 0])] = 1
    return winner
