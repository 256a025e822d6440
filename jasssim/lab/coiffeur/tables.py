"""Games as pandas tables: one row per game, per round, or per row of the chart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from ...game.chart import call_text, chart_calls
from ...game.rules import Rules
from .games import Games
from .sums import GameSums, caller_sides
from .wave import ROUNDS_PER_GAME


def game_table(games: Games) -> pd.DataFrame:
    """One row per half of a game.

    Columns ``…_0`` and ``…_1`` are of the two sides; totals are chart points, ``zeros``
    rows in which nothing was written, ``extra`` chart points beside the rows. ``winner``
    is the side, -1 for a draw.
    """
    n = len(games)
    zeros = (games.written == 0).sum(axis=3)
    columns: dict[str, Any] = {
        "game": np.repeat(games.first + np.arange(n), 2),
        "half": np.tile([0, 1], n),
    }
    for side in range(2):
        columns[f"total_{side}"] = games.totals[:, :, side].ravel()
        columns[f"zeros_{side}"] = zeros[:, :, side].ravel()
        columns[f"extra_{side}"] = games.extra[:, :, side].ravel()
    columns["winner"] = games.winner.ravel()
    return pd.DataFrame(columns)


def round_table(games: Games) -> pd.DataFrame:
    """One row per deal that was played.

    ``deal`` is the index with which the deal can be shown; ``side`` called. Points are card
    points (with Weis where the rules have it), ``written`` is before the factor, ``score``
    after it; ``other_…`` is what the opponents got.
    """
    rules = games.setup.rules
    played = games.rounds["call"] >= 0
    game, half, number = (place[played.ravel()] for place in _places(games))
    rounds = games.rounds[played]
    calls = chart_calls(rules)
    texts = np.array([call_text(rules, call) for call in calls])
    contracts = np.array([str(call.contract) for call in calls])
    factors = games.factors[np.array([call.row for call in calls])][rounds["call"]]
    return pd.DataFrame(
        {
            "game": games.first + game,
            "half": half,
            "round": number + 1,
            "deal": ROUNDS_PER_GAME * (games.first + game) + number,
            "forehand": (rules.dealer + 1 + number) % 4,
            "passes": rounds["passes"],
            "im_fass": rounds["im_fass"],
            "caller": rounds["caller"],
            "side": caller_sides(games)[played],
            "call": texts[rounds["call"]],
            "contract": contracts[rounds["call"]],
            "points": rounds["points"],
            "other_points": rounds["other_points"],
            "tricks": rounds["tricks"],
            "match": rounds["match"],
            "counter_match": rounds["counter_match"],
            "written": rounds["written"],
            "score": rounds["written"] * factors,
            "other_written": rounds["other_written"],
            "other_score": rounds["other_written"] * factors,
        }
    )


def _places(games: Games) -> tuple[np.ndarray[Any, Any], ...]:
    return tuple(place.ravel() for place in np.indices(games.rounds.shape))


def chart_table(sums: GameSums, rules: Rules) -> pd.DataFrame:
    """The mean chart: one row per row and side.

    ``mean_written`` is before the factor, ``mean_score`` after it, with standard errors over
    games; ``zero_share`` is how often nothing was written.
    """
    lines = []
    for place, row in enumerate(rules.rows):
        for side in range(2):
            written = sums.mean(f"written_{side}_{place}")
            zero = sums.mean(f"zero_{side}_{place}")
            lines.append(
                {
                    "row": row.id,
                    "kind": row.kind,
                    "factor": row.factor,
                    "side": side,
                    "mean_written": written.mean,
                    "se_written": written.se,
                    "mean_score": written.mean * row.factor,
                    "se_score": written.se * row.factor,
                    "zero_share": zero.mean,
                    "se_zero_share": zero.se,
                }
            )
    return pd.DataFrame(lines)


def call_table(sums: GameSums, rules: Rules) -> pd.DataFrame:
    """How often each call was made: one row per call and side, share among its row's calls."""
    calls = chart_calls(rules)
    rows = np.array([call.row for call in calls])
    lines = []
    for side in range(2):
        of_row = np.bincount(rows, sums.calls[side], minlength=len(rules.rows))
        for number, call in enumerate(calls):
            count = int(sums.calls[side, number])
            share = count / of_row[call.row] if of_row[call.row] else float("nan")
            lines.append(
                {"call": call_text(rules, call), "side": side, "calls": count, "share": share}
            )
    return pd.DataFrame(lines)
