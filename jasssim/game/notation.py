"""A hand, a deal, a trick and a play as one line of text, and back.

A hand is its four suits in the order Eichel, Rosen, Schellen, Schilten, parted by dots,
each suit from ace to six: ``AKU9.86.X7.A``. A deal is the leading seat, a colon and the
four hands in seat order: ``0:AKU9.86.X7.A …``. A trick is its cards in playing order:
``EA E9 EU EK``. Sets of cards are words as in `jasssim.game.cards`.
"""

from __future__ import annotations

from collections.abc import Sequence

from .cards import (
    ALL,
    DECK,
    FRENCH_RANKS,
    RANKS,
    SUITS,
    card_bit,
    cards_to_set,
    format_card,
    parse_card,
    set_to_cards,
)


def format_hand(hand: int, letters: str = "german") -> str:
    """Text of a set of cards, suits parted by dots, each from ace to six.

    Examples
    --------
    >>> format_hand(parse_hand("E9 EU RA L10"))
    'U9.A..X'
    """
    ranks = RANKS if letters == "german" else FRENCH_RANKS
    word = int(hand)
    suits = []
    for suit in range(4):
        held = [ranks[r] for r in reversed(range(9)) if word & card_bit(suit * 9 + r)]
        suits.append("".join(held))
    return ".".join(suits)


def parse_hand(text: str, letters: str = "german", size: int | None = None) -> int:
    """Set of cards of a hand's text.

    Parameters
    ----------
    text : str
        Either dotted (``U9.A..X``, always Eichel first) or a list of cards parted by
        blanks or commas (``EU E9 RA LX``).
    letters : {"german", "french"}
        Which suit letters a list of cards uses.
    size : int, optional
        How many cards the hand must have.

    Raises
    ------
    ValueError
        If a card is unknown or named twice, or if the number of cards is not `size`.

    Examples
    --------
    >>> parse_hand("AK...") == parse_hand("EA, EK")
    True
    """
    dotted = "." in text
    if dotted:
        suits = text.strip().split(".")
        if len(suits) != 4:
            raise ValueError(f"hand {text!r} has {len(suits)} suits: expected four, parted by dots")
        cards = [
            parse_card(SUITS[suit] + rank)
            for suit, ranks in enumerate(suits)
            for rank in ranks.strip().replace("10", "X")
        ]
    else:
        cards = [parse_card(word, letters) for word in text.replace(",", " ").split()]
    hand = 0
    for card in cards:
        if hand & card_bit(card):
            raise ValueError(f"card {format_card(card)} stands twice in the hand {text!r}")
        hand |= card_bit(card)
    if size is not None and len(cards) != size:
        raise ValueError(f"hand {text!r} has {len(cards)} cards: expected {size}")
    return hand


def format_deal(hands: Sequence[int], leader: int = 0) -> str:
    """Text of a deal: the leading seat, a colon and the four hands.

    Examples
    --------
    >>> deal = "2:AKOUX9876... .AKOUX9876.. ..AKOUX9876. ...AKOUX9876"
    >>> format_deal(*parse_deal(deal)) == deal
    True
    """
    return f"{leader}:" + " ".join(format_hand(h) for h in hands)


def parse_deal(text: str, size: int | None = 9) -> tuple[list[int], int]:
    """Four hands and the leading seat of a deal's text.

    Parameters
    ----------
    text : str
        ``SEAT:HAND HAND HAND HAND``, or the 36 seats (``0`` to ``3``) of the cards in
        card order, with or without ``SEAT:`` before them.
    size : int, optional
        How many cards a hand must have; None for the end of a deal.

    Returns
    -------
    hands : list of int
        Sets of cards in seat order.
    leader : int
        The seat that leads, 0 where the text does not say.

    Raises
    ------
    ValueError
        If the text is no deal, a hand has not nine cards, or a card stands twice.

    Examples
    --------
    >>> hands, leader = parse_deal("3:AKOUX9876... .AKOUX9876.. ..AKOUX9876. ...AKOUX9876")
    >>> format_hand(hands[1]), leader
    ('.AKOUX9876..', 3)
    """
    head, colon, body = text.strip().rpartition(":")
    if colon and head not in ("0", "1", "2", "3"):
        raise ValueError(f"unknown leader {head!r} in the deal {text!r}: expected a seat, 0 to 3")
    leader = int(head) if colon else 0
    words = body.split()
    if len(words) == 1 and len(words[0]) == 36:
        return parse_seats(words[0]), leader
    if len(words) != 4:
        raise ValueError(
            f"deal {text!r} does not hold four hands, parted by blanks, but {len(words)}"
        )
    hands = [parse_hand(word, size=size) for word in words]
    seen = 0
    for seat, hand in enumerate(hands):
        if seen & hand:
            twice = format_card(set_to_cards(seen & hand)[0])
            raise ValueError(f"card {twice} is dealt twice, the second time to seat {seat}")
        seen |= hand
    return hands, leader


def format_seats(hands: Sequence[int]) -> str:
    """The 36 seats that hold the cards, in card order: a deal's form for machines."""
    return "".join(str(next(s for s in range(4) if int(hands[s]) & card_bit(c))) for c in DECK)


def parse_seats(text: str) -> list[int]:
    """Four hands of a 36-digit seat text; the inverse of `format_seats`."""
    hands = [cards_to_set(c for c in DECK if text[c] == seat) for seat in "0123"]
    wrong = [seat for seat in range(4) if hands[seat].bit_count() != 9]
    if hands[0] | hands[1] | hands[2] | hands[3] != ALL or wrong:
        raise ValueError(f"seat text {text!r} does not give nine cards to each of the seats 0 to 3")
    return hands


def format_trick(cards: Sequence[int], letters: str = "german") -> str:
    """Text of cards in playing order, parted by blanks.

    Examples
    --------
    >>> format_trick(parse_trick("EA,E9 eu EK"))
    'EA E9 EU EK'
    """
    return " ".join(format_card(card, letters) for card in cards)


def parse_trick(text: str, letters: str = "german") -> list[int]:
    """Card numbers of a trick's text, in playing order; the inverse of `format_trick`.

    Raises
    ------
    ValueError
        If a card is unknown or stands twice.
    """
    cards = [parse_card(word, letters) for word in text.replace(",", " ").split()]
    parse_hand(format_trick(cards))
    return cards
