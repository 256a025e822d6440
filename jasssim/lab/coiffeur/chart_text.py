"""A chart as it stands on the slate, in German and English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...game.cards import SUIT_NAMES, SUITS
from ...game.chart import parse_call
from ...game.contract import load_kind
from ...game.kinds import JOKER
from ...game.rules import Row, Rules
from ..show import contract_words, mode_words
from ..words import WORDS
from .scorebook import Cell, measures

WIDTH = 100
"""Columns that a chart may take."""

LABEL = 24
"""Columns that a row's name may take."""

Cells = Sequence[Sequence[Cell | None]]
"""A chart, row by row, of seats 0, 2 and of seats 1, 3."""


def row_words(row: Row, rules: Rules, language: str = "en") -> str:
    """A row's name: its suit or kind, and its start where the rules fix it.

    Examples
    --------
    >>> row_words(Row("schellen", "S", 3), Rules()), row_words(Row("joker7", "joker", 7), Rules())
    ('Bells', 'Joker')
    """
    if row.kind in tuple(SUITS):
        return SUIT_NAMES[language][SUITS.index(row.kind)].capitalize()
    kind = None if row.kind == JOKER else load_kind(row.kind, rules)
    name = (kind.de if language == "de" else kind.en) if kind else ""
    name = name or row.kind.capitalize()
    if row.start == "caller":
        return name
    return WORDS[language]["first"].format(kind=name, choice=mode_words(row.start, language))


def named_words(cell: Cell, rules: Rules, language: str = "en") -> str:
    """What was named beside a cell's row: a start, a first block, a joker's contract.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> named_words(Cell(9, "slalom:undenufe", 3), load_rules("wyys-10"), "de")
    'zuerst Undenufe'
    """
    words = WORDS[language]
    if not cell.own:
        return words["counter_match"]
    row, contract = parse_call(rules, cell.call)
    if rules.rows[row].kind == JOKER:
        return contract_words(contract, language, rules)
    if contract.kind == "trump" or rules.rows[row].start != "caller":
        return ""
    choice = contract.blocks[0] if contract.blocks else contract.choice
    if choice is None:
        return ""
    starts = contract.blocks or load_kind(contract.kind, rules).turns_by_choice
    mode = mode_words(choice, language)
    return words["starts"].format(choice=mode) if starts else mode


class Decision(NamedTuple):
    """What decided a full chart, and both teams' values of it.

    Attributes
    ----------
    by : str
        ``total``, or the name of a tie-break.
    values : tuple of two int
        Chart points, zeros, or best rounds of seats 0, 2 and of seats 1, 3.
    """

    by: str
    values: tuple[int, int]


def decision(rules: Rules, cells: Cells, totals: Sequence[int]) -> Decision | None:
    """What decided a full chart; None for a draw or an open chart.

    Examples
    --------
    >>> rules = Rules(rows=(Row("eichel", "E", 1), Row("rosen", "R", 2)))
    >>> zero = [Cell(8, "eichel", 1), Cell(0, "rosen", 3)]
    >>> full = [Cell(6, "eichel", 2), Cell(1, "rosen", 4)]
    >>> decision(rules, [zero, full], [8, 8])
    Decision(by='fewer_zeros', values=(1, 0))
    """
    if any(cell is None for team in cells for cell in team):
        return None
    found = measures(rules, cells, totals)
    for by in ("total", *rules.tiebreaks):
        first, second = found[by]
        if first != second:
            return Decision(by, (first, second))
    return None


def format_chart(
    rules: Rules,
    cells: Cells,
    extra: Sequence[int],
    totals: Sequence[int],
    names: Sequence[str],
    winner: int | None,
    language: str = "en",
) -> str:
    """A chart, a line for each row, in at most `WIDTH` columns.

    Parameters
    ----------
    rules : Rules
        House rules with a chart.
    cells : sequence of two sequences of (Cell or None)
        The chart, row by row; None where a row is open.
    extra, totals : sequence of two int
        Chart points beside the rows, and in all.
    names : sequence of two str
        Names of the teams.
    winner : int or None
        The winning team, 0 or 1; None for a draw or an open chart.
    language : {"en", "de"}
        Language of the words.

    Examples
    --------
    >>> rules = Rules(rows=(Row("eichel", "E", 1), Row("slalom", "slalom", 7)))
    >>> cells = [[None, Cell(9, "slalom:undenufe", 1)], [Cell(12, "eichel", 2), None]]
    >>> print(format_chart(rules, cells, [0, 0], [63, 12], ["we", "they"], None))
              | we                             | they
              | writes   round  named          | writes   round  named
    Acorns ×1 |  ·                             | 12 = 12      2
    Slalom ×7 |  9 = 63      1  Undenufe first |  ·
    total     |      63                        |      12
    rows still open: 2
    """
    words = WORDS[language]
    labels = [_cut(row_words(row, rules, language), LABEL) for row in rules.rows]
    sums = [("total", totals)]
    if any(extra):
        sums.insert(0, ("rest" if rules.writers == "both" else "counter_match", extra))
    labels = ["", "", *labels, *(words[name] for name, _ in sums)]
    signs = ["", "", *(f"×{row.factor}" for row in rules.rows), *("" for _ in sums)]
    wide, high = max(map(len, labels)), max(map(len, signs))
    room = (WIDTH - wide - 1 - high - 6) // 2
    sides = [
        [
            _cut(names[team], room),
            *_side(rules, cells[team], [pair[team] for _, pair in sums], language, room),
        ]
        for team in range(2)
    ]
    left = max(map(len, sides[0]))
    lines = [
        f"{label:<{wide}} {sign:>{high}} | {one:<{left}} | {two}".rstrip()
        for label, sign, one, two in zip(labels, signs, *sides, strict=True)
    ]
    return "\n".join([*lines, _outcome(rules, cells, totals, names, winner, language)])


def _side(
    rules: Rules, cells: Sequence[Cell | None], sums: Sequence[int], language: str, room: int
) -> list[str]:
    """Lines of one team, from the heading below its name to its total."""
    words = WORDS[language]
    pairs = zip(cells, rules.rows, strict=True)
    scores = [cell.written * row.factor if cell else 0 for cell, row in pairs]
    digits = max([2, *(len(str(cell.written)) for cell in cells if cell)])
    high = max(len(str(score)) for score in [*scores, *sums])
    wide = max(digits + 3 + high, len(words["writes"]))
    number = len(words["round"])
    lines = [f"{words['writes']:<{wide}}  {words['round']}  {words['named']}"]
    for cell, score in zip(cells, scores, strict=True):
        if cell is None:
            lines.append(f"{'·':>{digits}}")
            continue
        sum_ = f"{cell.written:>{digits}} = {score:>{high}}"
        lines.append(
            f"{sum_:<{wide}}  {cell.round:>{number}}  "
            + _cut(named_words(cell, rules, language), room - wide - number - 4)
        )
    return [line.rstrip() for line in [*lines, *(f"{s:>{digits + 3 + high}}" for s in sums)]]


def _outcome(
    rules: Rules,
    cells: Cells,
    totals: Sequence[int],
    names: Sequence[str],
    winner: int | None,
    language: str,
) -> str:
    words = WORDS[language]
    still = sum(cell is None for team in cells for cell in team)
    if still:
        return words["still_open"].format(n=still)
    decided = decision(rules, cells, totals)
    if winner is None or decided is None:
        return words["draw"]
    a, b = decided.values if winner == 0 else decided.values[::-1]
    return words[f"won_{decided.by}"].format(who=names[winner], a=a, b=b)


def _cut(text: str, room: int) -> str:
    """A text, its end cut off where it is longer than its room."""
    return text if len(text) <= room else text[: room - 1] + "…"
