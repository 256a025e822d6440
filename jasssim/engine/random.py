"""Random numbers that depend on nothing but their key.

Deals come from Philox4x32-10 (Salmon, Moraes, Dror and Shaw 2011), one block of 128 bits
per (seed, index, purpose). Bots draw from a cheaper mixed stream (SplitMix64, Steele,
Lea and Flood 2014) keyed by (seed, deal, decision).
"""

from __future__ import annotations

from . import kernel
from .bits import U64

LOW32 = U64(0xFFFFFFFF)
HALF = U64(32)
MUL0, MUL1 = U64(0xD2511F53), U64(0xCD9E8D57)
WEYL0, WEYL1 = U64(0x9E3779B9), U64(0xBB67AE85)
GOLDEN = U64(0x9E3779B97F4A7C15)
MIX1, MIX2 = U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
S30, S27, S31 = U64(30), U64(27), U64(31)

FOR_DEALS = U64(0)
FOR_COMPLETIONS = U64(1)
FOR_BOTS = U64(2)
FOR_CALLERS = U64(3)
FOR_WORLDS = U64(4)


@kernel()
def philox(seed, index, purpose, block):
    """One block of Philox4x32-10: key ``seed``, counter ``(index, purpose, block)``.

    Returns
    -------
    two uint64
        The four 32-bit words of the block, the first in the low half of each.
    """
    c0, c1, c2, c3 = index & LOW32, index >> HALF, purpose, block
    k0, k1 = seed & LOW32, seed >> HALF
    for _ in range(10):
        p0 = MUL0 * c0
        p1 = MUL1 * c2
        c0, c1, c2, c3 = (p1 >> HALF) ^ c1 ^ k0, p1 & LOW32, (p0 >> HALF) ^ c3 ^ k1, p0 & LOW32
        k0 = (k0 + WEYL0) & LOW32
        k1 = (k1 + WEYL1) & LOW32
    return c0 | (c1 << HALF), c2 | (c3 << HALF)


@kernel()
def mix(word):
    """A word whose bits all depend on all bits of the given one (SplitMix64's finish)."""
    word = (word ^ (word >> S30)) * MIX1
    word = (word ^ (word >> S27)) * MIX2
    return word ^ (word >> S31)


@kernel()
def stream(seed, index):
    """Key of the bots' draws in one deal."""
    return mix(mix(seed + FOR_BOTS * GOLDEN) + index * GOLDEN)


@kernel()
def draw(key, number):
    """The numbered 64-bit word of a stream."""
    return mix(key + U64(number) * GOLDEN)
