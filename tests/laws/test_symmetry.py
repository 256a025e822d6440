"""No suit and no seat is special, and every text is read back as it was written."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import types

from jasssim.engine import kernel
from jasssim.engine.order import natural_order, playing_order, suit_lane
from jasssim.game.cards import (
    ALL,
    SUITS,
    card_bit,
    cards_to_set,
    format_card,
    from_jass_kit,
    jass_kit_seat,
    parse_card,
    set_to_cards,
    to_jass_kit,
)
from jasssim.game.contract import Contract, contract_names, parse_contract
from jasssim.game.notation import (
    format_deal,
    format_hand,
    format_seats,
    format_trick,
    parse_deal,
    parse_hand,
    parse_seats,
    parse_trick,
)
from jasssim.game.orders import MODES
from jasssim.game.rules import Rules
from jasssim.lab.replay import Replay, replay
from jasssim.lab.show import replay_of
from jasssim.lab.simulate import simulate

RULES = [
    Rules(),
    Rules(undertrump="void", alt_values="per_trick", block3_values="per_block"),
    Rules(undertrump="no_alternative", molotow_trump_from="next_trick", puur_exempt=False),
]
ORDERS = list(permutations(range(4)))
LETTERS = st.sampled_from(["german", "french"])
CARDS = st.integers(0, 35)
HANDS = st.sets(CARDS, max_size=9).map(cards_to_set)
DEALS = st.permutations(range(36)).map(
    lambda order: [cards_to_set(order[9 * seat : 9 * seat + 9]) for seat in range(4)]
)
PLAYED = settings(max_examples=150, deadline=None)


@st.composite
def plays(draw: st.DrawFn) -> Replay:
    """A random deal as it was played under one of some rules."""
    contract = draw(st.sampled_from(contract_names()))
    index = draw(st.integers(0, 1 << 40))
    seat = draw(st.integers(0, 3))
    rules = draw(st.sampled_from(RULES))
    return replay_of(
        simulate("random", contract, 1, 6, rules, first=index, caller=seat, trace=True)
    )


def permuted(card: int, order: tuple[int, ...]) -> int:
    return order[card // 9] * 9 + card % 9


def permuted_mode(mode: str, order: tuple[int, ...]) -> str:
    return SUITS[order[SUITS.index(mode)]] if mode in SUITS else mode


def permuted_contract(contract: Contract, order: tuple[int, ...]) -> Contract:
    kind, choice, blocks = contract
    return Contract(
        kind,
        permuted_mode(choice, order) if choice else None,
        tuple(permuted_mode(block, order) for block in blocks),
    )


def later_blocks(play: Replay) -> tuple[str, ...]:
    return play.contract.blocks[len(play.called.blocks) :]


@PLAYED
@given(play=plays(), order=st.sampled_from(ORDERS))
def test_permuted_suits_change_nothing_but_the_suits(play: Replay, order: tuple[int, ...]) -> None:
    again = replay(
        [cards_to_set(permuted(c, order) for c in set_to_cards(hand)) for hand in play.hands],
        play.leader,
        permuted_contract(play.called, order),
        play.rules,
        [permuted(card, order) for card in play.cards],
        [permuted_mode(block, order) for block in later_blocks(play)],
        play.caller,
    )
    assert again.contract == permuted_contract(play.contract, order)
    assert again.winners == play.winners
    assert again.leaders == play.leaders
    assert again.trick_points() == play.trick_points()
    assert again.seat_points() == play.seat_points()
    assert again.trump_card == play.trump_card
    assert [MODES[mode] for mode in again.modes] == [
        permuted_mode(MODES[mode], order) for mode in play.modes
    ]
    assert [
        cards_to_set(permuted(c, order) for c in set_to_cards(int(taken))) for taken in play.taken
    ] == again.taken.tolist()


@PLAYED
@given(play=plays(), by=st.integers(1, 3))
def test_rotated_seats_change_nothing_but_the_seats(play: Replay, by: int) -> None:
    again = replay(
        [play.hands[(seat - by) % 4] for seat in range(4)],
        (play.leader + by) % 4,
        play.called,
        play.rules,
        play.cards,
        later_blocks(play),
        (play.caller + by) % 4,
    )
    assert again.contract == play.contract
    assert again.winners == tuple((winner + by) % 4 for winner in play.winners)
    assert again.trick_points() == play.trick_points()
    assert again.modes == play.modes
    assert again.tables == play.tables
    points = play.seat_points()
    assert again.seat_points() == [points[(seat - by) % 4] for seat in range(4)]
    assert again.team_points() == play.team_points()[:: -1 if by % 2 else 1]
    assert np.array_equal(again.taken.reshape(4, 3), np.roll(play.taken.reshape(4, 3), by, axis=0))


@PLAYED
@given(play=plays())
def test_a_play_gives_each_card_once_and_points_to_nine_winners(play: Replay) -> None:
    assert sorted(play.cards) == list(range(36))
    assert sum(int(cards) for cards in play.taken) == ALL
    assert sum(play.seat_points()) == sum(play.trick_points())
    assert sum(play.team_tricks()) == 9


# Texts


@given(CARDS, LETTERS)
def test_card(card: int, letters: str) -> None:
    text = format_card(card, letters)
    assert parse_card(text, letters) == parse_card(text.lower(), letters) == card
    assert len(text) == 2


def test_cards_are_told_apart_in_both_sets_of_letters() -> None:
    for letters in ("german", "french"):
        assert len({format_card(card, letters) for card in range(36)}) == 36


@given(HANDS, LETTERS)
def test_hand(hand: int, letters: str) -> None:
    assert parse_hand(format_hand(hand, letters), letters) == hand
    as_list = format_trick(set_to_cards(hand), letters)
    assert parse_hand(as_list, letters, hand.bit_count()) == hand


@given(DEALS, st.integers(0, 3))
def test_deal(hands: list[int], leader: int) -> None:
    assert parse_deal(format_deal(hands, leader)) == (hands, leader)
    assert parse_seats(format_seats(hands)) == hands
    assert parse_deal(format_seats(hands)) == (hands, 0)
    assert parse_deal(f"{leader}:{format_seats(hands)}") == (hands, leader)


@given(st.lists(CARDS, unique=True, max_size=4), LETTERS)
def test_trick(cards: list[int], letters: str) -> None:
    assert parse_trick(format_trick(cards, letters), letters) == cards


@given(st.sampled_from(contract_names()))
def test_contract(text: str) -> None:
    assert str(parse_contract(text)) == text


@given(st.permutations(["obenabe", "undenufe", "trump"]), st.sampled_from(SUITS), st.integers(1, 3))
def test_contract_with_blocks(order: list[str], suit: str, known: int) -> None:
    blocks = tuple(suit if block == "trump" else block for block in order)[:known]
    contract = Contract("3x3", None, blocks)
    assert parse_contract(str(contract)) == contract


@given(st.sampled_from(SUITS))
def test_contract_with_the_trump_of_molotow(suit: str) -> None:
    assert parse_contract(str(Contract("molotow", suit))) == Contract("molotow", suit)


def test_jass_kit_numbers() -> None:
    assert sorted(to_jass_kit(card) for card in range(36)) == list(range(36))
    assert [from_jass_kit(to_jass_kit(card)) for card in range(36)] == list(range(36))
    assert [to_jass_kit(from_jass_kit(index)) for index in range(36)] == list(range(36))
    assert [jass_kit_seat(jass_kit_seat(seat)) for seat in range(4)] == [0, 1, 2, 3]


@given(st.sets(CARDS))
def test_set_of_cards(cards: set[int]) -> None:
    assert set_to_cards(cards_to_set(cards)) == sorted(cards)


# Orders


@kernel(types.uint64(types.uint64, types.int64))
def to_playing(cards, mode):
    return playing_order(cards, suit_lane(mode))


@kernel(types.uint64(types.uint64, types.int64))
def there_and_back(cards, mode):
    return natural_order(playing_order(cards, suit_lane(mode)), suit_lane(mode))


@given(st.sets(CARDS).map(cards_to_set), st.integers(0, 5))
def test_playing_order_is_undone(cards: int, mode: int) -> None:
    assert there_and_back(np.uint64(cards), mode) == cards
    moved = to_playing(np.uint64(cards), mode)
    assert int(moved).bit_count() == cards.bit_count()
    outside = ALL if mode > 3 else ALL & ~(0x1FF << 16 * mode)
    assert int(moved) & outside == cards & outside


def test_playing_order_ranks_trumps_by_strength() -> None:
    for suit, letter in enumerate(SUITS):
        cards = [parse_card(letter + rank) for rank in "678XOKA9U"]
        places = [int(to_playing(np.uint64(card_bit(card)), suit)) for card in cards]
        assert places == [1 << (16 * suit + strength) for strength in range(9)]
