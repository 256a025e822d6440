"""The fit of the policy: features, exact sums, the solution, files of weights."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numba import types

import jasssim
from jasssim.bots import player, register
from jasssim.bots.registry import unregister
from jasssim.bots.weights import (
    Weights,
    class_names,
    load_weights,
    nearest_class,
    pack_weights,
    read_file,
    read_weights,
)
from jasssim.engine import COMPILED, kernel
from jasssim.engine.features import FEATURES, NAMES, Card, Side, Suit, Trump
from jasssim.engine.fitted import (
    BRAIN,
    BRAIN_TYPE,
    CLASSES,
    DATA_WORDS,
    SCALE,
    class_of,
    fitted_card,
)
from jasssim.engine.houses import SHAPES, shape_name
from jasssim.engine.squares import COMMON, add_products, solve_definite
from jasssim.engine.view import VIEW, VIEW_TYPE
from jasssim.game.cards import card_bit, parse_card
from jasssim.game.contract import parse_contract
from jasssim.game.notation import parse_hand
from jasssim.game.orders import TRUMP_ORDER
from jasssim.game.rules import Row, Rules, load_rules
from jasssim.lab.fitting.families import find_families
from jasssim.lab.fitting.fit import Plan, fit_family, weight_bytes
from jasssim.lab.fitting.gather import Pass, called_deals, gather
from jasssim.lab.fitting.solve import solve_sums
from jasssim.lab.fitting.targets import Ends, make_target, mark_balance, worth
from jasssim.lab.fitting.words import WORDS

HANDS = ("EA EK E6 RX R7 SO S8 L9 L7", "E9 E8 RA R6 SA S7 S6 LU L8",
         "EX E7 RK RO SK SX S9 LA LX", "EO EU RU R9 R8 SU LK LO L6")  # fmt: skip

SCRIPT: list[int] = []
SEEN: list[Any] = []


@player(compiled=False, beats_random=False)
def scripted(view, params, memo):  # type: ignore[no-untyped-def]
    """Plays the cards that it was told, and keeps the view of the last one."""
    at = 4 * int(view.trick) + int(view.place)
    if at >= len(SCRIPT):
        return int(view.legal).bit_length() - 1
    if at == len(SCRIPT) - 1:
        SEEN.append(np.array([view], VIEW))
    return SCRIPT[at]


def place_of(card: str, trump: str = "") -> int:
    """Bit place of a card, of a trump by its strength."""
    place = int(card_bit(parse_card(card))).bit_length() - 1
    return place // 16 * 16 + TRUMP_ORDER[place % 16] if card[0] == trump else place


def decide(contract: str, played: str, card: str) -> tuple[Any, Any]:
    """View and brain, shape (1,), at a card, after some cards were played from `HANDS`."""
    trump = contract if contract in "ERSL" else ""
    SCRIPT[:] = [place_of(text, trump) for text in [*played.split(), card]]
    SEEN.clear()
    register(scripted)
    hands = {seat: [parse_hand(text)] for seat, text in enumerate(HANDS)}
    try:
        jasssim.simulate("scripted", contract, 1, hands=hands)
    finally:
        unregister("scripted")
    [view], brain = SEEN, np.zeros(1, BRAIN)
    view["legal"] = 1 << SCRIPT[-1]
    brain["fits"] = 1
    kind = np.ndarray if COMPILED else np.recarray
    view, brain = view.view(kind), brain.view(kind)
    with np.errstate(over="ignore"):
        fitted_card(view[0], brain[0])
    return view, brain


@kernel(types.int64(types.Array(VIEW_TYPE, 1, "C"), types.Array(BRAIN_TYPE, 1, "C")))
def class_code(views, brains):  # type: ignore[no-untyped-def]
    """`class_of` to be called."""
    return class_of(views[0], brains[0].look)


def features(contract: str, played: str, card: str) -> dict[str, int]:
    """Features other than 0 of a card."""
    _, brains = decide(contract, played, card)
    return {NAMES[i]: int(n) for i, n in enumerate(brains["look"]["f"][0]) if n}


@pytest.mark.parametrize(
    ("contract", "played", "card", "name"),
    [
        ("obenabe", "", "EA", "lead 1 ours more"),
        ("undenufe", "", "EA", "lead 1 ours one"),
        ("obenabe", "EA", "E9", "follow_2 1 theirs loses"),
        ("obenabe", "EA E8", "EX", "follow_3 1 ours partner"),
        ("obenabe", "E6", "E9", "follow_2 1 theirs takes"),
        ("obenabe", "E6 E9 EX", "EO", "follow_4 1 theirs takes"),
        ("obenabe", "R7", "RA", "follow_2 1 theirs boss"),
        ("obenabe", "EA E8 E7 EU L9", "LU", "follow_2 2 theirs takes"),
        ("obenabe", "EA E8 E7 EU EK E9 EX EO E6", "L8", "discard_2 3 theirs loses"),
        ("guschti-obenabe", "EA E8 E7 EU EK E9 EX EO E6", "L8", "discard_2 2 theirs loses"),
        ("S", "EA E8 E7 EU EK E9 EX EO E6", "S7", "discard_2 3 theirs takes"),
        ("R", "RX RA", "RK", "follow_3 1 ours loses"),
        ("obenabe", "R7 RA", "RO", "follow_3 1 ours loses"),
        ("obenabe", "SO S7", "SK", "follow_3 1 ours partner"),
    ],
)
def test_the_class_of_a_decision(contract: str, played: str, card: str, name: str) -> None:
    views, brains = decide(contract, played, card)
    with np.errstate(over="ignore"):
        code = class_code(views, brains)
    assert class_names(SHAPES[int(views["form"][0])])[code] == name


def test_an_ace_led_in_obenabe() -> None:
    found = features("obenabe", "", "EA")
    assert found["sure"] == found["this_boss"] == found["length_3"] == 1
    assert found["sure_boss_next"] == 1  # the king is good after it
    assert (found["unseen"], found["lead_boss_length"], found["value_sure"]) == (6, 3, 11)
    assert found["this_boss_tricks"] == 8
    assert not {"turn_sure", "trick_lost", "over_1", "trump", "own_led"} & set(found)


def test_a_small_card_led_in_obenabe() -> None:
    found = features("obenabe", "", "R7")
    assert found["over_3"] == found["length_2"] == 1
    assert found["this_stronger"] == 6  # A K O U 9 8
    assert (found["excess_over"], found["partner_over"]) == (3, 6)


def test_a_ten_for_the_partners_ace() -> None:
    found = features("obenabe", "EA E8", "EX")
    assert found["partner_sure"] == 1
    assert found["value_partner_sure"] == 10
    assert found["points_partner_sure"] == 11 + 8  # in Obenabe the eight counts eight
    assert found["partner_led"] == 1
    assert found["dear_pair"] == 1


def test_the_king_after_the_ace() -> None:
    found = features("obenabe", "EA E8 EX EU", "EK")
    assert found["sure"] == found["own_led"] == found["length_2"] == 1
    assert found["unseen"] == 3  # O 9 7
    assert found["trick_lead_boss"] == found["trick_sure"] == 1


def test_a_six_is_kept_for_the_way_down_in_slalom() -> None:
    found = features("slalom-obenabe", "", "E6")
    assert found["other_boss"] == 1
    assert found["other_boss_tricks"] == 4
    assert found["over_3"] == found["turn_unsure_lead"] == 1
    assert features("slalom-obenabe", "", "EA")["sure_boss_next"] == 1
    assert "this_boss" not in found


def test_a_ruff_by_one_who_could_follow() -> None:
    found = features("S", "R7", "SA")
    assert found["trump"] == found["trump_ace"] == found["ruffs_though_follows"] == 1
    assert found["trump_own"] == found["ruff_own"] == 3
    assert found["trump_unsure"] == 1
    assert "trump_ours" not in found  # the other team called
    assert features("S", "R7 R6 RK", "SU")["puur"] == 1


def test_every_feature_has_its_words_in_both_languages() -> None:
    assert set(WORDS) == set(NAMES.values())
    texts = [text for pair in WORDS.values() for text in pair]
    assert all(text and not text.endswith(".") for text in texts)
    assert len(set(texts)) == len(texts)
    assert not any("ß" in text for text in texts)


def made_sums(decisions: int, noise: float) -> tuple[Any, dict[int, float]]:
    """Sums over made-up decisions whose worths follow known weights."""
    rng = np.random.default_rng(4)
    known = {int(Suit.UNSEEN): 30.0, int(Card.SURE): -120.0, int(Side.LATE_VALUE): 14.0}
    sizes = rng.integers(2, 10, decisions)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    rows = int(starts[-1])
    table = np.zeros((rows, FEATURES), np.int16)
    for place in (*known, int(Trump.PUUR)):
        table[:, place] = rng.integers(0, 5, rows)
    gain = sum(weight * table[:, place].astype(float) for place, weight in known.items())
    gain = np.rint(gain + noise * rng.standard_normal(rows)).astype(np.int64)
    about = np.zeros((decisions, 3), np.int16)
    about[:, 0] = rng.integers(0, CLASSES, decisions)
    sums = np.zeros((CLASSES, FEATURES + 2, FEATURES + 1), np.int64)
    room = np.zeros((2, FEATURES + 1), np.int64)
    add_products(about, table, starts, gain, decisions, sums, room[0], room[1])
    return sums, known


def test_known_weights_are_found_again() -> None:
    sums, known = made_sums(CLASSES * 200, noise=5.0)
    solution = solve_sums(sums, "up", 1.0, ridge=1.0, digits=8)
    assert solution.decisions == CLASSES * 200
    assert len(solution.classes) == CLASSES
    for own in solution.classes.values():
        weights = dict(zip(solution.features, own.weights, strict=True))
        for place, weight in known.items():
            assert weights[NAMES[place]] == pytest.approx(weight, abs=0.6)
        assert weights["puur"] == pytest.approx(0, abs=0.6)
        assert own.r2 > 0.98
    assert solution.residual == pytest.approx(5.0, rel=0.03)


def test_a_copy_of_a_feature_gets_no_weight() -> None:
    sums, _ = made_sums(95 * CLASSES, noise=1.0)
    copy, first = int(Card.LOST), int(Card.SURE)
    for own in sums:  # the other way round: 1 where the first is 0
        own[copy, FEATURES] = -own[first, FEATURES]
        own[first, copy], own[copy, copy] = -own[first, first], own[first, first]
        own[int(Suit.UNSEEN), copy] = -own[int(Suit.UNSEEN), first]
        own[copy, int(Side.LATE_VALUE)] = -own[first, int(Side.LATE_VALUE)]
        own[copy, int(Trump.PUUR)] = -own[first, int(Trump.PUUR)]
    solution = solve_sums(sums, "up", 1.0, ridge=1.0)
    weights = dict(zip(solution.features, solution.classes["lead 1 ours one"].weights, strict=True))
    assert weights["lost"] == 0
    assert weights["sure"] == pytest.approx(-120, abs=1)


def test_sums_are_those_of_centred_numbers() -> None:
    sums, _ = made_sums(50, noise=3.0)
    total = sums[:, :-1].sum(axis=0)
    assert int(sums[:, -1, 0].sum()) == 50
    assert (np.tril(total, -1) == 0).all()
    assert (np.diagonal(total) >= 0).all()
    twice, _ = made_sums(50, noise=3.0)
    assert (sums == twice).all()


def test_the_solution_is_that_of_the_equations() -> None:
    rng = np.random.default_rng(1)
    half = rng.standard_normal((40, 30))
    matrix, right = half.T @ half, rng.standard_normal(30)
    found = right.copy()
    solve_definite(np.tril(matrix).copy(), found)
    assert np.allclose(matrix @ found, right)


def test_sums_do_not_depend_on_cuts_or_order() -> None:
    [family] = find_families(["slalom-obenabe"], Rules())
    data = load_weights()
    task = Pass(family, make_target("points", family), data, 3, 0.1)
    whole = gather(task, 10, 60)
    parts = [gather(task, 10 + at, 15) for at in (45, 0, 30, 15)]
    assert (sum(parts) == whole).all()
    assert (whole[:, :-1] % 1 == 0).all()
    assert int(whole[:, -1, 0].sum()) > 60 * 20
    assert COMMON % np.lcm.reduce(np.arange(1, 10)) == 0


def test_files_are_the_same_whatever_the_workers_and_chunks() -> None:
    [family] = find_families(["guschti-undenufe"], Rules())
    plan = Plan((family,), passes=(40, 90), seed=5, boards=30)
    found = {
        weight_bytes(fit_family(plan, family, jobs, chunk=chunk))
        for jobs, chunk in ((1, 1000), (2, 25), (1, 7))
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("texts", "rules", "shapes"),
    [
        (["E"], Rules(), ["trump"]),
        (["trump", "obenabe"], Rules(), ["trump", "up"]),
        (["molotow"], Rules(), ["alone"]),
        (["molotow"], load_rules("inspektioenler"), ["low"]),
        (["molotow"], Rules(rows=(Row("all", "molotow", 1),)), ["open"]),
        (["all"], Rules(), list(SHAPES)),
    ],
)
def test_contracts_that_look_alike_go_together(
    texts: list[str], rules: Rules, shapes: list[str]
) -> None:
    assert [family.shape for family in find_families(texts, rules)] == shapes


def test_families_hold_all_that_the_rules_allow() -> None:
    found = {family.shape: family for family in find_families(["all"], load_rules("tafel-8"))}
    assert [str(c) for c in found["slalom"].contracts] == ["slalom-obenabe"]
    assert [str(c) for c in found["trump"].contracts] == ["E", "R", "S", "L"]
    assert len(found["mixed"].contracts) == 6
    assert [rules.alt_values for rules in found["slalom"].variants] == ["start", "per_trick"]
    assert len(found["trump"].variants) == 1


def test_callers_call_what_their_hands_are_good_for() -> None:
    [family] = find_families(["trump"], Rules())
    hands, which, _, callers = called_deals(family, 1, np.arange(4000))
    own = hands[np.arange(4000), callers]
    trumps = own >> (which.astype(np.uint64) * np.uint64(16)) & np.uint64(0x1FF)
    chosen = np.arange(4000) % 4 != 3
    lengths = np.bitwise_count(trumps)
    assert set(callers[chosen]) == {0, 2}
    assert lengths[chosen].mean() > 3.5 > 2.5 > lengths[~chosen].mean()


def ends(cards: list[int], last: int) -> Ends:
    """One play in which the seats took the suits of these numbers."""
    taken = np.zeros((1, 12), np.uint64)
    for seat, suit in enumerate(cards):
        taken[0, 3 * seat] |= np.uint64(0x1FF << 16 * suit)
    tables = np.array([[4, 4, 4]])
    return Ends(taken, np.array([last], np.int8), np.array([-1], np.int8), tables)


@pytest.mark.parametrize(
    ("contract", "target", "seat", "caller", "expected"),
    [
        ("obenabe", "points", 0, 0, (38 + 38 + 5) - (38 + 38)),
        ("obenabe", "points", 3, 0, (38 + 38) - (38 + 38 + 5)),
        ("misere", "points", 0, 0, (38 + 38) - (38 + 38 + 5)),
        ("obenabe", "written", 2, 0, 8),
        ("obenabe", "written", 1, 0, -8),
        ("misere", "written", 0, 0, 8),
        ("obenabe", "match", 0, 0, 81),
        ("obenabe", "match", 0, 1, -76),
    ],
)
def test_what_a_play_is_worth(
    contract: str, target: str, seat: int, caller: int, expected: int
) -> None:
    [family] = find_families([contract], Rules())
    wanted = make_target(target, family)
    seats, callers = np.array([seat]), np.array([caller])
    assert worth(wanted, family, ends([0, 1, 2, 3], 0), seats, callers).tolist() == [expected]


def test_where_each_plays_alone_marks_count() -> None:
    [family] = find_families(["molotow"], Rules())
    target = make_target("points", family)
    assert (target.name, target.unit) == ("marks", "tenths of a mark")
    points = np.array([[90, 9, 34, 24]])
    balance = mark_balance(points, Rules())
    assert balance.tolist() == [[1, 1, -1, -1]]
    inspectors = mark_balance(points, Rules(solo="inspektioenler"))
    assert inspectors.tolist() == [[-3, 1, 1, 1]]


@pytest.fixture(scope="module")
def small() -> Weights:
    [family] = find_families(["obenabe"], Rules())
    return fit_family(Plan((family,), passes=(60,), boards=0), family)


def test_weights_are_read_as_they_were_written(small: Weights, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(weight_bytes(small))
    assert read_file(path) == small
    assert (load_weights(path) == load_weights(tmp_path)).all()
    data = load_weights(path)
    assert len(data) == DATA_WORDS
    numbers = data.view(np.int32)
    flags = numbers[FEATURES * CLASSES * len(SHAPES) :]
    assert flags[: len(SHAPES)].tolist() == [int(shape == "up") for shape in SHAPES]
    name = "follow_2 1 theirs boss"
    weight = small.classes[name].weights[small.features.index("sure")]
    number = SHAPES.index("up") * CLASSES + class_names("up").index(name)
    assert numbers[FEATURES * number + int(Card.SURE)] == round(weight * SCALE) != 0


def entries(weights: Weights) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(weights)
    return found


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: e.update(shape="bingo"), "unknown shape 'bingo': expected one of trump, up"),
        (lambda e: e["features"].__setitem__(0, "luck"), "unknown feature 'luck': expected one of"),
        (lambda e: e["features"].__setitem__(0, e["features"][1]), "is there twice"),
        (lambda e: e["classes"].update(x=e["classes"]["lead 1 ours one"]), "unknown class 'x'"),
        (
            lambda e: e["classes"]["lead 1 ours one"]["weights"].pop(),
            "numbers under 'weights'; exp",
        ),
        (
            lambda e: e["classes"]["lead 1 ours one"].update(weights=["a"]),
            "Expected `float`, got `str",
        ),
        (lambda e: e["classes"]["lead 1 ours one"]["weights"].__setitem__(0, 2e4), "at most 1342"),
        (lambda e: e.update(colour=1), "unknown field `colour`"),
        (lambda e: e.pop("unit"), "missing required field `unit`"),
    ],
)
def test_wrong_weights_are_refused_in_a_sentence(
    small: Weights, tmp_path: Path, change: Any, message: str
) -> None:
    wrong = json.loads(weight_bytes(small))
    change(wrong)
    path = tmp_path / "up.json"
    path.write_text(json.dumps(wrong), encoding="utf-8")
    with pytest.raises(ValueError, match=r"up\.json") as found:
        load_weights(path)
    assert message in str(found.value)
    assert "\n" not in str(found.value)


def test_files_that_are_none_are_refused(small: Weights, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no weights in this folder"):
        load_weights(tmp_path)
    with pytest.raises(ValueError, match="cannot be read"):
        load_weights(tmp_path / "nowhere.json")
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.json: no file of weights"):
        load_weights(tmp_path)
    for name in "ab":
        (tmp_path / f"{name}.json").write_bytes(weight_bytes(small))
    with pytest.raises(ValueError, match="expected one file per shape"):
        load_weights(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"passes": ()}, "passes: there are none"),
        ({"passes": (0,)}, "passes = 0"),
        ({"target": "luck"}, "unknown target 'luck': expected one of points, written, match"),
        ({"random_share": 1.0}, "random_share = 1.0"),
        ({"ridge": 0.0}, "ridge = 0.0"),
    ],
)
def test_wrong_plans_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="expected") as found:
        Plan(find_families(["obenabe"], Rules()), **change)
    assert message in str(found.value)


def plain_ruff(shape: str, name: str) -> bool:
    """Whether a class would have a discard take a trick without trump: there is none."""
    role, _, side, situation = name.split()
    plain = side == "plain" if shape in ("mixed", "open") else shape in PLAIN
    return plain and role.startswith("discard") and situation in ("takes", "boss")


def on_lead_of_others(name: str) -> bool:
    """Whether a class is of a first trick that the caller does not lead: the rules let no other."""
    role, phase, side, _ = name.split()
    place = 1 if role == "lead" else int(role[-1])
    return phase == "1" and (side == "ours") != (place % 2 == 1)


PLAIN = ("up", "down", "slalom", "guschti", "avoid")


@pytest.mark.parametrize("contract", ["E", "obenabe", "slalom-obenabe", "guschti-undenufe"])
def test_who_has_never_been_seen_to_lead_first_leads_as_later(contract: str) -> None:
    rules = Rules(first_lead="forehand")
    seats = {"caller": 1, "forehand": 0, "rules": rules, "deals": 3000, "seed": 5}
    there = jasssim.simulate(["fitted", "rule"], contract, **seats).points()  # type: ignore[arg-type]
    back = jasssim.simulate(["rule", "fitted"], contract, **seats).points()  # type: ignore[arg-type]
    margins = (there[:, 0] - there[:, 1] + back[:, 1] - back[:, 0]) / 4
    assert margins.mean() > 4 * margins.std(ddof=1) / 3000**0.5
    shape = shape_name(parse_contract(contract, rules), rules)
    weights = read_weights()[shape]
    for name in class_names(shape):
        found = nearest_class(weights, name)
        assert (found is None) == plain_ruff(shape, name)


def test_shipped_weights_are_of_all_shapes_small_and_say_how_they_were_made() -> None:
    shipped = read_weights()
    assert set(shipped) == set(SHAPES)
    for shape, weights in shipped.items():
        assert weights.margin is not None
        assert weights.margin.mean > 4 * weights.margin.se
        assert weights.margin.boards >= 20_000
        assert weights.command.startswith("jasssim fit --contract all ")
        unseen = {name for name in class_names(shape) if name not in weights.classes}
        if shape in ("open", "alone", "low"):  # trump is made in play, none at first
            assert all(name.split()[1] == "1" for name in unseen if not plain_ruff(shape, name))
        else:
            assert unseen == {
                name
                for name in class_names(shape)
                if plain_ruff(shape, name) or (shape != "mixed" and on_lead_of_others(name))
            }
        assert len(weight_bytes(weights)) < 200_000
    assert (pack_weights(shipped) == load_weights()).all()


def test_the_table_of_margins_is_that_of_the_files() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fitted.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| \+([\d.]+ ± [\d.]+)\b", page, re.M))
    margins = {shape: weights.margin for shape, weights in read_weights().items()}
    assert shown == {
        shape: f"{margin.mean:.2f} ± {1.96 * margin.se:.2f}"
        for shape, margin in margins.items()
        if margin is not None
    }


def test_the_statements_on_the_page_are_weights_of_the_files() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fitted.md").read_text(encoding="utf-8")
    shown = re.findall(r"([\d.]+)<!-- (\w+) \| (.+?) \| (\w+) \| (.+?) -->", page)
    assert len(shown) > 20
    files = read_weights()
    for number, shape, name, feature, signed in shown:
        weights = files[shape]
        weight = weights.classes[name].weights[weights.features.index(feature)]
        assert float(signed) == weight, (shape, name, feature)
        assert f"{abs(weight):.{len(number.partition('.')[2])}f}" == number, (shape, name, feature)
