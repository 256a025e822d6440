"""Which contracts a comparison plays, and under which names their results stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...game.contract import Contract, check_start, contract_names, is_solo, parse_contract
from ...game.rules import Rules
from ...game.value_table import class_name

POINTS = "points per deal, (own - other) / 2"
MARKS = "marks per player and deal, strokes - zeros"
"""What a score of 1 means: half the difference of the teams, the mean of a board's halves."""

ALL = "all"
ORDER = ("trump", "obenabe", "undenufe", "slalom", "guschti", "misere", "3x3", "molotow")


class Slot(NamedTuple):
    """What stands under one name: one contract, or those of which the best is called.

    Attributes
    ----------
    name : str
        The contract's text, with ``trump`` for the suit that suits the caller best.
    contracts : tuple of Contract
        What may be called.
    """

    name: str
    contracts: tuple[Contract, ...]


def pooled_slots(rules: Rules) -> dict[str, Slot]:
    """Slots of everything that may be called by the rules, suits pooled, in a fixed order.

    Examples
    --------
    >>> from jasssim.game.rules import Rules
    >>> list(pooled_slots(Rules()))[:4]
    ['trump', 'obenabe', 'undenufe', 'slalom-obenabe']
    """
    found: dict[str, list[Contract]] = {}
    for text in contract_names(rules):
        contract = parse_contract(text, rules)
        if _may_start(contract, rules):
            found.setdefault(class_name(contract), []).append(contract)
    place = {kind: at for at, kind in enumerate(ORDER)}
    names = sorted(found, key=lambda name: place.get(found[name][0].kind, len(ORDER)))
    return {name: Slot(name, tuple(found[name])) for name in names}


def _may_start(contract: Contract, rules: Rules) -> bool:
    try:
        check_start(contract, rules)
    except ValueError:
        return False
    return True


def parse_slots(contracts: str | Sequence[str], rules: Rules) -> tuple[Slot, ...]:
    """Slots of a text such as ``all`` or ``trump,misere``, or of several names.

    Parameters
    ----------
    contracts : str or sequence of str
        Names parted by commas; a 3×3 is named by its first block alone. ``all`` stands for
        every contract that two sides play against each other.
    rules : Rules
        House rules.

    Raises
    ------
    ValueError
        If a name is unknown, given twice, or stands for a game that is counted otherwise
        than that of another name.

    Examples
    --------
    >>> from jasssim.game.rules import Rules
    >>> [(slot.name, len(slot.contracts)) for slot in parse_slots("trump,R,misere", Rules())]
    [('trump', 4), ('R', 1), ('misere', 1)]
    """
    parts = contracts.split(",") if isinstance(contracts, str) else contracts
    names = [name.strip() for name in parts]
    pooled = pooled_slots(rules)
    if names == [ALL]:
        return tuple(s for s in pooled.values() if not is_solo(s.contracts[0], rules))
    if ALL in names:
        raise ValueError(f"{','.join(names)!r}: {ALL} has every contract; expected it alone")
    slots = tuple(_slot(name, pooled, rules) for name in names)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"contract {twice!r} is given twice: expected each once")
    alone = [slot.name for slot in slots if is_solo(slot.contracts[0], rules)]
    if alone and len(alone) < len(slots):
        raise ValueError(
            f"contract {alone[0]!r} is counted in marks and the others in points: expected it "
            "in a comparison of its own"
        )
    return slots


def _slot(name: str, pooled: dict[str, Slot], rules: Rules) -> Slot:
    if name in pooled:
        return pooled[name]
    try:
        contract = parse_contract(name, rules)
    except ValueError:
        raise ValueError(
            f"unknown contract {name!r}: expected {ALL}, a suit (E, R, S, L) or one of "
            f"{', '.join(pooled)}"
        ) from None
    check_start(contract, rules)
    return Slot(name, (contract,))
