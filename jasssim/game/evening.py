"""The ledger of a whole evening of Inspektiönler, from the points on the slate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .checks import ROUND_POINTS
from .marks import INSPECTOR_RULES, UNSPECIFIED, inspektioenler_marks

OUT = 7
"""Strokes with which a player wins and leaves."""


@dataclass
class Evening:
    """Where an evening stands.

    Attributes
    ----------
    strokes, zeros : list of int
        Marks of the four players so far.
    left : list of (int, list of int)
        Number of a deal, from 1, and the players who left after it.
    playing : list of int
        Players still in the game, in the order of the seats.
    deals : int
        Deals so far.
    """

    strokes: list[int] = field(default_factory=lambda: [0] * 4)
    zeros: list[int] = field(default_factory=lambda: [0] * 4)
    left: list[tuple[int, list[int]]] = field(default_factory=list)
    playing: list[int] = field(default_factory=lambda: [0, 1, 2, 3])
    deals: int = 0

    @property
    def loser(self) -> int | None:
        """The one who pays: who is left alone; None as long as it is open."""
        return self.playing[0] if len(self.playing) == 1 else None


def score_evening(deals: Sequence[Sequence[int]], total: int | None = ROUND_POINTS) -> Evening:
    """Marks of an evening of Inspektiönler.

    Who has seven strokes wins and leaves, and the marks of the others stay. The text does
    not say how two go on, so the ledger goes as far as there are three.

    Parameters
    ----------
    deals : sequence of sequences of int
        Points of each deal, of the players still in the game in the order of the seats.
    total : int, optional
        What the points of a deal sum to; None where Weis are added and taken away.

    Raises
    ------
    ValueError
        If a deal's points cannot be, or the text does not say what they mark; the text
        names the deal, counted from 1.

    Examples
    --------
    >>> deals = [[90, 9, 34, 24]] * 3 + [[9, 90, 34, 24]] * 3 + [[9, 24, 34, 90], [80, 40, 37]]
    >>> evening = score_evening(deals)
    >>> evening.left, evening.playing, evening.strokes, evening.zeros
    ([(7, [2]), (8, [3])], [0, 1], [4, 5, 7, 7], [11, 9, 0, 3])
    """
    evening = Evening()
    for points in deals:
        _score(evening, points, total)
    return evening


def _score(evening: Evening, points: Sequence[int], total: int | None) -> None:
    """Enter one deal."""
    number, playing = evening.deals + 1, evening.playing
    place, seats = f"deal {number}", ", ".join(str(seat) for seat in playing)
    if len(playing) == 1:
        raise ValueError(f"{place}: the game is over, seat {seats} is left alone")
    if len(playing) == 2:
        raise ValueError(
            f"{place}: the players {seats} are left, and how two go on the source does not define"
        )
    if len(points) != len(playing):
        raise ValueError(
            f"{place} has the points of {len(points)} players; expected {len(playing)}, those of "
            f"the seats {seats}"
        )
    try:
        marks = inspektioenler_marks([list(points)], total)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if marks.rule_name(0) == INSPECTOR_RULES[UNSPECIFIED]:
        raise ValueError(
            f"{place}: the points {', '.join(str(p) for p in points)} have several highest, and "
            "what they mark the source does not define"
        )
    for at, seat in enumerate(playing):
        evening.strokes[seat] += int(marks.strokes[0, at])
        evening.zeros[seat] += int(marks.zeros[0, at])
    evening.deals = number
    leaving = [seat for seat in playing if evening.strokes[seat] >= OUT]
    if leaving:
        evening.left.append((number, leaving))
        evening.playing = [seat for seat in playing if seat not in leaving]
