"""Four bots compared at Molotow, or at its older form Inspektiönler, each for itself.

Every sitting is played once in every order in which the bots can sit, always with the same
hands on the same seats: each bot gets each hand, beside each arrangement of the others, and
bots that are the same come out exactly alike. Plays of one sitting go together, so the
sitting is the unit of the standard errors.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from math import isfinite, sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from ...game.evening import OUT
from ...game.marks import ALL157, HUNDRED, INSPECTOR_RULES, RULES
from ...game.rules import Rules, load_rules
from ..chunks import INDEX_LIMIT, Setup, run_tasks, whole
from ..summary import Z95
from .sittings import (
    MOST_DEALS,
    NOT_PLAYED,
    PARTIE,
    explained_excess,
    make_setups,
    play_sittings,
)

SITTING_CHUNK = 1 << 12
PER_SITTING = 4

FEATURES = ("strokes", "zeros", "highest", "lowest", "hundred", "all157")
"""What is counted of each seat of a sitting of Molotow, over its deals."""

INSPECTOR_FEATURES = ("strokes", "zeros", "first_out", "alone_out", "deals_needed")
"""The same for Inspektiönler, over the sitting; the deals are those of all seats."""


class Part(NamedTuple):
    """Whole sums over some sittings; parts add up to those of all sittings together.

    Attributes
    ----------
    sittings, deals, plays : int
        Number of sittings, of different deals and of deals played in all orders.
    explained : int
        By how much strokes have to exceed zeros.
    sums : int64 array, shape (bots, features)
        Sum of each feature of each different bot over all orders and sittings.
    products : int64 array, shape (bots, features, features)
        The same for products of two features of one sitting.
    rules : int64 array, shape (rules,)
        How often each rule gave the marks.
    """

    sittings: int
    deals: int
    plays: int
    explained: int
    sums: NDArray[np.int64]
    products: NDArray[np.int64]
    rules: NDArray[np.int64]


def play_molotow(
    bots: str | Sequence[str],
    partien: int = 1000,
    seed: int = 1,
    rules: str | Path | Rules = "molotow",
    jobs: int = 1,
    *,
    per_sitting: int | None = None,
    stroke: float = 1.0,
    zero: float = -1.0,
    backend: str = "threading",
    chunk: int = SITTING_CHUNK,
) -> dict[str, Any]:
    """Compare bots over many Partien.

    Parameters
    ----------
    bots : str or sequence of str
        One bot for all seats, or four.
    partien : int
        How many Partien, a multiple of `per_sitting`. In Inspektiönler each is a sitting
        until the first player has seven strokes; how three go on is not played.
    seed : int
        Seed of deals, card draws and bots' random words.
    rules : str, Path or Rules
        House rules with ``first_lead = "forehand"``; their ``solo`` says which game.
    per_sitting : int, optional
        Partien of a sitting; by default at most 4, as many as divide `partien`. Not for
        Inspektiönler.
    stroke, zero : float
        What a mark is worth in the balance.
    jobs, backend, chunk
        Workers, how they work, sittings per task; no result depends on them.

    Returns
    -------
    dict
        Lists by bot in the given order: ``mean_balance``, ``se``, ``low``, ``high`` (95 %),
        and mean and standard error of each of `FEATURES`, per deal, or of `INSPECTOR_FEATURES`,
        per sitting; ``ranking``, ``rules`` (share of plays by rule) and ``ledger``. The
        highest and the lowest of a deal may be several. A standard error is None where
        there is one sitting.

    Raises
    ------
    ValueError
        If a value is unknown or out of range.
    RuntimeError
        If a deal has not as many strokes as zeros, apart from what the rules explain.

    Examples
    --------
    >>> found = play_molotow(["rule", "random", "random", "random"], partien=40)
    >>> found["deals"], found["plays"], found["ranking"][0]
    (160, 640, 'rule')
    """
    house = rules if isinstance(rules, Rules) else load_rules(rules)
    setups = make_setups(bots, seed, house)
    for name, worth in (("stroke", stroke), ("zero", zero)):
        if not isfinite(worth):
            raise ValueError(f"{name} = {worth}: expected a finite number")
    sittings, deals = _lengths(house, partien, per_sitting)
    given = [bots] * 4 if isinstance(bots, str) else list(bots)
    names = list(dict.fromkeys(given))
    task = partial(play_part, setups, names, deals)
    with tqdm(total=sittings, unit="sitting", file=sys.stderr, disable=None, leave=False) as bar:
        total: Part | None = None
        for part in run_tasks(task, 0, sittings, jobs, backend, chunk):
            total = part if total is None else _add(total, part)
            bar.update(part.sittings)
    assert total is not None  # there is at least one sitting
    shares = [given.count(name) * len(setups) for name in names]
    if house.solo == "molotow":
        shares = [share * deals for share in shares]
    about = {
        "game": house.solo, "ruleset": house.name, "seed": setups[0].seed, "bots": given,
        "partien": partien, "sittings": sittings, "orders": len(setups),
    }  # fmt: skip
    places = [names.index(name) for name in given]
    return {**about, **_figures(total, house, shares, places, given, (stroke, zero))}


def _lengths(rules: Rules, partien: int, per_sitting: int | None) -> tuple[int, int]:
    """Number of sittings, and of deals of each."""
    count = whole("partien", partien, 1, INDEX_LIMIT // MOST_DEALS)
    if rules.solo == "inspektioenler":
        if per_sitting is not None:
            raise ValueError(
                f"per_sitting = {per_sitting}: a sitting of Inspektiönler ends when a player has "
                f"{OUT} strokes; leave it out"
            )
        return count, MOST_DEALS
    usual = next(n for n in range(PER_SITTING, 0, -1) if count % n == 0)
    wanted = usual if per_sitting is None else per_sitting
    each = whole("per_sitting", wanted, 1, MOST_DEALS // PARTIE + 1)
    if count % each:
        raise ValueError(
            f"partien = {partien}: expected a multiple of per_sitting = {each}, since sittings "
            "are compared that are equally long"
        )
    return count // each, each * PARTIE


def play_part(
    setups: Sequence[Setup], names: Sequence[str], deals: int, first: int, count: int
) -> Part:
    """Sums of some sittings, each played in every order."""
    rules = setups[0].rules
    inspectors = rules.solo == "inspektioenler"
    features = INSPECTOR_FEATURES if inspectors else FEATURES
    by_bot = np.zeros((len(names), count, len(features)), np.int64)
    rule_counts = np.zeros(len(INSPECTOR_RULES if inspectors else RULES), np.int64)
    longest = np.zeros(count, np.int64)
    explained = 0
    for setup in setups:
        played = play_sittings(setup, first, count, deals)
        by_seat = inspector_features(played) if inspectors else seat_features(played)
        for seat, name in enumerate(setup.bots):
            by_bot[names.index(name)] += by_seat[:, seat]
        there = played["rule"] != NOT_PLAYED
        rule_counts += np.bincount(played["rule"][there], minlength=len(rule_counts))
        np.maximum(longest, there.sum(axis=1), out=longest)
        if not inspectors:
            points, rule = played["points"].reshape(-1, 4), played["rule"].reshape(-1)
            explained += int(explained_excess(rules, points, rule).sum())
    return Part(
        count, int(longest.sum()), int(rule_counts.sum()), explained, by_bot.sum(axis=1),
        np.swapaxes(by_bot, 1, 2) @ by_bot, rule_counts,
    )  # fmt: skip


def seat_features(played: NDArray[np.void]) -> NDArray[np.int64]:
    """`FEATURES` of sittings of Molotow, shape (sittings, 4, features)."""
    points, rule = played["points"], played["rule"][:, :, None]
    highest = points == points.max(axis=2, keepdims=True)
    lowest = points == points.min(axis=2, keepdims=True)
    counted = (
        played["strokes"], played["zeros"], highest, lowest,
        highest & (rule == HUNDRED), highest & (rule == ALL157),
    )  # fmt: skip
    return np.stack([values.sum(axis=1, dtype=np.int64) for values in counted], axis=2)


def inspector_features(played: NDArray[np.void]) -> NDArray[np.int64]:
    """`INSPECTOR_FEATURES` of sittings of Inspektiönler, shape (sittings, 4, features)."""
    strokes, zeros = (played[name].sum(axis=1, dtype=np.int64) for name in ("strokes", "zeros"))
    out = strokes >= OUT
    alone = out & (out.sum(axis=1, keepdims=True) == 1)
    length = (played["rule"] != NOT_PLAYED).sum(axis=1)
    lengths = np.repeat(length[:, None], 4, axis=1)
    return np.stack([strokes, zeros, out, alone, lengths], axis=2).astype(np.int64)


def _add(one: Part, other: Part) -> Part:
    return Part(
        one.sittings + other.sittings, one.deals + other.deals, one.plays + other.plays,
        one.explained + other.explained, one.sums + other.sums, one.products + other.products,
        one.rules + other.rules,
    )  # fmt: skip


def _figures(
    total: Part, rules: Rules, shares: list[int], places: list[int], given: list[str],
    worths: tuple[float, float],
) -> dict[str, Any]:  # fmt: skip
    """Means and standard errors of each given bot from the sums of each different one."""
    inspectors = rules.solo == "inspektioenler"
    features = INSPECTOR_FEATURES if inspectors else FEATURES
    balances = [mean_and_se(total, place, (*worths,), shares[place]) for place in places]
    found: dict[str, Any] = {
        "deals": total.deals,
        "plays": total.plays,
        "per": "sitting" if inspectors else "deal",
        "worth": dict(zip(("stroke", "zero"), worths, strict=True)),
        "mean_balance": [mean for mean, _ in balances],
        "se": [se for _, se in balances],
        "low": [None if se is None else mean - Z95 * se for mean, se in balances],
        "high": [None if se is None else mean + Z95 * se for mean, se in balances],
    }
    for at, name in enumerate(features):
        weights = [0.0] * at + [1.0]
        columns = [mean_and_se(total, place, weights, shares[place]) for place in places]
        found[name], found[f"{name}_se"] = ([pair[i] for pair in columns] for i in (0, 1))
    order = sorted(range(len(given)), key=lambda bot: -balances[bot][0])
    strokes, zeros = (int(total.sums[:, at].sum()) for at in (0, 1))
    rule_names = INSPECTOR_RULES if inspectors else RULES
    found |= {
        "ranking": [given[bot] for bot in order],
        "rules": dict(zip(rule_names, (total.rules / total.plays).tolist(), strict=True)),
        "ledger": {"strokes": strokes, "zeros": zeros, "explained": total.explained},
    }
    if inspectors:
        found["not_played"] = (
            f"a sitting ends when the first players have {OUT} strokes: hands of twelve cards "
            "for three are not played here, and how two go on is defined nowhere"
        )
    return found


def mean_and_se(
    total: Part, bot: int, weights: Sequence[float], share: int
) -> tuple[float, float | None]:
    """Mean of a weighted sum of a bot's first features, and its standard error.

    Parameters
    ----------
    total : Part
        Sums over all sittings.
    bot : int
        Place of the bot among the different ones.
    weights : sequence of float
        Weight of each of the first features.
    share : int
        What a sitting's sum is divided by.
    """
    n, k = total.sittings, len(weights)
    sums, products = total.sums[bot, :k].tolist(), total.products[bot, :k, :k].tolist()
    mean = sum(w * s for w, s in zip(weights, sums, strict=True)) / (n * share)
    if n == 1:
        return mean, None
    # Whole numbers of any size, so that nothing is lost by the subtraction.
    spread = sum(
        weights[i] * weights[j] * (n * products[i][j] - sums[i] * sums[j])
        for i in range(k)
        for j in range(k)
    )
    return mean, sqrt(max(spread, 0.0) / (n * n * (n - 1))) / share
