"""The worlds of a view: as many as there are, each drawn alike, none that a seat could rule out.

Counts are checked against two other ways to count: cards given out one by one with the ways
added up, and all worlds written down. Chi-squares lie within 4.5 standard errors; seeds are
fixed, so a test fails only when the drawing changes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from math import factorial, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import types

from jasssim.bots import player, register
from jasssim.bots.registry import unregister
from jasssim.engine import COMPILED, kernel
from jasssim.engine.play import DRAWS_PER_DECISION
from jasssim.engine.random import GOLDEN
from jasssim.engine.view import HANDS, HANDS_TYPE, VIEW
from jasssim.engine.worlds import ROOMS, VIEWS, WORLDS, prepare, sample
from jasssim.game.cards import ALL, card_bit, cards_to_set, format_card, parse_card, set_to_cards
from jasssim.game.notation import parse_deal
from jasssim.game.orders import MODES, TRUMP_ORDER
from jasssim.game.rules import Rules
from jasssim.lab.replay import Replay
from jasssim.lab.show import replay_of
from jasssim.lab.simulate import simulate
from jasssim.lab.worlds import count_worlds, draw_worlds, seat_view
from jasssim.reference.play import legal_cards

ROOT = Path(__file__).parents[2]
SIGMAS = 4.5
DRAWS = 50_000
CONTRACTS = [
    "E", "L", "obenabe", "undenufe", "slalom-undenufe", "misere", "molotow", "molotow",
    "3x3:R", "3x3:obenabe",
]  # fmt: skip
RULES = {
    "default": Rules(),
    "void": Rules(undertrump="void", molotow_undertrump="only_trumps"),
    "no alternative": Rules(
        undertrump="no_alternative", molotow_undertrump="no_alternative", puur_exempt=False
    ),
    "free": Rules(
        undertrump="free", molotow_undertrump="free", molotow_trump_from="next_trick"
    ),
}  # fmt: skip
Seen = tuple[np.ndarray, tuple[int, ...]]


@cache
def seen_in_play(rules: str, deals: int = 2) -> list[Seen]:
    """Views of seats that have a choice, and the true hands, in the view's order."""
    kept: list[Seen] = []

    @player(compiled=False, beats_random=False, cheats=True)
    def peeping(view, params, memo):  # type: ignore[no-untyped-def]
        """Keeps what it is shown with the four hands, and plays a card that its noise picks."""
        kept.append((np.array([view], VIEW), tuple(int(hand) for hand in memo[:4])))
        places = [i for i in range(64) if int(view.legal) >> i & 1]
        return places[int(view.noise) % len(places)]

    register(peeping)
    try:
        for number, contract in enumerate(CONTRACTS):
            callers = np.arange(deals) % 4
            simulate("peeping", contract, deals, 3, first=number * deals, rules=RULES[rules],
                     caller=callers)  # fmt: skip
    finally:
        unregister("peeping")
    return kept


def others(view: np.ndarray) -> list[int]:
    return [(int(view["seat"][0]) + i) % 4 for i in (1, 2, 3)]


def unseen(view: np.ndarray) -> int:
    return ALL & ~int(view["gone"][0] | view["hand"][0])


def held(view: np.ndarray) -> list[int]:
    """How many cards the three other seats hold, by the tricks and the cards on the table."""
    leader, place = int(view["leader"][0]), int(view["place"][0])
    laid = [(leader + i) % 4 for i in range(place)]
    return [9 - int(view["trick"][0]) - (seat in laid) for seat in others(view)]


def may_hold(view: np.ndarray) -> list[int]:
    """Unseen cards that the three other seats may hold."""
    return [unseen(view) & ~int(view["cannot"][0, seat]) for seat in others(view)]


def ways_card_by_card(view: np.ndarray) -> int:
    """Number of worlds, each unseen card given to every seat that may hold it in turn."""
    may = may_hold(view)
    ways = Counter({tuple(held(view)): 1})
    for bit in (1 << i for i in range(64) if unseen(view) >> i & 1):
        after: Counter[tuple[int, ...]] = Counter()
        for room, number in ways.items():
            for i in range(3):
                if may[i] & bit and room[i]:
                    after[room[:i] + (room[i] - 1,) + room[i + 1 :]] += number
        ways = after
    return ways[0, 0, 0]


def sets_of(cards: int, size: int) -> Iterator[int]:
    bits = [1 << i for i in range(64) if cards >> i & 1]
    return (sum(chosen) for chosen in combinations(bits, size))


def all_worlds(view: np.ndarray) -> list[tuple[int, int, int]]:
    """All worlds, as the hands of the three other seats in the view's order."""
    first, second, third = may_hold(view)
    sizes, rest = held(view), unseen(view)
    return [
        (a, b, rest ^ a ^ b)
        for a in sets_of(first, sizes[0])
        for b in sets_of(second & ~a, sizes[1])
        if not (rest ^ a ^ b) & ~third
    ]


def in_view_order(view: np.ndarray, cards: int) -> int:
    """A set in natural order as the view has it, card by card."""
    trump = int(view["trump"][0])
    return sum(
        1 << (card // 9 * 16 + (TRUMP_ORDER[card % 9] if card_bit(card) & trump else card % 9))
        for card in set_to_cards(cards)
    )


def drawn_others(view: np.ndarray, n: int, seed: int) -> list[tuple[int, ...]]:
    """Drawn hands of the three other seats in the view's order, each checked."""
    seats, sizes, may = others(view), held(view), may_hold(view)
    own = int(view["hand"][0])
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    drawn = [tuple(row) for row in draw_worlds(view, n, seed).tolist()]
    for world in set(drawn):
        hands = [in_view_order(view, hand) for hand in world]
        theirs = [hands[seat] for seat in seats]
        assert hands[int(view["seat"][0])] == own
        assert [hand.bit_count() for hand in theirs] == sizes
        assert sum(theirs) == theirs[0] | theirs[1] | theirs[2] == unseen(view)
        assert not any(hand & ~allowed for hand, allowed in zip(theirs, may, strict=True))
        known[world] = tuple(theirs)
    return [known[world] for world in drawn]


def assert_alike(drawn: list[tuple[int, ...]], worlds: list[tuple[int, ...]]) -> None:
    """Chi-square of draws over all worlds; the normal bound needs some freedom."""
    counts = Counter(drawn)
    assert set(counts) <= set(worlds)
    expected, freedom = len(drawn) / len(worlds), len(worlds) - 1
    assert freedom >= 15
    chi_square = sum((counts[world] - expected) ** 2 / expected for world in worlds)
    assert abs(chi_square - freedom) <= SIGMAS * sqrt(2 * freedom)


def made_view(seat: int, hands: list[int], cannot: list[int], laid: int) -> np.ndarray:
    """A view without trump of some ending, seats before the seat having played to the trick."""
    view = np.zeros(1, VIEW)
    left = max(hand.bit_count() for hand in hands)
    view["seat"], view["hand"], view["trick"] = seat, hands[seat], 9 - left
    view["place"], view["leader"] = laid, (seat - laid) % 4
    gone = set_to_cards(ALL & ~sum(hands))
    for other in range(4):
        size = 9 - hands[other].bit_count()
        view["played"][0, other] = cards_to_set(gone[:size])
        gone = gone[size:]
        view["cannot"][0, other] = cannot[other]
    view["gone"] = ALL & ~sum(hands)
    return view


# Views of real plays


@pytest.mark.parametrize("rules", RULES)
def test_the_true_hands_are_among_the_worlds(rules: str) -> None:
    """By the view alone: the worlds are all that keep to its cards seen and its proofs."""
    views = seen_in_play(rules)
    proofs = 0
    for view, hands in views:
        assert sum(hands[seat] for seat in others(view)) == unseen(view)
        assert [hands[seat].bit_count() for seat in others(view)] == held(view)
        may = may_hold(view)
        for seat, allowed in zip(others(view), may, strict=True):
            assert not hands[seat] & ~allowed
        proofs += any(allowed != unseen(view) for allowed in may)
        assert count_worlds(view) == ways_card_by_card(view) >= 1
    assert len(views) > 300
    assert proofs > 100


@pytest.mark.parametrize("rules", RULES)
def test_drawn_worlds_never_contradict_the_view(rules: str) -> None:
    for number, (view, _) in enumerate(seen_in_play(rules)):
        drawn_others(view, 10, number)


@pytest.mark.parametrize("rules", RULES)
def test_few_worlds_are_all_counted_and_all_drawn(rules: str) -> None:
    """Endings in which each of at most 40 worlds is missed by 1000 draws once in 10¹⁰."""
    found = 0
    for number, (view, hands) in enumerate(seen_in_play(rules)):
        if view["trick"][0] < 5:
            continue
        worlds = all_worlds(view)
        assert count_worlds(view) == len(set(worlds)) == len(worlds)
        assert tuple(hands[seat] for seat in others(view)) in worlds
        if len(worlds) <= 40:
            found += 1
            assert set(drawn_others(view, 1000, number)) == set(worlds)
    assert found > 20


def test_worlds_of_endings_are_drawn_alike() -> None:
    """Six endings of 16 to 2000 worlds with proofs of several kinds, 50 000 draws each."""
    fit = [
        (view, worlds)
        for rules in ("default", "free")
        for view, _ in seen_in_play(rules)
        if 5 <= view["trick"][0] <= 6 and len(set(may_hold(view))) == 3
        if 16 <= len(worlds := all_worlds(view)) <= 2000
    ]
    assert len(fit) >= 6
    for number in range(6):
        view, worlds = fit[number * len(fit) // 6]
        assert_alike(drawn_others(view, DRAWS, number), worlds)


@pytest.mark.parametrize("seat", range(4))
def test_worlds_of_every_type_of_card_are_drawn_alike(seat: int) -> None:
    """Two cards each that 12, 13, 23 and 123 may hold, and one of 2 alone; 50 000 draws."""
    after = [(seat + i) % 4 for i in (1, 2, 3)]
    hands = [0] * 4
    hands[seat] = cards_to_set([9, 10, 11])
    for i, cards in enumerate(([0, 2, 6], [1, 4, 8], [3, 5, 7])):
        hands[after[i]] = cards_to_set(cards)
    cannot = [0] * 4
    cannot[after[2]] = cards_to_set([0, 1, 8])  # 0 and 1 are of type 12
    cannot[after[1]] = cards_to_set([2, 3])  # of type 13
    cannot[after[0]] = cards_to_set([4, 5, 8])  # of type 23; 8 of type 2
    view = made_view(seat, hands, cannot, 0)
    worlds = all_worlds(view)
    assert count_worlds(view) == len(worlds) == ways_card_by_card(view) > 50
    assert_alike(drawn_others(view, DRAWS, seat), worlds)


def test_early_in_a_deal_every_card_is_with_every_seat_alike() -> None:
    """First lead, nothing shown: 50 000 draws, freedom 26 × 2, cards without replacement."""
    view = seat_view("0:AKU.A98.X.76 ... ... ...", "E")
    drawn = draw_worlds(view, DRAWS, 5)
    free = set_to_cards(unseen(view) & ALL)
    cards = set_to_cards(ALL & ~int(drawn[0, 0]))
    assert len(free) == len(cards) == 27
    counts = np.array(
        [[np.count_nonzero(drawn[:, seat] & np.uint64(card_bit(card))) for card in cards]
         for seat in (1, 2, 3)]
    )  # fmt: skip
    expected = DRAWS / 3
    chi_square = ((counts - expected) ** 2 / expected).sum() * 26 / 27
    assert abs(chi_square - 52) <= SIGMAS * sqrt(104)
    assert len({tuple(row) for row in drawn.tolist()}) == DRAWS


def test_early_in_a_deal_any_two_cards_meet_as_often_as_others() -> None:
    """Two unseen cards lie with one seat in 8 of 26 worlds; 351 pairs, 50 000 draws."""
    view = seat_view("0:AKU.A98.X.76 ... ... ...", "obenabe")
    drawn = draw_worlds(view, DRAWS, 6)
    cards = set_to_cards(ALL & ~int(drawn[0, 0]))
    owner = np.stack([(drawn & np.uint64(card_bit(card)) != 0).argmax(axis=1) for card in cards])
    share = 8 / 26
    for one, two in combinations(range(27), 2):
        together = np.count_nonzero(owner[one] == owner[two])
        assert abs(together - DRAWS * share) <= SIGMAS * sqrt(DRAWS * share * (1 - share))


# Cards that could be anywhere


@st.composite
def made_views(draw: st.DrawFn) -> np.ndarray:
    """A view of an ending with any proofs that do not contradict the hands."""
    cards = draw(st.permutations(range(36)))
    size, laid = draw(st.integers(1, 9)), draw(st.integers(0, 3))
    seat = draw(st.integers(0, 3))
    before = [(seat - 1 - i) % 4 for i in range(laid)]
    hands, start = [], 0
    for other in range(4):
        stop = start + size - (other in before)
        hands.append(cards_to_set(cards[start:stop]))
        start = stop
    masks = draw(st.lists(st.integers(0, 2**64 - 1), min_size=4, max_size=4))
    dense = draw(st.sampled_from([0, 1, 2]))
    if dense:  # proofs of whole suits, or of nearly all cards
        suits = [sum(0x1FF << 16 * i for i in range(4) if mask >> i & 1) for mask in masks]
        masks = suits if dense == 1 else [mask | s for mask, s in zip(masks, suits, strict=True)]
    cannot = [mask & ~hand for mask, hand in zip(masks, hands, strict=True)]
    return made_view(seat, hands, cannot, laid)


@given(made_views(), st.integers(0, 2**64 - 1))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_any_proofs_are_counted_and_kept(view: np.ndarray, seed: int) -> None:
    before = view.copy()
    assert count_worlds(view) == ways_card_by_card(view) >= 1
    drawn_others(view, 5, seed)
    assert (view == before).all()


def test_three_suits_each_shown_by_one_seat_not_to_be_held() -> None:
    """Nine cards each of types 12, 13 and 23: C(9, k)³ summed up, Franel's ninth number."""
    hands = [0x1FF << 48, *(cards_to_set(range(i, 27, 3)) for i in range(3))]
    view = made_view(0, hands, [0, 0x1FF, 0x1FF << 16, 0x1FF << 32], 0)
    assert count_worlds(view) == 5_280_932


# The rules


def cards_text(cards: int) -> list[str]:
    return [format_card(card) for card in set_to_cards(cards)]


def contract_at(play: Replay, trick: int) -> str:
    """Contract as known when a trick begins; the blocks of later tricks do no harm."""
    if play.called.kind == "molotow" and 0 <= play.trump_card < 4 * trick:
        return f"molotow:{MODES[play.trump]}"
    return str(play.called if play.called.kind == "molotow" else play.contract)


def was_legal(play: Replay, laid: int, seat: int, rest: int) -> bool:
    """Whether a seat might have played as it did, had it had these cards left at the end."""
    for place in range(laid - 1, -1, -1):
        trick, at = divmod(place, 4)
        if (play.leaders[trick] + at) % 4 != seat:
            continue
        rest |= card_bit(play.cards[place])
        table = [format_card(card) for card in play.cards[4 * trick : place]]
        allowed = legal_cards(cards_text(rest), table, contract_at(play, trick), trick, play.rules)
        if format_card(play.cards[place]) not in allowed:
            return False
    return True


@pytest.mark.parametrize("rules", RULES)
def test_worlds_are_the_deals_in_which_every_card_was_legal(rules: str) -> None:
    """By the plain reference: what a seat can rule out is ruled out, and nothing else."""
    ruled_out = 0
    for number, contract in enumerate(["E", "R", "molotow", "slalom-obenabe", "3x3:S"] * 2):
        plays = simulate("random", contract, 1, 11, first=number, rules=RULES[rules], trace=True)
        play, laid = replay_of(plays), 26 + number % 5
        view = seat_after(play, laid)
        seen = cards_to_set(play.cards[:laid])
        own = int(view["seat"][0])
        rest = ALL & ~seen & ~play.hands[own]
        sizes = held(view)
        seats = others(view)
        fits = [
            {cards for cards in sets_of(rest, size) if was_legal(play, laid, seat, cards)}
            for seat, size in zip(seats, sizes, strict=True)
        ]
        legal = sum(
            rest ^ a ^ b in fits[2] for a in fits[0] for b in fits[1] if not a & b
        )  # fmt: skip
        assert count_worlds(view) == legal >= 1
        everywhere = view.copy()
        everywhere["cannot"] = 0
        ruled_out += legal < count_worlds(everywhere)
    assert ruled_out >= 5


def seat_after(play: Replay, laid: int, seat: int | None = None, blind: bool = False) -> np.ndarray:
    """View of a played deal after some cards, with the other hands unknown where blind."""
    own = seat if seat is not None else (play.leaders[laid // 4] + laid) % 4
    hands = [hand if not blind or who == own else 0 for who, hand in enumerate(play.hands)]
    return seat_view(
        hands, play.called, play.rules, play.leader, play.cards[:laid], seat, play.caller,
        play.contract.blocks[len(play.called.blocks) :],
    )  # fmt: skip


@pytest.mark.parametrize("rules", ["default", "free"])
def test_seat_view_is_the_view_that_play_shows(rules: str) -> None:
    """Every field of every view but the noise, in deals of each kind of contract."""
    checked = 0
    for number, contract in enumerate(dict.fromkeys(CONTRACTS)):
        shown: list[np.ndarray] = []

        @player(compiled=False, beats_random=False)
        def shown_to(view, params, memo):  # type: ignore[no-untyped-def]
            """Keeps what it is shown and plays a card that its noise picks."""
            shown.append(np.array([view], VIEW))  # noqa: B023
            places = [i for i in range(64) if int(view.legal) >> i & 1]
            return places[int(view.noise) % len(places)]

        register(shown_to)
        try:
            plays = simulate("shown_to", contract, 1, 5, first=number, rules=RULES[rules],
                             caller=2, trace=True)  # fmt: skip
        finally:
            unregister("shown_to")
        play = replay_of(plays)
        for view in shown:
            laid = 4 * int(view["trick"][0]) + int(view["place"][0])
            for blind in (False, True):
                made = seat_after(play, laid, None, blind)
                for field in set(VIEW.names or ()) - {"noise"}:
                    assert (made[field] == view[field]).all(), (contract, laid, field)
            checked += 1
    assert checked > 100


DEAL = "0:AKO.A98.X.76 U.KO7.A98.K8 X9876.X6.K.A .U.OU76.OUX9"
TRUMP_LEAD = ["EA", "R7", "E6", "L9"]


def owners(view: np.ndarray, text: str, n: int = 2000) -> set[int]:
    """Seats that hold a card in some of the drawn worlds."""
    drawn = draw_worlds(view, n, 1)
    return set((drawn & np.uint64(card_bit(parse_card(text))) != 0).argmax(axis=1).tolist())


def test_a_discard_on_trump_shows_no_trump_but_the_puur() -> None:
    view = seat_view(DEAL, "E", "default", 0, TRUMP_LEAD, 0)
    assert owners(view, "EU") == {1, 2, 3}
    assert [owners(view, card) for card in ("E7", "E8", "E9", "EX")] == [{2}] * 4
    assert owners(view, "RK") == {1, 2, 3}


def test_without_the_exemption_it_shows_no_trump_at_all() -> None:
    house = Rules(puur_exempt=False)
    with pytest.raises(ValueError, match="seat 1 may not play R7, only one of EU"):
        seat_view(DEAL, "E", house, 0, TRUMP_LEAD, 0)
    view = seat_view(DEAL.replace("U.KO7.A98.K8", "..."), "E", house, 0, TRUMP_LEAD, 0)
    assert owners(view, "EU") == {2}


def test_a_ruff_shows_nothing_of_the_led_suit() -> None:
    view = seat_view(DEAL, "E", "default", 3, ["SO", "EK"])
    assert int(view["seat"][0]) == 1
    assert not view["cannot"].any()
    assert owners(view, "SX") == {0, 2, 3}
    assert count_worlds(view) == factorial(25) // factorial(9) // factorial(8) ** 2


def test_an_undertrump_shows_what_the_house_lets_it() -> None:
    """Only trumps left would be eight of seven: no deal agrees. The void seat has no S."""
    laid = ["SO", "EK", "S8", "E6"]
    blind = "0:... ... ... .U.OU76.OUX9"
    view = seat_view(blind, "E", "default", 3, laid, 3)
    assert count_worlds(view) == 0
    with pytest.raises(ValueError, match="no deal agrees"):
        draw_worlds(view, 1)
    view = seat_view(blind, "E", Rules(undertrump="void"), 3, laid, 3)
    assert owners(view, "SX") == {0, 1}
    view = seat_view(blind, "E", Rules(undertrump="free"), 3, laid, 3)
    assert owners(view, "SX") == {0, 1, 2}


def test_every_seat_sees_its_own_hand_after_the_same_cards() -> None:
    for seat in range(4):
        view = seat_view(DEAL, "E", "default", 0, TRUMP_LEAD[:2], seat)
        worlds = draw_worlds(view, 3, seat)
        hands, _ = parse_deal(DEAL)
        gone = cards_to_set([parse_card("EA"), parse_card("R7")])
        assert (worlds[:, seat] == np.uint64(hands[seat] & ~gone)).all()
        assert np.bitwise_count(worlds).tolist() == [[8, 8, 9, 9]] * 3
        assert bool(view["legal"][0]) == (seat == 2)


def test_a_block_to_choose_is_seen_before_its_trick() -> None:
    plays = simulate("random", "3x3:R", 1, 5, rules=RULES["default"], trace=True)
    play = replay_of(plays)
    view = seat_view(play.hands, play.called, play.rules, play.leader, play.cards[:12])
    assert int(view["choices"][0]) == 1 << 4 | 1 << 5
    assert int(view["seat"][0]) == play.leaders[3]
    assert count_worlds(view) == ways_card_by_card(view)
    drawn_others(view, 20, 0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"played": ["EA", "EA"]}, "EA is played twice"),
        ({"played": ["EA", "E6"]}, "seat 1 may not play E6"),
        ({"deal": "0:AKO.A98.X.76 ... ... ...", "played": ["EA", "R7", "E6", "L9", "EK", "E7"]},
         "trick 2: seat 1 may not play E7"),
        ({"deal": "0:AKO.A98.X.76 ... ... ...", "played": ["EA", "EK"]}, "seat 1 may not play EK"),
        ({"deal": "0:AKO.A98.X.76 ... ... ...", "seat": 1}, "the hand of seat 1 is not known"),
        ({"deal": "0:AKO.A98.X.7 ... ... ..."}, r"the hands have \[8, 0, 0, 0\] cards"),
        ({"deal": [0x1FF, 0x1FF, 0, 0]}, "no card twice"),
        ({"deal": [0x1FF, 0, 0]}, "expected four"),
        ({"seat": 4}, "unknown seat 4"),
        ({"leader": -1}, "unknown leader -1"),
        ({"played": [36]}, "unknown card 36"),
        ({"played": list(range(36))}, "36 cards were played"),
        ({"contract": "3x3:E", "blocks": ["X"]},
         "unknown block"),
    ],
)  # fmt: skip
def test_a_wrong_deal_is_named(change: dict[str, Any], message: str) -> None:
    given = {"deal": DEAL, "contract": "E", "leader": 0, **change}
    with pytest.raises(ValueError, match=message):
        seat_view(**given)


def test_only_one_view_is_taken() -> None:
    with pytest.raises(ValueError, match="expected one VIEW"):
        count_worlds(np.zeros(2, VIEW))


# Order, and ordinary Python


def test_a_world_does_not_depend_on_those_before_it() -> None:
    view = seat_view(DEAL, "E", "default", 0, TRUMP_LEAD, 0)
    whole = draw_worlds(view, 1000, 9, 2**40)
    for a, b in pairwise([0, 1, 2, 500, 999, 1000]):
        assert np.array_equal(draw_worlds(view, b - a, 9, 2**40 + a), whole[a:b])
    assert len({tuple(row) for row in whole.tolist()}) > 990
    assert not (draw_worlds(view, 1000, 10, 2**40) == whole).all(axis=1).any()


def test_worlds_of_two_decisions_are_not_the_same_ones() -> None:
    """Noises of a deal's decisions lie so many words apart that four worlds fit between them."""
    view = seat_view(DEAL, "E", "default", 0, TRUMP_LEAD, 0)
    after = (5 + int(GOLDEN) * DRAWS_PER_DECISION) % 2**64
    one, other = draw_worlds(view, 100, 5), draw_worlds(view, 100, after)
    drawn = [{tuple(row) for row in worlds.tolist()} for worlds in (one, other)]
    assert not drawn[0] & drawn[1]


def test_worlds_next_to_each_other_are_independent() -> None:
    """Of 20 000 worlds, with others' of the next number and of the next seed too."""
    view = seat_view("0:AKU.A98.X.76 ... ... ...", "E")
    n, cards = 20_000, range(36)
    one, other = draw_worlds(view, n + 1, 1), draw_worlds(view, n, 2)
    for after in (one[1:], other):
        for card in (c for c in cards if not int(one[0, 0]) & card_bit(c)):
            bit = np.uint64(card_bit(card))
            stays = ((one[:-1] & after & bit) != 0).any(axis=1).sum()
            assert abs(stays - n / 3) <= SIGMAS * sqrt(n * 2 / 9)


CODE = """
import sys
import numpy as np
from jasssim.engine import COMPILED
from tests.unit.test_worlds import numbers
assert not COMPILED
np.save(sys.argv[2], numbers(np.load(sys.argv[1])))
"""


def numbers(views: np.ndarray) -> np.ndarray:
    """For each view its number of worlds and three of them."""
    rows = []
    for i in range(len(views)):
        worlds = draw_worlds(views[i : i + 1], 3, 2**64 - 1 - i, i)
        rows.append([count_worlds(views[i : i + 1]), *worlds.ravel().tolist()])
    return np.array(rows, np.uint64)


@pytest.mark.skipif(not COMPILED, reason="needs compiled kernels to compare with")
def test_interpreted_worlds_are_the_compiled_ones(tmp_path: Path) -> None:
    seen = [view for rules in RULES for view, _ in seen_in_play(rules)]
    views = np.concatenate([*seen[::40], seat_view(DEAL, "E", "default", 0, TRUMP_LEAD, 0)])
    np.save(tmp_path / "views.npy", views)
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path / "views.npy"), str(tmp_path / "out.npy")],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert np.array_equal(np.load(tmp_path / "out.npy"), numbers(views))


@pytest.mark.skipif(not COMPILED, reason="interpreted views are checked by the play of bots")
def test_a_kernel_draws_into_the_hands_of_a_running_deal() -> None:
    """The call that a searching bot makes: `prepare`, then `sample` into a HANDS record."""
    view = seat_view(DEAL, "E", "default", 0, TRUMP_LEAD, 0)
    hidden, rooms = np.zeros(1, HANDS), np.zeros(1, WORLDS)
    assert draw_into(view, rooms, hidden, np.uint64(4), 17) == count_worlds(view)
    expected = draw_worlds(view, 1, 4, 17)[0]
    drawn = [in_view_order(view, int(hand)) for hand in expected]
    assert hidden["of"][0].tolist() == drawn


@kernel(types.uint64(VIEWS, ROOMS, types.Array(HANDS_TYPE, 1, "C"), types.uint64, types.int64))
def draw_into(views, rooms, hidden, key, number):
    total = prepare(views[0], rooms[0])
    sample(views[0], rooms[0], key, number, hidden[0].of)
    return total
