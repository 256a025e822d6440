"""Setups and chunks: what a worker needs to play some deals, and how it plays them.

A result depends on the seed and the configuration alone. Deals, bots' random words and
therefore plays are keyed by (seed, index); how the work is cut into chunks and which
workers take them changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots.registry import load_bot
from ..bots.strategy import Strategy
from ..engine import COMPILED
from ..engine.deal import complete, deal, subsets
from ..engine.houses import house_record
from ..engine.play import NOBODY, play_deals
from ..engine.view import HANDS, VIEW
from ..game.cards import format_card, set_to_cards
from ..game.contract import Contract
from ..game.rules import Rules, load_rules

CHUNK = 1 << 16
TRACE = 54
SEED_LIMIT = 1 << 64
INDEX_LIMIT = 1 << 62
BACKENDS = ("threading", "loky")


def whole(name: str, value: object, low: int, high: int) -> int:
    """A whole number of a range, from any kind of integer.

    Raises
    ------
    ValueError
        If it is no whole number or lies outside; the text names it.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ValueError(f"{name} = {value!r}: expected a whole number")
    if not low <= value < high:
        raise ValueError(f"{name} = {value}: expected {low} to {high - 1}")
    return int(value)


@dataclass(frozen=True)
class Setup:
    """What is to be played, apart from which deals: all that a worker needs.

    Attributes
    ----------
    bots : tuple of four str
        Bots by seat, as `jasssim.bots.load_bot` reads them.
    contracts : tuple of Contract
        The different contracts.
    rules : Rules
        House rules.
    seed : int
        Seed of the deals and of the bots' random words.
    """

    bots: tuple[str, str, str, str]
    contracts: tuple[Contract, ...]
    rules: Rules
    seed: int


@dataclass(frozen=True)
class Chunk:
    """Some deals of a setup: their indices and what differs from deal to deal."""

    indices: NDArray[np.int64]
    deals: NDArray[np.uint64]
    house_of: NDArray[np.int64]
    leaders: NDArray[np.int8]
    callers: NDArray[np.int8]


def make_setup(
    bots: str | Sequence[str],
    contracts: Sequence[Contract],
    seed: int,
    rules: str | Path | Rules,
) -> Setup:
    """A checked `Setup`; raises ValueError with the offending value."""
    seats = [bots] * 4 if isinstance(bots, str) else list(bots)
    if len(seats) == 2:
        seats = seats * 2
    if len(seats) != 4:
        raise ValueError(f"{len(seats)} bots were given: expected one, two (by team) or four")
    for name in dict.fromkeys(seats):
        load_bot(name)
    known = rules if isinstance(rules, Rules) else load_rules(rules)
    for contract in contracts:
        house_record(contract, known)
    a, b, c, d = seats
    return Setup((a, b, c, d), tuple(contracts), known, whole("seed", seed, 0, SEED_LIMIT))


def deal_hands(
    setup: Setup, indices: NDArray[np.int64], fixed: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Hands of the deals of some indices, shape (n, 4).

    Parameters
    ----------
    indices : int64 array, shape (n,)
        Index of each deal.
    fixed : uint64 array, shape (1 or n, 4), optional
        Given hands, 0 for a seat whose cards are dealt at random.
    """
    out = np.empty((len(indices), 4), np.uint64)
    with np.errstate(over="ignore"):
        if fixed is None:
            deal(np.uint64(setup.seed), indices, subsets(), out)
        else:
            complete(np.uint64(setup.seed), indices, np.ascontiguousarray(fixed), out)
    return out


def play_chunk(setup: Setup, chunk: Chunk, trace: bool = False) -> tuple[NDArray[Any], ...]:
    """Play a chunk in this thread.

    Returns
    -------
    taken, last, trumps, traces : arrays
        As `jasssim.engine.play.play_deals` fills them.

    Raises
    ------
    RuntimeError
        If a bot played an illegal card or failed; the text names the bots and the deals.
    """
    n = len(chunk.deals)
    loaded = [load_bot(name) for name in setup.bots]
    width = max(len(values) for _, values in loaded)
    params = np.zeros((4, width))
    for seat, (_, values) in enumerate(loaded):
        params[seat, : len(values)] = values
    memos = np.zeros((4, max(bot.words for bot, _ in loaded)), np.int64)
    for seat, (bot, _) in enumerate(loaded):
        memos[seat, : bot.words] = bot.memory()
    traits = np.array([bot.traits for bot, _ in loaded], np.int64)
    houses = _houses(setup.contracts, setup.rules)
    taken = np.empty((n, 12), np.uint64)
    last, trumps = np.empty(n, np.int8), np.empty(n, np.int8)
    traces = np.empty((n if trace else 0, TRACE), np.int8)
    record = np.recarray if not COMPILED else np.ndarray
    view, hidden = np.zeros(1, VIEW), np.zeros(1, HANDS)
    try:
        with np.errstate(over="ignore"):
            fouls = play_deals(
                tuple(bot.play for bot, _ in loaded),
                tuple(bot.pick for bot, _ in loaded),
                houses.view(record), view.view(record), hidden.view(record),
                np.uint64(setup.seed), chunk.indices, chunk.deals, chunk.house_of, chunk.leaders,
                chunk.callers, params, memos, traits, taken, last, trumps, traces,
            )  # fmt: skip
    except Exception as error:
        name, deal_no = loaded[int(view["seat"][0])][0].name, int(hidden["deal"][0])
        place = f"trick {int(view['trick'][0]) + 1} of deal {deal_no} of seed {setup.seed}"
        raise RuntimeError(f"bot {name!r} failed in {place}: {error!r}") from error
    if fouls:
        _blame([bot for bot, _ in loaded], hidden[0], fouls, setup.seed)
    return taken, last, trumps, traces


@lru_cache(maxsize=256)
def _houses(contracts: tuple[Contract, ...], rules: Rules) -> NDArray[np.void]:
    return np.concatenate([house_record(contract, rules) for contract in contracts])


def _blame(bots: list[Strategy], hidden: np.void, fouls: int, seed: int) -> None:
    """Raise what a bot raised, or say which illegal answer a bot gave first."""
    for bot in bots:
        if bot.failures:
            error, place = bot.failures[0], f"deal {hidden['foul'][0]} of seed {seed}"
            bot.failures.clear()
            if not isinstance(error, Exception):
                raise error
            raise RuntimeError(f"bot {bot.name!r} failed in {place}: {error!r}") from error
    deal, trick, seat, answer = (int(number) for number in hidden["foul"])
    if seat == NOBODY:
        names = ", ".join(bot.name for bot in bots)
        raise RuntimeError(
            f"the cards taken in deal {deal} of seed {seed} are not the 36 of the deck: one of "
            f"the bots {names} wrote to its view"
        )
    legal = [format_card(card) for card in set_to_cards(int(hidden["foul_legal"]))]
    raise RuntimeError(
        f"bot {bots[seat].name!r} in seat {seat} answered {answer} in trick {trick + 1} of deal "
        f"{deal} of seed {seed}; expected the place of one of {' '.join(legal) or 'the blocks'} "
        f"(illegal answers in all: {fouls})"
    )


def run_tasks(
    task: Callable[[int, int], Any],
    first: int,
    deals: int,
    jobs: int = 1,
    backend: str = "threading",
    chunk: int = CHUNK,
) -> Iterator[Any]:
    """Results of a task over all chunks, in order; the task gets (first index, count)."""
    step = whole("chunk", chunk, 1, INDEX_LIMIT)
    cuts = ((first + at, min(step, deals - at)) for at in range(0, deals, step))
    if backend not in BACKENDS:
        raise ValueError(f"unknown backend {backend!r}: expected {' or '.join(BACKENDS)}")
    if whole("jobs", jobs, -1, 1 << 16) == 0:
        raise ValueError("jobs = 0: expected the number of workers, or -1 for one per core")
    if jobs == 1 or deals <= step:
        yield from (task(*cut) for cut in cuts)
        return
    from joblib import Parallel, delayed  # late: one worker need not wait for it

    pool = Parallel(n_jobs=jobs, backend=backend, return_as="generator")
    yield from pool(delayed(task)(*cut) for cut in cuts)
