"""What a caller gains by choosing after a look at its own hand, estimated honestly.

The better of two outcomes of one deal is more than any caller can reach: it sees nine
cards, not the play. Here each option's points are fitted by least squares on the 36
cards of the calling hand on one half of the deals; the choice is made and valued on the
other half, and the other way round.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..game.cards import DECK, card_bit

SCALE = 1 << 20
"""Weights are whole multiples of 1/SCALE, so that forecasts do not depend on rounding."""

_BITS = np.array([card_bit(card) for card in DECK], np.uint64)


def hand_indicators(hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """One column per card, 1 where the hand holds it; shape (n, 36).

    Examples
    --------
    >>> hand_indicators(np.array([0b101], np.uint64))[0, :4].tolist()
    [1.0, 0.0, 1.0, 0.0]
    """
    held: NDArray[np.float64] = ((hands[:, None] & _BITS) != 0).astype(np.float64)
    return held


def card_weights(indicators: NDArray[np.float64], points: NDArray[np.int64]) -> NDArray[np.float64]:
    """Least-squares weights of the 36 cards for each option's points, shape (36, options).

    A hand has nine cards, so the weights carry the mean with them. They are rounded to
    whole multiples of 1/`SCALE` and given times `SCALE`.
    """
    # All sums are of whole numbers below 2**53: exact in any order.
    squares = indicators.T @ indicators
    products = indicators.T @ points.astype(np.float64)
    weights = np.linalg.lstsq(squares, products, rcond=1e-9)[0]
    rounded: NDArray[np.float64] = np.rint(weights * SCALE)
    return rounded


def cross_fit(
    hands: NDArray[np.uint64], points: NDArray[np.int64], first: int = 0
) -> NDArray[np.int64]:
    """Option that is chosen in each deal, by weights from the other half of the deals.

    The halves are the deals of even and of odd index. Of equal forecasts the first
    option's is taken.

    Parameters
    ----------
    hands : uint64 array, shape (n,)
        Hands of the caller.
    points : int64 array, shape (n, options)
        Points under each option.
    first : int
        Index of the first deal.

    Returns
    -------
    int64 array, shape (n,)

    Examples
    --------
    >>> hands = np.array([0x1FF, 0x1FF << 16] * 2, np.uint64).repeat(2)
    >>> points = np.where(hands == 0x1FF, 100, 50)[:, None] - [[0, 25]]
    >>> points[hands != 0x1FF, 1] = 90
    >>> cross_fit(hands, points).tolist()
    [0, 0, 1, 1, 0, 0, 1, 1]
    """
    odd = (np.arange(first, first + len(hands)) & 1).astype(bool)
    indicators = hand_indicators(hands)
    chosen = np.zeros(len(hands), np.int64)
    for here in (odd, ~odd):
        if here.any() and not here.all():
            weights = card_weights(indicators[~here], points[~here])
            chosen[here] = np.argmax(indicators[here] @ weights, axis=1)
    return chosen
