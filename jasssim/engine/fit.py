"""What a fit of the policy plays: deals, and every card of every choice in them to the end."""

from __future__ import annotations

import numpy as np
from numba import types

from ..game.orders import CHOOSE
from . import kernel
from .bits import NONE, ONE, U64, count, lane_of, lowest, mul_high, nth
from .features import FEATURES
from .fitted import BRAIN_TYPE, class_of, look_around
from .looking import look_at_card, look_at_suit
from .order import natural_order, suit_lane
from .play import reset
from .playout import choose_by_rule, play_out, policy_card, show_mover
from .pointers import copy_record
from .random import draw, stream
from .trick import lay, start_trick, take
from .view import HANDS_TYPE, HOUSE_TYPE, TRUMP, VIEW_TYPE

VIEWS = types.Array(VIEW_TYPE, 1, "C")
HIDDEN = types.Array(HANDS_TYPE, 1, "C")
HOUSES = types.Array(HOUSE_TYPE, 1, "C")
BRAINS = types.Array(BRAIN_TYPE, 1, "C")
NUMBERS = types.int16[:, ::1]
SEATS = types.int8[::1]
PLACES = types.int64[::1]
CARDS = types.uint64[:, ::1]

LAST_FITTED = 7
"""The last trick, counted from 0, whose decisions are looked at: in the ninth there are none."""

MOST_DECISIONS = 4 * (LAST_FITTED + 1)
MOST_ROWS = 4 * sum(range(2, 10))
"""So many decisions, and candidates of them all, has a deal at most."""


@kernel()
def write_taken(view, taken, last, trumps, row):
    """Write down what a finished deal came to, in natural order."""
    trump = suit_lane(view.trump_mode) if view.trump_mode >= 0 else NONE
    for k in range(12):
        cards = view.taken[k]
        taken[row, k] = natural_order(cards, trump) if k % 3 == TRUMP else cards
    last[row] = view.leader
    trumps[row] = view.trump_mode


@kernel()
def write_features(view, look, features, row):
    """Write down the features of every legal card, a row each, the lowest place first."""
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


@kernel(types.int64(VIEWS, HIDDEN, BRAINS, types.int64, types.int64, NUMBERS, CARDS, SEATS, SEATS))
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
    write_features(view, brain.look, features, row)
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


@kernel()
def some_card(view, brain, policy, key, random_share):
    """The policy's card, or by chance any legal one, as a set."""
    at = U64(8 * view.trick + 2 * view.place)
    if draw(key, at) < random_share:
        return nth(view.legal, mul_high(draw(key, at + ONE), U64(count(view.legal))))
    return policy_card(view, brain, policy)


@kernel(
    types.int64(
        HOUSES, VIEWS, HIDDEN, BRAINS, types.int64, types.uint64, types.uint64, PLACES, CARDS,
        PLACES, SEATS, NUMBERS, NUMBERS, PLACES, CARDS, SEATS, SEATS,
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
    decisions : int16 array, shape (n * MOST_DECISIONS, 3)
        Out: class, seat and deal, its place among these, of each decision.
    features : int16 array, shape (n * MOST_ROWS, FEATURES)
        Out: features of each candidate.
    starts : int64 array, shape (n * MOST_DECISIONS + 1,)
        Out: where each decision's rows begin, and where the last ones end.
    taken, last, trumps : arrays, shape (n * MOST_ROWS, ...)
        Out: what each candidate came to.

    Returns
    -------
    int
        Number of decisions.
    """
    view, hands, brain = scratch[0], hidden[0], brains[0]
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
            while view.place < 4:
                card = show_mover(view, hands)
                if card & (card - ONE) != NONE:
                    if view.trick <= LAST_FITTED:
                        look_around(view, brain.look)
                        decisions[found, 0] = class_of(view, brain.look)
                        decisions[found, 1] = view.seat
                        decisions[found, 2] = i
                        starts[found] = row
                        row = try_cards(
                            scratch, hidden, brains, policy, row, features, taken, last, trumps
                        )
                        found += 1
                    card = some_card(view, brain, policy, key, random_share)
                lay(view, hands, view.seat, card)
            take(view)
    starts[found] = row
    return found
