"""The caller that samples: what it believes of its calls, and what it does with that."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jasssim.bots.registry import load_calling
from jasssim.engine import COMPILED
from jasssim.engine.calling import BONUS, CALL, OPEN, OPEN_ROW
from jasssim.engine.forecast import FORECAST, FORECAST_WORDS, HOUSE_WORDS
from jasssim.game.rules import Rules, change_rules, load_rules, ruleset_names
from jasssim.game.values import read_values
from jasssim.game.writing import write_rounds
from jasssim.lab.check_caller import open_calls, sample_calls
from jasssim.lab.coiffeur.callbook import CallBook, call_book
from jasssim.lab.coiffeur.games import play_games
from jasssim.lab.coiffeur.sums import sum_games
from jasssim.lab.simulate import simulate

WYYS = load_rules("wyys-10")
PRESETS = [name for name in ruleset_names() if load_rules(name).rows]
HOUSES = {
    **{name: load_rules(name) for name in PRESETS},
    "all at once": change_rules(
        load_rules("wyys-10b"),
        {"first_lead": "forehand", "counter_match": "open_row", "match_mode": "add",
         "match_value": 100, "rounding": "none", "alt_values": "per_trick"},
    ),
    "bonus": change_rules(WYYS, {"counter_match": "bonus", "match_value": 257}),
}  # fmt: skip


def book_of(rules: Rules) -> CallBook:
    return call_book(rules, read_values())


def asked(text: str, view: NDArray[np.void], book: CallBook) -> tuple[int, np.void]:
    """The answer to one view, and what the caller left in its memory."""
    bot, params = load_calling(text)
    memory = bot.memory(book.houses)
    record = view if COMPILED else view.view(np.recarray)
    with np.errstate(over="ignore"):
        answer = int(bot.call(record[0], params, memory, book.tables))
    start = HOUSE_WORDS * int(view["contracts"][0])
    return answer, memory[start : start + FORECAST_WORDS].view(FORECAST)[0]


def with_noise(view: NDArray[np.void], noise: int) -> NDArray[np.void]:
    other = view.copy()
    other["noise"] += np.uint64(noise)
    return other


def gains(view: NDArray[np.void], found: np.void, reserve: float) -> dict[int, float]:
    """Gain of each open call by all worlds, reckoned anew where nothing but tens is written."""
    seen, gained = view[0], {}
    for call in open_calls(view):
        at, row = 2 * int(seen["contract_of"][call]), int(seen["row_of"][call])
        mean = found["own"][at : at + 2].sum() / found["drawn"].sum()
        kept_for = seen["means"][row] + reserve * seen["spreads"][row]
        gained[call] = float(seen["factors"][row] * (mean - kept_for))
    return gained


@pytest.mark.parametrize("house", HOUSES)
def test_a_world_is_played_and_written_as_simulate_does(house: str) -> None:
    """Card by card the same play: sums of one world equal those of the rules, of all contracts."""
    rules = HOUSES[house]
    book = book_of(rules)
    for view in sample_calls(rules, 40, seed=3):
        _, found = asked("sampled-caller(worlds=2)", np.array([view], CALL), book)
        wanted = np.nonzero(found["wanted"][: len(book.contracts)])[0]
        n, seat = len(wanted), int(view["seat"])
        plays = simulate(
            "rule", [book.contracts[i] for i in wanted], n, rules=rules, caller=seat,
            forehand=int(view["forehand"]), hands=np.tile(found["world"], (n, 1)),
        )  # fmt: skip
        points, tricks = plays.points(), plays.tricks()[:, seat & 1]
        lone = change_rules(rules, {"counter_match": "zero"}) if rules.writers == "both" else rules
        wrote = write_rounds(
            points[:, seat & 1], points[:, 1 - (seat & 1)], tricks, book.avoids[wanted], lone
        )
        assert found["own"][2 * wanted + 1].tolist() == wrote.caller.tolist()
        if rules.writers == "caller":
            assert found["given"][2 * wanted + 1].tolist() == wrote.other.tolist()


def test_values_are_those_of_simulate_within_their_errors() -> None:
    book = book_of(WYYS)
    view = sample_calls(WYYS, 40, seed=5)[:1]
    view["seat"] = 2
    _, found = asked("sampled-caller(worlds=4000)", view, book)
    for number, contract in enumerate(book.contracts):
        plays = simulate("rule", str(contract), 4000, 77, WYYS, caller=2,
                         hands={2: int(view["hand"][0])})  # fmt: skip
        points = plays.points()
        wrote = write_rounds(points[:, 0], points[:, 1], plays.tricks()[:, 0],
                             book.avoids[number], WYYS).caller  # fmt: skip
        mean = found["own"][2 * number : 2 * number + 2].sum() / 4000
        assert abs(mean - wrote.mean()) < 4 * np.sqrt(2) * wrote.std() / np.sqrt(4000), contract


def test_cross_fitting_takes_the_winners_curse_away() -> None:
    """What the value claims of its two calls is true on average; the best mean is not."""
    book = book_of(WYYS)
    crossed, naive = [], []
    for view in sample_calls(WYYS, 500, seed=8):
        one = np.array([view], CALL)
        _, few = asked("sampled-caller(worlds=8,prior=0)", one, book)
        _, many = asked("sampled-caller(worlds=200,prior=0)", with_noise(one, 1 << 40), book)
        claimed, true = gains(one, few, 1.0), gains(one, many, 1.0)
        best = max(claimed, key=lambda call: claimed[call])
        naive.append(claimed[best] - true[best])
        crossed.append(few["value"] - np.mean([true[call] for call in few["choice"]]))
    error = np.std(crossed) / np.sqrt(len(crossed))
    assert abs(np.mean(crossed)) < 3 * error
    assert np.mean(naive) > 6 * np.std(naive) / np.sqrt(len(naive))


def test_it_calls_what_many_worlds_say() -> None:
    """With many worlds, no tables and no margin the call is the one of the greatest gain."""
    book = book_of(WYYS)
    for view in sample_calls(WYYS, 20, seed=9):
        one = np.array([view], CALL)
        one["forced"] = 1
        answer, found = asked("sampled-caller(worlds=500,prior=0)", one, book)
        gained = gains(one, found, 1.0)
        assert gained[answer] == pytest.approx(max(gained.values()))


def test_a_row_that_a_counter_match_fills_is_lost_to_the_others() -> None:
    rules = change_rules(WYYS, {"counter_match": "open_row"})
    book, seen = book_of(rules), []
    for view in sample_calls(rules, 60, seed=4):
        one = np.array([view], CALL)
        one["other_made"] = 0
        closed = asked("sampled-caller(worlds=50)", one, book)[1]
        one["counter"] = BONUS
        assert asked("sampled-caller(worlds=50)", one, book)[1]["value"] == closed["value"]
        one["counter"], one["other_made"] = OPEN_ROW, OPEN
        found = asked("sampled-caller(worlds=50)", one, book)[1]
        if (found["choice"] == closed["choice"]).all():
            lost = found["lost"].reshape(-1, 2)[view["contract_of"][found["choice"]], [1, 0]]
            assert (found["value"] > closed["value"]) == lost.any()
            seen.append(bool(lost.any()))
    assert set(seen) == {True, False}


@pytest.mark.parametrize("rules", PRESETS)
def test_it_is_legal_on_every_chart(rules: str) -> None:
    team = "sampled-caller(worlds=2):random"
    games = play_games(team, team, 3, seed=6, rules=rules)
    assert (games.totals[:, 0] == games.totals[:, 1][:, ::-1]).all()


def test_neither_jobs_nor_chunks_nor_neighbours_change_a_game() -> None:
    teams = "sampled-caller(worlds=4):rule", "sampled-caller(worlds=6,margin=0):rule"
    alone = play_games(*teams, 6, seed=2)
    spread = play_games(*teams, 6, seed=2, jobs=2, chunk=2)
    later = play_games(*teams, 2, seed=2, first=4)
    assert (alone.rounds == spread.rounds).all()
    assert (alone.rounds[4:] == later.rounds).all()


def test_it_beats_regret() -> None:
    """Chart points a game, both sides playing cards with `rule`; 200 games."""
    games = play_games("sampled-caller(worlds=8):rule", "regret:rule", 200, seed=21)
    found = sum_games(games).mean("difference")
    assert found.mean - 3 * found.se > 15, found


def test_the_fitted_policy_plays_the_worlds_out_where_it_is_asked_for() -> None:
    view, book = sample_calls(WYYS, 3, seed=2)[:1], book_of(WYYS)
    _, found = asked("sampled-caller(worlds=2,rollout=1)", view, book)
    n, seat = len(book.contracts), int(view["seat"][0])
    plays = simulate("fitted", book.contracts, n, rules=WYYS, caller=seat,
                     forehand=int(view["forehand"][0]),
                     hands=np.tile(found["world"], (n, 1)))  # fmt: skip
    points, tricks = plays.points(), plays.tricks()[:, seat & 1]
    wrote = write_rounds(points[:, seat & 1], points[:, 1 - (seat & 1)], tricks, book.avoids, WYYS)
    assert found["own"][1 : 2 * n : 2].tolist() == wrote.caller.tolist()


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("worlds=0", r"worlds = 0: expected a whole number from 2 to 1048576$"),
        ("worlds=2.5", r"worlds = 2\.5: expected a whole number from 2 to"),
        ("rollout=2", r"rollout = 2: expected a whole number from 0 to 1$"),
        ("prior=-1", r"prior = -1: expected a number from 0\.0 to 1000000000\.0$"),
    ],
)
def test_nonsense_parameters_are_refused(given: str, wanted: str) -> None:
    with pytest.raises(ValueError, match=rf"^caller 'sampled-caller\({given}\)': {wanted}"):
        load_calling(f"sampled-caller({given})")


def test_what_a_caller_declares_is_checked() -> None:
    from jasssim.bots import caller

    def old(view: Any, params: Any, tables: Any) -> int:
        """Calls as callers did that had no memory."""
        return 0

    with pytest.raises(ValueError, match=r"'old' takes \(view, params, tables\): expected \(view"):
        caller(name="old")(old)

    def new(view: Any, params: Any, memo: Any, tables: Any) -> int:
        """Calls the first row, open or not."""
        return 0

    with pytest.raises(ValueError, match=r"caller 'new': bounds of 'x', which is none of its"):
        caller(name="new", bounds={"x": (0, 1)})(new)
    with pytest.raises(ValueError, match=r"caller 'new': memo = -1 is no number of words"):
        caller(name="new", memo=-1)(new)
