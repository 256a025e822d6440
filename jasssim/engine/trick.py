"""The rules of one trick: which cards are legal, which card wins, what a card proves."""

from __future__ import annotations

import numpy as np

from ..game.orders import OPEN, PLAIN, UNDENUFE
from . import kernel
from .bits import EVERY, NONE, ONE, lane_of, lowest_index, when
from .order import TRUMP_PUUR, playing_order, set_order, suit_lane
from .view import DOWN, TRUMP, UP


@kernel()
def start_trick(view, hands):
    """Clear the table for a trick whose mode is known."""
    mode = view.modes[view.trick]
    trump = suit_lane(mode)
    if trump != view.trump:
        set_order(view, hands, trump)
    view.mode = mode
    view.down = np.int64(mode == UNDENUFE)
    view.over = trump
    view.place = 0
    view.led = NONE
    view.best = NONE
    view.best_place = 0
    view.best_key = 0
    for i in range(4):
        view.table[i] = NONE


@kernel()
def legal_cards(view, hand):
    """Cards of a hand that may be played to the trick on the table."""
    return allowed(view, hand, view.led, view.trump, view.over)


@kernel()
def allowed(view, hand, led, trump, over):
    """Cards of a hand that may be played by the view's rules.

    Parameters
    ----------
    led, trump, over : uint64
        As in `VIEW`: the led suit, the trump suit, and trumps stronger than all on the table.
    """
    if led == NONE:
        return hand
    if trump == NONE:
        follow = hand & led
        return follow if follow != NONE else hand
    trumps = hand & trump & (over | view.any_trump)
    # On a trump lead the bare Puur stays free: without it there is nothing to follow with.
    base = hand & led & ~(trump & TRUMP_PUUR & view.exempt)
    base |= hand & ~trump & ~view.no_side & when(base == NONE)
    stuck = hand & ~(~trumps & view.must_beat & when(trumps != NONE))
    return ((base | trumps) & when(base != NONE)) | (stuck & when(base == NONE))


@kernel()
def strength(card, led, trump, down):
    """Strength of a card in a trick, int64; 0 if it neither follows suit nor trumps."""
    rank = lowest_index(card) & 15
    counts = np.int64(card & (led | trump) != NONE)
    return (9 - rank if down else 1 + rank) * counts + 32 * np.int64(card & trump != NONE)


@kernel()
def prove(view, seat, card):
    """Note what a card that was not led shows: cards its seat cannot hold."""
    led = view.led
    trump = view.trump
    astray = when(card & (led | trump) == NONE)
    view.cannot[seat] |= led & ~(trump & TRUMP_PUUR & view.exempt) & astray
    view.has_thrown[seat] |= lane_of(card) & astray
    under = card & trump & ~view.over & ~led
    if under != NONE and view.any_trump == NONE:
        # Only those may undertrump who have nothing better, by the house's rule.
        view.cannot[seat] |= led if view.no_side != NONE else EVERY & ~trump
        view.cannot[seat] |= view.over & view.must_beat


@kernel()
def make_trump(view, hands, seat, card):
    """Molotow: a card that does not follow makes its suit trump.

    Returns
    -------
    uint64
        The card in the order that is now in force.
    """
    view.cannot[seat] |= view.led
    mode = lowest_index(card) >> 4
    view.trump_mode = mode
    for i in range(9):
        view.values[i] = mode
        if i > view.trick or (i == view.trick and not view.late):
            view.modes[i] = mode
    if view.late:
        return card
    trump = suit_lane(mode)
    set_order(view, hands, trump)
    view.mode = mode
    view.over = trump
    return playing_order(card, trump)


@kernel()
def lay(view, hands, seat, card):
    """Lay a seat's card on the table and take it out of its hand."""
    if view.place == 0:
        view.led = lane_of(card)
        view.leader = seat
        view.leaders[view.trick] = seat
        view.has_led[seat] |= view.led
    else:
        if view.mode == OPEN and view.values[8] == PLAIN and card & view.led == NONE:
            card = make_trump(view, hands, seat, card)
        prove(view, seat, card)
    hands.of[seat] ^= card
    place = view.place
    view.table[place] = card
    view.gone |= card
    view.played[seat] |= card
    view.history[4 * view.trick + place] = lowest_index(card)
    key = strength(card, view.led, view.trump, view.down)
    better = key > view.best_key
    view.best_key = key if better else view.best_key
    view.best = card if better else view.best
    view.best_place = place if better else view.best_place
    view.over &= ~((card | (card - ONE)) & when(card & view.trump != NONE))
    view.place = place + 1


@kernel()
def take(view):
    """Give the full trick to its winner, who leads the next one."""
    winner = (view.leader + view.best_place) & 3
    kind = DOWN if view.down else UP
    if view.trump != NONE:
        kind = TRUMP
    cards = view.table[0] | view.table[1] | view.table[2] | view.table[3]
    view.taken[3 * winner + kind] |= cards
    view.tricks[winner] += 1
    view.leader = winner
    view.trick += 1
