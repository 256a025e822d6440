"""The figure of rows: a function that gives plain arrays and one that draws them on axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ..game.cards import SUITS
from ..game.contract import is_solo, parse_contract
from ..game.rules import Rules
from ..lab.summary import OWN, Z95, histogram
from . import style as look
from .labels import bots_label, convention_label, number, row_label, word
from .suits import draw_suit
from .tables import chosen_values, how_played, pooled_histogram, rows_table
from .tally import Tally

STEP = 5
BAND, CUT = 0.78, 0.09
"""Height of a band in rows, and the share that fills it; taller bars are cut and named."""

EVEN, ALL_POINTS = 78.5, 157
ROW_ORDER = (
    *SUITS, "trump", "obenabe", "undenufe",
    "slalom-obenabe", "slalom-undenufe", "slalom-best",
    "guschti-obenabe", "guschti-undenufe", "guschti-best", "misere",
    "3x3:obenabe", "3x3:undenufe", "3x3:E", "3x3-best", "molotow",
)  # fmt: skip
_COLOURS = {
    "trump": look.ORANGE, "obenabe": look.SKY, "undenufe": look.SKY, "slalom": look.GREEN,
    "guschti": look.BLUE, "misere": look.GREY, "3x3": look.PURPLE, "molotow": look.VERMILION,
}  # fmt: skip


class RowsData(NamedTuple):
    """What the figure of rows shows.

    Attributes
    ----------
    table : DataFrame
        The shown rows of `rows_table` in the figure's order.
    shares : float64 array, shape (rows, bins)
        Share of the plays in each step of `STEP` points.
    """

    table: pd.DataFrame
    shares: NDArray[np.float64]


def rows_data(tally: Tally, convention: str) -> RowsData:
    """Rows under one value convention, in the order of a chart, and their distributions."""
    histograms: dict[str, NDArray[np.int64]] = {}
    for cell in tally.cells:
        if cell.scored in (OWN, convention) and how_played(cell) != "rescored":
            histograms[cell.contract] = tally.cell(cell)[0]
    for contrast in tally.contrasts:
        if contrast.how == "pooled":
            histograms[contrast.name] = pooled_histogram(tally, contrast)
    for choice in tally.choices:
        if choice.convention in (OWN, convention):
            histograms[choice.name] = histogram(chosen_values(tally, choice)[0])
    names = [name for name in ROW_ORDER if name in histograms]
    table = rows_table(tally)
    shown = table["convention"].isin([OWN, convention]) & (table["how"] != "rescored")
    table = table[shown].set_index("row").loc[names].reset_index()
    return RowsData(table, np.stack([step_shares(histograms[name]) for name in names]))


def step_shares(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Shares of a points histogram in steps of `STEP` points.

    Examples
    --------
    >>> step_shares(np.array([1, 0, 0, 0, 0, 3])).tolist()
    [0.25, 0.75]
    """
    padded = np.pad(counts, (0, -len(counts) % STEP))
    shares: NDArray[np.float64] = padded.reshape(-1, STEP).sum(axis=1) / counts.sum()
    return shares


def draw_rows(ax: Axes, data: RowsData, lang: str = "en", alone: bool = True) -> Axes:
    """Draw one band per row: its distribution, its mean and what is rare.

    `alone` says whether each seat plays alone in Molotow.
    """
    used = int(np.flatnonzero(data.shares.sum(axis=0)).max()) + 1
    edges = np.arange(used + 1) * STEP
    for place, row in enumerate(data.table.to_dict("records")):
        colour = _COLOURS[row["contract"]]
        shares = data.shares[place, :used]
        heights = place - BAND * np.minimum(shares, CUT) / CUT
        ax.stairs(heights, edges, baseline=place, fill=True, color=colour, alpha=0.55, lw=0)
        ax.stairs(heights, edges, baseline=place, color=colour, lw=0.8)
        _name_cut_bars(ax, place, shares)
        _draw_mean(ax, place, row)
        _write_row(ax, place, row, row_label(str(row["row"]), lang, alone))
    _frame_rows(ax, len(data.table), max(160, int(edges[-1])), lang)
    return ax


def _name_cut_bars(ax: Axes, place: int, shares: NDArray[np.float64]) -> None:
    for step in np.flatnonzero(shares > CUT).tolist():
        text = f"{100 * shares[step]:.0f} % "
        ax.text(step * STEP, place - BAND, text, ha="right", va="top", fontsize=8)


def _draw_mean(ax: Axes, place: int, row: Mapping[Any, Any]) -> None:
    y, mean, half = place + 0.09, row["mean_points"], Z95 * row["se_points"]
    ax.plot([row["q10"], row["q90"]], [y, y], color=look.GREY, lw=1.0, solid_capstyle="butt")
    ax.plot([mean - half, mean + half], [y, y], color=look.BLACK, lw=3.0, solid_capstyle="butt")
    ax.plot([mean], [y], "o", color=look.BLACK, ms=4.0)


def _write_row(ax: Axes, place: int, row: Mapping[Any, Any], label: str) -> None:
    side = ax.get_yaxis_transform()
    name = str(row["row"])
    if name in SUITS:
        draw_suit(ax, name, -0.022, place - 0.22, 16.0, side)
    indent = -0.05 if name in SUITS else -0.01
    ax.text(indent, place - 0.2, label, transform=side, ha="right", va="center")
    texts = [
        f"{row['mean_points']:.1f} ± {Z95 * row['se_points']:.1f}",
        f"{100 * row['match_share']:.1f} %",
        f"{100 * row['counter_match_share']:.1f} %",
    ]
    for x, text in zip(_COLUMNS, texts, strict=True):
        ax.text(x, place - 0.2, text, transform=side, ha="right", va="center")


_COLUMNS = (1.17, 1.275, 1.37)


def _frame_rows(ax: Axes, rows: int, right: int, lang: str) -> None:
    ax.set_xlim(0, right)
    ax.set_ylim(rows - 0.6, -1.0)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xticks(range(0, right + 1, 20))
    ax.set_xlabel(word("points", lang))
    ax.grid(axis="x", color=look.FAINT, lw=0.5)
    ax.axvline(EVEN, color=look.GREY, lw=0.8, ls=(0, (4, 3)), zorder=0.9)
    ax.axvline(ALL_POINTS, color=look.GREY, lw=0.8, ls=(0, (1, 2)), zorder=0.9)
    ax.text(EVEN, -1.05, word("even", lang), ha="center", va="bottom", color=look.GREY)
    ax.text(ALL_POINTS, -1.05, "157", ha="center", va="bottom", color=look.GREY)
    side = ax.get_yaxis_transform()
    for x, key in zip(_COLUMNS, ("mean", "match", "none"), strict=True):
        ax.text(x, -1.05, word(key, lang), transform=side, ha="right", va="bottom", color=look.GREY)


def rows_figure(tally: Tally, bots: Sequence[str], rules: Rules, lang: str = "en") -> Figure:
    """The figure of rows: what each is worth to the caller under the rules' convention."""
    data = rows_data(tally, rules.alt_values)
    note = _note(data, rules, lang)
    below = 0.71 + 0.13 * len(note.splitlines())
    with look.style():
        figure = Figure(figsize=(10.5, 0.46 * len(data.table) + 0.95 + below))
        high = figure.get_figheight()
        ax = figure.add_axes((0.205, below / high, 0.56, 1 - (below + 0.9) / high))
        draw_rows(ax, data, lang, is_solo(parse_contract("molotow"), rules))
        words = {"bots": bots_label(bots, lang), "deals": number(tally.deals)}
        write_head(figure, word("rows_title", lang), word("rows_about", lang).format(**words))
        figure.text(0.02, 0.12 / high, note, va="bottom", fontsize=8, color=look.GREY)
    return figure


def _note(data: RowsData, rules: Rules, lang: str) -> str:
    """What the marks mean; and on how many deals choices rest, if not on all."""
    convention = convention_label(rules.alt_values, lang)
    note = word("rows_note", lang).format(cut=f"{100 * CUT:g}", convention=convention)
    chosen = data.table.loc[data.table["how"] == "chosen", "deals"]
    if len(chosen) and chosen.max() < data.table["deals"].max():
        note += word("kept_note", lang).format(deals=number(int(chosen.max())))
    return note


def write_head(figure: Figure, title: str, about: str) -> None:
    """Write a title and what was played at the top of a figure."""
    high = figure.get_figheight()
    figure.text(0.02, 1 - 0.12 / high, title, va="top", fontsize=13, fontweight="bold")
    figure.text(0.02, 1 - 0.38 / high, about, va="top", color=look.GREY)
