"""The deal of a seed and an index: fixed for ever, and as fair as chance.

Bounds are 4.5 standard errors; seeds are fixed, so a test fails only when the dealing
changes. The texts below must never be changed: published results name deals by seed and
index.
"""

from __future__ import annotations

from itertools import pairwise
from math import comb, sqrt

import numpy as np
import pytest
from numba import types

from jasssim.engine import kernel
from jasssim.engine.random import HALF, LOW32, philox
from jasssim.game.cards import ALL, card_bit
from jasssim.game.notation import format_deal, parse_deal, parse_hand
from jasssim.lab.simulate import simulate

SIGMAS = 4.5
MANY = 400_000
BITS = np.array([card_bit(card) for card in range(36)], np.uint64)

DEALS = [
    (0, 0, "0:X98.KOU.KX.9 A7.A96.U7.AX U6.X87.86.86 KO..AO9.KOU7"),
    (0, 1, "0:O.AKOX.OU8.7 86.9876.K9.K AKU..76.AOUX X97.U.AX.986"),
    (0, 4611686018427387902, "0:U.U876..AUX6 AK6..U987.97 X.OX9.AO.KO8 O987.AK.KX6."),
    (1, 0, "0:K.AU987..O97 7.6.UX97.AK8 AO98.X.KO8.X UX6.KO.A6.U6"),
    (1, 1, "0:KO86.KO.8.A6 U.X8.AU.KUX8 AX97.U.KO7.7 .A976.X96.O9"),
    (1, 4294967296, "0:KX.AO7.OX9.X 86.U96.87.76 AU..AK6.AKO9 O97.KX8.U.U8"),
    (7, 1099511627781, "0:K9.K86.U8.OX 8.A.AO6.A976 76.OUX7.K9.K AOUX.9.X7.U8"),
    (4294967296, 0, "0:AK6.AX8..AO7 U8.O.K76.X96 OX9.KU6.OU.U 7.97.AX98.K8"),
    (18446744073709551615, 0, "0:OX.OU.U96.97 U.A876.KX8.A 87.9.O7.UX86 AK96.KX.A.KO"),
    (18446744073709551615, 4294967296, "0:AX7.AKU6.8.X 98.X8.OX7.K7 OU6.O.A96.A9 K.97.KU.OU86"),
    (
        18446744073709551615,
        4611686018427387902,
        "0:O.AX987.A.X9 AK8..X876.AO X76.U6..K876 U9.KO.KOU9.U",
    ),
]

# The first hand given goes to the lowest of the seats.
GIVEN = [parse_hand("AKU.A98.X.76"), parse_hand("X9.KO.AK9.AO")]
COMPLETIONS = [
    (0, 0, [0], "0:AKU.A98.X.76 7.U.K987.KOU .KOX6.AOU.X8 OX986.7.6.A9"),
    (0, 1099511627781, [0], "0:AKU.A98.X.76 7.OX7.KO9.98 O98.KU6..AKX X6..AU876.OU"),
    (0, 0, [2], "0:7.U.K987.KOU .KOX6.AOU.X8 AKU.A98.X.76 OX986.7.6.A9"),
    (0, 1099511627781, [2], "0:7.OX7.KO9.98 O98.KU6..AKX AKU.A98.X.76 X6..AU876.OU"),
    (0, 0, [1, 3], "0:6.7.O876.KUX AKU.A98.X.76 O87.UX6.U.98 X9.KO.AK9.AO"),
    (0, 1099511627781, [1, 3], "0:6.X76.OU8.98 AKU.A98.X.76 O87.U.76.KUX X9.KO.AK9.AO"),
    (18446744073709551615, 0, [0], "0:AKU.A98.X.76 7.UX76.OU76. 6.O.AK9.AKX9 OX98.K.8.OU8"),
    (
        18446744073709551615,
        1099511627781,
        [0],
        "0:AKU.A98.X.76 O87.UX7.U8.U X.6.AKO.KO98 96.KO.976.AX",
    ),
    (18446744073709551615, 0, [2], "0:7.UX76.OU76. 6.O.AK9.AKX9 AKU.A98.X.76 OX98.K.8.OU8"),
    (
        18446744073709551615,
        1099511627781,
        [2],
        "0:O87.UX7.U8.U X.6.AKO.KO98 AKU.A98.X.76 96.KO.976.AX",
    ),
    (18446744073709551615, 0, [1, 3], "0:O6.UX6.OU76. AKU.A98.X.76 87.7.8.KUX98 X9.KO.AK9.AO"),
    (
        18446744073709551615,
        1099511627781,
        [1, 3],
        "0:O76.UX6.U8.X AKU.A98.X.76 8.7.O76.KU98 X9.KO.AK9.AO",
    ),
]


def dealt(seed: int, first: int, count: int = 1, seats: tuple[int, ...] = ()) -> np.ndarray:
    """Hands of some deals, given hands at some seats, shape (count, 4)."""
    hands = dict(zip(seats, GIVEN, strict=False)) or None
    return simulate("random", "E", count, seed, first=first, hands=hands).hands


def text(hands: np.ndarray) -> str:
    return format_deal([int(hand) for hand in hands])


@pytest.mark.parametrize(("seed", "index", "expected"), DEALS)
def test_deal_is_fixed_for_ever(seed: int, index: int, expected: str) -> None:
    assert text(dealt(seed, index)[0]) == expected
    assert format_deal(*parse_deal(expected)) == expected


@pytest.mark.parametrize(("seed", "index", "seats", "expected"), COMPLETIONS)
def test_completion_is_fixed_for_ever(
    seed: int, index: int, seats: list[int], expected: str
) -> None:
    assert text(dealt(seed, index, seats=tuple(seats))[0]) == expected


# Random words


@kernel(types.void(types.uint64, types.uint64, types.uint64, types.uint64, types.uint64[::1]))
def four_words(seed, index, purpose, block, words):
    low, high = philox(seed, index, purpose, block)
    words[0] = low & LOW32
    words[1] = low >> HALF
    words[2] = high & LOW32
    words[3] = high >> HALF


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0, 0, 0), (0, 0), "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            "d16cfe09 94fdcceb 5001e420 24126ea1",
        ),
    ],
    ids=["zeros", "ones", "pi"],
)
def test_philox_gives_its_authors_known_answers(
    counter: tuple[int, ...], key: tuple[int, ...], expected: str
) -> None:
    """The three vectors for philox4x32-10 that Random123 publishes."""
    words = np.zeros(4, np.uint64)
    c0, c1, c2, c3 = counter
    four_words(
        np.uint64(key[0] | key[1] << 32), np.uint64(c0 | c1 << 32), np.uint64(c2),
        np.uint64(c3), words,
    )  # fmt: skip
    assert " ".join(f"{int(word):08x}" for word in words) == expected


# Chance


def holders(hands: np.ndarray) -> np.ndarray:
    """Whether each seat holds each card, shape (seats, cards, deals)."""
    return np.stack([(hands.T & bit) != 0 for bit in BITS], axis=1)


def assert_within(observed: np.ndarray, n: int, probability: float | np.ndarray) -> None:
    """Each count lies within 4.5 standard errors of its expectation."""
    error = np.sqrt(n * np.asarray(probability) * (1 - np.asarray(probability)))
    z = np.abs(observed - n * np.asarray(probability)) / error
    assert z.max() <= SIGMAS


def assert_uniform(counts: np.ndarray, cards: int, seats: int) -> None:
    """Chi-square of cards over seats, which has the stated freedom as every seat gets nine.

    A deal without replacement spreads by cards / (cards - 1) more than independent cards.
    """
    expected = counts.sum() / counts.size
    chi_square = ((counts - expected) ** 2 / expected).sum() * (cards - 1) / cards
    freedom = (cards - 1) * (seats - 1)
    assert abs(chi_square - freedom) <= SIGMAS * sqrt(2 * freedom)


def test_every_card_is_dealt_once_and_nine_to_each_seat() -> None:
    hands = dealt(3, 0, MANY)
    assert (np.bitwise_count(hands) == 9).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == np.uint64(ALL)).all()


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_suit_lengths_are_hypergeometric(seed: int) -> None:
    """400 000 deals; lengths of seven and more, about 54 of each seat and suit, together."""
    hands = dealt(seed, 0, MANY)
    share = [comb(9, k) * comb(27, 9 - k) / comb(36, 9) for k in range(10)]
    expected = np.array([*share[:7], sum(share[7:])])
    for seat in range(4):
        for suit in range(4):
            lane = np.uint64(0x1FF << (16 * suit))
            lengths = np.minimum(np.bitwise_count(hands[:, seat] & lane), 7)
            assert_within(np.bincount(lengths, minlength=8), MANY, expected)


def test_every_card_goes_to_every_seat_alike() -> None:
    """400 000 deals, freedom 35 × 3 = 105."""
    counts = holders(dealt(5, 0, MANY)).sum(axis=2)
    assert_uniform(counts, 36, 4)
    assert_within(counts, MANY, 1 / 4)


def test_every_two_cards_meet_as_often_as_others() -> None:
    """100 000 deals; two cards lie in one given hand with probability 1/4 · 8/35."""
    n = 100_000
    for held in holders(dealt(6, 0, n)):
        together = held.astype(np.float32) @ held.T.astype(np.float32)
        pairs = together[np.triu_indices(36, 1)]
        assert_within(pairs, n, 2 / 35)


def test_deals_next_to_each_other_are_independent() -> None:
    """A card stays with its seat in a quarter of the next deals, of other seeds' deals too."""
    n = 100_000
    one = holders(dealt(9, 0, n + 1))
    other = holders(dealt(10, 0, n))
    for after in (one[:, :, 1:], other):
        assert_within((one[:, :, :-1] & after).sum(axis=2), n, 1 / 16)


@pytest.mark.parametrize("seats", [(0,), (2,), (1, 3)])
def test_completions_are_uniform(seats: tuple[int, ...]) -> None:
    """100 000 deals; the free cards go to the other seats alike."""
    n = 100_000
    hands = dealt(7, 0, n, seats)
    assert (np.bitwise_count(hands) == 9).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == np.uint64(ALL)).all()
    free = np.ones(36, bool)
    for seat, given in zip(seats, GIVEN, strict=False):
        assert (hands[:, seat] == np.uint64(given)).all()
        free &= (BITS & np.uint64(given)) == 0
    others = [seat for seat in range(4) if seat not in seats]
    counts = holders(hands)[others][:, free].sum(axis=2)
    assert_uniform(counts, int(free.sum()), len(others))
    assert_within(counts, n, 1 / len(others))


# Chunks


@pytest.mark.parametrize("seats", [(), (0,), (1, 3)])
def test_deals_do_not_depend_on_where_a_batch_begins(seats: tuple[int, ...]) -> None:
    whole = dealt(2**63, 2**40, 1000, seats)
    cuts = [0, 1, 2, 500, 999, 1000]
    parts = [dealt(2**63, 2**40 + a, b - a, seats) for a, b in pairwise(cuts)]
    assert np.array_equal(np.concatenate(parts), whole)
    assert len({tuple(row) for row in whole.tolist()}) > 980


def test_seeds_and_indices_do_not_collide() -> None:
    rows = [tuple(dealt(seed, index)[0].tolist()) for seed, index, _ in DEALS]
    assert len(set(rows)) == len(rows)
