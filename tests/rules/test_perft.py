"""Numbers of legal continuations of committed endings, counted by engine and reference.

An ending is three or four cards in each hand. Every sequence of legal cards, and of free
blocks where one is chosen, to the end of the deal counts once; beside their number stands
how many tricks seats 0 and 2 win in all of them together. ``perft.json`` holds the endings
and what the reference counted.
"""

from __future__ import annotations

import json
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import types

from jasssim import reference
from jasssim.engine import kernel
from jasssim.engine.bits import NONE, ONE, U64, count, lowest
from jasssim.engine.houses import house_record
from jasssim.engine.play import open_modes, reset, set_block
from jasssim.engine.replay import HIDDEN, HOUSES, VIEWS
from jasssim.engine.trick import lay, legal_cards, start_trick, take
from jasssim.engine.view import HANDS, VIEW
from jasssim.game.cards import cards_to_set
from jasssim.game.contract import contract_names, parse_contract
from jasssim.game.kinds import load_kinds
from jasssim.game.notation import parse_trick
from jasssim.game.orders import CHOOSE
from jasssim.game.rules import make_rules
from jasssim.reference import Round

ENDINGS = json.loads(Path(__file__).with_name("perft.json").read_text("utf-8"))
STEPS = 5  # of a trick: the block, if one is to be chosen, and four cards


@kernel()
def follow(view, house, hands, deal, leader, first, left, chosen, options, fixed):
    """Play by the first choices of a line, then by the lowest option of each step.

    `options` gets, from the step `fixed` on, what could be done there, as a set.
    """
    for seat in range(4):
        hands.of[seat] = deal[seat]
    reset(view, house, hands, leader, leader)
    view.trick = first
    won = 0
    for number in range(left):
        at = STEPS * number
        free = ONE
        if view.modes[view.trick] == CHOOSE:
            free = U64(open_modes(view))
        if at >= fixed:
            options[at] = free
            chosen[at] = lowest(free)
        if view.modes[view.trick] == CHOOSE:
            set_block(view, count(chosen[at] - ONE))
        start_trick(view, hands)
        lead = view.leader
        for place in range(4):
            seat = (lead + place) & 3
            if at + 1 + place >= fixed:
                options[at + 1 + place] = legal_cards(view, hands.of[seat])
                chosen[at + 1 + place] = lowest(options[at + 1 + place])
            lay(view, hands, seat, chosen[at + 1 + place])
        take(view)
        won += 1 - (view.leader & 1)
    return won


@kernel(
    types.int64(
        HOUSES, VIEWS, HIDDEN, types.uint64[::1], types.int64, types.int64, types.int64,
        types.uint64[::1], types.uint64[::1], types.int64[::1],
    )
)  # fmt: skip
def count_lines(houses, scratch, hidden, deal, leader, first, left, chosen, options, tricks):
    """Number of continuations; in `tricks` those that seats 0 and 2 win in all of them."""
    lines = 0
    fixed = 0
    while fixed >= 0:
        lines += 1
        tricks[0] += follow(
            scratch[0], houses[0], hidden[0], deal, leader, first, left, chosen, options, fixed
        )
        fixed = -1
        for step in range(STEPS * left - 1, -1, -1):
            options[step] ^= chosen[step]
            if options[step] != NONE:
                chosen[step] = lowest(options[step])
                fixed = step + 1
                break
    return lines


def count_by_engine(ending: dict[str, Any]) -> list[int]:
    contract, rules = parse_contract(ending["contract"]), make_rules(ending["rules"])
    hands = [cards_to_set(parse_trick(hand)) for hand in ending["hands"]]
    first, tricks = ending["first_trick"], np.zeros(1, np.int64)
    lines = count_lines(
        house_record(contract, rules), np.zeros(1, VIEW), np.zeros(1, HANDS),
        np.array(hands, np.uint64), ending["leader"], first, 9 - first,
        np.zeros(45, np.uint64), np.zeros(45, np.uint64), tricks,
    )  # fmt: skip
    return [int(lines), int(tricks[0])]


def copied(round_: Round) -> Round:
    """A round that can go on without touching the one it was copied from."""
    other = copy(round_)
    other.hands = [list(hand) for hand in round_.hands]
    other.trick, other.winners = list(round_.trick), list(round_.winners)
    other.plays, other._shown = list(round_.plays), [set(shown) for shown in round_._shown]
    return other


def count_from(round_: Round) -> list[int]:
    while round_.needs:
        block = round_.needs == "block"
        choices = round_.blocks() if block else round_.legal()
        if len(choices) > 1:
            break
        round_.play(choices[0])  # nothing else can be done
    else:
        return [1, sum(winner % 2 == 0 for winner in round_.winners)]
    total = [0, 0]
    for choice in choices:
        after = copied(round_)
        after.choose(choice) if block else after.play(choice)
        lines, tricks = count_from(after)
        total = [total[0] + lines, total[1] + tricks]
    return total


def count_by_reference(ending: dict[str, Any]) -> list[int]:
    return count_from(
        Round(
            [hand.split() for hand in ending["hands"]],
            ending["leader"],
            ending["contract"],
            make_rules(ending["rules"]),
            first_trick=ending["first_trick"],
        )
    )


def name(ending: dict[str, Any]) -> str:
    rules = "-".join(f"{key}={value}" for key, value in ending["rules"].items())
    size = len(ending["hands"][0].split())
    return "-".join(filter(None, [ending["contract"], rules, f"{size}cards"]))


@pytest.mark.parametrize("ending", ENDINGS, ids=name)
def test_engine_counts_the_committed_number(ending: dict[str, Any]) -> None:
    assert count_by_engine(ending) == [ending["lines"], ending["tricks"]]


@pytest.mark.parametrize("ending", ENDINGS, ids=name)
def test_reference_counts_the_committed_number(
    ending: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The list of modes hangs on the contract's text and the rules alone; nobody changes it.
    monkeypatch.setattr(reference.contracts, "mode_list", cache(reference.mode_list))
    assert count_by_reference(ending) == [ending["lines"], ending["tricks"]]


def test_every_kind_of_contract_has_endings_of_three_and_of_four_cards() -> None:
    there = {(parse_contract(e["contract"]).kind, 9 - e["first_trick"]) for e in ENDINGS}
    assert there == {(kind, size) for kind in load_kinds() for size in (3, 4)}
    starts = {e["contract"].split(",")[0] for e in ENDINGS}
    assert set(contract_names()) - starts <= {f"3x3:{suit}" for suit in "RSL"}
