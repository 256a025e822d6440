"""Regret: what played cards cost their own team, against perfect information.

A position's exact value is what both sides reach from it if nobody errs and all see all
hands. A card that lowers it for the team that plays it costs that team the difference. The
value after a card is that of the next position with a choice, so each is solved once; to ask
for the values of all cards instead takes half as long again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...game.cards import format_card
from ...game.contract import Contract, goal
from ...game.orders import MODES
from ...game.rules import Rules
from ..chunks import run_tasks
from ..plays import Plays
from .plans import template
from .position import Position, choose, lay, make_position
from .solve import solve_position

FIRST_TRICK = 4
"""Trick from which on each seat has at most six cards: about a millisecond a position."""

LAST_TRICK = 8
"""The last trick in which anybody has a choice."""

BLOCK = 0
"""Place in the trick of the choice of a block of 3×3, which comes before the lead."""

CALLERS, OTHERS = "caller", "other"

CHUNK = 4
"""Deals per task: an interrupt loses no more than these for each thread."""


class Deal(NamedTuple):
    """A deal as it was played.

    Attributes
    ----------
    number : int
        Index of the deal.
    hands : tuple of int
        Hands by seat.
    contract : Contract
        The contract as called.
    rules : Rules
        House rules.
    leader, caller : int
        Seats.
    cards : tuple of 36 int
        Card numbers in playing order.
    blocks : tuple of str
        Blocks that were chosen in play.
    """

    number: int
    hands: tuple[int, ...]
    contract: Contract
    rules: Rules
    leader: int
    caller: int
    cards: tuple[int, ...]
    blocks: tuple[str, ...]

    def after(self, cards: int, blocks: int) -> Position:
        """The position after so many cards and choices of blocks."""
        played, chosen = self.cards[:cards], self.blocks[:blocks]
        return make_position(
            self.hands, self.contract, self.rules, self.leader, played, self.caller, chosen
        )

    def chosen_before(self, trick: int) -> int:
        """How many of the blocks were chosen before a trick (0 to 8) began."""
        return len(range(3 * max(1, len(self.contract.blocks)), trick, 3)) if self.blocks else 0


class Decision(NamedTuple):
    """One decision and what it cost.

    Attributes
    ----------
    deal : int
        Index of the deal.
    trick : int
        Number of the trick, 1 to 9.
    place : int
        Place in the trick, 1 for the lead; `BLOCK` for the choice of a block of 3×3.
    seat : int
        Who decided.
    side : {"caller", "other"}
        The team that paid.
    card : str
        The card that was played, or the block.
    choices : int
        Number of legal cards, or of blocks left.
    points_before, points_after : int
        Exact value of the position before and after: the points of the caller's team.
    cost_points : int
        What it cost the own team, never negative.
    """

    deal: int
    trick: int
    place: int
    seat: int
    side: str
    card: str
    choices: int
    points_before: int
    points_after: int
    cost_points: int


class DealRegret(NamedTuple):
    """What the decisions of a deal cost.

    Attributes
    ----------
    deal : int
        Index of the deal.
    points_first : int
        Exact value of the first examined position: points of the caller's team.
    points_made : int
        Points that the caller's team made.
    decisions : tuple of Decision
        All examined ones, in order.
    """

    deal: int
    points_first: int
    points_made: int
    decisions: tuple[Decision, ...]


class _Choice(NamedTuple):
    position: Position
    place: int
    seat: int
    card: str
    choices: int


def played_deals(plays: Plays) -> list[Deal]:
    """The deals of some plays.

    Raises
    ------
    ValueError
        If the plays were made without ``trace=True``.
    """
    cards, played_modes = plays.cards().reshape(-1, 36), plays.modes()
    deals = []
    for at in range(len(plays)):
        contract = plays.setup.contracts[int(plays.contract_of[at])]
        blocks: tuple[str, ...] = ()
        if contract.blocks:
            played = tuple(MODES[int(played_modes[at, trick])] for trick in (0, 3, 6))
            blocks = played[len(contract.blocks) :]
        deals.append(
            Deal(
                plays.first + at, tuple(int(hand) for hand in plays.hands[at]), contract,
                plays.setup.rules, int(plays.leaders[at]), int(plays.callers[at]),
                tuple(int(card) for card in cards[at]), blocks,
            )
        )  # fmt: skip
    return deals


def regret_deals(
    deals: Sequence[Deal], first_trick: int = FIRST_TRICK, jobs: int = 1
) -> Iterator[DealRegret]:
    """What the decisions of played deals cost, deal by deal in their order.

    Parameters
    ----------
    deals : sequence of Deal
        As `played_deals` gives them.
    first_trick : int
        Trick, 1 to 8, from which on decisions are examined. All nine take seconds a deal
        with trump; six cards or fewer some milliseconds.
    jobs : int
        Threads; -1 for one per core. No result depends on it.

    Raises
    ------
    ValueError
        If there is no such trick or the contract has no value for two sides.

    Examples
    --------
    >>> from jasssim.lab.simulate import simulate
    >>> deals = played_deals(simulate("random", "obenabe", deals=1, seed=3, trace=True))
    >>> found, = regret_deals(deals)
    >>> sign = {"caller": 1, "other": -1}
    >>> lost = sum(sign[decision.side] * decision.cost_points for decision in found.decisions)
    >>> lost == found.points_first - found.points_made
    True
    """
    if not 1 <= first_trick <= LAST_TRICK:
        raise ValueError(
            f"first trick {first_trick}: expected 1 to {LAST_TRICK}; in the ninth nobody has a "
            "choice"
        )
    for contract, rules in {(deal.contract, deal.rules) for deal in deals}:
        template(contract, rules)  # refuses a contract before the first position

    def task(first: int, count: int) -> list[DealRegret]:
        return [examine(deal, first_trick) for deal in deals[first : first + count]]

    parts = run_tasks(task, 0, len(deals), jobs, chunk=CHUNK)
    return (found for part in parts for found in part)


def examine(deal: Deal, first_trick: int = FIRST_TRICK) -> DealRegret:
    """What the decisions of one deal cost; parameters as in `regret_deals`."""
    choices, made = _choices(deal, first_trick - 1)
    values = [solve_position(choice.position).points for choice in choices]
    turned = goal(deal.contract, deal.rules) == "avoid"
    decisions = []
    for choice, before, after in zip(choices, values, [*values[1:], made], strict=True):
        own = (choice.seat ^ deal.caller) & 1 == 0
        cost = before - after if own != turned else after - before
        decisions.append(
            Decision(
                deal.number, choice.position.trick + 1, choice.place, choice.seat,
                CALLERS if own else OTHERS, choice.card, choice.choices, before, after, cost,
            )
        )  # fmt: skip
    return DealRegret(deal.number, values[0] if values else made, made, tuple(decisions))


def _choices(deal: Deal, start: int) -> tuple[list[_Choice], int]:
    """Positions with more than one choice from a trick on, and the points made."""
    position = deal.after(4 * start, deal.chosen_before(start))
    found = []
    for at in range(4 * start, 36):
        if position.blocks:
            block = deal.blocks[deal.chosen_before(position.trick)]
            caller = deal.rules.block3_choice == "caller"
            seat = deal.caller if caller else position.leader
            found.append(_Choice(position, BLOCK, seat, block, len(position.blocks)))
            position = choose(position, block)
        card, legal = deal.cards[at], position.legal()
        if len(legal) > 1:
            place = len(position.table) + 1
            found.append(_Choice(position, place, position.seat, format_card(card), len(legal)))
        position = lay(position, card)
    return found, position.points[0]


def better(deal: Deal, decision: Decision) -> dict[str, int]:
    """Every choice that a decision had and what it was worth, the best ones first.

    Returns
    -------
    dict of str to int
        Points of the caller's team by card, or by block.
    """
    trick = decision.trick - 1
    chosen = deal.chosen_before(trick)
    if decision.place == BLOCK:
        position = deal.after(4 * trick, chosen)
        values = {b: solve_position(choose(position, b)).points for b in position.blocks}
    else:
        at = 4 * trick + decision.place - 1
        values = solve_position(deal.after(at, len(deal.blocks)), cards=True).cards or {}
    own = decision.side == CALLERS
    wants_many = own != (goal(deal.contract, deal.rules) == "avoid")
    return dict(sorted(values.items(), key=lambda item: item[1], reverse=wants_many))
