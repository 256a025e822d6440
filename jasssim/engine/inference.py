"""How likely the cards seen are in a world, if everybody plays about as the fitted policy.

Each card that another seat chose is given the chance that a softmax of the policy's scores
gives it, mixed with a small chance that any legal card is played, since nobody plays exactly
so. A world's weight is the product over all cards seen.
"""

from __future__ import annotations

import numpy as np

from ..game.orders import CHOOSE, UNDENUFE
from . import kernel
from .bits import LANE, NONE, ONE, U64, count, lane_of, lowest
from .fitted import (
    CALL_UNIT,
    FIRSTS,
    MASKS,
    OPEN_SHAPE,
    SCALE,
    begin_scores,
    score_card,
    score_suit,
)
from .houses import SHAPES
from .order import natural_order, playing_order
from .play import forget, set_block, unchoose
from .pointers import copy_record, record_in, words_of
from .random import draw
from .trick import lay, legal_cards, start_trick, take
from .view import VIEW

ALONE_SHAPE, LOW_SHAPE = SHAPES.index("alone"), SHAPES.index("low")
FIRST_TRUMP, FIRST_UP, FIRST_DOWN = range(len(FIRSTS))
PAST_CARDS = 27
"""Cards that the three others may have played."""

LEAST = 0.5
"""Share of the mean weight below which a world may be given up."""

COINS = 1 << 32
"""First of the random words that decide whether a world is given up."""

TO_UNIT = 1.0 / (1 << 53)
SLIP = 0.05
"""Share of cards that are taken to be any legal one."""

LOG2_E = 1.4426950408889634
POWER_TERMS = (1.0, 0.6931471805599453, 0.2402265069591007, 0.05550410866482158,
               0.009618129107628477, 0.0013333558146428443, 0.00015403530393381608)  # fmt: skip
"""Taylor terms of 2**x: on 0 to 1 the sum is right to 2e-5, of the same bits everywhere."""

view_in = record_in(VIEW)
VIEW_WORDS = words_of(VIEW)


@kernel()
def power(x):
    """e**x for x up to 0, by the same additions on every machine; 0 below -40."""
    if x < -40.0:
        return 0.0
    y = x * LOG2_E
    whole = np.int64(np.floor(y))
    part = y - whole
    total = 0.0
    for i in range(6, -1, -1):
        total = total * part + POWER_TERMS[i]
    return total / np.float64(np.int64(1) << -whole)


@kernel()
def call_value(brain, base, trump_suit, hand):
    """What a whole hand in natural order is worth to a caller, in `CALL_UNIT` of a point."""
    total = np.int64(0)
    for suit in range(4):
        bits = np.int64((hand >> U64(16 * suit)) & LANE)
        total += brain.calls[base + MASKS * np.int64(suit == trump_suit) + bits]
    return total


@kernel()
def call_chance(view, brain, world, heat):
    """Chance that the caller called and no other seat, by a softmax of what hands are worth.

    Parameters
    ----------
    heat : float
        Temperature, in points.
    """
    mode = view.modes[0]
    first = FIRST_TRUMP if mode < 4 else FIRST_DOWN if mode == UNDENUFE else FIRST_UP
    base = 2 * MASKS * (len(FIRSTS) * view.form + first)
    own = np.int64(0)
    total = 0.0
    for step in range(4):
        seat = (view.caller + step) & 3
        hand = natural_order(world[seat] | view.played[seat], view.trump)
        value = call_value(brain, base, mode, hand)
        if step == 0:
            own = value
        x = np.float64(value - own) / (CALL_UNIT * heat)
        total += power(x) if x < 0.0 else 1.0 / power(-x) if x < 30.0 else 1e13
    return 1.0 / total


@kernel()
def remember(view, running, hands, memo, place):
    """Keep the views of all cards that others have played, one after the other.

    None are kept where trump is made in play: there the orders of cards differ too much.

    Parameters
    ----------
    view : VIEW record
        The decision.
    running, hands : VIEW and HANDS records
        Room to work in.
    memo, place : int64 array, int
        Where the views are kept. Their `choices` is the place of the card that was played.

    Returns
    -------
    int
        How many there are.
    """
    kept = np.int64(0)
    if view.form in (OPEN_SHAPE, ALONE_SHAPE, LOW_SHAPE):
        return kept
    copy_record(running, view)
    unchoose(running)
    forget(running)
    running.leader = view.leaders[0]
    laid = 4 * view.trick + (0 if view.choices else view.place)
    for i in range(laid):
        if i & 3 == 0:
            if running.modes[running.trick] == CHOOSE:
                set_block(running, view.modes[running.trick])
            start_trick(running, hands)
        seat = (running.leader + running.place) & 3
        if seat != view.seat:
            past = view_in(memo, place + VIEW_WORDS * kept)
            copy_record(past, running)
            past.seat = seat
            past.choices = np.int64(view.history[i])
            kept += 1
        lay(running, hands, seat, ONE << U64(view.history[i]))
        if i & 3 == 3:
            take(running)
    return kept


@kernel()
def likelihood(view, brain, s, memo, place, weight):
    """Weight of the world that is drawn by the cards seen, float64; 0 for one given up.

    As soon as a world has become much less likely than the worlds so far have been on average
    after as many cards, it is given up, but with a chance in proportion it goes on with the
    least weight that is not (Russian roulette), so that no world is favoured.

    Parameters
    ----------
    view : VIEW record
        The decision.
    brain : BRAIN record
        The policy's memory.
    s : SEARCH record
        With a world, its number counted in already, and sums of weights by card.
    memo, place : int64 array, int
        The views that `remember` kept.
    weight : float
        The world's weight before any card.
    """
    for k in range(s.kept):
        past = view_in(memo, place + VIEW_WORDS * k)
        whole = natural_order(s.world[past.seat] | view.played[past.seat], view.trump)
        past.hand = playing_order(whole, past.trump) & ~past.played[past.seat]
        past.legal = legal_cards(past, past.hand)
        if count(past.legal) > 1:
            weight *= chance(past, brain, ONE << U64(past.choices), s.heat)
        s.seen[k] += weight
        least = LEAST * s.seen[k] / s.drawn
        if weight < least:
            word = draw(view.noise, COINS + PAST_CARDS * s.drawn + k)
            if np.float64(word >> U64(11)) * TO_UNIT * least >= weight:
                return 0.0
            weight = least
    return weight


@kernel()
def chance(past, brain, card, heat):
    """Chance of a card that was played: by the softmax of the scores, or by `SLIP`."""
    first = begin_scores(past, brain)
    rest = past.legal
    lane = NONE
    shared = np.int64(0)
    own = 0.0
    top = -1e300
    total = 0.0
    while rest != NONE:
        other = lowest(rest)
        rest ^= other
        if other & lane == NONE:
            lane = lane_of(other)
            shared = score_suit(past, brain, first, lane)
        score = np.float64(shared + score_card(past, brain, first, other)) / (SCALE * heat)
        if score > top:
            total = total * power(top - score) + 1.0
            top = score
        else:
            total += power(score - top)
        own = score if other == card else own
    told = power(own - top) / total
    return (1.0 - SLIP) * told + SLIP / count(past.legal)
