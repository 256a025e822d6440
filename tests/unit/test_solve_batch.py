"""Batches of positions, files of them, and the values in the shipped file."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import jasssim
from jasssim import reference as ref
from jasssim.game.cards import DECK, cards_to_set
from jasssim.lab.solver import batch
from jasssim.lab.solver.batch import mean_costs
from jasssim.lab.solver.files import (
    FilePosition,
    differs,
    load_positions,
    team0_points,
)
from jasssim.lab.solver.position import Position, make_position, points_left
from jasssim.lab.solver.solve import Solution

FILE = Path(__file__).parents[1] / "rules" / "solver_positions.json"
RAW = json.loads(FILE.read_text("utf-8"))["positions"]
BASE: dict[str, Any] = {
    "contract": "obenabe", "cards": 2, "trick_no": 7, "leader": 0,
    "hands": [["EA", "R6"], ["E7", "R7"], ["E8", "RA"], ["EK", "RK"]], "team0_points": 43,
}  # fmt: skip


def drawn(contract: str, size: int, number: int, caller: int = 0) -> Position:
    deck = random.Random(f"{contract} {size} {number}").sample(DECK, 4 * size)
    hands = [cards_to_set(deck[size * seat : size * seat + size]) for seat in range(4)]
    return make_position(hands, contract, caller=caller)


def some() -> list[Position]:
    """Positions that cost very different times, the dearest ones first."""
    names = ("L", "obenabe", "slalom-undenufe", "misere", "3x3:undenufe")
    sizes = {"3x3:undenufe": (6, 3)}
    return [
        drawn(name, size, number)
        for number in range(4)
        for name in names
        for size in sizes.get(name, (7, 3))
    ]


def told(solutions: list[Solution]) -> list[Any]:
    return [(s.position, s.low, s.high, s.written, s.cards, s.nodes) for s in solutions]


def write(path: Path, **changes: Any) -> Path:
    """A file of one right position and a second one with some keys changed, or left out."""
    second = {k: v for k, v in {**BASE, **changes}.items() if v is not ...}
    file = path / "mine.json"
    file.write_text(json.dumps({"about": "mine", "positions": [BASE, second]}), "utf-8-sig")
    return file


def test_values_of_the_shipped_file_are_found_again() -> None:
    asked = load_positions(FILE)
    assert len(asked) == 30
    exact = list(jasssim.solve_many([one.position for one in asked]))
    assert [team0_points(s) for s in exact] == [(o.expected, o.expected) for o in asked]
    rough = list(jasssim.solve_many([o.position for o in asked], tens=[o.tens for o in asked]))
    assert not any(differs(s, o.expected) for s, o in zip(rough, asked, strict=True))
    assert [s.written for s in rough] == [s.written for s in exact]


@pytest.mark.parametrize("at", [i for i, raw in enumerate(RAW) if raw["cards"] <= 4])
def test_values_of_the_shipped_file_by_trying_every_card(at: int) -> None:
    raw, one = RAW[at], load_positions(FILE)[at]
    rules, caller = one.position.rules, raw.get("caller", 0)
    points = ref.best_result(
        raw["hands"], raw["leader"], raw["contract"], rules, table=tuple(raw.get("table", ())),
        trick_no=raw["trick_no"], caller=caller, goal=ref.goal_of(raw["contract"], rules),
    )["points"]  # fmt: skip
    total = points_left(one.position)
    if caller % 2:
        assert total is not None
        points = total - points
    assert points == raw["team0_points"]


def test_order_values_and_nodes_do_not_depend_on_jobs() -> None:
    positions = some()
    alone = told(list(jasssim.solve_many(positions, cards=True)))
    assert [one[0] for one in alone] == positions
    for jobs in (2, 3):
        assert told(list(jasssim.solve_many(positions, cards=True, jobs=jobs))) == alone
    back = told(list(jasssim.solve_many(positions[::-1], cards=True)))
    assert back[::-1] == alone


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_keeps_what_came_before(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = some()[:8]
    solve_position = batch.solve_position

    def interrupted(position: Position, **options: Any) -> Solution:
        if position == positions[5]:
            raise KeyboardInterrupt
        return solve_position(position, **options)

    monkeypatch.setattr(batch, "solve_position", interrupted)
    kept = taken_until_interrupt(positions, jobs)
    assert [s.position for s in kept] == positions[: len(kept)]
    assert len(kept) == 5 if jobs == 1 else len(kept) <= 5


def taken_until_interrupt(positions: list[Position], jobs: int) -> list[Solution]:
    kept = []
    try:
        for solution in jasssim.solve_many(positions, jobs=jobs):
            kept.append(solution)
    except KeyboardInterrupt:
        return kept
    raise AssertionError("the interrupt was swallowed")


def test_a_small_budget_ends_in_bounds_that_hold_the_value() -> None:
    positions = [drawn("obenabe", 8, number, number % 2) for number in range(6)]
    right = [s.points for s in jasssim.solve_many(positions)]
    ends = []
    for budget in (1, 3_000, 10_000_000):
        found = list(jasssim.solve_many(positions, budget=budget))
        assert all(s.low <= value <= s.high for s, value in zip(found, right, strict=True))
        ends.append([s.solved for s in found])
        for solution in found:
            if solution.low < solution.high:
                assert not solution.solved
                with pytest.raises(ValueError, match="more is not known after"):
                    _ = solution.points
    assert not any(ends[0])
    assert all(ends[-1])


def test_tens_may_be_asked_for_one_by_one() -> None:
    positions = [drawn("E", 5, 1)] * 2
    exact, rough = jasssim.solve_many(positions, tens=[False, True])
    assert exact.low == exact.high
    assert rough.low < rough.high
    assert rough.low <= exact.points <= rough.high
    assert rough.written == exact.written
    with pytest.raises(ValueError, match="tens: 1 were given for 2 positions"):
        jasssim.solve_many(positions, tens=[True])


def test_a_contract_without_two_sides_is_refused_before_anything_is_solved() -> None:
    with pytest.raises(ValueError, match="each of the four plays for itself"):
        jasssim.solve_many([drawn("E", 3, 1), drawn("molotow", 3, 1)])


def test_a_bar_is_shown_only_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for progress in (False, True):
        terminal = Terminal()
        monkeypatch.setattr("sys.stderr", terminal)
        assert len(list(jasssim.solve_many([drawn("E", 3, 1)] * 5, progress=progress))) == 5
        assert ("/5" in terminal.getvalue()) == progress


def test_costs_are_means_by_contract_and_cards() -> None:
    positions = [drawn("E", 3, 1), drawn("obenabe", 3, 1), drawn("E", 4, 1), drawn("E", 3, 2)]
    solutions = list(jasssim.solve_many(positions))
    costs = mean_costs(solutions)
    assert [cost[:3] for cost in costs] == [("E", 3, 2), ("obenabe", 3, 1), ("E", 4, 1)]
    assert costs[0].mean_nodes == (solutions[0].nodes + solutions[3].nodes) / 2
    assert costs[0].mean_ms == pytest.approx(500 * (solutions[0].seconds + solutions[3].seconds))


def test_file_counts_for_seats_0_and_2_whoever_calls(tmp_path: Path) -> None:
    first, second = load_positions(write(tmp_path, caller=1))
    assert (first.position.caller, second.position.caller) == (0, 1)
    own, other = jasssim.solve_many([first.position, second.position])
    assert team0_points(own) == team0_points(other) == (43, 43)
    assert (own.points, other.points) == (43, 0)
    turned = Solution(second.position, 3, 10, None, None, None, None, 1, 0.0)
    assert team0_points(turned) == (33, 40)
    assert [differs(turned, value) for value in (32, 33, 40, 41, None)] == [
        True, False, False, True, False,
    ]  # fmt: skip


def test_file_may_leave_out_and_add_keys(tmp_path: Path) -> None:
    hands = [["R6"], ["E7", "R7"], ["E8", "RA"], ["EK", "RK"]]
    more = {"hands": hands, "table": ["EA"], "rules": {"rounding": "floor"}, "tens": True}
    one = load_positions(write(tmp_path, team0_points=..., **more))[1]
    assert isinstance(one, FilePosition)
    assert (one.expected, one.tens, one.position.rules.rounding) == (None, True, "floor")
    assert (one.position.seat, one.position.trick) == (1, 7)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"contract": ...}, "positions[1]: object missing required field `contract`"),
        ({"leader": 4}, "positions[1].leader: expected `int` <= 3"),
        ({"trick": 3}, "positions[1]: object contains unknown field `trick`"),
        ({"hands": [["EA"]]}, "positions[1].hands: expected `array` of length >= 4"),
        ({"team0_points": "43"}, "positions[1].team0_points: expected `int | null`, got `str`"),
        ({"cards": 3}, "positions[1].cards = 3: expected 2 in trick_no 7"),
        ({"contract": "bock"}, "positions[1].contract: unknown contract 'bock'"),
        ({"contract": "molotow"}, "positions[1].contract: contract molotow: each of the four"),
        ({"contract": "3x3:E"}, "positions[1]: contract 3x3:E: the block of trick 8 is not chosen"),
        ({"rules": {"puur": True}}, "positions[1].rules: unknown parameter 'puur'"),
        ({"hands": [["EA", "R5"], *BASE["hands"][1:]]}, "positions[1].hands[0]: unknown card 'R5'"),
        ({"hands": [["EA", "EA"], *BASE["hands"][1:]]}, "positions[1].hands[0]: a card stands"),
        ({"hands": [["EA", "E7"], *BASE["hands"][1:]]}, "positions[1]: E7 is held or lies twice"),
        ({"table": ["S6"]}, "positions[1]: hands of [2, 2, 2, 2] cards and 1 on the table do not"),
        (
            {"contract": "slalom-obenabe", "caller": 1, "rules": {"alt_values": "per_trick"}},
            "positions[1].caller = 1: what seats 0 and 2 win hangs on the play",
        ),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_its_place(
    changes: dict[str, Any], text: str, tmp_path: Path
) -> None:
    file = write(tmp_path, **changes)
    with pytest.raises(ValueError, match=re.escape(text)) as error:
        load_positions(file)
    assert str(error.value).startswith(f"{file}: {text}")
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    for content, text in {b"{": "no valid JSON: ", b"[]": "expected `object`, got `array`"}.items():
        file.write_bytes(content)
        with pytest.raises(ValueError, match=re.escape(text)) as error:
            load_positions(file)
        assert str(error.value).startswith(f"{file}: {text}")
