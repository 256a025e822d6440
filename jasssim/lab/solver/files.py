"""Files of positions with open hands, and whether the values in them are right.

A file is JSON: ``{"about": "...", "positions": [...]}``. A position is the beginning of a
trick, or with ``table`` a place within it, late or early in a deal. It has the keys of
`RawPosition`; points are counted from there on.
"""

from __future__ import annotations

import codecs
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from ...game.cards import cards_to_set, parse_card
from ...game.contract import Contract, parse_contract
from ...game.rules import Rules, change_rules, load_rules
from .plans import template
from .position import Position, points_left
from .solve import Solution

Seat = Annotated[int, Meta(ge=0, le=3)]


class RawPosition(msgspec.Struct, forbid_unknown_fields=True):
    """A position as the file gives it.

    Attributes
    ----------
    contract : str
        The contract as far as it is known.
    cards : int
        Cards of a hand when the trick begins: nine less `trick_no`.
    trick_no : int
        Number of the trick, 0 to 8, by which directions and blocks count.
    leader : int
        Seat that leads, or led, the trick.
    hands : list of four lists of str
        Cards still held.
    team0_points : int or None
        What seats 0 and 2 still win, if that is to be checked.
    rules : dict
        Parameters that differ from the default rules.
    caller : int
        Calling seat.
    table : list of str
        Cards on the table, the led one first.
    tens : bool
        Whether the written points are enough.
    """

    contract: str
    cards: Annotated[int, Meta(ge=1, le=9)]
    trick_no: Annotated[int, Meta(ge=0, le=8)]
    leader: Seat
    hands: Annotated[list[list[str]], Meta(min_length=4, max_length=4)]
    team0_points: int | None = None
    rules: dict[str, Any] = {}
    caller: Seat = 0
    table: list[str] = []
    tens: bool = False


class PositionFile(msgspec.Struct):
    """A file of positions."""

    positions: list[RawPosition]
    about: str = ""


class FilePosition(NamedTuple):
    """A position of a file.

    Attributes
    ----------
    position : Position
        The position.
    tens : bool
        Whether the written points are enough.
    expected : int or None
        What the file says that seats 0 and 2 still win.
    """

    position: Position
    tens: bool
    expected: int | None


def load_positions(path: str | Path) -> list[FilePosition]:
    """Positions of a file.

    Raises
    ------
    ValueError
        If the file is no JSON or a position is wrong; the text names file and key.
    OSError
        If the file cannot be read.
    """
    text = Path(path).read_bytes().removeprefix(codecs.BOM_UTF8)
    try:
        file = msgspec.json.decode(text, type=PositionFile)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        key = f"{where.strip('.`')}: " if where else ""
        raise ValueError(f"{path}: {key}{what[0].lower()}{what[1:]}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: no valid JSON: {error}") from None
    return [_read(raw, f"{path}: positions[{at}]") for at, raw in enumerate(file.positions)]


def _read(raw: RawPosition, place: str) -> FilePosition:
    if raw.cards != 9 - raw.trick_no:
        raise ValueError(
            f"{place}.cards = {raw.cards}: expected {9 - raw.trick_no} in trick_no {raw.trick_no}"
        )
    try:
        rules = _house(msgspec.json.encode(raw.rules))
    except ValueError as error:
        raise ValueError(f"{place}.{error}") from None
    contract = _contract(raw, rules, f"{place}.contract")
    a, b, c, d = (
        cards_to_set(_cards(hand, f"{place}.hands[{seat}]")) for seat, hand in enumerate(raw.hands)
    )
    table = tuple(_cards(raw.table, f"{place}.table"))
    try:
        position = Position(
            (a, b, c, d), raw.leader, contract, rules, raw.caller, table, raw.trick_no
        )
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if raw.caller % 2 and points_left(position) is None:
        raise ValueError(
            f"{place}.caller = {raw.caller}: what seats 0 and 2 win hangs on the play here, since "
            "both teams together have no fixed points; expected 0 or 2"
        )
    return FilePosition(position, raw.tens, raw.team0_points)


@cache
def _house(overrides: bytes) -> Rules:
    return change_rules(load_rules(), msgspec.json.decode(overrides))


def _contract(raw: RawPosition, rules: Rules, place: str) -> Contract:
    try:
        contract = parse_contract(raw.contract, rules)
        template(contract, rules)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    return contract


def _cards(texts: list[str], place: str) -> list[int]:
    try:
        found = [parse_card(text) for text in texts]
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None
    if len(set(found)) < len(found):
        raise ValueError(f"{place}: a card stands twice in {' '.join(texts)}")
    return found


def team0_points(solution: Solution) -> tuple[int, int]:
    """Bounds of what seats 0 and 2 win in a position of a file; equal where it is known.

    Examples
    --------
    >>> from jasssim.lab.solver.solve import solve
    >>> team0_points(solve("1:AK... O9... X8... 76...", "undenufe"))
    (0, 0)
    """
    if solution.position.caller % 2 == 0:
        return solution.low, solution.high
    total = points_left(solution.position)
    assert total is not None  # the file would have been refused
    return total - solution.high, total - solution.low


def differs(solution: Solution, expected: int | None) -> bool:
    """Whether a file's value lies outside of what was proven."""
    low, high = team0_points(solution)
    return expected is not None and not low <= expected <= high
