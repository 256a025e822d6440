"""The laws that every caller keeps, whoever wrote it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ..bots.calling import Caller, caller
from ..bots.registry import load_calling, register, unregister
from ..engine import COMPILED
from ..engine.calling import CALL, NO_START, OPEN, PASS
from ..game.rules import Row, Rules, load_rules
from ..game.values import read_values
from .check import INTERPRETED_VIEWS, interpreted_answers, law, tell_failure
from .coiffeur.callbook import CallBook, call_book
from .coiffeur.games import play_games

VIEWS = 2000
JUNK = 987_654_321
WITH_MOLOTOW = replace(
    load_rules("wyys-10b"),
    name="wyys-10b with Molotow",
    rows=(*load_rules("wyys-10b").rows, Row("molotow", "molotow", 11)),
)
CHARTS = {
    rules.name: rules for rules in (WITH_MOLOTOW, load_rules("jasvel-10"), load_rules("tafel-8"))
}
"""Rules whose charts hold every shipped kind of row."""


def check_caller(name: str, views: int = VIEWS) -> list[str]:
    """Check a caller against the laws of all callers.

    Parameters
    ----------
    name : str
        The caller, with parameters if wanted.
    views : int
        Random views to check, spread over `CHARTS`.

    Returns
    -------
    list of str
        The laws that were checked.

    Raises
    ------
    jasssim.lab.check.LawBrokenError
        At the first law that does not hold.

    Examples
    --------
    >>> check_caller("first-open", views=60)[:4]
    ['documented', 'legal', 'view untouched', 'same view, same call']
    """
    bot, params = load_calling(name)
    who = f"caller {name!r}"
    law(who, "documented", len(bot.about.split()) >= 5, "say in the docstring what it does")
    seen = {
        chart: sample_calls(rules, views // len(CHARTS), evaluates=bot.evaluates)
        for chart, rules in CHARTS.items()
    }
    answers = {chart: _check_views(who, bot, params, seen[chart], chart) for chart in CHARTS}
    laws = ["documented", "legal", "view untouched", "same view, same call", "no memory"]
    if COMPILED and Path(bot.path).is_file():
        for chart in CHARTS:
            step = max(1, len(seen[chart]) * len(CHARTS) // INTERPRETED_VIEWS)
            plain = interpreted_answers(__name__, who, [name, chart], seen[chart][::step])
            same = plain == answers[chart][::step]
            advice = "it answers otherwise with NUMBA_DISABLE_JIT=1"
            law(who, "compiled = interpreted", same, advice)
        laws.append("compiled = interpreted")
    return laws


def sample_calls(
    rules: Rules, views: int, seed: int = 1, evaluates: bool = True
) -> NDArray[np.void]:
    """Views of callers from games in which all call or pass at random, dtype `CALL`.

    They hold the hand evaluation only for callers that declare ``evaluates``.
    """
    kept: list[NDArray[np.void]] = []

    @caller(name="spy", compiled=False, evaluates=evaluates)
    def spy(view, params, memo, tables):  # type: ignore[no-untyped-def]
        """Keeps a copy of what it is shown and calls what its noise picks."""
        kept.append(np.array([view], CALL))
        choices = open_calls(kept[-1]) + ([] if view.forced else [PASS])
        return choices[int(view.noise) % len(choices)]

    register(spy)
    try:
        play_games("spy:random", "spy:random", views // 60 + 1, seed, rules)
    finally:
        unregister("spy")
    return np.concatenate(kept[:: max(1, len(kept) // views)][:views])


def open_calls(view: NDArray[np.void]) -> list[int]:
    """Numbers of the calls that may be made in a view, shape (1,)."""
    seen = view[0]
    return [
        number
        for number in range(int(seen["calls"]))
        for row, start in [(seen["row_of"][number], seen["start_of"][number])]
        if seen["made"][row] == OPEN and (start == NO_START or start != seen["barred"][row])
    ]


def _check_views(
    who: str, bot: Caller, params: NDArray[np.float64], seen: NDArray[np.void], chart: str
) -> list[int]:
    book = _book(bot, chart)
    answers = []
    for number in range(len(seen)):
        view = seen[number : number + 1].copy()
        first = _ask(bot, view, params, book)
        where = f"in round {int(view['rounds'][0]) + 1} of {chart}, seat {int(view['seat'][0])}"
        allowed = open_calls(view) + ([] if view["forced"][0] else [PASS])
        law(who, "legal", first in allowed, f"it answered {first}, not one of {allowed}, {where}")
        untouched = bool((view == seen[number : number + 1]).all())
        law(who, "view untouched", untouched, f"it wrote to its view {where}")
        again = _ask(bot, view, params, book)
        law(who, "same view, same call", first == again, f"it answered {first}, then {again}")
        other = _ask(bot, view, params, book, JUNK)
        law(who, "no memory", first == other, f"what was left in its memory changed its answer "
             f"{where}: clear the memory first")  # fmt: skip
        answers.append(first)
    return answers


def _book(bot: Caller, chart: str) -> CallBook:
    return call_book(CHARTS[chart], read_values() if bot.evaluates else None)


def _ask(
    bot: Caller,
    view: NDArray[np.void],
    params: NDArray[np.float64],
    book: CallBook,
    rest: int = 0,
) -> int:
    record = view if COMPILED else view.view(np.recarray)
    with np.errstate(over="ignore"):
        answer = int(bot.call(record[0], params, bot.memory(book.houses, rest), book.tables))
    tell_failure(f"caller {bot.name!r}", bot.failures)
    return answer


if __name__ == "__main__":
    loaded, values = load_calling(sys.argv[1])
    read = _book(loaded, sys.argv[2])
    stored = np.load(sys.argv[3])
    print(*(_ask(loaded, stored[i : i + 1], values, read) for i in range(len(stored))))
