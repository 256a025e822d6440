"""What a play counts: points by seat and team under any value convention.

A play is scored after it was played: the engine only notes which cards each seat took in
upward, downward and trump tricks. A *value rule* says by which table each of these three
classes counts, so the same plays can be scored under many conventions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import DECK, SUITS, card_bit
from .contract import Contract, load_kind, modes
from .orders import LAST_TRICK_POINTS, OBENABE, TABLES, UNDENUFE, card_values
from .rules import Rules

FINAL = -1
"""In a value rule: the table of the suit that is trump at the end, for all its cards."""

ALT_VALUES = ("start", "per_trick", "obenabe", "undenufe")


class ValueRule(NamedTuple):
    """Code of the value table for cards of upward, downward and trump tricks."""

    up: int
    down: int
    trump: int


def value_rule(contract: Contract, rules: Rules, alt_values: str | None = None) -> ValueRule:
    """By which tables a contract counts.

    Parameters
    ----------
    contract : Contract
        What was played.
    rules : Rules
        House rules.
    alt_values : {"start", "per_trick", "obenabe", "undenufe"}, optional
        Convention for Slalom and Guschti instead of the rules' own.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> value_rule(parse_contract("slalom-undenufe"), Rules())
    ValueRule(up=5, down=5, trump=-1)
    >>> value_rule(parse_contract("slalom-undenufe"), Rules(), "per_trick")
    ValueRule(up=4, down=5, trump=-1)
    """
    how = alt_values or rules.alt_values
    if how not in ALT_VALUES:
        raise ValueError(f"unknown convention {how!r}: expected one of {', '.join(ALT_VALUES)}")
    down = UNDENUFE if rules.undenufe_values == "six11" else OBENABE
    kind = load_kind(contract.kind, rules)
    if kind.values == "own" or (kind.values == "blocks" and rules.block3_values == "per_block"):
        return ValueRule(OBENABE, down, FINAL)
    if kind.values == "trump" or (kind.values == "blocks" and rules.block3_values == "trump"):
        return ValueRule(FINAL, FINAL, FINAL)
    if kind.values in ("blocks", "obenabe"):
        return ValueRule(OBENABE, OBENABE, OBENABE)
    if kind.values == "undenufe":
        return ValueRule(down, down, down)
    if how == "per_trick":
        return ValueRule(OBENABE, down, FINAL)
    undenufe = how == "undenufe" or (how == "start" and contract.choice == "undenufe")
    table = down if undenufe else OBENABE
    return ValueRule(table, table, FINAL)


def known_trump(contract: Contract) -> int:
    """Code of the suit that is trump in a contract, -1 where none is known before play."""
    suits = [word for word in (contract.choice, *contract.blocks) if word and word in SUITS]
    return SUITS.index(suits[0]) if suits else -1


def whole_trump(contract: Contract, rules: Rules) -> int:
    """Code of the suit that is trump in all nine tricks of a called contract; else -1.

    Examples
    --------
    >>> whole_trump(Contract("trump", "S"), Rules()), whole_trump(Contract("molotow"), Rules())
    (2, -1)
    """
    played = set(modes(contract, rules))
    return SUITS.index(played.pop()) if len(played) == 1 and played <= set(SUITS) else -1


def _planes(table: int) -> list[int]:
    """Sets of the cards whose value has bit 0, 1, … set."""
    values = card_values(table)
    return [sum(card_bit(c) for c in DECK if values[c] >> bit & 1) for bit in range(5)]


_PLANES = np.array([_planes(table) for table in range(len(TABLES))], np.uint64)


def class_points(
    taken: NDArray[np.uint64], trumps: NDArray[np.int8], tables: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Points of cards taken, without the last trick's bonus.

    Parameters
    ----------
    taken : uint64 array, shape (n, owners, 3)
        Cards of each owner by class of trick: up, down, trump.
    trumps : int8 array, shape (n,)
        Code of each play's trump suit, -1 without.
    tables : int64 array, shape (1 or n, 3)
        Code of the value table of each class, of all plays or of each; `FINAL` for the
        trump suit's.

    Returns
    -------
    int64 array, shape (n, owners)

    Examples
    --------
    >>> deck = np.full((1, 1, 3), [[0x01FF01FF01FF01FF, 0, 0]], np.uint64)
    >>> class_points(deck, np.array([-1], np.int8), np.array([[4, 5, FINAL]])).tolist()
    [[152]]
    """
    total = np.zeros(taken.shape[:2], np.int64)
    for kind in range(3):
        cards = taken[:, :, kind]
        if not cards.any():
            continue
        by = tables[:, kind]
        if (by == FINAL).any():
            by = np.where(by == FINAL, trumps, by)
        planes = _PLANES[by]
        for bit in range(planes.shape[1]):
            plane = planes[:, bit, None]
            if plane.any():
                total += np.bitwise_count(cards & plane).astype(np.int64) << bit
    return total


def seat_points(
    taken: NDArray[np.uint64],
    last: NDArray[np.int8],
    trumps: NDArray[np.int8],
    rule: ValueRule | NDArray[np.int64],
) -> NDArray[np.int64]:
    """Points of the four seats, shape (n, 4), the last trick's five included.

    Parameters
    ----------
    taken : uint64 array, shape (n, 12)
        Cards taken by ``3 * seat + class``, as the engine gives them.
    last, trumps : int8 array, shape (n,)
        Winner of the last trick; code of the trump suit, -1 without.
    rule : ValueRule, or int64 array of shape (n, 3)
        By which tables the cards count, in all plays or in each.
    """
    total = class_points(taken.reshape(-1, 4, 3), trumps, np.reshape(rule, (-1, 3)))
    total[np.arange(len(last)), last] += LAST_TRICK_POINTS
    return total


def team_points(
    taken: NDArray[np.uint64],
    last: NDArray[np.int8],
    trumps: NDArray[np.int8],
    rule: ValueRule | NDArray[np.int64],
) -> NDArray[np.int64]:
    """Points of the teams of seats 0, 2 and 1, 3, shape (n, 2); as `seat_points`."""
    seats = taken.reshape(-1, 4, 3)
    total = class_points(seats[:, :2] | seats[:, 2:], trumps, np.reshape(rule, (-1, 3)))
    total[np.arange(len(last)), last & 1] += LAST_TRICK_POINTS
    return total


def team_tricks(taken: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Tricks of the teams of seats 0, 2 and 1, 3, shape (n, 2)."""
    cards = np.bitwise_count(taken).astype(np.int64).reshape(-1, 4, 3).sum(axis=2) // 4
    tricks: NDArray[np.int64] = cards[:, :2] + cards[:, 2:]
    return tricks
