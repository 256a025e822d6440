"""Exact values with open hands: what both sides reach if nobody errs and all see all."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engine import COMPILED
from ...engine.bits import NONE
from ...engine.solve import bisect
from ...engine.solve_same import mark_same
from ...engine.solve_state import PLANES
from ...engine.solve_table import GENERATIONS, TABLE
from ...game.cards import format_card
from ...game.contract import Contract, goal
from ...game.orders import LAST_TRICK_POINTS, UNDENUFE, card_values
from ...game.rules import Rules
from ...game.writing import ALL_TRICKS, write_rounds, written_points
from .plans import hands_in_order, make_plans, place_of, template
from .position import Position, choose, make_position, points_left

NO_LIMIT = 1 << 62
MOST = 255
"""The most points that the solver's table can hold; no deal has more."""

Start = tuple[int, int, int, np.uint64, np.uint64, np.uint64, int, np.uint64]

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


class _Room:
    """Room to work in of one thread: the table of positions."""

    def __init__(self) -> None:
        self.table: NDArray[Any] = np.zeros(1, TABLE)
        self.table["entries"] = 0  # so that the first search does not pay for the memory
        self.generation = 0

    def next_generation(self) -> int:
        """A number that no entry of the table has."""
        self.generation += 1
        if self.generation == GENERATIONS:
            self.table["entries"] = 0
            self.generation = 1
        return self.generation


_local = threading.local()


def _room() -> _Room:
    if not hasattr(_local, "room"):
        _local.room = _Room()
    room: _Room = _local.room
    return room


class _Search:
    """A position in the solver's words, and questions to it.

    Parameters
    ----------
    tricks_only : bool
        Whether tricks are asked for instead of points.
    limit : int
        Cards that may be laid.
    """

    def __init__(self, position: Position, tricks_only: bool, limit: int) -> None:
        plan = make_plans(position.contract, position.rules).plans[0]
        self.limit = limit
        self.trump = plan.trumps[position.trick]
        self.tricks_only = tricks_only
        state = template(position.contract, position.rules, tricks_only).copy()
        record = state[0]
        record["hands"] = hands_in_order(position.hands, self.trump)
        record["counted"] = position.caller & 1
        if position.rules.block3_choice == "caller":
            record["chooser"] = position.caller
        record["limit"] = limit
        record["generation"] = _room().next_generation()
        if record["pending"]:
            for suit in range(4):
                values = card_values(suit)
                record["so_far"][suit] = sum(values[card] for card in position.pending[0])
        self.state = state
        view = np.ndarray if COMPILED else np.recarray
        self.record = state.view(view)[0]
        self.table = _room().table.view(view)[0]
        mark_same(self.record)
        self.start = _on_table(position, self.trump, plan.modes[position.trick] == UNDENUFE)
        self.most = self._most(position)

    def _most(self, position: Position) -> int:
        """The most that can be won from here on."""
        if self.tricks_only:
            return position.left
        if self.state["pending"][0]:
            return MOST
        at = PLANES * position.trick
        cards = 0
        for hand in self.state["hands"][0]:
            cards |= int(hand)
        cards |= int(self.start[3])
        planes = [int(plane) for plane in self.state["most"][0, at : at + PLANES]]
        held = sum((cards & plane).bit_count() << bit for bit, plane in enumerate(planes))
        return held + LAST_TRICK_POINTS

    def ask(
        self, wants: NDArray[np.int64], card: int = -1, window: tuple[int, int] | None = None
    ) -> tuple[int, int]:
        """How many of some rising questions are answered yes, at least and at most."""
        first = np.uint64(1 << place_of(card, self.trump)) if card >= 0 else NONE
        found = np.array(window or (0, len(wants)))
        with np.errstate(over="ignore"):
            bisect(self.record, self.table, *self.start, first, wants, found)
        return int(found[0]), int(found[1])

    @property
    def nodes(self) -> int:
        """Cards laid so far."""
        return int(self.state["nodes"][0])


def _on_table(position: Position, trump: int, down: bool) -> Start:
    """Cards on the table as the search takes them: place, seat, left, laid, led, best, ...."""
    laid = led = best = 0
    over = 0x1FF << 16 * trump if trump >= 0 else 0
    suit_of_trump = over
    winner = position.leader
    for number, card in enumerate(position.table):
        bit = 1 << place_of(card, trump)
        if number == 0:
            led = 0x1FF << (bit.bit_length() - 1 & 0x30)
        if number == 0 or _beats(bit, best, led, suit_of_trump, down):
            best, winner = bit, (position.leader + number) % 4
        if bit & suit_of_trump:
            over &= ~(bit | (bit - 1))
        laid |= bit
    return (
        len(position.table), position.seat, position.left, np.uint64(laid), np.uint64(led),
        np.uint64(best), winner, np.uint64(over),
    )  # fmt: skip


def _beats(card: int, best: int, led: int, trump: int, down: bool) -> bool:
    if card & trump or best & trump:
        return bool(card & trump) and (not best & trump or card > best)
    return bool(card & led) and (card < best if down else card > best)


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
    _room()
    start = time.thread_time()
    limit = NO_LIMIT if budget is None else budget
    base, nodes, values = position.points[0], 0, None
    low = high = base
    known, most = True, 0
    if position.left:
        search = _Search(position, False, limit)
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
    position: Position, search: _Search, wants: NDArray[np.int64], value: int, base: int
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
    search = _Search(position, True, limit)
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
