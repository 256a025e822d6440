"""What a hand is worth to the caller in each contract, read from a small table.

A table is one JSON file: the shipped ones lie in ``jasssim/game/values``, a path names any
other; ``jasssim run values`` makes one. It holds one linear model per class of contracts, the
suits made alike, whose features each look at one suit of the hand. A hand's value is therefore
the sum of four look-ups, one per suit, in tables of 512 entries.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from .cards import LANE, LANE_BITS
from .checks import ROUND_POINTS
from .contract import Contract
from .rules import Rules, load_rules, ruleset_names
from .scoring import known_trump
from .value_table import FEATURES, TARGETS, Fit, Table, check_table, class_name, suit_features

FOLDER = Path(__file__).with_name("values")
TOUCHED = (
    "undertrump", "molotow_undertrump", "puur_exempt", "molotow_trump_from", "first_lead",
    "alt_values", "guschti_first", "block3_values", "block3_choice", "undenufe_values", "weis",
)  # fmt: skip
"""Parameters that change what a hand takes; Weis are in no table at all."""

MAKE = "jasssim run values --rules RULES"
Target = Literal["points", "match"]


def suit_masks(hands: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Each suit's nine bits of some hands, shape (n, 4)."""
    lanes = np.arange(4, dtype=np.uint64) * np.uint64(LANE)
    masks: NDArray[np.int64] = (hands[:, None] >> lanes & np.uint64(LANE_BITS)).astype(np.int64)
    return masks


@dataclass(frozen=True, eq=False)
class HandValues:
    """Values of hands, as a table gives them.

    Attributes
    ----------
    table : Table
        The table.
    place : str
        Where it was read.
    """

    table: Table
    place: str
    _tables: dict[str, NDArray[np.float64]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        side, trump = (suit_features(trump).astype(np.float64) for trump in (False, True))
        tables = {}
        for name, model in self.table.classes.items():
            for target in TARGETS:
                fit: Fit = getattr(model, target)
                parts = (side @ fit.side, trump @ (fit.trump or np.zeros(len(FEATURES))))
                tables[f"{name} {target}"] = np.stack(parts) + fit.intercept / 4
        object.__setattr__(self, "_tables", tables)

    def suit_tables(self, contract: Contract, target: Target = "points") -> NDArray[np.float64]:
        """What each suit of a hand adds to its value, shape (4, 512).

        Entry ``[suit, bits]`` belongs to a suit's nine bits, the six the lowest; a hand's value
        is the sum over the four suits.

        Parameters
        ----------
        contract : Contract
            As it is called: of 3×3 the first block alone, of Molotow no trump.
        target : {"points", "match"}
            `points` or `match`.

        Raises
        ------
        ValueError
            If the table has no model of the contract.

        Examples
        --------
        >>> tables = load_values().suit_tables(Contract("trump", "R"))
        >>> puur = 1 << 5
        >>> bool(tables[1, puur] - tables[1, 0] > tables[0, puur] - tables[0, 0])
        True
        """
        name = class_name(contract)
        if name not in self.table.classes:
            raise ValueError(
                f"hand values {self.place!r} have none of contract {str(contract)!r}, only of "
                f"{', '.join(self.table.classes)}; and `{MAKE}` makes a table of every contract "
                "that RULES let a caller name"
            )
        special = np.arange(4) == known_trump(contract)
        tables: NDArray[np.float64] = self._tables[f"{name} {target}"][special.astype(int)]
        return tables

    def points(self, hands: NDArray[np.uint64], contract: Contract) -> NDArray[np.float64]:
        """Points that the caller's team may expect to write of, before rounding, shape (n,).

        Its card points with the last trick's five, without a bonus; where it wants none, as in
        Misère, the opponents'. The caller leads; Molotow is played by teams.

        Parameters
        ----------
        hands : uint64 array, shape (n,)
            The caller's nine cards, as a set of `jasssim.game.cards`.
        contract : Contract
            As it is called; errors as in `suit_tables`.

        Examples
        --------
        >>> from jasssim.game.notation import parse_hand
        >>> hands = np.array([parse_hand("EU E9 EA E7 RA RK SA S6 L6")], np.uint64)
        >>> for contract in (Contract("trump", "E"), Contract("obenabe")):
        ...     print(load_values().points(hands, contract).round().tolist())
        [131.0]
        [108.0]
        """
        return _look_up(self.suit_tables(contract, "points"), hands)

    def match(self, hands: NDArray[np.uint64], contract: Contract) -> NDArray[np.float64]:
        """Chance that the caller's team has its match, shape (n,).

        All nine tricks; where it wants none, no trick. The forecast is linear like that of
        points: right on average, but below zero for many a poor hand and too low for the best.
        """
        return _look_up(self.suit_tables(contract, "match"), hands)

    def foreign(self, rules: Rules) -> list[str]:
        """Parameters of the rules that make hands worth something else than the table says.

        Empty where the table was made by rules that are not shipped: only who made it knows.

        Examples
        --------
        >>> load_values().foreign(Rules(alt_values="per_trick", rounding="floor"))
        ['alt_values']
        """
        if self.table.rules not in ruleset_names():
            return []
        made = load_rules(self.table.rules)
        return [name for name in TOUCHED if getattr(rules, name) != getattr(made, name)]

    def written_tables(self, contract: Contract, rules: Rules) -> NDArray[np.float64]:
        """What each suit adds to the points that rules let the caller write, shape (4, 512).

        Entries as in `suit_tables`. Tens are written as `Rules.write` rounds them, on average
        over the last digit; a match adds what it writes more than 157 points do.

        Examples
        --------
        >>> values, sums = load_values(), []
        >>> for rounding in ("half_up", "floor"):
        ...     rules = Rules(rounding=rounding, match_value=157)
        ...     sums.append(values.written_tables(Contract("obenabe"), rules).sum())
        >>> round(float(sums[0] - sums[1]) / 512, 9)
        0.5
        """
        tables = self.suit_tables(contract, "points")
        if rules.rounding != "none":
            rounded = np.mean([rules.write(digit) - digit / 10 for digit in range(10)])
            tables = tables / 10 + rounded / 4
        added = rules.match_mode == "add"
        match = rules.match_value + ROUND_POINTS if added else rules.match_value
        more = rules.write(match) - rules.write(ROUND_POINTS)
        return tables + more * self.suit_tables(contract, "match")


def _look_up(tables: NDArray[np.float64], hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    values: NDArray[np.float64] = tables[np.arange(4), suit_masks(hands)].sum(axis=1)
    return values


def value_names() -> list[str]:
    """Names of the shipped tables."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


class Source(NamedTuple):
    """A table's file as it was read; a run keeps to it, whatever becomes of the file."""

    place: str
    data: bytes


def read_values(name: str | Path = "rule") -> Source:
    """The file of a table.

    Parameters
    ----------
    name : str or Path
        Name of a shipped table (that of the bot who played), or the path of a file.

    Raises
    ------
    ValueError
        If there is no such table; the text names the place.
    """
    shipped = FOLDER / f"{name}.json"
    path = shipped if shipped.is_file() else Path(name)
    try:
        return Source(str(name), path.read_bytes())
    except OSError as error:
        raise ValueError(
            f"unknown table of values {str(name)!r} ({error.strerror}): expected one of "
            f"{', '.join(value_names())} or the path of a file that `{MAKE}` made"
        ) from None


def load_values(name: str | Path | Source = "rule") -> HandValues:
    """Values of hands from a table.

    Parameters
    ----------
    name : str, Path or Source
        What `read_values` takes, or what it gave.

    Raises
    ------
    ValueError
        If there is no such table or the file is none; the text names the place.

    Examples
    --------
    >>> load_values("rule").table.bots
    ('rule',)
    """
    place, data = name if isinstance(name, Source) else read_values(name)
    try:
        table = msgspec.json.decode(data, type=Table)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{place}: no table of values: {error}") from None
    check_table(table, place)
    return HandValues(table, place)
