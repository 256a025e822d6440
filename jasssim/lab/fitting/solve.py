"""From exact sums to rounded weights, and how well these explain what was seen."""

from __future__ import annotations

from math import floor, log10, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...bots.weights import ClassWeights, class_names
from ...engine.features import FEATURES, NAMES
from ...engine.fitted import SCALE
from ...engine.squares import CANDIDATES, COMMON, DECISIONS, solve_definite

DIGITS = 3
"""Significant digits of a weight, which are at most four after the point."""


class Solution(NamedTuple):
    """Weights of a shape.

    Attributes
    ----------
    decisions, candidates : int
        How many decisions and cards they rest on.
    r2, residual : float
        Share of the spread of a decision's outcomes that they explain, and the standard
        deviation of what is left, in the target's unit.
    features : tuple of str
        Features that were seen.
    classes : dict of str to ClassWeights
        Weights by class, of those that were seen.
    """

    decisions: int
    candidates: int
    r2: float
    residual: float
    features: tuple[str, ...]
    classes: dict[str, ClassWeights]


def solve_sums(
    sums: NDArray[np.int64], shape: str, per_unit: float, ridge: float, digits: int = DIGITS
) -> Solution:
    """Weights of least squares.

    Parameters
    ----------
    sums : int64 array, shape (CLASSES, FEATURES + 2, FEATURES + 1)
        As `jasssim.engine.squares.add_products` has them.
    shape : str
        Whose classes they are.
    per_unit : float
        How many of the sums' whole numbers are one unit of the target.
    ridge : float
        Pull of each weight towards zero, in cards: it decides where next to none were seen.
    digits : int
        Significant digits that are kept.
    """
    seen = np.diagonal(sums[:, :FEATURES, :FEATURES], axis1=1, axis2=2).any(axis=0)
    used = np.array([place for place in np.flatnonzero(seen) if int(place) in NAMES], np.int64)
    classes, spread, left = {}, 0.0, 0.0
    for name, own in zip(class_names(shape), sums, strict=False):  # 3×3 has fewer phases
        if not own[-1, DECISIONS]:
            continue
        weights = _round(_solve(own, used, per_unit, ridge), digits)
        total, missed = _missed(own, used, weights, per_unit)
        spread += total
        left += missed
        variances = own[used, used] / COMMON / own[-1, CANDIDATES]
        classes[name] = ClassWeights(
            decisions=int(own[-1, DECISIONS]),
            r2=_short(1 - missed / total) if total else 0.0,
            weights=tuple(weights.tolist()),
            spread=tuple(np.rint(100 * np.sqrt(variances)).astype(int).tolist()),
        )
    decisions, candidates = (int(sums[:, -1, k].sum()) for k in (DECISIONS, CANDIDATES))
    return Solution(
        decisions, candidates, _short(1 - left / spread) if spread else 0.0,
        _short(sqrt(left / max(candidates - decisions, 1))),
        tuple(NAMES[int(place)] for place in used), classes,
    )  # fmt: skip


def _solve(
    own: NDArray[np.int64], used: NDArray[np.int64], per_unit: float, ridge: float
) -> NDArray[np.float64]:
    """Weights of the used features of a class; 0 for those that it never saw, and for copies."""
    here = used[own[used, used] > 0]
    here = here[~_copies(own[np.ix_(here, here)])]
    products = own[np.ix_(here, here)] / COMMON
    matrix = np.ascontiguousarray(products.T) + np.diag(np.full(len(here), ridge))
    right = own[here, FEATURES] / COMMON / per_unit
    solve_definite(matrix, right)
    weights = np.zeros(len(used))
    weights[np.searchsorted(used, here)] = right
    return weights


def _copies(products: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Features that differ between cards just as one before them does, or just the other way."""
    sizes = np.diagonal(products)
    same = (np.abs(products) == sizes[:, None]) & (sizes[:, None] == sizes[None, :])
    copies: NDArray[np.bool_] = np.triu(same, 1).any(axis=0)
    return copies


def _round(weights: NDArray[np.float64], digits: int) -> NDArray[np.float64]:
    def rounded(weight: float) -> float:
        size = floor(log10(abs(weight))) if weight else 0
        return round(weight, min(4, digits - 1 - size)) + 0.0

    return np.array([rounded(weight) for weight in weights.tolist()])


def _missed(
    own: NDArray[np.int64], used: NDArray[np.int64], weights: NDArray[np.float64], per_unit: float
) -> tuple[float, float]:
    """Spread of the outcomes in a class, and what the weights leave of it, in squared units."""
    # In whole numbers of any size, so that no order of adding up matters.
    whole = np.array([int(w) for w in np.rint(weights * SCALE)], object)
    upper = np.triu(own[np.ix_(used, used)], 1).astype(object)
    diagonal = own[used, used].astype(object)
    model = sum(whole * (2 * (upper @ whole) + diagonal * whole))
    both = sum(whole * own[used, FEATURES].astype(object))
    total = int(own[FEATURES, FEATURES])
    # The scales: products of w by SCALE², of w and worth by SCALE and the worth's unit.
    explained = 2 * both / (SCALE * per_unit) - model / SCALE**2
    spread = total / per_unit**2
    return spread / COMMON, (spread - explained) / COMMON


def _short(value: float) -> float:
    return float(f"{value:.3g}")
