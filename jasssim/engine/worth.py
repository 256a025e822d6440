"""What a finished deal is worth to a seat, by the goal of its contract."""

from __future__ import annotations

import numpy as np

from ..game.orders import LAST_TRICK_POINTS, OBENABE, UNDENUFE
from . import kernel
from .bits import NONE, count
from .order import natural_order, suit_lane
from .sense import CLASS_VALUES, CLASSES, DOWN_KIND, SIDE_KIND, TRUMP_BY_RANK, UP_KIND
from .view import ALONE, AVOID, DOWN, LOW, TRUMP, UP

MARK = 20
"""What a mark of Molotow counts where a point of the own team counts one, and costs the other
one: like ten points a deal, since weights are in points, or in tenths of a mark."""

LOSS = 40
"""What the loser's mark of Inspektiönler counts beside the own points."""

HUNDRED, ALL = 100, 157


@kernel()
def counted(cards, table):
    """What a set of cards in natural order counts by a value table, int64."""
    side = UP_KIND if table == OBENABE else DOWN_KIND if table == UNDENUFE else SIDE_KIND
    valued = suit_lane(table)
    total = np.int64(0)
    for number in range(8):
        mask = (CLASSES[side, number] & ~valued) | (CLASSES[TRUMP_BY_RANK, number] & valued)
        total += CLASS_VALUES[number] * count(cards & mask)
    return total


@kernel()
def table_of(view, kind):
    """Value table of the tricks of a class; any one where there are none."""
    for trick in range(9):
        mode = view.modes[trick]
        if kind == (TRUMP if mode < 4 else DOWN if mode == UNDENUFE else UP):
            return view.values[trick]
    return view.values[0]


@kernel()
def taken_points(view, first, second):
    """Points of a finished deal that one seat, or two, have taken, int64."""
    total = np.int64(0)
    trump = suit_lane(view.trump_mode) if view.trump_mode >= 0 else NONE
    for kind in range(3):
        cards = view.taken[3 * first + kind] | view.taken[3 * second + kind]
        if cards != NONE:
            if kind == TRUMP:
                cards = natural_order(cards, trump)
            total += counted(cards, table_of(view, kind))
    if view.leader in (first, second):
        total += LAST_TRICK_POINTS
    return total


@kernel()
def marks(view, seat):
    """Strokes less zeros of a seat in Molotow by the printed rules, int64.

    `jasssim.game.marks` has the rules in full; a draw for a zero is left out here.
    """
    own = taken_points(view, seat, seat)
    above, equal, much = np.int64(0), np.int64(0), own >= HUNDRED
    for step in range(1, 4):
        other = (seat + step) & 3
        points = taken_points(view, other, other)
        if points == ALL:
            return -1
        much |= points >= HUNDRED
        above += points > own
        equal += points == own
    if own >= HUNDRED:
        return 3 if own == ALL else -3
    if much:
        return 1
    if equal:
        return 0
    return 1 if above in (0, 3) else -1


@kernel()
def loses(view, seat):
    """Whether a seat has more points than any other one, as the loser in Inspektiönler."""
    own = taken_points(view, seat, seat)
    above = np.int64(0)
    for step in range(1, 4):
        other = (seat + step) & 3
        above += taken_points(view, other, other) >= own
    return above == 0


@kernel()
def worth(view, seat):
    """What a finished deal is worth to a seat, int64.

    Points of the own team less those of the other, the sign turned where nobody wants them;
    where each plays for itself `MARK` times the marks less the mean of the others', and in
    Inspektiönler less `LOSS` for the loser and less the own points.
    """
    if view.goal == ALONE:
        own = marks(view, seat)
        others = np.int64(0)
        for step in range(1, 4):
            others += marks(view, (seat + step) & 3)
        return MARK * (3 * own - others) // 3
    if view.goal == LOW:
        return -LOSS * np.int64(loses(view, seat)) - taken_points(view, seat, seat)
    own = taken_points(view, seat, (seat + 2) & 3)
    other = taken_points(view, (seat + 1) & 3, (seat + 3) & 3)
    return other - own if view.goal == AVOID else own - other
