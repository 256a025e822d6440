"""The experiment of values: exact sums, honest errors, and a file that can be read."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure
from matplotlib.text import Text
from numpy.typing import NDArray

from jasssim.commands.run import command
from jasssim.game.contract import Contract, parse_contract
from jasssim.game.rules import Rules, load_rules
from jasssim.game.value_table import FEATURES
from jasssim.game.values import FOLDER, HandValues, load_values
from jasssim.lab.simulate import simulate
from jasssim.study.evaluate import chart_rules, fit_table, gather, make_value_arms, table_bytes
from jasssim.study.experiments import load_experiment
from jasssim.study.runs import Config, Result, result_files, run_experiment
from jasssim.study.style import figure_bytes
from jasssim.study.worth import cards_figure, cards_table

DEALS = 300
BASE = Config(18 * DEALS, 5, ("random",), load_rules("default"), chunk=128)

OWN_KINDS = """
kinds = [
  { id = "turner", choices = ["E", "R", "S", "L"], values = "trump", en = "Turner", schedule = [
    "choice", "choice", "choice", "obenabe", "obenabe", "obenabe",
    "undenufe", "undenufe", "undenufe"] },
  { id = "low", choices = ["obenabe", "undenufe"], goal = "avoid", schedule = [
    "choice", "choice", "choice", "choice", "turn", "other", "other", "other", "other"] },
  { id = "all", goal = "alone", values = "trump", schedule = [
    "open", "open", "open", "open", "open", "open", "open", "open", "open"] },
]
"""


@cache
def experiment() -> ModuleType:
    return load_experiment("values")


@cache
def base_result() -> Result:
    result: Result = experiment().run(BASE)
    return result


@cache
def base_values(folder: Path) -> HandValues:
    path = folder / "values.json"
    path.write_bytes(base_result().files["values.json"])
    return load_values(path)


@pytest.fixture(scope="module")
def values(tmp_path_factory: pytest.TempPathFactory) -> HandValues:
    return base_values(tmp_path_factory.mktemp("values"))


@pytest.mark.parametrize(
    "changed",
    [{"chunk": 77}, {"jobs": 2}, {"jobs": 2, "backend": "loky"}],
    ids=["chunk", "threads", "processes"],
)
def test_no_file_depends_on_chunks_or_workers(changed: dict[str, object]) -> None:
    other = experiment().run(replace(BASE, **changed))
    assert other.files == base_result().files
    for name, table in base_result().tables.items():
        assert other.tables[name].equals(table), name


def plays_of(text: str) -> tuple[NDArray[np.uint64], NDArray[np.float64], NDArray[np.float64]]:
    """Hands, points and matches of who writes them, of the deals of the small run."""
    plays = simulate("random", text, DEALS, 5, chart_rules(Rules()))
    side = 1 if text == "misere" else 0
    match = plays.tricks()[:, side] == 9
    return plays.hands[:, 0], plays.points()[:, side].astype(float), match.astype(float)


@pytest.mark.parametrize("name", ["trump", "slalom-obenabe", "misere", "3x3:trump", "molotow"])
def test_stated_errors_are_those_of_the_deals_held_out(name: str, values: HandValues) -> None:
    texts = [name.replace("trump", suit) for suit in "ERSL"] if "trump" in name else [name]
    model = values.table.classes[name]
    held = np.arange(DEALS) % 5 == 4
    assert (model.n, model.held_out) == (DEALS * len(texts), held.sum() * len(texts))
    for column, target in enumerate(("points", "match")):
        truth, missed = [], []
        for text in texts:
            hands, *targets = plays_of(text)
            truth.append(targets[column])
            missed.append(truth[-1] - getattr(values, target)(hands, parse_contract(text)))
        real, left = np.stack(truth, axis=1), np.stack(missed, axis=1)[held]
        stated = getattr(model, target)
        assert stated.mean == pytest.approx(real.mean(), rel=1e-5)
        assert stated.rmse == pytest.approx(np.sqrt((left**2).mean()), rel=1e-5)
        if real[held].any():
            explained = 1 - (left**2).mean() / real[held].var()
            assert stated.r2 == pytest.approx(explained, abs=1e-5)
        else:
            assert stated.r2 is stated.r2_se is None


def test_weights_are_fitted_without_the_deals_held_out() -> None:
    arms = make_value_arms(BASE)[4:5]
    sums = gather(arms, DEALS)
    found = fit_table(sums, BASE).classes["obenabe"].points
    changed = {name: products.copy() for name, products in sums.items()}
    changed["obenabe"][4::5] *= 3
    assert fit_table(changed, BASE).classes["obenabe"].points.side == found.side
    changed["obenabe"][3::5] *= 3
    assert fit_table(changed, BASE).classes["obenabe"].points.side != found.side


def test_best_is_what_two_plays_of_a_hand_have_in_common() -> None:
    """Of a bot that plays the same in all deals, and of a row where the hand matters most."""
    arm = make_value_arms(replace(BASE, bots=("rule",)))[:1]
    found = fit_table(gather(arm, 40_000), BASE).classes["trump"].points
    first = simulate("rule", "E", 20_000, 91)
    given = np.zeros((20_000, 4), np.uint64)
    given[:, 0] = first.hands[:, 0]
    second = simulate("rule", "E", 20_000, 92, hands=given)
    both = np.corrcoef(first.points()[:, 0], second.points()[:, 0])[0, 1]
    assert found.best is not None and found.best_se is not None
    assert abs(found.best - both) < 4 * np.hypot(found.best_se, 1 / np.sqrt(20_000))
    assert found.best_se < 0.03


def test_value_of_a_card_is_the_mean_of_the_hands_that_hold_it() -> None:
    cards = base_result().tables["cards"].set_index(["class", "suit", "card"])
    hands, points, _ = plays_of("undenufe")
    held = sum((hands >> np.uint64(16 * suit)) & np.uint64(1) for suit in range(4))
    row = cards.loc[("undenufe", "any", "6")]
    assert row["held"] == held.sum()
    assert row["value"] == pytest.approx(np.average(points, weights=held) - points.mean())
    hands, points, _ = plays_of("R")
    rows = [plays_of(suit) for suit in "ERSL"]
    everything = np.concatenate([row[1] for row in rows])
    with_puur = np.concatenate(
        [row[1][row[0] >> np.uint64(16 * i + 5) & np.uint64(1) == 1] for i, row in enumerate(rows)]
    )
    row = cards.loc[("trump", "trump", "U")]
    assert row["value"] == pytest.approx(with_puur.mean() - everything.mean())
    assert 0.5 < row["se"] / (everything.std() / np.sqrt(row["held"])) < 2


def test_rules_with_kinds_of_their_own_have_values(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(OWN_KINDS, "utf-8")
    rules = load_rules(tmp_path / "my.toml")
    config = Config(60 * 25, 3, ("random",), rules, rules_text="my.toml")
    folder, result = run_experiment("values", config, tmp_path)
    found = load_values(folder / "values.json")
    assert {"turner-trump", "low-obenabe", "low-undenufe", "all"} < set(found.table.classes)
    assert found.table.command.endswith("--rules my.toml --lang en")
    hands = simulate("random", "E", 40, 8).hands[:, 0]
    for contract in (Contract("turner", "R"), Contract("low", "undenufe"), Contract("all")):
        tables = found.suit_tables(contract)
        assert found.points(hands, contract).shape == (40,)
        assert (tables[1] == tables[0]).all() == (contract.kind != "turner")
    low = simulate("random", Contract("low", "obenabe"), 60, 3, rules)
    mean = found.table.classes["low-obenabe"].points.mean
    assert mean == pytest.approx(low.points()[:, 1].mean(), rel=1e-5)
    assert "Turner" in texts(result.figures["cards"])


def test_rules_without_a_choice_of_start_leave_it_out() -> None:
    arms = make_value_arms(replace(BASE, rules=load_rules("tafel-8")))
    names = [arm.cells[0].contract for arm in arms]
    assert "slalom-obenabe" in names and "slalom-undenufe" not in names
    assert all(arm.setup.rules.alt_start == "obenabe" for arm in arms)


def test_run_folder_holds_the_file_and_the_shipped_one_is_such_a_file(tmp_path: Path) -> None:
    folder, result = run_experiment("values", BASE, tmp_path)
    manifest = json.loads((folder / "run.json").read_text("utf-8"))
    expected = {"values.csv", "weights.csv", "cards.csv", "cards.png", "cards.svg", "values.json"}
    assert set(manifest["files"]) == expected
    assert (folder / "values.json").read_bytes() == result.files["values.json"]
    assert load_values(folder / "values.json").table.command == manifest["command"]
    shipped = (FOLDER / "rule.json").read_bytes()
    assert table_bytes(load_values("rule").table) == shipped


def test_tables_hold_the_numbers_of_the_file(values: HandValues) -> None:
    weights = base_result().tables["weights"]
    assert len(weights) == 2 * sum(
        1 + len(FEATURES) * (1 + bool(model.points.trump))
        for model in values.table.classes.values()
    )
    row = weights.set_index(["class", "target", "suit", "feature"]).sort_index()
    model = values.table.classes["3x3:trump"]
    assert row.loc[("3x3:trump", "match", "trump", "U"), "weight"] == model.match.trump[5]
    assert row.loc[("3x3:trump", "match", "side", "U"), "weight"] == model.match.side[5]
    main = base_result().main.set_index("class")
    assert main.loc["obenabe", "r2_points"] == values.table.classes["obenabe"].points.r2


def test_too_few_deals_are_refused() -> None:
    with pytest.raises(ValueError, match="deals = 899: expected at least 900, 50 for each of 18"):
        experiment().run(replace(BASE, deals=899))
    experiment().run(replace(BASE, deals=900))


def texts(figure: Figure) -> str:
    return "\n".join(text.get_text() for text in figure.findobj(Text))


@pytest.mark.parametrize(("lang", "told"), [("en", "Slalom\nUndenufe\nfirst"), ("de", "König")])
def test_figure_is_the_same_in_every_draw(lang: str, told: str, values: HandValues) -> None:
    cards = base_result().tables["cards"]
    draws = [cards_figure(cards, values.table, DEALS, BASE.rules, lang) for _ in range(2)]
    first, second = (figure_bytes(figure, "svg") for figure in draws)
    assert first == second
    assert told in texts(draws[0])
    ace = cards.set_index(["class", "suit", "card"]).loc[("obenabe", "any", "A"), "value"]
    assert f"{ace:+.1f}" in texts(draws[0])


def test_cards_of_each_class_stand_together() -> None:
    cards = cards_table(gather(make_value_arms(BASE), 60))
    counts = cards.groupby(["class", "suit"], sort=False).size()
    assert (counts == 9).all()
    assert counts.index.tolist()[:3] == [("trump", "trump"), ("trump", "side"), ("obenabe", "any")]


def test_plan_of_the_command_line(tmp_path: Path) -> None:
    words = ["values", "--deals", "1800", "--bots", "random", "--jobs", "1", "--dry-run", "--json"]
    plan = CliRunner().invoke(command, [*words, "--out", str(tmp_path)], catch_exceptions=False)
    found = json.loads(plan.stdout)
    assert (found["deals_per_arm"], len(found["arms"])) == (100, 18)
    assert found["question"].startswith("What is a hand worth in each row")


def test_files_of_a_result_are_written_as_they_are() -> None:
    assert result_files(replace(base_result(), tables={}, figures={})) == base_result().files
