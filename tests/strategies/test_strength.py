"""How much stronger the bots are, on duplicate boards.

A board is one deal played twice with the teams' bots swapped, seat 0 calling both times.
Its score is half of (own − other), averaged over the two: points a deal above an equal
share. 40 000 boards, fixed seeds; four standard errors below the mean must clear each bound.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
import pytest

from jasssim.game.cards import SUITS
from jasssim.game.contract import contract_names
from jasssim.lab.simulate import simulate

BOARDS = 40_000
SEED = 21


@cache
def best_suits() -> list[str]:
    """The suit that seat 0 would make trump in each deal: long, with Puur, Nell and ace."""
    hands = simulate("random", "E", BOARDS, SEED).hands[:, 0]
    suits = (hands[:, None] >> np.arange(0, 64, 16, dtype=np.uint64)) & np.uint64(0x1FF)
    puur, nell, ace = ((suits >> np.uint64(rank)) & np.uint64(1) for rank in (5, 3, 8))
    worth = 2.0 * np.bitwise_count(suits) + 3.0 * puur + 2.0 * nell + ace
    return [SUITS[suit] for suit in worth.argmax(axis=1)]


def margin(bot: str, other: str, contract: str) -> tuple[float, float]:
    """Mean score of a bot's boards and its standard error."""
    played = best_suits() if contract == "trump" else contract
    there = simulate([bot, other], played, BOARDS, SEED).points()
    back = simulate([other, bot], played, BOARDS, SEED).points()
    scores = (there[:, 0] - there[:, 1] + back[:, 1] - back[:, 0]) / 4
    return float(scores.mean()), float(scores.std(ddof=1) / sqrt(BOARDS))


@pytest.mark.parametrize(
    ("contract", "bound"),
    [
        ("trump", 19),
        ("obenabe", 30),
        ("undenufe", 30),
        ("slalom-obenabe", 46),
        ("slalom-undenufe", 46),
        ("guschti-obenabe", 43),
        ("guschti-undenufe", 43),
    ],
)
def test_rule_beats_random(contract: str, bound: float) -> None:
    mean, error = margin("rule", "random", contract)
    assert mean - 4 * error > bound


@pytest.mark.parametrize(
    ("contract", "bound"),
    [
        ("trump", 12),
        ("obenabe", 14),
        ("undenufe", 14),
        ("slalom-obenabe", 30),
        ("slalom-undenufe", 30),
        ("guschti-obenabe", 22),
        ("guschti-undenufe", 22),
    ],
)
def test_rule_beats_greedy(contract: str, bound: float) -> None:
    mean, error = margin("rule", "greedy", contract)
    assert mean - 4 * error > bound


@pytest.mark.parametrize(
    ("contract", "bound"),
    [("trump", 6), ("obenabe", 14), ("undenufe", 14), ("slalom-obenabe", 27)],
)
def test_greedy_beats_random(contract: str, bound: float) -> None:
    mean, error = margin("greedy", "random", contract)
    assert mean - 4 * error > bound


@pytest.mark.parametrize("bot", ["random", "greedy", "rule"])
def test_bot_against_itself_scores_exactly_nothing(bot: str) -> None:
    """The same bots draw the same random words, so both halves of a board are one play."""
    names = contract_names() * 100
    there = simulate([bot, bot], names, len(names), SEED).points()
    back = simulate([bot] * 4, names, len(names), SEED).points()
    scores = (there[:, 0] - there[:, 1] + back[:, 1] - back[:, 0]) / 4
    assert (scores == 0).all()
