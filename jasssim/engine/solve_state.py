"""What the solver holds of a position: hands, schedules, values, and room to work in.

Card sets are in the playing order of the trick in force, as everywhere in the engine. All
that hangs on the tricks to come is an array with one entry per *plan* and trick. A plan is
a schedule of modes; a contract whose blocks are still to be chosen has several, in a tree.
"""

from __future__ import annotations

import numba
import numpy as np

from . import kernel
from .bits import count

TRICKS, PLANES, PLACES, PLANS = 9, 5, 64, 10
PLIES, WIDTH = 36, 9
"""Cards of a deal, and the most cards that one seat can choose from."""

SETS, LENGTHS = 512, 10
"""Sets of one suit's cards; how many of them can be taken."""

SLOTS = PLIES * 4 * PLACES
"""Killer moves: one for each ply, seat and best card on the table."""

NO_TRUMP, ONE_TRUMP = 1, 2
"""How all tricks from one on are played: without trump, or with one and the same trump."""

ROOM, WEIGHTS = 1024, 88

SOLVER = np.dtype(
    [
        ("hands", np.uint64, (4,)),  # cards still held
        ("exempt", np.uint64),  # rules of following suit, as in HOUSE
        ("no_side", np.uint64),
        ("any_trump", np.uint64),
        ("must_beat", np.uint64),
        ("counted", np.int64),  # team whose points are looked for
        ("turned", np.int64),  # 1 if that team wants few
        ("bonus", np.int64),  # points of the last trick
        ("per_trick", np.int64),  # points of each trick beside its cards
        ("special", np.int64),  # suit with a value table of its own, -1 for none
        ("mixed", np.int64),  # suits whose order changes between tricks, one bit each
        ("chooser", np.int64),  # seat that chooses blocks, -1 for the leader
        ("nodes", np.int64),  # cards laid so far
        ("limit", np.int64),  # nodes at which the search gives up
        ("stopped", np.int64),
        ("generation", np.int64),  # which entries of the table are of this position
        ("pending", np.int64),  # 1 while cards count by a trump that is not chosen yet
        ("so_far", np.int64, (4,)),  # points counted by each such trump
        # by plan and trick, at 9 * plan + trick
        ("down", np.int64, (PLANS * TRICKS,)),
        ("trump", np.uint64, (PLANS * TRICKS,)),
        ("kind", np.int64, (PLANS * TRICKS,)),  # NO_TRUMP, ONE_TRUMP or 0
        ("plain", np.int64, (PLANS * TRICKS,)),  # 1 if no block is open and trump stays as it is
        ("open", np.int64, (PLANS * TRICKS,)),  # 1 if a later block is open
        ("steady", np.int64, (PLANS * TRICKS,)),  # 1 if direction and values stay
        ("first", np.int64, (PLANS * TRICKS,)),  # first of the plans to choose from, or -1
        ("other", np.int64, (PLANS * TRICKS,)),  # a later trick with another table, or its own
        ("third", np.int64, (PLANS * TRICKS,)),  # one with a third table
        ("planes", np.uint64, (PLANS * TRICKS * PLANES,)),  # bits of the cards' values
        ("most", np.uint64, (PLANS * TRICKS * PLANES,)),  # of their greatest values to come
        ("value", np.int16, (PLANS * TRICKS * PLACES,)),
        ("choices", np.int64, (PLANS,)),  # plans from `first` on that may be chosen
        ("suit", np.int64, (PLANS,)),  # suit by which a plan counts, if chosen while pending
        ("suit_planes", np.uint64, (4 * PLANES,)),  # values by each trump, natural order
        # by side suit (0) or trump suit (1), set of its cards and number of cards
        ("cheap", np.int16, (2 * SETS * LENGTHS,)),  # value of that many cheapest cards
        ("dear", np.int16, (2 * SETS * LENGTHS,)),  # and dearest
        ("alike", np.int64, (PLACES,)),  # class of the cards of a suit with the same values
        ("same", np.int16, (4 * SETS,)),  # by suit: the set that stands for all alike
        ("weights", np.int64, (WEIGHTS,)),  # of the order of moves
        ("killer", np.int8, (SLOTS,)),
        ("moves", np.int64, (PLIES * WIDTH,)),
        ("tried", np.int64, (PLIES * WIDTH,)),  # last card tried of each run of a ply
        ("worth", np.int64, (PLIES * WIDTH,)),  # and what it came to
        ("seen", np.int64, (ROOM,)),  # room for `mark_same`
        ("seen_set", np.int16, (ROOM,)),
    ],
    align=True,
)
SOLVER_TYPE = numba.from_dtype(SOLVER)


@kernel()
def sum_of(planes, base, cards):
    """Points of a set of cards by the five planes from a place on."""
    return (
        count(cards & planes[base])
        + 2 * count(cards & planes[base + 1])
        + 4 * count(cards & planes[base + 2])
        + 8 * count(cards & planes[base + 3])
        + 16 * count(cards & planes[base + 4])
    )


@kernel()
def most_left(state, at, present):
    """The most that can still be won from a trick's beginning on."""
    left = count(present) >> 2
    return sum_of(state.most, PLANES * at, present) + state.bonus + state.per_trick * left
