"""The rules of card play in their plainest form, to check faster programs against.

Everything is spelled out with lists and strings, and only the house rules are shared with
the rest of the package. A card is two letters, suit ``E R S L`` and rank
``6 7 8 9 X U O K A``; a hand is a list of cards; a trick is the list of the cards on the
table, the led card first. Seats 0 to 3 sit in order of play; tricks are numbered 0 to 8.
The play of a trick goes by the contract as known when it begins, its points by the contract
as known in the end.
"""

from __future__ import annotations

from jasssim.game.rules import Rules

from . import contracts
from .contracts import DIRECTIONS, SUITS

RANKS = "6789XUOKA"
TRUMP_RANKS = "678XOKA9U"  # weak to strong: Nell and Puur stand above the ace
DECK = [suit + rank for suit in SUITS for rank in RANKS]

TRUMP_VALUES = {"U": 20, "9": 14, "A": 11, "X": 10, "K": 4, "O": 3}
OTHER_VALUES = {
    "plain": {"A": 11, "X": 10, "K": 4, "O": 3, "U": 2},
    "obenabe": {"A": 11, "X": 10, "8": 8, "K": 4, "O": 3, "U": 2},
    "undenufe": {"6": 11, "X": 10, "8": 8, "K": 4, "O": 3, "U": 2},
}


def card_value(card: str, table: str) -> int:
    """What a card counts where a suit is trump, in a direction, or ``plain`` as side suit.

    Examples
    --------
    >>> card_value("RU", "R"), card_value("RU", "E"), card_value("R6", "undenufe")
    (20, 2, 11)
    """
    if card[0] == table:
        return TRUMP_VALUES.get(card[1], 0)
    return OTHER_VALUES["plain" if table in SUITS else table].get(card[1], 0)


def deck_total(contract: str, rules: Rules) -> int:
    """Sum of the values of all 36 cards, without the five points for the last trick.

    Examples
    --------
    >>> deck_total("E", Rules()), deck_total("undenufe", Rules())
    (152, 152)
    """
    return trick_points(DECK, contract, 0, rules)


def trick_points(trick: list[str], contract: str, trick_no: int, rules: Rules) -> int:
    """Points of a trick's cards, five more in trick 8.

    While a contract that counts by its trump has none, every suit counts as a side suit.

    Examples
    --------
    >>> trick_points(["RA", "E9", "R6", "RX"], "molotow:E", 8, Rules())
    40
    """
    return points_by(trick, contract, trick_no, rules, rules.alt_values)


def points_by(cards: list[str], contract: str, trick_no: int, rules: Rules, alt_values: str) -> int:
    """Points of a trick, Slalom and Guschti by a convention that is not the rules' own.

    Examples
    --------
    >>> points_by(["R6", "RA", "S6", "S7"], "slalom-undenufe", 0, Rules(), "obenabe")
    11
    """
    modes = contracts.mode_list(contract, rules)
    table, values = modes[trick_no], contracts.values_of(contract, rules)
    if values == "blocks":
        values = "own" if rules.block3_values == "per_block" else rules.block3_values
    if values == "alternating" and table in DIRECTIONS and alt_values != "per_trick":
        first = next(mode for mode in modes if mode in DIRECTIONS)
        table = first if alt_values == "start" else alt_values
    elif values == "trump":
        table = next((mode for mode in modes if mode in SUITS), "plain")
    elif values in DIRECTIONS:
        table = values
    elif table == "open":
        table = "plain"
    if table == "undenufe" and rules.undenufe_values == "ace11":
        table = "obenabe"
    if table not in [*SUITS, *OTHER_VALUES]:
        raise ValueError(f"cards of trick {trick_no} in {contract} cannot count by {table!r}")
    return sum(card_value(card, table) for card in cards) + (5 if trick_no == 8 else 0)


def _trump_in_force(trick: list[str], contract: str, trick_no: int, rules: Rules) -> str | None:
    """Trump that has power over the next card of a trick."""
    mode = contracts.mode_list(contract, rules)[trick_no]
    if mode == "choose":
        raise ValueError(f"the block of trick {trick_no} in {contract} is not chosen yet")
    if mode == "open" and rules.molotow_trump_from == "immediately":
        strangers = [card for card in trick if card[0] != trick[0][0]]
        return strangers[0][0] if strangers else None
    return mode if mode in SUITS else None


def _undertrump(contract: str, rules: Rules) -> str:
    return rules.molotow_undertrump if contracts.is_open(contract, rules) else rules.undertrump


def _stronger(trumps: list[str], trick: list[str]) -> list[str]:
    """Those trumps that beat every trump on the table, not only the last one played."""

    def beats(card: str, other: str) -> bool:
        return TRUMP_RANKS.index(card[1]) > TRUMP_RANKS.index(other[1])

    return [c for c in trumps if all(beats(c, other) for other in trick if other[0] == c[0])]


def legal_cards(
    hand: list[str], trick: list[str], contract: str, trick_no: int, rules: Rules
) -> list[str]:
    """Cards of a hand that may be played, in the order of the hand.

    Examples
    --------
    >>> legal_cards(["R7", "E6", "EU", "S9"], ["R8", "EX"], "E", 0, Rules())
    ['R7', 'EU']
    """
    trump = _trump_in_force(trick, contract, trick_no, rules)
    if not trick:
        return list(hand)
    led = trick[0][0]
    follow = [card for card in hand if card[0] == led]
    if trump is None:
        return follow or list(hand)
    trumps = [card for card in hand if card[0] == trump]
    others = [card for card in hand if card[0] != trump]
    if led == trump:
        only_puur = rules.puur_exempt and trumps == [trump + "U"]
        return list(hand) if only_puur or not trumps else trumps
    undertrump = _undertrump(contract, rules)
    may_ruff = trumps if undertrump == "free" else _stronger(trumps, trick)
    if follow:
        allowed = follow + may_ruff
    elif undertrump == "void":
        allowed = hand
    elif others:
        allowed = others + may_ruff
    elif undertrump == "no_alternative" and may_ruff:
        allowed = may_ruff
    else:
        allowed = hand
    return [card for card in hand if card in allowed]


def trick_winner(trick: list[str], contract: str, trick_no: int, rules: Rules) -> int:
    """Place in the trick, counted from 0, of the card that wins it.

    Examples
    --------
    >>> trick_winner(["RA", "RK", "E6", "RX"], "E", 0, Rules())
    2
    """
    trump = _trump_in_force(trick, contract, trick_no, rules)
    in_contest = [card for card in trick if card[0] == trump]
    ranks = TRUMP_RANKS
    if not in_contest:
        in_contest = [card for card in trick if card[0] == trick[0][0]]
        ranks = (
            RANKS[::-1] if contracts.mode_list(contract, rules)[trick_no] == "undenufe" else RANKS
        )
    return trick.index(max(in_contest, key=lambda card: ranks.index(card[1])))


def proof(card: str, trick: list[str], contract: str, trick_no: int, rules: Rules) -> set[str]:
    """Cards that whoever plays this card onto this trick cannot hold."""
    if not trick or card[0] == trick[0][0]:
        return set()
    trump = _trump_in_force(trick, contract, trick_no, rules)
    led = {c for c in DECK if c[0] == trick[0][0]}
    if trump == trick[0][0]:
        return led - {trump + "U"} if rules.puur_exempt else led
    if card[0] != trump:
        return led
    undertrump = _undertrump(contract, rules)
    if _stronger([card], trick) or undertrump == "free":
        return set()
    if undertrump == "void":
        return led
    shown = {c for c in DECK if c[0] != trump}
    if undertrump == "no_alternative":
        shown |= set(_stronger([c for c in DECK if c[0] == trump], trick))
    return shown
