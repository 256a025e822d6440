"""Strokes and zeros of Molotow as a game of its own, and of its older form Inspektiönler.

A deal gives each player marks by the points of all players. Everything here works on many
deals at once and knows nothing of how they were played. The rules are those of the Molotow
text on jasswelt.ch; what it leaves open is said at the parameters of `molotow_marks`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .checks import ROUND_POINTS
from .rules import Rules

RULES = ("all157", "hundred", "standard", "pair_low", "pair_high", "pair_middle", "triple")
"""Names of the rules of Molotow by their codes, first match first but for the pairs."""

INSPECTOR_RULES = ("one_loser", "two_losers", "unspecified")
"""Names of the rules of Inspektiönler by their codes."""

ALL157, HUNDRED, STANDARD, PAIR_LOW, PAIR_HIGH, PAIR_MIDDLE, TRIPLE = range(len(RULES))
ONE_LOSER, TWO_LOSERS, UNSPECIFIED = range(len(INSPECTOR_RULES))
LEAST_HUNDRED = 100
"""From so many points on a player gets three zeros, unless they are all."""
OPEN = -1
"""In draws: nobody has drawn a card yet."""


@dataclass(frozen=True)
class Marks:
    """Marks of some deals.

    Attributes
    ----------
    strokes, zeros : int8 array, shape (n, players)
        Marks of each player, 0 to 3.
    rule : int8 array, shape (n,)
        Code of the rule that gave them, a place in `names`.
    names : tuple of str
        `RULES` or `INSPECTOR_RULES`.
    """

    strokes: NDArray[np.int8]
    zeros: NDArray[np.int8]
    rule: NDArray[np.int8]
    names: tuple[str, ...]

    def rule_name(self, row: int) -> str:
        """Name of the rule that gave a deal its marks."""
        return self.names[int(self.rule[row])]

    def draw_among(self, row: int) -> list[int]:
        """Seats that still have to draw cards for the zero of a deal; empty if none do.

        Examples
        --------
        >>> molotow_marks([[50, 50, 50, 7]], Rules()).draw_among(0)
        [0, 1, 2]
        """
        if self.rule_name(row) != RULES[TRIPLE] or self.zeros[row].any():
            return []
        return [int(seat) for seat in np.flatnonzero(self.strokes[row] == 0)]


def molotow_marks(points: ArrayLike, rules: Rules, draws: ArrayLike | None = None) -> Marks:
    """Strokes and zeros of Molotow.

    Two readings are parameters of the rules. ``middle_pair``: with one player above and one
    below two equal ones, the text's sentences contradict each other; ``literal`` gives the
    pair nothing, ``balanced`` a zero each, ``void`` gives nobody anything. ``hundred_first``:
    whether the opponents of a player with 100 points or more get a stroke each even where
    they are equal; without it equal ones get nothing, so that beside 100, 19, 19, 19 nobody
    has a stroke and the three zeros stand alone.

    Parameters
    ----------
    points : int array, shape (n, 4)
        Points of the seats, 157 in each row.
    rules : Rules
        House rules; only ``middle_pair`` and ``hundred_first`` are read.
    draws : int array, shape (n,), optional
        Where three have the same, the seat of the one who drew the highest card and gets the
        zero; -1 where nobody has drawn, and then nobody gets it. -1 in all other rows.

    Returns
    -------
    Marks
        With the names `RULES`.

    Raises
    ------
    ValueError
        If a row has not four whole numbers from 0 that sum to 157, or a draw was won by a
        seat that does not draw; the text names the row.

    Examples
    --------
    >>> marks = molotow_marks([[90, 9, 34, 24], [70, 40, 40, 7]], Rules())
    >>> marks.strokes.tolist(), marks.zeros.tolist()
    ([[1, 1, 0, 0], [1, 0, 0, 1]], [[0, 0, 1, 1], [0, 0, 0, 0]])
    >>> marks.rule_name(0), marks.rule_name(1)
    ('standard', 'pair_middle')
    """
    table = _checked(points, (4,), ROUND_POINTS).astype(np.int16)
    above, equal = _standing(table)
    # A player at the end of the table gets a stroke, one between a zero, an equal one nothing.
    alone = equal == 0
    ends = (above == 0) | (above == 3)
    strokes, zeros = alone & ends, alone & ~ends
    rule = _equal_rule(above, equal)
    if rules.middle_pair != "literal":
        middle = (rule == PAIR_MIDDLE)[:, None]
        if rules.middle_pair == "balanced":
            zeros |= middle & ~alone
        else:
            strokes &= ~middle
    high = table >= LEAST_HUNDRED
    much = high.any(axis=1)
    marked = ~high[much] if rules.hundred_first else ~high[much] & alone[much]
    strokes[much], zeros[much], rule[much] = marked, high[much], HUNDRED
    found = Marks(strokes.astype(np.int8), zeros.astype(np.int8), rule, RULES)
    found.zeros[much] *= 3
    everything = (table == ROUND_POINTS).any(axis=1)
    won = table[everything] == ROUND_POINTS
    found.strokes[everything], found.zeros[everything] = 3 * won, ~won
    rule[everything] = ALL157
    if draws is not None:
        _enter_draws(found, table, draws)
    return found


def inspektioenler_marks(points: ArrayLike, total: int | None = ROUND_POINTS) -> Marks:
    """Strokes and zeros of Inspektiönler, in which only the most points lose.

    One with the most points gets a zero for each other player, who get a stroke each. Two
    with the most of four get a zero each. What three with the most get, or two of three
    players, the text does not say: the rule is then ``unspecified`` and there are no marks.

    Parameters
    ----------
    points : int array, shape (n, 4) or (n, 3)
        Points of the players.
    total : int, optional
        What each row has to sum to; None where Weis are added and taken away, and any whole
        numbers will do.

    Returns
    -------
    Marks
        With the names `INSPECTOR_RULES`.

    Raises
    ------
    ValueError
        If there are not four or three players, or a row does not have the total.

    Examples
    --------
    >>> marks = inspektioenler_marks([[60, 60, 30, 7], [50, 50, 50, 7]])
    >>> marks.zeros.tolist(), marks.rule_name(0), marks.rule_name(1)
    ([[1, 1, 0, 0], [0, 0, 0, 0]], 'two_losers', 'unspecified')
    """
    table = _checked(points, (4, 3), total)
    players = table.shape[1]
    top = table == table.max(axis=1, keepdims=True)
    tops = top.sum(axis=1)
    rule = np.full(len(table), UNSPECIFIED, np.int8)
    rule[tops == 1] = ONE_LOSER
    if players == 4:
        rule[tops == 2] = TWO_LOSERS
    each = np.array([players - 1, 1, 0], np.int8)[rule]
    strokes = ~top & (rule != UNSPECIFIED)[:, None]
    return Marks(strokes.astype(np.int8), top * each[:, None], rule, INSPECTOR_RULES)


def _checked(points: ArrayLike, players: tuple[int, ...], total: int | None) -> NDArray[np.int64]:
    """Points as a table of whole numbers, or what is wrong with them."""
    table = np.asarray(points)
    if table.ndim != 2 or table.shape[1] not in players:
        many = table.shape[1] if table.ndim == 2 else f"shape {table.shape}"
        numbers = " or ".join(str(number) for number in players)
        raise ValueError(
            f"points of {many} players: the source defines no marks for them; expected one row "
            f"per deal and {numbers} columns"
        )
    if table.dtype.kind not in "iu":
        raise ValueError(f"points of the type {table.dtype}: expected whole numbers")
    if total is not None:
        # A huge number could wrap round to the right sum, so each is looked at as well.
        wrong = (table < 0).any(axis=1) | (table > total).any(axis=1)
        wrong |= table.sum(axis=1) != total
        if wrong.any():
            row = int(np.argmax(wrong))
            values = ", ".join(str(value) for value in table[row])
            raise ValueError(
                f"points of row {row}: {values}; expected whole numbers from 0 that sum to {total}"
            )
    return table.astype(np.int64, copy=False)


def _standing(table: NDArray[np.int16]) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """For each player how many others have more points, and how many have the same."""
    above, equal = (np.zeros(table.shape, np.int8) for _ in range(2))
    for shift in (1, 2, 3):
        other = np.roll(table, shift, axis=1)
        above += other > table
        equal += other == table
    return above, equal


def _equal_rule(above: NDArray[np.int8], equal: NDArray[np.int8]) -> NDArray[np.int8]:
    """Code of the rule by which players are equal, `STANDARD` if none are."""
    rule = np.full(len(equal), STANDARD, np.int8)
    most = equal.max(axis=1)
    rule[most == 2] = TRIPLE
    pairs = np.flatnonzero(most == 1)
    # As many players stand above the pair as above each of its two.
    higher = (above[pairs] * equal[pairs]).max(axis=1)
    rule[pairs] = np.array([PAIR_HIGH, PAIR_MIDDLE, PAIR_LOW], np.int8)[higher]
    return rule


def _enter_draws(marks: Marks, table: NDArray[np.int16], draws: ArrayLike) -> None:
    """Give the zeros that were drawn for."""
    seats = np.asarray(draws)
    if seats.shape != marks.rule.shape or seats.dtype.kind not in "iu":
        raise ValueError(
            f"draws of shape {seats.shape} and type {seats.dtype}: expected one whole number for "
            f"each of the {len(marks.rule)} deals"
        )
    rows = np.flatnonzero(seats != OPEN)
    drawn = seats[rows]
    may = (marks.rule[rows] == TRIPLE) & (drawn >= 0) & (drawn < 4)
    may &= marks.strokes[rows, drawn & 3] == 0
    if not may.all():
        row = int(rows[np.argmin(may)])
        values = ", ".join(str(value) for value in table[row])
        among = ", ".join(str(seat) for seat in marks.draw_among(row))
        raise ValueError(
            f"draw of row {row}: seat {seats[row]}, but of the points {values} "
            + (f"only the seats {among} draw" if among else "no zero is drawn for; expected -1")
        )
    marks.zeros[rows, drawn] = 1
