"""The figure of value conventions: its plain arrays, and how they are drawn on axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from numpy.typing import NDArray

from ..lab.summary import Z95
from . import style as look
from .figures import write_head
from .labels import bots_label, convention_label, number, word

KINDS = ("slalom", "guschti")


class ShiftData(NamedTuple):
    """Shifts of one kind of contract in the figure of conventions, one entry per line.

    Attributes
    ----------
    starts, conventions : list of str
        What each line is.
    shift, half : float64 arrays, shape (lines, 2)
        Shift of the mean and half its 95 % interval: re-scored, re-played.
    """

    starts: list[str]
    conventions: list[str]
    shift: NDArray[np.float64]
    half: NDArray[np.float64]


def shift_data(shift: pd.DataFrame, kind: str) -> ShiftData:
    """Shifts of a kind; a convention that says the same as the start is left out."""
    table = shift[(shift["contract"] == kind) & (shift["start"] != shift["convention"])]
    lines = list(dict.fromkeys(zip(table["start"], table["convention"], strict=True)))
    by_key = table.set_index(["start", "convention", "how"])
    keys = [[(*line, how) for how in ("rescored", "replayed")] for line in lines]
    values = [[float(by_key["shift"][key]) for key in pair] for pair in keys]
    halves = [[Z95 * float(by_key["se"][key]) for key in pair] for pair in keys]
    starts, conventions = [line[0] for line in lines], [line[1] for line in lines]
    shape = (len(lines), 2)
    return ShiftData(starts, conventions, np.reshape(values, shape), np.reshape(halves, shape))


_MARKS = (("rescored", -0.16, "o", look.ORANGE), ("replayed", 0.16, "s", look.BLUE))


def draw_shifts(ax: Axes, data: ShiftData, span: tuple[float, float]) -> Axes:
    """Draw the shifts of one kind, two marks a line, with their numbers at the right."""
    places = shift_places(data.starts)
    side = ax.get_yaxis_transform()
    for i, place in enumerate(places):
        for column, (_, offset, mark, colour) in enumerate(_MARKS):
            x, half, y = data.shift[i, column], data.half[i, column], place + offset
            ax.plot([x - half, x + half], [y, y], color=colour, lw=2.0)
            ax.plot([x], [y], mark, color=colour, ms=5, mec=look.BLACK, mew=0.5)
            text = f"{x:+.2f} ± {half:.2f}".replace("-", "\N{MINUS SIGN}")
            ax.text(1.02, y, text, transform=side, va="center", fontsize=8)
    ax.axvline(0, color=look.BLACK, lw=0.8)
    ax.grid(axis="x", color=look.FAINT, lw=0.5)
    ax.set_xlim(*span)
    ax.set_ylim(max(places) + 0.6, -1.1)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    return ax


def shift_span(data: Sequence[ShiftData]) -> tuple[float, float]:
    """Ends of an axis that holds zero and every interval, with a margin."""
    low = min([-1.0, *(float((lines.shift - lines.half).min()) for lines in data)])
    high = max([1.0, *(float((lines.shift + lines.half).max()) for lines in data)])
    margin = 0.06 * (high - low)
    return low - margin, high + margin


def shift_places(starts: Sequence[str]) -> list[float]:
    """Height of each line; a gap for a heading parts the starts.

    Examples
    --------
    >>> shift_places(["obenabe", "obenabe", "undenufe"])
    [0.0, 1.0, 2.9]
    """
    order = list(dict.fromkeys(starts))
    return [round(i + 0.9 * order.index(start), 6) for i, start in enumerate(starts)]


def _name_lines(ax: Axes, data: ShiftData, lang: str) -> None:
    places, side = shift_places(data.starts), ax.get_yaxis_transform()
    for start, place in dict(zip(data.starts[::-1], places[::-1], strict=True)).items():
        text = word("starts", lang).format(start=word(start, lang))
        ax.text(-0.04, place - 0.7, text, transform=side, ha="right", va="center", weight="bold")
    for convention, place in zip(data.conventions, places, strict=True):
        text = convention_label(convention, lang)
        ax.text(-0.04, place, text, transform=side, ha="right", va="center")


def conventions_figure(shift: pd.DataFrame, bots: Sequence[str], lang: str = "en") -> Figure:
    """The figure of conventions: one panel per kind, both starts, re-scored and re-played.

    Parameters
    ----------
    shift : DataFrame
        As `jasssim.study.tables.shift_table` gives it.
    bots : sequence of str
        Who played.
    lang : {"en", "de"}
        Language of the words.
    """
    data = {kind: shift_data(shift, kind) for kind in KINDS}
    data = {kind: lines for kind, lines in data.items() if lines.starts}
    span = shift_span(list(data.values()))
    with look.style():
        figure = Figure(figsize=(11.5, 4.6))
        for column, (kind, lines) in enumerate(data.items()):
            ax = figure.add_axes((0.2 + 0.41 * column, 0.225, 0.28, 0.52))
            draw_shifts(ax, lines, span)
            ax.set_title(word(kind, lang), loc="left")
            if not column:
                _name_lines(ax, lines, lang)
            ax.set_xlabel(word("shift_axis", lang))
        deals = number(int(shift["deals"].max())) if len(shift) else "0"
        about = word("shift_about", lang).format(bots=bots_label(bots, lang), deals=deals)
        write_head(figure, word("shift_title", lang), about)
        figure.legend(handles=_handles(lang), loc=(0.012, 0.82), ncols=2, frameon=False)
        figure.text(0.02, 0.025, word("shift_note", lang), fontsize=8, color=look.GREY)
    return figure


def _handles(lang: str) -> list[Line2D]:
    return [
        Line2D([], [], color=colour, marker=mark, mec=look.BLACK, mew=0.6, label=word(how, lang))
        for how, _, mark, colour in _MARKS
    ]
