"""Kernels that make the view of a seat after some given cards."""

from __future__ import annotations

from numba import types

from ..game.orders import CHOOSE
from . import kernel
from .bits import DECK, NONE
from .order import natural_order, playing_order
from .play import keep_rules, open_modes, reset
from .replay import (
    DONE,
    HIDDEN,
    HOUSES,
    ILLEGAL,
    NO_BLOCK,
    NUMBERS,
    STOP_CARD,
    STOP_SEAT,
    VIEWS,
    WORDS,
    give_block,
    lay_given,
)
from .trick import lay, legal_cards, start_trick, take


@kernel()
def deal_in(view, hands, deal, seat, card, legal):
    """Give a seat whose hand is not known the card it plays next, if it may hold it."""
    if deal[seat] != NONE:
        return True
    free = DECK & ~(view.gone | view.cannot[seat])
    for other in range(4):
        free &= ~hands.of[other]
    legal[0] = natural_order(free, view.trump)
    hands.of[seat] |= playing_order(card, view.trump) & free
    return hands.of[seat] != NONE


@kernel()
def begin_trick(view, hands, blocks, used, last):
    """Begin a trick, or on the last card stop before a block of 3×3 that is not given.

    Returns
    -------
    int
        How many given blocks are used up now, -1 where one is missing or not free.
    """
    if view.modes[view.trick] == CHOOSE:
        given = give_block(view, blocks, used)
        if given < 0 and last and used == blocks.shape[0]:
            view.place = 0
            view.choices = open_modes(view)
            return used
        if given < 0:
            return -1
        used = given
    start_trick(view, hands)
    return used


@kernel()
def show_to(view, hands, seat):
    """Make a view what a seat sees; cards are legal only for the seat to move."""
    mover = (view.leader + view.place) & 3
    view.seat = mover if seat < 0 else seat
    view.hand = hands.of[view.seat]
    view.legal = NONE
    if view.choices == 0 and view.seat == mover:
        view.legal = legal_cards(view, view.hand)


@kernel(
    types.int64(
        HOUSES, VIEWS, HIDDEN, types.int64, types.int64, types.int64, WORDS, WORDS, NUMBERS,
        NUMBERS, WORDS,
    )
)  # fmt: skip
def view_after(houses, scratch, hidden, leader, caller, seat, deal, cards, blocks, state, legal):
    """Make the view of a seat after some given cards, each checked.

    Parameters
    ----------
    houses, scratch, hidden : arrays of HOUSE, VIEW, HANDS, shape (1,)
        The contract under its house rules; out: the view; room to work in.
    leader, caller : int
        Seat that leads the first trick, calling seat.
    seat : int
        Who sees, -1 for the seat to move.
    deal : uint64 array, shape (4,)
        Hands by seat at the beginning, natural order; 0 for one that is not known.
    cards : uint64 array, shape (0 to 35,)
        Cards in playing order as sets in natural order.
    blocks : int64 array
        Codes of the modes that are chosen in play. After the last of them, and of the cards,
        the view may be one in which a block is to be chosen.
    state, legal : int64 and uint64 arrays
        Out: as `replay_deal`.

    Returns
    -------
    int
        `DONE`, `ILLEGAL` or `NO_BLOCK`.
    """
    view, hands, house = scratch[0], hidden[0], houses[0]
    for i in range(4):
        hands.of[i] = deal[i]
    reset(view, house, hands, leader, caller)
    used = 0
    laid = cards.shape[0]
    for place in range(laid + 1):
        state[STOP_CARD] = place
        if place & 3 == 0:
            if place > 0:
                take(view)
            used = begin_trick(view, hands, blocks, used, place == laid)
            if used < 0:
                return NO_BLOCK
        if place < laid:
            mover = (view.leader + view.place) & 3
            state[STOP_SEAT] = mover
            if not deal_in(view, hands, deal, mover, cards[place], legal):
                return ILLEGAL
            if not lay_given(view, hands, cards, place, state, legal):
                return ILLEGAL
    show_to(view, hands, seat)
    return DONE


@kernel(
    types.void(HOUSES, VIEWS, HIDDEN, types.int64, types.int64, types.int64, types.uint64, WORDS)
)
def view_of_mover(houses, scratch, hidden, leader, caller, seat, hand, cards):
    """Make the view of the seat to move, when of the hands only its own is known.

    The cards played are not checked: another table's rules may have allowed them.

    Parameters
    ----------
    houses, scratch, hidden : arrays of HOUSE, shape (2,), of VIEW, HANDS, shape (1,)
        The contract under the rules that say what is legal now, and under those that say what
        an earlier card proves; out, the view; room to work in.
    leader, caller : int
        Seat that leads the first trick, and calling seat.
    seat : int
        Seat whose hand is known.
    hand : uint64
        The cards that it still holds, natural order.
    cards : uint64 array, shape (0 to 35,)
        Cards played as sets in natural order.
    """
    view, hands = scratch[0], hidden[0]
    for other in range(4):
        hands.of[other] = NONE
    hands.of[seat] = hand
    reset(view, houses[1], hands, leader, caller)
    laid = 0
    for _ in range(cards.shape[0] // 4 + 1):
        start_trick(view, hands)
        while view.place < 4 and laid < cards.shape[0]:
            mover = (view.leader + view.place) & 3
            card = playing_order(cards[laid], view.trump)
            hands.of[mover] |= card  # what a seat plays it has held
            lay(view, hands, mover, card)
            laid += 1
        if view.place == 4:
            take(view)
    view.seat = (view.leader + view.place) & 3
    view.hand = hands.of[view.seat]
    keep_rules(view, houses[0])
    view.legal = legal_cards(view, view.hand)
