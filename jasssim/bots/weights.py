"""Weights of the fitted policy: small files, one for each shape of contract.

The shipped ones lie in ``jasssim/bots/weights``; ``jasssim fit`` makes them. A file says what a
feature of a card is worth in each class of decisions, and how that was found.
"""

from __future__ import annotations

from functools import cache
from math import isfinite
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from ..engine.features import FEATURES, NAMES
from ..engine.fitted import (
    BRAIN,
    CALL_UNIT,
    CALLS,
    CLASSES,
    DATA_WORDS,
    FIRSTS,
    MASKS,
    PHASES,
    ROLE_NAMES,
    SCALE,
)
from ..engine.houses import SHAPES, shape_name
from ..engine.pointers import place_of
from ..game.cards import SUITS
from ..game.contract import contract_names, modes, parse_contract
from ..game.rules import Rules
from ..game.values import load_values

FOLDER = Path(__file__).with_name("weights")
LARGEST_FEATURE = 160
MOST = ((1 << 31) - 1) // (SCALE * LARGEST_FEATURE)
"""What the sizes of a class's weights may add up to, so that no score outgrows 32 bits."""

SIDE_NAMES = {
    "mixed": ("plain", "trump"),
    "open": ("plain", "trump"),
    "alone": ("low", "high"),
    "low": ("low", "high"),
}
"""What parts the two sides of a shape's classes, where it is not whose team called."""

LEAD_SITUATIONS = ("none", "one", "more")
TRICK_SITUATIONS = ("loses", "takes", "boss")
PARTNER_SITUATIONS = ("loses", "takes", "partner")
"""Situations. On the lead: how many bosses are in hand. In second to fourth place: no card takes
the trick so far, one does, a boss does (told apart in second place, and wherever each plays
alone), or, in third and fourth place, the partner is ahead."""

BLOCKS = 3
"""Phases of 3×3, its blocks; all other shapes have `PHASES`."""


class ClassWeights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of a class of decisions.

    ``decisions`` is how many were looked at, ``r2`` the share of the spread of their cards'
    outcomes that the weights explain. ``weights`` are in the order of the file's features, and
    so is ``spread``: hundredths of a feature's standard deviation among the cards of a decision.
    """

    decisions: int
    r2: float
    weights: tuple[float, ...]
    spread: tuple[int, ...]


class Margin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much better the weights played than a bot, in a duel on boards of a seed.

    ``unit`` is points a deal, or marks where each plays for itself.
    """

    over: str
    unit: str
    seed: int
    boards: int
    mean: float
    se: float


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of weights: where it comes from, and the weights of each class."""

    about: str
    shape: str
    contracts: tuple[str, ...]
    rules: str
    conventions: tuple[str, ...]
    target: str
    unit: str
    command: str
    engine: str
    seed: int
    passes: tuple[int, ...]
    random_share: float
    ridge: float
    decisions: int
    candidates: int
    r2: float
    residual: float
    margin: Margin | None
    features: tuple[str, ...]
    classes: dict[str, ClassWeights]


def class_names(shape: str) -> tuple[str, ...]:
    """Names of a shape's classes in the order of their codes: role, phase, side, situation.

    Examples
    --------
    >>> class_names("slalom")[:3]
    ('lead 1 ours none', 'lead 1 ours one', 'lead 1 ours more')
    """
    sides = SIDE_NAMES.get(shape, ("ours", "theirs"))
    return tuple(
        f"{role} {phase + 1} {side} {situation}"
        for phase in range(BLOCKS if shape == "mixed" else PHASES)
        for role in ROLE_NAMES
        for side in sides
        for situation in situation_names(shape, role)
    )


def situation_names(shape: str, role: str) -> tuple[str, ...]:
    """Names of the situations of a role.

    Examples
    --------
    >>> situation_names("slalom", "discard_3")
    ('loses', 'takes', 'partner')
    """
    if role == "lead":
        return LEAD_SITUATIONS
    with_partner = shape not in ("alone", "low") and role[-1] != "2"
    return PARTNER_SITUATIONS if with_partner else TRICK_SITUATIONS


def _one_of(place: str, what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise ValueError(f"{place}: unknown {what} {value!r}: expected one of {', '.join(known)}")


def check_weights(weights: Weights, place: str) -> None:
    """Refuse weights that this version cannot play by; the text names the place and the value."""
    _one_of(place, "shape", weights.shape, SHAPES)
    for name in weights.features:
        _one_of(place, "feature", name, tuple(NAMES.values()))
    if len(set(weights.features)) < len(weights.features):
        twice = next(f for f in weights.features if weights.features.count(f) > 1)
        raise ValueError(f"{place}: feature {twice!r} is there twice: expected each once")
    wanted = len(weights.features)
    for name, own in weights.classes.items():
        if name not in class_names(weights.shape):
            raise ValueError(
                f"{place}: unknown class {name!r}: expected role, phase, side and situation, such "
                f"as {class_names(weights.shape)[0]!r}; see docs/fitted.md"
            )
        for part in ("weights", "spread"):
            found = len(getattr(own, part))
            if found != wanted:
                raise ValueError(
                    f"{place}: class {name!r} has {found} numbers under {part!r}; expected "
                    f"{wanted}, one per feature"
                )
        size = sum(abs(weight) for weight in own.weights)
        if not isfinite(size) or size > MOST:
            raise ValueError(
                f"{place}: the weights of class {name!r} come to {size:g} in size; expected at "
                f"most {MOST}, or scores would not fit into 32 bits"
            )


def read_file(path: Path) -> Weights:
    """The weights of one file; raises ValueError with the place and what is wrong."""
    try:
        weights = msgspec.json.decode(path.read_bytes(), type=Weights)
    except OSError as error:
        raise ValueError(
            f"{path}: cannot be read ({error.strerror}): expected a file or folder of weights, as "
            "`jasssim fit` makes them"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: no file of weights: {error}") from None
    check_weights(weights, str(path))
    return weights


def read_weights(place: str | Path = FOLDER) -> dict[str, Weights]:
    """Weights by shape, from one file or from all JSON files of a folder.

    Raises
    ------
    ValueError
        If there are none, a file is broken, or two are of one shape.

    Examples
    --------
    >>> read_weights()["slalom"].contracts
    ('slalom-obenabe', 'slalom-undenufe')
    """
    where = Path(place)
    paths = sorted(where.glob("*.json")) if where.is_dir() else [where]
    if not paths:
        raise ValueError(f"{where}: no weights in this folder: expected files like slalom.json")
    found: dict[str, Weights] = {}
    sources: dict[str, Path] = {}
    for path in paths:
        weights = read_file(path)
        if weights.shape in found:
            raise ValueError(
                f"{path}: weights of the shape {weights.shape!r} are in {sources[weights.shape]}, "
                "too: expected one file per shape"
            )
        found[weights.shape], sources[weights.shape] = weights, path
    return found


def nearest_class(weights: Weights, name: str) -> ClassWeights | None:
    """Weights of a class, or of the nearest phase with the same role, side and situation.

    A fit in which the caller always leads has never seen the other team on the first lead.

    Examples
    --------
    >>> slalom = read_weights()["slalom"]
    >>> nearest_class(slalom, "lead 1 theirs one") == slalom.classes["lead 2 theirs one"]
    True
    """
    role, phase, side, situation = name.split()
    others = sorted(range(1, PHASES + 1), key=lambda other: (abs(other - int(phase)), -other))
    names = (f"{role} {other} {side} {situation}" for other in others)
    return next((weights.classes[name] for name in names if name in weights.classes), None)


def pack_weights(by_shape: dict[str, Weights]) -> NDArray[np.int64]:
    """Weights as the data of a bot, for `jasssim.bots.player`."""
    places = {name: place for place, name in NAMES.items()}
    numbers = np.zeros(2 * DATA_WORDS, np.int32)
    for shape, weights in by_shape.items():
        code = SHAPES.index(shape)
        columns = np.array([places[name] for name in weights.features], np.int64)
        for number, name in enumerate(class_names(shape)):
            own = nearest_class(weights, name)
            if own is not None and len(columns):
                first = FEATURES * (CLASSES * code + number)
                numbers[first + columns] = np.rint(np.array(own.weights) * SCALE).astype(np.int32)
        numbers[FEATURES * CLASSES * len(SHAPES) + code] = 1
    start = 2 * place_of(BRAIN, "calls")
    numbers[start : start + CALLS // 2] = call_values().view(np.int32)
    return numbers.view(np.int64)


def brain_of(data: NDArray[np.int64] | None) -> NDArray[np.void]:
    """Memory of the fitted policy with some weights, array of BRAIN, shape (1,)."""
    brains = np.zeros(1, BRAIN)
    if data is not None:
        brains.view(np.int64)[: len(data)] = data
    return brains


@cache
def call_values() -> NDArray[np.int16]:
    """What each suit of a hand adds to its value for a caller, in 1 / `CALL_UNIT` of a point.

    Returns
    -------
    int16 array, shape (CALLS,)
        By shape, kind of the first trick, whether the suit is its trump, and a suit's nine bits;
        from the shipped hand values, 0 where they have none.
    """
    values, rules = load_values(), Rules()
    table = np.zeros((len(SHAPES), len(FIRSTS), 2, MASKS), np.int16)
    for text in contract_names(rules):
        contract = parse_contract(text, rules)
        first = modes(contract, rules)[0]
        side = 1 if first == "E" else 0
        if first not in SUITS or side:
            tables = np.rint(values.suit_tables(contract) * CALL_UNIT).astype(np.int16)
            place = FIRSTS.index(first) if first in FIRSTS else 0 if side else 1
            shape = SHAPES.index(shape_name(contract, rules))
            table[shape, place] = tables[1], tables[0]
    table[SHAPES.index("open")] = table[SHAPES.index("alone")]
    return table.reshape(-1)


def load_weights(place: str | Path = FOLDER) -> NDArray[np.int64]:
    """Weights of a file or folder as the data of a bot; the rule policy plays where none are.

    Parameters
    ----------
    place : str or Path
        A file of ``jasssim fit``, or a folder of such files; by default the shipped ones.

    Raises
    ------
    ValueError
        As `read_weights`.

    Examples
    --------
    >>> load_weights().dtype
    dtype('int64')
    """
    return pack_weights(read_weights(place))
