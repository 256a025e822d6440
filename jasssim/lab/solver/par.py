"""Par: what a call is worth if nobody errs and all hands are open, over many random deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from ...game.contract import Contract, allowed, goal, known_kinds, parse_contract
from ...game.kinds import TRUMP
from ...game.rules import Rules
from ...game.writing import ALL_TRICKS, write_rounds
from ..chunks import Setup, deal_hands
from .batch import solve_many
from .position import Position, points_left
from .solve import SOME_TRICKS, Solution

CALLER = 0
"""Seat that calls and leads; by symmetry no result hangs on which."""

BEST = "best"


class Par(NamedTuple):
    """What one row is worth in one deal.

    Attributes
    ----------
    deal : int
        Index of the deal.
    row : str
        Name of the row.
    low_points, high_points : int
        Bounds of the points of the caller's team; equal unless the budget ran out.
    match, counter_match : bool or None
        Whether the caller's team, or the other, can force its match; None if the budget
        ran out before that was known.
    low_written, high_written : int
        Bounds of what the caller's team writes, before the factor.
    nodes : int
        Cards laid in the search.
    """

    deal: int
    row: str
    low_points: int
    high_points: int
    match: bool | None
    counter_match: bool | None
    low_written: int
    high_written: int
    nodes: int

    @property
    def solved(self) -> bool:
        """Whether points, matches and written points are known."""
        return (
            self.low_points == self.high_points
            and self.match is not None
            and self.counter_match is not None
        )


def par_rows(
    names: Sequence[str], rules: Rules, best: bool = False
) -> dict[str, tuple[Contract, ...]]:
    """Rows by name, each with the contracts of which it is the best.

    Parameters
    ----------
    names : sequence of str
        Contracts, or kinds with a choice, such as ``slalom`` or ``trump``: these stand for
        all contracts that the rules allow in them.
    rules : Rules
        House rules.
    best : bool
        Whether each kind gets a further row, the best of its contracts in each deal.

    Raises
    ------
    ValueError
        If a name is unknown or there is nothing of which to take the best.

    Examples
    --------
    >>> list(par_rows(["obenabe", "slalom"], Rules(), best=True))
    ['obenabe', 'slalom-obenabe', 'slalom-undenufe', 'slalom-best']
    """
    rows: dict[str, tuple[Contract, ...]] = {}
    kinds = [kind.id for kind in known_kinds(rules)]
    for name in names:
        options = _options(name, rules) if name in kinds else [parse_contract(name, rules)]
        rows |= {str(contract): (contract,) for contract in options}
        if best and len(options) > 1:
            rows[f"{name}-{BEST}"] = tuple(options)
    if best and all(len(options) == 1 for options in rows.values()):
        raise ValueError(
            f"contracts {', '.join(names)}: nothing is left to choose, so there is no best; "
            "expected a kind with a choice, such as trump or slalom"
        )
    return rows


def _options(kind: str, rules: Rules) -> list[Contract]:
    if kind == TRUMP:
        return [contract for suit in "ERSL" for contract in allowed(rules, suit)]
    return allowed(rules, kind)


def par_deals(
    rows: Mapping[str, Sequence[Contract]],
    deals: int,
    seed: int = 1,
    rules: Rules | None = None,
    *,
    first: int = 0,
    budget: int | None = None,
    jobs: int = 1,
    progress: bool = False,
) -> Iterator[tuple[Par, ...]]:
    """Par values of random deals, deal by deal in their order.

    Parameters
    ----------
    rows : mapping of str to contracts
        As `par_rows` gives them; each contract of a row needs a row of its own.
    deals, seed, first : int
        The deals are those of (seed, first), (seed, first + 1), ….
    rules : Rules, optional
        House rules, by default the shipped ones.
    budget : int, optional
        Cards that may be laid for each deal and contract.
    jobs : int
        Threads; -1 for one per core. No result depends on it.
    progress : bool
        Whether to show a bar on stderr, if that is a terminal.

    Raises
    ------
    ValueError
        If a contract has no value for two sides or the budget is no number of cards.

    Examples
    --------
    >>> rows = par_rows(["slalom"], Rules(), best=True)
    >>> (down, up, best), = par_deals(rows, 1, seed=7)
    >>> best.low_points == max(down.low_points, up.low_points)
    True
    """
    house = rules or Rules()
    single = [options[0] for options in rows.values() if len(options) == 1]
    setup = Setup(("", "", "", ""), tuple(single), house, seed)  # no card is played by a bot
    hands = deal_hands(setup, np.arange(first, first + deals))
    positions = [
        Position((a, b, c, d), CALLER, contract, house, CALLER)
        for a, b, c, d in hands.tolist()
        for contract in single
    ]
    solutions = solve_many(positions, budget=budget, jobs=jobs, progress=progress)
    return _by_deal(rows, solutions, first, len(single))


def _by_deal(
    rows: Mapping[str, Sequence[Contract]], solutions: Iterator[Solution], first: int, single: int
) -> Iterator[tuple[Par, ...]]:
    deal = first
    while found := list(islice(solutions, single)):
        own = {str(s.position.contract): _par(deal, s) for s in found}
        yield tuple(
            own[name] if len(options) == 1 else best_of(
                name, [own[str(c)] for c in options], goal(options[0], found[0].position.rules)
            )
            for name, options in rows.items()
        )  # fmt: skip
        deal += 1


def _par(deal: int, solution: Solution) -> Par:
    written = solution.written
    low, high = written_bounds(solution) if written is None else (written, written)
    return Par(
        deal, str(solution.position.contract), solution.low, solution.high, solution.match,
        solution.counter_match, low, high, solution.nodes,
    )  # fmt: skip


def written_bounds(solution: Solution) -> tuple[int, int]:
    """The least and the most that the caller's team writes for a solution with bounds.

    Examples
    --------
    >>> from jasssim.lab.solver.solve import solve
    >>> written_bounds(solve("0:AK... O9... X8... 76...", "obenabe"))
    (16, 16)
    """
    position = solution.position
    turned = goal(position.contract, position.rules) == "avoid"
    pair = (solution.match, solution.counter_match)
    everything, nothing = pair[::-1] if turned else pair
    # What is open goes against the caller's points at the lower end, for them at the upper.
    least = 0 if nothing is not False else ALL_TRICKS if everything else SOME_TRICKS
    most = ALL_TRICKS if everything is not False else 0 if nothing else SOME_TRICKS
    left = points_left(position)
    total = 0 if left is None else sum(position.points) + left
    ends = np.array([solution.low, solution.high])
    others = np.maximum(0, total - ends)
    written = write_rounds(ends, others, [least, most], turned, position.rules).caller
    return int(written.min()), int(written.max())


def best_of(row: str, options: Sequence[Par], wanted: str = "points") -> Par:
    """The best of some contracts in one deal, for a caller that sees all hands.

    Parameters
    ----------
    row : str
        Name of the row.
    options : sequence of Par
        The contracts' values in the same deal.
    wanted : {"points", "avoid"}
        What the caller's team wants; to avoid points the fewest are the best.
    """
    pick = min if wanted == "avoid" else max
    matches = [option.match for option in options]
    counters = [option.counter_match for option in options]
    return Par(
        options[0].deal, row,
        pick(option.low_points for option in options),
        pick(option.high_points for option in options),
        True if True in matches else None if None in matches else False,
        False if False in counters else None if None in counters else True,
        max(option.low_written for option in options),
        max(option.high_written for option in options),
        sum(option.nodes for option in options),
    )  # fmt: skip
