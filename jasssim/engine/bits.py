"""Bit tricks on sets of cards, each with a name that reads aloud.

A set of cards is one ``uint64`` of four lanes (see `jasssim.game.cards`). A bot needs no
shift of its own: what it wants has a name here or in `jasssim.engine.sense`. Each
primitive has a plain Python body, which runs when kernels are not compiled, and an overload
that becomes one or two machine instructions.
"""

from __future__ import annotations

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from . import kernel

U64 = np.uint64
NONE = U64(0)
ONE = U64(1)
EVERY = U64(0xFFFFFFFFFFFFFFFF)
DECK = U64(0x01FF01FF01FF01FF)
LANE = U64(0x1FF)
LANE_START = U64(0x30)

HAS_PDEP = bool(binding.get_host_cpu_features().get("bmi2", False))
"""Whether this machine can pick the n-th card of a set in one instruction."""


@intrinsic
def _ctpop(typingctx, x):
    def build(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), build


@intrinsic
def _cttz(typingctx, x):
    def build(context, builder, signature, args):
        return builder.cttz(args[0], cgutils.false_bit)

    return types.int64(types.uint64), build


@intrinsic
def _ctlz(typingctx, x):
    def build(context, builder, signature, args):
        return builder.ctlz(args[0], cgutils.false_bit)

    return types.int64(types.uint64), build


@intrinsic
def _mul_high(typingctx, a, b):
    def build(context, builder, signature, args):
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.lshr(product, ir.Constant(wide, 64))
        return builder.trunc(high, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), build


@intrinsic
def _pdep(typingctx, source, mask):
    def build(context, builder, signature, args):
        word = ir.IntType(64)
        pdep = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64"
        )
        return builder.call(pdep, args)

    return types.uint64(types.uint64, types.uint64), build


def count(cards):
    """Number of cards in a set, int64."""
    return np.int64(int(cards).bit_count())


@overload(count)
def _count(cards):
    return lambda cards: _ctpop(cards)


def lowest_index(cards):
    """Place of the lowest card of a set, 0 to 56, int64; 64 for the empty set."""
    word = int(cards)
    return np.int64((word & -word).bit_length() - 1 if word else 64)


@overload(lowest_index)
def _lowest_index(cards):
    return lambda cards: _cttz(cards)


def highest_index(cards):
    """Place of the highest card of a set, 0 to 56, int64; -1 for the empty set."""
    return np.int64(int(cards).bit_length() - 1)


@overload(highest_index)
def _highest_index(cards):
    return lambda cards: 63 - _ctlz(cards)


def mul_high(a, b):
    """Upper 64 bits of a product: ``b`` scaled by the fraction ``a / 2**64``."""
    return U64((int(a) * int(b)) >> 64)


@overload(mul_high)
def _overload_mul_high(a, b):
    return lambda a, b: _mul_high(a, b)


def spread(places, cards):
    """Cards of a set whose place among its cards is a bit of `places` (bit deposit)."""
    out = NONE
    rest = cards
    bit = ONE
    while rest != NONE:
        low = rest & (~rest + ONE)
        if places & bit:
            out = out | low
        rest = rest ^ low
        bit = bit + bit
    return out


@overload(spread)
def _spread(places, cards):
    if HAS_PDEP:
        return lambda places, cards: _pdep(places, cards)
    return spread


@kernel()
def lowest(cards):
    """The lowest card of a set (none of the empty set)."""
    return cards & (~cards + ONE)


@kernel()
def highest(cards):
    """The highest card of a set that is not empty."""
    return ONE << U64(highest_index(cards))


@kernel()
def nth(cards, n):
    """The n-th card of a set, counted from the lowest, which is number 0."""
    return spread(ONE << U64(n), cards)


@kernel()
def when(condition):
    """All bits where the condition holds, else none."""
    return NONE - U64(condition)


@kernel()
def lane_of(card):
    """All nine cards of a card's suit."""
    return LANE << (U64(lowest_index(card)) & LANE_START)
