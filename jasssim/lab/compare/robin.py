"""A round robin: each two of many bots on the same boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...game.rules import Rules
from ..chunks import run_tasks, whole
from .boards import Boards, make_boards
from .duel import part_boards
from .ladder import Margins, pairs_of, rate
from .store import Store, config_hash, full_config

MOST_BOARDS = 1 << 30


def make_robin(
    bots: Sequence[str],
    contracts: str | Sequence[str] = "all",
    seed: int = 1,
    hands: str = "called",
    rules: str | Path | Rules = "default",
    values: str | Path = "rule",
) -> tuple[Boards, ...]:
    """Boards of each two bots, in the order of `jasssim.lab.compare.ladder.pairs_of`.

    Parameters
    ----------
    bots : sequence of str
        At least two different bots.
    contracts, seed, hands, rules, values
        As in `jasssim.lab.compare.boards.make_boards`.

    Raises
    ------
    ValueError
        If there are fewer, or something is unknown.

    Examples
    --------
    >>> [boards.bots for boards in make_robin(["rule", "greedy", "random"], "trump")]
    [('rule', 'greedy'), ('rule', 'random'), ('greedy', 'random')]
    """
    twice = next((bot for bot in bots if bots.count(bot) > 1), None)
    if twice is not None:
        raise ValueError(f"bot {twice!r} is given twice: expected each once")
    if len(bots) < 2:
        raise ValueError(f"{len(bots)} bots were given: expected at least two")
    return tuple(
        make_boards(bots[one], bots[other], contracts, seed, hands, rules, values)
        for one, other in pairs_of(len(bots))
    )


def robin_bots(robin: Sequence[Boards]) -> tuple[str, ...]:
    """The bots of a round robin in the order they were given."""
    return tuple(dict.fromkeys(bot for boards in robin for bot in boards.bots))


def robin_folder(robin: Sequence[Boards], out: Path) -> Path:
    """Folder of a round robin; every other configuration or source has another."""
    return out / f"ladder-{config_hash(full_config(robin_bots(robin), robin[0].config()))}"


def play_robin(
    robin: Sequence[Boards],
    boards: int = 1000,
    jobs: int = 1,
    *,
    out: Path | None = None,
    backend: str = "threading",
    part: int | None = None,
    progress: Callable[[int], Any] = lambda boards: None,
) -> Margins:
    """Scores of each two bots on the same boards.

    Parameters
    ----------
    robin : sequence of Boards
        Made by `make_robin`.
    boards : int
        Boards of each contract and pair, at least two.
    jobs, backend, part
        Workers, how they work, and boards per task; no result depends on them.
    out : Path, optional
        Folder in which finished parts are kept and found again.
    progress : callable
        Told how many boards of a pair were played since it was last told.
    """
    count = whole("boards", boards, 2, MOST_BOARDS)
    step = min(map(part_boards, robin)) if part is None else whole("part", part, 1, MOST_BOARDS)
    bots, names = robin_bots(robin), robin[0].names
    folder = None if out is None else robin_folder(robin, out)
    store = Store(folder, full_config(bots, robin[0].config()) if folder else {})
    cuts = [(pair, at) for pair in range(len(robin)) for at in range(0, count, step)]
    scores = np.empty((len(robin), count, len(names)), np.int16)

    def task(first: int, _: int) -> tuple[int, int, NDArray[np.int64]]:
        pair, at = cuts[first]
        number = min(step, count - at)
        name, shape = f"pair-{pair:03}-{at:09}-{number:06}", (number, len(names))
        return pair, at, store.table(name, shape, lambda: robin[pair].scores(at, number))

    for pair, at, table in run_tasks(task, 0, len(cuts), jobs, backend, 1):
        scores[pair, at : at + len(table)] = table
        progress(len(table))
    return Margins(bots, names, scores, robin[0].scale)


def rate_robin(robin: Sequence[Boards], margins: Margins, resamples: int = 1000) -> dict[str, Any]:
    """What a round robin comes to: `jasssim.lab.compare.ladder.rate`, and what was played.

    Examples
    --------
    >>> robin = make_robin(["random", "rule", "greedy"], "obenabe")
    >>> found = rate_robin(robin, play_robin(robin, 200), 100)
    >>> [row["bot"] for row in found["ladder"] if row["contract"] == "all"]
    ['rule', 'greedy', 'random']
    """
    resamples = whole("resamples", resamples, 2, 1 << 20)
    first = robin[0]
    return {
        "bots": list(margins.bots),
        "contracts": list(margins.names),
        "boards": margins.scores.shape[1],
        "hands": first.hands,
        "rules": first.rules.name,
        "seed": first.seed,
        "unit": first.unit,
        "bootstrap": resamples,
        **rate(margins, resamples, first.seed),
    }
