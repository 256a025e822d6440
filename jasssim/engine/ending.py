"""Exact play of the last tricks of a world, all hands open: a small alpha-beta search.

Made for some thousand questions a second of four or five tricks, inside a bot. The solver of
whole deals (`jasssim.engine.solve`) needs tables that pay only for longer endings.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ..game.orders import CHOOSE, LAST_TRICK_POINTS, OBENABE, OPEN, UNDENUFE
from . import kernel
from .bits import NONE, ONE, highest, lane_of, lowest, lowest_index, when
from .order import natural_order, playing_order, suit_lane
from .sense import CARD_VALUES, DOWN_KIND, SIDE_KIND, TRUMP_BY_RANK, TRUMP_BY_STRENGTH, UP_KIND
from .trick import allowed, start_trick, take
from .view import AVOID, HANDS_TYPE, VIEW_TYPE

FAR = 1000
"""More than any deal's points."""

AT_START = np.int64(0)
"""A literal number would break the cached code of a kernel that calls itself."""


@kernel()
def worth_of(view, trick, card, trump):
    """What a card counts in a trick, int64; it stands in the playing order of a trump suit."""
    table = view.values[trick]
    kind = UP_KIND if table == OBENABE else DOWN_KIND if table == UNDENUFE else SIDE_KIND
    if card & suit_lane(table) != NONE:
        kind = TRUMP_BY_STRENGTH if card & trump != NONE else TRUMP_BY_RANK
    elif card & trump != NONE:
        card = natural_order(card, trump)
    return CARD_VALUES[kind, lowest_index(card) & 15]


@kernel()
def most_left(view, hands, trick, trump):
    """The most that the rest from a trick's beginning on can come to, int64."""
    cards = hands.of[0] | hands.of[1] | hands.of[2] | hands.of[3]
    total = np.int64(LAST_TRICK_POINTS)
    while cards != NONE:
        card = lowest(cards)
        cards ^= card
        most = worth_of(view, trick, card, trump)
        for later in range(trick + 1, 9):
            if view.values[later] != view.values[later - 1]:
                most = max(most, worth_of(view, later, card, trump))
        total += most
    return total


@kernel()
def winning(cards, best, led, trump, down):
    """Cards of a set that beat the one that takes the trick so far."""
    if best & trump != NONE:
        return cards & trump & ~(best | (best - ONE))
    stronger = (best - ONE) if down else ~(best | (best - ONE))
    return (cards & led & stronger) | (cards & trump)


@kernel()
def put_in_order_of(hands, old, new):
    """Put the hands into the playing order of another trump."""
    for seat in range(4):
        hands.of[seat] = playing_order(natural_order(hands.of[seat], old), new)


@kernel()
def alike(view, trick, card, other, trump, held):
    """Whether two cards of a suit do the same from this trick on.

    Parameters
    ----------
    held : uint64
        Cards that other seats hold, and the one that takes the trick so far.
    """
    upper, lower = (other, card) if other > card else (card, other)
    if (upper - ONE) & ~(lower | (lower - ONE)) & held != NONE:
        return False
    for later in range(trick, 9):
        if suit_lane(view.modes[later]) != trump:
            return False
        known = later > trick and view.values[later] == view.values[later - 1]
        if not known and worth_of(view, later, card, trump) != worth_of(view, later, other, trump):
            return False
    return True


@kernel(
    types.int64(
        VIEW_TYPE, HANDS_TYPE, types.int64, types.int64, types.int64, types.int64, types.int64,
        types.uint64, types.uint64, types.uint64, types.int64, types.int64,
    )
)  # fmt: skip
def ending(view, hands, trick, place, seat, winner, points, led, best, over, low, high):
    """Points of seats 0 and 2 less those of the others, from here to the end; fail-soft.

    Parameters
    ----------
    view, hands : VIEW and HANDS records
        Schedule and rules; the hands, as they were in the end.
    trick, place, seat, winner : int
        Number of the trick, cards on the table, seat to move, seat that takes the trick so far.
    points : int
        On the table.
    led, best, over : uint64
        Led suit, best card, and trumps stronger than all on the table.
    low, high : int
        Window: what lies outside is told as a bound.
    """
    mode = view.modes[trick]
    trump = suit_lane(mode)
    down = np.int64(mode == UNDENUFE)
    hand = hands.of[seat]
    if place == 0:
        over = trump
        left = most_left(view, hands, trick, trump)
        if low >= left or high <= -left:
            return left if low >= left else -left
    legal = allowed(view, hand, led if place else NONE, trump, over)
    others = hands.of[(seat + 1) & 3] | hands.of[(seat + 2) & 3] | hands.of[(seat + 3) & 3] | best
    most = (seat & 1 == 0) != (view.goal == AVOID)
    value = np.int64(-FAR if most else FAR)
    last = NONE
    rest = legal
    # The strongest cards first, or where none would take the trick the weakest.
    takers = winning(legal, best, led, trump, down) if place else legal
    from_low = down == np.int64(takers != NONE)
    while rest != NONE:
        card = lowest(rest) if from_low else highest(rest)
        rest ^= card
        lane = lane_of(card)
        count = worth_of(view, trick, card, trump)
        if last & lane != NONE and alike(view, trick, card, last, trump, others):
            last = card
            continue
        last = card
        takes = place == 0 or card & takers != NONE
        ahead = seat if takes else winner
        hands.of[seat] = hand ^ card
        if place < 3:
            found = ending(
                view, hands, trick, place + 1, (seat + 1) & 3, ahead, points + count,
                led if place else lane, card if takes else best,
                over & ~((card | (card - ONE)) & when(card & trump != NONE)), low, high,
            )  # fmt: skip
        else:
            won = points + count + (LAST_TRICK_POINTS if trick == 8 else 0)
            own = won if ahead & 1 == 0 else -won
            found = own
            if trick < 8:
                new = suit_lane(view.modes[trick + 1])
                if new != trump:
                    put_in_order_of(hands, trump, new)
                found += ending(
                    view, hands, trick + 1, AT_START, ahead, ahead, AT_START, NONE, NONE, NONE,
                    low - own, high - own,
                )  # fmt: skip
                if new != trump:
                    put_in_order_of(hands, new, trump)
        hands.of[seat] = hand
        if most:
            value = max(value, found)
            low = max(low, value)
        else:
            value = min(value, found)
            high = min(high, value)
        if low >= high:
            break
    return value


@kernel()
def is_known(view):
    """Whether the modes of all tricks to come are known."""
    known = True
    for trick in range(view.trick, 9):
        known &= view.modes[trick] not in (CHOOSE, OPEN)
    return known


@kernel()
def exact_rest(view, hands, seat):
    """What this trick and the rest are worth to a seat, all hands open; as `worth`.

    Parameters
    ----------
    view, hands : VIEW and HANDS records
        The trick on the table after one to four cards; a full one is taken.
    seat : int
        Whose team counts.
    """
    points = np.int64(0)
    for place in range(view.place):
        points += worth_of(view, view.trick, view.table[place], view.trump)
    winner = (view.leader + view.best_place) & 3
    found = np.int64(0)
    if view.place == 4:
        points += LAST_TRICK_POINTS if view.trick == 8 else 0
        found = points if winner & 1 == 0 else -points
        take(view)
        if view.trick < 9:
            start_trick(view, hands)
            found += ending(
                view, hands, view.trick, 0, winner, winner, 0, NONE, NONE, NONE, -FAR, FAR
            )
    else:
        found = ending(
            view, hands, view.trick, view.place, (view.leader + view.place) & 3, winner, points,
            view.led, view.best, view.over, -FAR, FAR,
        )  # fmt: skip
    return found if (seat & 1 == 0) != (view.goal == AVOID) else -found
