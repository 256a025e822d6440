"""Choosing a card by playing out every one in many worlds that the seat cannot tell apart.

All cards are tried in the same worlds. After each round the worse half of them is given up
(successive halving: Karnin, Koren and Somekh 2013), so that most worlds go to the cards that
are hard to tell apart. Where the fitted policy has weights, its scores count like so many more
worlds.
"""

from __future__ import annotations

import numba
import numpy as np

from . import kernel
from .bits import NONE, ONE, U64, lane_of, lowest, lowest_index
from .ending import exact_rest, is_known
from .features import FEATURES, look_at_suit
from .fitted import BRAIN, CLASSES, class_of, dot16, look_around, same_as, score_card
from .inference import PAST_CARDS, VIEW_WORDS, call_chance, likelihood, remember
from .play import set_block
from .playout import play_out
from .pointers import copy_record, record_in, words_of
from .trick import lay, start_trick
from .view import AVOID, HANDS, POINTS, VIEW
from .worlds import WORLDS, prepare, sample
from .worth import worth

MOST = 9
SCORE_UNIT = 5000
"""Of a score a unit is 1/10 000 point, of a worth half a point."""

SEARCH = np.dtype(
    [
        ("brain", BRAIN),
        ("worlds", WORLDS),
        ("ahead", VIEW),  # a world that is played out
        ("hands", HANDS),
        ("world", np.uint64, (4,)),  # its hands
        ("choice", np.int64, (MOST,)),  # cards as places, or modes of a block
        ("prior", np.int64, (MOST,)),  # their scores
        ("total", np.float64, (MOST,)),  # of their worths times the worlds' weights
        ("live", np.int64),  # how many are left, the first ones
        ("exact", np.int64),  # 1 if the rest is solved and not played out
        ("drawn", np.int64),  # worlds drawn
        ("seen", np.float64, (PAST_CARDS,)),  # sums of their weights after each card seen
        ("weights", np.float64),  # sums over the worlds that were taken, of weights and squares
        ("squares", np.float64),
    ],
    align=True,
)
"""The memory of a bot that samples."""

SEARCH_TYPE = numba.from_dtype(SEARCH)
SEARCH_WORDS = words_of(SEARCH)
MEMORY = SEARCH_WORDS + PAST_CARDS * VIEW_WORDS
"""Words of memory in all: three others may have played nine cards each."""

search_in = record_in(SEARCH)


@kernel()
def list_cards(view, s):
    """List the legal cards with their scores, of cards that are the same one only."""
    brain = s.brain
    look = brain.look
    fits = brain.fits[view.form]
    look_around(view, look)
    first = FEATURES * (CLASSES * view.form + class_of(view, look))
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
                look_at_suit(view, look, lane)
                shared = dot16(brain.weights, first, look.f, 0)
        if not same_as(view, look, card, last):
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
def try_choice(view, s, choice, policy):
    """What a choice comes to in the world that is drawn, played out by a policy."""
    copy_record(s.ahead, view)
    for seat in range(4):
        s.hands.of[seat] = s.world[seat]
    if view.choices:
        s.ahead.choices = 0
        set_block(s.ahead, choice)
        start_trick(s.ahead, s.hands)
    else:
        lay(s.ahead, s.hands, view.seat, ONE << U64(choice))
        if s.exact:
            return exact_rest(s.ahead, s.hands, view.seat)
    play_out(s.ahead, s.hands, s.brain, policy)
    return worth(s.ahead, view.seat)


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
def next_world(view, s, memo, place, kept, heat, call_heat):
    """Draw worlds until one is not given up; its weight."""
    while True:
        sample(view, s.worlds, view.noise, s.drawn, s.world)
        s.drawn += 1
        weight = call_chance(view, s.brain, s.world, call_heat) if call_heat > 0.0 else 1.0
        if kept > 0:
            weight = likelihood(view, s, memo, place, kept, heat, weight)
        if weight > 0.0:
            return weight


@kernel()
def best_choice(view, memo, place, worlds, policy, prior_worlds, heat, call_heat, exact):
    """The best of the listed choices.

    Parameters
    ----------
    view : VIEW record
        The decision.
    memo, place : int64 array, int
        Memory with a SEARCH record, its choices listed, and room for views behind it.
    worlds : int
        Worlds for each choice on average.
    policy : int
        Who plays the worlds out.
    prior_worlds : float
        How many worlds a score counts like.
    heat : float
        Temperature of the likelihood of the cards seen, in points; 0 for none.
    """
    s = search_in(memo, place)
    if s.live == 1:
        return s.choice[0]
    rounds = rounds_of(s.live)
    budget = worlds * s.live // rounds
    prepare(view, s.worlds)
    s.exact = 9 - view.trick <= exact and view.goal in (POINTS, AVOID) and is_known(view)
    s.drawn, s.weights, s.squares = 0, 0.0, 0.0
    for k in range(PAST_CARDS):
        s.seen[k] = 0.0
    pasts = place + SEARCH_WORDS
    kept = remember(view, s.ahead, s.hands, memo, pasts) if heat > 0.0 else 0
    for _ in range(rounds):
        for _ in range(max(1, budget // s.live)):
            weight = next_world(view, s, memo, pasts, kept, heat, call_heat)
            s.weights += weight
            s.squares += weight * weight
            for i in range(s.live):
                s.total[i] += weight * try_choice(view, s, s.choice[i], policy)
        put_in_order(s, prior_worlds)
        s.live = (s.live + 1) // 2
    return s.choice[0]
