"""Cards as numbers, sets of cards as 64-bit words, and their names.

A *card* is one number, ``suit * 9 + rank``, from 0 to 35. A *set of cards* is one
unsigned 64-bit word in which card ``suit * 9 + rank`` is bit ``suit * 16 + rank``:
four lanes of sixteen bits, one per suit, nine of them used. In text a card is a suit
letter and a rank letter, ``EU`` for Eichel Under.
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "ERSL"
"""Suit letters in card order: Eichel, Rosen, Schellen, Schilten."""

RANKS = "6789XUOKA"
"""Rank letters in card order: six to nine, ten (``X``), Under, Ober, König, Ass."""

FRENCH_SUITS = "SCHD"
"""French letters of the same four suits: Schaufel, Kreuz, Herz, Ecken.

Sources pair the two sets of suits differently; no rule depends on the pairing.
"""

FRENCH_RANKS = "6789TJQKA"
"""French letters of the same nine ranks."""

SUIT_NAMES = {
    "de": ("Eichel", "Rosen", "Schellen", "Schilten"),
    "en": ("acorns", "roses", "bells", "shields"),
}

DECK = range(36)
LANE = 16
LANE_BITS = 0x1FF
ALL = sum(LANE_BITS << (LANE * suit) for suit in range(4))
"""The set of all 36 cards."""

_SUIT_SYMBOLS = {"♠": 0, "♣": 1, "♥": 2, "♦": 3}
_RANK_OF = {letter: i for i, letter in enumerate(RANKS)} | {"T": 4, "J": 5, "Q": 6}


def card_bit(card: int) -> int:
    """Set that holds one card.

    Examples
    --------
    >>> card_bit(parse_card("E6")), card_bit(parse_card("R6")) == 1 << 16
    (1, True)
    """
    return 1 << (LANE * (card // 9) + card % 9)


def bit_card(bit: int) -> int:
    """Card of a set that holds exactly one card; the inverse of `card_bit`."""
    position = int(bit).bit_length() - 1
    return position // LANE * 9 + position % LANE


def cards_to_set(cards: Iterable[int]) -> int:
    """Set of the given card numbers."""
    total = 0
    for card in cards:
        total |= card_bit(card)
    return total


def set_to_cards(cards: int) -> list[int]:
    """Card numbers of a set, in card order.

    Examples
    --------
    >>> [format_card(c) for c in set_to_cards(0x100 | 1 << 16)]
    ['EA', 'R6']
    """
    word = int(cards)
    return [card for card in DECK if word & card_bit(card)]


def format_card(card: int, letters: str = "german") -> str:
    """Two letters for a card.

    Parameters
    ----------
    card : int
        Card number, 0 to 35.
    letters : {"german", "french"}
        Swiss German letters (``EU``) or French ones (``SJ``).

    Examples
    --------
    >>> format_card(5), format_card(5, "french")
    ('EU', 'SJ')
    """
    suits, ranks = (SUITS, RANKS) if _known(letters) == "german" else (FRENCH_SUITS, FRENCH_RANKS)
    return suits[card // 9] + ranks[card % 9]


def parse_card(text: str, letters: str = "german") -> int:
    """Card number of a card's text.

    Parameters
    ----------
    text : str
        Suit, then rank; upper or lower case. Ranks are ``6 7 8 9 X U O K A``; ``T`` and
        ``10`` also mean ten, ``J`` and ``Q`` Under and Ober. Suits are ``E R S L``, with
        ``letters="french"`` ``S C H D``; the signs ``♠ ♣ ♥ ♦`` are always understood.
    letters : {"german", "french"}
        Which suit letters the text uses; ``S`` means another suit in each.

    Raises
    ------
    ValueError
        If the text names no card.

    Examples
    --------
    >>> parse_card("EU"), parse_card("e10") == parse_card("ET") == parse_card("EX")
    (5, True)
    >>> parse_card("SJ", letters="french") == parse_card("♠J") == parse_card("EU")
    True
    """
    word = text.strip().upper()
    suits = SUITS if _known(letters) == "german" else FRENCH_SUITS
    suit = _SUIT_SYMBOLS.get(word[:1], suits.find(word[0]) if word else -1)
    rank = _RANK_OF.get("X" if word[1:] == "10" else word[1:], -1)
    if suit < 0 or rank < 0:
        raise ValueError(
            f"unknown card {text!r}: expected a suit ({' '.join(suits)}) and a rank "
            f"({' '.join(RANKS)}), such as {suits[0]}U"
        )
    return suit * 9 + rank


def _known(letters: str) -> str:
    if letters not in ("german", "french"):
        raise ValueError(f"unknown letters {letters!r}: expected 'german' or 'french'")
    return letters


def to_jass_kit(card: int) -> int:
    """Index of a card in jass-kit: suits D H S C, each from ace down to six.

    Suits pair as in `FRENCH_SUITS`. jass-kit numbers its seats clockwise while play
    runs the other way round: its seat is ``(4 - seat) % 4`` for a seat of ours.

    Examples
    --------
    >>> to_jass_kit(parse_card("DA", "french")), to_jass_kit(parse_card("C6", "french"))
    (0, 35)
    """
    return "DHSC".index(FRENCH_SUITS[card // 9]) * 9 + 8 - card % 9


def from_jass_kit(index: int) -> int:
    """Card of a jass-kit index; the inverse of `to_jass_kit`."""
    if not 0 <= index < 36:
        raise ValueError(f"unknown jass-kit card index {index}: expected 0 to 35")
    return FRENCH_SUITS.index("DHSC"[index // 9]) * 9 + 8 - index % 9


def jass_kit_trump(mode: int) -> int:
    """Code of a mode in jass-kit, which has no others: the suits as its cards, then up and down.

    Examples
    --------
    >>> [jass_kit_trump(mode) for mode in range(6)]         # E R S L, Obenabe, Undenufe
    [2, 3, 1, 0, 4, 5]
    """
    return "DHSC".index(FRENCH_SUITS[mode]) if mode < len(FRENCH_SUITS) else mode


def jass_kit_seat(seat: int) -> int:
    """Seat number in jass-kit for one of ours, and back: the map is its own inverse."""
    return (4 - seat) % 4
