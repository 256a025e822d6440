"""Linear models of what a hand is worth, fitted to plays by exact whole-number sums.

Plays are added to tables of products, one per class of contracts and group of deals; since
they hold whole numbers, no result depends on how the work is cut. Models are solved at the end
on four fifths of the deals and judged on the fifth that was held out. There the caller's hands
are played once more among other cards: what two plays of one hand have in common is all that
any function of the hand could forecast.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from ..game.cards import SUITS
from ..game.contract import Contract, allowed, goal, known_kinds
from ..game.kinds import JOKER
from ..game.rules import Row, Rules
from ..game.scoring import known_trump
from ..game.value_table import FEATURES, Fit, Model, Table, class_name, suit_features
from ..game.values import suit_masks
from ..lab.chunks import run_tasks
from ..lab.plays import Plays
from ..lab.simulate import simulate
from ..lab.survey import SURVEY_CHUNK, Arm, make_arm

if TYPE_CHECKING:
    from .runs import Config

GROUPS = 50
"""Deals of equal index modulo this are summed together; errors are those between groups."""

HELD = np.arange(GROUPS) % 5 == 4
"""Groups that are held out."""

RIDGE = 10.0
"""Pull of each weight towards zero, in plays: it decides only where next to none were seen."""

CHART = (*SUITS, "obenabe", "undenufe", "slalom", "guschti", "misere", "3x3", "molotow")
"""Order of the shipped kinds; those that a rule set defines come after them."""

DIGITS = {"points": 3, "match": 5}

Sums = dict[str, NDArray[np.int64]]
"""Products of columns by class of contracts, as `gather` gives them."""


def chart_rules(rules: Rules) -> Rules:
    """The rules with a row for every kind that is played alone without one."""
    alone = [kind.id for kind in known_kinds(rules) if kind.goal == "alone"]
    return msgspec.structs.replace(rules, rows=tuple(Row(name, name, 1) for name in alone))


def make_value_arms(config: Config) -> tuple[Arm, ...]:
    """An arm for every contract that the rules let a caller name, Molotow as a team's row."""
    house = chart_rules(config.rules)
    kinds = [name for name in dict.fromkeys((*CHART, *house.kind_names())) if name != JOKER]
    contracts = [contract for kind in kinds for contract in allowed(house, kind)]
    return tuple(make_arm(config.seats, str(c), config.seed, house) for c in contracts)


def contract_of(arm: Arm) -> Contract:
    """The one contract of an arm."""
    return arm.setup.contracts[0]


def gather(
    arms: tuple[Arm, ...],
    deals: int,
    jobs: int = 1,
    backend: str = "threading",
    chunk: int = SURVEY_CHUNK,
) -> Sums:
    """Play every arm on the same deals; tables of products by class of contracts.

    Parameters
    ----------
    arms : tuple of Arm
        What is played; seat 0 calls and leads.
    deals : int
        Number of deals.
    jobs, backend, chunk
        As in `jasssim.lab.survey.survey`; no result depends on them.

    Returns
    -------
    dict of str to int64 array, shape (GROUPS, columns, columns)
        Sums of the products of each two columns over the plays of a group. Columns are 1,
        `FEATURES` summed over the suits that are not trump, those of the trump suit where one
        is known, then points and match of the play, and of the second one where it was made.
    """
    sums: Sums = {}
    with tqdm(total=deals, unit="deal", file=sys.stderr, disable=None, leave=False) as bar:
        for count, part in run_tasks(partial(_play_part, arms), 0, deals, jobs, backend, chunk):
            for name, products in part.items():
                sums[name] = sums.get(name, 0) + products
            bar.update(count)
    return sums


def _play_part(arms: tuple[Arm, ...], first: int, count: int) -> tuple[int, Sums]:
    sums: Sums = {}
    groups = np.arange(first, first + count) % GROUPS
    held = HELD[groups]
    for arm in arms:
        contract = contract_of(arm)
        plays = simulate(
            arm.setup.bots, contract, count, arm.setup.seed, arm.setup.rules,
            first=first, chunk=count,
        )  # fmt: skip
        targets = np.zeros((count, 4), np.int64)
        targets[:, :2] = _targets(plays)
        if held.any():
            targets[held, 2:] = _targets(_play_again(arm, plays.hands[held, 0], first // 5))
        columns = _columns(plays.hands[:, 0], known_trump(contract), targets)
        name = class_name(contract)
        sums[name] = sums.get(name, 0) + _products(columns, groups)
    return count, sums


def _play_again(arm: Arm, hands: NDArray[np.uint64], first: int) -> Plays:
    """Plays of given hands of the caller among cards of other deals: the i-th held-out by i."""
    given = np.zeros((len(hands), 4), np.uint64)
    given[:, 0] = hands
    return simulate(
        arm.setup.bots, contract_of(arm), len(hands), arm.setup.seed, arm.setup.rules,
        first=first, hands=given, chunk=len(hands),
    )  # fmt: skip


def _targets(plays: Plays) -> NDArray[np.int64]:
    """Points and match of who writes them, shape (n, 2)."""
    writer = 1 if goal(plays.setup.contracts[0], plays.setup.rules) == "avoid" else 0
    return np.column_stack([plays.points()[:, writer], plays.tricks()[:, writer] == 9])


def _columns(
    hands: NDArray[np.uint64], trump: int, targets: NDArray[np.int64]
) -> NDArray[np.float64]:
    masks = suit_masks(hands)
    sides = [suit for suit in range(4) if suit != trump]
    parts = [np.ones((len(hands), 1)), suit_features(False)[masks[:, sides]].sum(axis=1)]
    if trump >= 0:
        parts.append(suit_features(True)[masks[:, trump]])
    return np.concatenate([*parts, targets], axis=1).astype(np.float64)


def _products(columns: NDArray[np.float64], groups: NDArray[np.int64]) -> NDArray[np.int64]:
    # All sums are of whole numbers below 2**53: exact in any order.
    parts = [columns[groups == group] for group in range(GROUPS)]
    return np.stack([part.T @ part for part in parts]).astype(np.int64)


def fit_table(sums: Sums, config: Config) -> Table:
    """A model of both targets for every class, as it is written to a file.

    Weights are rounded first; the errors are those of the rounded ones.

    Parameters
    ----------
    sums : dict
        As `gather` gives them.
    config : Config
        What was asked for.
    """
    about = (
        "What a hand is worth to the caller, who leads: linear models of its nine cards, for "
        "card points that its team may write, without a bonus, and for its match. r2 is far below "
        "1, as the other 27 cards are unknown: no forecast from the hand can exceed best."
    )
    models = {
        name: Model(
            n=int(products[:, 0, 0].sum()),
            held_out=int(products[HELD, 0, 0].sum()),
            points=_fit(products, -4, DIGITS["points"]),
            match=_fit(products, -3, DIGITS["match"]),
        )
        for name, products in sums.items()
    }
    command, house = config.command("values"), config.rules.name
    return Table(about, config.bots, house, config.deals, config.seed, command, FEATURES, models)


def _fit(products: NDArray[np.int64], target: int, digits: int) -> Fit:
    """Model of the target in a column, fitted without the held-out groups, judged on them."""
    fitted = products[~HELD].sum(axis=0)[:-4]
    ridge = np.diag([0.0] + [RIDGE] * (len(fitted) - 1))
    weights = np.linalg.solve(fitted[:, :-4] + ridge, fitted[:, target])
    weights = np.round(weights, digits)
    held = products[HELD].astype(np.float64)
    n, totals, squares = held[:, 0, 0], held[:, 0, target], held[:, target, target]
    missed = squares - 2 * held[:, :-4, target] @ weights
    missed += np.einsum("i,gij,j->g", weights, held[:, :-4, :-4], weights)
    mean = totals.sum() / n.sum()
    left, left_se = _ratio(missed, squares - 2 * mean * totals + mean**2 * n)
    again = held[:, 0, target + 2]
    mean = (totals + again).sum() / n.sum() / 2
    spread = (squares + held[:, target + 2, target + 2]) / 2 - mean * (totals + again) + mean**2 * n
    common = held[:, target, target + 2] - mean * (totals + again) + mean**2 * n
    best, best_se = _ratio(common, spread)
    width = len(FEATURES)
    return Fit(
        mean=_short(products[:, 0, target].sum() / products[:, 0, 0].sum()),
        r2=None if left is None else _short(1 - left),
        r2_se=left_se,
        best=best,
        best_se=best_se,
        rmse=_short(sqrt(missed.sum() / n.sum())),
        intercept=float(weights[0]),
        side=tuple(weights[1 : 1 + width].tolist()),
        trump=tuple(weights[1 + width :].tolist()),
    )


def _ratio(
    parts: NDArray[np.float64], wholes: NDArray[np.float64]
) -> tuple[float, float] | tuple[None, None]:
    """Ratio of two sums over groups and its standard error; None of a whole that is nothing."""
    whole = wholes.sum()
    if whole <= 0:
        return None, None
    ratio = parts.sum() / whole
    return _short(ratio), _short(group_error(parts - ratio * wholes) / whole)


def _short(value: float) -> float:
    return float(f"{value:.6g}")


def group_error(influences: NDArray[np.float64]) -> float:
    """Standard error of a sum of groups' influences on an estimate, which add up to zero.

    Plays of one deal stay in one group, so what they have in common is counted.

    Examples
    --------
    >>> group_error(np.array([1.0, -1.0]))
    2.0
    """
    groups = len(influences)
    return sqrt(groups / (groups - 1) * float((influences**2).sum()))


def table_bytes(table: Table) -> bytes:
    """A table as a file, one line per class."""
    entries = msgspec.to_builtins(table)
    classes = entries.pop("classes")
    head = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in entries.items()]
    lines = [f"  {json.dumps(name)}: {json.dumps(model)}" for name, model in classes.items()]
    text = "\n".join(["{", *head, ' "classes": {', ",\n".join(lines), " }", "}"])
    return f"{text}\n".encode()
