"""Two bots on the same boards: how much better one is, and whether that is chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ...bots.registry import load_bot
from ...game.contract import Contract
from ...game.rules import Rules
from ..chunks import INDEX_LIMIT, run_tasks, whole
from ..coiffeur.sums import Estimate
from .sprt import Sprt
from .store import Store, config_hash, full_config
from .sums import BLOCK, FIELDS, BoardSums, block_sums, running_sums

PART_SECONDS = 5.0
"""Declared time of a part: an interrupt loses about so much for each worker."""

MOST_BLOCKS = 16
FIXED_BOARDS, SPRT_BOARDS = 1000, 100_000
"""Boards of a duel of a fixed number, and after which a sequential test gives up."""


class Arena(Protocol):
    """What is played by two bots: boards of contracts, or whole games."""

    @property
    def bots(self) -> tuple[str, str]:
        """A and B."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the results' columns."""

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """Everything that may be played."""

    @property
    def rules(self) -> Rules:
        """House rules."""

    @property
    def seed(self) -> int:
        """Seed of deals and random words."""

    @property
    def scale(self) -> float:
        """A score in units of `scores`."""

    @property
    def solo(self) -> bool:
        """Whether each seat plays for itself."""

    @property
    def unit(self) -> str:
        """What a score of 1 means."""

    @property
    def decisions(self) -> int:
        """About how many cards are chosen in a board of each column."""

    def config(self) -> dict[str, Any]:
        """Everything that scores depend on beside the bots."""

    def scores(self, first: int, count: int) -> NDArray[np.int64]:
        """Scores of some boards as whole numbers, shape (count, columns)."""


def part_boards(arena: Arena) -> int:
    """Boards of a part: a power of two blocks, by what the bots declare to cost.

    Examples
    --------
    >>> from jasssim.lab.compare.boards import make_boards
    >>> part_boards(make_boards("greedy", "random", "trump"))
    512
    """
    spent = sum(load_bot(text.rpartition(":")[2])[0].nanoseconds for text in arena.bots) / 2
    blocks = PART_SECONDS * 1e9 / (spent * arena.decisions * BLOCK)
    return BLOCK << min(MOST_BLOCKS, max(1, int(blocks))).bit_length() - 1


def set_scale(arena: Arena) -> float:
    """The mean over all columns in units of the sum of their scores."""
    return arena.scale / len(arena.names)


def duel_folder(arena: Arena, out: Path) -> Path:
    """Folder of a duel's parts; every other configuration or source has another."""
    return out / f"duel-{config_hash(full_config(arena.bots, arena.config()))}"


def play_boards(
    arena: Arena,
    boards: int,
    *,
    sprt: Sprt | None = None,
    jobs: int = 1,
    out: Path | None = None,
    backend: str = "threading",
    part: int | None = None,
    progress: Callable[[int], Any] = lambda boards: None,
) -> tuple[BoardSums, str | None]:
    """Play boards in the order of their index, all or until a test has decided.

    Parameters
    ----------
    arena : Arena
        What is played.
    boards : int
        How many boards of each contract, at most.
    sprt : Sprt, optional
        A test that is asked at the end of each block.
    jobs, backend, part
        Workers, how they work, and boards per task, a multiple of `BLOCK`; no result depends
        on them.
    out : Path, optional
        Folder in which finished parts are kept and found again.
    progress : callable
        Told how many boards were played since it was last told.

    Returns
    -------
    sums : BoardSums
        Of the boards until the test decided; more may have been played.
    verdict : {"H0", "H1"} or None
        What the test accepted.
    """
    count = whole("boards", boards, 1, INDEX_LIMIT)
    step = part_boards(arena) if part is None else whole("part", part, 1, INDEX_LIMIT)
    if step % BLOCK:
        raise ValueError(f"part = {step}: expected a multiple of {BLOCK}")
    folder = None if out is None else duel_folder(arena, out)
    store = Store(folder, full_config(arena.bots, arena.config()) if folder else {})

    def task(first: int, number: int) -> NDArray[np.int64]:
        shape = (-(-number // BLOCK), len(arena.names) + 1, len(FIELDS))
        name = f"part-{first:09}-{number:06}"
        return store.table(name, shape, lambda: block_sums(arena.scores(first, number)))

    total: BoardSums | None = None
    decided: tuple[BoardSums, str] | None = None
    for first, number in _waves(count, step, jobs, sprt is not None):
        for blocks in run_tasks(task, first, number, jobs, backend, step):
            done = total.boards if total else 0
            looks = running_sums(blocks, min(done + step, count), total)
            total = looks[-1]
            progress(total.boards - done)
            if sprt is not None and decided is None:
                decided = _first_decision(looks, sprt, set_scale(arena))
        if decided:
            return decided
    assert total is not None  # there is at least one board
    return total, None


def _first_decision(
    looks: list[BoardSums], sprt: Sprt, scale: float
) -> tuple[BoardSums, str] | None:
    found = ((sums, sprt.decide(sums, scale)) for sums in looks)
    return next(((sums, verdict) for sums, verdict in found if verdict), None)


def _waves(boards: int, step: int, jobs: int, sequential: bool) -> Iterator[tuple[int, int]]:
    """Boards that are played before the test is asked: first and number."""
    wave = boards
    if sequential and jobs:  # that there are no workers is said by who would play
        from joblib import effective_n_jobs

        wave = step * effective_n_jobs(jobs)
    yield from ((first, min(wave, boards - first)) for first in range(0, boards, wave))


def play_duel(
    arena: Arena,
    boards: int | None = None,
    *,
    sprt: Sprt | None = None,
    jobs: int = 1,
    out: Path | None = None,
    backend: str = "threading",
    part: int | None = None,
    progress: Callable[[int], Any] = lambda boards: None,
) -> dict[str, Any]:
    """Compare two bots on a fixed number of boards, or until a sequential test decides.

    Parameters
    ----------
    arena : Arena
        Made by `jasssim.lab.compare.boards.make_boards` or, for whole games, by
        `jasssim.lab.compare.charts.make_charts`.
    boards : int, optional
        Boards of each contract; with a test, after how many it gives up.
    sprt, jobs, out, backend, part, progress
        As in `play_boards`.

    Returns
    -------
    dict
        ``mean`` with ``se`` and ``interval_95``, the shares of boards ``tied`` and ``won``
        (by A), ``sd_board``, ``boards`` (of each contract), ``verdict``, ``per_contract`` and
        what was played. Over several contracts all have equal weight, and ``se`` and
        ``sd_board`` are of a set, one board of each.

    Examples
    --------
    >>> from jasssim.lab.compare.boards import make_boards
    >>> found = play_duel(make_boards("rule", "random", "obenabe"), 200)
    >>> found["verdict"], found["mean"] > 10
    ('A better', True)
    """
    most = boards if boards is not None else SPRT_BOARDS if sprt else FIXED_BOARDS
    sums, accepted = play_boards(
        arena, most, sprt=sprt, jobs=jobs, out=out, backend=backend, part=part, progress=progress
    )
    found = results(arena, sums)
    found["verdict"] = _verdict(found, sprt, accepted)
    found["sprt"] = None
    if sprt is not None:
        for row in found["per_contract"]:
            row["verdict"] = None  # only the set was tested
        found["sprt"] = {
            "h0": 0.0, "h1": sprt.delta, "alpha": sprt.alpha, "beta": sprt.beta,
            "ratio": sprt.ratio(sums, set_scale(arena)), "bounds": list(sprt.bounds),
            "accepted": accepted, "most_boards": most, "note": STOPPED,
        }  # fmt: skip
    return found


STOPPED = (
    "after a sequential test the mean is biased away from between the hypotheses, and its "
    "interval is not one of 95 %; play a fixed number of boards to know the difference"
)


def results(arena: Arena, sums: BoardSums) -> dict[str, Any]:
    """What boards come to, as plain values; pairs are of A and B."""
    rows = [_figures(arena, sums, slot) for slot in range(len(arena.names))]
    per = [{"contract": n, **row} for n, row in zip(arena.names, rows, strict=True)]
    about = arena.config()
    return {
        "bots": list(arena.bots),
        "contract": None if "game" in about else ",".join(arena.names),
        "game": about.get("game"),
        "hands": about.get("hands"),
        "rules": arena.rules.name,
        "seed": arena.seed,
        "unit": arena.unit,
        "boards": sums.boards,
        **_figures(arena, sums, -1),
        "per_contract": per,
    }


def _figures(arena: Arena, sums: BoardSums, slot: int) -> dict[str, Any]:
    scale = set_scale(arena) if slot == -1 else arena.scale
    estimate, (tied, won) = sums.estimate(slot, scale), sums.shares(slot)
    return {
        "mean": estimate.mean,
        "se": estimate.se,
        "interval_95": [estimate.low, estimate.high],
        "sd_board": sums.spread(slot, scale),
        "tied": tied,
        "won": won,
        "verdict": verdict_of(estimate),
    }


def verdict_of(estimate: Estimate) -> str:
    """What a mean over a fixed number of boards shows.

    Examples
    --------
    >>> verdict_of(Estimate(1.0, 0.4)), verdict_of(Estimate(0.0, 0.0))
    ('A better', 'no difference shown')
    """
    if estimate.low > 0:
        return "A better"
    return "B better" if estimate.high < 0 else "no difference shown"


def _verdict(found: dict[str, Any], sprt: Sprt | None, accepted: str | None) -> str:
    if sprt is None:
        return str(found["verdict"])
    if accepted is None:
        return f"undecided after {found['boards']} boards"
    relation = "is better" if accepted == "H1" else "is not better"
    return f"{accepted}: A {relation} by {sprt.delta:g}"
