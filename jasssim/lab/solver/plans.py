"""Contracts as the solver needs them: schedules and values of every trick to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...engine.houses import house_record
from ...engine.solve_order import WEIGHTS
from ...engine.solve_state import (
    LENGTHS,
    NO_TRUMP,
    ONE_TRUMP,
    PLACES,
    PLANES,
    SETS,
    SOLVER,
    TRICKS,
)
from ...game.contract import Contract, goal, is_solo
from ...game.kinds import DIRECTIONS
from ...game.orders import CHOOSE, LAST_TRICK_POINTS, MODES, TRUMP_ORDER, UNDENUFE, card_values
from ...game.rules import Rules

SUITS = "ERSL"
NONE = -1


@dataclass
class Plan:
    """One way in which the tricks may be played.

    Attributes
    ----------
    modes, tables : list of nine int
        Code of each trick's mode and value table; `CHOOSE` where a block is open.
    suit : int
        Suit by which all cards count, if it was chosen while they counted by none.
    first, count : int
        Plans that continue it after the next choice.
    """

    modes: list[int]
    tables: list[int]
    suit: int = NONE
    first: int = NONE
    count: int = 0

    @property
    def open_trick(self) -> int:
        """The first trick whose block is open, nine if none is."""
        return self.modes.index(CHOOSE) if CHOOSE in self.modes else TRICKS

    @property
    def trumps(self) -> list[int]:
        """Suit that is trump in each trick, `NONE` without."""
        return [mode if mode < 4 else NONE for mode in self.modes]


class Plans(NamedTuple):
    """All plans of a contract.

    Attributes
    ----------
    plans : tuple of Plan
        The first one as far as the contract is known; continuations in a row.
    pending : bool
        Whether all cards count by a trump that is not known yet.
    """

    plans: tuple[Plan, ...]
    pending: bool


@lru_cache(maxsize=512)
def make_plans(contract: Contract, rules: Rules) -> Plans:
    """All plans of a contract.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> [len(make_plans(parse_contract(c), Rules()).plans) for c in ("E", "3x3:E", "3x3:obenabe")]
    [1, 3, 10]
    """
    contract = completed(contract)
    pending = bool(house_record(contract, rules)[0]["by_trump"])
    plans = [_plan(contract, rules)]
    contracts = [contract]
    for at, plan in enumerate(plans):  # the list grows as it is read
        if plan.open_trick == TRICKS:
            continue
        plan.first = len(plans)
        for block in free_blocks(contracts[at]):
            longer = completed(contracts[at]._replace(blocks=(*contracts[at].blocks, block)))
            more = _plan(longer, rules)
            known = any(b in SUITS for b in contracts[at].blocks)
            if pending and not known:
                more.suit = next((SUITS.index(b) for b in longer.blocks if b in SUITS), NONE)
            plans.append(more)
            contracts.append(longer)
        plan.count = len(plans) - plan.first
    return Plans(tuple(plans), pending)


def _plan(contract: Contract, rules: Rules) -> Plan:
    house = house_record(contract, rules)[0]
    return Plan([int(m) for m in house["modes"]], [int(v) for v in house["values"]])


def free_blocks(contract: Contract) -> list[str]:
    """Blocks of 3×3 that a contract still leaves to be chosen, in any order."""
    known = contract.blocks
    suits = [] if any(block in SUITS for block in known) else list(SUITS)
    return suits + [direction for direction in DIRECTIONS if direction not in known]


def completed(contract: Contract) -> Contract:
    """A contract with its last block where only one is left."""
    if not contract.blocks:
        return contract
    free = free_blocks(contract)
    return contract._replace(blocks=(*contract.blocks, *free)) if len(free) == 1 else contract


@lru_cache(maxsize=512)
def template(contract: Contract, rules: Rules, tricks_only: bool = False) -> NDArray[np.void]:
    """State of the solver for a contract, without a position, shape (1,), dtype SOLVER.

    Parameters
    ----------
    contract : Contract
        The contract as far as it is known.
    rules : Rules
        House rules.
    tricks_only : bool
        Whether each trick counts one and the cards nothing, to ask for a match.

    Raises
    ------
    ValueError
        If everybody plays alone, so that there is no value for two sides.
    """
    if is_solo(contract, rules):
        raise ValueError(
            f"contract {contract}: each of the four plays for itself, so there is no value that "
            "two sides could fight over; with a Molotow row in the chart it is played by teams"
        )
    if MODES.index("open") in _plan(contract, rules).modes:
        raise ValueError(
            f"contract {contract}: its trump is made in play, which the solver does not know; "
            f"name it, as in {contract.kind}:E"
        )
    plans, pending = make_plans(contract, rules)
    state = np.zeros(1, SOLVER)
    record = state[0]
    house = house_record(contract, rules)[0]
    for name in ("exempt", "no_side", "any_trump", "must_beat"):
        record[name] = house[name]
    record["turned"] = goal(contract, rules) == "avoid"
    record["chooser"] = NONE
    record["bonus"] = 0 if tricks_only else LAST_TRICK_POINTS
    record["per_trick"] = int(tricks_only)
    record["pending"] = pending and plans[0].count > 0 and not tricks_only
    record["killer"] = NONE
    record["weights"] = WEIGHTS
    tables = [[_table(plan, t, tricks_only) for t in range(TRICKS)] for plan in plans]
    _fill_schedules(record, plans, tricks_only)
    _fill_values(record, plans, tables)
    _fill_alike(record, plans, tables)
    if len(plans) == 1:
        _fill_sums(record, plans[0], tables[0])
    return state


def _table(plan: Plan, trick: int, tricks_only: bool) -> list[int]:
    """Values of the 36 cards in a trick by number; zero where the block is open."""
    table = plan.tables[trick]
    return [0] * 36 if tricks_only or table == CHOOSE else list(card_values(table))


def place_of(card: int, trump: int) -> int:
    """Place of a card in playing order under a trump suit.

    Examples
    --------
    >>> place_of(5, 0), place_of(5, -1)          # the Under of Eichel
    (8, 5)
    """
    suit, rank = divmod(card, 9)
    return 16 * suit + (int(TRUMP_ORDER[rank]) if suit == trump else rank)


def _fill_schedules(record: np.void, plans: Sequence[Plan], tricks_only: bool) -> None:
    for number, plan in enumerate(plans):
        trumps = plan.trumps
        last = len(plans) == 1
        record["suit"][number] = NONE if tricks_only else plan.suit
        record["choices"][number] = plan.count
        for trick in range(TRICKS):
            at = TRICKS * number + trick
            later = plan.modes[trick:]
            suit = trumps[trick]
            record["down"][at] = plan.modes[trick] == UNDENUFE
            record["trump"][at] = 0 if suit < 0 else 0x1FF << 16 * suit
            record["first"][at] = plan.first if trick == plan.open_trick else NONE
            kinds = {NO_TRUMP: all(t < 0 for t in trumps[trick:]),
                     ONE_TRUMP: suit >= 0 and len(set(later)) == 1}  # fmt: skip
            known = last and CHOOSE not in later
            record["kind"][at] = next((k for k, holds in kinds.items() if holds and known), 0)
            same_tables = len(set(plan.tables[trick:])) == 1
            record["open"][at] = plan.count > 0
            record["steady"][at] = len(set(later)) == 1 and (same_tables or tricks_only)
            end = trick == TRICKS - 1
            turns = not end and (trumps[trick] != trumps[trick + 1] or trick + 1 == plan.open_trick)
            # While values are pending every trick has to be counted by each suit.
            waits = record["pending"] and plan.suit < 0
            record["plain"][at] = not turns and not waits


def _fill_values(record: np.void, plans: Sequence[Plan], tables: list[list[list[int]]]) -> None:
    for suit in range(4):
        for card, value in enumerate(card_values(suit)):
            _set_bits(record["suit_planes"], PLANES * suit, place_of(card, NONE), value)
    for number, plan in enumerate(plans):
        ends = _ends(plans, number)
        for trick in range(TRICKS):
            at = TRICKS * number + trick
            trump = plan.trumps[trick]
            distinct = [trick]
            for later in range(trick + 1, TRICKS):
                if all(tables[number][later] != tables[number][t] for t in distinct):
                    distinct.append(later)
            pad = distinct + [trick, trick]
            record["other"][at], record["third"][at] = (TRICKS * number + t for t in pad[1:3])
            for card in range(36):
                place = place_of(card, trump)
                value = tables[number][trick][card]
                most = max(tables[end][t][card] for end in ends for t in range(trick, TRICKS))
                record["value"][PLACES * at + place] = value
                _set_bits(record["planes"], PLANES * at, place, value)
                _set_bits(record["most"], PLANES * at, place, most)


def _ends(plans: Sequence[Plan], number: int) -> list[int]:
    """Plans without a choice in which a plan may end."""
    plan = plans[number]
    if not plan.count:
        return [number]
    return [e for k in range(plan.first, plan.first + plan.count) for e in _ends(plans, k)]


def _set_bits(planes: NDArray[np.uint64], base: int, place: int, value: int) -> None:
    for bit in range(PLANES):
        if value >> bit & 1:
            planes[base + bit] |= np.uint64(1 << place)


def _fill_alike(record: np.void, plans: Sequence[Plan], tables: list[list[list[int]]]) -> None:
    """Classes of cards of a suit that count the same in all tricks of all plans."""
    orders = [{trump for plan in plans for trump in plan.trumps if trump in (suit, NONE)}
              for suit in range(4)]  # fmt: skip
    for suit in range(4):
        # A suit that is trump in some tricks and not in others has two orders.
        turning = suit in orders[suit] and any(
            trump != suit for plan in plans for trump in plan.trumps
        )
        record["mixed"] |= int(turning) << suit
        seen: dict[tuple[int, ...], int] = {}
        trump = suit if suit in orders[suit] else NONE
        for rank in range(9):
            card = 9 * suit + rank
            worth = tuple(table[t][card] for table in tables for t in range(TRICKS))
            key = seen.setdefault(worth, len(seen))
            record["alike"][place_of(card, trump)] = key


def _fill_sums(record: np.void, plan: Plan, tables: list[list[int]]) -> None:
    """Values of the cheapest and dearest cards of a suit, by set, for the cashing bounds."""
    start = next((t for t in range(TRICKS) if record["kind"][t]), NONE)
    if start < 0:
        record["special"] = NONE
        return
    trump = plan.trumps[start]
    lanes = []
    for suit in range(4):
        values = [0] * 9
        for rank in range(9):
            card = 9 * suit + rank
            place = place_of(card, trump) & 15
            values[place] = min(tables[t][card] for t in range(start, TRICKS))
        lanes.append(values)
    odd = [suit for suit in range(4) if lanes.count(lanes[suit]) == 1]
    record["special"] = odd[0] if odd else NONE
    plain = next(lane for suit, lane in enumerate(lanes) if suit != record["special"])
    for kind, lane in enumerate((plain, lanes[int(record["special"])])):
        for cards in range(SETS):
            held = sorted(lane[rank] for rank in range(9) if cards >> rank & 1)
            for number in range(LENGTHS):
                at = LENGTHS * (SETS * kind + cards) + number
                record["cheap"][at] = sum(held[:number])
                record["dear"][at] = sum(held[::-1][:number])


def hands_in_order(hands: tuple[int, ...], trump: int) -> list[int]:
    """Hands in the playing order of a trump suit, from natural order."""
    if trump < 0:
        return list(hands)
    found = []
    for hand in hands:
        places = [place_of(card, trump) for card in range(36) if hand >> place_of(card, -1) & 1]
        found.append(sum(1 << place for place in places))
    return found
