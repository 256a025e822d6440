"""Faults that other Jass programs had, one test each, against the engine.

Cards on the table are in playing order, the led card first.
"""

from __future__ import annotations

import numpy as np
import pytest

from jasssim.game.cards import cards_to_set
from jasssim.game.contract import contract_names, parse_contract
from jasssim.game.notation import format_trick, parse_trick
from jasssim.game.rules import Rules
from jasssim.lab import replay as engine
from jasssim.lab.simulate import simulate
from jasssim.reference import Round

SUIT_EACH = [cards_to_set(range(9 * seat, 9 * seat + 9)) for seat in range(4)]


def legal(contract: str, table: str, hand: str, trick_no: int = 1, **rules: object) -> str:
    cards = parse_trick(hand)
    house = Rules(**rules)  # type: ignore[arg-type]
    found = engine.legal_cards(cards, parse_trick(table), parse_contract(contract), trick_no, house)
    return format_trick([card for card in cards if card in found])


def winner(contract: str, trick: str, trick_no: int = 1) -> str:
    cards = parse_trick(trick)
    return format_trick(
        [cards[engine.trick_winner(cards, parse_contract(contract), trick_no, Rules())]]
    )


def one_suit_each(
    contract: str, ranks: str, blocks: tuple[str, ...] = (), leader: int = 0, **rules: object
) -> engine.Replay:
    """All four seats, each with a whole suit, play the same rank; the leader wins each trick."""
    seats = [(leader + i) % 4 for i in range(4)]
    cards = [9 * seat + "6789XUOKA".index(rank) for rank in ranks for seat in seats]
    house = Rules(**rules)  # type: ignore[arg-type]
    return engine.replay(SUIT_EACH, leader, parse_contract(contract), house, cards, blocks)


def completed(
    hands: list[str], leader: int, contract: str, cards: str, rules: Rules
) -> engine.Replay:
    """A play that begins with the given cards; from then on each plays its first legal card."""
    round_ = Round([hand.split() for hand in hands], leader, contract, rules)
    for card in cards.split():
        round_.play(card)
    while round_.needs:
        round_.play(round_.legal()[0])
    played = parse_trick(" ".join(card for _, card in round_.plays))
    sets = [cards_to_set(parse_trick(hand)) for hand in hands]
    return engine.replay(sets, leader, parse_contract(contract), rules, played)


# Trumping in


def test_of_two_ruffs_on_the_table_the_stronger_binds() -> None:
    """Not the last one, not the one with the lower number: the ten (4) is below the Under."""
    assert legal("E", "S6 EU EX", "SX E9 EA") == "SX"
    assert legal("E", "S6 EX EU", "SX E9 EA") == "SX"
    assert legal("E", "S6 EX E9", "SX EA EU") == "SX EU"
    assert legal("E", "S6 E9 EX", "SX EA EU") == "SX EU"


def test_hand_of_trumps_may_over_and_undertrump() -> None:
    assert legal("E", "S6 EX", "E6 EA") == "E6 EA"
    assert legal("E", "S6 EX", "E6 EA", undertrump="no_alternative") == "EA"
    assert legal("E", "S6 EU", "E6 EA", undertrump="no_alternative") == "E6 EA"


def test_who_can_follow_may_trump_all_the_same() -> None:
    assert legal("E", "S6", "S7 SA E6 LX") == "S7 SA E6"


def test_nobody_must_trump_or_overtrump() -> None:
    assert legal("E", "S6", "RX E6 LX") == "RX E6 LX"
    assert legal("E", "S6 E7", "RX E8 LX") == "RX E8 LX"
    assert legal("E", "S6 EX", "RX E8 LX") == "RX LX"


def test_trump_led_is_never_undertrumped() -> None:
    assert legal("E", "EA", "E6 E9 SX") == "E6 E9"


def test_no_trumping_without_trump() -> None:
    assert legal("obenabe", "S6", "S7 EU") == "S7"
    assert legal("3x3:E,obenabe", "S6", "S7 EU", trick_no=3) == "S7"
    assert legal("3x3:E,obenabe", "S6", "S7 EU", trick_no=2) == "S7 EU"


# The Puur


@pytest.mark.parametrize(
    ("contract", "table", "hand", "expected"),
    [
        pytest.param("R", "R6", "RU S7 EX", "RU S7 EX", id="bare"),
        pytest.param("R", "R6", "RU R7 EX", "RU R7", id="not-bare"),
        pytest.param("R", "R6", "R9 S7 EX", "R9", id="another-bare-trump"),
        pytest.param("R", "S6", "SU R7 EX", "SU R7", id="under-of-a-side-suit"),
        pytest.param("R", "S6", "SU EX", "SU", id="bare-under-of-a-side-suit"),
        pytest.param("obenabe", "R6", "RU EX", "RU", id="no-trump"),
        pytest.param("3x3:undenufe,R", "R6", "RU EX", "RU", id="3x3-outside-its-block"),
    ],
)
def test_only_the_bare_puur_of_trump_need_not_follow(
    contract: str, table: str, hand: str, expected: str
) -> None:
    assert legal(contract, table, hand) == expected


def test_puur_exemption_can_be_off() -> None:
    assert legal("R", "R6", "RU S7 EX", puur_exempt=False) == "RU"


# By variant


def test_molotow_lets_a_void_player_undertrump_and_trump_contracts_do_not() -> None:
    assert legal("molotow:E", "S6 EX", "RX E8 E9") == "RX E8 E9"
    assert legal("E", "S6 EX", "RX E8 E9") == "RX E9"
    assert legal("molotow:E", "S6 EX", "RX E8 E9", molotow_undertrump="only_trumps") == "RX E9"
    assert legal("E", "S6 EX", "RX E8 E9", molotow_undertrump="only_trumps") == "RX E9"
    assert legal("E", "S6 EX", "RX E8 E9", undertrump="void") == "RX E8 E9"


def test_molotow_forbids_to_undertrump_while_able_to_follow() -> None:
    assert legal("molotow:E", "S6 EX", "S7 E8 E9") == "S7 E9"


def test_molotow_trump_has_power_inside_its_trick() -> None:
    assert legal("molotow", "S6 EX", "S7 E8 E9") == "S7 E9"
    assert winner("molotow", "SA E6 SK RA") == "E6"


# Winners


@pytest.mark.parametrize(
    ("contract", "trick", "trick_no", "expected"),
    [
        ("E", "EA E9 EU EK", 0, "EU"),
        ("E", "EA E9 EX EK", 0, "E9"),
        ("E", "SA SU S9 SX", 0, "SA"),
        ("E", "SA E6 E7 SX", 0, "E7"),
        ("obenabe", "S6 S8 EA RA", 0, "S8"),
        ("undenufe", "S8 S6 E6 SA", 0, "S6"),
        ("slalom-undenufe", "S8 S6 E6 SA", 0, "S6"),
        ("slalom-undenufe", "S8 S6 E6 SA", 1, "SA"),
        ("slalom-undenufe", "S8 S6 E6 SA", 2, "S6"),
    ],
)
def test_winner(contract: str, trick: str, trick_no: int, expected: str) -> None:
    assert winner(contract, trick, trick_no) == expected


# What counts


def test_slalom_values_stay_with_the_start() -> None:
    """Aces first, in an upward trick, sixes in a downward one; only the start counts."""
    up = one_suit_each("slalom-obenabe", "A6789XUOK")
    assert up.trick_points()[:2] == [44, 0]
    down = one_suit_each("slalom-undenufe", "6A789XUOK")
    assert down.trick_points()[:2] == [44, 0]
    assert sum(up.trick_points()) == sum(down.trick_points()) == 157


def test_undenufe_counts_sixes_and_no_other_card_is_inverted() -> None:
    points = one_suit_each("undenufe", "6789XUOKA").trick_points()
    assert points == [44, 0, 32, 0, 40, 8, 12, 16, 0 + 5]


def test_undenufe_counts_aces_where_the_house_says_so() -> None:
    points = one_suit_each("undenufe", "6789XUOKA", undenufe_values="ace11").trick_points()
    assert points == [0, 0, 32, 0, 40, 8, 12, 16, 44 + 5]


@pytest.mark.parametrize(
    ("contract", "first", "split"),
    [
        ("guschti-obenabe", 5, "UUUUUDDDD"),
        ("guschti-undenufe", 5, "DDDDDUUUU"),
        ("guschti-obenabe", 4, "UUUUDDDDD"),
        ("guschti-undenufe", 4, "DDDDUUUUU"),
        ("slalom-obenabe", 5, "UDUDUDUDU"),
        ("slalom-undenufe", 4, "DUDUDUDUD"),
    ],
)
def test_directions_of_the_nine_tricks(contract: str, first: int, split: str) -> None:
    rules = Rules(guschti_first=first)  # type: ignore[arg-type]
    won = [
        engine.trick_winner(parse_trick("S7 SK S8 E6"), parse_contract(contract), t, rules)
        for t in range(9)
    ]
    assert "".join("U" if place == 1 else "D" for place in won) == split


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ("trump", [26, 44, 0, 40, 0, 0, 14, 12, 16 + 5]),
        ("obenabe", [8, 44, 0, 40, 0, 32, 0, 12, 16 + 5]),
        ("per_block", [8, 0, 44, 40, 0, 32, 14, 12, 16 + 5]),
    ],
)
def test_3x3_counts_as_the_house_says_where_trump_comes_last(
    values: str, points: list[int]
) -> None:
    blocks = ("obenabe", "E")
    play = one_suit_each("3x3:undenufe", "UA6X789OK", blocks, block3_values=values)
    assert play.trick_points() == points
    assert play.seat_points() == [sum(points), 0, 0, 0]


MOLOTOW_HANDS = [
    "EU EA S6 S7 S8 S9 SX SU SO",
    "EX E6 R6 R7 L6 L7 L8 L9 LX",
    "E9 E7 R8 SK SA LU LO LK LA",
    "EO E8 EK RA RK RO RU RX R9",
]


@pytest.mark.parametrize("since", ["immediately", "next_trick"])
def test_molotow_counts_puur_and_nell_of_tricks_before_its_trump(since: str) -> None:
    rules = Rules(molotow_trump_from=since)  # type: ignore[arg-type]
    play = completed(MOLOTOW_HANDS, 0, "molotow", "EU EX E9 EO RA EA R6 R8", rules)
    assert str(play.contract) == "molotow:E"
    assert play.trick_points()[:2] == [20 + 10 + 14 + 3, 11 + 11]
    assert play.winners[:2] == (3, 0 if since == "immediately" else 3)
    assert sum(play.seat_points()) == 157


def test_molotow_always_finds_a_trump() -> None:
    plays = simulate("random", "molotow", 20_000, 8, trace=True)
    assert set(plays.trumps.tolist()) == {0, 1, 2, 3}
    assert (plays.points(by="seat").sum(axis=1) == 157).all()


def test_suit_number_zero_is_a_trump_like_the_others() -> None:
    """Eichel has the number 0, which is false in Python and C."""
    for number, suit in enumerate("ERSL"):
        other = "S" if suit != "S" else "L"
        assert winner(suit, f"{other}A {suit}6 {other}K {other}O") == f"{suit}6"
        plays = simulate("random", [suit, f"3x3:{suit}", f"molotow:{suit}"], 3)
        assert plays.trumps.tolist() == [number] * 3
        assert (plays.points().sum(axis=1) == 157).all()
        played = one_suit_each(suit, "6789XUOKA", leader=number).trick_points()
        assert played == [0, 0, 0, 14, 40, 26, 12, 16, 44 + 5]


def test_points_have_bounds() -> None:
    names = contract_names() * 300
    plays = simulate("random", names, len(names), 9)
    assert plays.points(by="seat").min() >= 0
    assert plays.points().max() <= 157
    by_trick = simulate("random", names, len(names), 9, Rules(alt_values="per_trick")).points()
    assert by_trick.sum(axis=1).min() >= 113
    assert by_trick.sum(axis=1).max() <= 201
    matches = (plays.tricks() == 9).any(axis=1)
    assert matches.any()
    assert np.array_equal(plays.points()[matches].max(axis=1), np.full(matches.sum(), 157))
