"""Exact values with open hands: what both sides reach if nobody errs and all see all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...game.cards import format_card
from ...game.contract import Contract, goal
from ...game.rules import Rules
from ...game.writing import ALL_TRICKS, write_rounds, written_points
from .position import Position, choose, make_position, points_left
from .search import Search, room

NO_LIMIT = 1 << 62

SOME_TRICKS = 5
"""Any number of tricks that is no match."""


@dataclass(frozen=True)
class Solution:
    """What a position is worth.

    Attributes
    ----------
    position : Position
        The position.
    low, high : int
        Bounds of the points of the caller's team at the end of the deal, those so far
        included; equal where they are known.
    match, counter_match : bool or None
        Whether the caller's team can force its match (nine tricks, in Misère none), and
        whether the other team can force the opposite; None where that was not found out.
    written : int or None
        What the rules let the caller's team write for it, before the factor.
    cards : dict of str to int, or None
        Value of every card that may be played, or of every block that may be chosen, where
        it was asked for.
    nodes : int
        Cards laid in the search.
    seconds : float
        Processor time.
    """

    position: Position
    low: int
    high: int
    match: bool | None
    counter_match: bool | None
    written: int | None
    cards: dict[str, int] | None
    nodes: int
    seconds: float

    @property
    def solved(self) -> bool:
        """Whether what was asked for is known."""
        return self.written is not None

    @property
    def points(self) -> int:
        """Points of the caller's team at the end of the deal.

        Raises
        ------
        ValueError
            If they are not known.
        """
        if self.low != self.high:
            raise ValueError(
                f"the caller's team gets {self.low} to {self.high} points; more is not known "
                f"after {self.nodes} nodes"
            )
        return self.low

    @property
    def other_points(self) -> int | None:
        """Points of the other team; None where both together hang on the play."""
        left = points_left(self.position)
        return None if left is None else sum(self.position.points) + left - self.points


def solve(
    deal: str | Sequence[int],
    contract: str | Contract = "obenabe",
    rules: str | Rules = "default",
    leader: int | None = None,
    played: Sequence[int | str] = (),
    *,
    caller: int | None = None,
    blocks: Sequence[str] = (),
    cards: bool = False,
    tens: bool = False,
    budget: int | None = None,
) -> Solution:
    """Exact value of a deal with open hands, from its beginning or after some cards.

    Parameters
    ----------
    deal, contract, rules, leader, played, caller, blocks
        The position, as in `jasssim.lab.solver.position.make_position`.
    cards : bool
        Whether to find the value of every card that may be played.
    tens : bool
        Whether the written points are enough; about half the work.
    budget : int, optional
        Cards that may be laid; after that the solution has bounds only.

    Raises
    ------
    ValueError
        If the position is wrong, everybody plays alone, or both `cards` and `tens` are
        asked for.

    Examples
    --------
    >>> found = solve("0:AK... O9... X8... 76...", "obenabe")
    >>> found.points, found.match
    (41, True)
    """
    position = make_position(deal, contract, rules, leader, played, caller, blocks)
    return solve_position(position, cards=cards, tens=tens, budget=budget)


def solve_position(
    position: Position, *, cards: bool = False, tens: bool = False, budget: int | None = None
) -> Solution:
    """Exact value of a position; parameters and errors as in `solve`."""
    if cards and tens:
        raise ValueError("cards and tens were asked for: each card's value needs exact points")
    if budget is not None and budget < 1:
        raise ValueError(f"budget = {budget}: expected at least 1 card")
    room()
    start = time.thread_time()
    limit = NO_LIMIT if budget is None else budget
    base, nodes, values = position.points[0], 0, None
    low = high = base
    known, most = True, 0
    if position.left:
        search = Search(position, False, limit)
        most = search.most
        wants = _tens(position, most) if tens else np.arange(1, most + 1)
        yes, maybe = search.ask(wants)
        low = base + (int(wants[yes - 1]) if yes else 0)
        high = base + (int(wants[maybe]) - 1 if maybe < len(wants) else most)
        known = yes == maybe
        if cards and known:
            values = _card_values(position, search, wants, yes, base)
            known = values is not None
        nodes = search.nodes
    match, counter, more = _matches(position, low, high, most, limit - nodes)
    known = known and match is not None and counter is not None
    written = _written(position, low, match, counter) if known else None
    seconds = time.thread_time() - start
    return Solution(position, low, high, match, counter, written, values, nodes + more, seconds)


def _avoids(position: Position) -> bool:
    return goal(position.contract, position.rules) == "avoid"


def _tens(position: Position, most: int) -> NDArray[np.int64]:
    """Points still to be won from which on another number is written."""
    base = position.points[0]
    left = points_left(position)
    own = np.arange(most + 1)
    counted = base + own
    if _avoids(position):
        if left is None:
            return own[1:]
        counted = position.points[1] + left - own
    written = written_points(counted, position.rules)
    steps: NDArray[np.int64] = own[1:][written[1:] != written[:-1]]
    return steps


def _card_values(
    position: Position, search: Search, wants: NDArray[np.int64], value: int, base: int
) -> dict[str, int] | None:
    """Value of every legal card; None if the budget did not last."""
    ours = (position.seat ^ position.caller) & 1 == 0
    seeks = ours != _avoids(position)
    # No card is worth more than the position to who seeks points, none less to who does not.
    window = (0, value) if seeks else (value, len(wants))
    found = {}
    for block in position.blocks:
        chosen = solve_position(choose(position, block), budget=search.limit - search.nodes)
        if chosen.low < chosen.high:
            return None
        found[block] = chosen.points
    if found:
        return found
    for card in position.legal():
        yes, maybe = search.ask(wants, card, window)
        if yes < maybe:
            return None
        found[format_card(card)] = base + yes
    return found


def _matches(
    position: Position, low: int, high: int, most: int, limit: int
) -> tuple[bool | None, bool | None, int]:
    """Whether either team can force its match, by tricks alone, and the cards laid for it."""
    own, other = position.tricks
    fixed = points_left(position) is not None
    turned = _avoids(position)
    gain, base = high - position.points[0], position.points[0]
    # All tricks bring all points, and no trick brings none: else nothing need be asked.
    all_possible = other == 0 and (not fixed or gain >= most)
    none_possible = own == 0 and low == base
    everything, nodes = _takes(position, position.left, all_possible, limit)
    some, more = _takes(position, 1, none_possible, limit - nodes)
    nothing = False if not none_possible else None if some is None else not some
    pair = (nothing, everything) if turned else (everything, nothing)
    return (*pair, nodes + more)


def _takes(position: Position, tricks: int, possible: bool, limit: int) -> tuple[bool | None, int]:
    """Whether the caller's team gets so many of the tricks left, and the cards laid for it."""
    if not possible or not position.left:
        return possible and tricks <= position.left, 0
    if limit < 1:
        return None, 0
    search = Search(position, True, limit)
    yes, maybe = search.ask(np.array([tricks]))
    return (None if yes < maybe else bool(yes)), search.nodes


def _written(position: Position, points: int, match: bool | None, counter: bool | None) -> int:
    """What the caller's team writes for a value."""
    left = points_left(position)
    other = 0 if left is None else sum(position.points) + left - points
    turned = _avoids(position)
    tricks = SOME_TRICKS
    if match:
        tricks = 0 if turned else ALL_TRICKS
    elif counter:
        tricks = ALL_TRICKS if turned else 0
    return int(write_rounds(points, other, tricks, turned, position.rules).caller)
