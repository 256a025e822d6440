"""Sittings of Molotow and Inspektiönler: who deals, what is marked, and a fair comparison."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from jasssim.game.evening import score_evening
from jasssim.game.marks import INSPECTOR_RULES, RULES, Marks, molotow_marks
from jasssim.game.rules import Rules, load_rules, make_rules
from jasssim.lab.simulate import simulate
from jasssim.lab.solo import sittings
from jasssim.lab.solo.molotow import FEATURES, INSPECTOR_FEATURES, play_molotow, play_part
from jasssim.lab.solo.sittings import draw_card, make_setups, opening_dealers, play_sittings
from jasssim.lab.summary import Z95
from jasssim.reference import solo

FOUR = ["rule", "greedy", "random", "rule"]
MOLOTOW, OLD = load_rules("molotow"), load_rules("inspektioenler")
CASES = [(MOLOTOW, 16), (OLD, 256)]
TRIPLE = RULES.index("triple")


def names(house: Rules) -> str:
    return house.name


def plain_opening(last: int, zeros: list[int]) -> int:
    """Who deals first in a new Partie, in words: behind the first with most zeros."""
    seat = last
    while zeros[seat] != max(zeros):
        seat = (seat + 1) % 4
    return (seat + 1) % 4


@pytest.mark.parametrize("first_dealer", [3, 1])
@pytest.mark.parametrize("house", [MOLOTOW, OLD], ids=names)
def test_sittings_go_as_the_text_says(house: Rules, first_dealer: int) -> None:
    house = Rules(first_lead="forehand", solo=house.solo, dealer=first_dealer)
    setup = make_setups(FOUR, 5, house)[0]
    inspectors = house.solo == "inspektioenler"
    played = play_sittings(setup, 7, 40, 256 if inspectors else 16)
    for number, sitting in enumerate(played, 7):
        dealer, strokes, zeros = first_dealer, [0] * 4, [0] * 4
        for t, deal in enumerate(sitting):
            if deal["rule"] < 0:
                assert inspectors
                assert max(strokes) >= 7
                continue
            assert max(strokes) < 7 or not inspectors
            if t:
                opens = t % 4 == 0 and not inspectors
                dealer = plain_opening(dealer, zeros) if opens else (dealer + 1) % 4
            assert deal["dealer"] == dealer
            lead = (dealer + 1) % 4
            alone = simulate(
                setup.bots, "molotow", 1, 5, house, first=256 * number + t,
                caller=lead, forehand=lead,
            )  # fmt: skip
            assert alone.points(by="seat").tolist() == [deal["points"].tolist()]
            points = deal["points"].tolist()
            draw = (
                int(np.argmax(deal["zeros"])) if deal["rule"] == TRIPLE and not inspectors else None
            )
            marks: Any = (
                solo.inspektioenler_marks(points)
                if inspectors
                else solo.molotow_marks(points, house, draw)
            )
            assert marks["strokes"] == deal["strokes"].tolist()
            assert marks["zeros"] == deal["zeros"].tolist()
            assert marks["rule"] == (INSPECTOR_RULES if inspectors else RULES)[deal["rule"]]
            strokes = [a + b for a, b in zip(strokes, marks["strokes"], strict=True)]
            zeros = [a + b for a, b in zip(zeros, marks["zeros"], strict=True)]
        assert not inspectors or max(strokes) >= 7


def test_partie_is_opened_behind_most_zeros() -> None:
    """Seat 1 has most: 2 deals. All alike: on it goes. A tie: the nearest after the dealer."""
    zeros = np.array([[1, 4, 2, 1], [2, 2, 2, 2], [3, 0, 0, 3], [0, 3, 3, 0]])
    last = np.int8([3, 3, 1, 3])
    expected = [plain_opening(int(d), z) for d, z in zip(last, zeros.tolist(), strict=True)]
    assert opening_dealers(last, zeros).tolist() == expected == [2, 0, 0, 2]


def test_some_sitting_leaves_the_plain_rotation() -> None:
    played = play_sittings(make_setups("random", 1, MOLOTOW)[0], 0, 50, 16)
    steps = np.diff(played["dealer"], axis=1) & 3
    opens = np.arange(1, 16) % 4 == 0
    assert (steps[:, ~opens] == 1).all()
    assert (steps[:, opens] != 1).any()


# The fair comparison


@pytest.mark.parametrize(
    ("bots", "orders"),
    [("random", 1), (FOUR, 12), (["rule", "random"] * 2, 6), (["rule", "rule()", *FOUR[1:3]], 24)],
    ids=str,
)
def test_each_bot_sits_on_each_seat_equally_often(bots: Any, orders: int) -> None:
    setups = make_setups(bots, 3, MOLOTOW)
    assert len({setup.bots for setup in setups}) == len(setups) == orders
    seats = [Counter(setup.bots[seat] for setup in setups) for seat in range(4)]
    assert all(count == seats[0] for count in seats)
    assert {setup.seed for setup in setups} == {3}


@pytest.mark.parametrize("house", [MOLOTOW, OLD], ids=names)
def test_one_bot_on_all_seats_gets_exactly_the_same(house: Rules) -> None:
    found = play_molotow("random", 80, 2, house)
    for name in ("mean_balance", "se", *(FEATURES if house is MOLOTOW else INSPECTOR_FEATURES)):
        assert len(found[name]) == 4
        assert len(set(found[name])) == 1
    assert found["orders"] == 1
    if house is MOLOTOW:
        ledger = found["ledger"]
        assert ledger["strokes"] - ledger["zeros"] == ledger["explained"] > 0
        assert found["mean_balance"][0] == ledger["explained"] / found["deals"] / 4


@pytest.mark.parametrize("house", [MOLOTOW, OLD], ids=names)
def test_order_in_which_bots_are_named_changes_nothing(house: Rules) -> None:
    one, other = (play_molotow(bots, 40, 2, house) for bots in (FOUR, FOUR[::-1]))
    assert one["mean_balance"] == other["mean_balance"][::-1]
    assert one["se"] == other["se"][::-1]
    assert one["mean_balance"][0] == one["mean_balance"][3]  # rule and rule
    assert len(set(one["mean_balance"])) == 3
    assert (one["rules"], one["ranking"]) == (other["rules"], other["ranking"])


def test_bot_named_in_two_ways_is_one_bot() -> None:
    found = play_molotow(["rule", "random", "rule()", "greedy"], 40, 2)
    assert found["orders"] == 24
    assert found["mean_balance"][0] == found["mean_balance"][2] != found["mean_balance"][1]


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (1, 7), (2, 3), (2, 50)])
@pytest.mark.parametrize("house", [MOLOTOW, OLD], ids=names)
def test_result_depends_on_neither_jobs_nor_chunks(house: Rules, jobs: int, chunk: int) -> None:
    whole = play_molotow(FOUR, 16, 9, house)
    assert play_molotow(FOUR, 16, 9, house, jobs, chunk=chunk) == whole
    assert play_molotow(FOUR, 16, 10, house)["mean_balance"] != whole["mean_balance"]


@pytest.mark.parametrize(("house", "deals"), CASES, ids=["molotow", "inspektioenler"])
def test_figures_are_those_of_the_single_sittings(house: Rules, deals: int) -> None:
    """Means and standard errors once more, from the marks of each sitting."""
    sittings_no = 30
    partien = sittings_no * (4 if house is MOLOTOW else 1)
    found = play_molotow(FOUR, partien, 4, house, stroke=2.0, zero=-0.5)
    setups = make_setups(FOUR, 4, house)
    for bot in ("rule", "greedy", "random"):
        sums = np.zeros((sittings_no, 2))
        for setup in setups:
            played = play_sittings(setup, 0, sittings_no, deals)
            for seat in (seat for seat in range(4) if setup.bots[seat] == bot):
                for column, mark in enumerate(("strokes", "zeros")):
                    sums[:, column] += played[mark][:, :, seat].sum(axis=1)
        places = FOUR.count(bot) * len(setups) * (deals if house is MOLOTOW else 1)
        values = (2.0 * sums[:, 0] - 0.5 * sums[:, 1]) / places
        se = values.std(ddof=1) / np.sqrt(sittings_no)
        at = FOUR.index(bot)
        assert found["mean_balance"][at] == pytest.approx(values.mean(), rel=1e-12)
        assert found["se"][at] == pytest.approx(se, rel=1e-9)
        assert found["high"][at] == pytest.approx(values.mean() + Z95 * se, rel=1e-9)
        assert found["strokes"][at] == pytest.approx(sums[:, 0].mean() / places, rel=1e-12)


def test_shares_of_a_deal() -> None:
    setup = make_setups("random", 6, MOLOTOW)[0]
    points = play_sittings(setup, 0, 200, 16)["points"].reshape(-1, 4)
    found = play_molotow("random", 800, 6)
    assert found["highest"][0] == (points == points.max(axis=1, keepdims=True)).mean()
    assert found["lowest"][0] == (points == points.min(axis=1, keepdims=True)).mean()
    assert found["hundred"][0] == ((points >= 100) & (points < 157)).mean() > 0
    assert found["all157"][0] == (points == 157).mean()
    assert sum(found["rules"].values()) == pytest.approx(1)


def test_one_sitting_has_no_standard_error() -> None:
    found = play_molotow("random", 4)
    assert (found["se"], found["low"]) == ([None] * 4, [None] * 4)


def test_ranking_follows_the_worth_of_marks() -> None:
    good = play_molotow(FOUR, 400)
    bad = play_molotow(FOUR, 400, stroke=-1, zero=1)
    assert good["ranking"] == ["rule", "rule", "random", "greedy"]
    assert bad["ranking"] == ["greedy", "random", "rule", "rule"]


# Cards drawn, and the ledger


def test_equal_three_draw_cards_for_the_zero() -> None:
    setup = make_setups("random", 1, MOLOTOW)[0]
    played = play_sittings(setup, 0, 2000, 16)
    triples = np.argwhere(played["rule"] == TRIPLE)
    assert len(triples) > 3
    for sitting, t in triples:
        deal = played[sitting, t]
        among = [seat for seat in range(4) if not deal["strokes"][seat]]
        assert deal["zeros"].sum() == 1
        assert np.argmax(deal["zeros"]) == draw_card(1, 256 * int(sitting) + int(t), among)


def test_cards_are_drawn_fairly_and_alike_whoever_draws() -> None:
    wins = Counter(draw_card(3, index, [0, 2, 3]) for index in range(9000))
    assert sorted(wins) == [0, 2, 3]
    # Five standard deviations of a third of 9000.
    assert all(abs(count - 3000) < 5 * np.sqrt(2000) for count in wins.values())
    for index in range(100):
        winner = draw_card(3, index, [0, 1, 2, 3])
        assert (
            draw_card(3, index, [seat for seat in range(4) if seat != (winner + 1) % 4]) == winner
        )
    assert any(draw_card(3, i, [0, 1, 2]) != draw_card(4, i, [0, 1, 2]) for i in range(50))


@pytest.mark.parametrize("pair", ["literal", "balanced", "void"])
@pytest.mark.parametrize("first", [True, False])
def test_ledger_is_explained_under_all_rules(pair: Any, first: bool) -> None:
    house = Rules(first_lead="forehand", middle_pair=pair, hundred_first=first)
    found = play_molotow("random", 800, 1, house)
    ledger = found["ledger"]
    assert ledger["strokes"] - ledger["zeros"] == ledger["explained"]
    pairs = round(found["rules"]["pair_middle"] * found["plays"])
    if first:
        assert ledger["explained"] == (2 * pairs if pair == "literal" else 0)
    else:
        assert ledger["explained"] < (2 * pairs if pair == "literal" else 0)


def test_broken_ledger_names_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_too_many(points: Any, rules: Rules, draws: Any = None) -> Marks:
        marks = molotow_marks(points, rules, draws)
        marks.strokes[3, 0] += 1
        return marks

    monkeypatch.setattr(sittings, "molotow_marks", one_too_many)
    with pytest.raises(RuntimeError, match=r"deal 768 of seed 8: .* gave \d strokes and \d zeros"):
        play_molotow("random", 40, 8)


def test_points_that_do_not_add_up_name_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    count = sittings.seat_points
    monkeypatch.setattr(sittings, "seat_points", lambda *given: count(*given) + 1)
    with pytest.raises(RuntimeError, match=r"deal 0 of seed 8: the points .* do not sum to 157"):
        play_molotow("random", 40, 8)


def test_parts_add_up() -> None:
    setups = make_setups(FOUR, 1, MOLOTOW)
    bots = ["rule", "greedy", "random"]
    whole, one, other = (
        play_part(setups, bots, 16, *span) for span in ((0, 30), (0, 11), (11, 19))
    )
    for a, b, c in zip(whole, one, other, strict=True):
        assert np.array_equal(a, b + c)


# Inspektiönler


def test_first_out_counts_players_that_leave_together() -> None:
    setup = make_setups("random", 1, OLD)[0]
    strokes = play_sittings(setup, 0, 300, 256)["strokes"].sum(axis=1)
    found = play_molotow("random", 300, 1, OLD)
    out = strokes >= 7
    assert found["first_out"][0] * 4 == pytest.approx(out.sum() / 300)
    assert found["alone_out"][0] * 4 == pytest.approx((out.sum(axis=1) == 1).mean())
    assert found["first_out"][0] > found["alone_out"][0] > 0
    assert found["deals"] == found["plays"] == pytest.approx(300 * found["deals_needed"][0])
    assert "three" in found["not_played"]


@pytest.mark.parametrize(
    ("kind", "changes", "message"),
    [
        (
            "molotow",
            {"partien": 6, "per_sitting": 4},
            "partien = 6: expected a multiple of per_s",
        ),
        ("molotow", {"partien": 0}, "partien = 0: expected 1 to"),
        ("molotow", {"per_sitting": 65}, "per_sitting = 65: expected 1 to 64"),
        ("molotow", {"bots": ["rule", "random"]}, "2 bots were given: expected one or four"),
        ("molotow", {"bots": "nobody"}, "unknown bot 'nobody'"),
        ("molotow", {"stroke": float("inf")}, "stroke = inf: expected a finite number"),
        ("inspektioenler", {"per_sitting": 4}, "ends when a player has 7 strokes"),
        ("wyys-6", {}, "first_lead = 'caller', but nobody calls"),
    ],
)
def test_wrong_values_are_refused(kind: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play_molotow(**{"bots": "random", "partien": 4, "rules": kind, **changes})


def test_weis_are_not_played_alone() -> None:
    with pytest.raises(ValueError, match="weis = 'schieber', but no Weis are played"):
        play_molotow("random", 4, rules=Rules(first_lead="forehand", weis="schieber"))


# The ledger of an evening

SEAT2_OUT = [[90, 9, 34, 24]] * 3 + [[9, 90, 34, 24]] * 3 + [[9, 24, 34, 90]]


def test_evening_until_one_is_left() -> None:
    """Seat 0 always loses: the three others leave together in the seventh deal."""
    evening = score_evening([[90, 9, 34, 24]] * 7)
    assert (evening.strokes, evening.zeros) == ([0, 7, 7, 7], [21, 0, 0, 0])
    assert (evening.left, evening.loser) == ([(7, [1, 2, 3])], 0)


def test_evening_goes_on_with_three() -> None:
    evening = score_evening(SEAT2_OUT)
    assert (evening.left, evening.playing) == ([(7, [2])], [0, 1, 3])
    assert (evening.strokes, evening.zeros, evening.loser) == ([4, 4, 7, 6], [9, 9, 0, 3], None)
    after = score_evening([*SEAT2_OUT, [80, 40, 37]])
    assert (after.strokes, after.zeros) == ([4, 5, 7, 7], [11, 9, 0, 3])
    assert (after.playing, after.deals) == ([0, 1], 8)


@pytest.mark.parametrize(
    ("deals", "message"),
    [
        ([[50, 50, 50, 7]], "deal 1: the points 50, 50, 50, 7 have several highest"),
        ([*SEAT2_OUT, [60, 60, 37]], "deal 8: the points 60, 60, 37 have several highest"),
        ([*SEAT2_OUT, [90, 9, 34, 24]], "deal 8 has the points of 4 players; expected 3,"),
        ([[80, 40, 37]], "deal 1 has the points of 3 players; expected 4"),
        ([*SEAT2_OUT, [80, 40, 37], [100, 57]], "deal 9: the players 0, 1 are left, and how two"),
        ([[90, 9, 34, 24]] * 8, "deal 8: the game is over, seat 0 is left alone"),
        ([[90, 9, 34, 24], [90, 9, 34, 23]], "deal 2: points of row 0: 90, 9, 34, 23; expected"),
    ],
)  # fmt: skip
def test_evening_refuses_what_the_text_leaves_open(deals: list[list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        score_evening(deals)


def test_evening_with_weis_may_have_any_total() -> None:
    assert score_evening([[-20, 9, 34, 124]], None).zeros == [0, 0, 0, 3]


def test_a_chart_with_molotow_is_no_game_of_its_own() -> None:
    row = {"id": "m", "kind": "molotow", "factor": 2}
    rules = make_rules({"first_lead": "forehand", "rows": [row]})
    with pytest.raises(ValueError, match="their chart has Molotow, which is then played by teams"):
        play_molotow("random", partien=4, rules=rules)


def test_in_inspektioenler_the_rule_bot_only_ducks() -> None:
    """It is beaten to the most points less often than when it also tries for the highest."""
    bots = ["rule", "random", "random", "random"]
    found = play_molotow(bots, partien=200, rules="inspektioenler")
    assert found["mean_balance"][0] - 4 * found["se"][0] > found["mean_balance"][1]
    assert found["first_out"][0] > 1.5 * found["first_out"][1]
