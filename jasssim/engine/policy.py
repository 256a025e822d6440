"""The rule policy: a good player without sampling, as a few set filters per decision.

One kernel for the bot ``rule``, for rollouts and for mass statistics. Each decision
narrows the legal cards by preferences; a preference that would leave nothing is skipped.
What holds in contracts that turn (Slalom, Guschti, 3×3) need not hold in others: there the bosses
of the other direction are worth keeping for its tricks. What each rule is worth, by duels, stands
in docs/bots.md.
"""

from __future__ import annotations

import numpy as np

from ..game.orders import UNDENUFE
from . import kernel
from .bits import NONE, U64, count, highest, lowest
from .order import natural_order, playing_order, suit_lane
from .policy_alone import play_alone
from .policy_avoid import play_avoid
from .sense import (
    AT_LEAST_8,
    AT_LEAST_10,
    AT_LEAST_11,
    beating,
    bosses,
    cheapest,
    dear,
    dearest,
    kept,
    may_hold,
    points,
    prefer,
    reach,
    stays_constant,
    strongest,
    suit_counts,
    suits_of,
    tops,
    turns,
    turns_next,
    unseen,
    weakest,
)
from .view import ALONE, AVOID, LOW

TRUMPS_TO_LEAD = 2
"""With so many the caller draws trumps; a single one is kept to ruff."""

RUFF_LAST, RUFF_EARLY = 8, 10
NELL_BIT = U64(0x0080008000800080)


@kernel()
def rule_card(view):
    """The card that the rule policy plays, as a set."""
    if view.goal == AVOID:
        return play_avoid(view)
    if view.goal == ALONE or view.goal == LOW:
        return play_alone(view)
    if view.place == 0:
        return lead_side(view, view.legal) if view.trump == NONE else lead_with_trump(view)
    return follow_side(view) if view.trump == NONE else follow_with_trump(view)


@kernel()
def lead_side(view, cards):
    """Lead without trump: cash bosses, else a low card of a suit that the partner may have."""
    seat = view.seat
    partner = (seat + 2) & 3
    others = unseen(view)
    turning = turns(view)
    good = cards & bosses(view.hand, others, view.down)
    if good != NONE:
        if turning:
            good = prefer(good, ~bosses(view.hand, others, 1 - view.down))
        else:
            good = prefer(good, view.has_led[partner])
        if not turning or turns_next(view):
            good = suit_counts(view.hand, good, True)
        return strongest(view, dearest(view, good))
    cards = prefer(cards, suits_of(may_hold(view, partner)))
    cards = prefer(cards, ~view.has_thrown[partner])
    cards = prefer(cards, view.has_led[partner])
    cards = prefer(cards, ~kept(view, others))
    if turning:
        cards = prefer(cards, ~(view.has_led[(seat + 1) & 3] | view.has_led[(seat + 3) & 3]))
        cards = prefer(cards, ~dear(view, AT_LEAST_8))
    cards = suit_counts(view.hand, cards, True)
    return weakest(view, cheapest(view, cards) if turning else cards)


@kernel()
def lead_with_trump(view):
    """Lead with a trump in force: draw trumps if the own team called, else a side card."""
    seat = view.seat
    trump = view.trump
    others = unseen(view)
    enemies = may_hold(view, (seat + 1) & 3) | may_hold(view, (seat + 3) & 3)
    own = view.hand & trump
    if enemies & trump != NONE and own != NONE:
        ours = (seat ^ view.caller) & 1 == 0
        boss = bosses(own, others & trump, 0) != NONE
        if ours and boss and (seat == view.caller or count(own) > 1):
            return highest(own)
        if seat == view.caller and count(own) >= TRUMPS_TO_LEAD:
            return lowest(cheapest(view, prefer(own, ~NELL_BIT)))
    side = view.hand & ~trump
    if side == NONE:
        return lowest(own)
    if enemies & trump != NONE and own != NONE:
        return weakest(view, cheapest(view, side))
    best = bosses(side, others, 0)
    side = prefer(side, best | ~dear(view, AT_LEAST_10) | dear(view, AT_LEAST_11))
    near = side & ~reach(others & ~tops(others, 0), 0)  # at most one stronger card unseen
    if near != NONE:
        return strongest(view, suit_counts(view.hand, near, False))
    return strongest(view, side)


@kernel()
def follow_side(view):
    """Follow in a trick without trump."""
    seat = view.seat
    legal = view.legal
    winners = beating(view, legal)
    after = may_hold(view, (seat + 1) & 3) if view.place < 3 else NONE
    danger = beating(view, after)
    partner_best = view.place >= 2 and view.best_place == view.place - 2
    turning = turns(view)
    others = unseen(view)
    keep = kept(view, others)
    if partner_best and danger == NONE and not (turning and stays_constant(view)):
        return smear(view, legal, keep)
    sure = winners if view.place == 3 else winners & ~reach(after & view.led, view.down)
    if sure != NONE:
        if view.place == 3:
            sure = prefer(sure, ~keep)
        return weakest(view, dearest(view, sure))
    if view.place == 2 and winners != NONE and not (partner_best and turning):
        return strongest(view, winners)
    if partner_best and count(beating(view, others)) <= 1:
        return smear(view, legal, keep)
    return throw(view, legal, keep)


@kernel()
def follow_with_trump(view):
    """Follow in a trick with a trump in force."""
    seat = view.seat
    trump = view.trump
    legal = view.legal
    after = may_hold(view, (seat + 1) & 3) if view.place < 3 else NONE
    partner_best = view.place >= 2 and view.best_place == view.place - 2
    others = unseen(view)
    keep = kept(view, others)
    if partner_best and (view.place == 3 or beating(view, after) == NONE):
        return smear(view, legal, keep)
    winners = beating(view, legal)
    if view.led != trump and legal & ~trump != NONE:
        on_table = points(view, view.table[0] | view.table[1] | view.table[2])
        wanted = RUFF_LAST if view.place == 3 else RUFF_EARLY
        if on_table < wanted or partner_best:
            winners &= ~trump
        elif view.place < 3 and winners & trump != NONE:
            return lowest(winners & trump)
    winners = prefer(winners, ~trump)
    if view.place == 3 and winners != NONE:
        return weakest(view, dearest(view, prefer(winners, ~keep)))
    if view.led != trump and winners & trump == NONE:
        winners &= bosses(view.hand, others, 0)
    elif partner_best or (view.place == 1 and not turns(view)):
        winners = NONE
    return strongest(view, winners) if winners != NONE else throw(view, legal, keep)


@kernel()
def smear(view, cards, keep):
    """Give points to a trick that the partner takes."""
    cards = prefer(cards, ~view.trump)
    cards = prefer(cards, ~keep)
    return weakest(view, dearest(view, cards))


@kernel()
def throw(view, cards, keep):
    """Give away as little as possible."""
    cards = prefer(cards, ~view.trump)
    cards = prefer(cards, ~keep)
    cards = prefer(cards, ~dear(view, AT_LEAST_10))
    if turns(view):
        cards = prefer(cards, ~suits_of(bosses(view.hand, unseen(view), view.down)))
    cards = cheapest(view, cards)
    if cards & view.led == NONE:
        cards = suit_counts(view.hand, cards, False)
    return weakest(view, cards)


@kernel()
def block_choice(view):
    """The mode of the coming block of 3×3, a code: where the hand has most sure tricks."""
    hand = natural_order(view.hand, view.trump)
    others = natural_order(unseen(view), view.trump)
    chosen = np.int64(-1)
    best = np.int64(-1)
    for mode in range(6):
        trump = suit_lane(mode)
        own = playing_order(hand, trump)
        rest = playing_order(others, trump)
        good = bosses(own, rest, np.int64(mode == UNDENUFE))
        score = 2 * count(good) + 2 * count(own & trump) + count(good & trump)
        if (view.choices >> mode) & 1 and score > best:
            best = score
            chosen = mode
    return chosen
