"""Weis and Stöck: points that a hand holds before a card is played.

A Weis is a *row*, three or more neighbours of one suit from the six upwards, or *four of a
kind*. A card may stand in a row and in four of a kind at once; of a row only the whole
counts, never a part. Of two Weis the better one is worth more, then has more cards, then
the higher top card, then is a row of trumps, then was said first. The order of the ranks
is never turned round, in Undenufe neither. Sources are named in ``docs/rules.md``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import LANE, LANE_BITS, RANKS

ROW_WORTH = (0, 0, 0, 20, 50, 100, 150, 200, 250, 300)
"""Worth of a row by its number of cards."""

FOUR_WORTH = (100, 100, 100, 150, 100, 200, 100, 100, 100)
"""Worth of four of a kind by rank, from the six to the ace."""

STOCK_WORTH = 20
STOCK_CARDS = 1 << RANKS.index("O") | 1 << RANKS.index("K")
"""Ober and König in the lane of the trump suit."""


class Weis(NamedTuple):
    """One Weis of a hand; fields compare as Weis do, before trump and order of play.

    Attributes
    ----------
    worth : int
        Points.
    size : int
        Number of cards.
    top : int
        Rank of its highest card, 0 (six) to 8 (ace).
    cards : tuple of int
        Its card numbers, in card order.
    """

    worth: int
    size: int
    top: int
    cards: tuple[int, ...]


def declared(hand: int) -> list[Weis]:
    """Every Weis of a hand, the best first; rows of equal rank in card order.

    Parameters
    ----------
    hand : int
        Set of cards.

    Examples
    --------
    >>> from jasssim.game.notation import parse_hand
    >>> [(weis.worth, weis.cards) for weis in declared(parse_hand("AKO.K.K9.K87"))]
    [(100, (7, 16, 25, 34)), (20, (6, 7, 8))]
    """
    lanes = [int(hand) >> LANE * suit & LANE_BITS for suit in range(4)]
    found = [
        Weis(worth, size, top, tuple(range(suit * 9 + top - size + 1, suit * 9 + top + 1)))
        for suit in range(4)
        for worth, size, top in _rows(lanes[suit])
    ]
    found += [
        Weis(worth, size, rank, tuple(suit * 9 + rank for suit in range(4)))
        for worth, size, rank in _fours(lanes[0] & lanes[1] & lanes[2] & lanes[3])
    ]
    return sorted(found, key=lambda weis: weis[:3], reverse=True)


def weis_points(
    hands: NDArray[np.uint64], leaders: NDArray[np.int8], trumps: NDArray[np.int8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Weis and Stöck points of the two teams, deal by deal.

    Everybody declares whatever the hand holds. The team of the best Weis scores all Weis of
    both its hands, the other team none; Stöck go to the team of their holder in any case.

    Parameters
    ----------
    hands : uint64 array, shape (n, 4)
        Full hands as sets of cards, by seat.
    leaders : int8 array, shape (n,)
        Seat that leads the first trick.
    trumps : int8 array, shape (n,)
        Suit that is trump in all nine tricks, 0 to 3; -1 where there is none.

    Returns
    -------
    weis, stock : int64 arrays, shape (n, 2)
        Points of the team of seats 0 and 2, and of the team of seats 1 and 3.

    Raises
    ------
    ValueError
        If the shapes differ, a leader is no seat or a trump no suit.

    Examples
    --------
    Rosen is trump and seat 0 leads. Seat 2 has the best Weis, a row to the ace, so seat 0
    scores its row to the eight too and seat 1 does not score its own; seat 3 has the Stöck.

    >>> from jasssim.game.notation import parse_hand
    >>> texts = "876.U9.KO.AX", "U.876.A9.KU9", "AKO.AX.87.86", "X9.KO.UX6.O7"
    >>> hands = np.array([[parse_hand(text) for text in texts]], np.uint64)
    >>> leaders, trumps = np.zeros(1, np.int8), np.ones(1, np.int8)
    >>> [points.tolist() for points in weis_points(hands, leaders, trumps)]
    [[[40, 0]], [[0, 20]]]
    """
    _check(hands, leaders, trumps)
    ranks, worth = np.zeros(hands.shape, np.int64), np.zeros(hands.shape, np.int64)
    stock = np.zeros((len(hands), 2), np.int64)
    common = np.full(hands.shape, LANE_BITS, np.uint64)
    for suit in range(4):
        lanes = hands >> np.uint64(LANE * suit) & np.uint64(LANE_BITS)
        common &= lanes
        trump = (trumps == suit)[:, None]
        ranks = np.maximum(ranks, _ROW_BEST[lanes] + trump)
        worth += _ROW_SUM[lanes]
        held = trump & (lanes & np.uint64(STOCK_CARDS) == STOCK_CARDS)
        stock += STOCK_WORTH * (held[:, :2] | held[:, 2:])
    ranks = np.maximum(ranks, _FOUR_BEST[common])
    worth += _FOUR_SUM[common]
    turns = (np.arange(4) - leaders[:, None]) % 4
    team = np.argmax(ranks * 4 - turns, axis=1) % 2  # where nobody has any it takes nothing
    weis = worth[:, :2] + worth[:, 2:]
    return np.where(team[:, None] == np.arange(2), weis, 0), stock


def _check(hands: NDArray[np.uint64], leaders: NDArray[np.int8], trumps: NDArray[np.int8]) -> None:
    if hands.shape != (len(hands), 4) or not leaders.shape == trumps.shape == (len(hands),):
        raise ValueError(
            f"hands, leaders, trumps have shapes {hands.shape}, {leaders.shape}, "
            f"{trumps.shape}: expected (n, 4), (n,), (n,)"
        )
    for name, values, low in (("leader", leaders, 0), ("trump", trumps, -1)):
        wrong = np.flatnonzero((values < low) | (values > 3))
        if len(wrong):
            raise ValueError(f"{name} {values[wrong[0]]} of deal {wrong[0]}: expected {low} to 3")


def _rows(lane: int) -> list[tuple[int, int, int]]:
    """Worth, size and top of the rows of three or more in the ranks of one suit."""
    found, size = [], 0
    for rank in range(9):
        size = size + 1 if lane >> rank & 1 else 0
        if size >= 3 and not lane >> rank + 1 & 1:
            found.append((ROW_WORTH[size], size, rank))
    return found


def _fours(common: int) -> list[tuple[int, int, int]]:
    """Worth, size and top of the four of a kind in the ranks held in all suits."""
    return [(FOUR_WORTH[rank], 4, rank) for rank in range(9) if common >> rank & 1]


def _rank(weis: tuple[int, int, int]) -> int:
    """One even number that orders by worth, size and top; a row of trumps is one more."""
    worth, size, top = weis
    return 2 * (top + 16 * (size + 16 * worth))


_ROW_BEST = np.array([max(map(_rank, _rows(s)), default=0) for s in range(512)])
_ROW_SUM = np.array([sum(weis[0] for weis in _rows(s)) for s in range(512)])
_FOUR_BEST = np.array([max(map(_rank, _fours(s)), default=0) for s in range(512)])
_FOUR_SUM = np.array([sum(weis[0] for weis in _fours(s)) for s in range(512)])
for _table in (_ROW_BEST, _ROW_SUM, _FOUR_BEST, _FOUR_SUM):
    _table.setflags(write=False)
