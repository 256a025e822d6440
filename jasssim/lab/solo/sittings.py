"""Sittings of Molotow and Inspektiönler: deals in a row at one table, many tables at once.

All sittings of a chunk play their first deal together, then their second, and so on, since
who deals next may hang on the marks so far. Deal t of sitting s has the index
``256 * s + t``; hands, bots' random words and card draws are keyed by (seed, index) alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ...game.checks import ROUND_POINTS
from ...game.contract import is_solo, parse_contract
from ...game.evening import OUT
from ...game.marks import (
    HUNDRED,
    PAIR_MIDDLE,
    TRIPLE,
    Marks,
    inspektioenler_marks,
    molotow_marks,
)
from ...game.rules import Rules
from ...game.scoring import seat_points, value_rule
from ..chunks import Chunk, Setup, deal_hands, make_setup, play_chunk

CONTRACT = parse_contract("molotow")
PARTIE = 4
"""Deals of a Partie, one by each dealer if nobody is skipped."""

MOST_DEALS = 256
"""Deal indices that a sitting has for itself."""

NOT_PLAYED = -1


DEAL = np.dtype(
    [
        ("points", np.int16, 4),  # by seat
        ("strokes", np.int8, 4),
        ("zeros", np.int8, 4),
        ("rule", np.int8),  # code of the rule that gave the marks, NOT_PLAYED after the end
        ("dealer", np.int8),  # forehand, the seat after, led
    ]
)
"""One deal of a sitting."""


def make_setups(bots: str | Sequence[str], seed: int, rules: Rules) -> tuple[Setup, ...]:
    """Checked setups, one for each order in which the bots can sit.

    Raises
    ------
    ValueError
        If a bot is unknown, or the rules are none of a game in which nobody calls.

    Examples
    --------
    >>> len(make_setups(["rule", "rule", "random", "random"], 1, Rules(first_lead="forehand")))
    6
    """
    if rules.first_lead != "forehand":
        raise ValueError(
            f"rules {rules.name}: first_lead = {rules.first_lead!r}, but nobody calls when each "
            "plays alone; expected 'forehand', as in the rule set molotow"
        )
    if rules.weis != "none":
        raise ValueError(
            f"rules {rules.name}: weis = {rules.weis!r}, but no Weis are played when each plays "
            "alone; expected 'none'"
        )
    if not is_solo(CONTRACT, rules):
        raise ValueError(
            f"rules {rules.name}: their chart has Molotow, which is then played by teams; "
            "expected rules without such a row, as the rule set molotow"
        )
    seats = [bots] * 4 if isinstance(bots, str) else list(bots)
    if len(seats) != 4:
        raise ValueError(f"{len(seats)} bots were given: expected one or four")
    return tuple(
        make_setup(order, [CONTRACT], seed, rules) for order in sorted(set(permutations(seats)))
    )


def play_sittings(setup: Setup, first: int, count: int, deals: int) -> NDArray[np.void]:
    """Play the sittings of the numbers from `first` on.

    The first deal is dealt by the seat that the rules name, the next one by the seat after.
    In Molotow a new Partie is opened by the *Hintermann* of whoever has most zeros in the
    Partien of the sitting so far; we take him for the next in the order of play. Of several
    with most zeros the one counts who comes first from the last dealer on, himself included,
    so that with equal zeros dealing just goes on. In Inspektiönler a sitting ends with the
    deal in which a seat gets its seventh stroke.

    Parameters
    ----------
    setup : Setup
        Bots by seat, seed and rules; the contract is `CONTRACT`.
    first, count : int
        Which sittings.
    deals : int
        Deals of a sitting, at most `MOST_DEALS`.

    Returns
    -------
    array of DEAL, shape (count, most deals played)

    Raises
    ------
    RuntimeError
        If the marks of a deal do not add up, or a sitting of Inspektiönler does not end.
    """
    inspectors = setup.rules.solo == "inspektioenler"
    played = np.zeros((count, deals), DEAL)
    played["rule"] = NOT_PLAYED
    strokes, zeros = (np.zeros((count, 4), np.int64) for _ in range(2))
    dealers = np.full(count, setup.rules.dealer, np.int8)
    going = np.arange(count)
    for number in range(deals):
        if number:
            new = not inspectors and number % PARTIE == 0
            dealers = opening_dealers(dealers, zeros) if new else (dealers + 1) & 3
        indices = MOST_DEALS * (first + going) + number
        points = play_wave(setup, indices, dealers[going])
        marks = deal_marks(setup, indices, points)
        played["points"][going, number] = points
        played["strokes"][going, number] = marks.strokes
        played["zeros"][going, number] = marks.zeros
        played["rule"][going, number] = marks.rule
        played["dealer"][going, number] = dealers[going]
        strokes[going] += marks.strokes
        zeros[going] += marks.zeros
        if inspectors:
            going = going[(strokes[going] < OUT).all(axis=1)]
            if not len(going):
                return played[:, : number + 1]
    if inspectors:
        raise RuntimeError(
            f"sitting {first + int(going[0])} of seed {setup.seed}: nobody has {OUT} strokes "
            f"after {deals} deals"
        )
    return played


def opening_dealers(dealers: NDArray[np.int8], zeros: NDArray[np.int64]) -> NDArray[np.int8]:
    """Who deals first in a new Partie.

    Parameters
    ----------
    dealers : int8 array, shape (n,)
        Last dealers.
    zeros : int64 array, shape (n, 4)
        Zeros of the seats so far.

    Examples
    --------
    >>> last, zeros = np.int8([2, 2]), np.array([[5, 1, 1, 1], [3, 3, 1, 1]])
    >>> opening_dealers(last, zeros).tolist()
    [1, 1]
    """
    distance = (np.arange(4) - dealers[:, None]) & 3
    most: NDArray[np.int64] = np.argmax(4 * zeros - distance, axis=1)
    return ((most + 1) & 3).astype(np.int8, copy=False)


def play_wave(
    setup: Setup, indices: NDArray[np.int64], dealers: NDArray[np.int8]
) -> NDArray[np.int64]:
    """Points by seat of one deal each, shape (n, 4); forehand leads and nobody calls."""
    # The caller's place is forehand's: a bot that reads it must not learn a seat's number.
    leaders = (dealers + 1) & 3
    house_of = np.zeros(len(indices), np.int64)
    chunk = Chunk(indices, deal_hands(setup, indices), house_of, leaders, leaders)
    taken, last, trumps, _ = play_chunk(setup, chunk)
    points = seat_points(taken, last, trumps, value_rule(CONTRACT, setup.rules))
    wrong = points.sum(axis=1) != ROUND_POINTS
    if wrong.any():
        row = int(np.argmax(wrong))
        raise RuntimeError(
            f"deal {indices[row]} of seed {setup.seed}: the points {points[row].tolist()} do not "
            f"sum to {ROUND_POINTS}"
        )
    return points


def deal_marks(setup: Setup, indices: NDArray[np.int64], points: NDArray[np.int64]) -> Marks:
    """Marks of some deals, cards drawn where three are equal, and the ledger checked.

    Raises
    ------
    RuntimeError
        If a deal has not as many strokes as zeros, apart from what the rules explain.
    """
    if setup.rules.solo == "inspektioenler":
        marks = inspektioenler_marks(points)
        explained = np.zeros(len(points), np.int64)
    else:
        marks = molotow_marks(points, setup.rules)
        draws = np.full(len(points), -1)
        for row in np.flatnonzero(marks.rule == TRIPLE).tolist():
            draws[row] = draw_card(setup.seed, int(indices[row]), marks.draw_among(row))
        if (draws >= 0).any():
            marks = molotow_marks(points, setup.rules, draws)
        explained = explained_excess(setup.rules, points, marks.rule)
    given, taken = (m.sum(axis=1, dtype=np.int64) for m in (marks.strokes, marks.zeros))
    wrong = given - taken != explained
    if wrong.any():
        at = int(np.argmax(wrong))
        raise RuntimeError(
            f"deal {indices[at]} of seed {setup.seed}: the points {points[at].tolist()} gave "
            f"{given[at]} strokes and {taken[at]} zeros; expected a difference of {explained[at]}"
        )
    return marks


def explained_excess(
    rules: Rules, points: NDArray[np.int64], rule: NDArray[np.int8]
) -> NDArray[np.int64]:
    """By how much strokes exceed zeros under the rules as they are, shape (n,).

    An equal pair in the middle goes empty under ``middle_pair = "literal"`` while the two
    others get a stroke each; equal opponents of a player with 100 or more go without a
    stroke each if ``hundred_first`` is false. All else is even.

    Examples
    --------
    >>> points = np.array([[70, 40, 40, 7], [120, 0, 0, 37]])
    >>> explained_excess(Rules(hundred_first=False), points, np.int8([PAIR_MIDDLE, HUNDRED]))
    array([ 2, -2])
    """
    excess = np.zeros(len(points), np.int64)
    if rules.middle_pair == "literal":
        excess[rule == PAIR_MIDDLE] = 2
    if not rules.hundred_first:
        rows = rule == HUNDRED
        opponents = np.sort(points[rows], axis=1)[:, :3]
        neighbours = (np.diff(opponents, axis=1) == 0).sum(axis=1)
        excess[rows] = np.array([0, -2, -3])[neighbours]
    return excess


def draw_card(seed: int, index: int, among: list[int]) -> int:
    """Seat that draws the highest card; a seat's card is the same whoever else draws.

    Parameters
    ----------
    seed, index : int
        Seed and index of the deal.
    among : list of int
        Seats that draw.

    Examples
    --------
    >>> draw_card(1, 0, [0, 1, 2]) in (0, 1, 2)
    True
    """
    return max(among, key=lambda seat: blake2b(f"{seed} {index} {seat}".encode()).digest())
