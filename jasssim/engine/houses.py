"""A contract under house rules as the record of numbers that the kernels read."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..game.cards import SUITS
from ..game.contract import Contract, goal, load_kind, modes
from ..game.orders import CHOOSE, MODES, OBENABE, PLAIN, UNDENUFE
from ..game.rules import Rules
from ..game.scoring import FINAL, known_trump, value_rule
from .view import ALONE, AVOID, HOUSE, LOW, POINTS

_EVERY = np.uint64(0xFFFFFFFFFFFFFFFF)
SHAPES = ("trump", "up", "down", "slalom", "guschti", "mixed", "open", "avoid", "alone", "low")
"""What contracts look like to a player of cards, by their codes: one trump; one direction; two
that change often, or once; trump in some tricks only; trump made in play; and by goal, nobody
wants points, everyone plays for itself, or everyone wants few."""

OFTEN = 3
"""Changes of direction from which on a contract looks like Slalom."""

_GOALS = {"points": POINTS, "avoid": AVOID, "alone": ALONE, "low": LOW}


def shape_name(contract: Contract, rules: Rules) -> str:
    """What a contract looks like, one of `SHAPES`: by its schedule and goal, not by its name.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> [shape_name(parse_contract(c), Rules()) for c in ("E", "guschti-undenufe", "3x3:E")]
    ['trump', 'guschti', 'mixed']
    """
    aim = goal(contract, rules)
    played = modes(contract, rules)
    if aim != "points":
        return aim
    if "open" in played:
        return "open"
    suits = {mode for mode in played if mode in SUITS}
    if suits or "choose" in played:
        return "trump" if len(set(played)) == 1 else "mixed"
    changes = sum(a != b for a, b in pairwise(played))
    if not changes:
        return "up" if played[0] == "obenabe" else "down"
    return "slalom" if changes >= OFTEN else "guschti"


def house_record(contract: Contract, rules: Rules) -> NDArray[np.void]:
    """Record of a contract under house rules, shape (1,), dtype `HOUSE`.

    Raises
    ------
    ValueError
        If the rules do not allow the contract's start.
    """
    record = np.zeros(1, HOUSE)
    codes = [MODES.index(mode) for mode in modes(contract, rules)]
    rule = value_rule(contract, rules)
    trump = known_trump(contract)
    final = trump if trump >= 0 else PLAIN
    constant = len(set(rule)) == 1
    values = []
    for code in codes:
        table = rule.trump if code < 4 else rule.down if code == UNDENUFE else rule.up
        if code == CHOOSE and not constant:
            values.append(CHOOSE)
        elif table == FINAL:
            values.append(code if code < 4 else final)
        else:
            values.append(table)
    house = record[0]
    house["modes"] = codes
    house["values"] = values
    house["goal"] = _GOALS[goal(contract, rules)]
    house["trump_mode"] = trump
    house["form"] = SHAPES.index(shape_name(contract, rules))
    house["by_trump"] = rule.up == FINAL and trump < 0
    house["down_table"] = UNDENUFE if rules.undenufe_values == "six11" else OBENABE
    house["caller_picks"] = rules.block3_choice == "caller"
    house["chosen"] = sum(1 << trick for trick, code in enumerate(codes) if code == CHOOSE)
    house["chosen_values"] = sum(1 << trick for trick, code in enumerate(values) if code == CHOOSE)
    house["late"] = rules.molotow_trump_from == "next_trick"
    opens = "open" in load_kind(contract.kind, rules).schedule
    under = rules.molotow_undertrump if opens else rules.undertrump
    house["exempt"] = _EVERY if rules.puur_exempt else 0
    house["no_side"] = _EVERY if under == "void" else 0
    house["any_trump"] = _EVERY if under == "free" else 0
    house["must_beat"] = _EVERY if under == "no_alternative" else 0
    return record
