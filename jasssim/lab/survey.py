"""Many contracts on the same deals, kept only as additive whole-number sums.

`survey` plays every contract on the same deals, so that contracts can be compared
without the luck of the cards, and needs the same memory for any number of deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..game.contract import Contract, is_solo, load_kind, parse_contract
from ..game.rules import Rules, load_rules
from ..game.scoring import ALT_VALUES
from .chunks import Chunk, Setup, deal_hands, make_setup, play_chunk, run_tasks
from .plays import Plays
from .summary import BINS, OWN, Cell, describe, histogram

if TYPE_CHECKING:
    import pandas as pd

SURVEY_CHUNK = 1 << 12


class Arm(NamedTuple):
    """One contract to be played, and the conventions by which its plays are counted."""

    setup: Setup
    cells: tuple[Cell, ...]


@dataclass(frozen=True, eq=False)
class Survey:
    """Sums over deals that were played under each of some contracts.

    Attributes
    ----------
    bots : tuple of four str
        Bots by seat.
    rules : Rules
        House rules.
    seed, caller, forehand : int
        Seed of the deals; calling seat; seat that leads where the rules say ``forehand``.
    cells : tuple of Cell
        What was played and how it was counted.
    points : int64 array, shape (cells, BINS)
        How often the caller's side made 0, 1, ... points.
    tricks : int64 array, shape (cells, 10)
        How often it took 0 to 9 tricks.
    spans : tuple of (int, int)
        Indices of the deals: first, and one past the last.
    """

    bots: tuple[str, str, str, str]
    rules: Rules
    seed: int
    caller: int
    forehand: int
    cells: tuple[Cell, ...]
    points: NDArray[np.int64]
    tricks: NDArray[np.int64]
    spans: tuple[tuple[int, int], ...]

    @property
    def deals(self) -> int:
        """Number of deals; each was played once per contract."""
        return sum(end - start for start, end in self.spans)

    def merge(self, other: Survey) -> Survey:
        """Sums of this survey and of another of other deals.

        Raises
        ------
        ValueError
            If the two differ in more than their deals, or share deals.

        Examples
        --------
        >>> parts = [survey("random", ["E"], 50, first=start) for start in (0, 50)]
        >>> whole = survey("random", ["E"], 100)
        >>> bool((parts[0].merge(parts[1]).points == whole.points).all())
        True
        """
        for name in ("bots", "rules", "seed", "caller", "forehand", "cells"):
            if getattr(self, name) != getattr(other, name):
                raise ValueError(f"surveys with different {name} cannot be merged")
        return replace(
            self,
            points=self.points + other.points,
            tricks=self.tricks + other.tricks,
            spans=_join(self.spans + other.spans),
        )

    def frame(self) -> pd.DataFrame:
        """One row per contract and convention; the columns are those of `describe`.

        Points are those of the caller's team, with the last trick's five; where each
        seat plays alone (Molotow), those of the calling seat.
        """
        import pandas as pd

        rows = []
        for cell, points, tricks in zip(self.cells, self.points, self.tricks, strict=True):
            head = {"contract": cell.contract, "convention": cell.scored, "deals": self.deals}
            rows.append({**head, **describe(points, tricks)})
        return pd.DataFrame(rows)


def _join(spans: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            raise ValueError(f"both surveys hold deal {start}: a deal must not count twice")
        if joined and start == joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)


def is_alternating(contract: Contract, rules: Rules) -> bool:
    """Whether Slalom's and Guschti's value conventions touch a contract."""
    return load_kind(contract.kind, rules).values == "alternating"


def make_arm(
    bots: str | Sequence[str],
    contract: str,
    seed: int,
    rules: Rules,
    conventions: Sequence[str] | None = None,
) -> Arm:
    """A contract to be played, with its cells.

    Parameters
    ----------
    bots : str or sequence of str
        One bot for all seats, two (by team) or four.
    contract : str
        Text of the contract.
    seed : int
        Seed of the deals and of the bots' random words.
    rules : Rules
        House rules; the bots see their convention.
    conventions : sequence of str, optional
        By which conventions Slalom and Guschti count, by default the rules' own. Other
        contracts have one cell whatever the conventions.

    Raises
    ------
    ValueError
        If a bot, the contract or a convention is unknown.

    Examples
    --------
    >>> arm = make_arm("random", "slalom-obenabe", 1, Rules(), ["start", "per_trick"])
    >>> [cell.scored for cell in arm.cells]
    ['start', 'per_trick']
    """
    parsed = parse_contract(contract, rules)
    wanted = list(conventions or [rules.alt_values])
    for convention in wanted:
        if convention not in ALT_VALUES:
            expected = ", ".join(ALT_VALUES)
            raise ValueError(f"unknown convention {convention!r}: expected one of {expected}")
    setup = make_setup(bots, [parsed], seed, rules)
    if not is_alternating(parsed, rules):
        return Arm(setup, (Cell(contract, OWN, OWN),))
    return Arm(setup, tuple(Cell(contract, rules.alt_values, scored) for scored in wanted))


def play_arm(
    arm: Arm, first: int, hands: NDArray[np.uint64], caller: int = 0, forehand: int = 0
) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """Points of the caller's side in each cell of an arm, and its tricks, deal by deal.

    Parameters
    ----------
    arm : Arm
        What is played.
    first : int
        Index of the first deal.
    hands : uint64 array, shape (n, 4)
        Hands by seat.
    caller, forehand : int
        Calling seat, and the seat that leads where the rules say ``forehand``.
    """
    n, setup = len(hands), arm.setup
    leader = caller if setup.rules.first_lead == "caller" else forehand
    house_of = np.zeros(n, np.int64)
    leaders, callers = np.full(n, leader, np.int8), np.full(n, caller, np.int8)
    chunk = Chunk(np.arange(first, first + n), hands, house_of, leaders, callers)
    plays = Plays(setup, first, house_of, leaders, callers, hands, *play_chunk(setup, chunk))
    alone = is_solo(setup.contracts[0], setup.rules)
    by, side = ("seat", caller) if alone else ("team", caller & 1)
    points = []
    for cell in arm.cells:
        scored = None if cell.scored == OWN else cell.scored
        points.append(plays.points(scored, by)[:, side])
    if not alone:
        return points, plays.tricks()[:, side]
    taken = np.bitwise_count(plays.taken[:, 3 * side : 3 * side + 3])
    return points, taken.astype(np.int64).sum(axis=1) // 4


def _count(
    arms: tuple[Arm, ...], caller: int, forehand: int, first: int, count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    hands = deal_hands(arms[0].setup, np.arange(first, first + count))
    points, tricks = [], []
    for arm in arms:
        by_cell, taken = play_arm(arm, first, hands, caller, forehand)
        points += [histogram(values) for values in by_cell]
        tricks += [histogram(taken, 10)] * len(by_cell)
    return np.stack(points), np.stack(tricks)


def survey(
    bots: str | Sequence[str] = "rule",
    contracts: Sequence[str] = ("obenabe", "undenufe"),
    deals: int = 10_000,
    seed: int = 1,
    rules: str | Rules = "default",
    jobs: int = 1,
    *,
    conventions: Sequence[str] | None = None,
    first: int = 0,
    caller: int = 0,
    forehand: int = 0,
    backend: str = "threading",
    chunk: int = SURVEY_CHUNK,
) -> Survey:
    """Play every contract on the same deals and keep sums only.

    Parameters
    ----------
    bots : str or sequence of str
        One bot for all seats, two (seats 0, 2 and 1, 3) or four.
    contracts : sequence of str
        Contracts; each is played on every deal.
    deals, seed, first : int
        The deals are those of (seed, first), (seed, first + 1), ....
    rules : str or Rules
        House rules or the name of a rule set.
    jobs : int
        Workers; -1 for one per core.
    conventions : sequence of {"start", "per_trick", "obenabe", "undenufe"}, optional
        By which conventions the plays of Slalom and Guschti count, by default the
        rules' own. The bots always see the rules' own.
    caller, forehand : int
        Calling seat, and the seat that leads where the rules say ``forehand``.
    backend : {"threading", "loky"}
        Threads or processes.
    chunk : int
        Deals per task; no result depends on it.

    Returns
    -------
    Survey

    Raises
    ------
    ValueError
        If a bot, contract, convention, rule set or number is unknown or wrong.

    Examples
    --------
    >>> found = survey("random", ["E", "slalom-obenabe"], 200, conventions=["start", "per_trick"])
    >>> found.frame()[["contract", "convention", "deals"]].values.tolist()[1:]
    [['slalom-obenabe', 'start', 200], ['slalom-obenabe', 'per_trick', 200]]
    """
    _check_numbers(contracts, deals, caller, forehand)
    house = load_rules(rules) if isinstance(rules, str) else rules
    arms = tuple(make_arm(bots, text, seed, house, conventions) for text in contracts)
    cells = tuple(cell for arm in arms for cell in arm.cells)
    points, tricks = np.zeros((len(cells), BINS), np.int64), np.zeros((len(cells), 10), np.int64)
    task = partial(_count, arms, caller, forehand)
    for more_points, more_tricks in run_tasks(task, first, deals, jobs, backend, chunk):
        points += more_points
        tricks += more_tricks
    spans = ((first, first + deals),)
    seats = arms[0].setup.bots
    return Survey(seats, house, seed, caller, forehand, cells, points, tricks, spans)


def _check_numbers(contracts: Sequence[str], deals: int, caller: int, forehand: int) -> None:
    if isinstance(contracts, str) or not contracts:
        raise ValueError(f"contracts = {contracts!r}: expected a list of at least one contract")
    if deals < 1:
        raise ValueError(f"deals = {deals}: expected at least 1")
    for name, seat in (("caller", caller), ("forehand", forehand)):
        if not 0 <= seat <= 3:
            raise ValueError(f"{name} = {seat}: expected a seat from 0 to 3")
