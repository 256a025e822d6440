"""Positions with open hands: at the beginning of a deal, later in it, or within a trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...engine.houses import house_record
from ...game.cards import ALL, card_bit, format_card, parse_card, set_to_cards
from ...game.checks import ROUND_POINTS
from ...game.contract import Contract, modes, parse_contract
from ...game.notation import format_deal, parse_deal
from ...game.orders import CHOOSE, LAST_TRICK_POINTS, card_values
from ...game.rules import Rules, load_rules
from ...game.scoring import known_trump
from ..replay import legal_cards, trick_winner
from .plans import completed, free_blocks, make_plans


@dataclass(frozen=True)
class Position:
    """What is left of a deal, all hands open.

    Attributes
    ----------
    hands : tuple of four int
        Cards still held, as sets in natural order.
    leader : int
        Seat that leads, or led, the trick.
    contract : Contract
        The contract as far as it is known.
    rules : Rules
        House rules.
    caller : int
        Calling seat, whose team's points are looked for.
    table : tuple of int
        Cards on the table, the led one first.
    trick : int
        Number of the trick, 0 to 8; 9 after the last one.
    points : tuple of two int
        Points so far of the caller's team and of the other.
    tricks : tuple of two int
        Tricks so far of the caller's team and of the other.
    pending : tuple of two tuples of int
        Cards that each of the two has taken while they counted by no trump yet.
    """

    hands: tuple[int, int, int, int]
    leader: int
    contract: Contract
    rules: Rules
    caller: int
    table: tuple[int, ...] = ()
    trick: int = 0
    points: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)
    pending: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())

    def __post_init__(self) -> None:
        object.__setattr__(self, "contract", completed(self.contract))
        _check(self)

    @property
    def seat(self) -> int:
        """Seat to move."""
        return (self.leader + len(self.table)) % 4

    @property
    def left(self) -> int:
        """Tricks left, the one on the table included."""
        return 9 - self.trick

    def legal(self) -> list[int]:
        """Cards that the seat to move may play, in natural order."""
        hand = set_to_cards(self.hands[self.seat])
        return legal_cards(hand, self.table, self.contract, self.trick, self.rules)

    @property
    def blocks(self) -> list[str]:
        """Blocks of 3×3 of which one has to be chosen now; none at other times."""
        if self.table or self.trick > 8:
            return []
        now = modes(self.contract, self.rules)[self.trick]
        return free_blocks(self.contract) if now == "choose" else []

    @property
    def text(self) -> str:
        """The hands as text, the leading seat first."""
        return format_deal(self.hands, self.leader)


def _check(position: Position) -> None:
    sizes = [hand.bit_count() for hand in position.hands]
    laid = len(position.table)
    if not 0 <= position.leader <= 3 or not 0 <= position.caller <= 3:
        seats = f"leader {position.leader}, caller {position.caller}"
        raise ValueError(f"{seats}: expected seats from 0 to 3")
    if not 0 <= position.trick <= 9 or laid > 3:
        raise ValueError(
            f"trick {position.trick} with {laid} cards on the table: expected 0 to 9 with 0 to 3"
        )
    played = [(position.leader + place) % 4 for place in range(laid)]
    whole = [size + (seat in played) for seat, size in enumerate(sizes)]
    if whole != [9 - position.trick] * 4:
        raise ValueError(
            f"hands of {sizes} cards and {laid} on the table do not fit trick "
            f"{position.trick + 1}, in which each seat has {9 - position.trick}"
        )
    now = [*modes(position.contract, position.rules), "over"][position.trick]
    if now == "choose" and (position.table or position.trick % 3):
        raise ValueError(
            f"contract {position.contract}: the block of trick {position.trick + 1} is not chosen, "
            "though it has begun"
        )
    cards = 0
    for more in (*position.hands, *(card_bit(card) for card in position.table)):
        if cards & more or more & ~ALL:
            twice = set_to_cards(cards & more & ALL)
            name = format_card(twice[0]) if twice else "a card that does not exist"
            raise ValueError(f"{name} is held or lies twice: expected each card once")
        cards |= more


def make_position(
    deal: str | Sequence[int],
    contract: str | Contract,
    rules: str | Rules = "default",
    leader: int | None = None,
    played: Sequence[int | str] = (),
    caller: int | None = None,
    blocks: Sequence[str] = (),
) -> Position:
    """The position of a deal after some cards.

    Parameters
    ----------
    deal : str or sequence of four int
        Text of the deal, ``0:HAND HAND HAND HAND``, or the hands as sets; fewer than nine
        cards each are the end of a deal.
    contract : str or Contract
        The contract as called.
    rules : str or Rules
        House rules or the name of a rule set.
    leader : int, optional
        Who leads the first trick; by default as the text says, else seat 0.
    played : sequence of cards
        Numbers or texts of the cards played, in order; each is checked.
    caller : int, optional
        Calling seat, by default the leader.
    blocks : sequence of str
        Blocks of 3×3 that were chosen in play.

    Raises
    ------
    ValueError
        If a hand, the contract or a card is wrong; the text names it.

    Examples
    --------
    >>> position = make_position("0:A... K... X... 6...", "obenabe", played=["EA"])
    >>> position.seat, position.trick, [format_card(card) for card in position.legal()]
    (1, 8, ['EK'])
    """
    house = load_rules(rules) if isinstance(rules, str) else rules
    called = parse_contract(contract, house) if isinstance(contract, str) else contract
    hands, first = parse_deal(deal, size=None) if isinstance(deal, str) else (list(deal), 0)
    if len(hands) != 4:
        raise ValueError(f"{len(hands)} hands were given: expected four")
    start = first if leader is None else leader
    a, b, c, d = hands
    position = Position(
        (a, b, c, d), start, called, house, start if caller is None else caller,
        trick=9 - max(hand.bit_count() for hand in (a, b, c, d)),
    )  # fmt: skip
    left = list(blocks)
    for number, card in enumerate(played, 1):
        position = _chosen(position, left)
        try:
            position = lay(position, parse_card(card) if isinstance(card, str) else int(card))
        except ValueError as error:
            raise ValueError(f"card {number} played: {error}") from None
    return _chosen(position, left)


def _chosen(position: Position, blocks: list[str]) -> Position:
    """With the block that the next trick begins, where one has to be chosen and is given."""
    return choose(position, blocks.pop(0)) if blocks and position.blocks else position


def choose(position: Position, block: str) -> Position:
    """The position after a block of 3×3 was chosen.

    Raises
    ------
    ValueError
        If there is none to choose, or not this one.
    """
    if block not in position.blocks:
        free = ", ".join(position.blocks) or "none"
        raise ValueError(f"block {block!r} may not be chosen now; free are {free}")
    contract = completed(parse_contract(f"{position.contract},{block}", position.rules))
    suit = known_trump(contract)
    if suit < 0:
        return replace(position, contract=contract)
    values = card_values(suit)
    own, other = (sum(values[card] for card in pile) for pile in position.pending)
    points = (position.points[0] + own, position.points[1] + other)
    return replace(position, contract=contract, points=points, pending=((), ()))


def lay(position: Position, card: int) -> Position:
    """The position after the seat to move has played a card.

    Raises
    ------
    ValueError
        If the card is not legal; the text names what was.

    Examples
    --------
    >>> position = make_position("0:A... K... X... 6...", "obenabe", played=["EA", "EK", "EX"])
    >>> lay(position, parse_card("E6")).points
    (30, 0)
    """
    seat, legal = position.seat, position.legal()
    if card not in legal:
        allowed = " ".join(format_card(c) for c in legal)
        raise ValueError(f"seat {seat} may not play {format_card(card)}, only one of {allowed}")
    hands = list(position.hands)
    hands[seat] ^= card_bit(card)
    a, b, c, d = hands
    table = (*position.table, card)
    if len(table) < 4:
        return replace(position, hands=(a, b, c, d), table=table)
    place = trick_winner(table, position.contract, position.trick, position.rules)
    winner = (position.leader + place) % 4
    points, pending = _counted(position, table, (winner ^ position.caller) & 1)
    tricks = list(position.tricks)
    tricks[(winner ^ position.caller) & 1] += 1
    return replace(
        position, hands=(a, b, c, d), table=(), leader=winner, trick=position.trick + 1,
        points=points, pending=pending, tricks=(tricks[0], tricks[1]),
    )  # fmt: skip


def _counted(
    position: Position, table: tuple[int, ...], side: int
) -> tuple[tuple[int, int], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Points, and cards that wait for a trump, after a full trick of a side."""
    house = house_record(position.contract, position.rules)[0]
    points, pending = list(position.points), list(position.pending)
    if house["by_trump"]:
        pending[side] += table
    else:
        values = card_values(int(house["values"][position.trick]))
        points[side] += sum(values[card] for card in table)
    if position.trick == 8:
        points[side] += LAST_TRICK_POINTS
    return (points[0], points[1]), (pending[0], pending[1])


def points_left(position: Position) -> int | None:
    """Points that both teams together still win; None where that hangs on the play.

    Cards that wait for a trump are among them.
    """
    (plan, *_), pending = make_plans(position.contract, position.rules)
    tables = set(plan.tables[position.trick :])
    waiting = [card for pile in position.pending for card in pile]
    held = [card for hand in position.hands for card in set_to_cards(hand)]
    cards = [*held, *position.table, *waiting]
    if pending:
        # Which suit will be trump is open: all 36 cards count 152 by any.
        return ROUND_POINTS if len(cards) == 36 else None
    if len(tables) > 1 or CHOOSE in tables:
        return None
    values = card_values(tables.pop()) if tables else ()
    return sum(values[card] for card in cards) + (LAST_TRICK_POINTS if position.left else 0)
