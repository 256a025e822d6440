"""Exact values of positions with open hands: fail-soft zero-window search.

Each call asks whether the counted team can still win `want` points, and answers with a bound
on the right side of it; bisection on `want` finds the value. A table of positions at the
beginning of tricks, cards that do the same, cashing bounds and the table's answers for all
last cards of a trick cut the tree (see ``docs/solver.md``).
"""

from __future__ import annotations

import numpy as np
from numba import types

from . import kernel
from .bits import NONE, ONE, U64, lowest_index
from .solve_bounds import above
from .solve_order import PLACE_BITS, PLACE_MASK, RUN_MASK, beaters, follow_suit, lane_at
from .solve_state import PLACES, PLANES, SOLVER_TYPE, TRICKS, WIDTH, sum_of
from .solve_table import TABLE_TYPE, keep
from .solve_trick import (
    NOTHING,
    TOO_MUCH,
    better,
    decides,
    end_trick,
    enter,
    last_trick,
    list_or_answer,
    reopen_trick,
    reorder,
    skipped,
    slot_of,
)

LEAD = np.int64(0)
"""Cards on the table at a trick's beginning; a literal number would break the cached code of a
kernel that calls itself."""


@kernel(
    types.int64(
        SOLVER_TYPE, TABLE_TYPE, types.int64, types.int64, types.int64,
        types.int64, types.int64, types.uint64, types.uint64, types.uint64, types.int64,
        types.uint64,
    )
)  # fmt: skip
def search(state, table, pos, seat, left, plan, want, laid, led, best, winner, over):
    """Whether the counted team can still win so many points, and a bound that says it.

    Parameters
    ----------
    state, table : records SOLVER, TABLE
        The position, and the table.
    pos, seat, left, plan : int
        Cards on the table, seat to move, tricks left (this one included), and plan.
    want : int
        Points asked for; while values are pending all points counted from the root on.
    laid, led, best : uint64
        Cards on the table, suit led, card that takes the trick so far.
    winner : int
        Seat of that card.
    over : uint64
        Trumps stronger than all on the table.

    Returns
    -------
    int
        At least `want` if it can, and then no more than the value; else less than `want`
        and no less than the value. Nothing of meaning once the state is stopped.
    """
    if left == 0:
        return 0
    at = TRICKS * plan + TRICKS - left
    choosing = pos == 0 and state.first[at] >= 0
    decider = state.chooser if choosing and state.chooser >= 0 else seat
    most = (decider & 1 == state.counted) != (state.turned == 1)
    value, chosen = NOTHING if most else TOO_MUCH, NOTHING
    if choosing:
        pending = state.pending
        for other in range(state.first[at], state.first[at] + state.choices[plan]):
            new = state.trump[TRICKS * other + TRICKS - left]
            gained = state.so_far[state.suit[other]] if state.suit[other] >= 0 else 0
            state.pending = 0 if state.suit[other] >= 0 else pending
            reorder(state, NONE, new)
            found = gained + search(
                state, table, LEAD, seat, left, other, want - gained, NONE, NONE, NONE,
                seat, NONE,
            )  # fmt: skip
            reorder(state, new, NONE)
            state.pending = pending
            value = better(value, found, most)
            if state.stopped or decides(value, want, most):
                break
        return value
    trump = state.trump[at]
    hint, low, high, key = NOTHING, 0, 0, NONE
    if pos == 0:
        over = trump
        if not state.pending:
            if left == 1:
                state.nodes += 4
                return last_trick(state, at, seat)
            answer, low, high, hint, key = enter(state, table, at, plan, seat, left, want)
            if answer != NOTHING:
                return answer
    hand = state.hands[seat]
    legal = follow_suit(state, hand, led, trump, over) if pos else hand
    taking = beaters(best, led, trump, state.down[at]) if pos else NONE
    on_table = sum_of(state.planes, PLANES * at, laid)
    number, answer = list_or_answer(
        state, table, at, plan, pos, seat, left, legal, laid, led, best, winner, over,
        taking, on_table, want, most, hint,
    )  # fmt: skip
    if answer != NOTHING:
        return answer
    first = WIDTH * (4 * (TRICKS - left) + pos)
    for j in range(number):
        move = state.moves[first + j]
        place = (move >> PLACE_BITS) & PLACE_MASK
        run = first + (move & RUN_MASK)
        found = skipped(state, at, run, place, most, want)
        if found == NOTHING:
            card = ONE << U64(place)
            state.nodes += 1
            if state.nodes > state.limit:
                state.stopped = 1
                return value
            state.hands[seat] = hand ^ card
            takes = pos == 0 or card & taking != NONE
            ahead = seat if takes else winner
            if pos < 3:
                found = search(
                    state, table, pos + 1, (seat + 1) & 3, left, plan, want,
                    laid | card, led if pos else lane_at(place), card if takes else best, ahead,
                    over & above(card) if card & trump != NONE else over,
                )  # fmt: skip
            else:
                points = on_table + np.int64(state.value[PLACES * at + place])
                own = end_trick(state, at, left, laid | card, ahead, points)
                found = own + search(
                    state, table, LEAD, ahead, left - 1, plan, want - own, NONE, NONE,
                    NONE, ahead, NONE,
                )  # fmt: skip
                reopen_trick(state, at, laid | card, ahead)
            state.hands[seat] = hand
            if state.stopped:
                return value
            state.tried[run] = place
            state.worth[run] = found
        if better(value, found, most) != value:
            value, chosen = found, place
        if decides(value, want, most):
            state.killer[slot_of(4 * (TRICKS - left) + pos, seat, pos, best)] = place
            break
    if pos == 0 and not state.pending:
        low, high = (max(low, value), high) if value >= want else (low, min(high, value))
        keep(table, key, state.generation, low, high, chosen, left)
    return value


@kernel()
def ask_after(
    state, table, pos, seat, left, want, laid, led, best, winner, over, card
):  # fmt: skip
    """`search` with the first card given; the value includes the trick that it ends."""
    at = TRICKS - left
    trump = state.trump[at]
    hand = state.hands[seat]
    takes = pos == 0 or card & beaters(best, led, trump, state.down[at]) != NONE
    ahead = seat if takes else winner
    over = trump if pos == 0 else over
    state.hands[seat] = hand ^ card
    if pos < 3:
        found = search(
            state, table, pos + 1, (seat + 1) & 3, left, 0, want, laid | card,
            led if pos else lane_at(lowest_index(card)), card if takes else best, ahead,
            over & above(card) if card & trump != NONE else over,
        )  # fmt: skip
    else:
        points = sum_of(state.planes, PLANES * at, laid | card)
        own = end_trick(state, at, left, laid | card, ahead, points)
        found = own + search(
            state, table, 0, ahead, left - 1, 0, want - own, NONE, NONE, NONE, ahead, NONE
        )
        reopen_trick(state, at, laid | card, ahead)
    state.hands[seat] = hand
    return found


@kernel(
    types.int64(
        SOLVER_TYPE, TABLE_TYPE, types.int64, types.int64, types.int64,
        types.uint64, types.uint64, types.uint64, types.int64, types.uint64, types.uint64,
        types.int64[::1], types.int64[::1],
    )
)  # fmt: skip
def bisect(
    state, table, pos, seat, left, laid, led, best, winner, over, card, wants, window
):  # fmt: skip
    """Narrow a window around the value of a position, or of one of its cards.

    Parameters
    ----------
    card : uint64
        The card that is laid first, none for the best one; others as in `search`.
    wants : int64 array
        Questions in rising order; the value lies between two of them.
    window : int64 array, shape (2,)
        In and out: how many questions are known to be answered yes, and how many may be.

    Returns
    -------
    int
        1 if the search was stopped before the window closed.
    """
    while window[0] < window[1]:
        middle = (window[0] + window[1] + 1) // 2
        want = wants[middle - 1]
        if card == NONE:
            found = search(state, table, pos, seat, left, 0, want, laid, led, best, winner, over)
        else:
            found = ask_after(
                state, table, pos, seat, left, want, laid, led, best, winner, over, card
            )
        if state.stopped:
            return 1
        if found >= want:
            window[0] = middle
            while window[0] < window[1] and wants[window[0]] <= found:
                window[0] += 1
        else:
            window[1] = middle - 1
            while window[1] > window[0] and wants[window[1] - 1] > found:
                window[1] -= 1
    return 0
