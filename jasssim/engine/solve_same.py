"""Which sets of cards the solver may take for each other: same owners and values in a row."""

from __future__ import annotations

import numpy as np
from numba import types

from . import kernel
from .bits import ONE, U64
from .solve_state import ROOM, SETS, SOLVER_TYPE
from .solve_trick import held

SCATTER, SLOT_BITS = U64(0x9E3779B97F4A7C15), U64(54)


@kernel()
def mark_suit(state, suit):
    """Find for each set of a suit's cards the one that stands for all alike."""
    shift = U64(16 * suit)
    full = np.int64((held(state) >> shift) & U64(SETS - 1))
    state.seen[:] = 0
    cards = 0
    while True:
        sequence = 1
        for rank in range(9):
            if (cards >> rank) & 1:
                owner = 0
                for seat in range(1, 4):
                    owner = seat if (state.hands[seat] >> (shift + U64(rank))) & ONE else owner
                sequence = 64 * sequence + 16 * owner + state.alike[16 * suit + rank]
        slot = np.int64((U64(sequence) * SCATTER) >> SLOT_BITS)
        while state.seen[slot] != 0 and state.seen[slot] != sequence:
            slot = (slot + 1) & (ROOM - 1)
        if state.seen[slot] == 0:
            state.seen[slot] = sequence
            state.seen_set[slot] = cards
        state.same[SETS * suit + cards] = state.seen_set[slot]
        cards = (cards - full) & full
        if cards == 0:
            return


@kernel(types.void(SOLVER_TYPE))
def mark_same(state):
    """Find sets of cards that are alike: the same owners and values in the same order."""
    for suit in range(4):
        if (state.mixed >> suit) & 1:
            for cards in range(SETS):
                state.same[SETS * suit + cards] = cards
        else:
            mark_suit(state, suit)
