"""Kernels that lay given cards by the engine's own rules: one trick, or a whole deal."""

from __future__ import annotations

from numba import types

from ..game.orders import CHOOSE
from . import kernel
from .bits import EVERY, NONE, ONE, U64, count, lowest
from .order import natural_order, playing_order, suit_lane
from .play import open_modes, reset, set_block
from .trick import lay, legal_cards, start_trick, take
from .view import HANDS_TYPE, HOUSE_TYPE, TRUMP, VIEW_TYPE

HOUSES = types.Array(HOUSE_TYPE, 1, "C")
VIEWS = types.Array(VIEW_TYPE, 1, "C")
HIDDEN = types.Array(HANDS_TYPE, 1, "C")
WORDS = types.uint64[::1]
NUMBERS = types.int64[::1]

DONE, ILLEGAL, NO_BLOCK = 0, 1, 2
"""How a replay ended: all 36 cards were laid; a card was illegal; a block of 3×3 was not
given or not free."""

LEADERS, WINNERS, PLAYED_MODES, TABLES = 0, 1, 2, 3
"""Rows of a replay's record of the nine tricks: leading seat, winning seat, code of the
mode, code of the value table by which the trick counts in the end."""

STOP_CARD, STOP_SEAT, FINAL_TRUMP, TRUMP_CARD = 0, 1, 2, 3
"""Places in a replay's state: number of the card and seat at which it stopped, code of the
trump suit (-1 without), and which of the 36 cards made trump (-1 for none)."""


@kernel()
def set_table(view, house, hands, trick, leader, cards, hand):
    """Lay the cards of one trick; the hand, in natural order, is the next seat's."""
    places = cards.shape[0]
    for seat in range(4):
        hands.of[seat] = NONE
    for place in range(places):
        hands.of[(leader + place) & 3] |= cards[place]
    if places < 4:
        hands.of[(leader + places) & 3] = hand
    reset(view, house, hands, leader, leader)
    view.trick = trick
    start_trick(view, hands)
    for place in range(places):
        seat = (leader + place) & 3
        lay(view, hands, seat, playing_order(cards[place], view.trump))


@kernel(types.uint64(HOUSES, VIEWS, HIDDEN, types.int64, WORDS, types.uint64))
def legal_on_table(houses, scratch, hidden, trick, cards, hand):
    """Legal cards of a hand when some cards lie on the table.

    Parameters
    ----------
    houses, scratch, hidden : arrays of HOUSE, VIEW, HANDS, shape (1,)
        The contract under its house rules; room to work in.
    trick : int
        Number of the trick.
    cards : uint64 array, shape (0 to 3,)
        Cards on the table as sets in natural order, the led card first.
    hand : uint64
        Cards of the next seat, natural order.
    """
    view, hands = scratch[0], hidden[0]
    set_table(view, houses[0], hands, trick, 0, cards, hand)
    legal = legal_cards(view, hands.of[cards.shape[0]])
    return natural_order(legal, view.trump)


@kernel(types.int64(HOUSES, VIEWS, HIDDEN, types.int64, WORDS))
def winning_place(houses, scratch, hidden, trick, cards):
    """Place in a full trick of the card that wins it; parameters as `legal_on_table`."""
    view = scratch[0]
    set_table(view, houses[0], hidden[0], trick, 0, cards, NONE)
    take(view)
    return view.leader


@kernel()
def give_block(view, blocks, used):
    """Set the coming block as given, or the only one that is left.

    Returns
    -------
    int
        How many given blocks are used up now, -1 if none was given or it is not free.
    """
    free = open_modes(view)
    if free & (free - 1) == 0:
        set_block(view, count(lowest(U64(free)) - ONE))
        return used
    if used == blocks.shape[0] or not (free >> blocks[used]) & 1:
        return -1
    set_block(view, blocks[used])
    return used + 1


@kernel()
def lay_given(view, hands, cards, place, state, legal):
    """Lay one of the 36 given cards; whether it was legal."""
    seat = (view.leader + view.place) & 3
    state[STOP_CARD] = place
    state[STOP_SEAT] = seat
    card = playing_order(cards[place], view.trump)
    allowed = legal_cards(view, hands.of[seat])
    legal[0] = natural_order(allowed, view.trump)
    if card & allowed == NONE:
        return False
    before = view.trump_mode
    lay(view, hands, seat, card)
    if view.trump_mode != before:
        state[TRUMP_CARD] = place
    return True


@kernel()
def note_results(view, rows, state, taken):
    """Write down what a finished deal came to, in natural order."""
    trump = suit_lane(view.trump_mode) if view.trump_mode >= 0 else NONE
    for k in range(12):
        order = trump & (EVERY if k % 3 == TRUMP else NONE)
        taken[k] = natural_order(view.taken[k], order)
    for trick in range(9):
        rows[LEADERS, trick] = view.leaders[trick]
        rows[PLAYED_MODES, trick] = view.modes[trick]
        rows[TABLES, trick] = view.values[trick]
    state[FINAL_TRUMP] = view.trump_mode


@kernel(
    types.int64(
        HOUSES, VIEWS, HIDDEN, types.int64, WORDS, WORDS, NUMBERS,
        types.int64[:, ::1], NUMBERS, WORDS, WORDS,
    )
)  # fmt: skip
def replay_deal(houses, scratch, hidden, leader, deal, cards, blocks, rows, state, taken, legal):
    """Lay 36 given cards, each checked.

    Parameters
    ----------
    houses, scratch, hidden : arrays of HOUSE, VIEW, HANDS, shape (1,)
        The contract under its house rules; room to work in.
    leader : int
        Seat that leads the first trick.
    deal : uint64 array, shape (4,)
        Hands by seat, natural order.
    cards : uint64 array, shape (36,)
        Cards in playing order as sets in natural order.
    blocks : int64 array
        Codes of the modes that are chosen in play, in order; the last may be left out.
    rows : int64 array, shape (4, 9)
        Out: leaders, winners, modes and value tables of the tricks.
    state : int64 array, shape (4,)
        Out: where the replay stopped, trump and the card that made it.
    taken : uint64 array, shape (12,)
        Out: cards taken, as `jasssim.engine.play.play_deals` gives them.
    legal : uint64 array, shape (1,)
        Out: what was legal where the replay stopped.

    Returns
    -------
    int
        `DONE`, `ILLEGAL` or `NO_BLOCK`.
    """
    view, hands, house = scratch[0], hidden[0], houses[0]
    for seat in range(4):
        hands.of[seat] = deal[seat]
    reset(view, house, hands, leader, leader)
    state[TRUMP_CARD] = -1
    used = 0
    for trick in range(9):
        state[STOP_CARD] = 4 * trick
        if view.modes[trick] == CHOOSE:
            used = give_block(view, blocks, used)
            if used < 0:
                return NO_BLOCK
        start_trick(view, hands)
        for place in range(4):
            if not lay_given(view, hands, cards, 4 * trick + place, state, legal):
                return ILLEGAL
        take(view)
        rows[WINNERS, trick] = view.leader
    note_results(view, rows, state, taken)
    return DONE
