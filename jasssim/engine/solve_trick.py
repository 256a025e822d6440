"""What the search does at the beginning, during and at the end of a trick without searching."""

from __future__ import annotations

import numpy as np

from . import kernel
from .bits import NONE, ONE, U64, lowest_index
from .order import natural_order, playing_order
from .solve_bounds import cash, top_trumps
from .solve_order import PLACE_BITS, PLACE_MASK, beaters, lane_at, list_moves
from .solve_state import ONE_TRUMP, PLACES, PLANES, TRICKS, WIDTH, most_left, sum_of
from .solve_table import high_of, key_of, look_up, low_of, move_of

NOTHING, TOO_MUCH = -1, 1 << 20
"""Values that every other one is better, or worse, than."""


@kernel()
def held(state):
    """All cards that are still held."""
    return state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3]


@kernel()
def reorder(state, old, new):
    """Put the hands into the playing order of another trump."""
    for seat in range(4):
        state.hands[seat] = playing_order(natural_order(state.hands[seat], old), new)


@kernel()
def bounded(state, at, leader, left, low, high, rem):
    """Bounds narrowed by what the leader's team, or the one with the top trumps, is sure of."""
    if not state.turned and state.kind[at]:
        sure = cash(state, at, leader, left, rem)
        if leader & 1 == state.counted:
            low = sure if sure > low else low
        else:
            high = rem - sure if rem - sure < high else high
        if state.kind[at] == ONE_TRUMP:
            sure, team = top_trumps(state, at, left, rem)
            if team == state.counted:
                low = sure if sure > low else low
            else:
                high = rem - sure if rem - sure < high else high
    return low, high


@kernel()
def last_trick(state, at, leader):
    """Points of the counted team in a last trick, which plays itself."""
    led = NONE
    best = NONE
    cards = NONE
    winner = leader
    trump, down = state.trump[at], state.down[at]
    for step in range(4):
        seat = (leader + step) & 3
        card = state.hands[seat]
        cards |= card
        if step == 0:
            led = lane_at(lowest_index(card))
            best = card
        elif card & beaters(best, led, trump, down) != NONE:
            best = card
            winner = seat
    if winner & 1 != state.counted:
        return 0
    return sum_of(state.planes, PLANES * at, cards) + state.bonus + state.per_trick


@kernel()
def peek(
    state, table, at, plan, ply, number, seat, winner, taking, laid, on_table, want, most
):  # fmt: skip
    """What the table knows of the tricks that a trick's last cards would start.

    Returns
    -------
    int
        A value that decides the ply, `NOTHING` if none does.
    """
    others = held(state)
    same = state.other[at] == at  # one table counts to the end
    rem = most_left(state, at, others | laid)
    for j in range(number):
        place = (state.moves[WIDTH * ply + j] >> PLACE_BITS) & PLACE_MASK
        card = ONE << U64(place)
        leader = seat if card & taking != NONE else winner
        points = on_table + np.int64(state.value[PLACES * at + place]) + state.per_trick
        own = points if leader & 1 == state.counted else 0
        present = others ^ card
        low, high = 0, rem - points if same else most_left(state, at + 1, present)
        if 0 < want - own <= high:
            entry = look_up(table, key_of(state, present, leader, plan), state.generation)
            if entry == NONE:
                continue
            low, high = low_of(entry), high_of(entry)
        if most and low >= want - own:
            return own + low
        if not most and high < want - own:
            return own + high
    return NOTHING


@kernel()
def apart(state, trick, place, other):
    """How many points lie between two cards in a trick of a plan."""
    base = PLACES * trick
    return abs(np.int64(state.value[base + place]) - np.int64(state.value[base + other]))


@kernel()
def skipped(state, at, run, place, most, want):
    """A bound by an alike card that was tried, or `NOTHING` if the card has to be tried."""
    tried = state.tried[run]
    # While a block is open, so is how far apart two cards are.
    if tried < 0 or state.open[at]:
        return NOTHING
    most_apart = apart(state, at, place, tried)
    # Only suits whose order stays have runs, so a place is the same card in every trick.
    if state.other[at] != at:
        most_apart = max(most_apart, apart(state, state.other[at], place, tried))
        most_apart = max(most_apart, apart(state, state.third[at], place, tried))
    if most:
        bound = state.worth[run] + most_apart
        return bound if bound < want else NOTHING
    bound = state.worth[run] - most_apart
    return bound if bound >= want else NOTHING


@kernel()
def count_pending(state, trick, winner, sign):
    """Add a trick's points by each trump that may still be chosen, or take them away."""
    if winner & 1 == state.counted:
        for suit in range(4):
            points = sum_of(state.suit_planes, PLANES * suit, trick)
            state.so_far[suit] += sign * (points + state.per_trick)


@kernel()
def enter(state, table, at, plan, leader, left, want):
    """What is known at the beginning of a trick without playing it.

    Returns
    -------
    answer, low, high, hint : int
        A bound that answers the question or `NOTHING`; bounds; the table's best card.
    key : uint64
        The position's key.
    """
    present = held(state)
    rem = most_left(state, at, present)
    key = NONE
    if want <= 0:
        return 0, 0, rem, NOTHING, key
    if want > rem:
        return rem, 0, rem, NOTHING, key
    key = key_of(state, present, leader, plan)
    entry = look_up(table, key, state.generation)
    low, high, hint = 0, rem, NOTHING
    if entry != NONE:
        low, high, hint = low_of(entry), high_of(entry), move_of(entry)
    if low < want <= high:
        low, high = bounded(state, at, leader, left, low, high, rem)
    answer = NOTHING
    if low >= want:
        answer = low
    elif high < want:
        answer = high
    return answer, low, high, hint, key


@kernel()
def list_or_answer(
    state, table, at, plan, pos, seat, left, legal, laid, led, best, winner, over,
    taking, on_table, want, most, hint,
):  # fmt: skip
    """Moves of a ply, listed in the state, and an answer that needs none of them or `NOTHING`."""
    ply = 4 * (TRICKS - left) + pos
    if pos and legal & (legal - ONE) == NONE:
        state.moves[WIDTH * ply] = lowest_index(legal) << PLACE_BITS
        state.tried[WIDTH * ply] = NOTHING
        return 1, NOTHING
    killer = np.int64(state.killer[slot_of(ply, seat, pos, best)])
    number, runs = list_moves(
        state, at, ply, pos, seat, legal, laid, led, best, (winner ^ seat) & 1 == 0,
        over, on_table, killer, hint,
    )  # fmt: skip
    for run in range(runs):
        state.tried[WIDTH * ply + run] = NOTHING
    answer = NOTHING
    if pos == 3 and left > 2 and number > 1 and state.plain[at]:
        answer = peek(
            state, table, at, plan, ply, number, seat, winner, taking, laid, on_table, want, most
        )
    return number, answer


@kernel()
def slot_of(ply, seat, pos, best):
    """Place of a ply's killer move."""
    return PLACES * (4 * ply + seat) + (lowest_index(best) if pos else 0)


@kernel()
def end_trick(state, at, left, trick, winner, on_table):
    """Points that a full trick brings the counted team, hands put into the next trick's order."""
    if not state.plain[at]:
        if state.pending:
            count_pending(state, trick, winner, 1)
        reorder(state, state.trump[at], state.trump[at + 1])
    if state.pending or winner & 1 != state.counted:
        return 0
    return on_table + state.per_trick + (state.bonus if left == 1 else 0)


@kernel()
def reopen_trick(state, at, trick, winner):
    """Undo what `end_trick` changed."""
    if not state.plain[at]:
        reorder(state, state.trump[at + 1], state.trump[at])
        if state.pending:
            count_pending(state, trick, winner, -1)


@kernel()
def better(value, found, most):
    """The better of two values for who decides."""
    if most:
        return found if found > value else value
    return found if found < value else value


@kernel()
def decides(value, want, most):
    """Whether a value answers the question, so that no other move is needed."""
    return value >= want if most else value < want
