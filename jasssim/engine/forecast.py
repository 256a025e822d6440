"""What a hand would write in every call: deals played out in worlds that its seat may be in.

The other 27 cards are dealt anew in each world, every deal with the same chance, and all
contracts that may be called are played out in the same worlds. What was written is kept apart
for two halves of the worlds, the even ones and the odd ones: the call that looks best in one
half owes that partly to luck, which the other half does not share.
"""

from __future__ import annotations

import numba
import numpy as np

from ..game.chart import MOST_CALLS
from ..game.orders import CHOOSE
from . import kernel
from .bits import NONE
from .calling import OPEN, OPEN_ROW, PASS, is_open, worth
from .fitted import BRAIN, DATA_WORDS
from .play import reset
from .playout import choose_by_rule, play_out
from .pointers import record_in, words_of
from .trick import start_trick
from .view import AVOID, HANDS, HOUSE, VIEW
from .worlds import WORLDS, prepare, sample
from .worth import taken_points

FORECAST = np.dtype(
    [
        ("brain", BRAIN),  # of the fitted policy
        ("worlds", WORLDS),
        ("ahead", VIEW),  # a deal that is played out
        ("hands", HANDS),
        ("world", np.uint64, (4,)),  # its hands, in natural order
        ("wanted", np.int64, (MOST_CALLS,)),  # 1 for a contract that may be called
        ("drawn", np.int64, (2,)),  # worlds of each half
        # sums over a half's worlds, at 2 * contract + half
        ("own", np.int64, (2 * MOST_CALLS,)),  # what the caller writes
        ("given", np.int64, (2 * MOST_CALLS,)),  # what the others write for a counter-match
        ("lost", np.int64, (2 * MOST_CALLS,)),  # how many counter-matches
        # what the last decision came to
        ("choice", np.int64, (2,)),  # the best call of each half
        ("value", np.float64),  # what it gains, by the other half
    ],
    align=True,
)
"""The memory of a caller that samples, behind the contracts of the calls."""

FORECAST_TYPE = numba.from_dtype(FORECAST)
FORECAST_WORDS = words_of(FORECAST)
SCRATCH = FORECAST_WORDS - DATA_WORDS
"""Words of it behind the fitted policy's weights, which are a caller's data."""

HOUSE_WORDS = words_of(HOUSE)
forecast_in = record_in(FORECAST)
house_in = record_in(HOUSE)


@kernel()
def begin(view, s):
    """Make ready to draw worlds, and note which contracts may be called."""
    ahead = s.ahead
    ahead.seat = view.seat
    ahead.hand = view.hand
    ahead.trump = NONE
    ahead.gone = NONE
    for seat in range(4):
        ahead.played[seat] = NONE
        ahead.cannot[seat] = NONE
    prepare(ahead, s.worlds)
    for contract in range(view.contracts):
        s.wanted[contract] = 0
        for half in range(2):
            s.own[2 * contract + half] = 0
            s.given[2 * contract + half] = 0
            s.lost[2 * contract + half] = 0
    for call in range(view.calls):
        if is_open(view, call):
            s.wanted[view.contract_of[call]] = 1
    for half in range(2):
        s.drawn[half] = 0


@kernel()
def play_contract(view, s, house, policy):
    """Play a contract out in the world that is drawn, the own seat calling it."""
    ahead = s.ahead
    for seat in range(4):
        s.hands.of[seat] = s.world[seat]
    reset(ahead, house, s.hands, view.seat if view.caller_leads else view.forehand, view.seat)
    if ahead.modes[0] == CHOOSE:
        choose_by_rule(ahead, s.hands)
    start_trick(ahead, s.hands)
    play_out(ahead, s.hands, s.brain, policy)


@kernel()
def write_down(view, s, at):
    """Add what the deal that was played out writes, as `jasssim.game.writing` has it, no Weis."""
    ahead = s.ahead
    seat = view.seat
    tricks = ahead.tricks[seat] + ahead.tricks[(seat + 2) & 3]
    own = taken_points(ahead, seat, (seat + 2) & 3)
    other = taken_points(ahead, (seat + 1) & 3, (seat + 3) & 3)
    shuns = ahead.goal == AVOID
    counted = other if shuns else own
    if tricks == (0 if shuns else 9):
        counted = view.match + counted * view.match_adds
    if tricks != (9 if shuns else 0):
        s.own[at] += (counted + view.added) // view.unit
    elif view.counter and not shuns:
        s.lost[at] += 1
        s.given[at] += (view.match + other * view.match_adds + view.added) // view.unit


@kernel()
def forecast(view, memo, worlds, policy):
    """Play all contracts that may be called out in so many worlds.

    Parameters
    ----------
    view : CALL record
        The decision.
    memo : int64 array
        Memory of a caller that declares ``samples=True``, the weights as its data, and `SCRATCH`.
    worlds : int
        How many.
    policy : int
        Who plays: `jasssim.engine.playout.RULE` or `FITTED`.

    Returns
    -------
    FORECAST record
        With the sums over the worlds.
    """
    s = forecast_in(memo, HOUSE_WORDS * view.contracts)
    begin(view, s)
    for number in range(worlds):
        s.ahead.seat = view.seat
        s.ahead.hand = view.hand
        sample(s.ahead, s.worlds, view.noise, number, s.world)
        half = number & 1
        s.drawn[half] += 1
        for contract in range(view.contracts):
            if s.wanted[contract]:
                play_contract(view, s, house_in(memo, HOUSE_WORDS * contract), policy)
                write_down(view, s, 2 * contract + half)
    return s


@kernel()
def written(view, s, call, half):
    """Written points that a call brings by a half of the worlds, less what it gives the others.

    A row that the others' counter-match fills is lost to them: its mean is taken off.
    """
    at = 2 * view.contract_of[call] + half
    place = view.row_of[call]
    given = np.float64(s.given[at])
    if view.counter == OPEN_ROW and view.other_made[place] == OPEN:
        given -= s.lost[at] * view.means[place]
    return (s.own[at] - given) / s.drawn[half]


@kernel()
def gain(view, tables, s, call, half, prior, reserve):
    """Chart points that a call gains over what its row is kept for, by a half of the worlds.

    Parameters
    ----------
    prior : float
        How many worlds the forecast of the tables counts like.
    reserve : float
        What the row is kept for: so many standard deviations over its mean.
    """
    place = view.row_of[call]
    seen = s.drawn[half]
    value = seen * written(view, s, call, half) + prior * worth(view, tables, call)
    kept_for = view.means[place] + reserve * view.spreads[place]
    return view.factors[place] * (value / (seen + prior) - kept_for)


@kernel()
def cross_fit(view, tables, s, prior, reserve):
    """The best call by all worlds; `s.value` is what the best ones of the halves gain.

    The best call of the even worlds is valued by the odd ones, that of the odd worlds by the
    even ones, and the two values are averaged: neither owes anything to the luck by which its
    call was chosen. Where both halves agree, that is the mean of all worlds.
    """
    chosen = PASS
    best, first, second = 0.0, 0.0, 0.0
    for call in range(view.calls):
        if is_open(view, call):
            even = gain(view, tables, s, call, 0, prior, reserve)
            odd = gain(view, tables, s, call, 1, prior, reserve)
            if chosen == PASS or even > first:
                first = even
                s.choice[0] = call
            if chosen == PASS or odd > second:
                second = odd
                s.choice[1] = call
            if chosen == PASS or even + odd > best:
                best = even + odd
                chosen = call
    s.value = 0.5 * (
        gain(view, tables, s, s.choice[0], 1, prior, reserve)
        + gain(view, tables, s, s.choice[1], 0, prior, reserve)
    )
    return chosen
