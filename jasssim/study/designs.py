"""Building blocks of designs: arms, comparisons of conventions, the caller's choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..game.contract import check_start, parse_contract
from ..game.rules import Rules
from ..game.scoring import ALT_VALUES
from ..lab.summary import OWN, Cell
from ..lab.survey import Arm, make_arm
from .tables import START, split_contract
from .tally import Choice, Contrast

if TYPE_CHECKING:
    from .runs import Config

STARTS = ("obenabe", "undenufe")


def make_arms(config: Config, plain: Sequence[str], families: Sequence[str]) -> tuple[Arm, ...]:
    """Arms of some contracts, and of both starts of some families under each convention.

    The arm that is played under `START` is counted by all conventions. Starts that the
    rules do not allow are left out.

    Parameters
    ----------
    config : Config
        Bots, seed and rules.
    plain : sequence of str
        Contracts that the conventions do not touch.
    families : sequence of {"slalom", "guschti"}
        Kinds of contract that they do.
    """
    arms = [make_arm(config.seats, text, config.seed, config.rules) for text in plain]
    for text in [f"{family}-{start}" for family in families for start in STARTS]:
        if not is_allowed(text, config.rules):
            continue
        for played in ALT_VALUES:
            house = msgspec.structs.replace(config.rules, alt_values=played)
            scored = ALT_VALUES if played == START else (played,)
            arms.append(make_arm(config.seats, text, config.seed, house, scored))
    return tuple(arms)


def is_allowed(contract: str, rules: Rules) -> bool:
    """Whether the rules allow a contract's start.

    Examples
    --------
    >>> is_allowed("slalom-undenufe", Rules(alt_start="obenabe"))
    False
    """
    try:
        check_start(parse_contract(contract), rules)
    except ValueError:
        return False
    return True


def shifts(arms: Sequence[Arm]) -> tuple[Contrast, ...]:
    """Differences to `START` of each other convention, rescored, replayed, and of the two."""
    texts = dict.fromkeys(c.contract for arm in arms for c in arm.cells if c.scored != OWN)
    found = []
    for text in texts:
        for other in [convention for convention in ALT_VALUES if convention != START]:
            base, scored = Cell(text, START, START), Cell(text, START, other)
            played = Cell(text, other, other)
            pairs = {"rescored": (scored, base), "replayed": (played, base)}
            pairs["play"] = (played, scored)
            found += [Contrast(text, other, how, pair, (1, -1)) for how, pair in pairs.items()]
    return tuple(found)


def choices(arms: Sequence[Arm], kinds: Sequence[str]) -> tuple[Choice, ...]:
    """The caller's choice of the start in each kind that has more than one, by convention."""
    cells = [cell for arm in arms for cell in arm.cells if cell.played == cell.scored]
    found = []
    for kind in kinds:
        for convention in (OWN, *ALT_VALUES):
            options = {
                split_contract(cell.contract)[1]: cell
                for cell in cells
                if cell.scored == convention and split_contract(cell.contract)[0] == kind
            }
            if len(options) > 1:
                names, of = tuple(options), tuple(options.values())
                found.append(Choice(f"{kind}-best", convention, names, of))
    return tuple(found)
