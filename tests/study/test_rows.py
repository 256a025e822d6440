"""The experiment of rows: reproducible tables and figures, and an honest choice of start."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure
from matplotlib.text import Text
from msgspec.structs import replace as replace_struct

from jasssim.commands.run import command
from jasssim.game.cards import set_to_cards
from jasssim.game.rules import Row, Rules, load_rules
from jasssim.lab.chunks import deal_hands, make_setup
from jasssim.lab.simulate import simulate
from jasssim.lab.summary import OWN
from jasssim.study.choose import cross_fit
from jasssim.study.conventions import conventions_figure, shift_data
from jasssim.study.experiments import load_experiment
from jasssim.study.figures import rows_data, rows_figure
from jasssim.study.harvest import harvest
from jasssim.study.runs import Config, Result, run_experiment
from jasssim.study.style import figure_bytes
from jasssim.study.tables import CHOSEN, UPPER, best_start_table, rows_table, shift_table

DEALS = 300
BASE = Config(27 * DEALS, 5, ("random",), load_rules("default"), chunk=128)


@cache
def experiment() -> ModuleType:
    return load_experiment("rows")


@cache
def base_result() -> Result:
    result: Result = experiment().run(BASE)
    return result


@pytest.mark.parametrize(
    "changed",
    [{"chunk": 77}, {"jobs": 2}, {"jobs": 2, "backend": "loky"}],
    ids=["chunk", "threads", "processes"],
)
def test_no_table_depends_on_chunks_or_workers(changed: dict[str, object]) -> None:
    other = experiment().run(replace(BASE, **changed))
    for name, table in base_result().tables.items():
        assert other.tables[name].equals(table), name


def test_every_arm_is_there() -> None:
    design = experiment().design(BASE)
    assert len(design.arms) == 27
    rows = base_result().tables["rows"]
    assert set(rows["how"]) == {"played", "replayed", "rescored", "pooled", "chosen"}
    assert (rows["deals"] == DEALS).all()
    assert not rows.duplicated(["row", "convention", "how"]).any()


def test_rules_without_a_choice_of_start_leave_it_out() -> None:
    config = replace(BASE, rules=load_rules("tafel-8"), deals=500)
    result = experiment().run(config)
    assert "slalom-undenufe" not in set(result.tables["rows"]["row"])
    assert set(result.tables["best_start"]["choice"]) == {"3x3-best"}


def test_shift_is_paired_over_the_same_deals() -> None:
    play = partial_points("guschti-undenufe", "start")
    base, scored = play.points("start")[:, 0], play.points("per_trick")[:, 0]
    played = partial_points("guschti-undenufe", "per_trick").points()[:, 0]
    table = base_result().tables["shift"].set_index(["contract", "start", "convention", "how"])
    for how, change in {"rescored": scored - base, "replayed": played - base}.items():
        row = table.loc[("guschti", "undenufe", "per_trick", how)]
        assert row["shift"] == pytest.approx(change.mean())
        assert row["se"] == pytest.approx(change.std(ddof=1) / np.sqrt(DEALS))


def partial_points(contract: str, convention: str):  # type: ignore[no-untyped-def]
    rules = Rules(alt_values=convention)  # type: ignore[arg-type]
    return simulate("random", contract, deals=DEALS, seed=5, rules=rules)


def test_a_convention_that_says_the_same_shifts_nothing() -> None:
    table = base_result().tables["shift"]
    same = table[table["start"] == table["convention"]]
    assert len(same)
    assert (same[["shift", "se"]] == 0).all(axis=None)


def test_pooled_trump_has_the_error_of_the_deals() -> None:
    plays = [simulate("random", suit, deals=DEALS, seed=5) for suit in "ERSL"]
    means = np.mean([play.points()[:, 0] for play in plays], axis=0)
    matches = np.mean([play.tricks()[:, 0] == 9 for play in plays], axis=0)
    row = base_result().tables["rows"].set_index("row").loc["trump"]
    assert row["mean_points"] == pytest.approx(means.mean())
    assert row["se_points"] == pytest.approx(means.std(ddof=1) / np.sqrt(DEALS))
    assert row["plays"] == 4 * DEALS
    assert row["match_share"] == pytest.approx(matches.mean())
    assert row["match_share_se"] == pytest.approx(matches.std(ddof=1) / np.sqrt(DEALS))


def hands(count: int) -> np.ndarray:  # type: ignore[type-arg]
    return deal_hands(make_setup("random", [], 1, Rules()), np.arange(count))[:, 0]


def test_chooser_recovers_a_known_difference() -> None:
    cards = hands(4000)
    aces = np.array([sum(card % 9 == 8 for card in set_to_cards(hand)) for hand in cards])
    noise = np.random.default_rng(1).integers(-20, 21, (len(cards), 2))
    points = 80 + np.column_stack([20 * (aces - 1), np.zeros_like(aces)]) + noise
    chosen = cross_fit(cards, points)
    clear = aces != 1
    assert ((chosen == 0) == (aces > 1))[clear].mean() > 0.99
    gain = (points[np.arange(len(cards)), chosen] - points[:, 1]).mean()
    assert gain == pytest.approx(20 * np.maximum(aces - 1, 0).mean(), abs=1.0)


def test_chooser_gains_nothing_from_noise_though_hindsight_does() -> None:
    cards = hands(4000)
    points = np.random.default_rng(2).integers(0, 158, (len(cards), 2))
    gain = points[np.arange(len(cards)), cross_fit(cards, points)] - points[:, 0]
    assert abs(gain.mean()) < 4 * gain.std() / np.sqrt(len(gain))
    assert points.max(axis=1).mean() > points.mean() + 20


def test_best_of_two_identical_starts_is_either() -> None:
    cards = hands(500)
    points = np.random.default_rng(3).integers(0, 158, len(cards))
    both = np.column_stack([points, points])
    assert (both[np.arange(len(cards)), cross_fit(cards, both)] == points).all()
    assert (cross_fit(cards, both) == 0).all()


def test_best_start_lies_below_hindsight() -> None:
    table = base_result().tables["best_start"].set_index("rule")
    for _, rows in table.groupby(["choice", "convention"]):
        assert rows.loc[CHOSEN, "mean_points"] <= rows.loc[UPPER, "mean_points"]
        assert rows.loc[UPPER, "mean_points"] >= rows["mean_points"].max()
        assert rows.loc["always obenabe", "share_first"] == 1


def test_figure_data_are_the_numbers_of_the_tables() -> None:
    tally = harvest(experiment().design(BASE), DEALS)
    data = rows_data(tally, "start")
    assert np.allclose(data.shares.sum(axis=1), 1)
    points = simulate("random", "misere", deals=DEALS, seed=5).points()[:, 0]
    place = data.table["row"].tolist().index("misere")
    assert data.shares[place, 31] == ((points >= 155) & (points < 160)).mean()
    assert set(data.table["convention"]) == {OWN, "start"}
    shift = shift_table(tally)
    lines = shift_data(shift, "slalom")
    assert list(zip(lines.starts, lines.conventions, strict=True)) == [
        ("obenabe", "per_trick"), ("obenabe", "undenufe"),
        ("undenufe", "per_trick"), ("undenufe", "obenabe"),
    ]  # fmt: skip
    row = shift[(shift["start"] == "obenabe") & (shift["convention"] == "per_trick")].iloc[0]
    assert lines.shift[0, 0] == row["shift"]
    assert lines.shift[0, 0] + lines.half[0, 0] == pytest.approx(row["high"])
    assert rows_table(tally).equals(base_result().tables["rows"])
    assert best_start_table(tally).equals(base_result().tables["best_start"])


@pytest.mark.parametrize("lang", ["en", "de"])
def test_svg_is_the_same_in_every_draw(lang: str) -> None:
    tally, shift = harvest(experiment().design(BASE), 60), base_result().tables["shift"]
    for draw in (
        lambda: rows_figure(tally, ["random"], BASE.rules, lang),
        lambda: conventions_figure(shift, ["random"], lang),
    ):
        first, second = (figure_bytes(draw(), "svg") for _ in range(2))
        assert first == second
        assert b"<dc:date>" not in first


def texts(figure: Figure) -> str:
    return "\n".join(text.get_text() for text in figure.findobj(Text))


def test_figure_says_on_how_many_deals_choices_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = harvest(experiment().design(BASE), 60)
    assert "rest on the first" not in texts(rows_figure(whole, ["random"], BASE.rules))
    monkeypatch.setattr("jasssim.study.harvest.KEPT_DEALS", 40)
    part = harvest(experiment().design(BASE), 60)
    found = texts(rows_figure(part, ["random"], BASE.rules))
    assert "rest on the first 40 deals" in found
    assert "only Obenabe/Undenufe/Eichel" in found
    assert "Molotow (seat alone)" in found
    house = replace_struct(BASE.rules, rows=(Row("molotow", "molotow", 1),))
    assert "Molotow (team)" in texts(rows_figure(part, ["random"], house))


def test_tables_and_figures_need_nothing_compiled() -> None:
    code = (
        "import sys, jasssim.study.tables, jasssim.study.figures, jasssim.study.conventions;"
        "sys.exit('numba' in sys.modules or 'matplotlib.pyplot' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


def test_manifest_says_what_was_run(tmp_path: Path) -> None:
    folder, _ = run_experiment("rows", replace(BASE, deals=540), tmp_path)
    manifest = json.loads((folder / "run.json").read_text("utf-8"))
    assert folder.name == f"rows-{manifest['config_hash']}"
    assert manifest["question"].startswith("What is each row worth")
    assert manifest["config"]["seed"] == 5
    assert manifest["config"]["rules"]["alt_values"] == "start"
    assert manifest["deals_per_arm"] == 20
    assert manifest["command"].startswith("jasssim run rows --deals 540 --seed 5")
    expected = {"best_start.csv", "rows.csv", "shift.csv"}
    expected |= {f"{f}.{e}" for f in ("rows", "conventions") for e in ("png", "svg")}
    assert set(manifest["files"]) == expected
    assert {p.name for p in folder.iterdir()} == expected | {"run.json"}


def test_workers_are_no_part_of_the_hash() -> None:
    assert replace(BASE, jobs=2, chunk=9, lang="de").hash("rows") == BASE.hash("rows")
    assert replace(BASE, seed=6).hash("rows") != BASE.hash("rows")


def test_command_line(tmp_path: Path) -> None:
    words = ["rows", "--deals", "540", "--bots", "random", "--jobs", "1", "--out", str(tmp_path)]
    plan = CliRunner().invoke(command, [*words, "--dry-run", "--json"], catch_exceptions=False)
    assert json.loads(plan.stdout)["deals_per_arm"] == 20
    assert not list(tmp_path.iterdir())
    done = CliRunner().invoke(command, [*words, "--json"], catch_exceptions=False)
    found = json.loads(done.stdout)
    assert Path(found["folder"]).parent == tmp_path
    assert found["tables"]["rows"][0]["row"] == "E"
    again = CliRunner().invoke(command, words, catch_exceptions=False)
    assert "slalom-best" in again.stdout
    assert found["folder"] in again.stdout
    with pytest.raises(ValueError, match=r"expected one of .*rows"):
        CliRunner().invoke(command, ["cows"], catch_exceptions=False)
