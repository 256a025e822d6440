"""No result depends on workers, chunks, backends or on what else is played."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b

import numpy as np
import pytest

from jasssim.game.contract import contract_names
from jasssim.lab.chunks import Chunk, deal_hands, make_setup, play_chunk, run_tasks
from jasssim.lab.coiffeur.games import Games, play_games
from jasssim.lab.plays import Plays
from jasssim.lab.simulate import simulate
from jasssim.lab.survey import Survey, survey

MILLION = 1_000_000
SEED = 11
SETUP = make_setup("random", simulate("random", "E", 1).setup.contracts, SEED, "default")


def one_chunk(first: int, count: int) -> tuple[np.ndarray, ...]:
    """What the plays of some deals come to."""
    zeros = np.zeros(count, np.int8)
    indices = np.arange(first, first + count)
    hands = deal_hands(SETUP, indices)
    chunk = Chunk(indices, hands, np.zeros(count, np.int64), zeros, zeros)
    taken, last, _, _ = play_chunk(SETUP, chunk)
    return taken, last


@cache
def hash_of_a_million(jobs: int, backend: str, chunk: int) -> tuple[str, str]:
    """Hash of all cards taken and of the last tricks' winners, in the order of the deals."""
    cards, winners = blake2b(digest_size=16), blake2b(digest_size=16)
    for taken, last in run_tasks(one_chunk, 0, MILLION, jobs, backend, chunk):
        cards.update(taken)
        winners.update(last)
    return cards.hexdigest(), winners.hexdigest()


@pytest.mark.parametrize(
    ("jobs", "backend", "chunk"),
    [
        (1, "threading", 1 << 14),
        (1, "threading", 99_991),
        (2, "threading", 1 << 16),
        (2, "threading", 12_345),
        (2, "loky", 100_000),
    ],
)
def test_million_deals_are_the_same_however_they_are_cut(
    jobs: int, backend: str, chunk: int
) -> None:
    assert hash_of_a_million(jobs, backend, chunk) == hash_of_a_million(1, "threading", 1 << 16)


def test_hash_sees_another_seed() -> None:
    one, other = (simulate("random", "E", 100, seed).taken.tobytes() for seed in (11, 12))
    assert one != other


@pytest.mark.parametrize("bots", ["random", "rule"])
@pytest.mark.parametrize("contract", contract_names())
def test_deal_is_played_alike_wherever_the_batch_starts(contract: str, bots: str) -> None:
    whole = simulate(bots, contract, 60, SEED, trace=True)
    for first in (1, 37, 59):
        part = simulate(bots, contract, 60 - first, SEED, first=first, trace=True)
        assert_part(part, whole, slice(first, None))


@pytest.mark.parametrize("bots", ["random", "rule", "greedy"])
def test_deal_is_played_alike_whatever_else_is_in_the_batch(bots: str) -> None:
    names = contract_names()
    n = 20 * len(names)
    callers = np.arange(n) // 5 % 4
    mixed = simulate(bots, names * 20, n, SEED, caller=callers, trace=True)
    for place, contract in enumerate(names):
        alone = simulate(bots, contract, n, SEED, caller=callers, trace=True)
        here = slice(place, None, len(names))
        for field in ("hands", "taken", "last", "trumps", "traces"):
            assert np.array_equal(getattr(alone, field)[here], getattr(mixed, field)[here]), field


@pytest.mark.parametrize("chunk", [1, 7, 1000])
@pytest.mark.parametrize("jobs", [1, 2])
def test_plays_do_not_depend_on_chunks(jobs: int, chunk: int) -> None:
    whole = simulate("rule", "slalom-obenabe", 500, SEED, trace=True)
    cut = simulate("rule", "slalom-obenabe", 500, SEED, jobs=jobs, chunk=chunk, trace=True)
    assert_part(cut, whole, slice(None))


def assert_part(part: Plays, whole: Plays, here: slice) -> None:
    for field in ("hands", "taken", "last", "trumps", "traces"):
        assert np.array_equal(getattr(part, field), getattr(whole, field)[here]), field


# Surveys

CONTRACTS = ["E", "obenabe", "slalom-undenufe", "3x3:R", "misere", "molotow"]


def surveyed(first: int, deals: int, jobs: int = 1, chunk: int = 1 << 12) -> Survey:
    both = ["start", "per_trick"]
    return survey(
        "random", CONTRACTS, deals, SEED, first=first, jobs=jobs, chunk=chunk, conventions=both
    )


def assert_equal(one: Survey, other: Survey) -> None:
    assert np.array_equal(one.points, other.points)
    assert np.array_equal(one.tricks, other.tricks)
    assert (one.cells, one.spans, one.deals) == (other.cells, other.spans, other.deals)


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 333), (2, 512), (2, 1)])
def test_survey_does_not_depend_on_chunks(jobs: int, chunk: int) -> None:
    deals = 1000 if chunk > 1 else 50
    assert_equal(surveyed(0, deals, jobs, chunk), surveyed(0, deals))


def test_merged_surveys_equal_one_run() -> None:
    parts = [surveyed(first, deals) for first, deals in ((700, 300), (0, 1), (1, 699))]
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        a, b, c = (parts[i] for i in order)
        assert_equal(a.merge(b).merge(c), surveyed(0, 1000))
        assert_equal(a.merge(b.merge(c)), surveyed(0, 1000))


def test_survey_refuses_to_count_a_deal_twice() -> None:
    with pytest.raises(ValueError, match="a deal must not count twice"):
        surveyed(0, 10).merge(surveyed(9, 10))


def fields(games: Games) -> dict[str, np.ndarray]:
    """All arrays of some games."""
    names = ("rounds", "written", "extra", "winner", "hands", "traces")
    return {name: getattr(games, name) for name in names}


@pytest.mark.parametrize(
    ("jobs", "backend", "chunk"),
    [(1, "threading", 3), (2, "threading", 7), (2, "loky", 10)],
)
def test_games_are_the_same_however_they_are_cut(jobs: int, backend: str, chunk: int) -> None:
    teams = ("regret:random", "random:rule")
    whole = play_games(*teams, games=30, seed=SEED, rules="wyys-10b", trace=True)
    cut = play_games(
        *teams, games=30, seed=SEED, rules="wyys-10b", trace=True, jobs=jobs, backend=backend,
        chunk=chunk,
    )  # fmt: skip
    assert all(np.array_equal(fields(whole)[name], values) for name, values in fields(cut).items())


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    teams = ("random:random", "regret:rule")
    many = play_games(*teams, games=12, seed=SEED, rules="jasvel-10", trace=True)
    alone = play_games(*teams, games=1, seed=SEED, rules="jasvel-10", first=11, trace=True)
    assert all(np.array_equal(fields(many)[name][11:], one) for name, one in fields(alone).items())
