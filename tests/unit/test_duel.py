"""Duels: their statistics, that they depend on nothing but boards, and that they go on."""

from __future__ import annotations

import json
import logging
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jasssim.lab.coiffeur.sums import Estimate
from jasssim.lab.compare.boards import Boards, make_boards
from jasssim.lab.compare.control import control_mean, table_means
from jasssim.lab.compare.duel import duel_folder, play_boards, play_duel
from jasssim.lab.compare.plan import fixed_boards, plan_duel, sprt_boards
from jasssim.lab.compare.sprt import Sprt
from jasssim.lab.compare.sums import BLOCK, BoardSums, block_sums, running_sums
from jasssim.lab.summary import Z95

SCALE = 0.001


def within(found: int, trials: int, rate: float, errors: float = 4.0) -> bool:
    """Whether a count is no more above its rate than chance allows."""
    return found <= trials * rate + errors * sqrt(trials * rate * (1 - rate))


def stop(scores: NDArray[np.float64], test: Sprt) -> tuple[str | None, int]:
    """What a test accepts of a sequence, and after how many boards."""
    whole = np.rint(scores / SCALE).astype(np.int64)[:, None]
    for sums in running_sums(block_sums(whole), len(whole)):
        verdict = test.decide(sums, SCALE)
        if verdict:
            return verdict, sums.boards
    return None, len(scores)


@pytest.mark.parametrize("untied", [1.0, 0.1])
@pytest.mark.parametrize(("mean", "wrong"), [(0.0, "H1"), (1.0, "H0")])
def test_a_sequential_test_keeps_its_error_rates(mean: float, wrong: str, untied: float) -> None:
    trials, rng, test = 1500, np.random.default_rng(11), Sprt(1.0, 0.05, 0.1)
    spread = 6.0 * sqrt(untied)
    errors = decided = 0
    for _ in range(trials):
        scores = rng.normal(mean / untied, spread / sqrt(untied), 1600)
        scores *= rng.random(1600) < untied
        verdict, _ = stop(scores, test)
        decided += verdict is not None
        errors += verdict == wrong
    assert decided > 0.99 * trials
    assert within(errors, trials, test.alpha if wrong == "H1" else test.beta)


def test_a_sequential_test_takes_about_as_many_boards_as_planned() -> None:
    rng, test, spread = np.random.default_rng(3), Sprt(0.5), 8.0
    taken = [stop(rng.normal(0.5, spread, 8000), test)[1] for _ in range(300)]
    planned = sprt_boards(spread, test)[1]
    assert 0.9 * planned < np.mean(taken) < 1.2 * planned
    assert planned < 0.55 * fixed_boards(spread, 0.5, 2 * test.alpha, 1 - test.beta)


def test_a_test_waits_for_boards_that_are_not_tied() -> None:
    test, scores = Sprt(0.5), np.zeros((2000, 1), np.int64)
    scores[::100] = 4000
    assert stop(scores[:, 0] * SCALE, test)[0] is None
    assert test.ratio(running_sums(block_sums(scores * 0), 2000)[-1], SCALE) == 0.0


def test_intervals_cover_the_mean_at_their_rate() -> None:
    trials, rng, mean = 3000, np.random.default_rng(5), 0.3
    missed = 0
    for _ in range(trials):
        scores = np.rint((rng.exponential(5.0, 200) - 5.0 + mean) / SCALE).astype(np.int64)
        estimate = running_sums(block_sums(scores[:, None]), 200)[-1].estimate(0, SCALE)
        missed += not estimate.low <= mean <= estimate.high
    assert within(missed, trials, 0.055)
    assert missed > 0.03 * trials


def test_a_plan_finds_its_effect_as_often_as_it_says() -> None:
    rng, trials = np.random.default_rng(8), 2000
    boards = fixed_boards(10.0, 1.0)
    means = rng.normal(1.0, 10.0 / sqrt(boards), trials)
    found = int((means > Z95 * 10.0 / sqrt(boards)).sum())
    assert abs(found - 0.8 * trials) < 4 * sqrt(trials * 0.16)


def test_sums_are_those_of_the_scores() -> None:
    scores = np.random.default_rng(1).integers(-9, 9, (100, 3))
    sums = running_sums(block_sums(scores), 100)
    assert [one.boards for one in sums] == [32, 64, 96, 100]
    last, both = sums[-1], scores.sum(axis=1)
    assert last.estimate(1, 0.25).mean == pytest.approx(scores[:, 1].mean() / 4)
    assert last.estimate(-1, 0.25).se == pytest.approx(both.std(ddof=1) / 40)
    assert last.shares(2) == ((scores[:, 2] == 0).mean(), (scores[:, 2] > 0).mean())
    assert last.shares(-1)[0] == pytest.approx((scores == 0).mean())


def test_a_duel_depends_on_boards_alone() -> None:
    def make() -> Boards:
        return make_boards("greedy", "random", "trump,misere", 4)

    base = play_duel(make(), 300)
    for jobs, part in ((1, 32), (2, 64), (2, 96)):
        assert play_duel(make(), 300, jobs=jobs, part=part) == base
    test = Sprt(12.0, 0.001, 0.001)
    stopped = play_duel(make(), 4000, sprt=test)
    assert stopped["sprt"]["accepted"]
    assert 128 <= stopped["boards"] < 4000
    assert stopped["boards"] % BLOCK == 0
    for jobs, part in ((1, 32), (2, 32), (2, 1024)):
        assert play_duel(make(), 4000, sprt=test, jobs=jobs, part=part) == stopped


def test_a_bot_against_itself_is_even_without_spread() -> None:
    found = play_duel(make_boards("random", "random", "all", 9), 100)
    assert (found["mean"], found["se"], found["sd_board"]) == (0.0, 0.0, 0.0)
    assert (found["tied"], found["won"], found["verdict"]) == (1.0, 0.0, "no difference shown")
    assert all(row["sd_board"] == 0 for row in found["per_contract"])
    endless = play_duel(make_boards("rule", "rule", "trump"), 500, sprt=Sprt(0.5))
    assert endless["verdict"] == "undecided after 500 boards"


def test_all_contracts_have_equal_weight() -> None:
    found = play_duel(make_boards("rule", "greedy", "trump,misere,obenabe"), 200)
    means = [row["mean"] for row in found["per_contract"]]
    assert found["mean"] == pytest.approx(np.mean(means))
    assert found["per_contract"][1] == {
        **play_duel(make_boards("rule", "greedy", "misere"), 200)["per_contract"][0]
    }


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


class Interrupted(Boards):
    """Boards that break off after some."""

    def scores(self, first: int, count: int) -> NDArray[np.int64]:
        """Scores, but not of boards from 128 on."""
        if first >= 128:
            raise KeyboardInterrupt
        return super().scores(first, count)


def test_an_interrupted_duel_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    boards = make_boards("greedy", "random", "trump")
    base = play_duel(boards, 300, out=tmp_path / "whole", part=64)
    broken = Interrupted(
        boards.bots, boards.slots, boards.hands, boards.there, boards.back, boards.source
    )
    with pytest.raises(KeyboardInterrupt):
        play_duel(broken, 300, out=tmp_path / "broken", part=64)
    folder = duel_folder(boards, tmp_path / "broken")
    kept = files(folder)
    assert len(kept) == 3
    played: list[int] = []

    class Counted(Boards):
        def scores(self, first: int, count: int) -> NDArray[np.int64]:
            played.append(first)
            return super().scores(first, count)

    again = Counted(
        boards.bots, boards.slots, boards.hands, boards.there, boards.back, boards.source
    )
    assert play_duel(again, 300, out=tmp_path / "broken", part=64) == base
    assert played == [128, 192, 256]
    assert files(folder) == files(duel_folder(boards, tmp_path / "whole"))
    play_duel(again, 400, out=tmp_path / "broken", part=64)  # more boards find those of before
    assert played[3:] == [256, 320, 384]


@pytest.mark.parametrize("damage", [b"", b"[1]", b'{"table":3}'])
def test_a_damaged_part_is_named_and_played_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: bytes
) -> None:
    boards = make_boards("greedy", "random", "trump")
    base = play_duel(boards, 200, out=tmp_path, part=64)
    folder = duel_folder(boards, tmp_path)
    path = sorted(folder.glob("part-*"))[1]
    whole = path.read_bytes()
    path.write_bytes(damage)
    with caplog.at_level(logging.WARNING, "jasssim"):
        assert play_duel(boards, 200, out=tmp_path, part=64) == base
    assert f"{path} is damaged" in caplog.text
    assert path.read_bytes() == whole
    changed = json.loads(whole)
    changed["table"][0][0][0] += 1
    path.write_text(json.dumps(changed))
    assert play_duel(boards, 200, out=tmp_path, part=64) == base


def test_another_configuration_has_another_folder(tmp_path: Path) -> None:
    options: list[dict[str, Any]] = [
        {}, {"seed": 2}, {"hands": "random"}, {"contracts": "E"}, {"rules": "tafel-8"},
    ]  # fmt: skip
    folders = {
        duel_folder(make_boards("greedy", "rule", **{"contracts": "trump", **more}), tmp_path)
        for more in options
    }
    assert len(folders) == len(options)
    assert duel_folder(make_boards("rule", "greedy", "trump"), tmp_path) not in folders


BOT = """
from jasssim.bots import player
from jasssim.engine.bits import lowest_index


@player(compiled=False)
def mine(view, params, memo):
    \"\"\"Plays its lowest card.\"\"\"
    return lowest_index(view.legal)
"""


def test_another_source_of_a_bot_has_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "mine.py"
    source.write_text(BOT)
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(tmp_path))
    boards = make_boards("mine", "random", "trump")
    before = duel_folder(boards, tmp_path)
    assert duel_folder(boards, tmp_path) == before
    source.write_text(BOT + "# edited\n")
    assert duel_folder(boards, tmp_path) != before


def test_wrong_numbers_are_refused() -> None:
    boards = make_boards("greedy", "random", "trump")
    with pytest.raises(ValueError, match="boards = 0: expected 1 to"):
        play_boards(boards, 0)
    with pytest.raises(ValueError, match="part = 33: expected a multiple of 32"):
        play_boards(boards, 10, part=33)
    with pytest.raises(ValueError, match="jobs = 0"):
        play_boards(boards, 10, jobs=0, sprt=Sprt(1.0))


def test_a_control_keeps_the_mean_and_takes_out_the_cards() -> None:
    rng, trials, n = np.random.default_rng(2), 2000, 40
    means, spreads = [], []
    for _ in range(trials):
        luck = rng.exponential(30.0, n)
        values = 50 + 0.8 * luck + 0.01 * luck**2 + rng.normal(0, 8, n)  # not linear in it
        found = control_mean(values, luck, Estimate(30.0, 0.0))
        means.append(found.controlled.mean)
        spreads.append((found.plain.se, found.controlled.se))
    truth = 50 + 0.8 * 30 + 0.01 * 2 * 30**2
    error = np.std(means) / sqrt(trials)
    assert abs(np.mean(means) - truth) < 4 * error
    plain, controlled = np.mean(spreads, axis=0)
    assert controlled < plain / 2


def test_the_controls_own_error_is_part_of_the_interval() -> None:
    rng, trials, missed = np.random.default_rng(4), 2000, 0
    for _ in range(trials):
        luck, fresh = rng.normal(30, 20, 100), rng.normal(30, 20, 200)
        values = luck + rng.normal(5, 5, 100)
        expected = Estimate(float(fresh.mean()), float(fresh.std(ddof=1) / sqrt(200)))
        found = control_mean(values, luck, expected).controlled
        missed += not found.low <= 35 <= found.high
    assert within(missed, trials, 0.06)


def test_means_of_tables_have_less_error_with_the_control() -> None:
    boards = make_boards("greedy", "random", "obenabe,trump", 3)
    rows = table_means(boards, "greedy", 1500, jobs=2)
    assert [row["contract"] for row in rows] == ["obenabe", "trump"]
    assert all(row["controlled_se"] < 0.95 * row["se"] for row in rows)
    for row in rows:
        assert abs(row["controlled_mean"] - row["mean"]) < 4 * row["se"]
    assert table_means(boards, "greedy", 1500) == rows


def test_a_pilot_says_what_is_needed() -> None:
    boards = make_boards("greedy", "random", "trump")
    found = plan_duel(boards, Sprt(0.5), workers=2)
    scores = boards.scores(0, 200)[:, 0] / 4
    assert found["sd_board"] == pytest.approx(scores.std(ddof=1))
    assert found["boards"]["fixed"] == fixed_boards(found["sd_board"], 0.5)
    assert found["boards"]["sprt"] < found["boards"]["fixed_same_errors"]
    low, high = found["sd_interval_95"]
    assert low < found["sd_board"] < high
    with pytest.raises(ValueError, match="all 200 boards of the pilot are tied"):
        plan_duel(make_boards("rule", "rule", "trump"), Sprt(0.5))


def test_a_single_board_has_no_spread() -> None:
    sums = BoardSums(1, block_sums(np.array([[5]]))[0])
    assert np.isnan(sums.estimate(-1, 1.0).se)
    assert Sprt(1.0).ratio(sums, 1.0) == 0.0
