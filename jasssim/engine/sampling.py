"""Choosing a card by playing out every one in many worlds that the seat cannot tell apart.

All cards are tried in the same worlds. After each round the worse half of them is given up
(successive halving: Karnin, Koren and Somekh 2013), so that most worlds go to the cards that
are hard to tell apart. Where the fitted policy has weights, its scores count like so many more
worlds. Worlds may be weighted by how likely the calls and cards seen are in them
(`jasssim.engine.inference`), and their last tricks solved (`jasssim.engine.ending`).
"""

from __future__ import annotations

import numpy as np
from numba import types

from . import kernel
from .bits import NONE, ONE, U64, lane_of, lowest, lowest_index
from .ending import exact_rest, is_known
from .fitted import (
    BRAIN_TYPE,
    SCALE,
    begin_scores,
    same_as,
    score_card,
    score_suit,
)
from .inference import PAST_CARDS, call_chance, likelihood, remember
from .play import HANDS_WORDS, set_block
from .playout import play_out
from .pointers import copy_record
from .search import SEARCH_WORDS, search_in
from .trick import lay, start_trick
from .view import AVOID, POINTS, VIEW_TYPE
from .worlds import prepare, sample
from .worth import worth

SCORE_UNIT = SCALE // 2
"""A worth in units of scores: it counts half points, they parts of one by `SCALE`."""


@kernel()
def list_cards(view, brain, s):
    """List the legal cards with their scores, of cards that are the same one only."""
    fits = brain.fits[view.form]
    first = begin_scores(view, brain)
    s.live = 0
    rest = view.legal
    last = NONE
    shared = np.int64(0)
    while rest != NONE:
        card = lowest(rest)
        rest ^= card
        lane = lane_of(card)
        if last & lane == NONE:
            last = NONE
            if fits:
                shared = score_suit(view, brain, first, lane)
        if not same_as(view, brain.look, card, last):
            s.choice[s.live] = lowest_index(card)
            s.prior[s.live] = shared + score_card(view, brain, first, card) if fits else 0
            s.total[s.live] = 0.0
            s.live += 1
        last = card


@kernel()
def list_blocks(view, s):
    """List the modes that may be chosen for a block of 3×3."""
    s.live = 0
    for mode in range(6):
        if (view.choices >> mode) & 1:
            s.choice[s.live] = mode
            s.prior[s.live] = 0
            s.total[s.live] = 0.0
            s.live += 1


@kernel()
def enter_world(view, s, choice):
    """Make a choice in the world that is drawn."""
    copy_record(s.ahead, view)
    for seat in range(4):
        s.hands.of[seat] = s.world[seat]
    if view.choices:
        s.ahead.choices = 0
        set_block(s.ahead, choice)
        start_trick(s.ahead, s.hands)
    else:
        lay(s.ahead, s.hands, view.seat, ONE << U64(choice))


@kernel()
def value_of_choice(s, i, prior_worlds):
    """What a choice is held to be worth: its mean, and its score like so many more worlds."""
    size = s.weights * s.weights / s.squares
    return SCORE_UNIT * size * s.total[i] / s.weights + prior_worlds * s.prior[i]


@kernel()
def put_in_order(s, prior_worlds):
    """Sort the choices that are left by what they are held to be worth, the best first."""
    for i in range(1, s.live):
        choice, prior, total = s.choice[i], s.prior[i], s.total[i]
        value = value_of_choice(s, i, prior_worlds)
        j = i - 1
        while j >= 0 and value_of_choice(s, j, prior_worlds) < value:
            s.choice[j + 1], s.prior[j + 1], s.total[j + 1] = s.choice[j], s.prior[j], s.total[j]
            j -= 1
        s.choice[j + 1], s.prior[j + 1], s.total[j + 1] = choice, prior, total


@kernel()
def rounds_of(choices):
    """How often the choices are halved until one is left."""
    rounds = np.int64(0)
    while choices > 1:
        choices = (choices + 1) // 2
        rounds += 1
    return rounds


@kernel()
def next_world(view, brain, s, memo, pasts):
    """Draw worlds until one is not given up; its weight."""
    while True:
        if s.open:
            for seat in range(HANDS_WORDS):
                s.world[seat] = U64(memo[seat])
            return 1.0
        sample(view, s.worlds, view.noise, s.drawn, s.world)
        s.drawn += 1
        weight = call_chance(view, brain, s.world, s.call_heat) if s.call_heat > 0.0 else 1.0
        if s.kept > 0:
            weight = likelihood(view, brain, s, memo, pasts, weight)
        if weight > 0.0:
            return weight


@kernel()
def begin(view, s, memo, pasts):
    """Make ready to draw worlds."""
    s.drawn, s.weights, s.squares, s.kept = 0, 0.0, 0.0, 0
    for k in range(PAST_CARDS):
        s.seen[k] = 0.0
    if not s.open:
        prepare(view, s.worlds)
        if s.heat > 0.0:
            s.kept = remember(view, s.ahead, s.hands, memo, pasts)


@kernel(types.int64(VIEW_TYPE, BRAIN_TYPE, types.int64[::1], types.int64), apart=True)
def decide(view, brain, memo, place):
    """The best card of a view, as its place, or the best mode of a block.

    Parameters
    ----------
    view : VIEW record
        The decision.
    brain : BRAIN record
        The fitted policy's memory.
    memo, place : int64 array, int
        Memory with a search that is set up, and where it begins.
    """
    s = search_in(memo, place)
    if view.choices:
        list_blocks(view, s)
    else:
        list_cards(view, brain, s)
    if s.live == 1:
        return s.choice[0]
    rounds = rounds_of(s.live)
    budget = s.wanted * s.live // rounds
    solved = 9 - view.trick <= s.exact and view.choices == 0
    solved = solved and view.goal in (POINTS, AVOID) and is_known(view)
    begin(view, s, memo, place + SEARCH_WORDS)
    for _ in range(rounds):
        for _ in range(max(1, budget // s.live)):
            weight = next_world(view, brain, s, memo, place + SEARCH_WORDS)
            s.weights += weight
            s.squares += weight * weight
            for i in range(s.live):
                enter_world(view, s, s.choice[i])
                if solved:
                    s.total[i] += weight * exact_rest(s.ahead, s.hands, view.seat)
                    continue
                play_out(s.ahead, s.hands, brain, s.policy)
                s.total[i] += weight * worth(s.ahead, view.seat)
        put_in_order(s, s.prior_worlds)
        s.live = (s.live + 1) // 2
    return s.choice[0]
