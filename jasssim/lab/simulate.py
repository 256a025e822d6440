"""Play many deals and keep every play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..game.cards import ALL
from ..game.contract import Contract, parse_contract
from ..game.rules import Rules, load_rules
from .chunks import CHUNK, INDEX_LIMIT, Chunk, deal_hands, make_setup, play_chunk, run_tasks, whole
from .plays import Plays


def simulate(
    bots: str | Sequence[str] = "rule",
    contract: str | Contract | Sequence[str | Contract] = "obenabe",
    deals: int = 1000,
    seed: int = 1,
    rules: str | Path | Rules = "default",
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
    contract : str, Contract or sequence of them
        One contract, or one per deal.
    deals : int
        Number of deals.
    seed, first : int
        The deals are those of (seed, first), (seed, first + 1), ….
    rules : str, Path or Rules
        House rules, the name of a rule set or the path of its file.
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
    deals = whole("deals", deals, 1, INDEX_LIMIT)
    first = whole("first", first, 0, INDEX_LIMIT - deals + 1)
    single = isinstance(contract, str | Contract)
    texts = [str(contract)] if single else [str(c) for c in contract]
    names = list(dict.fromkeys(texts))
    if not single and len(texts) != deals:
        raise ValueError(f"{len(texts)} contracts were given for {deals} deals: expected one each")
    house = rules if isinstance(rules, Rules) else load_rules(rules)
    setup = make_setup(bots, [parse_contract(name, house) for name in names], seed, house)
    fixed = None if hands is None else _fixed_hands(hands, deals)
    which = np.array([names.index(text) for text in texts], np.int64)
    house_of = np.broadcast_to(which, (deals,))
    callers = _seats("caller", caller, deals)
    leads = callers if setup.rules.first_lead == "caller" else _seats("forehand", forehand, deals)

    def task(start: int, count: int) -> tuple[NDArray[Any], ...]:
        here = slice(start - first, start - first + count)
        given = fixed if fixed is None or len(fixed) == 1 else fixed[here]
        indices = np.arange(start, start + count)
        cards = deal_hands(setup, indices, given)
        leaders, calling = np.array(leads[here]), np.array(callers[here])
        part = Chunk(indices, cards, np.array(house_of[here]), leaders, calling)
        return (cards, *play_chunk(setup, part, trace))

    results = list(run_tasks(task, first, deals, jobs, backend, chunk))
    columns = [np.concatenate(parts) for parts in zip(*results, strict=True)]
    return Plays(setup, first, house_of, leads, callers, *columns)


def _seats(name: str, seats: int | ArrayLike, deals: int) -> NDArray[np.int8]:
    values = np.asarray(seats)
    if (
        values.shape not in ((), (deals,))
        or not np.issubdtype(values.dtype, np.integer)
        or values.min() < 0
        or values.max() > 3
    ):
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
