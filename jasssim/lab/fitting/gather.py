"""Exact sums over decisions in deals that are played by a policy and played out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from ...bots.weights import brain_of
from ...engine import COMPILED
from ...engine.deal import deal, subsets
from ...engine.features import FEATURES
from ...engine.fit import MOST_DECISIONS, MOST_ROWS, gather_decisions
from ...engine.fitted import CLASSES
from ...engine.houses import house_record
from ...engine.playout import FITTED, RULE
from ...engine.squares import add_products
from ...engine.view import HANDS, VIEW
from ...game.scoring import value_rule
from ...game.value_table import class_name
from ...game.values import load_values
from .families import Family
from .targets import Ends, Target, worth

PART = 200
"""Deals that are played before their sums are taken."""

CARD_KEY = 0x9E3779B97F4A7C15
"""Parts the seed of random cards from that of the deals."""

ONE_IN = 4
"""One deal of so many has any caller and contract; in the others these fit the hands."""


@dataclass(frozen=True, eq=False)
class Pass:
    """One pass of a fit: what is played, by which weights, and what is wanted.

    Attributes
    ----------
    family : Family
        The contracts.
    target : Target
        What the cards are judged by.
    data : int64 array or None
        Weights of the policy, as a bot's data; None for the rule policy.
    seed : int
        Seed of deals and random cards.
    random_share : float
        Share of decisions in which any card is played.
    """

    family: Family
    target: Target
    data: NDArray[np.int64] | None
    seed: int
    random_share: float


def called_deals(
    family: Family, seed: int, indices: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int8]]:
    """Deals with their contracts and callers.

    Parameters
    ----------
    family : Family
        What may be called.
    seed, indices : int, int64 array
        Which deals.
        In one of `ONE_IN` anybody calls; in the others the better of the hands of seats 0 and 2
        calls what it is worth most in.

    Returns
    -------
    hands : uint64 array, shape (n, 4)
    contract_of, variant_of : int64 array, shape (n,)
        Places of contract and convention in the family.
    callers : int8 array, shape (n,)
    """
    hands = np.empty((len(indices), 4), np.uint64)
    with np.errstate(over="ignore"):
        deal(np.uint64(seed), indices, subsets(), hands)
    turn = indices // ONE_IN
    variants, contracts = len(family.variants), len(family.contracts)
    variant_of = turn % variants
    contract_of = turn // variants % contracts
    callers = (indices % 4).astype(np.int8)
    values = load_values()
    if not family.solo and all(class_name(c) in values.table.classes for c in family.contracts):
        worths = np.stack([
            _thousandths(values.points(np.ascontiguousarray(hands[:, seat]), contract))
            for seat in (0, 2) for contract in family.contracts
        ])  # fmt: skip
        best = worths.argmax(axis=0)
        fits = indices % ONE_IN != ONE_IN - 1
        contract_of = np.where(fits, best % contracts, contract_of)
        callers = np.where(fits, 2 * (best >= contracts), 0).astype(np.int8)
    return hands, contract_of, variant_of, callers


def _thousandths(values: NDArray[np.float64]) -> NDArray[np.int64]:
    # Whole numbers, so that sums that are added up in another order are still equal.
    return np.rint(values * 1000).astype(np.int64)


@lru_cache(maxsize=64)
def _houses(family: Family) -> tuple[NDArray[np.void], NDArray[np.int64]]:
    """Records and value tables of every variant of every contract, variants the slower."""
    pairs = list(product(family.variants, family.contracts))
    houses = np.concatenate([house_record(contract, rules) for rules, contract in pairs])
    tables = np.array([value_rule(contract, rules) for rules, contract in pairs], np.int64)
    return houses, tables


def gather(task: Pass, first: int, count: int) -> NDArray[np.int64]:
    """Sums over the decisions of some deals, as `jasssim.engine.squares.add_products` has them."""
    sums = np.zeros((CLASSES, FEATURES + 2, FEATURES + 1), np.int64)
    for start in range(first, first + count, PART):
        _add_part(task, np.arange(start, min(start + PART, first + count)), sums)
    return sums


def _add_part(task: Pass, indices: NDArray[np.int64], sums: NDArray[np.int64]) -> None:
    family, n = task.family, len(indices)
    houses, tables = _houses(family)
    hands, contract_of, variant_of, callers = called_deals(family, task.seed, indices)
    house_of = variant_of * len(family.contracts) + contract_of
    brains = brain_of(task.data)
    rows = n * MOST_ROWS
    decisions = np.empty((n * MOST_DECISIONS, 3), np.int16)
    features = np.empty((rows, FEATURES), np.int16)
    starts = np.empty(n * MOST_DECISIONS + 1, np.int64)
    taken = np.empty((rows, 12), np.uint64)
    last, trumps = np.empty(rows, np.int8), np.empty(rows, np.int8)
    record = np.ndarray if COMPILED else np.recarray
    scratch, hidden = np.zeros(2, VIEW), np.zeros(2, HANDS)
    with np.errstate(over="ignore"):
        found = gather_decisions(
            houses.view(record), scratch.view(record), hidden.view(record), brains.view(record),
            RULE if task.data is None else FITTED, np.uint64(task.seed ^ CARD_KEY),
            np.uint64(int(task.random_share * 2**64)), indices, hands, house_of, callers,
            decisions, features, starts, taken, last, trumps,
        )  # fmt: skip
    rows = int(starts[found])
    deciders = np.repeat(decisions[:found], np.diff(starts[: found + 1]), axis=0).astype(np.int64)
    deals = deciders[:, 2]
    ends = Ends(taken[:rows], last[:rows], trumps[:rows], tables[house_of[deals]])
    gain = worth(task.target, family, ends, deciders[:, 1], callers[deals].astype(np.int64))
    room = np.empty((2, FEATURES + 1), np.int64)
    add_products(decisions, features, starts, gain, found, sums, room[0], room[1])
