"""How much better weights play than a bot, on deals that sensible callers call."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import sqrt
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from ...bots.registry import register, unregister
from ...bots.strategy import Strategy, picker, player
from ...engine.bits import lowest_index
from ...engine.fitted import MEMO, brain_in, fitted_card
from ...engine.policy import block_choice
from ...game.contract import goal
from ..plays import Plays
from ..simulate import simulate
from .families import Family
from .gather import called_deals
from .targets import mark_balance

OPPONENT = "rule"
DUEL_CHUNK = 1 << 10


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


def duel(
    data: NDArray[np.int64], family: Family, seed: int, first: int, boards: int, jobs: int = 1
) -> tuple[float, float]:
    """Mean margin of weights over `rule`, and its standard error.

    A board is a deal that is played twice, the bots' seats exchanged: half the difference of
    the teams' points, the mean of both plays. Where each seat plays for itself, the bots sit
    crosswise and the margin is that of their marks, in tenths.

    Parameters
    ----------
    data : int64 array
        Weights as a bot's data.
    family : Family
        What is played.
    seed, first, boards : int
        Which deals.
    jobs : int
        Workers; the result does not depend on it.
    """
    indices = np.arange(first, first + boards)
    hands, contract_of, variant_of, callers = called_deals(family, seed, indices, one_in=0)
    name = f"fitted-{uuid4().hex}"
    register(replace(carrier(), name=name, data=data))
    scores = np.zeros(boards)
    try:
        for variant, rules in enumerate(family.variants):
            here = np.flatnonzero(variant_of == variant)
            contracts = [family.contracts[which] for which in contract_of[here]]
            if not len(here):
                continue
            for sign, bots in ((1, (name, OPPONENT)), (-1, (OPPONENT, name))):
                plays = simulate(
                    bots, contracts, len(here), seed, rules, jobs, first=first,
                    caller=callers[here], forehand=callers[here], hands=hands[here],
                    chunk=DUEL_CHUNK,
                )  # fmt: skip
                scores[here] += sign * score(plays, family) / 2
    finally:
        unregister(name)
    return float(scores.mean()), float(scores.std(ddof=1) / sqrt(boards)) if boards > 1 else 0.0


def score(plays: Plays, family: Family) -> NDArray[np.float64]:
    """What each play came to for seats 0 and 2: half the points' difference, or marks."""
    if family.solo:
        balance = mark_balance(plays.points(by="seat"), family.rules)
        gain: NDArray[np.float64] = 5.0 * (balance @ [1, -1, 1, -1])
        return gain
    points = plays.points()
    gain = (points[:, 0] - points[:, 1]) / 2
    return -gain if goal(family.contracts[0], family.rules) == "avoid" else gain
