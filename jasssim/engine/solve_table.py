"""The solver's table of positions, looked up at the beginning of tricks.

An entry is one word: a tag, the generation that wrote it, tricks left, the best card, and
bounds of the points still to be won. The hash has as many bits as a key, so that no two
positions are taken for each other.
"""

from __future__ import annotations

import numba
import numpy as np

from . import kernel
from .bits import NONE, U64
from .solve_state import SETS

BUCKET_BITS, WAYS = 18, 4
KEY_BITS = 42
GENERATIONS = 1 << 14
"""Generations after which the table has to be cleared."""

TABLE = np.dtype([("entries", np.uint64, (WAYS << BUCKET_BITS,))])
TABLE_TYPE = numba.from_dtype(TABLE)

KEY_MASK = U64((1 << KEY_BITS) - 1)
MULTIPLY1, MULTIPLY2 = U64(0x1B873593CC9), U64(0x2C1B3C6D4A7)
HALF_KEY = U64(KEY_BITS // 2)
TAG_BITS = U64(KEY_BITS - BUCKET_BITS)
TAG_MASK = U64((1 << (KEY_BITS - BUCKET_BITS)) - 1)
AT_TAG, AT_GENERATION, AT_LEFT, AT_MOVE, AT_HIGH = U64(40), U64(26), U64(22), U64(16), U64(8)
SAME_ENTRY = U64(((1 << 64) - 1) ^ ((1 << 26) - 1))
EIGHT_BITS, SIX_BITS, FOUR_BITS = U64(0xFF), U64(0x3F), U64(0xF)
GENERATION_MASK = U64(GENERATIONS - 1)
LANES = U64(SETS - 1)
LANE1, LANE2, LANE3 = U64(16), U64(32), U64(48)


@kernel()
def key_of(state, present, leader, plan):
    """Key of a position: its cards, alike ones made the same, leader and plan."""
    same = state.same
    a = np.int64(same[np.int64(present & LANES)])
    b = np.int64(same[SETS + np.int64((present >> LANE1) & LANES)])
    c = np.int64(same[2 * SETS + np.int64((present >> LANE2) & LANES)])
    d = np.int64(same[3 * SETS + np.int64((present >> LANE3) & LANES)])
    return U64(a | (b << 9) | (c << 18) | (d << 27) | (leader << 36) | (plan << 38))


@kernel()
def scattered(key):
    """A key's bits mixed; each key to another word of as many bits."""
    word = (key * MULTIPLY1) & KEY_MASK
    word ^= word >> HALF_KEY
    return (word * MULTIPLY2) & KEY_MASK


@kernel()
def tag_of(word, generation):
    """What tells an entry of a bucket from all others."""
    return ((word & TAG_MASK) << AT_TAG) | (U64(generation) << AT_GENERATION)


@kernel()
def look_up(table, key, generation):
    """The entry of a key, 0 if there is none."""
    word = scattered(key)
    at = np.int64(word >> TAG_BITS) * WAYS
    tag = tag_of(word, generation)
    found = NONE
    for way in range(WAYS):
        entry = table.entries[at + way]
        if entry & SAME_ENTRY == tag:
            found = entry
    return found


@kernel()
def low_of(entry):
    """Points that are still won at least."""
    return np.int64(entry & EIGHT_BITS)


@kernel()
def high_of(entry):
    """Points that are still won at most."""
    return np.int64((entry >> AT_HIGH) & EIGHT_BITS)


@kernel()
def move_of(entry):
    """Place of the card that was best."""
    return np.int64((entry >> AT_MOVE) & SIX_BITS)


@kernel()
def keep(table, key, generation, low, high, move, left):
    """Write an entry over the one of its bucket that matters least."""
    word = scattered(key)
    at = np.int64(word >> TAG_BITS) * WAYS
    tag = tag_of(word, generation)
    victim = 0
    least = 99
    for way in range(WAYS):
        entry = table.entries[at + way]
        worth = np.int64((entry >> AT_LEFT) & FOUR_BITS)
        if (entry >> AT_GENERATION) & GENERATION_MASK != U64(generation):
            worth = -1
        if entry & SAME_ENTRY == tag:
            worth = -2
        if worth < least:
            least = worth
            victim = way
    rest = (U64(left) << AT_LEFT) | (U64(move) << AT_MOVE) | (U64(high) << AT_HIGH) | U64(low)
    table.entries[at + victim] = tag | rest
