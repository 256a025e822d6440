"""What cards count: card by card, and what a whole deal comes to."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from jasssim.game.cards import card_bit, cards_to_set, format_card, parse_card
from jasssim.game.contract import contract_names, parse_contract
from jasssim.game.orders import TABLES, card_values
from jasssim.game.rules import Rules
from jasssim.game.scoring import class_points
from jasssim.lab.replay import replay
from jasssim.lab.simulate import simulate

#         6  7  8  9  X   U   O  K   A
TRUMP = [0, 0, 0, 14, 10, 20, 3, 4, 11]
SIDE = [0, 0, 0, 0, 10, 2, 3, 4, 11]
UP = [0, 0, 8, 0, 10, 2, 3, 4, 11]
DOWN = [11, 0, 8, 0, 10, 2, 3, 4, 0]

BY_HAND = {
    "E": TRUMP + SIDE + SIDE + SIDE,
    "R": SIDE + TRUMP + SIDE + SIDE,
    "S": SIDE + SIDE + TRUMP + SIDE,
    "L": SIDE + SIDE + SIDE + TRUMP,
    "obenabe": UP * 4,
    "undenufe": DOWN * 4,
    "plain": SIDE * 4,
}
SUIT_EACH = [cards_to_set(range(9 * seat, 9 * seat + 9)) for seat in range(4)]
FIXED = Rules()
PER_TRICK = Rules(alt_values="per_trick")
TURNING = ["slalom-obenabe", "slalom-undenufe", "guschti-obenabe", "guschti-undenufe"]


def single(table: str) -> list[int]:
    """What the engine's scoring gives for each single card."""
    return counted([card_bit(card) for card in range(36)], table)


def counted(sets: list[int], table: str) -> list[int]:
    """Points of sets of cards, each taken in upward tricks alone."""
    taken = np.array([[[cards, 0, 0]] for cards in sets], np.uint64)
    trumps, tables = np.full(len(sets), -1, np.int8), np.full((1, 3), TABLES.index(table))
    return class_points(taken, trumps, tables)[:, 0].tolist()


def wrong(table: str, found: list[int]) -> list[str]:
    return [format_card(c) for c in range(36) if found[c] != BY_HAND[table][c]]


@pytest.mark.parametrize("table", TABLES)
def test_every_card_counts_what_stands_in_the_rules(table: str) -> None:
    assert wrong(table, single(table)) == []
    assert wrong(table, list(card_values(TABLES.index(table)))) == []


@pytest.mark.parametrize("table", TABLES)
def test_pairs_of_cards_count_their_sum(table: str) -> None:
    pairs = list(combinations(range(36), 2))
    expected = [BY_HAND[table][a] + BY_HAND[table][b] for a, b in pairs]
    assert counted([cards_to_set(pair) for pair in pairs], table) == expected


@pytest.mark.parametrize("table", TABLES)
def test_two_swapped_values_are_seen_though_the_deck_sums_alike(table: str) -> None:
    """The sum over the deck is blind to a swap; the list by hand names both cards."""
    for a, b in combinations(range(36), 2):
        if BY_HAND[table][a] == BY_HAND[table][b]:
            continue
        found = single(table) if (a, b) == (0, 3) else list(card_values(TABLES.index(table)))
        found[a], found[b] = found[b], found[a]
        assert sum(found) == sum(BY_HAND[table])
        assert wrong(table, found) == [format_card(a), format_card(b)]


@pytest.mark.parametrize(("table", "total"), [(t, 120 if t == "plain" else 152) for t in TABLES])
def test_deck(table: str, total: int) -> None:
    assert sum(BY_HAND[table]) == sum(single(table)) == total


@pytest.mark.parametrize(
    "rules",
    [
        Rules(alt_values=alt, block3_values=block, undenufe_values=down)
        for alt in ("start", "obenabe", "undenufe")
        for block in ("trump", "obenabe")
        for down in ("six11", "ace11")
    ],
    ids=lambda rules: f"{rules.alt_values}-{rules.block3_values}-{rules.undenufe_values}",
)
def test_fixed_values_come_to_157_in_every_deal(rules: Rules) -> None:
    names = contract_names() * 100
    points = simulate("random", names, len(names), 3, rules).points()
    assert (points.sum(axis=1) == 157).all()
    assert points.min() >= 0


@pytest.mark.parametrize("contract", TURNING)
def test_values_by_trick_come_to_113_and_elevens(contract: str) -> None:
    """Every ace of an upward and every six of a downward trick counts eleven."""
    plays = simulate("random", contract, 20_000, 4, PER_TRICK)
    classes = plays.taken.reshape(-1, 4, 3)
    aces, sixes = (
        np.uint64(cards_to_set(parse_card(suit + rank) for suit in "ERSL")) for rank in "A6"
    )
    elevens = np.bitwise_count(classes[:, :, 0] & aces).sum(axis=1)
    elevens = elevens + np.bitwise_count(classes[:, :, 1] & sixes).sum(axis=1)
    totals = plays.points().sum(axis=1)
    assert (totals == 113 + 11 * elevens.astype(np.int64)).all()
    assert len(set(totals.tolist())) >= 7


def with_elevens(contract: str, number: int) -> list[int]:
    """A play of `SUIT_EACH` in which seat 0 takes all tricks and so many elevens fall."""
    ups = [mode == "obenabe" for mode in modes_of(contract)]
    up, down = ups.index(True), ups.index(False)
    up2 = up + 1 + ups[up + 1 :].index(True)
    down2 = down + 1 + ups[down + 1 :].index(False)
    orders = []
    for seat in range(4):
        ace_counts, six_counts = number > 2 * seat, number > 2 * seat + 1
        order: list[int] = [-1] * 9
        order[up if ace_counts else down] = 8
        order[down2 if six_counts else up2] = 0
        rest = iter(range(1, 8))
        orders.append([rank if rank >= 0 else next(rest) for rank in order])
    return [9 * seat + orders[seat][trick] for trick in range(9) for seat in range(4)]


def modes_of(contract: str) -> list[str]:
    kind, first = contract.split("-")
    other = "undenufe" if first == "obenabe" else "obenabe"
    in_first = [t % 2 == 0 if kind == "slalom" else t < 5 for t in range(9)]
    return [first if here else other for here in in_first]


@pytest.mark.parametrize("contract", TURNING)
@pytest.mark.parametrize("number", range(9))
def test_all_nine_totals_by_trick_are_reached(contract: str, number: int) -> None:
    """From 113 to 201, each even as a sweep of seat 0."""
    cards = with_elevens(contract, number)
    play = replay(SUIT_EACH, 0, parse_contract(contract), PER_TRICK, cards)
    assert play.seat_points() == [113 + 11 * number, 0, 0, 0]
    assert sum(play.trick_points()) == 113 + 11 * number
    same = replay(SUIT_EACH, 0, parse_contract(contract), FIXED, cards)
    assert same.seat_points() == [157, 0, 0, 0]


@pytest.mark.parametrize("contract", ["E", "L", "obenabe", "undenufe"])
def test_seats_get_what_they_took_and_five_for_the_last_trick(contract: str) -> None:
    plays = simulate("random", contract, 500, 5, trace=True)
    tricks = np.array(BY_HAND[contract])[plays.cards()].sum(axis=2)
    tricks[:, 8] += 5
    winners = plays.trick_winners()
    for seat in range(4):
        expected = np.where(winners == seat, tricks, 0).sum(axis=1)
        assert (plays.points(by="seat")[:, seat] == expected).all()
