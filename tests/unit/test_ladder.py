"""Ladders: ratings from margins, their intervals, and round robins on the same boards."""

from __future__ import annotations

from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from jasssim.lab.compare.boards import make_boards
from jasssim.lab.compare.ladder import Margins, least_squares, pairs_of, rate
from jasssim.lab.compare.robin import make_robin, play_robin, rate_robin, robin_folder

TRUE = np.array([3.0, 1.0, -0.5, -3.5])


def margins(boards: int, seed: int, spread: float = 20.0) -> Margins:
    """Scores in quarters of a point of four bots with known ratings, two contracts."""
    rng, pairs = np.random.default_rng(seed), pairs_of(4)
    means = np.array([TRUE[i] - TRUE[j] for i, j in pairs])[:, None, None]
    scores = np.rint(4 * (means + rng.normal(0, spread, (6, boards, 2)))).astype(np.int16)
    return Margins(("a", "b", "c", "d"), ("x", "y"), scores, 0.25)


def test_least_squares_gives_the_ratings_of_which_margins_were_made() -> None:
    pairs = pairs_of(4)
    exact = np.array([TRUE[i] - TRUE[j] for i, j in pairs])
    assert least_squares(pairs, 4) @ exact == pytest.approx(TRUE)
    chain = [(0, 1), (2, 1), (2, 3)]  # not all pairs, but joined
    assert least_squares(chain, 4) @ np.array([2.0, -1.5, 3.0]) == pytest.approx(TRUE)
    noise = np.random.default_rng(1).normal(0, 1, 6)
    best = least_squares(pairs, 4) @ (exact + noise)
    design = np.array([np.eye(4)[i] - np.eye(4)[j] for i, j in pairs])

    def misfit(ratings: np.ndarray) -> float:
        return float(((design @ ratings - exact - noise) ** 2).sum())

    for step in product((-0.1, 0.0, 0.1), repeat=4):
        assert misfit(best) <= misfit(best + np.array(step)) + 1e-12


def test_ratings_are_near_the_truth_and_in_order() -> None:
    found = rate(margins(4000, 2), 200)
    rows = [row for row in found["ladder"] if row["contract"] == "all"]
    assert [row["bot"] for row in rows] == ["a", "b", "c", "d"]
    for row, true in zip(rows, TRUE, strict=True):
        assert abs(row["rating"] - true) < 4 * row["se"]
        assert row["low"] < row["rating"] < row["high"]
    for name in ("x", "y"):
        assert sum(r["rating"] for r in found["ladder"] if r["contract"] == name) < 1e-9


def test_bootstrap_errors_are_those_of_the_formula() -> None:
    """A rating of four is a mean of three margins, so its error is known."""
    found, boards, spread = rate(margins(900, 3), 1000), 900, 20.0
    rows = [row for row in found["ladder"] if row["contract"] == "x"]
    for row in rows:
        assert row["se"] == pytest.approx(spread * sqrt(3) / 4 / sqrt(boards), rel=0.15)
        assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * row["se"], rel=0.15)


def test_bootstrap_intervals_cover_at_their_rate() -> None:
    trials = 250
    missed = 0
    for seed in range(trials):
        rows = rate(margins(100, 100 + seed), 200)["ladder"]
        row = next(r for r in rows if r["contract"] == "all" and r["bot"] == "a")
        missed += not row["low"] <= TRUE[0] <= row["high"]
    assert 0.01 * trials < missed < 0.05 * trials + 4 * sqrt(trials * 0.05 * 0.95)


def test_cross_table_and_misfit_are_of_the_margins() -> None:
    given = margins(50, 4)
    found = rate(given, 50)
    rows = {(r["contract"], r["bot"], r["other"]): r for r in found["cross"]}
    each = given.scores[1, :, 0] / 4
    row = rows["x", "a", "c"]
    assert row["margin"] == pytest.approx(each.mean())
    assert row["se"] == pytest.approx(each.std(ddof=1) / sqrt(50))
    ratings = {r["bot"]: r["rating"] for r in found["ladder"] if r["contract"] == "x"}
    assert row["misfit"] == pytest.approx(row["margin"] - ratings["a"] + ratings["c"])


def test_a_cycle_is_named() -> None:
    scores = np.full((3, 50, 1), 4, np.int16)  # a beats b, b beats c
    scores[1] = -4  # c beats a
    scores += np.random.default_rng(1).integers(-1, 2, scores.shape, np.int16)
    found = rate(Margins(("a", "b", "c"), ("x",), scores, 0.25), 50)
    assert found["cycles"] == [["a", "b", "c"]]
    assert rate(margins(500, 1), 50)["cycles"] == []


def test_a_round_robin_is_made_of_duels_on_the_same_boards(tmp_path: Path) -> None:
    bots = ["rule", "greedy", "random"]
    robin = make_robin(bots, "trump,misere", 3)
    base = play_robin(robin, 150)
    for pair, (i, j) in enumerate(pairs_of(3)):
        duel = make_boards(bots[i], bots[j], "trump,misere", 3)
        assert (base.scores[pair] == duel.scores(0, 150)).all()
    found = rate_robin(robin, base, 100)
    for jobs, part in ((2, 64), (1, 7)):
        again = play_robin(robin, 150, jobs, part=part, out=tmp_path)
        assert rate_robin(robin, again, 100) == found
    kept = sorted(robin_folder(robin, tmp_path).glob("pair-*"))
    assert len(kept) == 3 * (3 + 22)
    kept[0].write_text("cut")
    assert rate_robin(robin, play_robin(robin, 150, part=7, out=tmp_path), 100) == found


def test_wrong_bots_are_refused() -> None:
    with pytest.raises(ValueError, match="bot 'rule' is given twice: expected each once"):
        make_robin(["rule", "greedy", "rule"])
    with pytest.raises(ValueError, match="1 bots were given: expected at least two"):
        make_robin(["rule"])
    with pytest.raises(ValueError, match="boards = 1: expected 2 to"):
        play_robin(make_robin(["rule", "random"], "trump"), 1)
