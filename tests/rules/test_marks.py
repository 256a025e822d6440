"""Strokes and zeros of Molotow and Inspektiönler: engine against reference, and the ledger."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from jasssim.game.marks import INSPECTOR_RULES, RULES, Marks, inspektioenler_marks, molotow_marks
from jasssim.game.rules import Rules
from jasssim.reference import solo

HOUSES = [
    Rules(middle_pair=pair, hundred_first=first)
    for pair, first in product(["literal", "balanced", "void"], [True, False])
]
DECISION_TABLE = {
    "all157": 4, "hundred": 136_876, "standard": 505_824, "pair_low": 11_880,
    "pair_high": 6_240, "pair_middle": 8_964, "triple": 132,
}  # fmt: skip
SWAP, TURN = [1, 0, 2, 3], [1, 2, 3, 0]  # together they make all 24 orders of the seats
EXAMPLES = [
    ([90, 9, 34, 24], [1, 1, 0, 0], [0, 0, 1, 1]),
    ([90, 0, 34, 33], [1, 1, 0, 0], [0, 0, 1, 1]),
    ([70, 51, 18, 18], [1, 0, 0, 0], [0, 1, 0, 0]),
    ([79, 78, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]),
    ([60, 60, 30, 7], [0, 0, 0, 1], [0, 0, 1, 0]),
    ([50, 50, 50, 7], [0, 0, 0, 1], [0, 0, 0, 0]),
    ([157, 0, 0, 0], [3, 0, 0, 0], [0, 1, 1, 1]),
    ([100, 57, 0, 0], [0, 1, 1, 1], [3, 0, 0, 0]),
    ([70, 40, 40, 7], [1, 0, 0, 1], [0, 0, 0, 0]),
]


def name(house: Rules) -> str:
    return f"{house.middle_pair}-{house.hundred_first}"


@cache
def tuples(players: int) -> np.ndarray:
    """All points that the players can have, 157 in all."""
    grid = np.indices((158,) * (players - 1)).reshape(players - 1, -1).T
    grid = grid[grid.sum(axis=1) <= 157]
    return np.column_stack([grid, 157 - grid.sum(axis=1)])


def as_dict(marks: Marks, row: int) -> dict[str, Any]:
    """Marks of one deal as the reference gives them."""
    found: dict[str, Any] = {
        "strokes": marks.strokes[row].tolist(),
        "zeros": marks.zeros[row].tolist(),
        "rule": marks.rule_name(row),
    }
    among = marks.draw_among(row)
    return {**found, "draw_among": among} if among else found


def assert_agrees(house: Rules, points: np.ndarray) -> None:
    marks = molotow_marks(points, house)
    strokes, zeros, rule = marks.strokes.tolist(), marks.zeros.tolist(), marks.rule.tolist()
    for row, values in enumerate(points.tolist()):
        found = solo.molotow_marks(values, house)
        assert (found["strokes"], found["zeros"]) == (strokes[row], zeros[row]), values
        assert found["rule"] == RULES[rule[row]], values
        assert found.get("draw_among", []) == ([] if rule[row] < 6 else marks.draw_among(row))


@pytest.mark.parametrize(("points", "strokes", "zeros"), EXAMPLES)
def test_examples_of_the_text(points: list[int], strokes: list[int], zeros: list[int]) -> None:
    marks = molotow_marks([points], Rules())
    assert (marks.strokes.tolist(), marks.zeros.tolist()) == ([strokes], [zeros])


def test_all_points_agree_with_the_reference() -> None:
    assert len(tuples(4)) == 669_920
    assert_agrees(Rules(), tuples(4))


@pytest.mark.parametrize("house", HOUSES, ids=name)
def test_sorted_points_agree_with_the_reference(house: Rules) -> None:
    points = tuples(4)
    assert_agrees(house, points[(np.diff(points, axis=1) >= 0).all(axis=1)])


@pytest.mark.parametrize("house", HOUSES, ids=name)
@pytest.mark.parametrize("order", [SWAP, TURN], ids=["swap", "turn"])
def test_marks_move_with_the_seats(house: Rules, order: list[int]) -> None:
    """With sorted points right, this makes all points right: every order is reached."""
    marks, moved = (molotow_marks(points, house) for points in (tuples(4), tuples(4)[:, order]))
    assert np.array_equal(marks.strokes[:, order], moved.strokes)
    assert np.array_equal(marks.zeros[:, order], moved.zeros)
    assert np.array_equal(marks.rule, moved.rule)


@pytest.mark.parametrize("house", HOUSES, ids=name)
def test_rules_are_as_frequent_as_counted(house: Rules) -> None:
    counts = np.bincount(molotow_marks(tuples(4), house).rule, minlength=len(RULES))
    assert dict(zip(RULES, counts.tolist(), strict=True)) == DECISION_TABLE


@pytest.mark.parametrize("house", HOUSES, ids=name)
def test_there_are_as_many_strokes_as_zeros_but_for_what_is_known(house: Rules) -> None:
    points = tuples(4)
    triple = molotow_marks(points, house).rule == RULES.index("triple")
    odd = np.argmax((points[:, :, None] == points[:, None, :]).sum(axis=2) == 1, axis=1)
    draws = np.where(triple, (odd + 1) % 4, -1)
    for drawn in (None, draws):
        marks = molotow_marks(points, house, drawn)
        excess = marks.strokes.sum(axis=1, dtype=int) - marks.zeros.sum(axis=1, dtype=int)
        expected = np.zeros(len(points), int)
        if house.middle_pair == "literal":
            expected[marks.rule == RULES.index("pair_middle")] = 2
        if drawn is None:
            expected[triple] = 1
        if not house.hundred_first:
            hundred = marks.rule == RULES.index("hundred")
            ordered = np.sort(points[hundred], axis=1)[:, :3]
            different = (np.diff(ordered, axis=1) != 0).sum(axis=1)
            expected[hundred] = np.array([-3, -2, 0])[different]
        assert np.array_equal(excess, expected)


def test_void_middle_pair_gives_nothing() -> None:
    marks = molotow_marks(tuples(4), Rules(middle_pair="void"))
    nothing = ~(marks.strokes.any(axis=1) | marks.zeros.any(axis=1))
    assert np.array_equal(nothing, marks.rule == RULES.index("pair_middle"))


@pytest.mark.parametrize("first", [True, False])
def test_hundred_beside_three_equal(first: bool) -> None:
    marks = molotow_marks([[19, 100, 19, 19]], Rules(hundred_first=first))
    assert marks.strokes.tolist() == [[1, 0, 1, 1] if first else [0, 0, 0, 0]]
    assert marks.zeros.tolist() == [[0, 3, 0, 0]]
    assert (marks.rule_name(0), marks.draw_among(0)) == ("hundred", [])


def test_every_draw_agrees_with_the_reference() -> None:
    points = tuples(4)
    triples = points[molotow_marks(points, Rules()).rule == RULES.index("triple")]
    assert len(triples) == DECISION_TABLE["triple"]
    accepted = 0
    for values, draw in product(triples.tolist(), range(4)):
        try:
            expected = solo.molotow_marks(values, Rules(), draw)
        except ValueError:
            with pytest.raises(ValueError, match=f"row 0: seat {draw}, but of the points"):
                molotow_marks([values], Rules(), [draw])
        else:
            found = as_dict(molotow_marks([values], Rules(), [draw]), 0)
            assert found == expected
            assert found["zeros"][draw] == sum(found["zeros"]) == 1
            accepted += 1
    assert accepted == 3 * len(triples)


@pytest.mark.parametrize(
    ("points", "draw", "message"),
    [
        ([50, 50, 50, 7], 3, "draw of row 1: seat 3, .* only the seats 0, 1, 2 draw"),
        ([50, 50, 50, 7], 4, "draw of row 1: seat 4, .* only the seats 0, 1, 2 draw"),
        ([7, 50, 50, 50], -2, "draw of row 1: seat -2, .* only the seats 1, 2, 3 draw"),
        ([60, 60, 30, 7], 0, "draw of row 1: seat 0, .* no zero is drawn for"),
        ([100, 19, 19, 19], 1, "draw of row 1: seat 1, .* no zero is drawn for"),
    ],
)
def test_draw_of_another_seat_is_refused(points: list[int], draw: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        molotow_marks([[90, 9, 34, 24], points], Rules(), [-1, draw])
    with pytest.raises(ValueError, match=f"draw = {draw}"):
        solo.molotow_marks(points, Rules(), draw)


@pytest.mark.parametrize(
    "points", [[90, 9, 34, 25], [158, -1, 0, 0], [0, 0, 0, 0], [1 << 62, 1 << 62, -1 << 63, 157]]
)
def test_points_of_no_deal_are_refused(points: list[int]) -> None:
    for marks in (lambda rows: molotow_marks(rows, Rules()), inspektioenler_marks):
        with pytest.raises(ValueError, match=f"points of row 1: {points[0]}, {points[1]}, "):
            marks([[90, 9, 34, 24], points])
    with pytest.raises(ValueError, match="expected whole numbers from 0 that sum to 157"):
        solo.molotow_marks(points, Rules())


def test_points_that_are_no_table_of_whole_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="float64: expected whole numbers"):
        molotow_marks([[78.5, 78.5, 0.0, 0.0]], Rules())
    with pytest.raises(ValueError, match="shape"):
        molotow_marks([90, 9, 34, 24], Rules())
    with pytest.raises(ValueError, match="one whole number for each of the 1 deals"):
        molotow_marks([[90, 9, 34, 24]], Rules(), [-1, -1])


# Inspektiönler


@pytest.mark.parametrize("players", [3, 4])
def test_old_marks_agree_with_the_reference(players: int) -> None:
    points = tuples(players)
    points = points[(np.diff(points, axis=1) >= 0).all(axis=1)]
    marks = inspektioenler_marks(points)
    for row, values in enumerate(points.tolist()):
        assert as_dict(marks, row) == solo.inspektioenler_marks(values), values


@pytest.mark.parametrize("order", [SWAP, TURN, [1, 0, 2], [1, 2, 0]], ids=str)
def test_old_marks_move_with_the_seats(order: list[int]) -> None:
    points = tuples(len(order))
    marks, moved = inspektioenler_marks(points), inspektioenler_marks(points[:, order])
    assert np.array_equal(marks.strokes[:, order], moved.strokes)
    assert np.array_equal(marks.zeros[:, order], moved.zeros)
    assert np.array_equal(marks.rule, moved.rule)


def test_old_ledger_is_even_and_empty_where_the_text_is_silent() -> None:
    for players, silent in ((4, 1), (3, 2)):
        marks = inspektioenler_marks(tuples(players))
        assert np.array_equal(marks.strokes.sum(axis=1), marks.zeros.sum(axis=1))
        tops = (tuples(players) == tuples(players).max(axis=1, keepdims=True)).sum(axis=1)
        nothing = marks.rule == INSPECTOR_RULES.index("unspecified")
        assert np.array_equal(nothing, tops > 3 - silent)
        assert not marks.zeros[nothing].any()
        assert (marks.zeros.sum(axis=1)[tops == 1] == players - 1).all()


def test_old_rule_has_no_exceptions_for_much() -> None:
    marks = inspektioenler_marks([[157, 0, 0, 0], [100, 57, 0, 0]])
    assert marks.zeros.tolist() == [[3, 0, 0, 0]] * 2
    assert marks.strokes.tolist() == [[0, 1, 1, 1]] * 2


def test_weis_may_change_the_total_of_the_old_game() -> None:
    marks = inspektioenler_marks([[-20, 40, 90, 90]], None)
    assert marks.zeros.tolist() == [[0, 0, 1, 1]]
    assert marks.strokes.tolist() == [[1, 1, 0, 0]]


@pytest.mark.parametrize("points", [[100, 57], [157], [50, 50, 50, 7, 0]])
def test_other_numbers_of_players_are_refused(points: list[int]) -> None:
    with pytest.raises(ValueError, match=f"points of {len(points)} players: the source defines no"):
        inspektioenler_marks([points])
    with pytest.raises(ValueError, match=f"of {len(points)} players: expected those of 4 or 3"):
        solo.inspektioenler_marks(points)
