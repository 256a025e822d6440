"""Par values of deals, and what played cards cost against perfect information."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from jasssim.game.cards import format_card, parse_card, set_to_cards
from jasssim.game.rules import Rules
from jasssim.lab.simulate import simulate
from jasssim.lab.solver.par import Par, best_of, par_deals, par_rows, written_bounds
from jasssim.lab.solver.position import lay
from jasssim.lab.solver.regret import (
    Deal,
    DealRegret,
    Decision,
    better,
    examine,
    played_deals,
    regret_deals,
)
from jasssim.lab.solver.solve import solve, solve_position
from jasssim.reference.solve import best_result
from jasssim.study.solved import SolvedConfig, collect, deal_table, par_table, regret_table
from jasssim.study.solved_figures import regret_figure

PER_TRICK = Rules(alt_values="per_trick")
BY_CALLER = Rules(block3_choice="caller")
PER_BLOCK = Rules(block3_values="per_block")
PLAYED = [
    ("obenabe", Rules()), ("undenufe", Rules()), ("E", Rules()), ("slalom-undenufe", Rules()),
    ("slalom-obenabe", PER_TRICK), ("guschti-obenabe", Rules()), ("misere", Rules()),
    ("3x3:obenabe", Rules()), ("3x3:R", BY_CALLER), ("3x3:undenufe", PER_BLOCK),
]  # fmt: skip
SIGN = {"caller": 1, "other": -1}


def played(contract: str, rules: Rules, deals: int = 12, seed: int = 5) -> list[Deal]:
    return played_deals(simulate("random", contract, deals, seed, rules, trace=True))


@pytest.mark.parametrize(("contract", "rules"), PLAYED)
def test_costs_explain_the_way_from_the_value_to_the_points_made(
    contract: str, rules: Rules
) -> None:
    plays = simulate("random", contract, 12, 5, rules, trace=True)
    first = 4 if contract.startswith("3x3") else 5
    turn = -1 if contract == "misere" else 1
    found = list(regret_deals(played_deals(plays), first))
    for deal, points in zip(found, plays.points()[:, 0].tolist(), strict=True):
        lost = sum(SIGN[d.side] * d.cost_points for d in deal.decisions)
        assert deal.points_made == points
        assert turn * lost == deal.points_first - points
    decisions = [d for deal in found for d in deal.decisions]
    assert min(d.cost_points for d in decisions) == 0
    assert max(d.cost_points for d in decisions) > 10
    assert {d.trick for d in decisions} == set(range(first, 9))
    assert all((d.side == "caller") == (d.seat in (0, 2)) for d in decisions)


@pytest.mark.parametrize(("contract", "rules"), PLAYED)
def test_first_value_is_that_of_the_examined_position(contract: str, rules: Rules) -> None:
    for deal in played(contract, rules, 4):
        blocks = deal.blocks[: 2 - len(deal.contract.blocks)] if deal.blocks else ()
        position = deal.after(20, len(blocks))
        assert examine(deal, 6).points_first == solve_position(position).points


def finish(deal: Deal, start: int, exact: tuple[int, ...]) -> Deal:
    """The deal with the last tricks played anew: exact seats lay a best card, others the first."""
    turned = deal.contract.kind == "misere"
    cards = list(deal.cards[:start])
    position = deal.after(start, len(deal.blocks))
    while len(cards) < 36:
        legal = position.legal()
        card = legal[0]
        if position.seat in exact and len(legal) > 1:
            values = solve_position(position, cards=True).cards
            assert values is not None
            own = position.seat % 2 == deal.caller % 2
            pick = max if own != turned else min
            card = parse_card(pick(values, key=lambda name: values[name]))
        cards.append(card)
        position = lay(position, card)
    return deal._replace(cards=tuple(cards))


@pytest.mark.parametrize("contract", ["obenabe", "S", "misere", "slalom-undenufe"])
def test_costs_are_those_of_the_reference(contract: str) -> None:
    goal = "avoid" if contract == "misere" else "points"
    for deal in played(contract, Rules(), 8):
        for decision in examine(deal, 7).decisions:
            position = deal.after(4 * decision.trick + decision.place - 5, 0)
            hands = [[format_card(card) for card in set_to_cards(h)] for h in position.hands]
            table = tuple(format_card(card) for card in position.table)
            found = best_result(
                hands, position.leader, contract, Rules(), table=table,
                trick_no=position.trick, caller=0, goal=goal,
            )  # fmt: skip
            cost = abs(found["points"] - found["cards"][decision.card])
            assert decision.cost_points == cost
            assert decision.points_before == position.points[0] + found["points"]


@pytest.mark.parametrize("contract", ["obenabe", "S", "misere", "slalom-undenufe"])
def test_who_lays_a_best_card_regrets_nothing(contract: str) -> None:
    others = 0
    for deal in played(contract, Rules(), 10):
        both = examine(finish(deal, 20, (0, 1, 2, 3)), 6)
        assert both.points_made == both.points_first
        assert all(d.cost_points == 0 for d in both.decisions)
        one = examine(finish(deal, 20, (0, 2)), 6)
        assert all(d.cost_points == 0 for d in one.decisions if d.side == "caller")
        others += sum(d.cost_points for d in one.decisions)
    assert others > 0


@pytest.mark.parametrize(("contract", "rules"), PLAYED)
def test_what_would_have_been_better(contract: str, rules: Rules) -> None:
    for deal in played(contract, rules, 3):
        for decision in examine(deal, 4 if deal.blocks else 6).decisions:
            values = better(deal, decision)
            assert values[decision.card] == decision.points_after
            assert next(iter(values.values())) == decision.points_before
            assert len(values) == decision.choices


def test_choice_of_a_block_is_a_decision_of_who_may_choose() -> None:
    for rules, who in ((Rules(), None), (BY_CALLER, 0)):
        for deal in played("3x3:E", rules):
            block = next(d for d in examine(deal, 4).decisions if d.place == 0)
            assert (block.trick, block.choices, block.card) == (4, 2, deal.blocks[0])
            lead = format_card(deal.cards[12])
            leads = [d for d in examine(deal, 4).decisions if d.trick == 4 and d.card == lead]
            assert block.seat == (leads[0].seat if who is None else who)


def test_every_trick_may_be_examined() -> None:
    deals = played("slalom-obenabe", Rules(), 2)
    whole, late = list(regret_deals(deals, 1)), list(regret_deals(deals, 5))
    for all_tricks, some, deal in zip(whole, late, deals, strict=True):
        assert all_tricks.points_first == solve(deal.hands, deal.contract).points
        assert tuple(d for d in all_tricks.decisions if d.trick >= 5) == some.decisions
        lost = sum(SIGN[d.side] * d.cost_points for d in all_tricks.decisions)
        assert lost == all_tricks.points_first - all_tricks.points_made


def test_no_result_depends_on_the_workers() -> None:
    deals = played("obenabe", Rules(), 11)
    assert list(regret_deals(deals, 5, jobs=2)) == list(regret_deals(deals, 5))
    rows = par_rows(["slalom"], Rules(), best=True)
    one = list(par_deals(rows, 4, seed=2, budget=200_000))
    assert list(par_deals(rows, 4, seed=2, budget=200_000, jobs=2)) == one
    assert {par.solved for deal in one for par in deal} == {True, False}


def test_refused_tricks_and_contracts() -> None:
    deals = played("obenabe", Rules(), 1)
    with pytest.raises(ValueError, match="first trick 9: expected 1 to 8"):
        regret_deals(deals, 9)
    with pytest.raises(ValueError, match="each of the four plays for itself"):
        regret_deals(played("molotow", Rules(), 1))
    with pytest.raises(ValueError, match="without trace=True"):
        played_deals(simulate("random", "obenabe", 1))


def test_par_is_the_value_of_the_deals_of_a_seed() -> None:
    rows = par_rows(["slalom"], Rules())
    found = list(par_deals(rows, 4, seed=9))
    assert list(par_deals(rows, 2, seed=9, first=2)) == found[2:]
    hands = simulate("random", "slalom-obenabe", 4, 9).hands.tolist()
    for deal, values in enumerate(found):
        assert [par.deal for par in values] == [deal, deal]
        for par in values:
            exact = solve(hands[deal], par.row)
            assert (par.low_points, par.high_points) == (exact.points, exact.points)
            assert (par.low_written, par.high_written) == (exact.written, exact.written)
            assert (par.match, par.counter_match) == (exact.match, exact.counter_match)
            # The other team as the counted one: both together have all the points.
            other = solve(hands[deal], par.row, leader=0, caller=1)
            assert exact.points + other.points == 157


def test_best_row_is_the_maximum_of_each_deal() -> None:
    rows = par_rows(["guschti", "obenabe"], Rules(), best=True)
    assert list(rows) == ["guschti-obenabe", "guschti-undenufe", "guschti-best", "obenabe"]
    for up, down, best, _ in par_deals(rows, 5, seed=4):
        assert best.low_points == max(up.low_points, down.low_points)
        assert best.low_written == max(up.low_written, down.low_written)
        assert best.match == (up.match or down.match)
        assert best.nodes == up.nodes + down.nodes


def test_best_of_bounds() -> None:
    a = Par(3, "a", 10, 60, None, False, 1, 6, 5)
    b = Par(3, "b", 40, 40, False, False, 4, 4, 7)
    assert best_of("x", [a, b]) == Par(3, "x", 40, 60, None, False, 4, 6, 12)
    assert best_of("x", [a, b], "avoid") == Par(3, "x", 10, 40, None, False, 4, 6, 12)
    sure = b._replace(match=True, counter_match=None)
    assert best_of("x", [a, sure]).match is True
    assert best_of("x", [sure, a._replace(counter_match=True)]).counter_match is None


def test_rows_of_names() -> None:
    assert list(par_rows(["trump"], Rules(), True)) == ["E", "R", "S", "L", "trump-best"]
    fixed = Rules(alt_start="obenabe")
    assert list(par_rows(["slalom", "E"], fixed)) == ["slalom-obenabe", "E"]
    with pytest.raises(ValueError, match="contracts obenabe, E: nothing is left to choose"):
        par_rows(["obenabe", "E"], Rules(), best=True)
    with pytest.raises(ValueError, match="unknown contract 'bridge'"):
        par_rows(["bridge"], Rules())


def test_budget_gives_bounds_of_every_figure() -> None:
    rows = par_rows(["slalom-obenabe"], Rules())
    exact = list(par_deals(rows, 5))
    short = list(par_deals(rows, 5, budget=300_000))
    for (true,), (par,) in zip(exact, short, strict=True):
        assert par.low_points <= true.low_points <= par.high_points
        assert par.low_written <= true.low_written <= par.high_written
        assert par.match in (None, true.match)
    table = par_table(short, [False], Rules())
    assert table["bound"].tolist() == ["low", "high"]
    assert table["unsolved_deals"].tolist() == [sum(not par.solved for (par,) in short)] * 2
    low, high = table.to_dict("records")
    whole = par_table(exact, [False], Rules()).iloc[0]
    for name in ("mean_points", "match_share", "mean_written"):
        assert low[name] <= whole[name] <= high[name]
    assert high["counter_match_share"] <= low["counter_match_share"]


@pytest.mark.parametrize("contract", ["obenabe", "misere"])
@pytest.mark.parametrize("rules", [Rules(), Rules(match_mode="add", match_value=100)])
def test_written_points_of_bounds(contract: str, rules: Rules) -> None:
    wide = 0
    for deal in played(contract, rules, 20):
        position = deal.after(24, 0)
        exact = solve_position(position)
        for budget in (1, 5, 20):
            low, high = written_bounds(solve_position(position, budget=budget))
            assert exact.written is not None and low <= exact.written <= high
            wide += low < high
        assert written_bounds(exact) == (exact.written, exact.written)
    assert wide > 20


def test_par_table_by_hand() -> None:
    first = Par(0, "obenabe", 157, 157, True, False, 16, 16, 1)
    second = Par(1, "obenabe", 0, 0, False, True, 0, 0, 1)
    row = par_table([[first], [second]], [False], Rules()).iloc[0]
    assert (row["bound"], row["deals"], row["unsolved_deals"]) == ("exact", 2, 0)
    assert (row["mean_points"], row["se_points"], row["mean_written"]) == (78.5, 78.5, 8)
    assert (row["match_share"], row["counter_match_share"]) == (0.5, 0.5)
    assert (row["q10_points"], row["q90_points"]) == (0, 157)
    for turned, mean in ((False, [0.5, 1.0]), (True, [1.0, 0.5])):
        pair = [[first], [second._replace(high_points=157, match=None, high_written=16)]]
        table = par_table(pair, [turned], Rules())
        assert table["mean_points"].tolist() == [78.5, 157]
        assert table["match_share"].tolist() == mean


def decision(deal: int, trick: int, place: int, side: str, cost: int) -> Decision:
    return Decision(deal, trick, place, place - 1, side, "E6", 2, 50, 50, cost)


def test_regret_table_by_hand() -> None:
    deals = [
        DealRegret(0, 60, 40, (decision(0, 7, 1, "caller", 20), decision(0, 8, 2, "other", 0))),
        DealRegret(1, 50, 50, (decision(1, 7, 1, "caller", 0),)),
        DealRegret(2, 50, 50, ()),
    ]
    table = regret_table(deals, 7).set_index(["side", "by", "which"])
    assert list(table.loc["caller"].index) == [
        ("deal", "all"), ("trick", 7), ("trick", 8), ("place", "lead"), ("place", "2nd"),
        ("place", "3rd"), ("place", "4th"),
    ]  # fmt: skip
    row = table.loc[("caller", "deal", "all")]
    assert (row["deals"], row["decisions"], row["free_share"]) == (3, 2, 0.5)
    assert row["cost_points"] == pytest.approx(20 / 3)
    assert row["se_points"] == pytest.approx(20 / 3)
    assert table.loc[("both", "deal", "all"), "free_share"] == pytest.approx(2 / 3)
    assert table.loc[("other", "place", "2nd"), "decisions"] == 1
    assert np.isnan(table.loc[("other", "trick", 7), "free_share"])
    assert deal_table(deals)["caller_cost_points"].tolist() == [20, 0, 0]


def test_sums_by_trick_and_by_place_are_those_of_deals() -> None:
    deals = list(regret_deals(played("3x3:E", Rules(), 8), 4))
    table = regret_table(deals, 4)
    for side in ("caller", "other", "both"):
        own = table[table["side"] == side]
        for column in ("decisions", "cost_points"):
            sums = own.groupby("by")[column].sum()
            assert sums["trick"] == pytest.approx(sums["deal"])
            assert sums["place"] == pytest.approx(sums["deal"])
    assert "block" in set(table["which"])


def broken(after: int, error: type[BaseException]) -> Iterator[int]:
    yield from range(after)
    raise error


def test_interrupted_deals_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "part.csv"

    def rows(number: int) -> list[tuple[int]]:
        return [(number,)] * 2

    assert collect(iter(range(2)), rows, ["n"], path) == ([0, 1], False)
    assert collect(broken(3, KeyboardInterrupt), rows, ["n"], path) == ([0, 1, 2], True)
    with pytest.raises(RuntimeError):
        collect(broken(2, RuntimeError), rows, ["n"], path)
    assert path.read_text().split() == ["n", "0", "0", "1", "1"]
    with pytest.raises(KeyboardInterrupt):
        collect(broken(0, KeyboardInterrupt), rows, ["n"], path)
    assert not path.exists()


def test_no_bar_of_the_figure_is_cut_off() -> None:
    config = SolvedConfig(
        deals=8, seed=5, bots=("random",), rules=Rules(), options=(("from", 4),)
    )  # fmt: skip
    table = regret_table(list(regret_deals(played("obenabe", Rules(), 8), 4)), 4)
    figure = regret_figure(table, "obenabe", config)
    for ax in figure.axes:
        heights = [patch.get_height() for patch in ax.patches]
        assert max(heights) < ax.get_ylim()[1]
