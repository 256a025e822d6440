"""The rule policy in Molotow, each seat for itself: be the highest or the lowest.

The highest and the lowest score earn a stroke, a hundred points or more cost; so a seat
with strong cards collects up to a ceiling, and any other seat ducks. In Inspektiönler, where
only the highest loses, every seat ducks.
"""

from __future__ import annotations

import numpy as np

from . import kernel
from .bits import NONE, count
from .order import playing_order
from .sense import (
    beating,
    bosses,
    cheapest,
    dearest,
    may_hold,
    points,
    prefer,
    reach,
    strongest,
    unseen,
    weakest,
)
from .view import ALONE

CEILING = 75  # points from which more would endanger the hundred
NO_LONGER_LOW = 30  # points with which the lowest score is out of reach
ENOUGH_TO_RISE = 5  # bosses, each ten points taken counting as one


@kernel()
def own_points(view):
    """What the seat has taken so far, by the values as known now, int64."""
    first = 3 * view.seat
    before = playing_order(view.taken[first] | view.taken[first + 1], view.trump)
    return points(view, before | view.taken[first + 2])


@kernel()
def goes_high(view):
    """Whether the seat tries for the highest score: it has points, or bosses to get them."""
    have = own_points(view)
    good = count(bosses(view.hand, unseen(view), view.down))
    if have >= CEILING:
        return False
    return have > NO_LONGER_LOW or good + have // 10 >= ENOUGH_TO_RISE


@kernel()
def play_alone(view):
    """The card of a seat that plays for itself, as a set."""
    return rise(view) if view.goal == ALONE and goes_high(view) else duck(view)


@kernel()
def rise(view):
    """Take what can be taken, give away what counts least."""
    legal = view.legal
    if view.place == 0:
        good = legal & bosses(view.hand, unseen(view), view.down)
        return strongest(view, good) if good != NONE else weakest(view, legal)
    winners = beating(view, legal)
    if winners == NONE:
        return weakest(view, cheapest(view, legal))
    if view.place == 3:
        return weakest(view, dearest(view, prefer(winners, ~view.trump)))
    return strongest(view, winners)


@kernel()
def duck(view):
    """Lose the trick, and get rid of the cards that would take later ones."""
    legal = view.legal
    if view.place == 0:
        held = np.uint64(0)
        for step in range(1, 4):
            held |= may_hold(view, (view.seat + step) & 3)
        return weakest(view, prefer(legal, reach(held, view.down)))
    losers = legal & ~beating(view, legal)
    if losers == NONE:
        return strongest(view, legal) if view.place == 3 else weakest(view, cheapest(view, legal))
    if losers & view.led == NONE:
        return strongest(view, dearest(view, losers))
    return strongest(view, losers)
