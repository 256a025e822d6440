"""The fitted policy: the legal card with the highest linear score.

A score is a sum of whole-number weights times the features of `jasssim.engine.features`. Weights
differ by the contract's shape and by class of decision: phase of the deal, role in the trick,
side and situation. Sums are of whole numbers, so every machine plays the same card; of equal
cards the lowest place is played.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from ..game.orders import OBENABE, OPEN, UNDENUFE
from . import kernel
from .bits import NONE, ONE, U64, count, lowest
from .features import FEATURES, LOOK, Card, Later, Side, Suit, Trump
from .houses import SHAPES
from .looking import look_at_card, look_at_suit, value_of
from .order import suit_lane
from .pointers import dot_of, place_of, record_in, words_of
from .policy import rule_card
from .policy_alone import goes_high
from .sense import (
    DOWN_KIND,
    SIDE_KIND,
    TRUMP_BY_RANK,
    TRUMP_BY_STRENGTH,
    UP_KIND,
    beating,
    bosses,
    may_hold,
    unseen,
)
from .view import ALONE, LOW, VIEW_TYPE

dot16, dot48, dot80 = dot_of(16), dot_of(48), dot_of(80)
PHASES, ROLES, SIDES, SITUATIONS = 5, 7, 2, 3
CLASSES = PHASES * ROLES * SIDES * SITUATIONS
"""Classes of decisions: ``((phase * ROLES + role) * SIDES + side) * SITUATIONS + situation``."""

SCALE = 10_000
"""Weights are whole multiples of a point by this."""

ROLE_NAMES = ("lead", "follow_2", "follow_3", "follow_4", "discard_2", "discard_3", "discard_4")
LATER_PHASES = (1, 2, 4, 6)
"""The tricks, counted from 0, with which a phase begins, but for Guschti and 3×3."""

SECOND, MIDDLE, AFTER_TURN, END = 1, 3, 3, 7
"""Guschti: the tricks with which its second, third and last phase begin, and the phase that begins
with the turn."""

TRUMP_SHAPE, GUSCHTI_SHAPE = SHAPES.index("trump"), SHAPES.index("guschti")
MIXED_SHAPE, OPEN_SHAPE = SHAPES.index("mixed"), SHAPES.index("open")

WEIGHTS = np.dtype((np.int32, (len(SHAPES) * CLASSES * FEATURES,)))
MASKS = 512
FIRSTS = ("trump", "obenabe", "undenufe")
CALLS = len(SHAPES) * len(FIRSTS) * 2 * MASKS
CALL_UNIT = 100.0
"""Values of hands stand in hundredths of a point, by shape, kind of the first trick, whether the
suit is the first trick's trump, and a suit's nine bits."""

BRAIN = np.dtype(
    [
        ("weights", WEIGHTS),
        ("fits", np.int32, (len(SHAPES) + len(SHAPES) % 2,)),
        ("calls", np.int16, (CALLS,)),  # what suits of a hand add to its value for a caller
        ("look", LOOK),
    ],
    align=True,
)
"""The memory of the fitted policy: weights by shape, class and feature; whether a shape has any
(the rule policy plays where not); and what it looks at."""

BRAIN_TYPE = numba.from_dtype(BRAIN)
DATA_WORDS = place_of(BRAIN, "look")
"""Words of a brain's weights, flags and values, which stand at its beginning."""

MEMO = words_of(BRAIN) - DATA_WORDS
"""Words of a brain behind them."""

brain_in = record_in(BRAIN)
"""A bot's memory, from a place on, as a brain."""


@kernel()
def look_around(view, look):
    """Note what all candidates of a decision have in common."""
    seat = view.seat
    down = view.down
    look.others = unseen(view)
    look.left = may_hold(view, (seat + 1) & 3)
    look.partner = may_hold(view, (seat + 2) & 3)
    look.right = may_hold(view, (seat + 3) & 3)
    look.alone = view.goal == ALONE or view.goal == LOW
    threat = NONE
    if view.place == 0:
        threat = look.left | look.right
    elif view.place < 3:
        threat = look.left
    if look.alone and view.place < 2:
        threat |= look.partner
    look.threat = threat
    look.winners = beating(view, view.legal)
    look.boss = bosses(view.hand, look.others, down)
    look.boss_other = bosses(view.hand, look.others, 1 - down)
    last = view.trick == 8
    next_down = down if last else (view.downs >> (view.trick + 1)) & 1
    look.turn = next_down != down
    look.boss_next = look.boss_other if look.turn else look.boss
    after = view.trick + 1
    ups, downs = count(U64(view.ups >> after)), count(U64(view.downs >> after))
    look.later_this = downs if down else ups
    look.later_other = ups if down else downs
    look.ours = (seat ^ view.caller) & 1 == 0
    look.is_caller = seat == view.caller
    enemies = look.left | look.right
    look.enemy_trumps = count(enemies & view.trump)
    look.own_trumps = count(view.hand & view.trump)
    look.future = suit_lane(view.trump_mode) & ~view.trump if view.trump_mode >= 0 else NONE
    look_at_table(view, look)


@kernel()
def look_at_table(view, look):
    """Note what lies on the table, and by which values it counts."""
    table = view.values[view.trick]
    look.side_kind = UP_KIND if table == OBENABE else DOWN_KIND if table == UNDENUFE else SIDE_KIND
    look.valued = suit_lane(table)
    look.plain_trump = view.trump & ~look.valued
    look.inside_kind = TRUMP_BY_STRENGTH if look.valued == view.trump else TRUMP_BY_RANK
    look.points = 0
    for place in range(view.place):
        look.points += value_of(look, view.table[place])
    partner_best = view.place >= 2 and view.best_place == view.place - 2 and not look.alone
    look.partner_best = partner_best
    look.partner_value = value_of(look, view.best) if partner_best else 0
    look.over_partner = count(beating(view, look.threat)) if partner_best else 0
    look.partner_helps = count(beating(view, look.partner)) if view.place == 1 else 0


@kernel()
def phase_of(view, look):
    """Phase of the deal; in Guschti three before the turn and two after it, in 3×3 the block."""
    trick = view.trick
    if view.form == MIXED_SHAPE:
        return trick // 3
    if view.form == GUSCHTI_SHAPE:
        if look.later_other > 0:
            return np.int64(trick >= SECOND) + np.int64(trick >= MIDDLE)
        return AFTER_TURN + np.int64(trick >= END)
    phase = np.int64(0)
    for first in LATER_PHASES:
        phase += trick >= first
    return phase


@kernel()
def situation_of(view, look):
    """What a seat can do, 0 to 2.

    On the lead: no boss in hand, one, or more. In second to fourth place: no card takes the trick
    so far; one does; or a boss does (in second place, and wherever each plays alone), or the
    partner is ahead.
    """
    if view.place == 0:
        return min(2, count(look.boss))
    if look.partner_best:
        return np.int64(2)
    if look.winners == NONE:
        return np.int64(0)
    partnerless = view.place == 1 or look.alone
    return 1 + np.int64(partnerless and look.winners & look.boss != NONE)


@kernel()
def class_of(view, look):
    """Class of a decision: phase, role in the trick, side and situation."""
    role = view.place
    if view.place > 0 and view.hand & view.led == NONE:
        role += 3
    side = np.int64(look.ours == 0)
    if view.form == MIXED_SHAPE or view.form == OPEN_SHAPE:
        side = np.int64(view.trump != NONE)
    elif look.alone:
        side = np.int64(goes_high(view))
    kind = (phase_of(view, look) * ROLES + role) * SIDES + side
    return kind * SITUATIONS + situation_of(view, look)


@kernel()
def begin_scores(view, brain):
    """Look at a decision; where the weights of its class begin."""
    look_around(view, brain.look)
    return FEATURES * (CLASSES * view.form + class_of(view, brain.look))


@kernel()
def score_suit(view, brain, first, lane):
    """Set the features that all cards of a suit share; their part of a score, int64."""
    look_at_suit(view, brain.look, lane)
    return dot16(brain.weights, first, brain.look.f, Suit.LENGTH_1)


@kernel()
def score_card(view, brain, first, card):
    """Score of a card whose suit's features are set, that of the suit left out, int64."""
    look = brain.look
    look_at_card(view, look, card)
    w, f = brain.weights, look.f
    score = dot80(w, first + Card.SURE, f, Card.SURE)
    if view.trump == NONE:
        score += dot16(w, first + Side.DISCARD_VALUE, f, Side.DISCARD_VALUE)
    else:
        score += dot48(w, first + Trump.TRUMP, f, Trump.TRUMP)
    if look.future != NONE or view.mode == OPEN:
        score += dot16(w, first + Later.LATER_TRUMP, f, Later.LATER_TRUMP)
    return score


@kernel()
def same_as(view, look, card, other):
    """Whether two cards of a suit, the other one lower, are the same to the policy."""
    between = (card - ONE) & ~(other | (other - ONE))
    seen = look.others | view.table[0] | view.table[1] | view.table[2]
    alike = (
        other != NONE and between & seen == NONE and value_of(look, card) == value_of(look, other)
    )
    return alike and look.future == NONE and view.mode != OPEN


@kernel(types.uint64(VIEW_TYPE, BRAIN_TYPE), apart=True)
def fitted_card(view, brain):
    """The card that the fitted policy plays, as a set."""
    if not brain.fits[view.form]:
        return rule_card(view)
    first = begin_scores(view, brain)
    rest = view.legal
    chosen = lowest(rest)
    best = np.int64(-(1 << 62))
    for suit in range(4):
        lane = suit_lane(suit)
        here = rest & lane
        if here == NONE:
            continue
        shared = score_suit(view, brain, first, lane)
        last = NONE
        while here != NONE:
            card = lowest(here)
            here ^= card
            if not same_as(view, brain.look, card, last):
                score = shared + score_card(view, brain, first, card)
                if score > best:
                    best = score
                    chosen = card
            last = card
    return chosen
