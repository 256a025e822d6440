"""House rules as named parameters; rule sets as TOML files.

A rule set is one TOML file: the shipped ones lie in ``jasssim/game/rulesets``, a path
names any other. What each parameter means to a player stands in ``docs/rules.md``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from .checks import check_kinds, check_rows, check_sense
from .kinds import Kind, row_kinds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Whole = TypeVar("Whole", int, "NDArray[np.int64]")
Undertrump = Literal["only_trumps", "no_alternative", "void", "free"]
Start = Literal["caller", "obenabe", "undenufe"]

RULESETS = Path(__file__).with_name("rulesets")


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a Coiffeur chart: its name, what is played there and its factor.

    ``start`` fixes the first direction of a Slalom or Guschti row; ``linked`` names another
    such row, and a team that has played one of the two starts the other one the other way.
    """

    id: str
    kind: str
    factor: int
    start: Start = "caller"
    linked: str = ""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every house rule: play of cards, what they count, calling, writing, solo marks.

    The defaults are those of the preset ``wyys-6``. See ``docs/rules.md``.

    Examples
    --------
    >>> Rules().undertrump, Rules(alt_values="per_trick").alt_values
    ('only_trumps', 'per_trick')
    """

    name: str = "default"
    about: str = ""
    undertrump: Undertrump = "only_trumps"
    molotow_undertrump: Undertrump = "void"
    puur_exempt: bool = True
    molotow_trump_from: Literal["immediately", "next_trick"] = "immediately"
    first_lead: Literal["caller", "forehand"] = "caller"
    alt_values: Literal["start", "per_trick", "obenabe", "undenufe"] = "start"
    guschti_first: Literal[5, 4] = 5
    alt_start: Literal["caller", "obenabe"] = "caller"
    block3_values: Literal["trump", "obenabe", "per_block"] = "trump"
    block3_choice: Literal["leader", "caller"] = "leader"
    undenufe_values: Literal["six11", "ace11"] = "six11"
    joker_inner: tuple[str, ...] = ("E", "R", "S", "L", "obenabe", "undenufe")
    rows: tuple[Row, ...] = ()
    kinds: tuple[Kind, ...] = ()
    dealer: Literal[3, 0, 1, 2] = 3
    rounding: Literal["half_up", "floor", "none"] = "half_up"
    match_mode: Literal["replace", "add"] = "replace"
    match_value: int = 160
    counter_match: Literal["zero", "bonus", "open_row"] = "zero"
    writers: Literal["caller", "both"] = "caller"
    both_total: int = 16
    tiebreaks: tuple[Literal["fewer_zeros", "best_round"], ...] = ("fewer_zeros", "best_round")
    best_round_by: Literal["row_score", "written"] = "row_score"
    weis: Literal["none", "schieber"] = "none"
    solo: Literal["molotow", "inspektioenler"] = "molotow"
    middle_pair: Literal["literal", "balanced", "void"] = "literal"
    hundred_first: bool = True

    def __post_init__(self) -> None:
        values = {key: getattr(self, key) for key in self.__struct_fields__}
        _check_choices(values)
        _check_types(values)
        check_kinds(self)
        check_rows(self)
        check_sense(self)

    def kind_names(self) -> tuple[str, ...]:
        """Kinds that a row may have: the shipped ones and those defined here."""
        return (*row_kinds(), *(kind.id for kind in self.kinds))

    def write(self, points: Whole) -> Whole:
        """Written points of points, one or many, by whole numbers alone.

        Examples
        --------
        >>> Rules().write(75), Rules(rounding="floor").write(75)
        (8, 7)
        """
        if self.rounding == "none":
            return points
        return (points + 5) // 10 if self.rounding == "half_up" else points // 10


def make_rules(values: dict[str, Any], place: str = "rules") -> Rules:
    """Rules from parameter names and values.

    Parameters
    ----------
    values : dict
        Parameters that differ from the defaults.
    place : str
        Where the values come from, for the error's text.

    Raises
    ------
    ValueError
        If a parameter or a value is unknown; the text names the place and the parameter.

    Examples
    --------
    >>> make_rules({"guschti_first": 6})
    Traceback (most recent call last):
    ...
    ValueError: rules: guschti_first = 6 is unknown; expected 5 or 4
    """
    known = Rules.__struct_fields__
    unknown = [key for key in values if key not in known]
    if unknown:
        raise ValueError(
            f"{place}: unknown parameter {unknown[0]!r}; expected one of {', '.join(known)}"
        )
    try:
        _check_choices(values)
        return msgspec.convert(values, Rules)
    except msgspec.ValidationError as error:
        text = str(error).replace(" - at `$.", " at `").replace("`$.", "`")
        raise ValueError(f"{place}: {text[0].lower()}{text[1:]}") from None
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from None


def change_rules(rules: Rules, values: dict[str, Any], place: str = "rules") -> Rules:
    """Rules with some parameters changed; errors as in `make_rules`.

    Examples
    --------
    >>> change_rules(load_rules("jasvel-8"), {"match_value": 150}).match_mode
    'add'
    """
    return make_rules({**msgspec.to_builtins(rules), **values}, place)


def _check_choices(values: dict[str, Any]) -> None:
    """Refuse a value that its parameter does not have."""
    hints = get_type_hints(Rules)
    for key, value in values.items():
        choices = get_args(hints[key]) if get_origin(hints[key]) is Literal else ()
        if hints[key] is bool:
            choices = (True, False)
        if choices and not any(type(value) is type(c) and value == c for c in choices):
            names = [str(c).lower() if c in (True, False) else str(c) for c in choices]
            expected = f"{', '.join(names[:-1])} or {names[-1]}"
            raise ValueError(f"{key} = {value!r} is unknown; expected {expected}")


def _check_types(values: dict[str, Any]) -> None:
    """Refuse a value of the wrong type, however the rules were made."""
    hints = get_type_hints(Rules)
    for key, value in values.items():
        if get_origin(hints[key]) is tuple and not isinstance(value, tuple):
            raise ValueError(f"{key}: expected a tuple, got {type(value).__name__}")
        try:
            msgspec.convert(msgspec.to_builtins(value), hints[key])
        except msgspec.ValidationError as error:
            text = str(error).replace(" - at `$", f" at `{key}")
            place = "" if f"`{key}" in text else f"{key}: "
            raise ValueError(f"{place}{text[0].lower()}{text[1:]}") from None


def ruleset_names() -> list[str]:
    """Names of the shipped rule sets."""
    return sorted(path.stem for path in RULESETS.glob("*.toml"))


def load_rules(name: str | Path = "default") -> Rules:
    """Rules of a rule set.

    Parameters
    ----------
    name : str or Path
        Name of a shipped rule set, or the path of a TOML file.

    Raises
    ------
    ValueError
        If there is no such rule set, the file is no TOML, or a parameter is unknown.

    Examples
    --------
    >>> load_rules("tafel-8").alt_start
    'obenabe'
    """
    shipped = RULESETS / f"{name}.toml"
    path = shipped if shipped.is_file() else Path(name)
    try:
        there = path.is_file()
    except OSError:  # a name longer than any file's
        there = False
    if not there:
        raise ValueError(
            f"unknown rule set {str(name)!r}: expected one of {', '.join(ruleset_names())} "
            "or the path of a TOML file"
        )
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: no valid TOML: {error}") from None
    return make_rules({"name": path.stem, **values}, str(path))
