"""How long exact values take, against a program that prints positions with values and times."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from statistics import mean, median
from typing import Any, NamedTuple

import numpy as np

from ...game.cards import cards_to_set
from ...game.contract import parse_contract
from ...game.rules import Rules
from .position import Position
from .solve import solve_position

CONTRACTS = ("L", "obenabe", "undenufe", "slalom-obenabe", "guschti-obenabe")
"""Contracts by the number that the yardstick gives them; its trump is its last suit."""

LINE = re.compile(r"^(\d) (\d+) (\d+) (\d+) (\d+) (\d+) (-?\d+) [\d.]+$", re.MULTILINE)
TRUMP_RANKS = {0: 0, 1: 1, 2: 2, 3: 4, 4: 6, 5: 7, 6: 8, 7: 3, 9: 5}
"""Rank of each place of the yardstick's trump suit, 6 7 8 10 Ober König Ass Nell Puur."""


MEAN = re.compile(r"^(\w+) +n=\d+ N=\d+ .* mean ([\d.]+) \| nodes", re.MULTILINE)
NAMES = ("trump", "obenabe", "undenufe", "slalom", "guschti")


class Known(NamedTuple):
    """A position of the yardstick with its value."""

    position: Position
    value: int


def random_positions(contract: str, cards: int, number: int, seed: int = 1) -> list[Position]:
    """Random ends of deals; seat 0 calls, the leaders take turns.

    Examples
    --------
    >>> [position.left for position in random_positions("obenabe", 3, 2)]
    [3, 3]
    """
    random = np.random.default_rng((seed, cards))
    found = []
    for index in range(number):
        order = random.permutation(36)[: 4 * cards]
        a, b, c, d = (cards_to_set(map(int, order[seat::4])) for seat in range(4))
        known = parse_contract(contract)
        found.append(Position((a, b, c, d), index % 4, known, Rules(), 0, trick=9 - cards))
    return found


def _run(path: str, mode: int, number: int, cards: int) -> str:
    words = [path, str(mode), str(number), str(cards)]
    try:
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise ValueError(f"the solver {path} cannot be run: {error}") from None


def read_yardstick(path: str, cards: int, number: int) -> dict[str, list[Known]]:
    """Positions and values of a yardstick program, by contract.

    Raises
    ------
    ValueError
        If the program cannot be run or prints no positions.
    """
    found: dict[str, list[Known]] = {name: [] for name in CONTRACTS}
    for kind, size, *words, value in LINE.findall(_run(path, 3, number, cards)):
        name = CONTRACTS[int(kind)]
        a, b, c, d = (_hand(int(word), name == "L") for word in words)
        known = parse_contract(name)
        position = Position((a, b, c, d), 0, known, Rules(), 0, trick=9 - int(size))
        found[name].append(Known(position, int(value)))
    if not any(found.values()):
        raise ValueError(f"the solver {path} printed no line such as '0 7 h h h h value ms'")
    return found


def yardstick_means(path: str, cards: int, number: int) -> dict[str, float]:
    """Mean milliseconds of a yardstick on the same positions, the match included, by contract."""
    means = dict(MEAN.findall(_run(path, 0, number, cards)))
    return {name: float(means[own]) for name, own in zip(CONTRACTS, NAMES, strict=True)}


def _hand(word: int, trump: bool) -> int:
    """A hand of the yardstick in natural order."""
    cards = 0
    for place in range(64):
        if word >> place & 1:
            suit, rank = place >> 4, place & 15
            cards |= 1 << 16 * suit + (TRUMP_RANKS[rank] if trump and suit == 3 else rank)
    return cards


def bench_solver(
    deals: int, cards: int = 9, yardstick: str | None = None, contracts: Sequence[str] = CONTRACTS
) -> list[dict[str, Any]]:
    """Processor time of exact values, the question for a match included.

    Parameters
    ----------
    deals, cards : int
        Positions of each contract, and cards in each hand.
    yardstick : str, optional
        Path of a program that is timed on the same positions.
    contracts : sequence of str
        Some of `CONTRACTS`.

    Returns
    -------
    list of dict
        One per contract: mean and median milliseconds, nodes; against a yardstick its mean,
        the ratio of the means, and how many values differ.

    Examples
    --------
    >>> row = bench_solver(2, 3, contracts=["obenabe"])[0]
    >>> row["contract"], row["positions"], row["mean_ms"] > 0
    ('obenabe', 2, True)
    """
    theirs = read_yardstick(yardstick, cards, deals) if yardstick else {}
    means = yardstick_means(yardstick, cards, deals) if yardstick else {}
    rows = []
    for name in contracts:
        values = theirs.get(name, [])
        positions = [known.position for known in values] or random_positions(name, cards, deals)
        solve_position(random_positions(name, 2, 1)[0])  # so that the contract is prepared
        found = [solve_position(position) for position in positions]
        ms = [1e3 * solution.seconds for solution in found]
        row: dict[str, Any] = {
            "contract": name,
            "cards": cards,
            "positions": len(found),
            "mean_ms": mean(ms),
            "median_ms": median(ms),
            "mean_nodes": mean(solution.nodes for solution in found),
        }
        if values:
            row["yardstick_mean_ms"] = means[name]
            row["ratio"] = row["mean_ms"] / means[name]
            pairs = zip(found, values, strict=True)
            row["differences"] = sum(solution.points != known.value for solution, known in pairs)
        rows.append(row)
    return rows
