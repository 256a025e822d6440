"""The reference's calling, writing and whole games against examples written by hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

from jasssim import reference as ref
from jasssim.game.rules import Rules, change_rules, load_rules, make_rules
from jasssim.reference.chart import chart

UP, DOWN = "obenabe", "undenufe"
SIX = ["E", "R", "S", "L", "undenufe", "obenabe"]
HALF_UP, FLOOR, NONE = Rules(), Rules(rounding="floor"), Rules(rounding="none")
WYYS, TAFEL, JASVEL = load_rules("wyys-6"), load_rules("tafel-8"), load_rules("jasvel-8")
TOURNAMENT = load_rules("tournament-160")
OPEN_ROW = change_rules(TAFEL, {"counter_match": "open_row"})


@pytest.mark.parametrize(
    ("rules", "points", "expected"),
    [
        (FLOOR, 129, 12),  # jasvel
        (FLOOR, 259, 25),  # jasvel
        (FLOOR, 153, 15), (FLOOR, 52, 5), (FLOOR, 257, 25),  # the Tafel text
        (HALF_UP, 75, 8), (HALF_UP, 74, 7), (HALF_UP, 102, 10), (HALF_UP, 160, 16),  # wyys
        (HALF_UP, 257, 26), (HALF_UP, 300, 30),  # wyys
        (HALF_UP, 157, 16), (FLOOR, 157, 15),
        (HALF_UP, 0, 0), (HALF_UP, 4, 0), (HALF_UP, 5, 1), (FLOOR, 9, 0), (FLOOR, 10, 1),
        # Rounding to the even ten would write 6 and 14 here.
        (HALF_UP, 65, 7), (HALF_UP, 145, 15),
        (NONE, 0, 0), (NONE, 129, 129),
    ],
)  # fmt: skip
def test_written(rules: Rules, points: int, expected: int) -> None:
    assert ref.written(points, rules) == expected


def test_written_refuses_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="-1 points"):
        ref.written(-1, HALF_UP)


@pytest.mark.parametrize(
    ("rules", "goal", "given", "expected"),
    [
        # wyys: 102 points in Rosen; the opponents write nothing although they took more.
        (WYYS, "points", (102, 55, 6, 2), (10, 20, 0, 0)),
        (WYYS, "points", (60, 97, 4, 3), (6, 18, 0, 0)),
        # wyys: match and the opponents' match.
        (WYYS, "points", (157, 0, 9, 6), (16, 96, 0, 0)),
        (WYYS, "points", (0, 157, 0, 6), (0, 0, 0, 0)),
        (Rules(match_value=257), "points", (157, 0, 9, 6), (26, 156, 0, 0)),
        (Rules(match_value=300), "points", (157, 0, 9, 6), (30, 180, 0, 0)),
        # A match is nine tricks: 157 points in eight are none, nine cheap tricks are one.
        (TAFEL, "points", (157, 0, 8, 6), (15, 90, 0, 0)),
        (TAFEL, "points", (0, 157, 1, 6), (0, 0, 0, 0)),
        # The Tafel text.
        (TAFEL, "points", (153, 4, 8, 6), (15, 90, 0, 0)),
        (TAFEL, "points", (52, 105, 3, 1), (5, 5, 0, 0)),
        (TAFEL, "points", (157, 0, 9, 1), (25, 25, 0, 0)),
        (TAFEL, "points", (0, 157, 0, 5), (0, 0, 25, 125)),
        (OPEN_ROW, "points", (0, 157, 0, 5), (0, 0, 25, 125)),
        # jasvel: what a match adds.
        (JASVEL, "points", (129, 28, 7, 1), (12, 12, 0, 0)),
        (JASVEL, "points", (157, 0, 9, 6), (25, 150, 0, 0)),
        (JASVEL, "points", (0, 157, 0, 6), (0, 0, 0, 0)),
        (change_rules(JASVEL, {"counter_match": "bonus"}), "points", (0, 157, 0, 6),
         (0, 0, 25, 150)),
        # wyys: in Misère the opponents' points; nine tricks of the caller are a zero.
        (WYYS, "avoid", (30, 127, 3, 10), (13, 130, 0, 0)),
        (WYYS, "avoid", (0, 157, 0, 10), (16, 160, 0, 0)),
        (WYYS, "avoid", (157, 0, 9, 10), (0, 0, 0, 0)),
        (WYYS, "avoid", (1, 156, 1, 10), (16, 160, 0, 0)),
        (JASVEL, "avoid", (0, 157, 0, 10), (25, 250, 0, 0)),
        (JASVEL, "avoid", (157, 0, 9, 10), (0, 0, 0, 0)),
        (TAFEL, "avoid", (0, 157, 0, 2), (25, 50, 0, 0)),
        (TAFEL, "avoid", (157, 0, 9, 2), (0, 0, 0, 0)),
        # Tournament form: the opponents get the rest to sixteen.
        (TOURNAMENT, "points", (74, 83, 4, 1), (7, 7, 9, 9)),
        (TOURNAMENT, "points", (75, 82, 4, 3), (8, 24, 8, 24)),
        (TOURNAMENT, "points", (157, 0, 9, 1), (16, 16, 0, 0)),
        (TOURNAMENT, "points", (0, 157, 0, 1), (0, 0, 16, 16)),
        (TOURNAMENT, "avoid", (30, 127, 3, 10), (13, 130, 3, 30)),
        (change_rules(TOURNAMENT, {"both_total": 20}), "points", (74, 83, 4, 2), (7, 14, 13, 26)),
        # By values per trick a match can be worth 201 points.
        (Rules(alt_values="per_trick"), "points", (201, 0, 9, 7), (16, 112, 0, 0)),
        (change_rules(JASVEL, {"alt_values": "per_trick"}), "points", (201, 0, 9, 9),
         (30, 270, 0, 0)),
        # Weis beside the points of the cards: a match does not swallow it, a zero does.
        (WYYS, "points", (102, 55, 6, 2, 50, 20), (15, 30, 0, 0)),
        (WYYS, "points", (157, 0, 9, 6, 50, 0), (21, 126, 0, 0)),
        (WYYS, "points", (0, 157, 0, 6, 50, 0), (0, 0, 0, 0)),
        (JASVEL, "points", (157, 0, 9, 6, 50, 0), (30, 180, 0, 0)),
        (TAFEL, "points", (0, 157, 0, 2, 50, 100), (0, 0, 35, 70)),
        (change_rules(JASVEL, {"counter_match": "bonus"}), "points", (0, 157, 0, 1, 0, 20),
         (0, 0, 27, 27)),
        (WYYS, "avoid", (30, 127, 3, 10, 50, 100), (13, 130, 0, 0)),
        (NONE, "points", (74, 83, 4, 3), (74, 222, 0, 0)),
    ],
)  # fmt: skip
def test_round_score(
    rules: Rules, goal: str, given: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    score = ref.round_score(rules, goal, *given)
    assert tuple(score.values()) == expected
    assert list(score) == ["caller_written", "caller_score", "opp_written", "opp_score"]


def test_no_trick_and_next_to_no_points_both_write_zero() -> None:
    """Only where the opponents write their match do the two differ."""
    for rules, rest in ((WYYS, 0), (TAFEL, 25)):
        few = ref.round_score(rules, "points", 4, 153, 1, 3)
        none = ref.round_score(rules, "points", 0, 157, 0, 3)
        assert few["caller_written"] == none["caller_written"] == few["opp_written"] == 0
        assert none["opp_written"] == rest


@pytest.mark.parametrize(("goal", "tricks"), [("alone", 3), ("", 3), ("points", 10)])
def test_round_score_refuses(goal: str, tricks: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        ref.round_score(WYYS, goal, 80, 77, tricks, 1)


@pytest.mark.parametrize(
    ("open_rows", "forehand", "actions", "expected"),
    [
        # wyys; a row that only the other team has played is open.
        ([["R", "S"], ["E"]], 0, "R", {"seats": [0], "caller": 0, "row": "R", "team": 0}),
        ([["E"], ["R"]], 3, "pass pass R", {"seats": [3, 0, 1], "caller": 1, "team": 1}),
        # After four passes forehand must call.
        ([SIX, SIX], 0, "", {"seats": [], "next_seat": 0, "forced": False, "legal": SIX}),
        ([SIX, SIX], 0, "pass pass pass", {"next_seat": 3, "forced": False, "caller": None}),
        ([SIX, SIX], 2, "pass pass pass pass", {"next_seat": 2, "forced": True, "legal": SIX}),
        ([SIX, SIX], 2, "pass pass pass pass S", {"seats": [2, 3, 0, 1, 2], "caller": 2}),
        # A team that has finished is passed over, also as forehand.
        ([[], ["R"]], 0, "", {"next_seat": 1, "forced": False, "legal": ["R"]}),
        ([[], ["R"]], 0, "R", {"seats": [1], "caller": 1, "row": "R", "team": 1}),
        ([["R", "S"], []], 3, "pass R", {"seats": [0, 2], "caller": 2, "row": "R", "team": 0}),
        ([["R", "S"], []], 2, "pass", {"next_seat": 0, "forced": False}),
        ([["R", "S"], []], 2, "pass pass", {"next_seat": 2, "forced": True, "legal": ["R", "S"]}),
        ([["R", "S"], []], 1, "pass pass S", {"seats": [2, 0, 2], "caller": 2, "row": "S"}),
        # After a call nobody is next. Of two jokers one stays open.
        ([["joker8"], SIX], 0, "joker8", {"next_seat": None, "forced": False, "legal": []}),
        ([["joker8"], SIX], 1, "pass", {"next_seat": 2, "legal": ["joker8"]}),
    ],
)  # fmt: skip
def test_calling(
    open_rows: list[list[str]], forehand: int, actions: str, expected: dict[str, Any]
) -> None:
    found = ref.calling(open_rows, forehand, actions.split())
    assert {key: found[key] for key in expected} == expected
    keys = ["seats", "caller", "row", "team", "next_seat", "forced", "legal"]
    assert list(found) == keys


@pytest.mark.parametrize(
    ("open_rows", "forehand", "actions", "why"),
    [
        ([SIX, SIX], 2, "pass pass pass pass pass", "seat 2 may not pass"),
        ([["R", "S"], []], 0, "pass pass pass", "seat 0 may not pass"),
        ([["R", "S"], ["E"]], 0, "E", "seat 0 may not call 'E'"),
        ([["joker8"], SIX], 0, "joker7", "seat 0 may not call 'joker7'"),
        ([SIX, SIX], 0, "R pass", "'pass' after seat 0 has called 'R'"),
        ([SIX, SIX], 0, "R S", "'S' after seat 0 has called 'R'"),
        ([[], []], 0, "", "both charts are full"),
        ([SIX, SIX], 4, "", "unknown forehand 4"),
        ([SIX, SIX], -1, "", "unknown forehand -1"),
        ([SIX, SIX], True, "", "unknown forehand True"),
        ([SIX], 0, "", "of 1 teams"),
    ],
)
def test_calling_refuses(open_rows: list[list[str]], forehand: int, actions: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        ref.calling(open_rows, forehand, actions.split())


LINKED = make_rules(
    {
        "rows": [
            {"id": "slalom", "kind": "slalom", "factor": 7},
            {"id": "back", "kind": "slalom", "factor": 8, "linked": "slalom"},
            {"id": "high", "kind": "guschti", "factor": 9, "start": "obenabe"},
            {"id": "low", "kind": "guschti", "factor": 10, "start": "undenufe"},
            {"id": "joker", "kind": "joker", "factor": 11},
        ],
        "joker_inner": ["S", "slalom", "3x3"],
    }
)


@pytest.mark.parametrize(
    ("row", "played", "expected"),
    [
        ("slalom", {}, ["slalom-obenabe", "slalom-undenufe"]),
        ("back", {"slalom": "slalom-obenabe"}, ["slalom-undenufe"]),
        ("back", {"slalom": "slalom-undenufe"}, ["slalom-obenabe"]),
        ("slalom", {"back": "slalom-obenabe"}, ["slalom-undenufe"]),
        # Rows that are not linked do not bind.
        ("slalom", {"high": "guschti-obenabe"}, ["slalom-obenabe", "slalom-undenufe"]),
        ("back", {"joker": "slalom-obenabe"}, ["slalom-obenabe", "slalom-undenufe"]),
        ("high", {}, ["guschti-obenabe"]),
        ("low", {"high": "guschti-obenabe"}, ["guschti-undenufe"]),
        ("joker", {"slalom": "slalom-obenabe"}, [
            "S", "slalom-obenabe", "slalom-undenufe",
            "3x3:E", "3x3:R", "3x3:S", "3x3:L", "3x3:obenabe", "3x3:undenufe",
        ]),
    ],
)  # fmt: skip
def test_calls_of_linked_rows(row: str, played: dict[str, str], expected: list[str]) -> None:
    named = next(r for r in LINKED.rows if r.id == row)
    assert ref.calls_of(LINKED, named, played) == expected


def test_calls_of_other_rows() -> None:
    rows = {row.id: row for row in TAFEL.rows}
    assert ref.calls_of(TAFEL, rows["rosen"], {}) == ["R"]
    assert ref.calls_of(TAFEL, rows["joker7"], {}) == ["E", "R", "S", "L", UP, DOWN]
    slalom = next(row for row in LINKED.rows if row.id == "slalom")
    assert ref.calls_of(TAFEL, slalom, {}) == ["slalom-obenabe"]  # alt_start


def test_chart() -> None:
    kinds = ["E", "R", "L", "S", UP, DOWN, "joker", "joker"]
    assert chart(TAFEL) == {"kinds": kinds, "factors": [1, 2, 3, 4, 5, 6, 7, 8]}
    assert chart(JASVEL)["kinds"] == ["E", "R", "S", "L", UP, DOWN, "joker", "joker"]
    assert chart(WYYS) == {"kinds": SIX, "factors": [1, 2, 3, 4, 5, 6]}


BY_WRITTEN = Rules(best_round_by="written")
BEST_FIRST = Rules(tiebreaks=("best_round", "fewer_zeros"))


@pytest.mark.parametrize(
    ("rules", "cells", "extra", "totals", "winner"),
    [
        (WYYS, [[[10, 1], [12, 2]], [[9, 1], [12, 2]]], [0, 0], [34, 33], 0),
        (WYYS, [[[9, 1], [12, 2]], [[10, 1], [12, 2]]], [0, 0], [33, 34], 1),
        # What stands beside the chart counts, but is no cell.
        (WYYS, [[[10, 1], [12, 2]], [[9, 1], [12, 2]]], [0, 2], [34, 35], 1),
        (WYYS, [[[10, 1]], [[4, 1]]], [0, 6], [10, 10], 0),
        # wyys: fewer zeros, then the best single round, then a draw.
        (WYYS, [[[0, 1], [12, 2]], [[8, 1], [8, 2]]], [0, 0], [24, 24], 1),
        (WYYS, [[[10, 2], [4, 1]], [[12, 1], [6, 2]]], [0, 0], [24, 24], 0),
        (BY_WRITTEN, [[[10, 2], [4, 1]], [[12, 1], [6, 2]]], [0, 0], [24, 24], 1),
        (WYYS, [[[10, 2], [4, 1]], [[10, 2], [4, 1]]], [0, 0], [24, 24], None),
        (BY_WRITTEN, [[[10, 2], [4, 1]], [[10, 2], [4, 1]]], [0, 0], [24, 24], None),
        # The order of the tie-breaks, and none at all.
        (BEST_FIRST, [[[0, 1], [12, 2]], [[8, 1], [8, 2]]], [0, 0], [24, 24], 0),
        (TAFEL, [[[0, 1], [12, 2]], [[8, 1], [8, 2]]], [0, 0], [24, 24], None),
        (WYYS, [[], []], [0, 0], [0, 0], None),
    ],
)
def test_game_end(
    rules: Rules, cells: Any, extra: list[int], totals: list[int], winner: int | None
) -> None:
    assert ref.game_end(cells, extra, rules) == {"totals": totals, "winner": winner}


def two_rows(**values: Any) -> Rules:
    rows = [{"id": "eichel", "kind": "E", "factor": 1}, {"id": "oben", "kind": UP, "factor": 5}]
    return make_rules({"rows": rows, **values})


def test_game_without_a_chart_is_refused() -> None:
    with pytest.raises(ValueError, match="no rows"):
        ref.Game(Rules())
    with pytest.raises(ValueError, match="unknown dealer 4"):
        ref.Game(WYYS, 4)


@pytest.mark.parametrize(("given", "first"), [(None, 0), (0, 1), (3, 0)])
def test_dealer_and_forehand_move_on(given: int | None, first: int) -> None:
    game = ref.Game(WYYS, given)
    for deal in range(3):
        assert game.forehand == (first + deal) % 4
        assert game.calling is not None and game.calling.seat == game.forehand
        row = game.open_rows(game.forehand % 2)[0]
        game.call(row, game.calls()[row][0])
        game.finish([80, 77], [5, 4])
    assert ref.Game(change_rules(WYYS, {"dealer": 1})).forehand == 2


@pytest.mark.parametrize(("lead", "leader"), [("caller", 1), ("forehand", 0)])
def test_first_lead(lead: str, leader: int) -> None:
    game = ref.Game(change_rules(WYYS, {"first_lead": lead}))
    game.pass_()
    game.call("rosen", "R")
    assert (game.caller, game.leader) == (1, leader)


def test_game_refuses_calls() -> None:
    game = ref.Game(WYYS)
    with pytest.raises(ValueError, match="may not call 'S' in row 'rosen', only one of"):
        game.call("rosen", "S")
    with pytest.raises(ValueError, match="may not call 'slalom'"):
        game.call("slalom", "slalom-obenabe")
    with pytest.raises(ValueError, match="nothing is called"):
        game.finish([80, 77], [5, 4])
    game.call("rosen", "R")
    assert game.calls() == {}
    with pytest.raises(ValueError, match="after seat 0 has called"):
        game.call("eichel", "E")
    with pytest.raises(ValueError, match="nine tricks"):
        game.finish([80, 77], [5, 5])


def play(game: ref.Game, row: str, points: list[int], tricks: list[int], passes: int = 0) -> None:
    for _ in range(passes):
        game.pass_()
    contract = game.calls()[row][0]
    game.call(row, contract)
    game.finish(points, tricks)


def test_whole_game_with_bonus() -> None:
    """Team 0 finishes first; then only team 1 is asked. Its own match is no extra."""
    game = ref.Game(two_rows(counter_match="bonus", match_value=257, rounding="floor"))
    play(game, "oben", [100, 57], [6, 3])  # seat 0
    play(game, "eichel", [157, 0], [9, 0])  # seat 1: the opponents' match
    assert game.extra == [25, 0]
    play(game, "eichel", [80, 77], [5, 4])  # seat 2
    assert game.open_rows(0) == [] and not game.over
    assert game.result()["winner"] is None
    assert game.calling is not None and game.calling.order == [3, 1]
    play(game, "oben", [0, 157], [0, 9], passes=2)  # seat 3 is forced
    assert game.over and game.calling is None and game.calls() == {}
    assert game.cells == [
        {"oben": (10, UP), "eichel": (8, "E")}, {"eichel": (0, "E"), "oben": (25, UP)}
    ]  # fmt: skip
    assert game.result() == {"totals": [83, 125], "zeros": [0, 1], "winner": 1}
    assert [r["caller"] for r in game.rounds] == [0, 1, 2, 3]
    assert [r["leader"] for r in game.rounds] == [0, 1, 2, 3]
    with pytest.raises(ValueError, match="the game is over"):
        game.pass_()
    with pytest.raises(ValueError, match="the game is over"):
        game.call("oben", UP)


def test_opponents_match_fills_their_open_row() -> None:
    """The Tafel text: entered into their own row, if that is still open."""
    game = ref.Game(two_rows(counter_match="open_row", match_value=257, rounding="floor"))
    play(game, "oben", [0, 157], [0, 9])  # seat 0 calls, team 1 takes all
    assert game.cells == [{"oben": (0, UP)}, {"oben": (25, UP)}]
    assert game.extra == [0, 0]
    assert game.open_rows(1) == ["eichel"]
    play(game, "eichel", [80, 77], [5, 4])  # seat 1: team 1 has finished after one call
    play(game, "eichel", [0, 157], [0, 9])  # seat 2: their row is played, so beside the chart
    assert game.over and len(game.rounds) == 3
    assert game.extra == [0, 25]
    assert game.result() == {"totals": [0, 157], "zeros": [2, 0], "winner": 1}


@pytest.mark.parametrize(("kind", "filled"), [("misere", False), (UP, True)])
def test_misere_without_a_trick_fills_nothing(kind: str, filled: bool) -> None:
    rows = [{"id": "row", "kind": kind, "factor": 2}]
    game = ref.Game(make_rules({"rows": rows, "counter_match": "open_row"}))
    play(game, "row", [0, 157], [0, 9])
    assert game.cells[0] == {"row": (0 if filled else 16, kind)}
    assert game.cells[1] == ({"row": (16, kind)} if filled else {})


def test_joker_that_stands_for_misere_is_misere() -> None:
    rows = [{"id": "joker", "kind": "joker", "factor": 7}]
    game = ref.Game(make_rules({"rows": rows, "joker_inner": ["misere"]}))
    play(game, "joker", [30, 127], [3, 6])
    assert game.cells[0] == {"joker": (13, "misere")}


def test_filled_row_keeps_the_link() -> None:
    game = ref.Game(change_rules(LINKED, {"counter_match": "open_row"}))
    game.call("slalom", "slalom-undenufe")
    game.finish([0, 157], [0, 9])
    assert game.calls()["back"] == ["slalom-obenabe"]
    with pytest.raises(ValueError, match="may not call 'slalom-undenufe' in row 'back'"):
        game.call("back", "slalom-undenufe")


def test_both_teams_write() -> None:
    game = ref.Game(TOURNAMENT)
    play(game, "schilten", [74, 83], [4, 5])
    assert game.cells == [{"schilten": (7, "L")}, {}]
    assert game.extra == [0, 27]
    assert game.result()["totals"] == [21, 27]


ONE_SUIT_EACH = [[suit + rank for rank in "6789XUOKA"] for suit in "ERSL"]


def random_log(rules: Rules, seed: int) -> list[dict[str, Any]]:
    """A whole game in which everything is chosen at random."""
    rng = random.Random(seed)
    game, log = ref.Game(rules), []
    while not game.over:
        deck = rng.sample(ref.DECK, 36)
        hands = [deck[9 * seat : 9 * seat + 9] for seat in range(4)]
        given: dict[str, Any] = {"forehand": game.forehand, "actions": [], "hands": hands}
        while game.contract is None:
            assert game.calling is not None
            if rng.random() < 0.7 and not game.calling.forced:
                game.pass_()
                given["actions"].append("pass")
                continue
            row = rng.choice(game.calling.legal)
            contract = rng.choice(game.calls()[row])
            game.call(row, contract)
            given["actions"].append((row, contract))
        assert game.leader is not None
        round_ = ref.Round(hands, game.leader, game.contract, rules, game.caller)
        given["blocks"] = []
        while round_.needs:
            if round_.needs == "block":
                given["blocks"].append(rng.choice(round_.blocks()))
                round_.choose(given["blocks"][-1])
            round_.play(rng.choice(round_.legal()))
        given["cards"] = [card for _, card in round_.plays]
        result: dict[str, Any] = dict(round_.result())
        game.finish(result["team_points"], result["team_tricks"])
        log.append(given)
    return log


MIXED = make_rules(
    {
        "rows": [
            {"id": "schellen", "kind": "S", "factor": 3},
            {"id": "joker", "kind": "joker", "factor": 8},
            {"id": "misere", "kind": "misere", "factor": 9},
            {"id": "3x3", "kind": "3x3", "factor": 10},
            {"id": "molotow", "kind": "molotow", "factor": 2},
        ],
        "counter_match": "bonus",
    }
)


@pytest.mark.parametrize("rules", [MIXED, LINKED, TAFEL, TOURNAMENT], ids=lambda r: r.name)
def test_check_log_plays_a_game_again(rules: Rules) -> None:
    log = random_log(rules, 4)
    game = ref.check_log(rules, log)
    assert game.over and len(game.rounds) == 2 * len(rules.rows) == len(log)
    assert all(sum(r["points"]) == 157 for r in game.rounds)
    total = sum(r["caller_score"] + r["opp_score"] for r in game.rounds)
    assert sum(game.result()["totals"]) == total
    assert not ref.check_log(rules, log[:-1]).over


def broken_log(how: str) -> list[dict[str, Any]]:
    """Two deals, of which the second one is broken."""
    log = random_log(two_rows(), 8)[:2]
    second = log[1]
    cards, actions = second["cards"], second["actions"]
    if how == "forehand":
        second["forehand"] = 0
    elif how == "revoke":
        at = next(i for i in range(4, 36) if cards[i] in second["hands"][0] and i % 4)
        cards[at] = "E6" if cards[at] != "E6" else "R6"
    elif how == "silent":
        actions.pop()
    elif how == "contract":
        actions[-1] = (actions[-1][0], "molotow")
    elif how == "twice":
        actions.append("pass")
    elif how == "short":
        cards.pop()
    elif how == "hands":
        second["hands"][0][0] = second["hands"][1][0]
    elif how == "blocks":
        second["blocks"] = ["E"]
    return log


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("forehand", r"^deal 2: forehand is seat 0; expected seat 1"),
        ("revoke", r"^deal 2: trick \d, card [234]: seat \d may not play '[ER]6', only one of"),
        ("silent", r"^deal 2: nobody has called"),
        ("contract", r"^deal 2: seat \d may not call 'molotow' in row"),
        ("twice", r"^deal 2: 'pass' after seat"),
        ("short", r"^deal 2: 35 cards are played; expected 36"),
        ("hands", r"^deal 2: hands .* expected the 36 cards"),
        ("blocks", r"^deal 2: blocks \['E'\] are given, but \[\] were played"),
    ],
)
def test_check_log_names_the_place(how: str, why: str) -> None:
    ref.check_log(two_rows(), broken_log(""))
    with pytest.raises(ValueError, match=why):
        ref.check_log(two_rows(), broken_log(how))


def test_check_log_counts_tricks_and_cards_from_one() -> None:
    cards = [suit + rank for rank in "6789XUOKA" for suit in "ERSL"]
    given = {"forehand": 0, "actions": [("eichel", "E")], "hands": ONE_SUIT_EACH, "cards": cards}
    assert ref.check_log(two_rows(), [given]).cells[0] == {"eichel": (16, "E")}
    cards[9] = "R7"  # seat 1 has played it in the second trick
    with pytest.raises(ValueError, match=r"^deal 1: trick 3, card 2: seat 1 may not play 'R7'"):
        ref.check_log(two_rows(), [given])


def test_check_log_after_the_end_and_with_another_dealer() -> None:
    log = random_log(two_rows(), 3)
    with pytest.raises(ValueError, match=r"^deal 5: the game is over"):
        ref.check_log(two_rows(), [*log, log[0]])
    with pytest.raises(ValueError, match=r"^deal 1: forehand is seat 0; expected seat 2"):
        ref.check_log(two_rows(), log, dealer=1)


def test_check_log_misses_a_block() -> None:
    rules = make_rules({"rows": [{"id": "3x3", "kind": "3x3", "factor": 1}]})
    log = random_log(rules, 5)
    assert log[0]["blocks"]
    log[0]["blocks"] = []
    with pytest.raises(ValueError, match=r"^deal 1: trick [47], card 1: no block is given"):
        ref.check_log(rules, log)


@pytest.mark.parametrize(
    ("weis", "contract", "expected"),
    [
        # Everyone holds nine in a row, 300, and the leader's team counts both of its own.
        # Eichel has Stöck, 20, only where it is trump.
        ("schieber", "E", [620, 0]),
        ("schieber", UP, [600, 0]),
        ("schieber", "slalom-obenabe", [600, 0]),
        ("schieber", "misere", [0, 0]),
        ("none", "E", [0, 0]),
    ],
)
def test_check_log_counts_weis(weis: str, contract: str, expected: list[int]) -> None:
    kind = contract.partition("-")[0]
    rules = make_rules({"rows": [{"id": "row", "kind": kind, "factor": 1}], "weis": weis})
    cards = [suit + rank for rank in "6789XUOKA" for suit in "ERSL"]
    given = {"forehand": 0, "actions": [("row", contract)], "hands": ONE_SUIT_EACH, "cards": cards}
    game = ref.check_log(rules, [given])
    assert game.rounds[0]["weis"] == expected
    match = 0 if contract == "misere" else 16 + expected[0] // 10
    assert game.cells[0]["row"] == (match, contract)


ALL_UP = [UP] * 9
OWN = make_rules(
    {
        "kinds": [
            {"id": "riese", "schedule": ["choice"] * 3 + [UP] * 3 + [DOWN] * 3,
             "choices": ["E", "R", "S", "L"]},
            {"id": "mary", "schedule": ["choice"] * 4 + ["turn"] + ["other"] * 4,
             "choices": [UP, DOWN], "values": "alternating"},
            {"id": "bock", "schedule": ["open"] * 9, "values": "trump", "goal": "alone"},
            {"id": "elefant", "values": "blocks",
             "schedule": ["block1"] * 3 + ["block2"] * 3 + ["block3"] * 3},
            {"id": "hindersi", "schedule": [DOWN] * 9, "values": "obenabe", "goal": "avoid"},
            {"id": "gaiss", "schedule": [UP, DOWN] * 4 + [UP], "values": "undenufe"},
        ],
        "rows": [{"id": "bock", "kind": "bock", "factor": 1},
                 {"id": "joker", "kind": "joker", "factor": 2}],
        "joker_inner": ["bock", "mary", "elefant"],
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        ("riese:R", ["R"] * 3 + [UP] * 3 + [DOWN] * 3),
        ("mary-undenufe", [DOWN] * 5 + [UP] * 4),
        ("bock", ["open"] * 9),
        ("bock:S", ["S"] * 9),
        ("elefant:obenabe", [UP] * 3 + ["choose"] * 6),
        ("elefant:obenabe,L", [UP] * 3 + ["L"] * 3 + ["choose"] * 3),
        ("hindersi", [DOWN] * 9),
        ("gaiss", [UP, DOWN] * 4 + [UP]),
        *((name, None) for name in (
            "riese", "riese:obenabe", "riese-R", "mary", "mary-R", "bock-S", "bock:obenabe",
            "elefant", "elefant-obenabe", "elefant:R,L", "hindersi-obenabe", "gaiss:E", "nobody",
        )),
    ],
)  # fmt: skip
def test_modes_of_own_kinds(contract: str, expected: list[str] | None) -> None:
    if expected is not None:
        assert ref.mode_list(contract, OWN) == expected
        return
    with pytest.raises(ValueError, match="unknown contract"):
        ref.mode_list(contract, OWN)


def test_own_kinds_follow_the_house_rules() -> None:
    four = change_rules(OWN, {"guschti_first": 4})
    assert ref.mode_list("mary-undenufe", four) == [DOWN] * 4 + [UP] * 5
    high = change_rules(OWN, {"alt_start": "obenabe"})
    with pytest.raises(ValueError, match="starts with obenabe"):
        ref.mode_list("mary-undenufe", high)
    assert ref.choices_of(high, "mary") == [UP]
    assert ref.goal_of("hindersi", OWN) == "avoid"
    assert ref.goal_of("bock:E", OWN) == "points"  # for a chart it is played by teams


@pytest.mark.parametrize(
    ("kind", "choice", "expected"),
    [
        ("riese", "L", "riese:L"), ("riese", None, None), ("riese", UP, None),
        ("mary", DOWN, "mary-undenufe"), ("bock", None, "bock"), ("bock", "E", None),
        ("elefant", "S", "elefant:S"), ("elefant", "S,obenabe", None), ("gaiss", None, "gaiss"),
        ("joker", "mary-obenabe", "mary-obenabe"), ("joker", "bock", "bock"),
        ("joker", "bock:E", None), ("joker", "elefant:undenufe", "elefant:undenufe"),
        ("joker", "gaiss", None), ("nobody", None, None),
    ],
)  # fmt: skip
def test_calls_of_own_kinds(kind: str, choice: str | None, expected: str | None) -> None:
    if expected is not None:
        assert ref.called_contract(OWN, kind, choice) == expected
        return
    with pytest.raises(ValueError, match=r"may not be called|unknown kind"):
        ref.called_contract(OWN, kind, choice)


TRICK = ["R9", "RU", "R6", "R8"]  # trump Rosen 34, Obenabe 10, Undenufe 21, side suit 2


@pytest.mark.parametrize(
    ("contract", "number", "rules", "points"),
    [
        ("riese:R", 0, {}, 34), ("riese:R", 3, {}, 10), ("riese:R", 7, {}, 21),
        ("riese:E", 0, {}, 2),
        ("mary-obenabe", 7, {}, 10), ("mary-undenufe", 7, {}, 21),
        ("mary-obenabe", 7, {"alt_values": "per_trick"}, 21),
        ("mary-undenufe", 7, {"alt_values": "obenabe"}, 10),
        ("mary-obenabe", 0, {"alt_values": "undenufe"}, 21),
        ("bock", 0, {}, 2), ("bock:R", 0, {}, 34), ("bock:E", 0, {}, 2),
        ("elefant:obenabe,R", 0, {}, 34), ("elefant:obenabe,E", 0, {}, 2),
        ("elefant:obenabe,R", 0, {"block3_values": "per_block"}, 10),
        ("elefant:obenabe,R", 3, {"block3_values": "obenabe"}, 10),
        ("hindersi", 0, {}, 10), ("gaiss", 0, {}, 21),
        ("gaiss", 8, {}, 26),  # the last trick
        ("gaiss", 0, {"undenufe_values": "ace11"}, 10),
    ],
)  # fmt: skip
def test_points_of_own_kinds(
    contract: str, number: int, rules: dict[str, Any], points: int
) -> None:
    assert ref.trick_points(TRICK, contract, number, change_rules(OWN, rules)) == points


@pytest.mark.parametrize(
    ("undertrump", "expected"), [("void", ["E6", "S9"]), ("only_trumps", ["S9"])]
)
def test_own_open_kind_undertrumps_like_molotow(undertrump: str, expected: list[str]) -> None:
    rules = change_rules(OWN, {"molotow_undertrump": undertrump, "undertrump": "no_alternative"})
    for contract in ("bock", "bock:E", "molotow:E"):
        assert ref.legal_cards(["E6", "S9"], ["R8", "EX"], contract, 3, rules) == expected


def test_rounds_of_own_kinds() -> None:
    """Trump of an open kind is made in play, and counts for the tricks before."""
    round_ = ref.Round(ONE_SUIT_EACH, 0, "bock", OWN)
    for rank in "6789XUOKA":
        for _ in range(4):
            round_.play("ERSL"[round_.seat] + rank)
    result = round_.result()
    assert result["contract"] == "bock:R"
    assert result["total"] == 157
    elefant = ref.Round(ONE_SUIT_EACH, 0, "elefant:obenabe", OWN)
    for rank in "678":
        for seat in range(4):
            elefant.play("ERSL"[seat] + rank)
    assert elefant.blocks() == [*ref.SUITS, DOWN]
    elefant.choose("L")
    assert elefant.contract == "elefant:obenabe,L"


@pytest.mark.parametrize("seed", range(3))
def test_game_with_own_kinds(seed: int) -> None:
    game = ref.check_log(OWN, random_log(OWN, seed))
    assert game.over and all(sum(r["points"]) == 157 for r in game.rounds)
