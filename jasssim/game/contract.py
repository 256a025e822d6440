"""Contracts: what is played in each of the nine tricks, and how it counts.

A kind of contract is one TOML file in ``jasssim/game/contracts``, found by scan: its
schedule of nine modes, its value rule and its goal. A `Contract` is a kind with the
choices that the caller makes. In text: ``E R S L``, ``obenabe``, ``undenufe``,
``slalom-obenabe``, ``guschti-undenufe``, ``misere``, ``3x3:obenabe,R``, ``molotow``.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import msgspec

from .cards import SUITS
from .rules import RowKind, Rules

FOLDER = Path(__file__).with_name("contracts")
DIRECTIONS = ("obenabe", "undenufe")

Token = Literal[
    "obenabe", "undenufe", "choice", "other", "turn", "block1", "block2", "block3", "open"
]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of contract, as its file gives it.

    ``schedule`` names the mode of each trick: a direction, the caller's ``choice``, the
    ``other`` direction, ``turn`` (the choice where ``guschti_first`` is 5, else the other),
    a ``block`` of 3×3, or ``open`` (the first void player's card makes trump).
    ``values`` is ``own`` (the mode's own table), ``alternating`` (by ``alt_values``),
    ``blocks`` (by ``block3_values``) or ``trump`` (the final trump's, for all tricks).
    ``goal`` is ``points``, ``avoid`` (the caller's team wants none) or ``alone`` (each
    seat for itself: the highest or the lowest score).
    """

    about: str
    de: str
    en: str
    schedule: tuple[Token, Token, Token, Token, Token, Token, Token, Token, Token]
    choices: tuple[str, ...] = ()
    text: str = ""
    values: Literal["own", "alternating", "blocks", "trump"] = "own"
    goal: Literal["points", "avoid", "alone"] = "points"


class Contract(NamedTuple):
    """A kind of contract with the caller's choices.

    Attributes
    ----------
    kind : str
        Name of the kind's file.
    choice : str or None
        The trump suit, the first direction of Slalom and Guschti, or Molotow's trump
        once it is known.
    blocks : tuple of str
        Modes of the blocks of 3×3 that are known so far.
    """

    kind: str
    choice: str | None = None
    blocks: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.kind == "molotow":
            return f"molotow:{self.choice}" if self.choice else "molotow"
        text = load_kind(self.kind).text or self.kind
        return text.format(choice=self.choice, blocks=",".join(self.blocks))


@cache
def load_kinds() -> dict[str, Kind]:
    """All kinds of contracts by name, from the files in `FOLDER`.

    Raises
    ------
    ValueError
        If a file is no TOML or has an unknown key or value; the text names both.
    """
    kinds = {}
    for path in sorted(FOLDER.glob("*.toml")):
        try:
            kinds[path.stem] = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Kind)
        except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
            raise ValueError(f"{path}: {error}") from None
    return kinds


def load_kind(name: str) -> Kind:
    """The kind of contract of a name."""
    return load_kinds()[name]


def contract_names() -> list[str]:
    """Texts of all contracts that leave nothing but the later blocks of 3×3 open.

    Examples
    --------
    >>> contract_names()[:3]
    ['3x3:E', '3x3:R', '3x3:S']
    """
    names = []
    for name, kind in load_kinds().items():
        if "block1" in kind.schedule:
            names += [str(Contract(name, None, (b,))) for b in (*SUITS, *DIRECTIONS)]
        elif kind.choices:
            names += [str(Contract(name, choice)) for choice in kind.choices]
        else:
            names.append(name)
    return names


def parse_contract(text: str) -> Contract:
    """Contract of a text.

    Raises
    ------
    ValueError
        If the text names no contract, or 3×3 blocks that exclude each other.

    Examples
    --------
    >>> parse_contract("slalom-undenufe")
    Contract(kind='slalom', choice='undenufe', blocks=())
    >>> str(parse_contract("3x3:obenabe,R"))
    '3x3:obenabe,R'
    """
    head, colon, tail = text.partition(":")
    for name, kind in load_kinds().items():
        if "block1" in kind.schedule and head == name and colon:
            return Contract(name, None, _parse_blocks(text, tail))
        if "open" in kind.schedule and head == name and (not colon or tail in tuple(SUITS)):
            return Contract(name, tail or None)
        for choice in kind.choices:
            if text == str(Contract(name, choice)):
                return Contract(name, choice)
        if not kind.choices and not colon and text == name and "block1" not in kind.schedule:
            return Contract(name)
    near = [name for name in contract_names() if name.partition("-")[0] == text.strip().lower()]
    known = " or ".join(near) or f"one of {', '.join(contract_names())}"
    raise ValueError(f"unknown contract {text!r}: expected {known}")


def _parse_blocks(text: str, tail: str) -> tuple[str, ...]:
    blocks = tuple(tail.split(","))
    used = ["trump" if block in SUITS else block for block in blocks]
    known = all(block in (*SUITS, *DIRECTIONS) for block in blocks)
    if not known or len(blocks) > 3 or len(set(used)) < len(used):
        raise ValueError(
            f"contract {text!r}: the blocks of 3x3 are obenabe, undenufe and one trump suit "
            "(E, R, S or L), each at most once and at least the first"
        )
    return blocks


def modes(contract: Contract, rules: Rules) -> list[str]:
    """Mode of each of the nine tricks, as far as it is known before play.

    Returns
    -------
    list of str
        Nine names of `jasssim.game.orders.MODES`.

    Raises
    ------
    ValueError
        If the rules do not allow the contract's start.

    Examples
    --------
    >>> modes(parse_contract("guschti-obenabe"), Rules(guschti_first=4))[3:6]
    ['obenabe', 'undenufe', 'undenufe']
    """
    check_start(contract, rules)
    first = contract.choice
    other = DIRECTIONS[first == "obenabe"]
    words = {"choice": first, "other": other, "turn": first if rules.guschti_first == 5 else other}
    for i in range(3):
        words[f"block{i + 1}"] = contract.blocks[i] if i < len(contract.blocks) else "choose"
    words["open"] = contract.choice or "open"
    return [words.get(token) or token for token in load_kind(contract.kind).schedule]


def check_start(contract: Contract, rules: Rules) -> None:
    """Refuse a Slalom or Guschti that starts down where the rules say up first."""
    alternating = load_kind(contract.kind).values == "alternating"
    if alternating and rules.alt_start == "obenabe" and contract.choice != "obenabe":
        raise ValueError(
            f"contract {contract} starts with {contract.choice}, but the rules "
            f"{rules.name!r} have alt_start = 'obenabe'"
        )


def goal(contract: Contract, rules: Rules) -> str:
    """What the players want: ``points``, ``avoid`` or ``alone``.

    Molotow is played alone unless the rules' chart has a row for it: as a row of a
    chart it is played by teams.
    """
    wanted = load_kind(contract.kind).goal
    row = any(row.kind == contract.kind for row in rules.rows)
    return "points" if wanted == "alone" and row else wanted


def call(rules: Rules, kind: str, choice: str | None = None) -> Contract:
    """Contract of a called row.

    Parameters
    ----------
    rules : Rules
        The rules; whether a chart still has the row open is the chart's matter.
    kind : str
        Kind of the row: a suit, ``obenabe``, ``slalom``, ``joker``, ….
    choice : str, optional
        The first direction of Slalom and Guschti, the first block of 3×3, or the inner
        contract of a joker.

    Raises
    ------
    ValueError
        If the row or the choice is not allowed.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> str(call(load_rules("tafel-8"), "joker", "undenufe"))
    'undenufe'
    """
    if kind == "joker":
        inner = (choice or "").partition("-")[0].partition(":")[0]
        if inner not in rules.joker_inner:
            allowed = ", ".join(rules.joker_inner)
            raise ValueError(f"a joker may not be {choice!r}: expected one of {allowed}")
        contract = parse_contract(choice or "")
        if len(contract.blocks) > 1 or (contract.kind == "molotow" and contract.choice):
            raise ValueError(
                f"a joker may not be {choice!r}: only what the caller chooses is named"
            )
    elif kind in ("slalom", "guschti"):
        contract = parse_contract(f"{kind}-{choice}")
    elif kind == "3x3":
        contract = parse_contract(f"3x3:{choice}")
        if len(contract.blocks) > 1:
            raise ValueError(f"3x3 is called with its first block only, not with {choice!r}")
    elif choice is not None:
        raise ValueError(
            f"a row of kind {kind!r} leaves nothing to choose, but {choice!r} was named"
        )
    elif kind in get_args(RowKind):
        contract = parse_contract(kind)
    else:
        raise ValueError(f"unknown kind of row {kind!r}: expected one of {get_args(RowKind)}")
    check_start(contract, rules)
    return contract
