"""Whole games: the engine's waves against the reference, and what must hold of every game."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import numpy as np
import pytest

from jasssim import reference
from jasssim.bots import caller, register
from jasssim.bots.registry import unregister
from jasssim.engine.calling import FILLED, OPEN, PASS
from jasssim.game.chart import call_text, chart_calls
from jasssim.game.rules import Rules, change_rules, load_rules, ruleset_names
from jasssim.lab.coiffeur.games import play_games
from tests.rules.games import OF_GAMES, OF_SOLO_GAMES, check_game

PRESETS = [name for name in ruleset_names() if load_rules(name).rows]
LINKED = [
    {"id": "s1", "kind": "slalom", "factor": 7, "linked": "s2"},
    {"id": "s2", "kind": "slalom", "factor": 8},
    {"id": "g", "kind": "guschti", "factor": 20, "start": "undenufe"},
    {"id": "e", "kind": "E", "factor": 1},
]
TUO = {
    "id": "tuo",
    "schedule": ["choice"] * 3 + ["undenufe"] * 3 + ["obenabe"] * 3,
    "choices": ["E", "R", "S", "L"],
    "values": "trump",
}
BOCK = {"id": "bock", "schedule": ["open"] * 9, "values": "trump"}
DODGE = {"id": "dodge", "schedule": ["undenufe"] * 9, "goal": "avoid"}
OWN_ROWS = [
    {"id": "t", "kind": "tuo", "factor": 3},
    {"id": "b", "kind": "bock", "factor": 4},
    {"id": "d", "kind": "dodge", "factor": 5},
    {"id": "m", "kind": "molotow", "factor": 6},
    {"id": "j", "kind": "joker", "factor": 8},
]
HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "floor": ("wyys-10", {"rounding": "floor"}),
    "no rounding": ("wyys-10", {"rounding": "none"}),
    "match 257": ("wyys-10b", {"match_value": 257}),
    "match + 100": ("wyys-10", {"match_mode": "add", "match_value": 100}),
    "bonus": ("wyys-10", {"counter_match": "bonus"}),
    "open row": ("wyys-6", {"counter_match": "open_row", "match_value": 300}),
    "open row, links": ("wyys-6", {"counter_match": "open_row", "rows": LINKED}),
    "rest of 20": ("wyys-10b", {"writers": "both", "both_total": 20}),
    "forehand leads": ("wyys-10", {"first_lead": "forehand"}),
    "dealer 0": ("tafel-8", {"dealer": 0}),
    "dealer 1": ("tafel-8", {"dealer": 1, "counter_match": "zero"}),
    "dealer 2": ("tafel-8", {"dealer": 2}),
    "per trick": ("jasvel-10", {"alt_values": "per_trick", "guschti_first": 4}),
    "ties by written": ("wyys-6", {"best_round_by": "written", "tiebreaks": ["best_round"]}),
    "free joker": (
        "jasvel-8",
        {"joker_inner": ["S", "slalom", "guschti", "misere", "3x3", "molotow"]},
    ),
    "weis": ("wyys-10b", {"weis": "schieber"}),
    "weis, bonus": ("tafel-8", {"weis": "schieber", "counter_match": "open_row"}),
    "links": ("wyys-6", {"rows": LINKED}),
    "own kinds": (
        "wyys-6",
        {"kinds": [TUO, BOCK, DODGE], "rows": OWN_ROWS, "joker_inner": ["tuo", "dodge", "R"]},
    ),
    "thirteen jokers": (
        "wyys-6",
        {"rows": [{"id": f"j{i}", "kind": "joker", "factor": i + 1} for i in range(13)]},
    ),
}


@pytest.mark.parametrize("preset", PRESETS)
def test_games_of_a_preset_equal_the_reference(preset: str) -> None:
    games = play_games("random:random", "random:rule", 25, seed=3, rules=preset, trace=True)
    for game in range(25):
        for half in range(2):
            check_game(games, game, half)


@pytest.mark.parametrize("name", HOUSES)
def test_games_under_a_house_rule_equal_the_reference(name: str) -> None:
    preset, changes = HOUSES[name]
    rules = change_rules(load_rules(preset), changes)
    games = play_games("random:random", "first-open:rule", 20, seed=4, rules=rules, trace=True)
    for game in range(20):
        for half in range(2):
            check_game(games, game, half)


@pytest.mark.parametrize("preset", PRESETS)
def test_three_hundred_games_end_after_twice_as_many_rounds_as_rows(preset: str) -> None:
    games = play_games("random:random", "random:random", 150, seed=8, rules=preset)
    rows = len(games.setup.rules.rows)
    assert games.rounds.shape == (150, 2, 2 * rows)
    assert (games.rounds["call"] >= 0).all()
    sides = (games.rounds["caller"] & 1) ^ np.array([[[0], [1]]])
    assert (sides.sum(axis=2) == rows).all()


def test_a_filled_row_shortens_games() -> None:
    rules = change_rules(load_rules("tafel-8"), {"counter_match": "open_row"})
    games = play_games("random:random", "random:random", 150, seed=8, rules=rules)
    played = (games.rounds["call"] >= 0).sum(axis=2)
    counter = games.rounds["counter_match"].sum(axis=2)
    assert played.max() == 16
    assert 0 < (played < 16).sum() < 40
    assert (16 - played <= counter).all()


@pytest.mark.parametrize("name", ["wyys-10b", "open row, links", "own kinds", "free joker"])
def test_a_caller_may_call_just_what_the_reference_lets_it(name: str) -> None:
    """A caller that plays along in the reference, call by call."""
    preset, changes = HOUSES.get(name, (name, {}))
    rules = change_rules(load_rules(preset), changes)
    seen = Shadow(rules)
    register(caller(name="shadow", compiled=False)(seen.call))
    try:
        games = play_games("shadow:random", "shadow:random", 6, seed=9, rules=rules, chunk=1)
    finally:
        unregister("shadow")
    assert seen.asked > 100
    assert seen.forced > 0
    assert len(games) == 6


class Shadow:
    """Calls at random, and holds that every question is the one the reference would pose."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.calls = chart_calls(rules)
        self.random = np.random.default_rng(1)
        self.asked = self.forced = 0

    def call(self, view: Any, params: Any, memo: Any, tables: Any) -> int:
        """Check the view against the reference, then call or pass at random."""
        rows = self.rules.rows
        own = [rows[i].id for i in range(len(rows)) if view.made[i] == OPEN]
        other = [rows[i].id for i in range(len(rows)) if view.other_made[i] == OPEN]
        pair = [own, other] if view.seat % 2 == 0 else [other, own]
        calling = reference.Calling(pair, int(view.forehand))
        for _ in range(view.passes):
            calling.pass_()
        assert (calling.seat, calling.forced) == (view.seat, bool(view.forced))
        played = {
            rows[i].id: str(self.calls[view.made[i] % FILLED].contract)
            for i in range(len(rows))
            if view.made[i] != OPEN
        }
        expected = {
            (row.id, contract)
            for row in rows
            if row.id in own
            for contract in reference.calls_of(self.rules, row, played)
        }
        legal = [number for number in range(view.calls) if self.is_open(view, number)]
        found = {(rows[self.calls[n].row].id, str(self.calls[n].contract)) for n in legal}
        assert found == expected
        self.asked += 1
        self.forced += int(view.forced)
        if not view.forced and self.random.random() < 0.6:
            return PASS
        return int(self.random.choice(legal))

    def is_open(self, view: Any, number: int) -> bool:
        """What `jasssim.engine.calling.is_open` says, in plain Python."""
        row, start = view.row_of[number], view.start_of[number]
        return bool(view.made[row] == OPEN and (start == 0 or start != view.barred[row]))


def test_half_up_writes_half_a_point_a_round_more_than_floor() -> None:
    """Rounding up from five instead of cutting is worth +0.50 a round, as is known."""
    plain = change_rules(load_rules("wyys-6"), {"match_value": 157})
    games = play_games("greedy:greedy", "greedy:greedy", 4000, seed=2, rules=plain)
    points = games.rounds["points"].astype(np.int64)
    gain = (points + 5) // 10 - points // 10
    assert (gain == games.rounds["written"] - points // 10).all()
    by_game = gain.mean(axis=(1, 2))
    mean, se = by_game.mean(), by_game.std(ddof=1) / len(by_game) ** 0.5
    assert se < 0.0025
    assert abs(mean - 0.50) < 0.01, f"{mean:.4f} ± {1.96 * se:.4f} (95 %, n = {gain.size} rounds)"


def test_every_value_of_every_parameter_of_games_is_played() -> None:
    hints = get_type_hints(Rules)
    played = [load_rules(name) for name in PRESETS]
    played += [change_rules(load_rules(preset), changes) for preset, changes in HOUSES.values()]
    for name in OF_GAMES - OF_SOLO_GAMES:
        assert {getattr(rules, name) for rules in played} == set(get_args(hints[name])), name


def test_calls_have_one_text_each() -> None:
    for preset, changes in HOUSES.values():
        rules = change_rules(load_rules(preset), changes)
        texts = [call_text(rules, call) for call in chart_calls(rules)]
        assert len(set(texts)) == len(texts)
