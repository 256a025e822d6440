"""The laws that every bot keeps, whoever wrote it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..bots.registry import load_bot, register, unregister
from ..bots.strategy import Strategy, player
from ..engine import COMPILED
from ..engine.view import VIEW
from ..game.contract import contract_names
from .simulate import simulate

VIEWS = 10_000
INTERPRETED_VIEWS = 200
BOARDS = 1000
JUNK = 987_654_321


class LawBrokenError(AssertionError):
    """A bot broke a law; the text names the bot, the law and what to change."""


def check_strategy(name: str, views: int = VIEWS, cost: bool = False) -> list[str]:
    """Check a bot against the laws of all bots.

    Parameters
    ----------
    name : str
        The bot, with parameters if wanted.
    views : int
        Random views to check, spread over all contracts.
    cost : bool
        Whether to measure the declared cost too, which a busy machine may spoil.

    Returns
    -------
    list of str
        The laws that were checked.

    Raises
    ------
    LawBrokenError
        At the first law that does not hold.

    Examples
    --------
    >>> check_strategy("random", views=300)[:3]
    ['documented', 'legal', 'view untouched']
    """
    strategy, params = load_bot(name)
    who = f"bot {name!r}"
    law(who, "documented", len(strategy.about.split()) >= 5, "say in the docstring what it does")
    seen = sample_views(views)
    answers = [_check_view(who, strategy, params, seen[i : i + 1]) for i in range(len(seen))]
    laws = ["documented", "legal", "view untouched", "same view, same card", "no memory"]
    if COMPILED and Path(strategy.path).is_file():
        step = max(1, len(seen) // INTERPRETED_VIEWS)
        plain = interpreted_answers(__name__, who, [name], seen[::step])
        same = plain == answers[::step]
        law(who, "compiled = interpreted", same, "it answers otherwise with NUMBA_DISABLE_JIT=1")
        laws.append("compiled = interpreted")
    if strategy.beats_random:
        mean, error = margin_over_random(name)
        margin = f"{mean:.2f} ± {error:.2f} points a deal (standard error, {BOARDS} boards)"
        advice = f"its margin is {margin}: declare beats_random=False"
        law(who, "beats random", mean > 3 * error, advice)
        laws.append("beats random")
    if cost:
        spent = nanoseconds_per_card(name)
        law(who, "declared cost", spent <= strategy.nanoseconds, f"a card takes {spent:.0f} ns, "
             f"declared are {strategy.nanoseconds:.0f}")  # fmt: skip
        laws.append("declared cost")
    return laws


def law(who: str, title: str, holds: bool, advice: str) -> None:
    """Raise LawBrokenError where a law does not hold."""
    if not holds:
        raise LawBrokenError(f"{who} breaks the law {title!r}: {advice}")


def tell_failure(who: str, failures: list[BaseException]) -> None:
    """Raise what a bot or caller in ordinary Python raised, if it did, as a game does."""
    if failures:
        error = failures.pop()
        if not isinstance(error, Exception):
            raise error
        raise RuntimeError(f"{who} failed on a random view: {error!r}") from error


def _check_view(
    who: str, strategy: Strategy, params: NDArray[np.float64], view: NDArray[np.void]
) -> int:
    before = view.copy()
    first = _ask(strategy, view, params, strategy.memory())
    legal = int(view["legal"][0])
    where = f"in trick {int(view['trick'][0]) + 1}, mode {int(view['mode'][0])}"
    allowed = 0 <= first < 64 and bool(legal >> first & 1)
    law(who, "legal", allowed, f"it answered {first}, not a place in the set {legal:#x}, {where}")
    law(who, "view untouched", bool((view == before).all()), f"it wrote to its view {where}")
    again = _ask(strategy, view, params, strategy.memory())
    law(who, "same view, same card", first == again, f"it answered {first}, then {again} {where}")
    if not strategy.remembers and not strategy.cheats:
        other = _ask(strategy, view, params, strategy.memory(JUNK))
        law(who, "no memory", first == other, f"what was left in its memory changed its answer "
             f"{where}: declare remembers=True or clear the memory first")  # fmt: skip
    return first


def _ask(
    strategy: Strategy,
    view: NDArray[np.void],
    params: NDArray[np.float64],
    memo: NDArray[np.int64],
) -> int:
    record = view if COMPILED else view.view(np.recarray)
    with np.errstate(over="ignore"):
        answer = int(strategy.play(record[0], params, memo))
    tell_failure(f"bot {strategy.name!r}", strategy.failures)
    return answer


def sample_views(views: int, seed: int = 1) -> NDArray[np.void]:
    """Views of seats that have a choice, from random plays of all contracts, dtype `VIEW`."""
    kept: list[NDArray[np.void]] = []

    @player(compiled=False, beats_random=False)
    def spy(view, params, memo):  # type: ignore[no-untyped-def]
        """Keeps a copy of what it is shown and plays a card that its noise picks."""
        kept.append(np.array([view], VIEW))
        places = [i for i in range(64) if int(view.legal) >> i & 1]
        return places[int(view.noise) % len(places)]

    register(spy)
    names = contract_names()
    # A deal asks for about 24 choices.
    deals = views // (20 * len(names)) + 1
    for number, contract in enumerate(names):
        first = number * deals
        simulate("spy", contract, deals, seed, first=first, caller=np.arange(deals) % 4)
    unregister("spy")
    return np.concatenate(kept[:: max(1, len(kept) // views)][:views])


def interpreted_answers(
    module: str, who: str, arguments: list[str], views: NDArray[np.void]
) -> list[int]:
    """Answers of a bot or caller in a process whose kernels are not compiled.

    The module is run with the arguments and a file of views.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "views.npy"
        np.save(path, views)
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments, str(path)],
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise LawBrokenError(f"{who} does not run with NUMBA_DISABLE_JIT=1: {reason}")
    return [int(word) for word in done.stdout.split()]


def margin_over_random(name: str, boards: int = BOARDS) -> tuple[float, float]:
    """Mean and standard error of a bot's margin over ``random`` in Obenabe, points a deal.

    A board is one deal played twice with the teams swapped; its score is half the
    difference of the teams' points, the mean of both.
    """
    there = simulate([name, "random"], "obenabe", boards).points()
    back = simulate(["random", name], "obenabe", boards).points()
    scores = (there[:, 0] - there[:, 1] + back[:, 1] - back[:, 0]) / 4
    return float(scores.mean()), float(scores.std(ddof=1) / np.sqrt(boards))


def nanoseconds_per_card(name: str, deals: int = 20_000) -> float:
    """Processor time of this thread per card played, median of five runs."""
    runs = []
    for _ in range(6):
        start = time.thread_time()
        simulate(name, "obenabe", deals)
        runs.append((time.thread_time() - start) / deals / 36 * 1e9)
    return float(np.median(runs[1:]))


if __name__ == "__main__":
    bot, values = load_bot(sys.argv[1])
    table = np.load(sys.argv[2])
    print(*(_ask(bot, table[i : i + 1], values, bot.memory()) for i in range(len(table))))
