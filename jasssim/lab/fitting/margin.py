"""How much better weights play than a bot: a duel on boards of all their contracts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from ...bots.registry import register, unregister
from ...bots.strategy import Strategy, picker, player
from ...bots.weights import Margin
from ...engine.bits import lowest_index
from ...engine.fitted import MEMO, brain_in, fitted_card
from ...engine.policy import block_choice
from ..compare.boards import make_boards
from ..compare.duel import play_duel
from ..compare.kinds import pooled_slots
from .families import Family

OPPONENT = "rule"


@cache
def carrier() -> Strategy:
    """A bot that plays by any weights; the bot ``fitted`` may have none yet that are valid."""

    @picker()
    def best_block(view, params, memo):  # type: ignore[no-untyped-def]
        return block_choice(view)

    @player(pick=best_block, memo=MEMO)
    def fitted(view, params, memo):  # type: ignore[no-untyped-def]
        """Plays by the weights at the beginning of its memory."""
        return lowest_index(fitted_card(view, brain_in(memo, 0)))

    return fitted


def margin_of(
    data: NDArray[np.int64],
    family: Family,
    seed: int,
    boards: int,
    jobs: int = 1,
    progress: Callable[[int], Any] = lambda boards: None,
) -> Margin:
    """Margin of weights over `rule`: what ``jasssim duel`` finds over the family's contracts.

    Parameters
    ----------
    data : int64 array
        Weights as a bot's data.
    family : Family
        What is played, by its own rules; suits are pooled.
    seed, boards : int
        Seed of the boards, and how many of each contract.
    jobs, progress
        As in `jasssim.lab.compare.duel.play_duel`.
    """
    slots = pooled_slots(family.rules).items()
    names = [name for name, slot in slots if {*slot.contracts} <= {*family.contracts}]
    name = f"fitted-{uuid4().hex}"
    register(replace(carrier(), name=name, data=data))
    try:
        arena = make_boards(name, OPPONENT, names, seed, rules=family.rules)
        found = play_duel(arena, boards, jobs=jobs, progress=progress)
    finally:
        unregister(name)
    unit = "marks" if family.solo else "points"
    return Margin(OPPONENT, unit, seed, boards, round(found["mean"], 3), round(found["se"], 4))
