"""What the rows of a score sheet are called."""

from __future__ import annotations

from ...game.cards import FRENCH_SUITS, SUIT_NAMES, SUITS
from ...game.contract import known_kinds
from ...game.kinds import JOKER
from ...game.rules import Row, Rules

SUIT_WORDS = {"schaufel": "S", "kreuz": "C", "herz": "H", "ecken": "D"}
WORDS = {
    "obe": "obenabe",
    "onde": "undenufe",
    "ondenufe": "undenufe",
    "unde": "undenufe",
    "gusti": "guschti",
    "misere": "misere",
    "wunsch": JOKER,
    "joker": JOKER,
    "frei": JOKER,
}
"""Names of kinds that others use beside ours."""


def type_name(row: Row, rules: Rules) -> str:
    """German name of a row's kind.

    Examples
    --------
    >>> [type_name(row, Rules()) for row in (Row("a", "E", 1), Row("b", "guschti", 2))]
    ['Eichel', 'Guschti']
    """
    if row.kind in tuple(SUITS):
        return SUIT_NAMES["de"][SUITS.index(row.kind)]
    names = {kind.id: kind.de for kind in known_kinds(rules)}
    return names.get(row.kind) or row.kind.capitalize()


def kind_names(rules: Rules) -> dict[str, str]:
    """Kinds of rows by the names that a sheet may give them, in small letters without signs.

    Examples
    --------
    >>> names = kind_names(Rules())
    >>> [names[name] for name in ("eicheln", "herz", "ondenufe", "gusti", "3x3", "wunsch")]
    ['E', 'S', 'undenufe', 'guschti', '3x3', 'joker']
    """
    names = dict(WORDS)
    for suit, german in zip(SUITS, SUIT_NAMES["de"], strict=True):
        stem = german.lower().removesuffix("n")
        names |= {name: suit for name in (suit.lower(), stem, f"{stem}n")}
    names |= {word: SUITS[FRENCH_SUITS.index(letter)] for word, letter in SUIT_WORDS.items()}
    for kind in known_kinds(rules):
        if kind.id in rules.kind_names():
            names |= {plain(name): kind.id for name in (kind.id, kind.de, kind.en) if name}
    return names


def plain(name: str) -> str:
    """A name in small letters, without blanks, hyphens and accents.

    Examples
    --------
    >>> plain("Misère"), plain("3 × 3")
    ('misere', '3x3')
    """
    kept = name.lower().replace("é", "e").replace("è", "e").replace("×", "x")
    return "".join(c for c in kept if c.isalnum() or c in "_.")
