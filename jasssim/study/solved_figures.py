"""The figures of exact values: what contracts are worth, and where a bot loses points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..game.cards import SUITS
from ..game.contract import load_kind, parse_contract
from ..game.rules import Rules
from ..lab.show import contract_words
from ..lab.solver.par import BEST, Par
from ..lab.solver.regret import CALLERS, OTHERS
from ..lab.summary import Z95, histogram
from . import style as look
from .figures import ALL_POINTS, BAND, EVEN, write_head
from .labels import bots_label, number, suit_name
from .solved import BOTH, EXACT, HIGH, SolvedConfig, kind_of, par_points
from .solved_words import word
from .suits import draw_suit

COLUMNS = {"mean": 1.17, "match": 1.29, "counter_match": 1.41}
COLOURS = {EXACT: look.SKY, BEST: look.GREEN}
SIDES = {CALLERS: (look.BLUE, ""), OTHERS: (look.ORANGE, "///")}


def par_label(row: str, rules: Rules, lang: str = "en") -> str:
    """Text for a row of the table of par values.

    Examples
    --------
    >>> par_label("slalom-undenufe", Rules()), par_label("trump-best", Rules(), "de")
    ('Slalom, Undenufe first', 'Trumpf, beste Wahl')
    """
    if row in SUITS:
        return suit_name(row, lang)
    if row.endswith(f"-{BEST}"):
        kind = load_kind(kind_of(row, rules), rules)
        name = (kind.de if lang == "de" else kind.en) or kind.id
        return word("best", lang).format(kind=name[0].upper() + name[1:])
    words = contract_words(parse_contract(row, rules), lang, rules)
    return words[0].upper() + words[1:]


def par_figure(
    deals: Sequence[Sequence[Par]], table: pd.DataFrame, turned: Sequence[bool],
    config: SolvedConfig,
) -> Figure:  # fmt: skip
    """One band per row: how often how many points can be reached with open hands.

    Parameters
    ----------
    deals : sequence of sequences of Par
        The rows' values, deal by deal.
    table : DataFrame
        As `jasssim.study.solved.par_table` gives it.
    turned : sequence of bool
        For each row whether the caller's team wants no points.
    config : SolvedConfig
        What was asked for.
    """
    lang = config.lang
    names = [par.row for par in deals[0]]
    with look.style():
        figure = Figure(figsize=(10.5, 0.46 * len(table) + 2.1))
        high = figure.get_figheight()
        ax = figure.add_axes((0.245, 1.05 / high, 0.5, 1 - 2.0 / high))
        for place, row in enumerate(table.to_dict("records")):
            found = [deal[names.index(row["row"])] for deal in deals]
            _draw_shares(ax, place, found, row)
            label = par_label(row["row"], config.rules, lang)
            if turned[names.index(row["row"])]:
                label = word("turned", lang).format(row=label)
            if row["bound"] != EXACT:
                label = word("bound", lang).format(
                    row=label, bound=word(row["bound"], lang), deals=row["unsolved_deals"]
                )
            _write_row(ax, place, row, label)
        _frame(ax, len(table), lang)
        about = word("par_about", lang).format(deals=number(len(deals)), seed=config.seed)
        write_head(figure, word("par_title", lang), about)
        figure.text(
            0.02, 0.12 / high, word("par_note", lang), va="bottom", fontsize=8, color=look.GREY
        )
    return figure


def _draw_shares(ax: Axes, place: int, found: Sequence[Par], row: Mapping[Any, Any]) -> None:
    counts = histogram(par_points(found, row["bound"]))
    reached = counts[::-1].cumsum()[::-1] / counts.sum()
    reached = reached[: max(ALL_POINTS, int(np.flatnonzero(counts).max())) + 1]
    colour = COLOURS[BEST if row["row"].endswith(f"-{BEST}") else EXACT]
    alpha = 0.3 if row["bound"] == HIGH else 0.6
    edges = np.arange(len(reached) + 1) - 0.5
    heights = place - BAND * reached
    ax.stairs(heights, edges, baseline=place, fill=True, color=colour, alpha=alpha, lw=0)
    ax.stairs(heights, edges, baseline=place, color=colour, lw=0.8)
    ax.plot(edges[[0, -1]], [place - BAND / 2] * 2, color="white", lw=0.7, ls=(0, (3, 3)))
    y, mean, half = place + 0.09, row["mean_points"], Z95 * row["se_points"]
    ends = [row["q10_points"], row["q90_points"]]
    ax.plot(ends, [y, y], color=look.GREY, lw=1.0, solid_capstyle="butt")
    ax.plot([mean - half, mean + half], [y, y], color=look.BLACK, lw=3.0, solid_capstyle="butt")
    ax.plot([mean], [y], "o", color=look.BLACK, ms=4.0)


def _write_row(ax: Axes, place: int, row: Mapping[Any, Any], label: str) -> None:
    side = ax.get_yaxis_transform()
    suit = row["row"] in SUITS
    if suit:
        draw_suit(ax, row["row"], -0.022, place - 0.22, 16.0, side)
    ax.text(-0.05 if suit else -0.01, place - 0.2, label, transform=side, ha="right", va="center")
    texts = {"mean": f"{row['mean_points']:.1f} ± {Z95 * row['se_points']:.1f}"}
    for key in ("match", "counter_match"):
        texts[key] = f"{100 * row[f'{key}_share']:.1f} %"
    for key, x in COLUMNS.items():
        ax.text(x, place - 0.2, texts[key], transform=side, ha="right", va="center")


def _frame(ax: Axes, rows: int, lang: str) -> None:
    right = max(ALL_POINTS, int(ax.dataLim.x1)) + 10
    ax.set_xlim(0, right)
    ax.set_ylim(rows - 0.6, -1.0)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xticks(range(0, right + 1, 20))
    ax.set_xlabel(word("points", lang))
    ax.grid(axis="x", color=look.FAINT, lw=0.5)
    for x, text in ((EVEN, word("even", lang)), (ALL_POINTS, str(ALL_POINTS))):
        ax.axvline(x, color=look.GREY, lw=0.8, ls=(0, (4, 3)), zorder=0.9)
        ax.text(x, -1.05, text, ha="center", va="bottom", color=look.GREY)
    side = ax.get_yaxis_transform()
    for key, x in COLUMNS.items():
        text = word(f"{key}_column", lang)
        ax.text(x, -1.05, text, transform=side, ha="right", va="bottom", color=look.GREY)


def regret_figure(table: pd.DataFrame, contract: str, config: SolvedConfig) -> Figure:
    """What decisions cost a deal, by trick and by place in the trick, for both sides.

    Parameters
    ----------
    table : DataFrame
        As `jasssim.study.solved.regret_table` gives it.
    contract : str
        What was played.
    config : SolvedConfig
        What was asked for.
    """
    lang = config.lang
    with look.style():
        figure = Figure(figsize=(10.5, 4.6))
        high = figure.get_figheight()
        axes = figure.subplots(1, 2, sharey=True)
        for ax, by in zip(axes, ("trick", "place"), strict=True):
            _draw_costs(ax, table[table["by"] == by], by, lang)
        axes[0].set_ylim(bottom=0)  # only now: it ends the scaling of both
        axes[0].set_ylabel(word("cost_axis", lang))
        bars, _ = axes[0].get_legend_handles_labels()
        titles = [_side_label(table, side, config) for side in SIDES]
        figure.legend(
            bars, titles, frameon=False, loc="upper left", ncols=2,
            bbox_to_anchor=(0.01, 1 - 0.55 / high),
        )  # fmt: skip
        figure.subplots_adjust(0.08, 1.05 / high, 0.98, 1 - 1.05 / high, wspace=0.06)
        words = contract_words(parse_contract(contract, config.rules), lang, config.rules)
        about = word("regret_about", lang).format(
            bots=bots_label(config.bots, lang), contract=words[0].upper() + words[1:],
            deals=number(int(table["deals"].iloc[0])), seed=config.seed,
            first=dict(config.options)["from"],
        )  # fmt: skip
        write_head(figure, word("regret_title", lang), about)
        note = word("regret_note", lang)
        figure.text(0.02, 0.12 / high, note, va="bottom", fontsize=8, color=look.GREY)
    return figure


def _draw_costs(ax: Axes, table: pd.DataFrame, by: str, lang: str) -> None:
    names = table.loc[table["side"] == BOTH, "which"].tolist()
    for shift, (side, (colour, hatch)) in zip((-0.2, 0.2), SIDES.items(), strict=True):
        own = table[table["side"] == side]
        at = np.arange(len(names)) + shift
        half = Z95 * own["se_points"].fillna(0)
        ax.bar(at, own["cost_points"], 0.38, color=colour, hatch=hatch, edgecolor="white", lw=0.0,
               label=side)  # fmt: skip
        ax.errorbar(at, own["cost_points"], half, fmt="none", ecolor=look.BLACK, elinewidth=1.0)
    ax.set_xticks(range(len(names)), [word(f"{by}_{n}", lang) if by == "place" else str(n)
                                      for n in names])  # fmt: skip
    ax.set_xlabel(word(f"{by}_axis", lang))
    ax.grid(axis="y", color=look.FAINT, lw=0.5)


def _side_label(table: pd.DataFrame, side: str, config: SolvedConfig) -> str:
    row = table[(table["side"] == side) & (table["by"] == "deal")].iloc[0]
    seats = (0, 2) if side == CALLERS else (1, 3)
    bots = "/".join(dict.fromkeys(config.seats[seat] for seat in seats))
    mean, half = row["cost_points"], Z95 * row["se_points"]
    return word(side, lang=config.lang).format(bots=bots, mean=f"{mean:.1f} ± {half:.1f}")
