"""The solver's face: budgets, written points, matches, positions, order-freeness."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jasssim.game.cards import format_card, parse_card
from jasssim.game.contract import contract_names
from jasssim.game.rules import load_rules
from jasssim.lab.simulate import simulate
from jasssim.lab.solver.bench import random_positions
from jasssim.lab.solver.position import Position, lay, make_position
from jasssim.lab.solver.solve import solve, solve_position

ROOT = Path(__file__).parents[2]
CONTRACTS = ("E", "obenabe", "slalom-undenufe", "guschti-obenabe", "misere", "3x3:R,obenabe")
SIZES = (3, 4, 5)

CODE = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.unit.test_solver import answers
print(answers())
"""


def positions(contract: str, cards: int, number: int) -> list[Position]:
    return random_positions(contract, cards, number, seed=17)


def answers() -> list[tuple[int, int]]:
    """Values and nodes of some small positions."""
    found = [solve_position(p) for c in CONTRACTS for p in positions(c, 3, 2)]
    return [(solution.points, solution.nodes) for solution in found]


def test_a_second_process_and_plain_python_find_the_same() -> None:
    """From the cache, and with kernels that are not compiled, down to the number of nodes."""
    for disabled in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", CODE, str(ROOT)],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == str(answers())


@pytest.mark.parametrize("contract", CONTRACTS)
def test_nodes_do_not_depend_on_what_was_solved_before(contract: str) -> None:
    some = positions(contract, 4, 6)
    first = [solve_position(position) for position in some]
    again = [solve_position(position) for position in reversed(some)][::-1]
    assert [(s.points, s.nodes) for s in first] == [(s.points, s.nodes) for s in again]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_budget_ends_in_bounds_that_hold(contract: str) -> None:
    unsolved = 0
    for position in positions(contract, 5, 8):
        exact = solve_position(position).points
        for budget in (1, 40, 400, 4000):
            found = solve_position(position, budget=budget)
            assert found.low <= exact <= found.high
            assert found.nodes <= budget + 8
            if not found.solved:
                unsolved += 1
                assert found.written is None
            else:
                assert found.points == exact
    assert unsolved > 8


@pytest.mark.parametrize("preset", ["wyys-10", "tafel-8", "jasvel-10"])
@pytest.mark.parametrize("contract", ["E", "undenufe", "slalom-obenabe", "misere"])
def test_tens_write_what_exact_points_write(preset: str, contract: str) -> None:
    rules = load_rules(preset)
    for position in positions(contract, 5, 10):
        again = Position(
            position.hands, position.leader, position.contract, rules, 0,
            trick=position.trick, points=(27, 61), tricks=(2, 2),
        )  # fmt: skip
        exact, tens = solve_position(again), solve_position(again, tens=True)
        assert tens.written == exact.written
        assert tens.low <= exact.points <= tens.high
        assert tens.solved


def test_cards_and_tens_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="cards and tens"):
        solve("0:A... K... X... 6...", cards=True, tens=True)


@pytest.mark.parametrize("contract", [*CONTRACTS, "undenufe", "S"])
def test_the_value_is_that_of_the_best_card_for_who_moves(contract: str) -> None:
    for position in positions(contract, 4, 12):
        found = solve_position(position, cards=True)
        assert found.cards is not None
        assert list(found.cards) == [format_card(card) for card in position.legal()]
        turned = contract == "misere"
        best = max if ((position.seat & 1) == 0) != turned else min
        assert best(found.cards.values()) == found.points


@pytest.mark.parametrize("contract", CONTRACTS)
def test_values_along_a_deal_only_change_where_a_card_costs_something(contract: str) -> None:
    """Playing the best card keeps the value, any other worsens it for who played it."""
    for position in positions(contract, 4, 4):
        here = position
        value = solve_position(here).points
        while here.left:
            cards = solve_position(here, cards=True).cards
            assert cards is not None
            card = max(cards, key=lambda name: (cards[name] == value, name))
            assert cards[card] == value
            here = lay(here, parse_card(card))
            assert solve_position(here).points == value
        assert here.points[0] == value


def test_a_played_deal_counts_what_it_counted() -> None:
    """Positions along random deals: points so far and the end are the engine's."""
    names = [name for name in contract_names() if name != "molotow"]
    plays = simulate("random", names, len(names), 5, trace=True)
    for deal in range(len(names)):
        contract = plays.setup.contracts[plays.contract_of[deal]]
        cards = [int(card) for card in plays.cards()[deal].ravel()]
        modes = [
            "ERSL"[m] if m < 4 else ("obenabe", "undenufe")[m - 4] for m in plays.modes()[deal]
        ]
        blocks = [modes[t] for t in (3, 6)] if contract.blocks else []
        end = make_position(
            [int(hand) for hand in plays.hands[deal]], contract, played=cards, blocks=blocks
        )
        assert end.points == tuple(plays.points()[deal])
        assert end.tricks == tuple(plays.tricks()[deal])
        assert solve_position(end).points == end.points[0]


def test_a_match_is_nine_tricks_and_not_157_points() -> None:
    """All points and all tricks, or none of either."""
    found = solve("0:AK... O9... X8... 76...", "R")
    assert (found.match, found.counter_match) == (True, False)
    lost = solve("0:67... AK... 89... XO...", "R")
    assert (lost.points, lost.match, lost.counter_match) == (0, False, True)
    assert lost.written == 0


def test_a_forced_match_writes_the_match() -> None:
    hands = "0:AKOUX9876... .AKOUX9876.. ..AKOUX9876. ...AKOUX9876"
    found = solve(hands, "E", load_rules("tafel-8"))
    assert (found.points, found.match, found.written) == (157, True, 25)
    turned = solve(hands, "misere", load_rules("wyys-10"))
    assert (turned.points, turned.match, turned.counter_match, turned.written) == (
        157,
        False,
        True,
        0,
    )


def test_misere_wants_few_points() -> None:
    found = solve("0:67... AK... 89... XO...", "misere", load_rules("wyys-10"))
    assert (found.points, found.match, found.counter_match) == (0, True, False)
    assert found.written == 16


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("0:A... K... X... 6...", "molotow"), "each of the four plays for itself"),
        (("0:A... A... X... 6...", "E"), "A"),
        (("0:AK... O... X... 6...", "E"), "do not fit trick 8"),
        (("0:A... K... X...", "E"), "does not hold four hands"),
        (("0:A... K... X... 6...", "nell"), "unknown contract 'nell'"),
    ],
)
def test_wrong_positions_are_refused(words: tuple[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve(*words)


def test_an_illegal_card_is_named() -> None:
    with pytest.raises(ValueError, match="card 2 played: seat 1 may not play R6, only one of EK"):
        solve("0:A7... K.6.. X8... 69...", "obenabe", played=["EA", "R6"])
