"""Positions in the words of the search, and questions to it."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...engine import COMPILED
from ...engine.bits import NONE
from ...engine.solve import bisect
from ...engine.solve_same import mark_same
from ...engine.solve_state import PLANES
from ...engine.solve_table import GENERATIONS, TABLE
from ...game.orders import LAST_TRICK_POINTS, UNDENUFE, card_values
from .plans import hands_in_order, make_plans, place_of, template
from .position import Position

MOST = 255
"""The most points that the solver's table can hold; no deal has more."""

Start = tuple[int, int, int, np.uint64, np.uint64, np.uint64, int, np.uint64]


class Room:
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


def room() -> Room:
    """The room of this thread."""
    if not hasattr(_local, "room"):
        _local.room = Room()
    found: Room = _local.room
    return found


class Search:
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
        record["generation"] = room().next_generation()
        if record["pending"]:
            for suit in range(4):
                values = card_values(suit)
                record["so_far"][suit] = sum(values[card] for card in position.pending[0])
        self.state = state
        view = np.ndarray if COMPILED else np.recarray
        self.record = state.view(view)[0]
        self.table = room().table.view(view)[0]
        mark_same(self.record)
        self.start = on_table(position, self.trump, plan.modes[position.trick] == UNDENUFE)
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


def on_table(position: Position, trump: int, down: bool) -> Start:
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
