"""Tables of an experiment's sums, as pandas frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..game.contract import parse_contract
from ..lab.summary import OWN, Z95, Cell, describe, histogram, moments
from .choose import cross_fit
from .tally import Choice, Contrast, Tally

START = "start"
"""The convention that the others are compared with."""

CHOSEN, UPPER = "chosen from the hand", "hindsight (upper bound)"


def split_contract(text: str) -> tuple[str, str]:
    """Kind of a contract and its start or first block, ``""`` without one.

    Examples
    --------
    >>> split_contract("slalom-undenufe"), split_contract("3x3:E"), split_contract("R")
    (('slalom', 'undenufe'), ('3x3', 'E'), ('trump', ''))
    """
    contract = parse_contract(text)
    if contract.blocks:
        return contract.kind, contract.blocks[0]
    alternating = contract.kind in ("slalom", "guschti")
    return contract.kind, str(contract.choice) if alternating else ""


def how_played(cell: Cell) -> str:
    """``played``, ``replayed`` under another convention than `START`, or ``rescored``."""
    if cell.played != cell.scored:
        return "rescored"
    return "played" if cell.played in (OWN, START) else "replayed"


def rows_table(tally: Tally) -> pd.DataFrame:
    """One row per cell, per pooled contrast and per choice.

    Parameters
    ----------
    tally : Tally
        Sums of an experiment.

    Returns
    -------
    pandas.DataFrame
        ``row``, ``contract``, ``start``, ``convention``, ``how`` (played, replayed,
        rescored, pooled or chosen), ``deals``, ``plays`` and the columns of
        `jasssim.lab.summary.describe`. The standard errors of a pooled row are those of
        the deals' means, since plays of one deal go together.
    """
    rows = [_cell_row(tally, cell) for cell in tally.cells]
    rows += [_pool_row(tally, contrast) for contrast in tally.contrasts if contrast.how == "pooled"]
    rows += [_chosen_row(tally, choice) for choice in tally.choices]
    return pd.DataFrame(rows)


def _head(row: str, kind: str, start: str, convention: str, how: str, deals: int) -> dict[str, Any]:
    return {
        "row": row,
        "contract": kind,
        "start": start,
        "convention": convention,
        "how": how,
        "deals": deals,
        "plays": deals,
    }


def _cell_row(tally: Tally, cell: Cell) -> dict[str, Any]:
    kind, start = split_contract(cell.contract)
    head = _head(cell.contract, kind, start, cell.scored, how_played(cell), tally.deals)
    return {**head, **describe(*tally.cell(cell))}


def pooled_histogram(tally: Tally, contrast: Contrast) -> NDArray[np.int64]:
    """Points of all plays of a pooled contrast's cells."""
    total: NDArray[np.int64] = np.sum([tally.cell(cell)[0] for cell in contrast.cells], axis=0)
    return total


def _pool_row(tally: Tally, contrast: Contrast) -> dict[str, Any]:
    tricks = np.sum([tally.cell(cell)[1] for cell in contrast.cells], axis=0)
    head = _head(contrast.name, contrast.name, "", contrast.convention, "pooled", tally.deals)
    head["plays"] = tally.deals * len(contrast.cells)
    place = tally.contrasts.index(contrast)
    by_deal = {"se_points": tally.sums[place], "match_share_se": tally.match_sums[place]}
    errors = {
        key: moments(tally.deals, int(total), int(squares)).se / contrast.divisor
        for key, (total, squares) in by_deal.items()
    }
    return {**head, **describe(pooled_histogram(tally, contrast), tricks), **errors}


def chosen_values(tally: Tally, choice: Choice) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Points and tricks of the option that the caller chooses, deal by deal."""
    points, tricks = tally.options(choice)
    chosen = cross_fit(tally.kept.hands, points)
    n = np.arange(len(chosen))
    return points[n, chosen], tricks[n, chosen]


def _chosen_row(tally: Tally, choice: Choice) -> dict[str, Any]:
    points, tricks = chosen_values(tally, choice)
    kind = split_contract(choice.cells[0].contract)[0]
    head = _head(choice.name, kind, "chosen", choice.convention, "chosen", len(points))
    return {**head, **describe(histogram(points), histogram(tricks, 10))}


def shift_table(tally: Tally) -> pd.DataFrame:
    """Shift of the caller's mean points against `START`, paired over the same deals.

    Returns
    -------
    pandas.DataFrame
        ``contract``, ``start``, ``convention``, ``how`` (``rescored``: the same plays
        counted by the convention; ``replayed``: the bots saw it; ``play``: the second
        less the first, what the bots' other play is worth), ``deals``, ``shift``,
        ``se``, ``low`` and ``high`` (95 % interval).
    """
    rows = []
    for contrast, (total, squares) in zip(tally.contrasts, tally.sums.tolist(), strict=True):
        if contrast.how == "pooled":
            continue
        kind, start = split_contract(contrast.name)
        mean, se, _ = moments(tally.deals, total, squares)
        rows.append(
            {
                "contract": kind,
                "start": start,
                "convention": contrast.convention,
                "how": contrast.how,
                "deals": tally.deals,
                "shift": mean / contrast.divisor,
                **_interval(mean / contrast.divisor, se / contrast.divisor),
            }
        )
    return pd.DataFrame(rows, columns=SHIFT_COLUMNS)


SHIFT_COLUMNS = [
    "contract", "start", "convention", "how", "deals", "shift", "se", "low", "high"
]  # fmt: skip


def _interval(mean: float, se: float) -> dict[str, float]:
    return {"se": se, "low": mean - Z95 * se, "high": mean + Z95 * se}


def best_start_table(tally: Tally) -> pd.DataFrame:
    """What the choice of a start is worth to a caller that sees only its hand.

    Returns
    -------
    pandas.DataFrame
        Per choice and convention one row for each ``rule``: `CHOSEN` (by a fit on the
        other half of the deals), each option always, and `UPPER`, the better outcome of
        each deal, which no caller can reach. ``share_first`` is the share of deals with
        the option named in ``first_option``; ``chosen_gain`` with ``chosen_gain_se`` is
        the mean of `CHOSEN` less that of the row, paired over the deals.
    """
    rows = [row for choice in tally.choices for row in _choice_rows(tally, choice)]
    return pd.DataFrame(rows)


def _choice_rows(tally: Tally, choice: Choice) -> Iterable[dict[str, Any]]:
    points, _ = tally.options(choice)
    chosen = cross_fit(tally.kept.hands, points)
    n = np.arange(len(chosen))
    rules = [(CHOSEN, chosen)]
    rules += [(f"always {name}", np.full_like(chosen, i)) for i, name in enumerate(choice.options)]
    rules.append((UPPER, np.argmax(points, axis=1)))
    for rule, taken in rules:
        values = points[n, taken]
        mean, se, sd = _moments_of(values)
        gain, gain_se, _ = _moments_of(points[n, chosen] - values)
        yield {
            "choice": choice.name,
            "convention": choice.convention,
            "rule": rule,
            "deals": len(n),
            "mean_points": mean,
            "se_points": se,
            "sd_points": sd,
            "first_option": choice.options[0],
            "share_first": float((taken == 0).mean()),
            "chosen_gain": gain,
            "chosen_gain_se": gain_se,
        }


def _moments_of(values: NDArray[np.int64]) -> tuple[float, float, float]:
    return moments(len(values), int(values.sum()), int((values**2).sum()))
