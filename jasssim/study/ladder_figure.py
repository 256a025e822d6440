"""The figure of a ladder: ratings by contract with their intervals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ..lab.compare.ladder import OVERALL
from . import style as look
from .figures import write_head
from .labels import number
from .ladder_tables import ranking, unit_label
from .ladder_words import contract_label, word

COLOURS = (
    look.BLUE, look.ORANGE, look.GREEN, look.VERMILION, look.PURPLE, look.SKY, look.BLACK,
)  # fmt: skip
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
BAND = 0.56
"""Height of a contract's band in rows, over which the bots are spread."""


class LadderData(NamedTuple):
    """What the figure of a ladder shows.

    Attributes
    ----------
    bots, names : list of str
        Bots, the best first; contracts, all together first.
    ratings, low, high : float64 array, shape (contracts, bots)
        Ratings and the ends of their 95 % intervals.
    """

    bots: list[str]
    names: list[str]
    ratings: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def ladder_data(found: dict[str, Any]) -> LadderData:
    """Plain arrays of a ladder; a single contract is not shown twice."""
    bots = ranking(found)
    names = [OVERALL, *found["contracts"]] if len(found["contracts"]) > 1 else found["contracts"]
    cells = {(row["contract"], row["bot"]): row for row in found["ladder"]}
    arrays = [
        np.array([[cells[name, bot][key] for bot in bots] for name in names])
        for key in ("rating", "low", "high")
    ]
    return LadderData(bots, list(names), *arrays)


def draw_ladder(ax: Axes, data: LadderData, lang: str = "en") -> Axes:
    """Draw a band per contract with a mark and an interval for each bot."""
    shifts = np.linspace(-BAND / 2, BAND / 2, len(data.bots)) if len(data.bots) > 1 else [0.0]
    places = np.arange(len(data.names))
    for at, (bot, shift) in enumerate(zip(data.bots, shifts, strict=True)):
        colour, y = COLOURS[at % len(COLOURS)], places + shift
        ax.hlines(y, data.low[:, at], data.high[:, at], color=colour, lw=1.6)
        marker = MARKERS[at % len(MARKERS)]
        ax.plot(data.ratings[:, at], y, marker, color=colour, ms=5.0, label=bot)
    for place in places[::2]:
        ax.axhspan(place - 0.5, place + 0.5, color=look.FAINT, alpha=0.35, lw=0, zorder=0)
    ax.axvline(0, color=look.GREY, lw=0.8, ls=(0, (4, 3)), zorder=0.9)
    ax.set_yticks(places, [contract_label(name, lang) for name in data.names])
    ax.set_ylim(len(data.names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.grid(axis="x", color=look.FAINT, lw=0.5)
    return ax


def ladder_figure(found: dict[str, Any], lang: str = "en") -> Figure:
    """The figure of a ladder.

    Parameters
    ----------
    found : dict
        As `jasssim.lab.compare.robin.rate_robin` gives it.
    lang : {"en", "de"}
        Language.
    """
    data = ladder_data(found)
    band = max(0.34, 0.11 * len(data.bots) + 0.1)
    with look.style():
        figure = Figure(figsize=(9.5, band * len(data.names) + 2.15))
        high = figure.get_figheight()
        ax = figure.add_axes((0.25, 1.0 / high, 0.72, 1 - 2.15 / high))
        draw_ladder(ax, data, lang)
        ax.set_xlabel(unit_label(found, lang))
        figure.legend(
            *ax.get_legend_handles_labels(), loc="upper left", frameon=False,
            ncols=min(6, len(data.bots)), bbox_to_anchor=(0.01, 1 - 0.62 / high),
        )  # fmt: skip
        about = word("about", lang).format(
            boards=number(found["boards"]), rules=found["rules"], seed=found["seed"],
            hands=word(found["hands"], lang),
        )  # fmt: skip
        write_head(figure, word("title", lang), about)
        note = word("note", lang).format(bootstrap=number(found["bootstrap"]))
        figure.text(0.02, 0.12 / high, note, va="bottom", fontsize=8, color=look.GREY)
    return figure
