"""Play many deals and keep every play.

A result depends on the seed and the configuration alone. Deals, bots' random words and
therefore plays are keyed by (seed, index); how the work is cut into chunks and which
workers take them changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..bots.registry import load_bot
from ..engine import COMPILED
from ..engine.deal import complete, deal, subsets
from ..engine.houses import house_record
from ..engine.play import play_deals
from ..engine.view import HANDS, VIEW
from ..game.cards import ALL
from ..game.contract import Contract, parse_contract
from ..game.rules import Rules, load_rules

if TYPE_CHECKING:
    from .plays import Plays

CHUNK = 1 << 16
TRACE = 54
SEED_LIMIT = 1 << 64


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
    """Some deals of a setup: where they start and what differs from deal to deal."""

    first: int
    deals: NDArray[np.uint64]
    house_of: NDArray[np.int64]
    leaders: NDArray[np.int8]
    callers: NDArray[np.int8]


def make_setup(
    bots: str | Sequence[str],
    contracts: Sequence[Contract],
    seed: int,
    rules: str | Rules,
) -> Setup:
    """A checked `Setup`; raises ValueError with the offending value."""
    seats = [bots] * 4 if isinstance(bots, str) else list(bots)
    if len(seats) == 2:
        seats = seats * 2
    if len(seats) != 4:
        raise ValueError(f"{len(seats)} bots were given: expected one, two (by team) or four")
    for name in dict.fromkeys(seats):
        load_bot(name)
    known = load_rules(rules) if isinstance(rules, str) else rules
    for contract in contracts:
        house_record(contract, known)
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"seed {seed} is out of range: expected 0 to 2**64 - 1")
    a, b, c, d = seats
    return Setup((a, b, c, d), tuple(contracts), known, seed)


def deal_hands(
    setup: Setup, first: int, count: int, fixed: NDArray[np.uint64] | None = None
) -> NDArray[np.uint64]:
    """Hands of the deals from index `first` on, shape (count, 4).

    Parameters
    ----------
    fixed : uint64 array, shape (1 or count, 4), optional
        Given hands, 0 for a seat whose cards are dealt at random.
    """
    out = np.empty((count, 4), np.uint64)
    with np.errstate(over="ignore"):
        if fixed is None:
            deal(np.uint64(setup.seed), first, subsets(), out)
        else:
            complete(np.uint64(setup.seed), first, np.ascontiguousarray(fixed), out)
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
    memos = np.zeros((4, max(bot.memo for bot, _ in loaded)), np.int64)
    traits = np.array([bot.traits for bot, _ in loaded], np.int64)
    houses = np.concatenate([house_record(c, setup.rules) for c in setup.contracts])
    taken = np.empty((n, 12), np.uint64)
    last, trumps = np.empty(n, np.int8), np.empty(n, np.int8)
    traces = np.empty((n if trace else 0, TRACE), np.int8)
    record = np.recarray if not COMPILED else np.ndarray
    with np.errstate(over="ignore"):
        fouls = play_deals(
            tuple(bot.play for bot, _ in loaded),
            tuple(bot.pick for bot, _ in loaded),
            houses.view(record), np.zeros(1, VIEW).view(record), np.zeros(1, HANDS).view(record),
            np.uint64(setup.seed), chunk.first, chunk.deals, chunk.house_of, chunk.leaders,
            chunk.callers, params, memos, traits, taken, last, trumps, traces,
        )  # fmt: skip
    if fouls:
        for bot, _ in loaded:
            if bot.failures:
                raise RuntimeError(f"bot {bot.name!r} failed: {bot.failures[0]!r}")
        raise RuntimeError(
            f"{fouls} illegal answers of the bots {', '.join(setup.bots)} in deals "
            f"{chunk.first} to {chunk.first + n - 1} of seed {setup.seed}"
        )
    return taken, last, trumps, traces


def run_tasks(
    task: Callable[[int, int], Any],
    first: int,
    deals: int,
    jobs: int = 1,
    backend: str = "threading",
    chunk: int = CHUNK,
) -> Iterator[Any]:
    """Results of a task over all chunks, in order; the task gets (first index, count)."""
    cuts = [(first + at, min(chunk, deals - at)) for at in range(0, deals, chunk)]
    if jobs == 1 or len(cuts) < 2:
        yield from (task(*cut) for cut in cuts)
        return
    from joblib import Parallel, delayed  # late: one worker need not wait for it

    pool = Parallel(n_jobs=jobs, backend=backend, return_as="generator")
    yield from pool(delayed(task)(*cut) for cut in cuts)


def simulate(
    bots: str | Sequence[str] = "rule",
    contract: str | Sequence[str] = "obenabe",
    deals: int = 1000,
    seed: int = 1,
    rules: str | Rules = "default",
    jobs: int = 1,
    *,
    first: int = 0,
    caller: int | ArrayLike = 0,
    forehand: int | ArrayLike = 0,
    hands: Mapping[int, ArrayLike] | ArrayLike | None = None,
    trace: bool = False,
    backend: str = "threading",
    chunk: int = CHUNK,
) -> Plays:
    """Play deals and keep every play.

    Parameters
    ----------
    bots : str or sequence of str
        One bot for all seats, two (seats 0, 2 and 1, 3) or four.
    contract : str or sequence of str
        One contract, or one per deal.
    deals : int
        Number of deals.
    seed, first : int
        The deals are those of (seed, first), (seed, first + 1), ….
    rules : str or Rules
        House rules or the name of a rule set.
    jobs : int
        Workers; -1 for one per core.
    caller, forehand : int or array of int, shape (deals,)
        Calling seat, and forehand's seat, which leads where the rules say ``forehand``.
    hands : mapping of seat to hand or hands, or uint64 array of shape (deals, 4), optional
        Given hands as sets of cards, one for all deals or one for each; the other seats'
        cards are dealt at random. In an array a hand of 0 is dealt at random.
    trace : bool
        Whether to keep every card in order (54 bytes a deal).
    backend : {"threading", "loky"}
        Threads or processes.
    chunk : int
        Deals per task; no result depends on it.

    Returns
    -------
    Plays

    Raises
    ------
    ValueError
        If a bot, contract, rule set or hand is unknown or wrong.

    Examples
    --------
    >>> plays = simulate("greedy", "slalom-obenabe", deals=2000, seed=7)
    >>> sorted({int(total) for total in plays.points().sum(axis=1)})
    [157]
    """
    from .plays import Plays

    texts = [contract] if isinstance(contract, str) else [str(c) for c in contract]
    names = list(dict.fromkeys(texts))
    if not isinstance(contract, str) and len(texts) != deals:
        raise ValueError(f"{len(texts)} contracts were given for {deals} deals: expected one each")
    if deals < 1:
        raise ValueError(f"deals = {deals}: expected at least 1")
    setup = make_setup(bots, [parse_contract(name) for name in names], seed, rules)
    fixed = None if hands is None else _fixed_hands(hands, deals)
    which = np.array([names.index(text) for text in texts], np.int64)
    house_of = np.broadcast_to(which, (deals,))
    callers = _seats("caller", caller, deals)
    leads = callers if setup.rules.first_lead == "caller" else _seats("forehand", forehand, deals)

    def task(start: int, count: int) -> tuple[NDArray[Any], ...]:
        here = slice(start - first, start - first + count)
        given = fixed if fixed is None or len(fixed) == 1 else fixed[here]
        cards = deal_hands(setup, start, count, given)
        leaders, calling = np.array(leads[here]), np.array(callers[here])
        part = Chunk(start, cards, np.array(house_of[here]), leaders, calling)
        return (cards, *play_chunk(setup, part, trace))

    results = list(run_tasks(task, first, deals, jobs, backend, chunk))
    columns = [np.concatenate(parts) for parts in zip(*results, strict=True)]
    return Plays(setup, first, house_of, leads, callers, *columns)


def _seats(name: str, seats: int | ArrayLike, deals: int) -> NDArray[np.int8]:
    values = np.asarray(seats)
    if values.min() < 0 or values.max() > 3 or values.shape not in ((), (deals,)):
        raise ValueError(f"{name}: expected a seat from 0 to 3, or one for each of {deals} deals")
    return np.broadcast_to(values.astype(np.int8), (deals,))


def _fixed_hands(hands: Mapping[int, ArrayLike] | ArrayLike, deals: int) -> NDArray[np.uint64]:
    if isinstance(hands, Mapping):
        unknown = [seat for seat in hands if seat not in range(4)]
        if unknown:
            raise ValueError(f"hands: unknown seat {unknown[0]!r}; expected 0 to 3")
        seats = [np.asarray(hands.get(seat, 0), np.uint64).reshape(-1) for seat in range(4)]
        length = max(len(column) for column in seats)
        if any(len(column) not in (1, length) for column in seats):
            raise ValueError("hands: expected one hand, or one for each deal, of every seat")
        fixed = np.stack([np.broadcast_to(column, length) for column in seats], axis=1)
    else:
        fixed = np.asarray(hands, np.uint64)
    if fixed.shape not in ((1, 4), (deals, 4)):
        raise ValueError(f"hands have the shape {fixed.shape}: expected (1, 4) or ({deals}, 4)")
    sizes = np.bitwise_count(fixed)
    wrong = ((sizes != 9) & (sizes != 0)) | (fixed & ~np.uint64(ALL) != 0)
    if wrong.any():
        deal_no, seat = np.argwhere(wrong)[0]
        raise ValueError(
            f"hands: seat {seat} of deal {deal_no} has {sizes[deal_no, seat]} cards, or unknown "
            "ones; expected nine of the 36"
        )
    twice = np.bitwise_count(np.bitwise_or.reduce(fixed, axis=1)) != sizes.sum(axis=1)
    if twice.any():
        raise ValueError(f"hands: in deal {int(np.argmax(twice))} two seats hold the same card")
    return fixed
