"""The deals that a seat cannot tell apart: counted exactly, drawn alike.

A *world* is the hands of the three other seats. The worlds of a view are all those that
agree with the cards seen and with `view.cannot`, and each is drawn with the same chance.

Whoever may hold an unseen card makes its type: one, two or all three of the others, called
1, 2 and 3 as they follow the seat. Cards of one seat's type are that seat's. Let a cards
of type 12 and b of type 13 go to seat 1, and c of type 23 to seat 2. What the seats still
lack, r1, r2 and r3 cards, comes from the n123 cards of type 123, so that

    C(n12, a) · C(n13, b) · C(n23, c) · n123! / (r1! r2! r3!)

worlds have these numbers: a multivariate hypergeometric law, by our own counting. One
triple (a, b, c) is a *cell*. `prepare` writes down the cells' cumulated numbers of worlds,
once for a view. `sample` draws a cell by them and then, of each type, the cards that go to
each seat; sets of one size are alike, as cards are taken one by one from those left.

Sizes: seat 1 lacks at most nine cards, which leaves 55 pairs (a, b), seat 2 too, so there are
at most 550 cells. A world is one way to give the others their cards, so all cells together
hold at most 27! / 9!³ < 2³⁸ worlds, and every product on the way to a cell's number divides
it: nothing overflows. No world's chance is off by 1e-11 of itself. A cell is chosen with an
error below 2⁻⁶⁴, and none is rarer than 1 in 1.5e8 (all cases gone through); up to four
cards that are taken by one word err by less than 27 · 26 · 25 · 24 / 2⁶⁴ < 3e-14.
"""

from __future__ import annotations

from math import comb

import numba
import numpy as np
from numba import types

from . import kernel
from .bits import NONE, ONE, U64, count, mul_high, nth
from .order import natural_order
from .pointers import row
from .random import FOR_WORLDS, draw, mix
from .sense import unseen
from .view import VIEW_TYPE

CELLS = 550
WORDS = 16
"""Random words of one world: one for its cell, three for each of five sets of cards."""

WORLDS = np.dtype(
    [
        ("total", np.uint64),  # how many worlds there are
        ("cells", np.int64),  # and in how many cells
        # cards by who may hold them, the seats counted from the next one
        ("one", np.uint64, (3,)),  # 1, 2, 3
        ("two", np.uint64, (3,)),  # 12, 13, 23
        ("three", np.uint64),
        ("lacks", np.int64, (3,)),  # how many of `two` and `three` each seat gets
        ("ends", np.uint64, (CELLS,)),  # worlds of a cell and of those before it
        ("splits", np.uint16, (CELLS,)),  # a, b and c, five bits each
    ],
    align=True,
)
"""What is prepared once for a view, to draw worlds from it; see the module's text."""

WORLDS_TYPE = numba.from_dtype(WORLDS)

CHOOSE = np.array([[comb(n, k) for k in range(28)] for n in range(28)], np.uint64)
"""How many sets of k cards n cards have, at ``[n, k]``."""
CHOOSE.setflags(write=False)


@kernel()
def sort_cards(view, worlds):
    """Sort the unseen cards by who may hold them; whether each has a seat, and all fit."""
    rest = unseen(view)
    first = rest & ~view.cannot[(view.seat + 1) & 3]
    second = rest & ~view.cannot[(view.seat + 2) & 3]
    third = rest & ~view.cannot[(view.seat + 3) & 3]
    worlds.one[0] = first & ~(second | third)
    worlds.one[1] = second & ~(first | third)
    worlds.one[2] = third & ~(first | second)
    worlds.two[0] = first & second & ~third
    worlds.two[1] = first & third & ~second
    worlds.two[2] = second & third & ~first
    worlds.three = first & second & third
    room = np.int64(0)
    for i in range(3):
        # The cards that a seat has played say how many it holds, within a trick too.
        held = 9 - count(view.played[(view.seat + 1 + i) & 3])
        worlds.lacks[i] = held - count(worlds.one[i])
        room += held
    return first | second | third == rest and room == count(rest)


@kernel()
def count_cells(worlds):
    """Write down the cells, each with at least one world, and their cumulated numbers."""
    lack1, lack2, lack3 = worlds.lacks[0], worlds.lacks[1], worlds.lacks[2]
    n12, n13, n23 = count(worlds.two[0]), count(worlds.two[1]), count(worlds.two[2])
    n123 = count(worlds.three)
    total = NONE
    cell = 0
    # The bounds leave no seat with more cards than it lacks, so r1, r2 and r3 are not negative.
    for a in range(max(0, n12 - lack2), min(n12, lack1) + 1):
        left2 = lack2 - (n12 - a)
        for b in range(max(0, n13 - lack3), min(n13, lack1 - a) + 1):
            left3 = lack3 - (n13 - b)
            r1 = lack1 - a - b
            ways = CHOOSE[n12, a] * CHOOSE[n13, b] * CHOOSE[n123, r1]
            for c in range(max(0, n23 - left3), min(n23, left2) + 1):
                total += ways * CHOOSE[n23, c] * CHOOSE[n123 - r1, left2 - c]
                worlds.ends[cell] = total
                worlds.splits[cell] = a | b << 5 | c << 10
                cell += 1
    worlds.cells = cell
    return total


@kernel()
def prepare(view, worlds):
    """Make ready to draw the worlds of a view.

    Returns
    -------
    uint64
        How many there are: at least one, and 0 only for a view that contradicts itself,
        of which nothing may be drawn.
    """
    worlds.cells = 0
    worlds.total = NONE
    if sort_cards(view, worlds):
        worlds.total = count_cells(worlds)
    return worlds.total


@kernel()
def cell_of(worlds, choice):
    """First cell whose end lies above a number, which is below the total."""
    cell = np.int64(0)
    size = worlds.cells
    while size > 1:
        half = size >> 1
        cell += half * np.int64(worlds.ends[cell + half - 1] <= choice)
        size -= half
    return cell


@kernel()
def some(cards, wanted, key, number):
    """A random subset with so many cards, by at most three words from a numbered one on."""
    size = count(cards)
    few = min(wanted, size - wanted)  # at most 9, as no two seats share more than 18 cards
    left = U64(size)
    rest = cards
    word = NONE
    for i in range(few):
        if i & 3 == 0:
            word = draw(key, number + (i >> 2))
        rest ^= nth(rest, mul_high(word, left))
        # What the product leaves below is the fraction by which the next card is chosen.
        word *= left
        left -= ONE
    return cards ^ rest if few == wanted else rest


@kernel()
def sample(view, worlds, word_key, number, hands_of):
    """Draw the numbered world of a stream, whatever was drawn before.

    Parameters
    ----------
    view : VIEW record
        The view that was prepared.
    worlds : WORLDS record
        As `prepare` left it, with at least one world.
    word_key : uint64
        Key of the stream; a view's noise may serve, which this takes no word from.
    number : int
        Number of the world in its stream.
    hands_of : uint64 array, shape (4,)
        Out: the hands by seat in the view's order, the own one as the view has it.
    """
    key = mix(mix(word_key) + FOR_WORLDS)
    start = WORDS * number
    split = np.int64(worlds.splits[cell_of(worlds, mul_high(draw(key, start), worlds.total))])
    a, b, c = split & 31, (split >> 5) & 31, split >> 10
    of12 = some(worlds.two[0], a, key, start + 1)
    of13 = some(worlds.two[1], b, key, start + 4)
    of23 = some(worlds.two[2], c, key, start + 7)
    r1 = worlds.lacks[0] - a - b
    r2 = worlds.lacks[1] - (count(worlds.two[0]) - a) - c
    first = some(worlds.three, r1, key, start + 10)
    rest = worlds.three ^ first
    second = some(rest, r2, key, start + 13)
    seat = view.seat
    hands_of[seat] = view.hand
    hands_of[(seat + 1) & 3] = worlds.one[0] | of12 | of13 | first
    hands_of[(seat + 2) & 3] = worlds.one[1] | (worlds.two[0] ^ of12) | of23 | second
    hands_of[(seat + 3) & 3] = (
        worlds.one[2] | (worlds.two[1] ^ of13) | (worlds.two[2] ^ of23) | (rest ^ second)
    )


VIEWS = types.Array(VIEW_TYPE, 1, "C")
ROOMS = types.Array(WORLDS_TYPE, 1, "C")


@kernel(types.uint64(VIEWS, ROOMS))
def prepare_view(views, rooms):
    """Make ready to draw the worlds of one view; see `prepare`."""
    return prepare(views[0], rooms[0])


@kernel(types.void(VIEWS, ROOMS, types.uint64, types.int64, types.uint64[:, ::1]))
def fill_worlds(views, rooms, key, first, hands):
    """Draw one world per row of `hands`, shape (n, 4), in natural order.

    Parameters
    ----------
    views, rooms : arrays of VIEW, WORLDS, shape (1,)
        A view, and what `prepare_view` made of it.
    key : uint64
        Key of the stream.
    first : int
        Number of the first world.
    """
    view, worlds = views[0], rooms[0]
    for i in range(hands.shape[0]):
        drawn = row(hands, i)
        sample(view, worlds, key, first + i, drawn)
        for seat in range(4):
            drawn[seat] = natural_order(drawn[seat], view.trump)
