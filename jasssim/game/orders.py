"""Which card is stronger, and what each card counts.

A *mode* is what is in force in one trick: a trump suit, up (``obenabe``) or down
(``undenufe``). A *value table* says what the 36 cards count. The values are the public
Swiss ones: 152 points in every table, and 5 more for the last trick.
"""

from __future__ import annotations

from .cards import DECK, SUITS

MODES = (*SUITS, "obenabe", "undenufe", "open", "choose")
"""Names of the modes; a mode's code is its place here.

``open`` is Molotow before its trump is known, ``choose`` a block of 3×3 that is still
to be chosen.
"""
OBENABE, UNDENUFE, OPEN, CHOOSE = 4, 5, 6, 7

TABLES = (*SUITS, "obenabe", "undenufe", "plain")
"""Names of the value tables; a table's code is its place here.

``plain`` counts every suit like a side suit of a trump contract. It is what can be said
of cards while a contract that counts by its trump has none yet; it sums to 120.
"""
PLAIN = 6

LAST_TRICK_POINTS = 5

#                      6  7  8   9   X   U  O  K   A
_RANK_VALUES = {
    "trump": (0, 0, 0, 14, 10, 20, 3, 4, 11),
    "plain": (0, 0, 0, 0, 10, 2, 3, 4, 11),
    "obenabe": (0, 0, 8, 0, 10, 2, 3, 4, 11),
    "undenufe": (11, 0, 8, 0, 10, 2, 3, 4, 0),
}

TRUMP_ORDER = (0, 1, 2, 7, 3, 8, 4, 5, 6)
"""Strength of each rank in the trump suit, 0 (six) to 8 (Under, the *Puur*)."""


def card_values(table: int) -> tuple[int, ...]:
    """What each card counts.

    Parameters
    ----------
    table : int
        Code of a value table, a place in `TABLES`.

    Returns
    -------
    tuple of int
        Points of the cards 0 to 35.

    Examples
    --------
    >>> values = card_values(TABLES.index("R"))
    >>> values[9 + 5], values[5], sum(values)      # Puur, another Under, the deck
    (20, 2, 152)
    """
    name = TABLES[table]
    if name in ("obenabe", "undenufe", "plain"):
        return tuple(_RANK_VALUES[name][card % 9] for card in DECK)
    return tuple(
        _RANK_VALUES["trump" if card // 9 == table else "plain"][card % 9] for card in DECK
    )
