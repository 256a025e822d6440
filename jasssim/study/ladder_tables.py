"""A ladder as tables: for people as text or Markdown, for programs as CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from ..lab.compare.kinds import MARKS
from ..lab.compare.ladder import OVERALL
from .ladder_words import contract_label, word

Grid = list[list[str]]
MINUS = "\N{MINUS SIGN}"


def ladder_frame(found: dict[str, Any]) -> pd.DataFrame:
    """Ratings, a row for each contract and bot, as `jasssim.lab.compare.ladder.rate` has them."""
    return pd.DataFrame(found["ladder"])


def signed(value: float) -> str:
    """A number with its sign and two decimals.

    Examples
    --------
    >>> signed(1.234), signed(-0.001)
    ('+1.23', '+0.00')
    """
    text = f"{value:+.2f}".replace("-0.00", "+0.00")
    return text.replace("-", MINUS)


def overall_grid(found: dict[str, Any], lang: str = "en") -> Grid:
    """Bots in order, with their ratings over all contracts."""
    rows = [[word("bot", lang), word("rating", lang), "95 %"]]
    for row in found["ladder"]:
        if row["contract"] == OVERALL:
            rows.append([row["bot"], signed(row["rating"]), _span(row)])
    return rows


def contract_grid(found: dict[str, Any], lang: str = "en") -> Grid:
    """Ratings by contract, half of the interval's width beside them; best bots first."""
    bots = ranking(found)
    cells = {(row["contract"], row["bot"]): row for row in found["ladder"]}
    rows = [[word("contract", lang), *bots]]
    for name in found["contracts"]:
        texts = []
        for bot in bots:
            row = cells[name, bot]
            texts.append(f"{signed(row['rating'])} ± {(row['high'] - row['low']) / 2:.2f}")
        rows.append([contract_label(name, lang), *texts])
    return rows


def cross_grid(found: dict[str, Any]) -> Grid:
    """Margins of each bot against each other over all contracts, with 95 % half widths."""
    bots = ranking(found)
    cells = {}
    for row in found["cross"]:
        if row["contract"] == OVERALL:
            half = f" ± {1.96 * row['se']:.2f}"
            cells[row["bot"], row["other"]] = signed(row["margin"]) + half
            cells[row["other"], row["bot"]] = signed(-row["margin"]) + half
    rows = [[cells.get((bot, other), "") for other in bots] for bot in bots]
    return [["", *bots], *([bot, *row] for bot, row in zip(bots, rows, strict=True))]


def unit_label(found: dict[str, Any], lang: str = "en") -> str:
    """What a rating of 1 means."""
    return word("marks" if found["unit"] == MARKS else "points", lang)


def ranking(found: dict[str, Any]) -> list[str]:
    """Bots by their ratings over all contracts, the best first."""
    return [row["bot"] for row in found["ladder"] if row["contract"] == OVERALL]


def _span(row: dict[str, Any]) -> str:
    return f"{signed(row['low'])} … {signed(row['high'])}"


def text_table(grid: Grid) -> str:
    """Aligned columns, the first to the left.

    Examples
    --------
    >>> print(text_table([["bot", "rating"], ["rule", "+1.00"]]))
    bot   rating
    rule   +1.00
    """
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    lines = []
    for row in grid:
        cells = [f"{cell:>{width}}" for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([f"{row[0]:<{widths[0]}}", *cells]).rstrip())
    return "\n".join(lines)


def markdown_table(grid: Grid) -> str:
    """A table in Markdown, its numbers to the right.

    Examples
    --------
    >>> print(markdown_table([["bot", "rating"], ["rule", "+1.00"]]))
    | bot | rating |
    |---|--:|
    | rule | +1.00 |
    """
    lines = [f"| {' | '.join(row)} |" for row in grid]
    lines.insert(1, "|---|" + "--:|" * (len(grid[0]) - 1))
    return "\n".join(lines)


def ladder_text(found: dict[str, Any], lang: str = "en", markdown: bool = False) -> str:
    """All tables of a ladder with their headings, as text or Markdown."""
    make = markdown_table if markdown else text_table
    played = {**found, "hands": word(found["hands"], lang)}
    about = f"{word('about', lang).format(**played)}\n{unit_label(found, lang)}"
    several = len(found["contracts"]) > 1
    title = word("ladder", lang) if several else contract_label(found["contracts"][0], lang)
    grids: list[tuple[str, Grid]] = [(title, overall_grid(found, lang))]
    if several:
        grids.append((word("by_contract", lang), contract_grid(found, lang)))
    grids.append((word("cross", lang), cross_grid(found)))
    head = "## " if markdown else ""
    parts = [about, *(f"{head}{title}\n\n{make(grid)}" for title, grid in grids)]
    return "\n\n".join([*parts, "\n".join(_remarks(found, lang))])


def _remarks(found: dict[str, Any], lang: str) -> Sequence[str]:
    overall = [row for row in found["cross"] if row["contract"] == OVERALL]
    worst = max(overall, key=lambda row: abs(row["misfit"]))
    return [
        word("misfit", lang).format(**{**worst, "misfit": abs(worst["misfit"])}),
        *(word("cycle", lang).format(*cycle) for cycle in found["cycles"]),
    ]
