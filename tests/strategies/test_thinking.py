"""Bots that search: the laws of all bots, blocks and contracts of every kind, and even duels."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

import jasssim
from jasssim.lab import check
from jasssim.lab.check import check_strategy

SMALL = {
    "mc": "mc(worlds=1)",
    "mc by rules": "mc(worlds=1,rollout=0)",
    "mc-exact": "mc-exact(worlds=1,tricks=2)",
    "inferring": "inferring(worlds=1,call=5,tricks=2)",
    "cheating-mc": "cheating-mc",
    "cheating-exact": "cheating-exact(tricks=2)",
}


@pytest.mark.parametrize("bot", SMALL)
def test_every_bot_that_searches_keeps_the_laws(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """300 views compiled, few of them as ordinary Python; 40 boards against chance."""
    sample = check.sample_views

    def late_first(views: int) -> NDArray[np.void]:
        seen = sample(views)
        return seen[np.argsort(-seen["trick"], kind="stable")]

    monkeypatch.setattr(check, "sample_views", late_first)
    monkeypatch.setattr(check, "INTERPRETED_VIEWS", 3)
    margin = partial(check.margin_over_random, boards=40)
    monkeypatch.setattr(check, "margin_over_random", margin)
    laws = check_strategy(SMALL[bot], views=300)
    assert "compiled = interpreted" in laws
    assert "beats random" in laws


@pytest.mark.parametrize("bot", SMALL)
def test_a_bot_against_itself_is_even_on_every_board(bot: str) -> None:
    name = SMALL[bot]
    for contracts in ("trump,3x3:trump", "molotow"):
        found = jasssim.play_duel(jasssim.make_boards(name, name, contracts, seed=3), 8)
        assert found["mean"] == found["sd_board"] == 0
        assert found["tied"] == 1


@pytest.mark.parametrize("bot", SMALL)
def test_every_contract_is_played_without_a_foul(bot: str) -> None:
    """A foul would be an error; blocks of 3×3 that nobody chose are chosen by the bot."""
    names = ["E", "slalom-undenufe", "guschti-obenabe", "misere", "molotow", "3x3:obenabe"]
    contracts = [name for name in names for _ in range(3)]
    plays = jasssim.simulate(SMALL[bot], contracts, len(contracts), 2, trace=True)
    blocks = plays.modes()[-3:, [0, 3, 6]]
    for row in blocks.tolist():
        assert row[0] == 4
        assert 5 in row
        assert sum(mode < 4 for mode in row) == 1


@pytest.mark.parametrize("bot", ["mc", "inferring"])
def test_threads_and_chunks_change_no_card(bot: str) -> None:
    one, other = (
        jasssim.simulate(SMALL[bot], "E", 6, 4, trace=True, jobs=jobs, chunk=chunk)
        for jobs, chunk in ((1, 6), (2, 1))
    )
    assert (one.traces == other.traces).all()


def test_sampled_worlds_beat_rules() -> None:
    """Measured about +8 points a deal; four standard errors below must clear 5."""
    found = jasssim.play_duel(jasssim.make_boards("mc(worlds=20)", "rule", "trump"), 512)
    assert found["mean"] - 4 * found["se"] > 5
