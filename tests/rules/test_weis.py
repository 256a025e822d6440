"""Weis and Stöck: worth, which Weis is better, who scores, and engine against reference.

The hands of the examples are cut down to the cards that matter. What the sources say, and
where they differ, stands in ``docs/rules.md`` under ``weis``; a test names the source it
follows.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from jasssim.game.cards import DECK, RANKS, SUITS, card_bit, cards_to_set, format_card, parse_card
from jasssim.game.weis import declared, weis_points
from jasssim.reference.weis import weis_result

NONE = ""


def cards(text: str) -> int:
    return cards_to_set(parse_card(word) for word in text.split())


def score(*texts: str, trump: str | None = None, leader: int = 0) -> tuple[list[int], list[int]]:
    """Weis and Stöck points by team, seats in order of play, as both sides agree."""
    hands = [*texts, *[NONE] * (4 - len(texts))]
    words = np.array([[cards(text) for text in hands]], np.uint64)
    code = -1 if trump is None else SUITS.index(trump)
    weis, stock = weis_points(words, np.array([leader], np.int8), np.array([code], np.int8))
    plain = weis_result([text.split() for text in hands], leader, trump)
    assert (plain["weis"], plain["stock"]) == (weis[0].tolist(), stock[0].tolist())
    return weis[0].tolist(), stock[0].tolist()


def winner(*texts: str, trump: str | None = None, leader: int = 0) -> int:
    """Team that scores Weis."""
    weis, _ = score(*texts, trump=trump, leader=leader)
    assert sorted(weis)[0] == 0 < sorted(weis)[1]
    return int(np.argmax(weis))


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize(
    ("size", "worth"), [(2, 0), (3, 20), (4, 50), (5, 100), (6, 150), (7, 200), (8, 250), (9, 300)]
)
def test_worth_of_a_row(suit: str, size: int, worth: int) -> None:
    """jassverzeichnis.ch, jasswelt.ch and jasswiki: no limit above the Fünfblatt."""
    for first in range(10 - size):
        row = " ".join(suit + rank for rank in RANKS[first : first + size])
        assert score(row) == ([worth, 0], [0, 0])
        assert [weis.worth for weis in declared(cards(row))] == [worth] * (worth > 0)


@pytest.mark.parametrize(
    ("rank", "worth"),
    [("6", 100), ("7", 100), ("8", 100), ("9", 150), ("X", 100), ("U", 200), ("O", 100),
     ("K", 100), ("A", 100)],
)  # fmt: skip
@pytest.mark.parametrize("trump", [None, "E"])
def test_worth_of_four_of_a_kind(rank: str, worth: int, trump: str | None) -> None:
    """jassverzeichnis.ch: sixes, sevens and eights too; the same with and without trump."""
    four = " ".join(suit + rank for suit in SUITS)
    assert score(four, trump=trump) == ([worth, 0], [0, 0])
    assert score(four[3:], trump=trump) == ([0, 0], [0, 0])  # three of a kind are nothing


def test_a_row_is_of_one_suit_and_does_not_go_round() -> None:
    assert score("EO EK RA") == score("EA E6 E7") == score("EA EK EU EX") == ([0, 0], [0, 0])


def test_only_the_whole_row_counts() -> None:
    assert score("E6 E7 E8 E9")[0] == [50, 0]  # not 20 for a part of it besides
    assert score("E6 E7 E8 EX EU EO EK")[0] == [70, 0]


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("EO EK EA RK SK LK", 120),  # Wikipedia 2016: Dreiblatt to the ace, four Könige
        ("LU LO LK LA EK RK SK", 150),  # jasswiki: Vierblatt to the ace, four Könige
    ],
)
def test_a_card_counts_in_a_row_and_in_four_of_a_kind(hand: str, points: int) -> None:
    """The Kreuzweis, valid for every kind of Jass since 1996 (jasswelt.ch)."""
    assert score(hand)[0] == [points, 0]


def test_the_side_of_the_best_weis_scores_all_of_its_weis_and_the_other_side_none() -> None:
    assert score("E6 E7 E8", "R6 R7 R8 R9 LX LU LO", "SX SU SO", "L6 L7 L8") == ([0, 90], [0, 0])
    assert score("E6 E7 E8", "R6 R7 R8", "SU SO SK SA", "L6 L7 L8 L9")[0] == [70, 0]


def test_the_deal_of_the_rules_page() -> None:
    """Rosen is trump: to the ace beats to the eight of trump, which beats to the eight."""
    deal = ["E8 E7 E6 RU R9 SK SO LA LX", "EU R8 R7 R6 SA S9 LK LU L9",
            "EA EK EO RA RX S8 S7 L8 L6", "EX E9 RK RO SU SX S6 LO L7"]  # fmt: skip
    assert score(*deal, trump="R") == ([40, 0], [0, 20])
    deal[2] = deal[2].removeprefix("EA EK EO ")
    assert score(*deal, trump="R") == ([0, 20], [0, 20])
    assert score(*deal, trump="S") == ([20, 0], [20, 0])


def test_one_good_weis_beats_many() -> None:
    assert score("E6 E7 E8 RX RU RO", "L6 L7 L8 L9", "S6 S7 S8 EX EU EO")[0] == [0, 50]


def test_nobody_has_any() -> None:
    assert score("E6 E8 EX", "R7 R8", trump="E") == ([0, 0], [0, 0])
    assert weis_result([["E6"], [], [], []], 0, None)["winner"] is None


# Each pair: the Weis of the first hand is beaten by that of the second, though the first
# hand leads.
@pytest.mark.parametrize(
    ("lead", "other", "trump"),
    [
        pytest.param("EO EK EA", "R6 R7 R8 R9", "E", id="worth: 50 beats 20"),
        pytest.param("EU EO EK EA", "L6 R6 S6 E6", "E", id="worth: four of a kind beats 50"),
        pytest.param("EX EU EO EK EA", "E9 R9 S9 L9", "E", id="worth: four Nell beat 100"),
        pytest.param("R9 RX RU RO RK RA", "EU RU SU LU", "R", id="worth: four Under beat 150"),
        pytest.param("EA RA SA LA", "R6 R7 R8 R9 RX", "E", id="cards: Fünfblatt, both 100"),
        pytest.param("E9 R9 S9 L9", "L6 L7 L8 L9 LX LU", "E", id="cards: Sechsblatt, both 150"),
        pytest.param("EU RU SU LU", "L6 L7 L8 L9 LX LU LO", "E", id="cards: Siebenblatt, 200"),
        pytest.param("E7 E8 E9", "R8 R9 RX", "E", id="height: row to the ten, not of trump"),
        pytest.param("EK RK SK LK", "EA RA SA LA", "E", id="height: aces beat Könige"),
        pytest.param("EX RX SX LX", "EO RO SO LO", "E", id="height: Ober beat tens"),
        pytest.param("E7 E8 E9 EX", "RX RU RO RK", None, id="height: row to the König"),
        pytest.param("E7 E8 E9", "R7 R8 R9", "R", id="trump: as high, but of trump"),
        pytest.param("EX EU EO EK EA", "LX LU LO LK LA", "L", id="trump: Fünfblatt to the ace"),
    ],
)
def test_which_weis_is_better(lead: str, other: str, trump: str | None) -> None:
    """Worth, cards, height, trump, order of play: jassonkel.ch."""
    assert winner(lead, other, trump=trump) == 1
    assert winner(other, lead, trump=trump) == 0


def test_height_goes_by_the_plain_order_in_trump_too() -> None:
    """The row to the ace beats the row to the Under, the Puur, though a Puur takes the ace."""
    assert winner("E9 EX EU", "RO RK RA", trump="E") == 1


def test_a_trump_weis_of_the_same_height_beats_forehand() -> None:
    """jassonkel.ch: A, B and C hold three cards to the nine, and A says so first."""
    hands = ("L7 L8 L9", "S7 S8 S9", NONE, "R7 R8 R9")
    assert winner(*hands) == winner(*hands, trump="E") == winner(*hands, trump="L") == 0
    assert winner(*hands, trump="S") == winner(*hands, trump="R") == 1


@pytest.mark.parametrize("leader", range(4))
def test_of_equal_weis_the_one_said_first_is_better(leader: int) -> None:
    rows = ("E7 E8 E9", "R7 R8 R9", "S7 S8 S9", "L7 L8 L9")
    assert winner(*rows, leader=leader) == leader % 2
    for gone in range(4):  # without it, the next seat in the order of play
        left = [NONE if seat == gone else row for seat, row in enumerate(rows)]
        first = (leader + (gone == leader)) % 4
        assert winner(*left, leader=leader) == first % 2


def test_partner_who_plays_later_does_not_count_as_earlier() -> None:
    """Seat 3 leads: seat 0 is second, seat 1 third, seat 2 last."""
    assert winner(NONE, "R7 R8 R9", "S7 S8 S9", leader=3) == 1
    assert winner("E7 E8 E9", "R7 R8 R9", leader=3) == 0
    assert winner("E7 E8 E9", "R7 R8 R9", leader=1) == 1


def test_undenufe_does_not_turn_the_height_round() -> None:
    """jasvel: the Weis is never reversed; other sources turn it round."""
    assert winner("E6 R6 S6 L6", "EA RA SA LA") == 1
    assert winner("E6 E7 E8", "RO RK RA") == 1


def test_stock() -> None:
    """König and Ober of trump in one hand, whoever wins the Weis (jasswelt.ch)."""
    assert score("EO EK", trump="E") == ([0, 0], [20, 0])
    assert score("EO EK", trump="R") == score("EO EK") == ([0, 0], [0, 0])
    assert score("EO", NONE, "EK", trump="E") == ([0, 0], [0, 0])
    assert score("E7 E8 E9", "RO RK", trump="R") == ([20, 0], [0, 20])
    assert score("EO EK EA", trump="E") == ([20, 0], [20, 0])
    assert score("EO EK EA", "R6 R7 R8 R9", trump="E") == ([0, 50], [20, 0])


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("trump", SUITS)
def test_stock_of_every_seat_and_suit(seat: int, trump: str) -> None:
    hands = [NONE] * 4
    hands[seat] = f"{trump}K {trump}O"
    assert score(*hands, trump=trump)[1] == [20 * (seat % 2 == 0), 20 * (seat % 2 == 1)]


def test_declared_names_the_cards_the_best_weis_first() -> None:
    found = declared(cards("EO EK EA RK SK LK L6 L7 L8"))
    assert [(w.worth, " ".join(map(format_card, w.cards))) for w in found] == [
        (100, "EK RK SK LK"),
        (20, "EO EK EA"),
        (20, "L6 L7 L8"),
    ]
    assert declared(0) == []


@pytest.mark.parametrize(
    ("leader", "trump", "text"),
    [(4, -1, "leader 4 of deal 1: expected 0 to 3"), (0, 4, "trump 4 of deal 1: expected -1 to 3")],
)
def test_a_wrong_seat_or_suit_is_refused(leader: int, trump: int, text: str) -> None:
    hands = np.zeros((2, 4), np.uint64)
    with pytest.raises(ValueError, match=text):
        weis_points(hands, np.array([0, leader], np.int8), np.array([0, trump], np.int8))


def test_arrays_that_do_not_fit_are_refused() -> None:
    one, two = np.zeros(1, np.int8), np.zeros(2, np.int8)
    for hands, leaders in ((np.zeros((2, 3), np.uint64), two), (np.zeros((2, 4), np.uint64), one)):
        with pytest.raises(ValueError, match=r"expected \(n, 4\), \(n,\), \(n,\)"):
            weis_points(hands, leaders, two)


def test_the_reference_refuses_a_trump_that_is_no_suit() -> None:
    with pytest.raises(ValueError, match="unknown trump 'obenabe'"):
        weis_result([[], [], [], []], 0, "obenabe")


N = 8000
BY_SUIT, BY_RANK = np.arange(36), np.arange(36) % 9 * 4 + np.arange(36) // 9


def random_deals(kind: str, rng: np.random.Generator) -> NDArray[np.int64]:
    """Cards of the four hands, shape (N, 4, 9): even deals, or such with many Weis."""
    if kind == "even":
        order = rng.random((N, 36))
    else:  # badly shuffled: sorted by suit or by rank, with noise
        places = BY_SUIT if kind == "by suit" else BY_RANK
        order = places + rng.uniform(0, 12, (N, 1)) * rng.standard_normal((N, 36))
    hands = np.argsort(order, axis=1).reshape(N, 4, 9)
    return np.take_along_axis(hands, rng.random((N, 4)).argsort(1)[:, :, None], axis=1)


@pytest.mark.parametrize("kind", ["even", "by suit", "by rank"])
def test_engine_and_reference_agree_on_random_deals(kind: str) -> None:
    rng = np.random.default_rng(20240607)
    deals = random_deals(kind, rng)
    leaders = rng.integers(0, 4, N).astype(np.int8)
    trumps = rng.integers(-1, 4, N).astype(np.int8)
    bits = np.array([card_bit(card) for card in DECK], np.uint64)
    weis, stock = weis_points(np.bitwise_or.reduce(bits[deals], axis=2), leaders, trumps)
    names = [format_card(card) for card in DECK]
    for i in range(N):
        hands = [[names[card] for card in hand] for hand in deals[i]]
        trump = None if trumps[i] < 0 else SUITS[trumps[i]]
        plain = weis_result(hands, int(leaders[i]), trump)
        assert (plain["weis"], plain["stock"]) == (weis[i].tolist(), stock[i].tolist()), hands
        scorers = [team for team in (0, 1) if weis[i, team]]
        assert scorers == ([] if plain["winner"] is None else [plain["winner"]])
    assert np.all(np.minimum(weis[:, 0], weis[:, 1]) == 0)  # at most one team has Weis
    assert np.all(stock.sum(axis=1) <= 20)
    assert np.all(stock[trumps < 0] == 0)
    assert 0 < np.count_nonzero(weis.sum(axis=1)) < N
    assert 0 < np.count_nonzero(stock) < N


def test_declared_is_what_the_points_are_made_of() -> None:
    """A hand that plays alone scores the sum of what it declares; every Weis comes up."""
    rng = np.random.default_rng(7)
    seen: Counter[tuple[int, int]] = Counter()
    for kind in ("by suit", "by rank"):
        words = [cards_to_set(map(int, hand)) for hand in random_deals(kind, rng)[:, 0]]
        hands = np.zeros((N, 4), np.uint64)
        hands[:, 3] = words
        weis, _ = weis_points(hands, np.zeros(N, np.int8), np.full(N, -1, np.int8))
        found = [declared(word) for word in words]
        assert weis[:, 1].tolist() == [sum(w.worth for w in hand) for hand in found]
        for word, hand in zip(words, found, strict=True):
            assert all(cards_to_set(w.cards) & ~word == 0 and len(w.cards) == w.size for w in hand)
            assert [w[:3] for w in hand] == sorted((w[:3] for w in hand), reverse=True)
            seen.update((w.worth, w.size) for w in hand)
    rows = {(20, 3), (50, 4), (100, 5), (150, 6), (200, 7), (250, 8), (300, 9)}
    assert set(seen) == rows | {(100, 4), (150, 4), (200, 4)}
