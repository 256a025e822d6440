"""What engine and reference each say of calling, writing, the end of a game, and marks."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import reference
from ...engine.calling import turn_of
from ...game.cards import SUITS
from ...game.chart import PASS
from ...game.checks import MOST_FACTOR
from ...game.contract import load_kind
from ...game.kinds import JOKER
from ...game.marks import inspektioenler_marks, molotow_marks
from ...game.rules import Rules
from ...game.writing import game_winner, write_rounds, written_points
from .types import Answer, Case, CaseType

MOST = 100_000
"""Points that no round and no cell can come to."""


class WrittenCase(Case, kw_only=True):
    """Points to be written."""

    points: int

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        _check_points("points", self.points)


class RoundCase(Case, kw_only=True):
    """Result of a round to be written."""

    kind: str
    points_caller: int
    points_opp: int
    tricks_caller: int
    factor: int

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        _check_points("points_caller", self.points_caller)
        _check_points("points_opp", self.points_opp)
        if not 0 <= self.tricks_caller <= 9:
            raise ValueError(f"tricks_caller = {self.tricks_caller}: expected 0 to 9")
        loser = {0: self.points_caller, 9: self.points_opp}.get(self.tricks_caller, 0)
        if loser:
            raise ValueError(
                f"{loser} points without a trick: tricks_caller = {self.tricks_caller} and points "
                f"{self.points_caller} : {self.points_opp} cannot both be"
            )
        _check_factor(self.factor)
        if self.kind not in self.house().kind_names():
            known = ", ".join(self.house().kind_names())
            raise ValueError(f"unknown kind of row {self.kind!r}: expected one of {known}")

    @property
    def avoids(self) -> bool:
        """Whether the caller's team wants no points."""
        with_choice = self.kind in (*SUITS, JOKER)
        return not with_choice and load_kind(self.kind, self.house()).goal == "avoid"


class CallingCase(Case, kw_only=True):
    """A calling as far as it has gone."""

    open: tuple[tuple[str, ...], tuple[str, ...]]
    forehand: int
    actions: list[str]

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        if not 0 <= self.forehand <= 3:
            raise ValueError(f"unknown forehand {self.forehand}: expected a seat, 0 to 3")
        for rows in self.open:
            if len(set(rows)) < len(rows) or PASS in rows:
                names = ", ".join(rows)
                raise ValueError(f"open rows {names}: expected each once, none named pass")


class MarksCase(Case, kw_only=True):
    """Points of all players in a deal of Molotow, and who drew the highest card."""

    points: list[int]
    draw: int | None = None

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        if self.draw is not None and not 0 <= self.draw <= 3:
            raise ValueError(f"unknown draw {self.draw}: expected a seat, 0 to 3, or null")


class EndCase(Case, kw_only=True):
    """Full charts: written points and factor of each cell, and what stands beside them."""

    cells: tuple[list[tuple[int, int]], list[tuple[int, int]]]
    extra: tuple[int, int] = (0, 0)

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        for written, factor in (cell for team in self.cells for cell in team):
            _check_points("written", written)
            _check_factor(factor)


def _check_points(name: str, points: int) -> None:
    if not 0 <= points <= MOST:
        raise ValueError(f"{name} = {points}: expected 0 to {MOST}")


def _check_factor(factor: int) -> None:
    if not 1 <= factor <= MOST_FACTOR:
        raise ValueError(f"factor = {factor}: expected 1 to {MOST_FACTOR}")


def engine_written(case: WrittenCase) -> Answer:
    """Written points by the package."""
    return {"written": int(written_points(case.points, case.house()))}


def reference_written(case: WrittenCase) -> Answer:
    """Written points by the reference."""
    return {"written": reference.written(case.points, case.house())}


def engine_round(case: RoundCase) -> Answer:
    """What both teams write, by the package."""
    wrote = write_rounds(
        case.points_caller, case.points_opp, case.tricks_caller, case.avoids, case.house()
    )
    caller, other = int(wrote.caller), int(wrote.other)
    return {
        "caller_written": caller,
        "caller_score": caller * case.factor,
        "opp_written": other,
        "opp_score": other * case.factor,
    }


def reference_round(case: RoundCase) -> Answer:
    """What both teams write, by the reference."""
    rules = case.house()
    own, theirs, tricks = case.points_caller, case.points_opp, case.tricks_caller
    wanted = reference.goal_of(case.kind, rules)
    found = reference.round_score(rules, wanted, own, theirs, tricks, case.factor)
    return {**found}


def engine_calling(case: CallingCase) -> Answer:
    """Who acts and who has called, by the engine's order of seats."""
    left = sum(bool(rows) << team for team, rows in enumerate(case.open))
    seats: list[int] = []
    row = None
    for action in case.actions:
        at = turn_of(left, case.forehand, len(seats))
        if at < 0 or row is not None:
            raise ValueError(f"{action!r}: nobody may act, the calling is over")
        if action == PASS and at >= 4:
            raise ValueError(f"seat {at & 3} is im Fass and may not pass")
        if action != PASS and action not in case.open[at & 1]:
            raise ValueError(f"seat {at & 3} may not call {action!r}")
        seats.append(at & 3)
        row = None if action == PASS else action
    at = turn_of(left, case.forehand, len(seats))
    if at < 0:
        raise ValueError("both charts are full: nobody may call")
    done = row is not None
    return {
        "seats": seats,
        "caller": seats[-1] if done else None,
        "row": row,
        "team": seats[-1] & 1 if done else None,
        "next_seat": None if done else at & 3,
        "forced": not done and at >= 4,
        "legal": [] if done else list(case.open[at & 1]),
    }


def reference_calling(case: CallingCase) -> Answer:
    """Who acts and who has called, by the reference."""
    return reference.calling([list(rows) for rows in case.open], case.forehand, case.actions)


def engine_molotow(case: MarksCase) -> Answer:
    """Marks of Molotow by the package."""
    draws = None if case.draw is None else [case.draw]
    marks = molotow_marks([case.points], case.house(), draws)
    among = marks.draw_among(0)
    return _marks(marks.strokes, marks.zeros, marks.rule_name(0)) | (
        {"draw_among": among} if among else {}
    )


def engine_inspektioenler(case: MarksCase) -> Answer:
    """Marks of Inspektiönler by the package."""
    marks = inspektioenler_marks([case.points])
    return _marks(marks.strokes, marks.zeros, marks.rule_name(0))


def _marks(strokes: Any, zeros: Any, rule: str) -> Answer:
    return {"strokes": strokes[0].tolist(), "zeros": zeros[0].tolist(), "rule": rule}


def reference_molotow(case: MarksCase) -> Answer:
    """Marks of Molotow by the reference."""
    return reference.molotow_marks(case.points, case.house(), case.draw)


def reference_inspektioenler(case: MarksCase) -> Answer:
    """Marks of Inspektiönler by the reference."""
    return reference.inspektioenler_marks(case.points)


def engine_game_end(case: EndCase) -> Answer:
    """Totals and winner by the package."""
    rules = case.house()
    scores = [[written * factor for written, factor in team] for team in case.cells]
    written = [[written for written, _ in team] for team in case.cells]
    totals = [sum(team) + extra for team, extra in zip(scores, case.extra, strict=True)]
    zeros = [team.count(0) for team in written]
    best = [max(team, default=0) for team in _measured(rules, scores, written)]
    winner = int(game_winner(np.array([totals]), np.array([zeros]), np.array([best]), rules)[0])
    return {"totals": totals, "winner": None if winner < 0 else winner}


def _measured(rules: Rules, scores: list[list[int]], written: list[list[int]]) -> list[list[int]]:
    return scores if rules.best_round_by == "row_score" else written


def reference_game_end(case: EndCase) -> Answer:
    """Totals and winner by the reference."""
    cells = [[list(cell) for cell in team] for team in case.cells]
    return reference.game_end(cells, list(case.extra), case.house())


def engine_chart(case: Case) -> Answer:
    """Kinds and factors of a chart by the rule set."""
    rows = case.house().rows
    return {"kinds": [row.kind for row in rows], "factors": [row.factor for row in rows]}


def reference_chart(case: Case) -> Answer:
    """Kinds and factors of a chart by the reference."""
    return reference.chart(case.house())


TYPES = {
    "written": CaseType(WrittenCase, engine_written, reference_written),
    "round": CaseType(RoundCase, engine_round, reference_round),
    "calling": CaseType(CallingCase, engine_calling, reference_calling),
    "molotow": CaseType(MarksCase, engine_molotow, reference_molotow),
    "inspektioenler": CaseType(MarksCase, engine_inspektioenler, reference_inspektioenler),
    "game_end": CaseType(EndCase, engine_game_end, reference_game_end),
    "chart": CaseType(Case, engine_chart, reference_chart),
}
"""Types of cases about games."""
