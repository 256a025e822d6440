"""Sums over games: additive, exact, and with intervals that hold."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from jasssim.game.chart import chart_calls
from jasssim.lab.coiffeur.games import game_chunks, play_games
from jasssim.lab.coiffeur.sums import GameSums, add_games, sum_games
from jasssim.lab.coiffeur.tables import call_table, chart_table, game_table, round_table
from jasssim.lab.coiffeur.wave import make_games
from jasssim.lab.simulate import simulate
from jasssim.lab.summary import Z95

GAMES = play_games("greedy:greedy", "first-open:random", 60, seed=4, rules="tafel-8")


def same(one: GameSums, other: GameSums) -> bool:
    pairs = [(one.total, other.total), (one.products, other.products), (one.calls, other.calls)]
    return one.games == other.games and all((a == b).all() for a, b in pairs)


def test_sums_of_chunks_are_the_sums_of_the_whole() -> None:
    setup = make_games("greedy:greedy", "first-open:random", "tafel-8", 4)
    whole = sum_games(GAMES)
    assert same(add_games(game_chunks(setup, 60, chunk=7)), whole)
    assert same(add_games(game_chunks(setup, 60, jobs=2, chunk=11)), whole)
    assert same(add_games(game_chunks(setup, 60, jobs=2, backend="loky", chunk=20)), whole)


def test_means_and_errors_are_those_of_the_plain_table() -> None:
    table = game_table(GAMES)
    by_game = table.groupby("game").mean()
    sums = sum_games(GAMES)
    for side in range(2):
        found, column = sums.mean(f"total_{side}"), by_game[f"total_{side}"]
        assert found.mean == pytest.approx(column.mean())
        assert found.se == pytest.approx(column.std(ddof=1) / len(column) ** 0.5)
    difference = by_game["total_0"] - by_game["total_1"]
    found = sums.mean("difference")
    assert (found.mean, found.se) == pytest.approx(
        (difference.mean(), difference.std(ddof=1) / 60**0.5)
    )
    assert found.high - found.low == pytest.approx(2 * Z95 * found.se)
    wins = (table["winner"] == 0) + 0.5 * (table["winner"] == -1)
    assert sums.mean("wins", 0.25).mean == pytest.approx(wins.mean())


def test_shares_are_ratios_with_errors_over_games() -> None:
    rounds = round_table(GAMES)
    sums = sum_games(GAMES)
    own = rounds[rounds["side"] == 0]
    found = sums.share("matches_0", "called_0")
    assert found.mean == pytest.approx(own["match"].mean())
    part = own.groupby("game")["match"].sum()
    called = own.groupby("game").size()
    residual = part - found.mean * called
    expected = (residual**2).sum() * 60 / 59
    assert found.se == pytest.approx(expected**0.5 / called.sum())
    assert sums.share("im_fass", "deals").mean == pytest.approx(rounds["im_fass"].mean())


def test_one_game_has_no_error_and_an_empty_share_no_value() -> None:
    one = sum_games(play_games("random:random", "random:random", 1, rules="wyys-6"))
    assert np.isnan(one.mean("difference").se)
    assert np.isnan(one.share("extra_0", "extra_1").mean)


def test_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="no games"):
        add_games([])


def test_tables_say_the_same_as_each_other() -> None:
    sums = sum_games(GAMES)
    rules = GAMES.setup.rules
    games, rounds = game_table(GAMES), round_table(GAMES)
    chart, calls = chart_table(sums, rules), call_table(sums, rules)
    assert len(rounds) == 60 * 2 * 16
    own = rounds.groupby(["game", "half", "side"])["score"].sum().unstack()
    other = rounds.groupby(["game", "half", "side"])["other_score"].sum().unstack()
    for side in range(2):
        total = own[side] + other[1 - side]
        assert (total.to_numpy() == games[f"total_{side}"].to_numpy()).all()
        of_side = chart[chart["side"] == side]
        mean = of_side["mean_score"].sum() + sums.mean(f"extra_{side}").mean
        assert mean == pytest.approx(sums.mean(f"total_{side}").mean)
    assert calls["calls"].sum() == len(rounds)
    assert len(calls) == 2 * len(chart_calls(rules))
    pooled = calls.groupby([calls["call"].str.split(":").str[0], "side"])["share"].sum()
    assert pooled.to_numpy() == pytest.approx(np.ones(len(pooled)))


def test_every_round_is_a_deal_that_can_be_played_by_itself() -> None:
    """A round's deal, contract and seats give the same points through `simulate`."""
    rounds: pd.DataFrame = round_table(GAMES)
    for _, row in rounds[(rounds["game"] < 2) & (rounds["half"] == 0)].iterrows():
        bots = ["greedy", "random"]
        plays = simulate(
            bots,
            row["contract"],
            1,
            4,
            "tafel-8",
            first=int(row["deal"]),
            caller=int(row["caller"]),
        )
        team = int(row["caller"]) & 1
        assert plays.points()[0, team] == row["points"]
        assert plays.points()[0, 1 - team] == row["other_points"]


def test_ninety_five_percent_intervals_cover_at_their_rate() -> None:
    """Of 300 runs of 30 games, 95 % contain the mean of all 9000; binomial error 1.3 %."""
    setup = make_games("random:random", "first-open:random", "wyys-6", 12)
    runs = list(game_chunks(setup, 9000, chunk=30))
    truth = add_games(runs).mean("difference").mean
    found = [sum_games(run).mean("difference") for run in runs]
    assert len(found) == 300
    assert 0.90 < np.mean([estimate.low < truth < estimate.high for estimate in found]) < 0.98
