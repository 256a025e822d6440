"""The temperature at which the fitted scores foretell best what a bot plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bots.weights import brain_of, load_weights
from ...engine import COMPILED
from ...engine.heat import tell_card
from ...engine.houses import shape_name
from ...game.cards import card_bit
from ..chunks import play_chunk, run_tasks, whole
from ..compare.boards import Boards, make_boards
from ..plays import Plays
from ..solver.regret import Deal, played_deals
from ..worlds import seat_view

HEATS = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0)
"""Temperatures that are tried, in points."""

UNWEIGHED = ("open", "alone", "low")
"""Shapes in which no cards are weighed, since trump is made in play."""

HEAT_CHUNK = 20


def find_temperature(
    bot: str, contracts: str | Sequence[str], deals: int, seed: int = 1,
    rules: str = "default", jobs: int = 1, heats: Sequence[float] = HEATS,
) -> list[dict[str, Any]]:  # fmt: skip
    """How well the scores foretell the cards of a bot that plays in all seats.

    Parameters
    ----------
    bot : str
        Whose cards they are.
    contracts, seed, rules
        What is played, as `jasssim.lab.compare.boards.make_boards` has it.
    deals : int
        Deals of each contract, at least two.
    jobs : int
        Workers; no result depends on them.
    heats : sequence of float
        Temperatures, in points.

    Returns
    -------
    list of dict
        For each contract ``contract``, ``deals``, ``decisions``, ``bits_blind``, the mean of
        -log2 of the chances of the cards if all legal ones were equally likely,
        ``temperature_points``, the temperature that is best, and ``by_temperature``: for each
        one ``temperature_points``, ``bits`` and the standard error over deals, ``se_bits``.

    Raises
    ------
    ValueError
        If something is unknown, or trump is made in play: such cards are not weighed.

    Examples
    --------
    >>> [found] = find_temperature("fitted", "obenabe", deals=3, heats=(1.0, 4.0))
    >>> found["temperature_points"]
    1.0
    >>> low, high = (one["bits"] for one in found["by_temperature"])
    >>> low < high < found["bits_blind"]
    True
    """
    count = whole("deals", deals, 2, 1 << 40)
    grid = np.array(heats, float)
    if not len(grid) or not (grid > 0).all():
        raise ValueError(f"heats = {tuple(heats)}: expected at least one number, all above 0")
    arena = make_boards(bot, bot, contracts, seed, rules=rules)
    for contract in arena.contracts:
        if shape_name(contract, arena.rules) in UNWEIGHED:
            raise ValueError(
                f"contract {str(contract)!r}: its cards are not weighed, since trump is made in "
                "play; expected a contract whose trump is known"
            )
    data = load_weights()

    def task(first: int, number: int) -> NDArray[np.float64]:
        brains = brain_of(data)
        told = [_told(deal, brains, grid) for deal in _deals(arena, first, number)]
        return np.stack(told).reshape(len(arena.slots), number, -1)

    tables = np.concatenate(list(run_tasks(task, 0, count, jobs, chunk=HEAT_CHUNK)), axis=1)
    return [
        {"contract": slot.name, "deals": count, **_figures(table, grid)}
        for slot, table in zip(arena.slots, tables, strict=True)
    ]


def _deals(arena: Boards, first: int, number: int) -> list[Deal]:
    """The deals of some boards as they were played, those of each contract after each other."""
    chunk, setup = arena.chunk(first, number), arena.there
    played = play_chunk(setup, chunk, trace=True)
    return played_deals(
        Plays(setup, first, chunk.house_of, chunk.leaders, chunk.callers, chunk.deals, *played)
    )


def _told(deal: Deal, brains: NDArray[np.void], heats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Choices of a deal, bits of a blind guess, and bits at each temperature, summed up."""
    record = np.ndarray if COMPILED else np.recarray
    chances = np.empty(len(heats))
    total = np.zeros(2 + len(heats))
    for place, card in enumerate(deal.cards):
        view = seat_view(
            deal.hands, deal.contract, deal.rules, deal.leader, deal.cards[:place],
            caller=deal.caller, blocks=deal.blocks,
        )  # fmt: skip
        with np.errstate(over="ignore"):
            number = tell_card(
                view.view(record), brains.view(record), np.uint64(card_bit(card)), heats, chances
            )
        if number > 1:
            total += [1, np.log2(number), *-np.log2(chances)]
    return total


def _figures(table: NDArray[np.float64], heats: NDArray[np.float64]) -> dict[str, Any]:
    decisions = table[:, 0].sum()
    means = table[:, 1:].sum(axis=0) / decisions
    # Of ratios of sums over deals.
    left = table[:, 1:] - means * table[:, :1]
    deals = len(table)
    errors = np.sqrt((left**2).sum(axis=0) * deals / (deals - 1)) / decisions
    by_heat = [
        {"temperature_points": float(heat), "bits": float(bits), "se_bits": float(error)}
        for heat, bits, error in zip(heats, means[1:], errors[1:], strict=True)
    ]
    best = min(by_heat, key=lambda one: one["bits"])
    return {
        "decisions": int(decisions),
        "bits_blind": float(means[0]),
        "temperature_points": best["temperature_points"],
        "by_temperature": by_heat,
    }
