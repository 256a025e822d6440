"""Random deals through the engine and through the reference, decision by decision.

`check` plays deals with the engine, lays the same cards again with the engine's own
functions for one trick, and with `jasssim.reference.Round`, and compares all that either of
them says on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from numba import types

from jasssim import reference
from jasssim.engine import kernel
from jasssim.engine.bits import DECK
from jasssim.engine.houses import house_record
from jasssim.engine.order import natural_order, playing_order
from jasssim.engine.play import open_modes, reset, set_block
from jasssim.engine.replay import HIDDEN, HOUSES, VIEWS
from jasssim.engine.trick import lay, legal_cards, start_trick, take
from jasssim.engine.view import HANDS, VIEW
from jasssim.game.cards import card_bit, format_card, set_to_cards
from jasssim.game.orders import CHOOSE, MODES
from jasssim.game.rules import Rules
from jasssim.lab.plays import Plays
from jasssim.lab.simulate import simulate

DEALS = 5600
"""Deals per kind of contract and per value of a parameter: 201 600 decisions."""

NAMES = [format_card(card) for card in range(36)]
BIT = {name: card_bit(card) for card, name in enumerate(NAMES)}
BITS = np.array([card_bit(card) for card in range(36)], np.uint64)


@kernel(
    types.void(
        HOUSES, VIEWS, HIDDEN, types.int64[::1], types.int64[::1], types.int64[::1],
        types.uint64[:, ::1], types.uint64[:, ::1], types.int64[:, ::1], types.uint64[:, ::1],
        types.uint64[:, :, ::1], types.int64[:, ::1], types.int64[:, ::1],
    )
)  # fmt: skip
def walk(
    houses, scratch, hidden, house_of, leaders, callers, deals, cards, modes, legal, cannot,
    choices, winners,
):  # fmt: skip
    """Lay the given cards of each deal and note, in natural order, what the engine holds.

    Out: the legal set before each card, all four `cannot` sets after it, the free blocks
    before each trick (0 where nothing is chosen) and the winner of each trick.
    """
    view, hands = scratch[0], hidden[0]
    for i in range(deals.shape[0]):
        house = houses[house_of[i]]
        for seat in range(4):
            hands.of[seat] = deals[i, seat]
        reset(view, house, hands, leaders[i], callers[i])
        for trick in range(9):
            choices[i, trick] = 0
            if view.modes[trick] == CHOOSE:
                choices[i, trick] = open_modes(view)
                set_block(view, modes[i, trick])
            start_trick(view, hands)
            for place in range(4):
                at = 4 * trick + place
                seat = (view.leader + place) & 3
                legal[i, at] = natural_order(legal_cards(view, hands.of[seat]), view.trump)
                lay(view, hands, seat, playing_order(cards[i, at], view.trump))
                for other in range(4):
                    cannot[i, at, other] = natural_order(view.cannot[other], view.trump) & DECK
            take(view)
            winners[i, trick] = view.leader


class Walk(NamedTuple):
    """What one side says of n deals."""

    legal: np.ndarray
    cannot: np.ndarray
    choices: np.ndarray
    winners: np.ndarray


def engine_walk(plays: Plays) -> Walk:
    """The traced cards of some plays, laid by the engine's functions for one trick."""
    n = len(plays)
    houses = np.concatenate([house_record(c, plays.setup.rules) for c in plays.setup.contracts])
    out = Walk(
        np.zeros((n, 36), np.uint64), np.zeros((n, 36, 4), np.uint64),
        np.zeros((n, 9), np.int64), np.zeros((n, 9), np.int64),
    )  # fmt: skip
    walk(
        houses, np.zeros(1, VIEW), np.zeros(1, HANDS), np.array(plays.contract_of, np.int64),
        plays.leaders.astype(np.int64), plays.callers.astype(np.int64), plays.hands,
        np.ascontiguousarray(BITS[plays.cards().reshape(n, 36)]),
        np.ascontiguousarray(plays.modes(), np.int64), *out,
    )  # fmt: skip
    return out


class Heard(reference.Round):
    """A round that keeps the last answer of `legal`, which `play` asks for anyway."""

    said: tuple[str, ...] = ()

    def legal(self) -> list[str]:
        found = super().legal()
        self.said = tuple(found)
        return found


def set_of(cards: Sequence[str] | set[str]) -> int:
    return sum(map(BIT.__getitem__, cards))


def play_reference(
    plays: Plays, deal: int, cards: Sequence[int], modes: Sequence[int], out: Walk
) -> Heard:
    """Lay one deal's cards in the reference; it refuses a card or block that is not legal."""
    contract = str(plays.setup.contracts[plays.contract_of[deal]])
    hands = [[NAMES[card] for card in set_to_cards(int(hand))] for hand in plays.hands[deal]]
    round_ = Heard(hands, int(plays.leaders[deal]), contract, plays.setup.rules,
                   int(plays.callers[deal]))  # fmt: skip
    known = [0, 0, 0, 0]
    legal, cannot, choices = [], [], [0] * 9
    before = contract
    for at, number in enumerate(cards):
        if at % 4 == 0:
            if round_.needs == "block":
                choices[at // 4] = sum(1 << MODES.index(block) for block in round_.blocks())
                round_.choose(MODES[modes[at // 4]])
            elif round_.contract != before and contract.startswith("3x3"):
                block = round_.contract.rpartition(",")[2]  # the only one that was left
                choices[at // 4] = 1 << MODES.index(block)
            before = round_.contract
        round_.play(NAMES[number])
        seat = round_.plays[-1][0]
        legal.append(set_of(round_.said))
        known[seat] = set_of(round_.impossible(seat))
        cannot.append(tuple(known))
    out.legal[deal], out.cannot[deal], out.choices[deal] = legal, cannot, choices
    out.winners[deal] = round_.winners
    return round_


def same(what: str, plays: Plays, engine: Any, expected: Any) -> None:
    """Fail with the first deal in which engine and reference differ."""
    engine, expected = np.asarray(engine), np.asarray(expected)
    assert engine.shape == expected.shape, what
    if np.array_equal(engine, expected):
        return
    differs = (engine != expected).reshape(len(plays), -1)
    deal = int(np.argmax(differs.any(axis=1)))
    place = int(np.argmax(differs[deal]))
    found = engine.reshape(len(plays), -1)[deal, place]
    right = expected.reshape(len(plays), -1)[deal, place]
    cards = " ".join(NAMES[card] for card in plays.cards()[deal].ravel())
    pytest.fail(
        f"{what}: the engine says {found}, the reference {right} at place {place} of deal "
        f"{plays.first + deal} of seed {plays.setup.seed} in "
        f"{plays.setup.contracts[plays.contract_of[deal]]}; {int(differs.any(axis=1).sum())} "
        f"deals differ; cards: {cards}"
    )


def check(
    monkeypatch: pytest.MonkeyPatch,
    contracts: Sequence[str],
    rules: Rules,
    counted: Sequence[Rules] = (),
    deals: int = DEALS,
    seed: int = 1,
) -> None:
    """Play deals in some contracts, in turn, and compare everything.

    ``counted`` are further rules that only change what cards count: under them the random
    bots must play the same cards, which count as the reference says.
    """
    # The list of modes hangs on the contract's text and the rules alone; nobody changes it.
    monkeypatch.setattr(reference.contracts, "mode_list", cache(reference.mode_list))
    n = np.arange(deals)
    given: dict[str, Any] = {"caller": n // 7 % 4, "forehand": n // 3 % 4, "trace": True}
    names = [contracts[i % len(contracts)] for i in range(deals)]
    plays = simulate("random", names, deals, seed, rules, **given)
    leads = given["caller"] if rules.first_lead == "caller" else given["forehand"]
    same("leader", plays, plays.trick_leaders()[:, 0], leads)

    engine = engine_walk(plays)
    other = Walk(*(np.zeros_like(array) for array in engine))
    cards = plays.cards().reshape(deals, 36).tolist()
    modes = plays.modes().tolist()
    rounds = [play_reference(plays, i, cards[i], modes[i], other) for i in range(deals)]

    unseen = DECK & ~np.bitwise_or.accumulate(BITS[plays.cards().reshape(deals, 36)], axis=1)
    same("legal cards", plays, engine.legal, other.legal)
    same("knowledge", plays, engine.cannot & unseen[:, :, None], other.cannot & unseen[:, :, None])
    same("free blocks", plays, engine.choices, other.choices)
    same("winners", plays, engine.winners, other.winners)
    same("winners of the play", plays, plays.trick_winners(), other.winners)
    finals = [plays.final_contract(i) for i in range(deals)]
    same("final contract", plays, finals, [round_.contract for round_ in rounds])

    compare_points(plays, rounds, {})
    for variant in counted:
        again = simulate("random", names, deals, seed, variant, **given)
        same("cards under other values", plays, again.traces, plays.traces)
        for round_ in rounds:
            round_.rules = variant
        scored = variant == msgspec.structs.replace(rules, alt_values=variant.alt_values)
        compare_points(again, rounds, {variant.alt_values: plays} if scored else {})


def compare_points(
    plays: Plays, rounds: Sequence[reference.Round], scored: dict[str, Plays]
) -> None:
    """Points by seat and team, and tricks.

    ``scored`` are other plays of the same cards that count the same by a convention that
    is not their own.
    """
    results = [round_.result() for round_ in rounds]
    for by in ("seat", "team"):
        expected = [result[f"{by}_points"] for result in results]
        same(f"{by} points", plays, plays.points(by=by), expected)
        for convention, other in scored.items():
            same(f"{by} points, {convention}", other, other.points(convention, by), expected)
    same("tricks", plays, plays.tricks(), [result["team_tricks"] for result in results])
