"""Worlds weighted by the cards seen, and searches against all worlds of small endings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from math import exp, sqrt

import numpy as np
import pytest

from jasssim.engine.fitted import BRAIN, CALL_UNIT, FIRSTS, MASKS
from jasssim.engine.inference import SLIP
from jasssim.game.cards import cards_to_set
from jasssim.lab.worlds import draw_worlds
from tests.unit.searches import (
    Array,
    At,
    asked,
    at,
    brain,
    calls,
    deals_of,
    draw_weighted,
    late,
    natural,
    places,
    power_of,
    scores_of,
    values_in,
    weigh,
    weigh_all,
)

HEAT = 2.0
SIGMAS = 4.5


def all_worlds(here: At) -> list[Array]:
    """All hands in natural order that the seat to move cannot tell apart, by trying each.

    What nobody may hold is taken from the view, which `test_worlds` checks.
    """
    true = natural(here)
    others = [seat for seat in range(4) if seat != here.seat]
    unseen = places(int(sum(int(true[seat]) for seat in others)))
    sizes = [int(true[seat]).bit_count() for seat in others]
    cannot = [int(here.cannot[seat]) for seat in others]
    found = []
    for first in combinations(unseen, sizes[0]):
        rest = [place for place in unseen if place not in first]
        for second in combinations(rest, sizes[1]):
            third = [place for place in rest if place not in second]
            hands = [sum(1 << place for place in part) for part in (first, second, third)]
            if not any(hand & proof for hand, proof in zip(hands, cannot, strict=True)):
                world = true.copy()
                world[others] = hands
                found.append(world)
    return found


def endings(contract: str, most: int, n: int = 60, first: int = 24) -> list[At]:
    """Endings with a choice and some worlds, but not too many."""
    found = []
    for deal in deals_of(contract, n):
        here = at(deal, first + deal.number % 6)
        if int(here.view["legal"][0]).bit_count() > 1 and 4 <= len(all_worlds(here)) <= most:
            found.append(here)
    return found


def with_hands(here: At, world: Array, laid: int) -> At:
    """The deal as it would have been with a world's hands, after fewer cards."""
    hands = [int(hand) for hand in world]
    for place in range(here.laid):
        seat = (here.leader_of(place // 4) + place) % 4
        hands[seat] |= cards_to_set([here.deal.cards[place]])
    return at(here.deal, laid, (hands[0], hands[1], hands[2], hands[3]))


def plain_weight(here: At, world: Array) -> float:
    """Weight of a world, each decision of the others made anew from the beginning."""
    weight = 1.0
    for laid in range(here.laid):
        then = with_hands(here, world, laid)
        legal = places(int(then.view["legal"][0]))
        if then.seat == here.seat or len(legal) == 1:
            continue
        scores = scores_of(then)
        powers = {place: exp(score / 10_000 / HEAT) for place, score in scores.items()}
        played = places(then.played_next())[0]
        weight *= (1 - SLIP) * powers[played] / sum(powers.values()) + SLIP / len(legal)
    return weight


# Weights


def test_the_power_is_that_of_e() -> None:
    xs = -np.linspace(0, 40, 40_001)
    found = np.array([power_of(x) for x in xs])
    assert np.abs(found / np.exp(xs) - 1).max() < 3e-5
    assert all(a >= b for a, b in pairwise(found))
    assert found[0] == 1
    assert power_of(-40.001) == 0


@pytest.mark.parametrize("contract", ["E", "obenabe", "slalom-undenufe", "3x3:S,obenabe", "3x3:E"])
def test_a_worlds_weight_is_the_product_over_the_cards_seen(contract: str) -> None:
    """Six positions, in each the true hands and two other worlds, decision by decision."""
    for deal in deals_of(contract, 6):
        here = at(deal, 9 + 3 * deal.number)
        worlds = [natural(here), *draw_worlds(here.view, 2, 1)]
        for world in worlds:
            found = weigh(here.view, brain().copy(), world, HEAT)
            assert found == pytest.approx(plain_weight(here, world), rel=1e-3)


@pytest.mark.parametrize(("contract", "first"), [("R", 0), ("obenabe", 1), ("undenufe", 2)])
def test_the_chance_of_a_call_is_a_softmax_over_the_four_hands(contract: str, first: int) -> None:
    values = brain().view(np.uint8)[: BRAIN.itemsize].view(BRAIN)["calls"][0]
    for here in late(contract, 5, 12):
        base = 2 * MASKS * (len(FIRSTS) * int(here.view["form"][0]) + first)
        worth = []
        for hand in here.deal.hands:
            lanes = [hand >> 16 * suit & 0x1FF for suit in range(4)]
            trump = [MASKS * (contract == "R" and suit == 1) for suit in range(4)]
            total = sum(int(values[base + trump[i] + lanes[i]]) for i in range(4))
            worth.append(total / CALL_UNIT / 5.0)
        powers = [exp(value) for value in worth]
        found = calls(here.view, brain().copy(), natural(here), 5.0)
        assert found == pytest.approx(powers[here.deal.caller] / sum(powers), rel=1e-3)


@pytest.mark.parametrize("contract", ["E", "slalom-obenabe"])
def test_worlds_given_up_early_favour_none(contract: str) -> None:
    """Mean weight of 20 000 worlds with and without giving up, and fewer are left."""
    for here in late(contract, 4, 16):
        n = 5000
        plain, given = np.zeros(4 * n), np.zeros(n)
        worlds = np.zeros((n, 4), np.uint64)
        drawn = draw_weighted(here.view, brain().copy(), HEAT, given, worlds)
        weigh_all(here.view, brain().copy(), HEAT, plain)
        assert drawn > n
        mean = given.sum() / drawn
        error = sqrt(plain.var() / len(plain) + (given**2).sum() / drawn**2)
        assert abs(mean - plain.mean()) < SIGMAS * error
        assert given.var() / given.mean() ** 2 < plain.var() / plain.mean() ** 2


@pytest.mark.parametrize("contract", ["E", "obenabe", "slalom-undenufe"])
def test_weighted_worlds_are_met_as_often_as_they_are_likely(contract: str) -> None:
    """Endings of 4 to 60 worlds: 8000 weighted draws against the weights of all worlds."""
    known = endings(contract, 60)[:3]
    assert len(known) == 3
    for here in known:
        exact = {}
        for world in all_worlds(here):
            key = tuple(here.in_view_order(int(hand)) for hand in world)
            exact[key] = weigh(here.view, brain().copy(), world, HEAT)
        whole = sum(exact.values())
        n = 8000
        weights, worlds = np.zeros(n), np.zeros((n, 4), np.uint64)
        draw_weighted(here.view, brain().copy(), HEAT, weights, worlds)
        met: Counter[tuple[int, ...]] = Counter()
        for weight, world in zip(weights, worlds.tolist(), strict=True):
            met[tuple(world)] += weight
        assert set(met) <= set(exact)
        size = weights.sum() ** 2 / (weights**2).sum()
        for key, weight in exact.items():
            share = weight / whole
            error = sqrt(share / size) + 1e-4
            assert abs(met[key] / weights.sum() - share) < SIGMAS * error


# Searches


@pytest.mark.parametrize("contract", ["E", "obenabe", "slalom-obenabe", "misere"])
@pytest.mark.parametrize("weighted", [False, True])
def test_many_worlds_find_the_best_card_over_all_worlds(contract: str, weighted: bool) -> None:
    """Endings of at most 100 worlds; a card found worse by less than 0.3 points may be played."""
    bot = f"inferring(worlds=1000,heat={HEAT},prior=0)" if weighted else "mc(worlds=1000,prior=0)"
    known = endings(contract, 100)[:6]
    assert len(known) >= 6
    for here in known:
        total: Counter[int] = Counter()
        whole = 0.0
        for world in all_worlds(here):
            weight = weigh(here.view, brain().copy(), world, HEAT) if weighted else 1.0
            whole += weight
            for place, value in values_in(here, world).items():
                total[place] += weight * value
        best = max(total.values())
        assert best - total[asked(bot, here)] <= 0.6 * whole


def test_without_heat_every_world_counts_alike() -> None:
    for contract in ("E", "slalom-undenufe", "3x3:obenabe", "molotow"):
        for here in late(contract, 12, 3):
            if int(here.view["legal"][0]).bit_count() > 1:
                plain = asked("mc(worlds=7,prior=3)", here)
                assert asked("inferring(worlds=7,heat=0,call=0,prior=3,tricks=0)", here) == plain


@pytest.mark.parametrize("contract", ["L", "undenufe", "guschti-obenabe", "misere", "molotow"])
def test_who_sees_all_hands_plays_the_best_card_in_the_true_world(contract: str) -> None:
    for here in late(contract, 25, 2):
        if int(here.view["legal"][0]).bit_count() > 1:
            values = values_in(here, natural(here))
            assert values[asked("cheating-mc", here)] == max(values.values())
