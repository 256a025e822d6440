"""Tables of hand values, and the figure of what each card is worth in each row."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ..game.cards import RANKS
from ..game.contract import load_kind
from ..game.rules import Rules
from ..game.value_table import FEATURES, TARGETS, Fit, Table
from ..lab.summary import Z95
from . import style as look
from .evaluate import Sums, group_error
from .figures import write_head
from .labels import LANGUAGES, bots_label, number, word

PARTS = ("trump", "side")

_WORDS = {
    "title": ("What each card is worth in each row", "Was jede Karte in jeder Zeile bringt"),
    "trump": ("card of\ntrumps", "Karte der\nTrumpffarbe"),
    "side": ("card of a\nside suit", "Karte einer\nNebenfarbe"),
    "any": ("", ""),
    "cards": ("6 7 8 9 10 Under Ober king ace", "6 7 8 9 10 Under Ober König Ass"),
    "mean": ("all hands", "alle Hände"),
    "note": (
        "Number: mean card points of the caller's team over the hands that hold such a card, less"
        " the mean over all hands, which is the last line; half of its 95 % interval is at\nmost"
        " {error}. In Misère, where the caller wants none, the opponents' points are counted."
        " Blue with plus: better than the mean hand; orange with minus: worse. Without\nmatch"
        " bonus and factors. {rule}",
        "Zahl: mittlere Kartenpunkte der ansagenden Partei über die Hände mit einer solchen Karte,"
        " weniger das Mittel über alle Hände (letzte Zeile); halbes 95-%-Intervall höchstens\n"
        "{error}. Bei Misère, wo wer ansagt keine will, zählen die Punkte der Gegner. Blau mit"
        " Plus: besser als die mittlere Hand; orange mit Minus: schlechter. Ohne Matchbonus\nund"
        " Faktoren. {rule}",
    ),
    "rule": ("House rules: {name}.", "Hausregeln: {name}."),
}  # fmt: skip


def values_table(table: Table) -> pd.DataFrame:
    """One row per class of contracts: how many plays, and how well its models forecast.

    Returns
    -------
    pandas.DataFrame
        ``class``, ``plays``, ``held_out`` (plays that the errors rest on), then of both
        targets the mean (``mean_points``, ``match_share``), the share of the spread that the
        model explains in the deals held out (``r2_…`` with ``r2_…_se``), the share that any
        function of the hand could explain (``best_…`` with ``best_…_se``), and the root of the
        mean square that is left (``rmse_…``).
    """
    rows = []
    for name, model in table.classes.items():
        row: dict[str, Any] = {"class": name, "plays": model.n, "held_out": model.held_out}
        for target in TARGETS:
            fit: Fit = getattr(model, target)
            row["mean_points" if target == "points" else "match_share"] = fit.mean
            row[f"r2_{target}"], row[f"r2_{target}_se"] = fit.r2, fit.r2_se
            row[f"best_{target}"], row[f"best_{target}_se"] = fit.best, fit.best_se
            row[f"rmse_{target}"] = fit.rmse
        rows.append(row)
    return pd.DataFrame(rows)


def weights_table(table: Table) -> pd.DataFrame:
    """Weights of the models: ``class``, ``target``, ``suit``, ``feature``, ``weight``.

    ``suit`` is ``trump`` or ``side`` where a suit is trump, else ``any``; the constant has
    neither suit nor feature.
    """
    columns = ["class", "target", "suit", "feature", "weight"]
    rows: list[tuple[str, str, str, str, float]] = []
    for name, model in table.classes.items():
        for target in TARGETS:
            fit: Fit = getattr(model, target)
            rows.append((name, target, "", "", fit.intercept))
            for part in PARTS:
                suit, weights = suit_word(part, bool(fit.trump)), getattr(fit, part)
                named = zip(FEATURES, weights, strict=bool(weights))
                rows += [(name, target, suit, feature, weight) for feature, weight in named]
    return pd.DataFrame(rows, columns=columns)


def suit_word(part: str, has_trump: bool) -> str:
    """Which suits a part of a model stands for: ``trump``, ``side`` or ``any``."""
    return part if has_trump else "any"


def cards_table(sums: Sums) -> pd.DataFrame:
    """What it is worth to hold each card, in each class of contracts.

    Parameters
    ----------
    sums : dict
        As `jasssim.study.evaluate.gather` gives them.

    Returns
    -------
    pandas.DataFrame
        ``class``, ``suit`` (as in `weights_table`), ``card`` (its rank), ``held`` (how often
        the caller held it), ``value`` (mean points of the hands with it, counted once for each
        such card, less the mean of all hands) and ``se``.
    """
    rows = []
    for name, products in sums.items():
        has_trump = products.shape[1] > len(FEATURES) + 5
        for part in PARTS if has_trump else ("side",):
            suit, start = suit_word(part, has_trump), 1 + len(FEATURES) * (part == "trump")
            for rank, letter in enumerate(RANKS):
                held, with_card = products[:, 0, start + rank], products[:, -4, start + rank]
                row = {"class": name, "suit": suit, "card": letter, "held": int(held.sum())}
                worth = _worth(held, with_card, products[:, 0, 0], products[:, 0, -4])
                rows.append({**row, **worth})
    return pd.DataFrame(rows)


def _worth(
    held: NDArray[np.int64],
    with_card: NDArray[np.int64],
    plays: NDArray[np.int64],
    points: NDArray[np.int64],
) -> dict[str, float]:
    mean, mean_with = points.sum() / plays.sum(), with_card.sum() / held.sum()
    influence = (with_card - mean_with * held) / held.sum() - (points - mean * plays) / plays.sum()
    return {"value": float(mean_with - mean), "se": group_error(influence)}


def _say(key: str, lang: str) -> str:
    return _WORDS[key][LANGUAGES.index(lang)]


def column_label(name: str, suit: str, lang: str, rules: Rules) -> str:
    """Heading of a class of contracts, and of the suits that a column is about.

    Examples
    --------
    >>> column_label("3x3:trump", "side", "de", Rules()).splitlines()
    ['3×3', 'zuerst', 'Trumpf', 'Karte einer', 'Nebenfarbe']
    """
    head, _, choice = name.replace(":", "-").partition("-")
    kind = load_kind(head, rules)
    lines = [getattr(kind, lang) or kind.id]
    if choice:
        named = getattr(load_kind(choice, rules), lang)
        opens = kind.turns_by_choice or "block1" in kind.schedule
        lines += word("starts", lang).format(start=named).split() if opens else [named]
    return "\n".join(filter(None, [*lines, _say(suit, lang)]))


def draw_cards(
    ax: Axes, cards: pd.DataFrame, means: pd.Series[float], lang: str, rules: Rules
) -> Axes:
    """Draw the values of `cards_table`, a column per class and suit, aces at the top.

    `means` are the mean points of each class.
    """
    columns = list(dict.fromkeys(zip(cards["class"], cards["suit"], strict=True)))
    values = cards["value"].to_numpy().reshape(len(columns), len(RANKS)).T[::-1]
    most = float(np.nanmax(np.abs(values)))
    ax.imshow(values, cmap=_COLOURS, vmin=-most, vmax=most, aspect="auto")
    for (row, column), value in np.ndenumerate(values):
        dark = abs(value) > 0.7 * most
        ax.text(column, row, _signed(value), ha="center", va="center",
                color="white" if dark else look.BLACK)  # fmt: skip
    for place, (name, _) in enumerate(columns):
        ax.text(place, len(RANKS) - 0.2, f"{means[name]:.1f}", ha="center", va="top")
    ax.text(-0.65, len(RANKS) - 0.2, _say("mean", lang), ha="right", va="top")
    labels = [column_label(name, suit, lang, rules) for name, suit in columns]
    ax.set_xticks(range(len(columns)), labels, fontsize=8)
    ax.set_yticks(range(len(RANKS)), _say("cards", lang).split()[::-1])
    ax.tick_params(length=0, labeltop=True, labelbottom=False)
    ax.set_xticks(np.arange(len(columns) + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(len(RANKS) + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", lw=1.5)
    ax.tick_params(which="minor", length=0)
    ax.spines[:].set_visible(False)
    return ax


_COLOURS = LinearSegmentedColormap.from_list("worth", [look.VERMILION, "#FFFFFF", look.BLUE])


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "\N{MINUS SIGN}")


def cards_figure(
    cards: pd.DataFrame, table: Table, deals: int, rules: Rules, lang: str = "en"
) -> Figure:
    """The figure of cards: what each is worth to the caller in each row.

    Parameters
    ----------
    cards : DataFrame
        As `cards_table` gives it.
    table : Table
        Models of the same plays.
    deals : int
        Number of deals.
    rules : Rules
        House rules.
    lang : {"en", "de"}
        Language of the words.
    """
    columns = len(cards) // len(RANKS)
    with look.style():
        figure = Figure(figsize=(1.4 + 0.8 * columns, 5.4))
        wide = figure.get_figwidth()
        ax = figure.add_axes((0.85 / wide, 0.19, 1 - 1.05 / wide, 0.54))
        means = pd.Series({name: model.points.mean for name, model in table.classes.items()})
        draw_cards(ax, cards, means, lang, rules)
        words = {"bots": bots_label(table.bots, lang), "deals": number(deals)}
        write_head(figure, _say("title", lang), word("rows_about", lang).format(**words))
        error = f"{Z95 * cards['se'].max():.1f}"
        rule = _say("rule", lang).format(name=rules.name)
        note = _say("note", lang).format(error=error, rule=rule)
        figure.text(0.02, 0.02, note, va="bottom", fontsize=8, color=look.GREY)
    return figure
