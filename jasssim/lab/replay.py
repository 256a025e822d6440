"""Replay given cards through the engine: each card checked, each trick's outcome kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine import COMPILED
from ..engine.houses import house_record
from ..engine.replay import (
    DONE,
    FINAL_TRUMP,
    LEADERS,
    NO_BLOCK,
    PLAYED_MODES,
    STOP_CARD,
    STOP_SEAT,
    TABLES,
    TRUMP_CARD,
    WINNERS,
    legal_on_table,
    replay_deal,
    winning_place,
)
from ..engine.view import HANDS, VIEW
from ..game.cards import ALL, SUITS, card_bit, cards_to_set, format_card, set_to_cards
from ..game.contract import Contract, load_kind, modes
from ..game.kinds import DIRECTIONS
from ..game.notation import format_trick
from ..game.orders import LAST_TRICK_POINTS, MODES, card_values
from ..game.rules import Rules
from ..game.scoring import seat_points, value_rule


@dataclass(frozen=True, eq=False)
class Replay:
    """One deal as it was played, trick by trick.

    Attributes
    ----------
    called, contract : Contract
        The contract as called, and with all that was chosen in play.
    rules : Rules
        House rules.
    hands : tuple of four int
        Hands by seat.
    caller, leader : int
        Calling seat; leading seat of the first trick.
    cards : tuple of 36 int
        Card numbers in playing order.
    leaders, winners : tuple of nine int
        Seats that led and won each trick.
    modes, tables : tuple of nine int
        Code of each trick's mode, and of the value table by which it counts in the end.
    trump_card : int
        Place in `cards` of the card that made trump in play, -1 for none.
    taken : uint64 array, shape (12,)
        Cards taken by ``3 * seat + class``.
    trump : int
        Code of the trump suit, -1 without.
    """

    called: Contract
    contract: Contract
    rules: Rules
    hands: tuple[int, ...]
    caller: int
    leader: int
    cards: tuple[int, ...]
    leaders: tuple[int, ...]
    winners: tuple[int, ...]
    modes: tuple[int, ...]
    tables: tuple[int, ...]
    trump_card: int
    taken: NDArray[np.uint64]
    trump: int

    def trick(self, number: int) -> tuple[int, ...]:
        """Cards of a trick (0 to 8) in playing order."""
        return self.cards[4 * number : 4 * number + 4]

    def trick_points(self) -> list[int]:
        """Points of each trick, the last one's five included."""
        values = [card_values(table) for table in self.tables]
        points = [sum(values[i][card] for card in self.trick(i)) for i in range(9)]
        points[8] += LAST_TRICK_POINTS
        return points

    def seat_points(self) -> list[int]:
        """Points of the four seats, counted from the cards they took."""
        last, trump = np.array([[self.winners[8]], [self.trump]], np.int8)
        rule = value_rule(self.contract, self.rules)
        return [int(p) for p in seat_points(self.taken[None], last, trump, rule)[0]]

    def team_points(self) -> list[int]:
        """Points of seats 0, 2 and of seats 1, 3."""
        points = self.seat_points()
        return [points[0] + points[2], points[1] + points[3]]

    def team_tricks(self) -> list[int]:
        """Tricks of seats 0, 2 and of seats 1, 3."""
        odd = sum(winner & 1 for winner in self.winners)
        return [9 - odd, odd]


def _call(function: Callable[..., Any], contract: Contract, rules: Rules, *rest: Any) -> Any:
    """Call a kernel with the three records it works on; interpreted, it needs attributes."""
    record = np.ndarray if COMPILED else np.recarray
    made = (house_record(contract, rules), np.zeros(1, VIEW), np.zeros(1, HANDS))
    with np.errstate(over="ignore"):
        return function(*(array.view(record) for array in made), *rest)


def card_sets(cards: Sequence[int]) -> NDArray[np.uint64]:
    """Each card as a set of its own."""
    return np.array([card_bit(card) for card in cards], np.uint64)


def _check_trick(contract: Contract, rules: Rules, trick_no: int) -> None:
    if not 0 <= trick_no <= 8:
        raise ValueError(f"unknown trick {trick_no}: expected 0 to 8")
    if modes(contract, rules)[trick_no] == "choose":
        raise ValueError(f"contract {contract}: the block of trick {trick_no} is not chosen yet")


def legal_cards(
    hand: Sequence[int], trick: Sequence[int], contract: Contract, trick_no: int, rules: Rules
) -> list[int]:
    """Cards of a hand that the engine lets its seat play next.

    Parameters
    ----------
    hand, trick : sequence of int
        Card numbers of the hand, and of up to three cards on the table, the led one first.
    contract : Contract
        The contract as known when the trick begins.
    trick_no : int
        Number of the trick, 0 to 8.
    rules : Rules
        House rules.

    Raises
    ------
    ValueError
        If the trick's mode is not known or the trick is full.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> hand, table = [0, 2, 21], [11, 4]                        # E6 E8 S9 after R8 EX
    >>> legal_cards(hand, table, parse_contract("E"), 0, Rules())
    [21]
    """
    _check_trick(contract, rules, trick_no)
    if len(trick) > 3:
        raise ValueError(f"{len(trick)} cards lie on the table: expected at most three")
    held = np.uint64(cards_to_set(hand))
    legal = _call(legal_on_table, contract, rules, trick_no, card_sets(trick), held)
    return set_to_cards(int(legal))


def trick_winner(trick: Sequence[int], contract: Contract, trick_no: int, rules: Rules) -> int:
    """Place in a full trick, 0 to 3, of the card that the engine lets win.

    Parameters and errors are those of `legal_cards`.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> trick_winner([9, 10, 17, 8], parse_contract("undenufe"), 0, Rules())   # R6 R7 RA EA
    0
    """
    _check_trick(contract, rules, trick_no)
    if len(trick) != 4:
        raise ValueError(f"a trick of {len(trick)} cards: expected four")
    return int(_call(winning_place, contract, rules, trick_no, card_sets(trick)))


def replay(
    hands: Sequence[int],
    leader: int,
    contract: Contract,
    rules: Rules,
    cards: Sequence[int],
    blocks: Sequence[str] = (),
    caller: int | None = None,
) -> Replay:
    """Play given cards through the engine.

    Parameters
    ----------
    hands : sequence of four int
        Hands of nine cards by seat.
    leader : int
        Seat that leads the first trick.
    contract : Contract
        The contract as called.
    rules : Rules
        House rules.
    cards : sequence of 36 int
        Card numbers in playing order.
    blocks : sequence of str
        Blocks of 3×3 that are chosen in play; the last, when only one is left, need not
        be named.
    caller : int, optional
        Calling seat, by default the leader.

    Raises
    ------
    ValueError
        If the deal is not one of 36 cards, a block is missing or not free, or a card is
        illegal; the text names trick, seat, card and what was legal.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> hands = [cards_to_set(range(9 * seat, 9 * seat + 9)) for seat in range(4)]
    >>> cards = [9 * seat + rank for rank in range(9) for seat in range(4)]
    >>> play = replay(hands, 0, parse_contract("E"), Rules(), cards)
    >>> play.team_points(), play.team_tricks()
    ([157, 0], [9, 0])
    """
    _check_deal(hands, leader, cards)
    codes = block_codes(contract, rules, blocks)
    rows, state = np.zeros((4, 9), np.int64), np.zeros(4, np.int64)
    taken, legal = np.zeros(12, np.uint64), np.zeros(1, np.uint64)
    end = _call(
        replay_deal, contract, rules, leader, np.array(hands, np.uint64), card_sets(cards), codes,
        rows, state, taken, legal,
    )  # fmt: skip
    if end != DONE:
        raise ValueError(complaint(int(end), state, int(legal[0]), cards, contract))
    tricks = rows.tolist()
    final = _final_contract(contract, rules, tricks[PLAYED_MODES], int(state[FINAL_TRUMP]))
    if tuple(blocks) != final.blocks[len(contract.blocks) :][: len(blocks)]:
        raise ValueError(f"the blocks {', '.join(blocks)} were given, but {final} was played")
    return Replay(
        called=contract,
        contract=final,
        rules=rules,
        hands=tuple(int(hand) for hand in hands),
        caller=leader if caller is None else caller,
        leader=leader,
        cards=tuple(int(card) for card in cards),
        leaders=tuple(tricks[LEADERS]),
        winners=tuple(tricks[WINNERS]),
        modes=tuple(tricks[PLAYED_MODES]),
        tables=tuple(tricks[TABLES]),
        trump_card=int(state[TRUMP_CARD]),
        taken=taken,
        trump=int(state[FINAL_TRUMP]),
    )


def _check_deal(hands: Sequence[int], leader: int, cards: Sequence[int]) -> None:
    sizes = [int(hand).bit_count() for hand in hands]
    union = 0
    for hand in hands:
        union |= int(hand)
    if sizes != [9, 9, 9, 9] or union != ALL:
        raise ValueError(f"the hands have {sizes} cards: expected nine each, all 36 in all")
    if not 0 <= leader <= 3:
        raise ValueError(f"unknown leader {leader}: expected a seat, 0 to 3")
    if len(cards) != 36:
        raise ValueError(f"{len(cards)} cards were given: expected the 36 of a whole deal")


def block_codes(contract: Contract, rules: Rules, blocks: Sequence[str]) -> NDArray[np.int64]:
    """Codes of blocks of 3×3 that are chosen in play."""
    if blocks and "block1" not in load_kind(contract.kind, rules).schedule:
        raise ValueError(f"blocks were given, but contract {contract} has none to choose")
    for block in blocks:
        if block not in (*SUITS, *DIRECTIONS):
            raise ValueError(f"unknown block {block!r}: expected {', '.join(MODES[:6])}")
    return np.array([MODES.index(block) for block in blocks], np.int64)


def complaint(
    end: int, state: NDArray[np.int64], legal: int, cards: Sequence[int], contract: Contract
) -> str:
    """Why a replay stopped, in words."""
    place, seat = int(state[STOP_CARD]), int(state[STOP_SEAT])
    if end == NO_BLOCK:
        return f"contract {contract}: no free block is given for trick {place // 4 + 1}"
    card, allowed = format_card(cards[place]), format_trick(set_to_cards(legal))
    return f"trick {place // 4 + 1}: seat {seat} may not play {card}, only one of {allowed}"


def _final_contract(contract: Contract, rules: Rules, played: list[int], trump: int) -> Contract:
    tokens = load_kind(contract.kind, rules).schedule
    if "open" in tokens:
        return contract._replace(choice=MODES[trump] if trump >= 0 else None)
    if "block1" in tokens:
        return contract._replace(blocks=tuple(MODES[played[i]] for i in (0, 3, 6)))
    return contract
