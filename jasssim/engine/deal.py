"""Dealing: the four hands of (seed, index), for ever the same.

One Philox block is one deal. The number of ways to deal 36 cards to two teams of 18 is
``C(36, 18)``, and each team's cards go to its two seats in ``C(18, 9)`` ways; the first
64 bits choose among the former, the other 64 twice among the latter, by multiplication,
with a bias below 1e-9. Subsets are read from tables that list the subsets of 18 places
by size.
"""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from . import kernel
from .bits import DECK, NONE, ONE, U64, count, mul_high, nth, spread
from .random import FOR_COMPLETIONS, FOR_DEALS, HALF, LOW32, philox

TEAM_SPLITS = U64(comb(36, 18))
SEAT_SPLITS = U64(comb(18, 9))
SIZES = np.array([comb(18, k) for k in range(19)], np.uint64)
STARTS = np.array([sum(comb(18, j) for j in range(k)) for k in range(19)], np.uint64)
SPLIT_ENDS = np.array([sum(comb(18, j) ** 2 for j in range(k + 1)) for k in range(19)], np.uint64)
for _table in (SIZES, STARTS, SPLIT_ENDS):
    _table.setflags(write=False)

NINE_OF_18 = int(STARTS[9])
GAP = U64(7)
LANE0, LANE1 = U64(0x1FF), U64(0x1FF << 9)


@cache
def subsets() -> NDArray[np.uint32]:
    """All subsets of 18 places, ordered by size and then by value, shape (262144,)."""
    words = np.arange(1 << 18, dtype=np.uint32)
    table = words[np.argsort(np.bitwise_count(words), kind="stable")]
    table.setflags(write=False)
    return table


@kernel()
def into_lanes(half):
    """Two suits of nine packed bits as two lanes of a set of cards."""
    return (half & LANE0) | ((half & LANE1) << GAP)


@kernel()
def deal_one(seed, index, table):
    """Hands of one deal as four sets of cards."""
    a, b = philox(seed, index, FOR_DEALS, NONE)
    choice = mul_high(a, TEAM_SPLITS)
    lower = 0
    for k in range(18):
        lower += np.int64(choice >= SPLIT_ENDS[k])
    if lower > 0:
        choice -= SPLIT_ENDS[lower - 1]
    first = choice // SIZES[lower]
    second = choice - first * SIZES[lower]
    team = into_lanes(U64(table[STARTS[lower] + first])) | (
        into_lanes(U64(table[STARTS[18 - lower] + second])) << HALF
    )
    others = team ^ DECK
    seat0 = spread(U64(table[NINE_OF_18 + np.int64(mul_high(b, SEAT_SPLITS))]), team)
    rest = b * SEAT_SPLITS
    seat1 = spread(U64(table[NINE_OF_18 + np.int64(mul_high(rest, SEAT_SPLITS))]), others)
    return seat0, seat1, team ^ seat0, others ^ seat1


@kernel("void(uint64, int64[::1], Array(uint32, 1, 'C', readonly=True), uint64[:, ::1])")
def deal(seed, indices, table, hands):
    """Deal one deal per row of `hands`, shape (n, 4), each of its index."""
    for i in range(hands.shape[0]):
        a, b, c, d = deal_one(seed, U64(indices[i]), table)
        hands[i, 0] = a
        hands[i, 1] = b
        hands[i, 2] = c
        hands[i, 3] = d


@kernel("void(uint64, int64[::1], uint64[:, ::1], uint64[:, ::1])")
def complete(seed, indices, fixed, hands):
    """Deal like `deal`, with some seats' hands given.

    Parameters
    ----------
    fixed : uint64 array, shape (1 or n, 4)
        Given hands of nine cards, of all deals or of each; 0 for a seat whose cards are
        dealt at random.
    """
    for i in range(hands.shape[0]):
        row = i if fixed.shape[0] > 1 else 0
        rest = DECK
        for seat in range(4):
            rest ^= fixed[row, seat]
        block = NONE
        low, high = philox(seed, U64(indices[i]), FOR_COMPLETIONS, block)
        left = 4
        for seat in range(4):
            hand = fixed[row, seat]
            while count(hand) < 9:
                if left == 0:
                    block += ONE
                    low, high = philox(seed, U64(indices[i]), FOR_COMPLETIONS, block)
                    left = 4
                place = ((low & LOW32) * U64(count(rest))) >> HALF
                low = (low >> HALF) | (high << HALF)
                high >>= HALF
                left -= 1
                card = nth(rest, place)
                rest ^= card
                hand |= card
            hands[i, seat] = hand
