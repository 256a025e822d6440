"""``jasssim par`` and ``jasssim regret`` as a user types them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from jasssim.cli import main
from jasssim.lab.solver.par import Par
from jasssim.study import solved_runs

PAR = ("par", "--contract", "slalom", "--best", "--deals", "4")
REGRET = ("regret", "--bots", "rule,random", "--deals", "6", "--from", "5")


def run(*words: str) -> Any:
    return CliRunner().invoke(main, words)


def found(folder: Path, *words: str) -> dict[str, Any]:
    result = run(*words, "--out", str(folder), "--json")
    assert result.exit_code == 0, result.output
    assert len(result.stdout.splitlines()) == 1
    values: dict[str, Any] = json.loads(result.stdout)
    return values


def test_par_writes_table_figure_and_every_deal(tmp_path: Path) -> None:
    values = found(tmp_path, *PAR, "--seed", "3")
    folder = Path(values["folder"])
    names = {path.name for path in folder.iterdir()}
    assert names == {"par.csv", "par.png", "par.svg", "par_deals.csv", "run.json"}
    rows = {row["row"]: row for row in values["tables"]["par"]}
    assert list(rows) == ["slalom-obenabe", "slalom-undenufe", "slalom-best"]
    deals = pd.read_csv(folder / "par_deals.csv")
    assert deals["deal"].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    for name, row in rows.items():
        assert row["mean_points"] == deals[deals["row"] == name]["low_points"].mean()
    assert (values["deals_done"], values["interrupted"]) == (4, False)


def test_manifest_repeats_the_run(tmp_path: Path) -> None:
    words = ("par", "--contract", "slalom", "guschti-obenabe", "--deals", "2", "--budget", "900")
    values = found(tmp_path, *words)
    folder = Path(values["folder"])
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    again = shlex.split(json.loads(before["run.json"])["command"])[1:]
    assert run(*again, "--out", str(tmp_path)).exit_code == 0
    assert list(tmp_path.iterdir()) == [folder]
    for name, data in before.items():
        assert name == "run.json" or (folder / name).read_bytes() == data, name


def test_par_shows_unsolved_deals(tmp_path: Path) -> None:
    words = ("par", "--deals", "3", "--budget", "50")
    values = found(tmp_path, *words)
    bounds = [(row["bound"], row["unsolved_deals"]) for row in values["tables"]["par"]]
    assert bounds == [("low", 3), ("high", 3)]
    text = run(*words, "--out", str(tmp_path)).stdout
    assert "unsolved_deals" in text and "high" in text


def test_interrupted_par_writes_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = solved_runs.par_deals

    def two(*args: Any, **options: Any) -> Iterator[tuple[Par, ...]]:
        parts = original(*args, **options)
        yield next(parts)
        yield next(parts)
        raise KeyboardInterrupt

    monkeypatch.setattr(solved_runs, "par_deals", two)
    result = run(*PAR, "--out", str(tmp_path), "--jobs", "1")
    assert result.exit_code == 130
    assert result.stderr == "interrupted: 2 of 4 deals are in the tables\n"
    folder = next(tmp_path.iterdir())
    manifest = json.loads((folder / "run.json").read_text())
    assert (manifest["deals_done"], manifest["interrupted"]) == (2, True)
    assert pd.read_csv(folder / "par.csv")["deals"].tolist() == [2, 2, 2]
    assert not list(folder.glob(".*"))


def test_regret_writes_tables_and_figure(tmp_path: Path) -> None:
    values = found(tmp_path, *REGRET)
    folder = Path(values["folder"])
    assert {path.name for path in folder.iterdir()} == {
        "regret.csv", "regret.png", "regret.svg", "dearest.csv", "decisions.csv",
        "regret_deals.csv", "run.json",
    }  # fmt: skip
    assert "perfect information" in values["note"]
    decisions = pd.read_csv(folder / "decisions.csv")
    costs = decisions.groupby("side")["cost_points"].sum() / 6
    for row in values["tables"]["regret"]:
        if row["by"] == "deal" and row["side"] != "both":
            assert row["cost_points"] == pytest.approx(costs[row["side"]])
    deals = pd.read_csv(folder / "regret_deals.csv")
    lost = deals["caller_cost_points"] - deals["other_cost_points"]
    assert (lost == deals["points_first"] - deals["points_made"]).all()


def test_dearest_decisions_can_be_shown(tmp_path: Path) -> None:
    dearest = found(tmp_path, *REGRET)["tables"]["dearest"]
    costs = [row["cost_points"] for row in dearest]
    assert len(costs) == 10 and costs == sorted(costs, reverse=True)
    for row in dearest[:3]:
        shown = json.loads(run(*shlex.split(row["show"])[1:], "--json").stdout)
        trick = shown["tricks"][row["trick"] - 1]
        place = (row["seat"] - trick["leader"]) % 4
        assert trick["cards"][place] == row["card"]
        assert ("lead", "2nd", "3rd", "4th")[place] == row["place"]
        assert row["card"] not in row["best"].split()


def test_regret_for_people(tmp_path: Path) -> None:
    result = run(*REGRET, "--out", str(tmp_path), "--lang", "de")
    assert result.exit_code == 0
    assert "This compares with perfect information" in result.stdout
    assert "the first of them: jasssim show --seed 1 --deal " in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("words", [PAR, REGRET])
def test_dry_run_writes_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = run(*words, "--out", str(tmp_path), "--dry-run", "--jobs", "2")
    assert result.exit_code == 0
    assert "with 2 workers, into " in result.stdout
    assert found(tmp_path, *words, "--dry-run")["seconds"] >= 0
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("par", "--contract", "bridge"), "unknown contract 'bridge'"),
        (("par", "--contract", "E", "--best"), "contracts E: nothing is left to choose"),
        (("par", "--contract", "molotow"), "contract molotow: each of the four plays for itself"),
        (("regret", "--contract", "molotow"), "contract molotow: each of the four plays"),
        (("regret", "--bots", "nobody"), "unknown bot 'nobody'"),
        (("regret", "--bots", "rule,rule,rule"), "3 bots were given"),
        (("regret", "--rules", "none-such"), "unknown rule"),
    ],
)
def test_wrong_input_gives_one_sentence(
    words: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    for more in ((), ("--dry-run",)):
        result = run(*words, "--out", str(tmp_path), *more)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith(f"error: {message}"), result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
