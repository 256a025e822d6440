"""Best play with open hands: obvious positions, and the fast solver against every card tried."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest

from jasssim import reference as ref
from jasssim.game.rules import Rules
from tests.rules.solve_positions import (
    CONTRACTS,
    OBVIOUS,
    OWN_SUIT,
    VALUES,
    WINNERS,
    Asked,
    difference,
    engine_answer,
    hands,
    open_position,
    random_position,
    reference_answer,
    rules,
)

Answer = dict[str, Any]
SOLVERS = [reference_answer, engine_answer]

# One trick with a trump, then three without, counted by the values of each block.
TRUMP_THEN_UP = Asked(
    hands("LA SX LX RX", "SK L7 R9 E6", "R6 EU RO", "E8 EK E9 SO"), 2, "3x3:undenufe,E,obenabe",
    rules(undertrump="free", puur_exempt=False, block3_values="per_block"), 1, ("E7",),
)  # fmt: skip


@pytest.fixture(autouse=True)
def _remembered_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of modes hangs on the contract's text and the rules alone; nobody changes it."""
    monkeypatch.setattr(ref.contracts, "mode_list", cache(ref.mode_list))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", OBVIOUS)
def test_obvious_position(name: str, solver: Callable[[Asked], Answer]) -> None:
    asked, expected = OBVIOUS[name]
    found = solver(asked)
    asked_for = expected.keys() & found.keys()  # the engine names no blocks
    assert {key: found[key] for key in asked_for} == {key: expected[key] for key in asked_for}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("contract", ["molotow", "molotow:E"])
def test_molotow_is_refused(contract: str, solver: Callable[[Asked], Answer]) -> None:
    with pytest.raises(ValueError, match="each of the four plays for"):
        solver(Asked(WINNERS, 0, contract))


def test_last_direction_is_no_choice() -> None:
    two = Asked(OWN_SUIT, 0, "3x3:obenabe,R")
    assert reference_answer(two) == reference_answer(
        two._replace(contract="3x3:obenabe,R,undenufe")
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"goal": "alone"}, "goal 'alone'"),
        ({"caller": 4}, "caller = 4; expected 0 to 3"),
        ({"trick_no": 6}, "in trick 6 the hands have 3 cards"),
        ({"table": ("E8",)}, "one less where a card was played"),
        ({"hands": hands("EA EA", "E6 R6", "E7 R7", "E9 R9")}, "one card twice"),
        ({"contract": "3x3:E,obenabe"}, "the block of trick 7 is not known"),
    ],
)
def test_reference_refuses(change: Answer, words: str) -> None:
    given = {"hands": WINNERS, "leader": 0, "contract": "E", "rules": Rules(), "trick_no": 7}
    with pytest.raises(ValueError, match=words):
        ref.best_result(**{**given, "caller": 0, **change})


def line(asked: Asked, moves: list[str]) -> ref.Round:
    """A round that has come through a position, after some cards and blocks more."""
    full = [list(hand) for hand in asked.hands]
    for place, card in enumerate(asked.table):
        full[(asked.leader + place) % 4].append(card)
    round_ = ref.Round(
        full, asked.leader, asked.contract, asked.rules, asked.caller, first_trick=asked.trick_no
    )
    for move in [*asked.table, *moves]:
        (round_.play if move in ref.DECK else round_.choose)(move)
    return round_


def by_rounds(asked: Asked, moves: list[str]) -> dict[str, int]:
    """Best results of a position, each line played as a round of its own to the end."""
    round_ = line(asked, moves)
    avoid = ref.goal_of(asked.contract, asked.rules) == "avoid"
    if round_.needs is None:
        result, team = round_.result(), asked.caller % 2
        every, none = (1 - team, team) if avoid else (team, 1 - team)
        return {
            "points": result["team_points"][team],
            "all_tricks": result["team_tricks"][1 - every] == 0,
            "no_tricks": result["team_tricks"][1 - none] == 0,
        }
    ours = round_.seat % 2 == asked.caller % 2
    seeks_more = {"points": ours != avoid, "all_tricks": ours, "no_tricks": not ours}
    found = [by_rounds(asked, [*moves, move]) for move in round_.legal() or round_.blocks()]
    return {
        key: max(answer[key] for answer in found) if more else min(answer[key] for answer in found)
        for key, more in seeks_more.items()
    }


@pytest.mark.parametrize(
    "asked",
    [*(random_position(i, 2) for i in range(92)), *(random_position(i, 3) for i in range(46)),
     open_position(8, 4)],
)  # fmt: skip
def test_reference_against_whole_rounds(asked: Asked) -> None:
    """Nothing is looked up, nothing is added up on the way: each line is a round."""
    answer = reference_answer(asked)
    assert by_rounds(asked, []) == {
        key: answer[key] for key in ("points", "all_tricks", "no_tricks")
    }
    for move, value in {**answer["cards"], **answer["blocks"]}.items():
        assert by_rounds(asked, [move])["points"] == value


def one_table(contract: str) -> bool:
    """Whether all tricks count by one table that no later choice of trump changes."""
    return contract.partition(":")[0] not in ("tuo_own", "waltz", "blocks", "few")


@pytest.mark.parametrize("number", range(len(CONTRACTS)))
def test_reference_by_the_other_team(number: int) -> None:
    """What one team gets is what the other leaves; its match is the other's counter-match."""
    asked = random_position(number, 4)
    house = {"undertrump": asked.rules.undertrump, "puur_exempt": asked.rules.puur_exempt}
    asked = asked._replace(rules=rules(block3_values="obenabe", **house))
    one = reference_answer(asked)
    two = reference_answer(asked._replace(caller=(asked.caller + 1) % 4))
    assert (one["all_tricks"], one["no_tricks"]) == (two["no_tricks"], two["all_tricks"])
    if one_table(asked.contract):
        cards = [*asked.table, *(card for hand in asked.hands for card in hand)]
        total = ref.trick_points(cards, asked.contract, asked.trick_no, asked.rules) + 5
        assert one["points"] + two["points"] == total
        for key in ("cards", "blocks"):
            assert {move: total - points for move, points in one[key].items()} == two[key]


def suite() -> list[Asked]:
    """The suite's positions: all contracts in turn, Guschti from trick 4, late trumps."""
    turning = [i for i, name in enumerate(CONTRACTS) if name.startswith("guschti")]
    found = [random_position(i, 2) for i in range(92)]
    found += [random_position(i, 3) for i in range(138)]
    found += [random_position(i, 4) for i in range(69)]
    found += [random_position(len(CONTRACTS) * i + j, 5) for i in range(4) for j in turning]
    found += [random_position(i, 5) for i in (*range(1018, 1024), *range(1028, 1035))]
    found += [open_position(i, 3) for i in range(69)]
    found += [open_position(i, 4) for i in range(12)]
    return found + [random_position(i, 3) for i in (40_001, 40_232)] + [TRUMP_THEN_UP]


POSITIONS = suite()


def test_positions_are_of_every_kind() -> None:
    """Each contract, each value of each house rule and each number of cards on the table."""
    texts = [asked.contract for asked in POSITIONS]
    for name in CONTRACTS:
        assert any(text.startswith(name) for text in texts)
    for key, values in VALUES.items():
        assert {getattr(asked.rules, key) for asked in POSITIONS} == set(values)
    assert {len(asked.table) for asked in POSITIONS} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in VALUES.items() for value in values]
)
def test_positions_tell_house_rules_apart(key: str, value: Any) -> None:
    """Some results are others under another value: a solver that forgets it is found out."""
    for asked in POSITIONS:
        if len(asked.hands[asked.leader - 1]) > (5 if key == "guschti_first" else 3):
            continue
        if getattr(asked.rules, key) == value or (
            key == "guschti_first" and not asked.contract.startswith("guschti")
        ):
            continue
        other = asked._replace(rules=msgspec.structs.replace(asked.rules, **{key: value}))
        if reference_answer(asked) != reference_answer(other):
            return
    pytest.fail(f"{key} = {value!r} changes the answer to no position")


@pytest.mark.parametrize("part", range(8))
def test_engine_agrees_with_every_card_tried(part: int) -> None:
    faults = [difference(asked) for asked in POSITIONS[part::8]]
    assert [fault for fault in faults if fault] == []


def report(number: int, first: int = 10_000) -> int:
    """Compare many positions, print each fault and the time by size; return the faults."""
    ref.contracts.mode_list = cache(ref.mode_list)
    drawn = [(random_position, 2), (random_position, 3), (random_position, 3), (open_position, 3),
             (random_position, 4), (random_position, 4), (open_position, 4)]  # fmt: skip
    counts: dict[tuple[str, int], list[float]] = {}
    faults = 0
    for i in range(first, first + number):
        draw, size = (random_position, 5) if i % 50 == 0 else drawn[i % len(drawn)]
        start = time.perf_counter()
        fault = difference(draw(i, size))
        faults += fault is not None
        counts.setdefault((draw.__name__, size), []).append(time.perf_counter() - start)
        if fault:
            print(f"{draw.__name__}({i}, {size}): {fault}", flush=True)
    for (name, size), seconds in sorted(counts.items()):
        print(f"{name} {size}: {len(seconds)} positions, {sum(seconds):.0f} s for both solvers")
    print(f"{faults} of {number} differ")
    return faults


if __name__ == "__main__":
    sys.exit(report(int(sys.argv[1])) > 0)
