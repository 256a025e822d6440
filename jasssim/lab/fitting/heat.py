"""The temperature at which the fitted scores foretell best what a bot plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bots.weights import load_weights
from ...engine import COMPILED
from ...engine.fitted import BRAIN
from ...engine.heat import tell_card
from ...game.cards import card_bit
from ..chunks import Setup, play_chunk, run_tasks, whole
from ..compare.boards import Boards, make_boards
from ..plays import Plays
from ..solver.regret import Deal, played_deals
from ..worlds import seat_view

HEATS = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0, 5.6, 8.0)
"""Temperatures that are tried, in points."""

ODD_SHAPES = ("open", "alone", "low")
HEAT_CHUNK = 20


def hear(
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
        Deals of each contract.
    jobs : int
        Workers; no result depends on them.
    heats : sequence of float
        Temperatures, in points.

    Returns
    -------
    list of dict
        For each contract ``contract``, ``decisions``, ``deals``, the ``heat`` that is best, and
        under ``bits`` by temperature the mean of -log2 of the chances of the cards, with its
        standard error over deals under ``se``; ``blind`` is that of a guess that holds all
        legal cards to be equally likely.

    Raises
    ------
    ValueError
        If something is unknown, or trump is made in play: such cards are not weighed.

    Examples
    --------
    >>> [found] = hear("fitted", "obenabe", deals=3, heats=(1.0, 4.0))
    >>> found["heat"], found["bits"][1.0] < found["bits"][4.0] < found["blind"]
    (1.0, True)
    """
    count = whole("deals", deals, 1, 1 << 40)
    arena = make_boards(bot, bot, contracts, seed, rules=rules)
    if arena.solo or any(contract.kind == "molotow" for contract in arena.contracts):
        raise ValueError("molotow: its cards are not weighed, since trump is made in play")
    data = load_weights()
    grid = np.array(heats, float)

    def task(first: int, number: int) -> NDArray[np.float64]:
        played = [_told(deal, data, grid) for deal in _deals(arena, first, number)]
        return np.stack(played).reshape(len(arena.slots), number, -1)

    tables = np.concatenate(list(run_tasks(task, 0, count, jobs, chunk=HEAT_CHUNK)), axis=1)
    return [
        {"contract": slot.name, "deals": count, **_figures(table, grid)}
        for slot, table in zip(arena.slots, tables, strict=True)
    ]


def _deals(arena: Boards, first: int, number: int) -> list[Deal]:
    chunk = arena.chunk(first, number)
    setup: Setup = arena.there
    played = play_chunk(setup, chunk, trace=True)
    return played_deals(
        Plays(setup, first, chunk.house_of, chunk.leaders, chunk.callers, chunk.deals, *played)
    )


def _told(deal: Deal, data: NDArray[np.int64], heats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Choices of a deal, bits of a blind guess, and bits at each temperature, summed up."""
    brains = np.zeros(1, BRAIN)
    brains.view(np.int64)[: len(data)] = data
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
    # Of a ratio of sums over deals.
    left = table[:, 1:] - means * table[:, :1]
    errors = np.sqrt((left**2).sum(axis=0)) / decisions
    by_heat = dict(zip(heats.tolist(), means[1:].tolist(), strict=True))
    return {
        "decisions": int(decisions),
        "heat": min(by_heat, key=lambda heat: by_heat[heat]),
        "blind": float(means[0]),
        "bits": by_heat,
        "se": dict(zip(heats.tolist(), errors[1:].tolist(), strict=True)),
    }
