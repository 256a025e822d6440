"""What a seat knows of the hands it does not see: how many deals agree, and some of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine import COMPILED
from ..engine.houses import house_record
from ..engine.replay import DONE
from ..engine.replay_view import view_after
from ..engine.view import HANDS, VIEW
from ..engine.worlds import WORLDS, fill_worlds, prepare_view
from ..game.cards import ALL, card_bit, format_card, parse_card
from ..game.contract import Contract, parse_contract
from ..game.notation import parse_deal
from ..game.rules import Rules, load_rules
from .chunks import INDEX_LIMIT, SEED_LIMIT, whole
from .replay import block_codes, card_sets, complaint

FIRST_LIMIT = 1 << 48
"""Numbers of worlds end here, so that sixteen words of each have numbers of their own."""


def seat_view(
    deal: str | Sequence[int],
    contract: str | Contract,
    rules: str | Rules = "default",
    leader: int | None = None,
    played: Sequence[int | str] = (),
    seat: int | None = None,
    caller: int | None = None,
    blocks: Sequence[str] = (),
) -> NDArray[np.void]:
    """What a seat sees after some cards of a deal.

    Parameters
    ----------
    deal : str or sequence of four int
        Text of the deal, ``0:HAND HAND HAND HAND``, or the hands as sets: those of nine
        cards with which the deal began, and empty ones of other seats for hands that are not
        known. With all four known every card is checked; where a hand is not known, only
        that the seat has not shown before not to hold it.
    contract : str or Contract
        The contract as called.
    rules : str or Rules
        House rules or the name of a rule set.
    leader : int, optional
        Who leads the first trick; by default as the text says, else seat 0.
    played : sequence of cards
        Numbers or texts of the cards played, in order.
    seat : int, optional
        Who sees, by default the seat to move.
    caller : int, optional
        Calling seat, by default the leader.
    blocks : sequence of str
        Blocks of 3×3 that are chosen in play, in order; those of later tricks have no
        effect.

    Returns
    -------
    array of VIEW, shape (1,)

    Raises
    ------
    ValueError
        If a hand, the contract, a block or a card is wrong; the text names it.

    Examples
    --------
    >>> view = seat_view("0:AKU.A98.X.76 ... ... ...", "E", played=["EU", "R7"], seat=0)
    >>> count_worlds(view)             # seat 1 has shown to have no trump but the Puur, if any
    6124661400
    """
    house = load_rules(rules) if isinstance(rules, str) else rules
    called = parse_contract(contract, house) if isinstance(contract, str) else contract
    hands, first = parse_deal(deal, size=None) if isinstance(deal, str) else (list(deal), 0)
    start = first if leader is None else leader
    calls = start if caller is None else caller
    cards = [parse_card(card) if isinstance(card, str) else int(card) for card in played]
    _check_hands(hands)
    _check_cards(cards)
    for name, who in (("leader", start), ("caller", calls), ("seat", 0 if seat is None else seat)):
        if not 0 <= who <= 3:
            raise ValueError(f"unknown {name} {who}: expected a seat, 0 to 3")
    view, hidden = np.zeros(1, VIEW), np.zeros(1, HANDS)
    state, legal = np.zeros(4, np.int64), np.zeros(1, np.uint64)
    end = _call(
        view_after, house_record(called, house), view, hidden, start, calls,
        -1 if seat is None else seat, np.array(hands, np.uint64), card_sets(cards),
        block_codes(called, house, blocks), state, legal,
    )  # fmt: skip
    if end != DONE:
        raise ValueError(complaint(int(end), state, int(legal[0]), cards, called))
    sees = int(view["seat"][0])
    if not hands[sees]:
        raise ValueError(f"the hand of seat {sees} is not known: expected its nine cards")
    return view


def count_worlds(view: NDArray[np.void]) -> int:
    """How many deals of the unseen cards agree with a view, the true one among them.

    Parameters
    ----------
    view : array of VIEW, shape (1,)
        For instance of `seat_view`.

    Examples
    --------
    >>> count_worlds(seat_view("0:AKU.A98.X.76 ... ... ...", "E"))
    227873431500
    """
    return int(_prepared(view)[1])


def draw_worlds(
    view: NDArray[np.void], n: int, seed: int = 0, first: int = 0
) -> NDArray[np.uint64]:
    """Deals of the unseen cards that agree with a view, each with the same chance.

    Parameters
    ----------
    view : array of VIEW, shape (1,)
        For instance of `seat_view`.
    n : int
        How many.
    seed, first : int
        The worlds are those of (seed, first), (seed, first + 1), ….

    Returns
    -------
    uint64 array, shape (n, 4)
        Hands by seat as sets in natural order: the cards that the seats still hold.

    Raises
    ------
    ValueError
        If no deal agrees with the view.

    Examples
    --------
    >>> from jasssim.game.notation import format_deal
    >>> view = seat_view("0:AKU.A98.X.76 ... ... ...", "E")
    >>> [format_deal([int(hand) for hand in world]) for world in draw_worlds(view, 1, seed=7)]
    ['0:AKU.A98.X.76 X98.KX.O.KOX O6.U6.KU96.A 7.O7.A87.U98']
    """
    n, seed = whole("n", n, 0, INDEX_LIMIT), whole("seed", seed, 0, SEED_LIMIT)
    first = whole("first", first, 0, FIRST_LIMIT)
    rooms, total = _prepared(view)
    if not total:
        raise ValueError("no deal agrees with the view: it contradicts itself")
    hands = np.zeros((n, 4), np.uint64)
    _call(fill_worlds, view, rooms, np.uint64(seed), first, hands)
    return hands


def _prepared(view: NDArray[np.void]) -> tuple[NDArray[np.void], int]:
    if view.dtype != VIEW or view.shape != (1,):
        raise ValueError(f"a view of {view.dtype.type} {view.shape}: expected one VIEW, shape (1,)")
    rooms = np.zeros(1, WORLDS)
    return rooms, int(_call(prepare_view, view, rooms))


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a kernel; interpreted, it needs the fields of records as attributes."""
    record = np.ndarray if COMPILED else np.recarray
    given = [
        a.view(record) if getattr(a, "dtype", None) and a.dtype.names else a for a in arguments
    ]
    with np.errstate(over="ignore"):
        return function(*given)


def _check_hands(hands: Sequence[int]) -> None:
    sizes = [int(hand).bit_count() for hand in hands]
    union = 0
    for hand in hands:
        union |= int(hand)
    if len(hands) != 4 or set(sizes) - {0, 9} or union & ~ALL or union.bit_count() != sum(sizes):
        raise ValueError(
            f"the hands have {sizes} cards: expected four, each of nine of the 36 cards or empty "
            "where it is not known, no card twice"
        )


def _check_cards(cards: Sequence[int]) -> None:
    if len(cards) > 35:
        raise ValueError(f"{len(cards)} cards were played: expected at most 35")
    seen = 0
    for card in cards:
        if not 0 <= card <= 35:
            raise ValueError(f"unknown card {card}: expected 0 to 35")
        if seen & card_bit(card):
            raise ValueError(f"{format_card(card)} is played twice: expected each card once")
        seen |= card_bit(card)
