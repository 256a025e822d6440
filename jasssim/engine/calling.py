"""The kernel that asks callers: who may call, who passes, who is im Fass.

Callers are first-class functions as bots are, so a new one compiles alone. A caller is
asked with a record of what its seat may know; it answers with the number of a call, or
`PASS`. Which calls there are, and to which row each belongs, is data.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from ..game.chart import MOST_CALLS
from ..game.checks import MOST_ROWS
from . import kernel
from .bits import LANE, U64
from .pointers import one_of, row
from .random import FOR_CALLERS, GOLDEN, mix

PASS = -1
MASKS = 512
"""Entries of one look-up table: one for each set of a suit's nine cards."""

OPEN, FILLED = -1, MOST_CALLS
"""In a chart's state: a row that is open, and what is added to a call of the other team that
filled it."""

NO_START = 0
NOTHING, BONUS, OPEN_ROW = 0, 1, 2
"""What a counter-match brings the others beside the caller's zero."""

CALL = np.dtype(
    [
        # the seat to call
        ("hand", np.uint64),  # its cards, in natural order
        ("seat", np.int64),
        ("forehand", np.int64),
        ("passes", np.int64),  # how many seats have passed before
        ("forced", np.int64),  # 1 if all have passed and the seat is im Fass
        ("noise", np.uint64),  # key of this decision's random words
        # the game
        ("rounds", np.int64),  # deals played before
        ("total", np.int64),  # chart points of the own team so far
        ("other_total", np.int64),
        # of each row of the own team: the call made in it, OPEN, or FILLED + the others' call
        ("made", np.int64, (MOST_ROWS,)),
        ("other_made", np.int64, (MOST_ROWS,)),
        ("barred", np.int64, (MOST_ROWS,)),  # start that a linked row no longer has
        # the chart
        ("rows", np.int64),
        ("factors", np.int64, (MOST_ROWS,)),
        ("links", np.int64, (MOST_ROWS,)),  # row that a row's start is linked to, or -1
        ("means", np.float64, (MOST_ROWS,)),  # written points of a row's best call, all hands
        ("spreads", np.float64, (MOST_ROWS,)),  # and their standard deviation
        ("calls", np.int64),
        ("row_of", np.int64, (MOST_CALLS,)),
        ("start_of", np.int64, (MOST_CALLS,)),  # code of the start of linked rows' calls
        ("contract_of", np.int64, (MOST_CALLS,)),
        ("contracts", np.int64),  # how many different ones there are
        ("tables_of", np.int64, (4 * MOST_CALLS,)),  # look-up table of each call and suit
        # the house rules
        ("caller_leads", np.int64),  # 1 if the caller leads the first trick, 0 if forehand does
        ("unit", np.int64),  # points that are written as one
        ("added", np.int64),  # points that are added before, to round
        ("match", np.int64),  # points of a match
        ("match_adds", np.int64),  # 1 if they come to the points of the cards, 0 instead of them
        ("counter", np.int64),  # what the others do with theirs: NOTHING, BONUS or OPEN_ROW
    ],
    align=True,
)
"""What a caller may see."""

CALL_TYPE = numba.from_dtype(CALL)
CALLER = types.int64(CALL_TYPE, types.float64[::1], types.int64[::1], types.float64[::1])
"""Signature of a caller's function: view, parameters, memory and look-up tables to a call."""

CALLERS = types.UniTuple(types.FunctionType(CALLER), 4)


@kernel()
def is_open(view, call):
    """Whether a call may be made: its row is open, its start not barred by a link."""
    place = view.row_of[call]
    start = view.start_of[call]
    return view.made[place] == OPEN and (start == NO_START or start != view.barred[place])


@kernel()
def worth(view, tables, call):
    """Expected written points of the hand in a call, as the tables say."""
    total = 0.0
    for suit in range(4):
        mask = np.int64((view.hand >> U64(16 * suit)) & LANE)
        total += tables[MASKS * view.tables_of[4 * call + suit] + mask]
    return total


@kernel()
def turn(left, forehand, passes):
    """Who must act: ``seat + 4 * forced``, or -1 when no team has an open row.

    ``left`` has one bit for each team that has an open row. Seats of a team without one are
    skipped; when all of them have passed once, the first of them must call.
    """
    if left == 0:
        return -1
    eligible = 4 if left == 3 else 2
    first = forehand if (left >> (forehand & 1)) & 1 else (forehand + 1) & 3
    step = 1 if left == 3 else 2
    return (first + step * passes) & 3 if passes < eligible else first + 4


@kernel(types.int64(types.int64, types.int64, types.int64))
def turn_of(left, forehand, passes):
    """`turn`, to be called from Python."""
    return turn(left, forehand, passes)


@kernel()
def look(view, made, team):
    """Show a seat both charts; returns the bits of the teams that have an open row."""
    left = 0
    for place in range(view.rows):
        view.made[place] = made[team * view.rows + place]
        view.other_made[place] = made[(1 - team) * view.rows + place]
        left |= np.int64(view.made[place] == OPEN) << team
        left |= np.int64(view.other_made[place] == OPEN) << (1 - team)
        view.barred[place] = NO_START
    for place in range(view.rows):
        link = view.links[place]
        if link >= 0 and view.made[link] != OPEN:
            view.barred[place] = view.start_of[view.made[link] % MOST_CALLS]
    return left


@kernel(
    types.int64(
        CALLERS, types.Array(CALL_TYPE, 1, "C"), types.uint64, types.int64[::1],
        types.uint64[:, ::1], types.int64, types.int64, types.int16[:, ::1],
        types.int64[:, ::1], types.float64[:, ::1], types.int64[:, ::1], types.float64[::1],
        types.int16[::1], types.int8[::1], types.int8[::1], types.int64[::1],
    )
)  # fmt: skip
def call_rows(
    callers, scratch, seed, indices, hands, forehand, number, made, totals, params, memos, tables,
    calls, seats, passes, asked,
):  # fmt: skip
    """Let one deal's row be called in every game of a wave.

    Parameters
    ----------
    callers : tuple of four caller functions
        Who calls, by seat.
    scratch : array of CALL, shape (1,)
        The view, with the chart filled in.
    seed : uint64
        Seed of the callers' random words.
    indices : int64 array, shape (n,)
        Index of each deal, the other key of the random words.
    hands : uint64 array, shape (n, 4)
        Hands by seat, in natural order.
    forehand, number : int64
        Forehand's seat, and the number of the round.
    made : int16 array, shape (n, 2 * rows)
        Call made in each row, of seats 0, 2 and then of seats 1, 3; `OPEN` or `FILLED`.
    totals : int64 array, shape (n, 2)
        Chart points so far.
    params : float64 array, shape (4, any)
        Parameters of each seat's caller.
    memos : int64 array, shape (4, any)
        Memory of each seat's caller.
    tables : float64 array, shape (any * MASKS,)
        Look-up tables of the hand evaluation.
    calls, seats, passes : int16, int8, int8 arrays, shape (n,)
        Out: the call, the calling seat, and how many seats passed before.
    asked : int64 array, shape (3,)
        Out: deal and seat that were asked last, and the answer if it was illegal.

    Returns
    -------
    int
        1 after the first illegal answer, at which the wave stops; else 0.
    """
    view = scratch[0]
    view.forehand = forehand
    view.rounds = number
    for i in range(indices.shape[0]):
        key = mix(mix(seed + FOR_CALLERS * GOLDEN) + U64(indices[i]) * GOLDEN)
        state = row(made, i)
        call = PASS
        passed = 0
        seat = 0
        while call == PASS:
            left = look(view, state, 0)
            at = turn(left, forehand, passed)
            seat = at & 3
            team = seat & 1
            if team:
                look(view, state, 1)
            view.seat = seat
            view.forced = at >> 2
            view.passes = passed
            view.hand = hands[i, seat]
            view.total = totals[i, team]
            view.other_total = totals[i, 1 - team]
            view.noise = key + GOLDEN * U64(64 * (seat + 4 * view.forced))
            asked[0] = indices[i]
            asked[1] = seat
            call = one_of(callers, seat)(view, row(params, seat), row(memos, seat), tables)
            legal = call == PASS and not view.forced
            if call >= 0 and call < view.calls:
                legal = is_open(view, call)
            if not legal:
                asked[2] = call
                return 1
            passed += np.int64(call == PASS)
        calls[i] = call
        seats[i] = seat
        passes[i] = passed
    return 0
