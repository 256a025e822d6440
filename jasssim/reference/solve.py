"""Exact result of a deal with open hands, by trying every card.

All four hands are seen, and both teams play for the caller's team's points from here on.
Every legal card and every block of 3×3 is tried to the end: no bound, no order of moves,
nothing left out. A position between two tricks that comes up twice is looked up the second
time; it is the same position.
"""

from __future__ import annotations

from typing import Any

from jasssim.game.rules import Rules

from . import contracts
from .contracts import DIRECTIONS, SUITS
from .play import DECK, legal_cards, trick_points, trick_winner

Hands = tuple[tuple[str, ...], ...]

NOTHING = (0, 0, 0, 0)


def best_result(
    hands: list[list[str]],
    leader: int,
    contract: str,
    rules: Rules,
    *,
    table: tuple[str, ...] = (),
    trick_no: int,
    caller: int,
    goal: str = "points",
) -> dict[str, Any]:
    """What the caller's team gets from here on if nobody makes a mistake.

    Parameters
    ----------
    hands : list of list of str
        Cards that the seats 0 to 3 still hold.
    leader : int
        Seat that leads, or has led, the trick.
    contract : str
        The contract as far as it is known. Whoever is to choose a block of 3×3 does it for
        the good of his own team.
    rules : Rules
        House rules.
    table : tuple of str
        Cards on the table, the led card first.
    trick_no : int
        Number of the trick, 0 to 8.
    caller : int
        Seat that called.
    goal : {"points", "avoid"}
        ``avoid`` is Misère: the caller's team wants few points of its own.

    Returns
    -------
    dict
        ``points`` of the caller's team, those of the cards on the table and five for the
        last trick included; where 3×3 counts by a trump that is not known yet, by the later
        one. ``cards``: the same after each legal card of the seat to move; empty if a block
        has to be chosen first. ``blocks``: the same after each block, empty otherwise.
        ``all_tricks``: whether the caller's team can force to win every trick from here on,
        in Misère none. ``no_tricks``: whether the opponents can force that it wins none, in
        Misère every one. Each of these two is a game of its own, by tricks alone.

    Raises
    ------
    ValueError
        If the contract is Molotow, or the position none of a round.

    Examples
    --------
    >>> hands = [["EA", "R6"], ["E7", "R7"], ["E8", "RA"], ["EK", "RK"]]
    >>> result = best_result(hands, 0, "obenabe", Rules(), trick_no=7, caller=0)
    >>> result["points"], result["cards"], result["all_tricks"]
    (43, {'EA': 43, 'R6': 43}, True)
    """
    _check(hands, leader, contract, rules, table, trick_no, caller, goal)
    held = tuple(tuple(hand) for hand in hands)
    own, other = caller % 2, 1 - caller % 2
    more, taker = (own, own) if goal == "points" else (other, other)
    at = (held, leader, contract, table, trick_no, NOTHING)
    game = _Game(rules, caller, wants=more)
    seat, after = game.moves(*at)
    is_block = any(move in [*SUITS, *DIRECTIONS] for move in after)
    return {
        "points": game.best(seat, after),
        "cards": {} if is_block else after,
        "blocks": after if is_block else {},
        "all_tricks": _Game(rules, caller, wants=own, taker=taker).value(*at) == 1,
        "no_tricks": _Game(rules, caller, wants=other, taker=1 - taker).value(*at) == 1,
    }


class _Game:
    """One game on a deal: its value is high for the team that `wants` it and low for the other.

    Without a `taker` the value is the points of the caller's team. With one it is 1 if that
    team takes every trick, else 0, and the game is over with the first trick that it loses.
    """

    def __init__(self, rules: Rules, caller: int, wants: int, taker: int | None = None) -> None:
        self.rules = rules
        self.caller = caller
        self.wants = wants
        self.taker = taker
        self.known: dict[Any, int] = {}

    def best(self, seat: int, after: dict[str, int]) -> int:
        """The value of what a seat does, out of those after each move."""
        return max(after.values()) if seat % 2 == self.wants else min(after.values())

    def value(
        self,
        hands: Hands,
        leader: int,
        contract: str,
        table: tuple[str, ...],
        trick_no: int,
        waiting: tuple[int, ...],
    ) -> int:
        """Value of a position.

        ``waiting`` are the points of the tricks that the caller's team has won while the
        trump of 3×3 was open, one number for each suit that it may become.
        """
        if trick_no == 9:
            return 0 if self.taker is None else 1
        if table:
            return self.best(*self.moves(hands, leader, contract, table, trick_no, waiting))
        place = (hands, leader, contract, waiting)
        if place not in self.known:
            self.known[place] = self.best(
                *self.moves(hands, leader, contract, (), trick_no, waiting)
            )
        return self.known[place]

    def moves(
        self,
        hands: Hands,
        leader: int,
        contract: str,
        table: tuple[str, ...],
        trick_no: int,
        waiting: tuple[int, ...],
    ) -> tuple[int, dict[str, int]]:
        """Who must act, and the value after each of his cards, or blocks."""
        after = {}
        blocks = _blocks(contract, trick_no, self.rules)
        if len(blocks) == 1:
            contract = f"{contract},{blocks[0]}"
        elif blocks:
            for block in blocks:
                text = f"{contract},{block}"
                if block in SUITS:
                    counted = waiting[SUITS.index(block)]
                    after[block] = counted + self.value(hands, leader, text, (), trick_no, NOTHING)
                else:
                    after[block] = self.value(hands, leader, text, (), trick_no, waiting)
            return self.caller if self.rules.block3_choice == "caller" else leader, after
        seat = (leader + len(table)) % 4
        for card in legal_cards(list(hands[seat]), list(table), contract, trick_no, self.rules):
            rest = tuple(c for c in hands[seat] if c != card)
            left = (*hands[:seat], rest, *hands[seat + 1 :])
            laid = (*table, card)
            if len(laid) < 4:
                after[card] = self.value(left, leader, contract, laid, trick_no, waiting)
            else:
                after[card] = self.after_trick(left, leader, contract, laid, trick_no, waiting)
        return seat, after

    def after_trick(
        self,
        hands: Hands,
        leader: int,
        contract: str,
        table: tuple[str, ...],
        trick_no: int,
        waiting: tuple[int, ...],
    ) -> int:
        """Value of a position with four cards on the table."""
        trick = list(table)
        winner = (leader + trick_winner(trick, contract, trick_no, self.rules)) % 4
        points = 0
        if self.taker is not None:
            if winner % 2 != self.taker:
                return 0
        elif winner % 2 == self.caller % 2:
            modes = contracts.mode_list(contract, self.rules)
            if "choose" in modes and not any(mode in SUITS for mode in modes):
                worth = [
                    trick_points(trick, f"{contract},{trump}", trick_no, self.rules)
                    for trump in SUITS
                ]
                waiting = tuple(waiting[i] + worth[i] for i in range(4))
            else:
                points = trick_points(trick, contract, trick_no, self.rules)
        return points + self.value(hands, winner, contract, (), trick_no + 1, waiting)


def _blocks(contract: str, trick_no: int, rules: Rules) -> list[str]:
    """Blocks among which the next one of 3×3 is chosen; none where a card comes next."""
    modes = contracts.mode_list(contract, rules)
    if modes[trick_no] != "choose":
        return []
    unused = [direction for direction in DIRECTIONS if direction not in modes]
    return unused if any(mode in SUITS for mode in modes) else SUITS + unused


def _check(
    hands: list[list[str]],
    leader: int,
    contract: str,
    rules: Rules,
    table: tuple[str, ...],
    trick_no: int,
    caller: int,
    goal: str,
) -> None:
    """Refuse what is no position of a round for two teams."""
    if contracts.is_open(contract, rules):
        raise ValueError(
            f"contract {contract!r}: each of the four plays for himself, so there is no best "
            "result of a team; expected a contract that two teams play"
        )
    if goal not in ("points", "avoid"):
        raise ValueError(f"goal {goal!r} is not one of two teams; expected points or avoid")
    for name, number, end in (
        ("leader", leader, 4), ("caller", caller, 4), ("trick_no", trick_no, 9),
    ):  # fmt: skip
        if number not in range(end):
            raise ValueError(f"{name} = {number!r}; expected 0 to {end - 1}")
    cards = [card for hand in hands for card in hand] + list(table)
    if len(set(cards)) != len(cards) or not set(cards) <= set(DECK):
        raise ValueError(f"{hands} and {table} hold an unknown card or one card twice")
    played = [(leader + i) % 4 for i in range(len(table))]
    sizes = [9 - trick_no - (seat in played) for seat in range(4)]
    if len(table) > 3 or [len(hand) for hand in hands] != sizes:
        raise ValueError(
            f"{hands} with {list(table)} on the table, led by seat {leader}: in trick {trick_no} "
            f"the hands have {9 - trick_no} cards, one less where a card was played"
        )
    if contracts.mode_list(contract, rules)[trick_no] == "choose" and (table or trick_no % 3):
        raise ValueError(f"contract {contract!r}: the block of trick {trick_no} is not known")
