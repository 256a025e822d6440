"""Which contracts are fitted together: all that look alike to a player of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from ...engine.houses import SHAPES, shape_name
from ...game.contract import (
    Contract,
    allowed,
    is_solo,
    known_kinds,
    load_kind,
    openings,
    parse_contract,
)
from ...game.kinds import TRUMP
from ...game.rules import Row, Rules
from ...game.scoring import ALT_VALUES

ALL_SHAPES = "all"
CONVENTIONS = ("start", "per_trick")


@dataclass(frozen=True)
class Family:
    """Contracts of one shape.

    Attributes
    ----------
    shape : str
        One of `jasssim.engine.houses.SHAPES`.
    contracts : tuple of Contract
        All of this shape that the rules let be played.
    rules : Rules
        House rules.
    variants : tuple of Rules
        The rules with each convention in turn by which alternating contracts count.
    """

    shape: str
    contracts: tuple[Contract, ...]
    rules: Rules
    variants: tuple[Rules, ...]

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""
        return is_solo(self.contracts[0], self.rules)


def all_contracts(rules: Rules) -> dict[str, list[Contract]]:
    """All that the rules let be played, by shape."""
    found: dict[str, list[Contract]] = {}
    for kind in known_kinds(rules):
        for contract in openings(kind) if kind.id == TRUMP else allowed(rules, kind.id):
            found.setdefault(shape_name(contract, rules), []).append(contract)
    return found


def shape_rules(rules: Rules) -> tuple[Rules, ...]:
    """The rules, and as far as they have no row of Molotow or have one, those that differ so."""
    alone = [kind.id for kind in known_kinds(rules) if kind.goal == "alone"]
    named = {row.kind for row in rules.rows}
    rows = tuple(Row(name, name, 1) for name in alone if name not in named)
    change = msgspec.structs.replace
    return (
        rules,
        change(rules, rows=(*rules.rows, *rows)),
        change(rules, rows=(), solo="molotow", first_lead="forehand"),
        change(rules, rows=(), solo="inspektioenler", first_lead="forehand"),
    )


def find_families(
    texts: Sequence[str], rules: Rules, conventions: Sequence[str] = CONVENTIONS
) -> tuple[Family, ...]:
    """Families of some contracts, in the order of `SHAPES`.

    Parameters
    ----------
    texts : sequence of str
        Contracts, each of which stands for all that look alike; ``trump`` for the suits, ``all``
        for every shape, Molotow by teams, alone and as Inspektiönler.
    rules : Rules
        House rules.
    conventions : sequence of str
        Conventions by which Slalom and Guschti count, in turn; none for the rules' own.

    Raises
    ------
    ValueError
        If a contract or convention is unknown.

    Examples
    --------
    >>> [family] = find_families(["slalom-undenufe"], Rules())
    >>> family.shape, [str(contract) for contract in family.contracts]
    ('slalom', ['slalom-obenabe', 'slalom-undenufe'])
    """
    if not texts:
        raise ValueError("no contract is named: expected at least one, or all")
    for word in conventions:
        if word not in ALT_VALUES:
            expected = ", ".join(ALT_VALUES)
            raise ValueError(f"unknown convention {word!r}: expected one of {expected}")
    every = ALL_SHAPES in texts
    by_shape = {
        shape: (contracts, house)
        for house in reversed(shape_rules(rules) if every else (rules,))
        for shape, contracts in all_contracts(house).items()
    }
    wanted = set(by_shape) if every else set()
    for text in texts:
        if text != ALL_SHAPES:
            contract = Contract(TRUMP, "E") if text == TRUMP else parse_contract(text, rules)
            wanted.add(shape_name(contract, rules))
    families = []
    for shape in (shape for shape in SHAPES if shape in wanted):
        contracts, house = by_shape[shape]
        turns = any(load_kind(c.kind, house).values == "alternating" for c in contracts)
        words = conventions if turns and conventions else (house.alt_values,)
        variants = tuple(msgspec.structs.replace(house, alt_values=word) for word in words)
        families.append(Family(shape, tuple(contracts), house, variants))
    return tuple(families)
