"""Values of hands: the shipped table, its models by plain loops, and fresh deals."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jasssim.game.cards import RANKS, SUITS, cards_to_set, set_to_cards
from jasssim.game.contract import Contract, contract_names, parse_contract
from jasssim.game.kinds import Kind
from jasssim.game.notation import parse_hand
from jasssim.game.rules import Row, Rules
from jasssim.game.value_table import FEATURES, class_name, suit_features
from jasssim.game.values import FOLDER, load_values, value_names
from jasssim.lab.plays import Plays
from jasssim.lab.simulate import simulate

FRESH_SEED, FRESH = 20_011, 30_000
SIGMAS = 4.0

CHART = Rules(rows=(Row("molotow", "molotow", 1),))
CONTRACTS = {
    name: next(text for text in contract_names() if class_name(parse_contract(text)) == name)
    for name in dict.fromkeys(class_name(parse_contract(text)) for text in contract_names())
}
TRUMP_STRENGTH, SIDE_STRENGTH = "678XOKA9U", "6789XUOKA"


def runs(mask: int, order: str) -> tuple[int, int]:
    held = [bool(mask >> RANKS.index(rank) & 1) for rank in order]
    bottom = held.index(False) if False in held else 9
    top = held[::-1].index(False) if False in held else 9
    return top, bottom


def features(mask: int, trump: bool) -> set[str]:
    """Names of a suit's features, by plain loops."""
    found = {rank for place, rank in enumerate(RANKS) if mask >> place & 1}
    top, bottom = runs(mask, TRUMP_STRENGTH if trump else SIDE_STRENGTH)
    numbers = {"length": bin(mask).count("1"), "top": top, "bottom": bottom}
    return found | {f"{name} {number}" for name, number in numbers.items() if number}


@pytest.mark.parametrize("trump", [False, True])
def test_features_are_those_of_plain_loops(trump: bool) -> None:
    table = suit_features(trump)
    for mask in range(512):
        named = {name for name, one in zip(FEATURES, table[mask], strict=True) if one}
        assert named == features(mask, trump), mask


def test_shipped_table_says_where_it_comes_from() -> None:
    assert value_names() == ["rule"]
    path = FOLDER / "rule.json"
    assert path.stat().st_size < 60_000
    table = load_values("rule").table
    assert (table.bots, table.rules, table.seed) == (("rule",), "default", 1)
    assert table.deals >= 4_000_000
    assert f"jasssim run values --deals {table.deals} --seed 1 --bots rule" in table.command
    assert set(table.classes) == set(CONTRACTS)
    per_arm = table.deals // len(contract_names())
    for model in table.classes.values():
        assert model.n % per_arm == 0
        assert model.n == 5 * model.held_out


@pytest.mark.parametrize("target", ["points", "match"])
@pytest.mark.parametrize("name", CONTRACTS)
def test_suit_tables_sum_to_the_model_of_the_file(name: str, target: str) -> None:
    fit = json.loads((FOLDER / "rule.json").read_text("utf-8"))["classes"][name][target]
    values = load_values("rule")
    random = np.random.default_rng(5)
    suits = SUITS if "trump" in name else ["E"]
    for suit in suits:
        text = name.replace("trump", suit) if "trump" in name else name
        contract = parse_contract(text)
        hands = [cards_to_set(random.permutation(36)[:9].tolist()) for _ in range(20)]
        tables = values.suit_tables(contract, target)  # type: ignore[arg-type]
        assert tables.shape == (4, 512)
        for hand in hands:
            total, looked_up = fit["intercept"], 0.0
            for place in range(4):
                mask = hand >> 16 * place & 0x1FF
                special = "trump" in name and SUITS[place] == suit
                weights = dict(zip(FEATURES, fit["trump" if special else "side"], strict=True))
                total += sum(weights[feature] for feature in features(mask, special))
                looked_up += tables[place, mask]
            given = getattr(values, target)(np.array([hand], np.uint64), contract)[0]
            assert looked_up == pytest.approx(total, abs=1e-9)
            assert given == pytest.approx(total, abs=1e-9)


@pytest.mark.parametrize("name", ["trump", "slalom-undenufe", "3x3:trump"])
def test_no_suit_is_special(name: str) -> None:
    hand = parse_hand("KU9.A8.OX7.6")
    values, seen = load_values(), set()
    for order in permutations(range(4)):
        moved = cards_to_set(order[card // 9] * 9 + card % 9 for card in set_to_cards(hand))
        contract = parse_contract(name.replace("trump", SUITS[order[0]]))
        seen.add(round(float(values.points(np.array([moved], np.uint64), contract)[0]), 9))
    assert len(seen) == 1


@cache
def fresh(name: str) -> Plays:
    """Plays of deals that no table has seen; the trump suit is Schellen."""
    text = name.replace("trump", "S")
    return simulate("rule", text, FRESH, FRESH_SEED, CHART)


def written_side(name: str) -> int:
    return 1 if name == "misere" else 0


def r2_and_margin(errors: NDArray[np.float64], truth: NDArray[np.float64]) -> tuple[float, float]:
    """Share of the spread that a forecast explains, and `SIGMAS` standard errors of it."""
    share = errors.var() / truth.var()
    parts = (errors**2 - share * (truth - truth.mean()) ** 2) / truth.var()
    return 1 - share, SIGMAS * float(parts.std(ddof=1)) / sqrt(len(truth))


def z_score(errors: NDArray[np.float64]) -> float:
    return float(errors.mean() / errors.std(ddof=1) * sqrt(len(errors)))


@pytest.mark.parametrize("name", CONTRACTS)
def test_forecasts_of_fresh_deals_are_calibrated(name: str) -> None:
    values, plays, side = load_values(), fresh(name), written_side(name)
    contract, hands = plays.setup.contracts[0], plays.hands[:, 0]
    model = values.table.classes[name]
    points = plays.points()[:, side].astype(float)
    matches = (plays.tricks()[:, side] == 9).astype(float)
    for target, truth in (("points", points), ("match", matches)):
        stated = getattr(model, target)
        errors = truth - getattr(values, target)(hands, contract)
        assert abs(z_score(errors)) < SIGMAS, target
        r2, margin = r2_and_margin(errors, truth)
        assert abs(r2 - stated.r2) < margin + SIGMAS * stated.r2_se, target
        # A forecast of nothing must not pass; only Molotow's matches are too rare for that.
        assert stated.r2 > margin or (name, target) == ("molotow", "match")
        assert stated.r2 < stated.best + SIGMAS * (stated.best_se + stated.r2_se), target


@pytest.mark.parametrize(
    ("rules", "write", "match"),
    [
        (Rules(), lambda points: (points + 5) // 10, 16),
        (Rules(rounding="floor", match_mode="add", match_value=100), lambda p: p // 10, 25),
        (Rules(rounding="none", match_value=257), lambda points: points, 257),
    ],
)
@pytest.mark.parametrize("name", ["trump", "slalom-obenabe", "misere"])
def test_written_points_of_fresh_deals(name: str, rules: Rules, write, match: int) -> None:  # type: ignore[no-untyped-def]
    plays, side = fresh(name), written_side(name)
    points, tricks = plays.points()[:, side], plays.tricks()[:, side]
    written = np.where(tricks == 9, match, write(points))
    tables = load_values().written_tables(plays.setup.contracts[0], rules)
    lanes = plays.hands[:, :1] >> np.arange(0, 64, 16, dtype=np.uint64) & np.uint64(0x1FF)
    forecast = tables[np.arange(4), lanes.astype(int)].sum(axis=1)
    assert abs(z_score(written - forecast)) < SIGMAS


def test_rounding_counts_on_average() -> None:
    values, contract = load_values(), parse_contract("E")
    plain = values.suit_tables(contract).sum(axis=0) / 10
    for rounding, shift in (("half_up", 0.05), ("floor", -0.45)):
        rules = Rules(rounding=rounding, match_value=157)  # type: ignore[arg-type]
        found = values.written_tables(contract, rules).sum(axis=0)
        assert np.allclose(found, plain + shift, atol=1e-12)


def test_a_table_given_away_may_be_written_to() -> None:
    values, contract = load_values(), parse_contract("obenabe")
    before = values.suit_tables(contract).copy()
    values.suit_tables(contract)[:] = 0
    assert (values.suit_tables(contract) == before).all()


def test_contract_without_a_model_is_named() -> None:
    odd = Rules(kinds=(Kind(id="odd", schedule=("obenabe",) * 9),))
    for contract in (
        parse_contract("odd", odd), parse_contract("molotow:R"), parse_contract("3x3:obenabe,R"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"hand values .* have none of contract") as caught:
            load_values().points(np.array([0x1FF], np.uint64), contract)
        assert repr(str(contract)) in str(caught.value)
        assert "jasssim run values --rules" in str(caught.value)
        assert "hand values 'rule'" in str(caught.value)


def test_unknown_table_is_named() -> None:
    with pytest.raises(ValueError, match=r"unknown table of values 'rulle'.*expected one of rule"):
        load_values("rulle")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda t: t.pop("seed"), "seed"),
        (lambda t: t.update(seed="one"), "seed"),
        (lambda t: t.update(extra=1), "extra"),
        (lambda t: t["features"].reverse(), "features"),
        (lambda t: t["classes"]["obenabe"]["points"]["side"].pop(), "points of 'obenabe' has 35"),
        (lambda t: t["classes"]["trump"]["match"]["trump"].pop(), "match of 'trump' has 35"),
    ],
)
def test_broken_file_is_named(tmp_path: Path, change, told: str) -> None:  # type: ignore[no-untyped-def]
    table = json.loads((FOLDER / "rule.json").read_text("utf-8"))
    change(table)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(table), "utf-8")
    with pytest.raises(ValueError, match=told) as caught:
        load_values(path)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\xff\xfe", b'{"about": "\xff"}'])
def test_file_that_is_no_table_is_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"mine\.json: no table of values"):
        load_values(str(path))


def test_class_of_a_contract() -> None:
    assert class_name(Contract("odd", "R")) == "odd-trump"
    assert class_name(Contract("odd", "obenabe")) == "odd-obenabe"
