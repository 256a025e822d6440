"""Kinds of contracts: what is played in each of the nine tricks, and by which values.

A kind is one TOML file in ``jasssim/game/contracts``, found by scan, or a table of a rule
set for a row that only one region plays.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from .cards import SUITS

FOLDER = Path(__file__).with_name("contracts")
DIRECTIONS = ("obenabe", "undenufe")
JOKER, TRUMP = "joker", "trump"
BLOCKS = ("block1",) * 3 + ("block2",) * 3 + ("block3",) * 3

Token = Literal[
    "obenabe", "undenufe", "choice", "other", "turn", "block1", "block2", "block3", "open"
]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of contract, as its file or a rule set gives it.

    ``id`` is its name, for a file the file's. ``schedule`` names the mode of each trick: a
    direction, the caller's ``choice`` out of ``choices`` (suits or directions), the
    ``other`` direction, ``turn`` (the choice where ``guschti_first`` is 5, else the other),
    a ``block`` of 3×3, or ``open`` (the first void player's card makes trump).
    ``values`` is ``own`` (the mode's own table), ``alternating`` (by ``alt_values``),
    ``blocks`` (by ``block3_values``), ``trump`` (the final trump's, for all tricks), or
    ``obenabe`` or ``undenufe`` for all tricks.
    ``goal`` is ``points``, ``avoid`` (the caller's team wants none) or ``alone`` (each
    seat for itself: the highest or the lowest score).
    """

    schedule: tuple[Token, Token, Token, Token, Token, Token, Token, Token, Token]
    id: str = ""
    about: str = ""
    de: str = ""
    en: str = ""
    choices: tuple[Literal["E", "R", "S", "L", "obenabe", "undenufe"], ...] = ()
    values: Literal["own", "alternating", "blocks", "trump", "obenabe", "undenufe"] = "own"
    goal: Literal["points", "avoid", "alone"] = "points"

    def __post_init__(self) -> None:
        tokens, choices = set(self.schedule), set(self.choices)
        turning = bool(tokens & {"other", "turn"})
        blocks = bool(tokens & set(BLOCKS))
        suits = choices & set(SUITS)
        faults = {
            "schedule mixes open with other modes; expected nine times open": "open" in tokens
            and tokens != {"open"},
            "blocks stand three by three: block1, block2 and block3": blocks
            and self.schedule != BLOCKS,
            "choices are given just where schedule has choice, other or turn": bool(choices)
            != bool(tokens & {"choice", "other", "turn"}),
            "choices name one twice; expected each once": len(choices) != len(self.choices),
            "other and turn need choices that are directions": turning and bool(suits),
            "choices mix suits and directions": bool(suits) and suits != choices,
            "values of an open schedule: expected trump": "open" in tokens
            and self.values != "trump",
            "values = 'trump' needs a trump: an open schedule, blocks, or choices of a suit": (
                self.values == "trump" and not (suits or blocks or "open" in tokens)
            ),
            "values = 'blocks' needs the schedule of 3×3": self.values == "blocks" and not blocks,
            "values = 'alternating' needs choices of both directions, the first trick's being "
            "choice": self.values == "alternating"
            and (self.schedule[0] != "choice" or choices != set(DIRECTIONS)),
            "goal = 'alone' is for nine times open": self.goal == "alone" and "open" not in tokens,
        }
        for fault, holds in faults.items():
            if holds:
                raise ValueError(fault)

    @property
    def turns_by_choice(self) -> bool:
        """Whether the caller chooses the first of two directions, as in Slalom and Guschti."""
        return bool({"other", "turn"} & set(self.schedule))

    @property
    def has_fixed_total(self) -> bool:
        """Whether one table counts for all tricks.

        Unless ``alt_values`` or ``block3_values`` let each trick count by its own.
        """
        modes = {"trump" if token == "choice" else token for token in self.schedule}
        return self.values != "own" or len(modes) == 1


@cache
def load_kinds() -> dict[str, Kind]:
    """All shipped kinds of contracts by name, from the files in `FOLDER`.

    Raises
    ------
    ValueError
        If a file is no TOML or has an unknown key or value; the text names both.

    Examples
    --------
    >>> sorted(load_kinds())[:3]
    ['3x3', 'guschti', 'misere']
    """
    kinds = {}
    for path in sorted(FOLDER.glob("*.toml")):
        try:
            values = tomllib.loads(path.read_text("utf-8"))
            kinds[path.stem] = msgspec.convert({"id": path.stem, **values}, Kind)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise ValueError(f"{path}: {error}") from None
    return kinds


def row_kinds() -> tuple[str, ...]:
    """Kinds that a row of a chart may have without a definition of its own.

    Examples
    --------
    >>> row_kinds()[:5], "joker" in row_kinds()
    (('E', 'R', 'S', 'L', '3x3'), True)
    """
    return (*SUITS, *(name for name in load_kinds() if name != TRUMP), JOKER)
