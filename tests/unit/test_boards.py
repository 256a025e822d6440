"""Boards of two bots: what is played on them, what they score, and that they are fair."""

from __future__ import annotations

import numpy as np
import pytest

from jasssim.game.contract import parse_contract
from jasssim.game.marks import molotow_marks
from jasssim.game.rules import load_rules
from jasssim.game.values import load_values
from jasssim.lab.compare.boards import Boards, make_boards
from jasssim.lab.compare.charts import make_charts
from jasssim.lab.compare.kinds import parse_slots
from jasssim.lab.compare.pace import count_decisions, decision_ms
from jasssim.lab.simulate import simulate
from jasssim.lab.solver.regret import played_deals, regret_deals

N = 60


def halves(boards: Boards, contract: str) -> tuple[np.ndarray, np.ndarray]:
    """Points by seat of both halves, as `simulate` plays the same deals."""
    chunk, (a, b) = boards.chunk(0, N), boards.bots
    there, back = (
        simulate(pair, contract, N, boards.seed, boards.rules, caller=chunk.callers,
                 forehand=chunk.leaders).points(by="seat")
        for pair in ([a, b], [b, a])
    )  # fmt: skip
    return there, back


@pytest.mark.parametrize("hands", ["called", "random"])
@pytest.mark.parametrize("contract", ["R", "slalom-undenufe", "misere", "3x3:obenabe"])
def test_a_score_is_half_the_difference_in_the_mean_of_two_halves(
    contract: str, hands: str
) -> None:
    boards = make_boards("greedy", "random", contract, 7, hands)
    there, back = halves(boards, contract)
    own = (there[:, ::2].sum(axis=1) + back[:, 1::2].sum(axis=1)) / 2
    other = (there[:, 1::2].sum(axis=1) + back[:, ::2].sum(axis=1)) / 2
    sign = -1 if contract == "misere" else 1
    scores = boards.scores(0, N)[:, 0] * boards.scale
    assert scores.tolist() == (sign * (own - other) / 2).tolist()
    assert len(set(scores)) > 10


def test_where_each_plays_alone_a_score_is_one_of_marks() -> None:
    rules = load_rules("default")
    boards = make_boards("greedy", "random", "molotow", 3)
    there, back = (molotow_marks(points, rules) for points in halves(boards, "molotow"))
    balance = [marks.strokes.astype(int) - marks.zeros for marks in (there, back)]
    own = (balance[0][:, ::2].sum(axis=1) + balance[1][:, 1::2].sum(axis=1)) / 2
    other = (balance[0][:, 1::2].sum(axis=1) + balance[1][:, ::2].sum(axis=1)) / 2
    drawn = (there.rule == 6) | (back.rule == 6)  # where cards are drawn for a zero
    scores = boards.scores(0, N)[:, 0] * boards.scale
    assert scores[~drawn].tolist() == ((own - other) / 2)[~drawn].tolist()
    assert boards.unit.startswith("marks")
    assert set(boards.chunk(0, N).callers) == {0, 1, 2, 3}


@pytest.mark.parametrize("bot", ["random", "rule"])
@pytest.mark.parametrize("hands", ["called", "random"])
def test_a_bot_is_even_with_itself_on_every_board(bot: str, hands: str) -> None:
    assert not make_boards(bot, bot, "all", 5, hands).scores(0, N).any()
    assert not make_boards(bot, bot, "molotow", 5, hands).scores(0, N).any()


def test_a_side_is_even_with_itself_in_whole_games() -> None:
    assert not make_charts("random:random", "random:random", "wyys-6").scores(0, 20).any()
    assert make_charts("random", "rule", "wyys-6").scores(0, 5).all()


def test_the_seat_calls_whose_hand_suits_the_contract() -> None:
    values, boards = load_values(), make_boards("rule", "random", "trump,misere")
    chunk = boards.chunk(0, N)
    for at, names in enumerate(["ERSL", ["misere"]]):
        part = slice(at * N, (at + 1) * N)
        contracts = [parse_contract(name) for name in names]
        hands = chunk.deals[part]
        worth = np.stack(
            [[values.points(hands[:, seat], c) for c in contracts] for seat in range(4)]
        )
        called = chunk.house_of[part] - 4 * at
        best = worth[chunk.callers[part], called, np.arange(N)]
        assert best.tolist() == worth.max(axis=(0, 1)).tolist()
        assert len(set(called)) == len(contracts)
    assert chunk.callers.tolist() == chunk.leaders.tolist()


def test_seat_0_calls_any_hand_if_hands_are_random() -> None:
    boards = make_boards("rule", "random", "trump,misere", hands="random")
    chunk, values = boards.chunk(0, N), load_values()
    assert not chunk.callers.any()
    assert not chunk.leaders.any()
    worth = [values.points(chunk.deals[:N, 0], parse_contract(suit)) for suit in "ERSL"]
    assert chunk.house_of[:N].tolist() == np.argmax(worth, axis=0).tolist()


def test_forehand_leads_where_the_rules_say_so() -> None:
    rules = load_rules("molotow")
    chunk = make_boards("rule", "random", "obenabe", rules=rules).chunk(0, N)
    assert chunk.leaders.tolist() == [(rules.dealer + 1 + i) % 4 for i in range(N)]
    assert chunk.callers.tolist() != chunk.leaders.tolist()


def test_a_contract_keeps_its_boards_beside_others() -> None:
    alone = make_boards("greedy", "random", "trump").scores(3, N)
    beside = make_boards("greedy", "random", "E,misere,trump").scores(3, N)
    assert alone[:, 0].tolist() == beside[:, 2].tolist()


def test_all_has_every_contract_of_two_sides() -> None:
    rules = load_rules("default")
    names = [slot.name for slot in parse_slots("all", rules)]
    assert names[0] == "trump"
    assert {"misere", "slalom-obenabe", "guschti-undenufe", "3x3:trump"} < set(names)
    assert "molotow" not in names
    chart = load_rules("wyys-10b")
    assert ("molotow" in [slot.name for slot in parse_slots("all", chart)]) == any(
        row.kind == "molotow" for row in chart.rows
    ) or "molotow" in chart.joker_inner


@pytest.mark.parametrize("contract", ["E", "obenabe", "misere"])
def test_decisions_are_the_cards_that_were_chosen(contract: str) -> None:
    plays = simulate("random", contract, 3, 2, trace=True)
    for at, deal in enumerate(regret_deals(played_deals(plays), first_trick=6)):
        late = [d for d in deal.decisions if d.place and d.trick >= 6]
        assert 0 < len(late) <= count_decisions(plays, at)
    assert all(18 < count_decisions(plays, at) < 34 for at in range(3))


def test_decisions_of_other_contracts_are_counted_too() -> None:
    for contract in ("3x3:E", "3x3:obenabe", "molotow", "guschti-obenabe"):
        plays = simulate("rule", contract, 5, 2, trace=True)
        assert all(18 < count_decisions(plays, at) < 36 for at in range(5))
    assert 0 < decision_ms("random", [parse_contract("molotow")], load_rules("default")) < 0.1
