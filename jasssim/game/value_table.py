"""The file behind hand values: linear models by class of contracts, and their features."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from .cards import LANE_BITS, RANKS, SUITS
from .contract import Contract
from .orders import TRUMP_ORDER

SHAPES = ("length", "top", "bottom")
FEATURES = (*RANKS, *(f"{shape} {n}" for shape in SHAPES for n in range(1, 10)))
"""What a model looks at in one suit: its nine cards, its length, its runs from both ends."""

TARGETS = ("points", "match")


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A linear model of one target, and how well it forecasts deals it was not fitted on.

    ``mean`` is over all plays. Over the deals held out, and None where these cannot say: ``r2``
    is the share of the spread that the model explains, ``best`` the share that any function of
    the hand could, both with standard errors; ``rmse`` is the root of the mean square left.
    ``side`` are the weights of `FEATURES` in a suit that is not trump, ``trump`` those in the
    trump suit, empty where none is known.
    """

    mean: float
    r2: float | None
    r2_se: float | None
    best: float | None
    best_se: float | None
    rmse: float
    intercept: float
    side: tuple[float, ...]
    trump: tuple[float, ...]


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Both models of a class of contracts; the number of plays, and how many were held out."""

    n: int
    held_out: int
    points: Fit
    match: Fit


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table file: where it comes from, and a model per class."""

    about: str
    bots: tuple[str, ...]
    rules: str
    deals: int
    seed: int
    command: str
    features: tuple[str, ...]
    classes: dict[str, Model]


def class_name(contract: Contract) -> str:
    """Class of a contract: its text with ``trump`` for whichever suit it names.

    Examples
    --------
    >>> [class_name(Contract("trump", "R")), class_name(Contract("3x3", None, ("L",)))]
    ['trump', '3x3:trump']
    """
    blocks = tuple("trump" if block in SUITS else block for block in contract.blocks)
    choice = "trump" if contract.choice in tuple(SUITS) else contract.choice
    return str(contract._replace(choice=choice, blocks=blocks))


def suit_features(trump: bool) -> NDArray[np.int8]:
    """`FEATURES` of every set of one suit's nine cards, shape (512, 36).

    A length or run of n sets the feature of n; none sets none. Runs are by strength: from the
    top ``A K O U X 9 8 7 6``, in a trump suit ``U 9 A K O X 8 7 6``.

    Examples
    --------
    >>> row = suit_features(trump=True)[0b100101000]     # A U 9
    >>> [name for name, one in zip(FEATURES, row, strict=True) if one]
    ['9', 'U', 'A', 'length 3', 'top 3']
    """
    held = (np.arange(LANE_BITS + 1)[:, None] >> np.arange(9) & 1).astype(np.int8)
    by_strength = held[:, np.argsort(TRUMP_ORDER)] if trump else held
    bottom = np.cumprod(by_strength, axis=1).sum(axis=1)
    top = np.cumprod(by_strength[:, ::-1], axis=1).sum(axis=1)
    numbers = (held.sum(axis=1), top, bottom)
    one_hot = [number[:, None] == np.arange(1, 10) for number in numbers]
    return np.concatenate([held, *one_hot], axis=1).astype(np.int8)


def check_table(table: Table, place: str) -> None:
    """Refuse weights that do not belong to `FEATURES`."""
    if table.features != FEATURES:
        raise ValueError(f"{place}: features are not the {len(FEATURES)} that this version knows")
    for name, model in table.classes.items():
        for target in TARGETS:
            fit: Fit = getattr(model, target)
            wanted = {"side": (len(FEATURES),), "trump": (0, len(FEATURES))}
            for part, lengths in wanted.items():
                found = len(getattr(fit, part))
                if found not in lengths:
                    raise ValueError(
                        f"{place}: {target} of {name!r} has {found} weights under {part!r}; "
                        f"expected {lengths[-1]}"
                    )
