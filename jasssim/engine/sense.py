"""What a seat can tell from its view: who may hold what, which cards are good, what counts.

Strength goes by direction: in a downward trick the lowest bit is the strongest card.
"""

from __future__ import annotations

import numpy as np

from ..game.cards import DECK as ALL_CARDS
from ..game.cards import card_bit
from ..game.orders import OBENABE, PLAIN, TABLES, TRUMP_ORDER, UNDENUFE, card_values
from . import kernel
from .bits import DECK, LANE, NONE, ONE, U64, count, highest_index, lowest, lowest_index, when
from .order import playing_order, suit_lane

BY1, BY2, BY4 = U64(1), U64(2), U64(4)
CLASS_VALUES = (20, 14, 11, 10, 8, 4, 3, 2, 0)
UP_KIND, DOWN_KIND, SIDE_KIND, TRUMP_BY_RANK, TRUMP_BY_STRENGTH = range(5)


def _class_masks() -> np.ndarray:
    """Sets of the cards of each value, shape (kind, class); see `value_class`."""
    tables = (OBENABE, UNDENUFE, PLAIN)
    masks = [[sum(card_bit(c) for c in ALL_CARDS if card_values(t)[c] == v) for v in CLASS_VALUES]
             for t in tables]  # fmt: skip
    in_suit = card_values(TABLES.index("E"))[:9]
    for places in (range(9), TRUMP_ORDER):
        lanes = [sum(1 << places[r] for r in range(9) if in_suit[r] == v) for v in CLASS_VALUES]
        masks.append([lane * 0x0001000100010001 for lane in lanes])
    array = np.array(masks, np.uint64)
    array.setflags(write=False)
    return array


def _card_values() -> np.ndarray:
    """What a card of each place in its suit counts, shape (kind, 9); see `value_class`."""
    table = np.zeros((len(CLASSES), 9), np.int64)
    for kind, masks in enumerate(CLASSES):
        for value, mask in zip(CLASS_VALUES, masks, strict=True):
            for place in range(9):
                if int(mask) >> place & 1:
                    table[kind, place] = value
    table.setflags(write=False)
    return table


CLASSES = _class_masks()
CARD_VALUES = _card_values()
UP_TO = np.bitwise_or.accumulate(CLASSES, axis=1)
UP_TO.setflags(write=False)
AT_LEAST_11, AT_LEAST_10, AT_LEAST_8 = 2, 3, 4
"""Numbers of the classes from which down all cards count at least so much."""


@kernel()
def unseen(view):
    """Cards that the seat to move neither holds nor has seen played."""
    return DECK & ~(view.gone | view.hand)


@kernel()
def may_hold(view, seat):
    """Unseen cards that another seat may still hold, by what it has shown."""
    return DECK & ~(view.gone | view.hand | view.cannot[seat])


@kernel()
def fill_down(cards):
    """In each suit the highest card of a set and all lower ones."""
    cards |= cards >> BY1
    cards |= cards >> BY2
    cards = (cards | (cards >> BY4)) & DECK
    return (cards | (cards >> BY1)) & DECK


@kernel()
def fill_up(cards):
    """In each suit the lowest card of a set and all higher ones."""
    cards |= cards << BY1
    cards |= cards << BY2
    cards = (cards | (cards << BY4)) & DECK
    return (cards | (cards << BY1)) & DECK


@kernel()
def reach(cards, down):
    """In each suit the strongest card of a set and all weaker ones."""
    return fill_up(cards) if down else fill_down(cards)


@kernel()
def bosses(hand, others, down):
    """Cards of a hand that no card of the others beats in their suit."""
    return hand & ~reach(others, down)


@kernel()
def tops(cards, down):
    """The strongest card of a set in each suit."""
    weaker = (cards << BY1) if down else (cards >> BY1)
    return cards & ~reach(weaker & DECK, down)


@kernel()
def beating(view, cards):
    """Cards of a set that would take the trick as it lies; all of them on the lead."""
    best = view.best
    if best == NONE:
        return cards
    stronger = (best - ONE) if view.down else ~(best | (best - ONE))
    own = cards & view.led & stronger
    if view.trump == NONE:
        return own
    if best & view.trump != NONE:
        return cards & view.trump & ~(best | (best - ONE))
    return own | (cards & view.trump)


@kernel()
def by_rank(cards):
    """Ranks of a set's cards, all suits together, as nine bits."""
    folded = cards | (cards >> U64(32))
    return (folded | (folded >> U64(16))) & LANE


@kernel()
def rank_cards(cards, rank):
    """Cards of a set that have the given place in their suit."""
    return cards & (U64(0x0001000100010001) << U64(rank))


@kernel()
def strongest(view, cards):
    """The strongest card of a set by rank in the trick's direction, trump before others."""
    trumps = cards & view.trump
    if trumps != NONE:
        return ONE << U64(highest_index(trumps))
    ranks = by_rank(cards)
    return lowest(rank_cards(cards, lowest_index(ranks) if view.down else highest_index(ranks)))


@kernel()
def weakest(view, cards):
    """The weakest card of a set by rank in the trick's direction, trump after others."""
    side = cards & ~view.trump
    if side == NONE:
        return lowest(cards)
    ranks = by_rank(side)
    return lowest(rank_cards(side, highest_index(ranks) if view.down else lowest_index(ranks)))


@kernel()
def by_value(view, masks, number):
    """Cards of one column of a table of masks, by this trick's values, in playing order."""
    table = view.values[view.trick]
    side = np.int64(SIDE_KIND)
    if table == OBENABE:
        side = np.int64(UP_KIND)
    elif table == UNDENUFE:
        side = np.int64(DOWN_KIND)
    valued = suit_lane(table)
    inside = TRUMP_BY_STRENGTH if valued == view.trump else TRUMP_BY_RANK
    others = masks[side, number] & ~valued
    if view.trump & ~valued != NONE:  # trumps lie by strength, but count like other suits
        others = playing_order(others, view.trump)
    return others | (masks[inside, number] & valued)


@kernel()
def value_class(view, number):
    """Cards that count `CLASS_VALUES[number]` in this trick, as a set in playing order."""
    return by_value(view, CLASSES, number)


@kernel()
def dear(view, number):
    """Cards that count at least `CLASS_VALUES[number]` in this trick."""
    return by_value(view, UP_TO, number)


@kernel()
def dearest(view, cards):
    """The cards of a set that count most."""
    for number in range(9):
        found = cards & value_class(view, number)
        if found != NONE:
            return found
    return cards


@kernel()
def cheapest(view, cards):
    """The cards of a set that count least."""
    for number in range(8, -1, -1):
        found = cards & value_class(view, number)
        if found != NONE:
            return found
    return cards


@kernel()
def points(view, cards):
    """What a set of cards counts in this trick, int64."""
    total = np.int64(0)
    for number in range(8):
        total += CLASS_VALUES[number] * count(cards & value_class(view, number))
    return total


@kernel()
def suit_counts(hand, candidates, longest):
    """Candidates in the suit where the hand is longest (or shortest), among their suits."""
    best = np.int64(-1)
    chosen = candidates
    for suit in range(4):
        lane = LANE << U64(16 * suit)
        here = candidates & lane
        length = count(hand & lane)
        key = length if longest else 9 - length
        better = here != NONE and key > best
        best = key if better else best
        chosen = here if better else chosen
    return chosen


@kernel()
def suits_of(cards):
    """All nine cards of every suit that a set has a card of."""
    return fill_up(fill_down(cards))


@kernel()
def prefer(cards, wish):
    """Those of the cards that are wished for, or all of them where none is."""
    wished = cards & wish
    return wished if wished != NONE else cards


@kernel()
def turns(view):
    """Whether the contract is played in both directions, or may yet be."""
    return (view.ups != 0 and view.downs != 0) or (view.ups | view.downs) != 0x1FF


@kernel()
def turns_next(view):
    """Whether the next trick is played in the other direction than this one."""
    return view.trick < 8 and (view.downs >> (view.trick + 1)) & 1 != view.down


@kernel()
def stays_constant(view):
    """Whether every card counts the same in all tricks."""
    return view.values[0] == view.values[1] and view.values[0] == view.values[8]


@kernel()
def kept(view, others):
    """Bosses of the hand in the directions of the tricks to come."""
    up = when(view.ups >> (view.trick + 1) != 0)
    down = when(view.downs >> (view.trick + 1) != 0)
    return (up & bosses(view.hand, others, 0)) | (down & bosses(view.hand, others, 1))
