"""How fast the engine plays: processor time per deal, dealing and tally included.

Times are this thread's processor time, which other programs on the machine disturb least;
of several repeats the median counts. A yardstick is a program of its own that prints its
speeds; it runs before and after in the same call, so that only the ratio counts.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from ..game.contract import parse_contract
from ..game.rules import load_rules
from .chunks import Chunk, Setup, deal_hands, make_setup, play_chunk, run_tasks
from .coiffeur.games import play_part as play_game_part
from .coiffeur.wave import make_games
from .machine import machine
from .solo.molotow import PER_SITTING, play_part
from .solo.sittings import PARTIE, make_setups

CONTRACTS = ("E", "obenabe", "undenufe", "slalom-obenabe", "guschti-obenabe", "misere",
             "3x3:obenabe", "molotow")  # fmt: skip
GAMES = (("wyys-10", "greedy:rule"), ("wyys-6", "regret:rule"), ("wyys-10", "random:random"))
MOLOTOW = "molotow"
YARDSTICK_DEALS = 2_000_000
YARDSTICK_POLICY = {"random": "rand", "greedy": "heur"}
LINE = re.compile(r"^(rand|heur) (\S+)\s+thr=1\s.*?([\d.]+) ns/deal", re.MULTILINE)


def play_some(setup: Setup, first: int, count: int) -> int:
    """Deal and play some deals with their tally; returns how many."""
    indices = np.arange(first, first + count)
    hands = deal_hands(setup, indices)
    seats = np.zeros(count, np.int8)
    play_chunk(setup, Chunk(indices, hands, np.zeros(count, np.int64), seats, seats))
    return count


def cpu_time(task: Callable[[], object]) -> float:
    """Processor time of a task in this thread, nanoseconds."""
    start = time.thread_time_ns()
    task()
    return float(time.thread_time_ns() - start)


def measure(bot: str, contract: str, deals: int, repeats: int) -> float:
    """Median processor time per deal in nanoseconds, the same bot in all four seats.

    Raises
    ------
    ValueError
        If the bot or the contract is unknown.
    """
    setup = make_setup(bot, [parse_contract(contract)], 1, "default")
    play_some(setup, 0, min(deals, 100))
    times = [cpu_time(partial(play_some, setup, i * deals, deals)) for i in range(repeats)]
    return median(times) / deals


def measure_games(ruleset: str, team: str, games: int, repeats: int) -> dict[str, Any]:
    """Median processor time of whole games, calling and writing included.

    Half as many games are played twice, as everywhere; a game here is one half.
    """
    setup = make_games(team, team, ruleset, 1)
    some = max(1, games // 2)
    play_game_part(setup, False, 0, 1)
    times = [
        cpu_time(partial(play_game_part, setup, False, i * some, some)) for i in range(repeats)
    ]
    ns = median(times) / (2 * some)
    return {
        "ruleset": ruleset,
        "team": team,
        "us_per_game": ns / 1e3,
        "games_per_second_per_core": 1e9 / ns,
    }


def measure_molotow(bot: str, deals: int, repeats: int) -> dict[str, Any]:
    """Median processor time of deals of Molotow with their marks."""
    rules = load_rules(MOLOTOW)
    setups = make_setups(bot, 1, rules)
    count = PARTIE * PER_SITTING
    some = max(1, deals // count)
    task = partial(play_part, setups, [bot], count)
    task(0, 1)
    times = [cpu_time(partial(task, i * some, some)) for i in range(repeats)]
    ns = median(times) / (some * count)
    return {
        "ruleset": MOLOTOW,
        "bots": bot,
        "us_per_deal": ns / 1e3,
        "deals_per_second_per_core": 1e9 / ns,
    }


def two_threads(bot: str, contract: str, deals: int, repeats: int) -> float:
    """Wall-clock speed-up of two threads over one."""
    setup = make_setup(bot, [parse_contract(contract)], 1, "default")

    def wall(jobs: int) -> float:
        start = time.perf_counter()
        list(run_tasks(partial(play_some, setup), 0, 4 * deals, jobs, "threading", deals))
        return time.perf_counter() - start

    wall(2)
    pairs = [(wall(1), wall(2)) for _ in range(repeats)]
    return median(one / two for one, two in pairs)


def run_yardstick(path: str) -> dict[tuple[str, str], float]:
    """Nanoseconds per deal of a yardstick program, by its policy and contract.

    Raises
    ------
    ValueError
        If the program cannot be run or prints no speeds.
    """
    try:
        done = subprocess.run(
            [path, str(YARDSTICK_DEALS), "1"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise ValueError(f"the yardstick {path} cannot be run: {error}") from None
    found = parse_yardstick(done.stdout)
    if not found:
        raise ValueError(f"the yardstick {path} printed no line such as 'rand trump thr=1 ...'")
    return found


def parse_yardstick(text: str) -> dict[tuple[str, str], float]:
    """Speeds from a yardstick's output.

    Examples
    --------
    >>> parse_yardstick("rand trump          thr=1  3.44 M deals/s  290.9 ns/deal  8.08 ns/move")
    {('rand', 'trump'): 290.9}
    """
    return {(policy, name): float(ns) for policy, name, ns in LINE.findall(text)}


def bench(
    bots: Sequence[str] = ("random", "rule"),
    contracts: Sequence[str] = CONTRACTS,
    deals: int = 200_000,
    repeats: int = 5,
    yardstick: str | None = None,
    games: int = 4000,
) -> dict[str, Any]:
    """Speed of every bot in every contract, and of whole games.

    Parameters
    ----------
    bots, contracts : sequence of str
        What is measured, each bot in all four seats.
    deals, repeats : int
        Deals per repeat, and repeats of which the median counts.
    yardstick : str, optional
        Path of a yardstick program.
    games : int
        Games per repeat of each team in `GAMES`, and as many deals of Molotow times four.

    Returns
    -------
    dict
        ``machine``, ``rows`` (one per bot and contract), ``games`` (one per rule set and
        team), ``molotow`` and ``two_threads_speedup``.

    Raises
    ------
    ValueError
        If a bot or contract is unknown, or the yardstick cannot be run.

    Examples
    --------
    >>> found = bench(["random"], ["E"], deals=500, repeats=1, games=4)
    >>> found["rows"][0]["contract"], found["rows"][0]["ns_per_deal"] > 0
    ('E', True)
    """
    if min(deals, repeats, games) < 1:
        numbers = f"deals = {deals}, repeats = {repeats}, games = {games}"
        raise ValueError(f"{numbers}: expected at least 1 of each")
    runs = [run_yardstick(yardstick)] if yardstick else []
    times = {(bot, text): measure(bot, text, deals, repeats) for bot in bots for text in contracts}
    runs += [run_yardstick(yardstick)] if yardstick else []
    return {
        "machine": machine(),
        "deals": deals,
        "repeats": repeats,
        "rows": [_row(bot, text, time, runs) for (bot, text), time in times.items()],
        "games": [measure_games(*what, games, repeats) for what in GAMES],
        "molotow": measure_molotow("rule", 4 * games, repeats),
        "two_threads_speedup": two_threads(bots[0], contracts[0], deals, repeats),
    }


def _row(
    bot: str, contract: str, ns: float, runs: list[dict[tuple[str, str], float]]
) -> dict[str, Any]:
    row: dict[str, Any] = {
        "engine": "plugin",
        "bots": bot,
        "contract": contract,
        "ns_per_deal": ns,
        "ns_per_card": ns / 36,
        "deals_per_second_per_core": 1e9 / ns,
    }
    key = (YARDSTICK_POLICY.get(bot, ""), parse_contract(contract).kind)
    theirs = [run[key] for run in runs if key in run]
    if theirs:
        row["yardstick_ratio"] = ns / median(theirs)
    return row
