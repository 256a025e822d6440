"""What the fit of the policy needs: played-out decisions, and exact sums of their products."""

from __future__ import annotations

import numpy as np
from numba import types

from ..game.orders import CHOOSE
from . import kernel
from .bits import NONE, ONE, U64, count, lane_of, lowest, mul_high, nth
from .features import FEATURES, look_at_card, look_at_suit
from .fitted import BRAIN_TYPE, class_of, look_around
from .order import natural_order, suit_lane
from .play import reset
from .playout import choose_by_rule, play_out, policy_card
from .pointers import copy_record
from .random import draw, stream
from .trick import lay, legal_cards, start_trick, take
from .view import HANDS_TYPE, HOUSE_TYPE, TRUMP, VIEW_TYPE

VIEWS = types.Array(VIEW_TYPE, 1, "C")
HIDDEN = types.Array(HANDS_TYPE, 1, "C")
HOUSES = types.Array(HOUSE_TYPE, 1, "C")
BRAINS = types.Array(BRAIN_TYPE, 1, "C")
LAST_FITTED = 7
"""The last trick, counted from 0, whose decisions are looked at: in the ninth there are none."""

COMMON = 2520
"""A multiple of every number of candidates, so that centred sums stay whole numbers."""


@kernel()
def write_taken(view, taken, last, trumps, row):
    """Write down what a finished deal came to, in natural order."""
    trump = suit_lane(view.trump_mode) if view.trump_mode >= 0 else NONE
    for k in range(12):
        cards = view.taken[k]
        taken[row, k] = natural_order(cards, trump) if k % 3 == TRUMP else cards
    last[row] = view.leader
    trumps[row] = view.trump_mode


@kernel(
    types.int64(VIEWS, HIDDEN, BRAINS, types.int64, types.int64, types.int16[:, ::1],
                types.uint64[:, ::1], types.int8[::1], types.int8[::1])
)  # fmt: skip
def try_cards(scratch, hidden, brains, policy, row, features, taken, last, trumps):
    """Play out every legal card of a decision, a row each.

    Parameters
    ----------
    scratch, hidden : arrays of VIEW and HANDS, shape (2,)
        The decision; room for the play-outs.
    brains : array of BRAIN, shape (1,)
        The policy's memory.
    policy : int
        Who plays the rest.
    row : int
        The first row that is written.
    features, taken, last, trumps : arrays
        Out, as `gather_decisions` has them.

    Returns
    -------
    int
        The first row that is still free.
    """
    view, hands, brain = scratch[0], hidden[0], brains[0]
    look = brain.look
    look_around(view, look)
    at = row
    rest = view.legal
    while rest != NONE:
        card = lowest(rest)
        rest ^= card
        look_at_suit(view, look, lane_of(card))
        look_at_card(view, look, card)
        for i in range(FEATURES):
            features[at, i] = look.f[i]
        at += 1
    at = row
    rest = view.legal
    while rest != NONE:
        card = lowest(rest)
        rest ^= card
        copy_record(scratch[1], view)
        copy_record(hidden[1], hands)
        lay(scratch[1], hidden[1], view.seat, card)
        play_out(scratch[1], hidden[1], brain, policy)
        write_taken(scratch[1], taken, last, trumps, at)
        at += 1
    return at


@kernel(
    types.int64(
        HOUSES, VIEWS, HIDDEN, BRAINS, types.int64, types.uint64, types.uint64, types.int64[::1],
        types.uint64[:, ::1], types.int64[::1], types.int8[::1], types.int16[:, ::1],
        types.int16[:, ::1], types.int64[::1], types.uint64[:, ::1], types.int8[::1],
        types.int8[::1],
    )
)  # fmt: skip
def gather_decisions(
    houses, scratch, hidden, brains, policy, seed, random_share, indices, deals, house_of,
    callers, decisions, features, starts, taken, last, trumps,
):  # fmt: skip
    """Play deals by a policy; play out every card of every choice in the very same deal.

    Parameters
    ----------
    houses : array of HOUSE
        The contracts.
    scratch, hidden : arrays of VIEW and HANDS, shape (2,)
        Room to work in.
    brains : array of BRAIN, shape (1,)
        The policy's memory.
    policy : int
        Who plays.
    seed : uint64
        Seed of the random cards.
    random_share : uint64
        Share of random cards, times 2**64.
    indices, deals, house_of, callers : arrays, shape (n, ...)
        Deals as `jasssim.engine.play.play_deals` takes them; the caller leads.
    decisions : int16 array, shape (most, 2)
        Out: class and seat of each decision.
    features : int16 array, shape (rows, FEATURES)
        Out: features of each candidate.
    starts : int64 array, shape (most + 1,)
        Out: where each decision's rows begin, and where the last ones end.
    taken, last, trumps : arrays, shape (rows, ...)
        Out: what each candidate came to.

    Returns
    -------
    int
        Number of decisions.
    """
    view, hands = scratch[0], hidden[0]
    row = 0
    found = 0
    for i in range(deals.shape[0]):
        for seat in range(4):
            hands.of[seat] = deals[i, seat]
        caller = np.int64(callers[i])
        reset(view, houses[house_of[i]], hands, caller, caller)
        key = stream(seed, U64(indices[i]))
        while view.trick < 9:
            if view.modes[view.trick] == CHOOSE:
                choose_by_rule(view, hands)
            start_trick(view, hands)
            for place in range(4):
                seat = (view.leader + place) & 3 if place == 0 else (seat + 1) & 3
                legal = legal_cards(view, hands.of[seat])
                card = legal
                if legal & (legal - ONE) != NONE:
                    view.seat = seat
                    view.hand = hands.of[seat]
                    view.legal = legal
                    if view.trick <= LAST_FITTED:
                        end = try_cards(
                            scratch, hidden, brains, policy, row, features, taken, last, trumps
                        )
                        look_around(view, brains[0].look)
                        decisions[found, 0] = class_of(view, brains[0].look)
                        decisions[found, 1] = seat
                        starts[found] = row
                        row = end
                        found += 1
                    at = U64(8 * view.trick + 2 * place)
                    if draw(key, at) < random_share:
                        card = nth(legal, mul_high(draw(key, at + ONE), U64(count(legal))))
                    else:
                        card = policy_card(view, brains[0], policy)
                lay(view, hands, seat, card)
            take(view)
    starts[found] = row
    return found


@kernel(
    types.void(types.int16[:, ::1], types.int16[:, ::1], types.int64[::1], types.int64[::1],
               types.int64, types.int64[:, :, ::1], types.int64[::1], types.int64[::1])
)  # fmt: skip
def add_products(decisions, features, starts, worth, found, sums, total, nonzero):
    """Add each decision's products of centred features and worths to its class.

    Parameters
    ----------
    decisions, features, starts : arrays
        As `gather_decisions` fills them.
    worth : int64 array, shape (rows,)
        What each candidate came to for its seat.
    found : int
        Number of decisions.
    sums : int64 array, shape (CLASSES, FEATURES + 2, FEATURES + 1)
        In and out: by class `COMMON` times the sums of products, the worth as last column
        (below the diagonal nothing); in the last row the number of decisions.
    total, nonzero : int64 arrays, shape (FEATURES + 1,)
        Room to work in.
    """
    width = FEATURES + 1
    for number in range(found):
        first, stop = starts[number], starts[number + 1]
        own = sums[decisions[number, 0]]
        own[width, 0] += 1
        share = COMMON // (stop - first)
        for i in range(width):
            total[i] = 0
        for row in range(first, stop):
            some = 0
            for i in range(FEATURES):
                if features[row, i] != 0:
                    nonzero[some] = i
                    some += 1
                    total[i] += features[row, i]
            q = worth[row]
            total[FEATURES] += q
            for a in range(some):
                i = nonzero[a]
                scaled = COMMON * np.int64(features[row, i])
                for b in range(a, some):
                    j = nonzero[b]
                    own[i, j] += scaled * features[row, j]
                own[i, FEATURES] += scaled * q
            own[FEATURES, FEATURES] += COMMON * q * q
        some = 0
        for i in range(width):
            if total[i] != 0:
                nonzero[some] = i
                some += 1
        for a in range(some):
            i = nonzero[a]
            scaled = share * total[i]
            for b in range(a, some):
                own[i, nonzero[b]] -= scaled * total[nonzero[b]]
