"""What a played-out card came to for the seat that played it, in whole numbers."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...game.contract import goal
from ...game.marks import inspektioenler_marks, molotow_marks
from ...game.rules import Rules
from ...game.scoring import seat_points, team_points, team_tricks
from ...game.writing import write_rounds
from .families import Family

TARGETS = ("points", "written", "match")
"""Points of the own team less the other's, halved; written points by the rules; points in which
the rules' match bonus counts."""


class Target(NamedTuple):
    """What is wanted: its name, its unit, and how many of the whole numbers are one unit."""

    name: str
    unit: str
    per_unit: float


class Ends(NamedTuple):
    """What play-outs came to: arrays of n, and whose they are."""

    taken: NDArray[np.uint64]
    last: NDArray[np.int8]
    trumps: NDArray[np.int8]
    tables: NDArray[np.int64]
    """Code of the value table of each class of trick, shape (n, 3)."""


def make_target(name: str, family: Family) -> Target:
    """The target of a family; where each seat plays alone it is its marks, whatever the name.

    Raises
    ------
    ValueError
        If the name is unknown.
    """
    if name not in TARGETS:
        raise ValueError(f"unknown target {name!r}: expected one of {', '.join(TARGETS)}")
    if family.solo:
        return Target("marks", "tenths of a mark", 0.3)
    if name == "written" and family.rules.rounding != "none":
        shared = 2 if family.rules.writers == "both" else 1
        return Target(name, "tenths of a written point", shared / 10)
    if name == "points" or (name == "written" and family.rules.writers == "both"):
        return Target(name, "points", 2)
    return Target(name, "points", 1)


def worth(
    target: Target,
    family: Family,
    ends: Ends,
    seats: NDArray[np.int64],
    callers: NDArray[np.int64],
) -> NDArray[np.int64]:
    """What each play-out is worth to a seat, int64 array of shape (n,).

    Parameters
    ----------
    target : Target
        What is wanted.
    family : Family
        What is played.
    ends : Ends
        What the play-outs came to.
    seats, callers : int64 array, shape (n,)
        The seat that decided, and the one that called.
    """
    rows = np.arange(len(seats))
    avoid = goal(family.contracts[0], family.rules) == "avoid"
    if target.name == "marks":
        balance = mark_balance(seat_points(*ends), family.rules)
        gain: NDArray[np.int64] = 4 * balance[rows, seats] - balance.sum(axis=1)
        return gain
    points, own = team_points(*ends), seats & 1
    if target.name == "points":
        gain = points[rows, own] - points[rows, 1 - own]
        return -gain if avoid else gain
    rules = family.rules
    if target.name == "match":
        rules = msgspec.structs.replace(rules, rounding="none", writers="caller")
    side = callers & 1
    written = write_rounds(
        points[rows, side],
        points[rows, 1 - side],
        team_tricks(ends.taken)[rows, side],
        avoid,
        rules,
    )
    calling: NDArray[np.int64] = written.caller - written.other
    return np.where(own == side, calling, -calling)


def mark_balance(points: NDArray[np.int64], rules: Rules) -> NDArray[np.int64]:
    """Strokes less zeros of each seat, shape (n, 4), where each plays for itself."""
    inspectors = rules.solo == "inspektioenler"
    marks = inspektioenler_marks(points) if inspectors else molotow_marks(points, rules)
    return marks.strokes.astype(np.int64) - marks.zeros
