"""Boards: one deal, one contract, one caller, played twice with the teams swapped.

Board i of a seed is deal i. Its caller is the seat whose hand suits the contract best by the
table of hand values, or with random hands seat 0, whatever it holds. Nothing of this depends
on who plays, so that both halves start alike, and a bot against itself comes out even on
every board. `jasssim show` with the deal, the contract and the caller plays a board's half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...game.contract import Contract, goal, is_solo
from ...game.rules import Rules, load_rules
from ...game.scoring import seat_points, team_points, value_rule
from ...game.values import HandValues, Source, load_values, read_values
from ..chunks import Chunk, Setup, deal_hands, make_setup, play_chunk
from ..solo.sittings import deal_marks
from .kinds import MARKS, POINTS, Slot, parse_slots

HANDS = ("called", "random")


@dataclass(frozen=True, eq=False)
class Boards:
    """Boards of two bots.

    Attributes
    ----------
    bots : tuple of two str
        A and B.
    slots : tuple of Slot
        Contracts by the names of their results.
    hands : {"called", "random"}
        Whether the caller's hand suits the contract.
    there, back : Setup
        A in seats 0 and 2, and B there.
    source : Source
        The table of hand values by which callers and suits are chosen.
    """

    bots: tuple[str, str]
    slots: tuple[Slot, ...]
    hands: str
    there: Setup
    back: Setup
    source: Source
    scale: float = field(default=0.25, init=False)
    """A board's score in units of `scores`: half the difference, the mean of two halves."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the results' columns."""
        return tuple(slot.name for slot in self.slots)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """Everything that may be played."""
        return self.there.contracts

    @property
    def rules(self) -> Rules:
        """House rules."""
        return self.there.rules

    @property
    def seed(self) -> int:
        """Seed of deals and random words."""
        return self.there.seed

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""
        return is_solo(self.slots[0].contracts[0], self.rules)

    @property
    def unit(self) -> str:
        """What a score of 1 means."""
        return MARKS if self.solo else POINTS

    @property
    def decisions(self) -> int:
        """About how many cards are chosen in a board of each contract, both halves."""
        return 48 * len(self.slots)

    @cached_property
    def values(self) -> HandValues:
        """Values of hands, by which callers and suits are chosen."""
        return load_values(self.source)

    def config(self) -> dict[str, Any]:
        """Everything that scores depend on beside the bots, as plain data."""
        return {
            "contracts": {slot.name: [str(c) for c in slot.contracts] for slot in self.slots},
            "hands": self.hands,
            "seed": self.seed,
            "rules": msgspec.to_builtins(self.rules),
            "values": blake2b(self.source.data, digest_size=8).hexdigest(),
        }

    def chunk(self, first: int, count: int) -> Chunk:
        """Deals of some boards, those of each contract after each other."""
        indices = np.arange(first, first + count)
        hands = deal_hands(self.there, indices)
        starts = np.cumsum([0, *(len(slot.contracts) for slot in self.slots)])
        pairs = zip(self.slots, starts.tolist(), strict=False)
        columns = [self._call(slot, start, indices, hands) for slot, start in pairs]
        house_of, callers, leaders = (np.concatenate(part) for part in zip(*columns, strict=True))
        times = len(self.slots)
        return Chunk(
            np.tile(indices, times), np.tile(hands, (times, 1)), house_of, leaders, callers
        )

    def scores(self, first: int, count: int) -> NDArray[np.int64]:
        """Four times the scores of some boards, whole numbers, shape (count, slots)."""
        chunk = self.chunk(first, count)
        lead = self._lead(self.there, chunk) - self._lead(self.back, chunk)
        return _by_board(lead, count)

    def caller_points(self, bot: str, first: int, count: int) -> NDArray[np.int64]:
        """Points of the caller's team where one bot sits in all four seats, (count, slots)."""
        chunk = self.chunk(first, count)
        setup = Setup((bot,) * 4, self.there.contracts, self.rules, self.seed)
        points = self._points(setup, chunk)
        own = points[np.arange(len(points)), chunk.callers & 1]
        return _by_board(own, count)

    def _call(
        self, slot: Slot, start: int, indices: NDArray[np.int64], hands: NDArray[np.uint64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int8]]:
        """Place of the called contract, caller and leader of each deal.

        `start` is the place of the slot's first contract.
        """
        forehand = ((indices + self.rules.dealer + 1) % 4).astype(np.int8)
        if self.solo:  # nobody calls; a bot must not learn a seat's number from the caller's
            return np.full(len(indices), start), forehand, forehand
        callers, best = self._best(slot, hands)
        leaders = callers if self.rules.first_lead == "caller" else forehand
        return start + best, callers, leaders

    def _best(
        self, slot: Slot, hands: NDArray[np.uint64]
    ) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Calling seat, and which of a slot's contracts it calls."""
        n, seats = len(hands), 4 if self.hands == "called" else 1
        if seats * len(slot.contracts) == 1:
            return np.zeros(n, np.int8), np.zeros(n, np.int64)
        asked = np.ascontiguousarray(hands[:, :seats]).reshape(-1)
        worth = [self.values.points(asked, c).reshape(n, seats) for c in slot.contracts]
        best = np.stack(worth, axis=2).reshape(n, -1).argmax(axis=1)
        return (best // len(worth)).astype(np.int8), best % len(worth)

    def _points(self, setup: Setup, chunk: Chunk) -> NDArray[np.int64]:
        """Points by team, or by seat where each plays alone."""
        taken, last, trumps, _ = play_chunk(setup, chunk)
        tables = np.array([value_rule(contract, self.rules) for contract in setup.contracts])
        count = seat_points if self.solo else team_points
        return count(taken, last, trumps, tables[chunk.house_of])

    def _lead(self, setup: Setup, chunk: Chunk) -> NDArray[np.int64]:
        """By how much seats 0 and 2 are better than seats 1 and 3 in each deal.

        Weis are left out: both halves have the same.
        """
        points = self._points(setup, chunk)
        if self.solo:
            marks = deal_marks(setup, chunk.indices, points)
            balance = marks.strokes.astype(np.int64) - marks.zeros
            signs = np.ones(len(points), np.int64)
            points = balance[:, :2] + balance[:, 2:]
        else:
            by_contract = [_sign(contract, self.rules) for contract in setup.contracts]
            signs = np.array(by_contract)[chunk.house_of]
        lead: NDArray[np.int64] = signs * (points[:, 0] - points[:, 1])
        return lead


def _by_board(column: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """A chunk's numbers by board and slot."""
    return np.ascontiguousarray(column.reshape(-1, count).T)


def _sign(contract: Contract, rules: Rules) -> int:
    """What a point is worth to who takes it: where the caller wants none, less than nothing.

    For both teams, since what the caller's team does not take the other does.
    """
    return -1 if goal(contract, rules) == "avoid" else 1


def make_boards(
    a: str,
    b: str,
    contracts: str | Sequence[str] = "all",
    seed: int = 1,
    hands: str = "called",
    rules: str | Path | Rules = "default",
    values: str | Path = "rule",
) -> Boards:
    """Checked `Boards`.

    Parameters
    ----------
    a, b : str
        The two bots.
    contracts : str or sequence of str
        As `jasssim.lab.compare.kinds.parse_slots` reads them.
    seed : int
        Seed of deals and random words.
    hands : {"called", "random"}
        Whether the seat calls whose hand suits the contract best, or seat 0 whatever it has.
        Where each plays alone nobody calls, and hands are always random.
    rules : str, Path or Rules
        House rules.
    values : str or Path
        Name or file of the table of hand values by which callers and suits are chosen.

    Raises
    ------
    ValueError
        If something is unknown, or the table of hand values has none of a contract.

    Examples
    --------
    >>> boards = make_boards("greedy", "random", "trump,misere")
    >>> (boards.scores(0, 8)[5:] == boards.scores(5, 3)).all()
    np.True_
    >>> make_boards("random", "random", "trump").scores(0, 4).tolist()
    [[0], [0], [0], [0]]
    """
    if hands not in HANDS:
        raise ValueError(f"hands = {hands!r}: expected {' or '.join(HANDS)}")
    house = rules if isinstance(rules, Rules) else load_rules(rules)
    slots = parse_slots(contracts, house)
    members = [contract for slot in slots for contract in slot.contracts]
    there, back = (make_setup(pair, members, seed, house) for pair in ((a, b), (b, a)))
    alone = is_solo(slots[0].contracts[0], house)
    source = read_values(values)
    boards = Boards((a, b), slots, "random" if alone else hands, there, back, source)
    boards.chunk(0, 1)  # a contract that has no hand values is named before anything is played
    return boards
