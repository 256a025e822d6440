"""Many positions at once, on several threads, and what they cost."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..chunks import run_tasks
from .plans import template
from .position import Position, make_position
from .solve import Solution, solve_position

CHUNK = 1
"""Positions per task: an interrupt loses no more than this for each thread."""

SMALL = "0:A... K... X... 6..."


class Cost(NamedTuple):
    """What positions of one contract and one number of cards cost.

    Attributes
    ----------
    contract : str
        The contract.
    cards : int
        Tricks left, the one on the table included.
    positions : int
        Number of positions.
    mean_ms, mean_nodes : float
        Mean processor time in milliseconds, and mean number of cards laid.
    """

    contract: str
    cards: int
    positions: int
    mean_ms: float
    mean_nodes: float


def solve_many(
    positions: Sequence[Position],
    *,
    cards: bool = False,
    tens: bool | Sequence[bool] = False,
    budget: int | None = None,
    jobs: int = 1,
    progress: bool = False,
) -> Iterator[Solution]:
    """Exact values of many positions, in their order.

    Each solution comes as soon as it and all before it are known, so that whoever is
    interrupted keeps those. Neither values nor nodes depend on the number of threads.

    Parameters
    ----------
    positions : sequence of Position
        The positions; see `jasssim.lab.solver.position.make_position`.
    cards : bool
        Whether to find the value of every card that may be played.
    tens : bool or sequence of bool
        Whether the written points are enough, for all positions or for each.
    budget : int, optional
        Cards that may be laid for each position; what is not solved then has bounds only.
    jobs : int
        Threads; -1 for one per core.
    progress : bool
        Whether to show a bar on stderr, if that is a terminal.

    Raises
    ------
    ValueError
        If everybody plays alone in a position, or the options do not fit each other.

    Examples
    --------
    >>> from jasssim.lab.solver.position import make_position
    >>> deal = "0:AK... O9... X8... 76..."
    >>> both = [make_position(deal, name) for name in ("obenabe", "undenufe")]
    >>> [solution.points for solution in solve_many(both)]
    [41, 0]
    """
    asked = list(positions)
    each = [tens] * len(asked) if isinstance(tens, bool) else list(tens)
    if len(each) != len(asked):
        raise ValueError(f"tens: {len(each)} were given for {len(asked)} positions: expected one")
    # The first call of a kernel and the tables of a contract are no part of a position's time;
    # and a contract is refused before anything is solved.
    solve_position(make_position(SMALL, "obenabe"))
    for contract, rules in dict.fromkeys((p.contract, p.rules) for p in asked):
        for tricks_only in (False, True):
            template(contract, rules, tricks_only)

    def task(first: int, count: int) -> list[Solution]:
        return [
            solve_position(asked[at], cards=cards, tens=each[at], budget=budget)
            for at in range(first, first + count)
        ]

    parts = run_tasks(task, 0, len(asked), jobs, chunk=CHUNK)
    return _one_by_one(parts, len(asked), progress)


def _one_by_one(parts: Iterator[list[Solution]], total: int, progress: bool) -> Iterator[Solution]:
    from tqdm import tqdm

    hidden = None if progress else True  # None: hidden where stderr is no terminal
    with tqdm(total=total, unit="pos", file=sys.stderr, disable=hidden, leave=False) as bar:
        for part in parts:
            bar.update(len(part))
            yield from part


def mean_costs(solutions: Sequence[Solution]) -> list[Cost]:
    """Costs by contract and number of cards, in the order in which these come up.

    Examples
    --------
    >>> from jasssim.lab.solver.position import make_position
    >>> position = make_position("0:AK... O9... X8... 76...", "obenabe")
    >>> [cost[:3] for cost in mean_costs(list(solve_many([position] * 3)))]
    [('obenabe', 2, 3)]
    """
    groups: dict[tuple[str, int], list[Solution]] = {}
    for solution in solutions:
        key = (str(solution.position.contract), solution.position.left)
        groups.setdefault(key, []).append(solution)
    return [
        Cost(
            *key, len(group),
            1000 * sum(s.seconds for s in group) / len(group),
            sum(s.nodes for s in group) / len(group),
        )
        for key, group in groups.items()
    ]  # fmt: skip
