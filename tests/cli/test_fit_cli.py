"""``jasssim fit`` and ``jasssim explain`` as a user types them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jasssim.bots.weights import read_file
from jasssim.cli import main


def run(line: str) -> Any:
    return CliRunner().invoke(main, shlex.split(line))


def test_fit_writes_files_and_says_their_margin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    line = "fit --contract obenabe,slalom-undenufe --deals 120 --boards 40 --jobs 1"
    done = run(line)
    assert done.exit_code == 0, done.output
    up, slalom, last = done.stdout.splitlines()
    assert up.startswith("up: 120 deals; weights of ")
    assert "(40 boards)" in slalom
    assert last == "weights: weights"
    weights = read_file(tmp_path / "weights" / "slalom.json")
    assert weights.conventions == ("start", "per_trick")
    assert sum(weights.passes) == 120
    before = (tmp_path / "weights" / "slalom.json").read_bytes()
    again = run(weights.command.removeprefix("jasssim ") + " --out again --jobs 2")
    assert again.exit_code == 0
    assert (tmp_path / "again" / "slalom.json").read_bytes() == before


def test_fit_as_json_without_a_check(tmp_path: Path) -> None:
    done = run(
        f"fit --contract molotow --passes 40 --no-check --rules inspektioenler "
        f"--out {tmp_path} --json"
    )
    [found] = json.loads(done.stdout)["weights"]
    assert (found["shape"], found["target"], found["margin"]) == ("low", "marks", None)
    assert Path(found["file"]).is_file()


@pytest.mark.parametrize("target", ["written", "match"])
def test_fit_to_other_targets(target: str, tmp_path: Path) -> None:
    done = run(f"fit --contract E --passes 40 --no-check --target {target} --out {tmp_path}")
    assert done.exit_code == 0, done.output
    assert read_file(tmp_path / "trump.json").target == target


def test_fit_says_its_plan() -> None:
    found = json.loads(run("fit --contract all --dry-run --jobs 1 --json").stdout)
    assert len(found["shapes"]) == 10
    assert found["deals"] == 1_120_000
    assert found["seconds"] > 0
    assert "112000 deals" in run("fit --contract E --dry-run").stdout


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fit --contract bingo", "unknown contract 'bingo'"),
        ("fit --contract slalom", "expected slalom-obenabe or slalom-undenufe"),
        ("fit --contract E --target luck", "unknown target 'luck'"),
        ("fit --contract E --passes 3,x", "expected whole numbers parted by commas"),
        ("fit --contract E --passes 3 --deals 4", "--deals and --passes"),
        ("fit --contract E --conventions luck", "unknown convention 'luck'"),
        ("fit --contract E --ridge 0", "ridge = 0.0"),
        ("fit --contract ,", "no contract is named"),
        ("fit", "missing option"),
        ("explain fitted --contract bingo", "unknown contract 'bingo'"),
        ("explain nobody --contract E", "no weights of 'nobody'"),
        ("explain fitted --contract E --class luck", "no class of decisions 'luck'"),
    ],
)
def test_wrong_words_get_one_line(line: str, message: str) -> None:
    done = run(line)
    assert done.exit_code == 2
    assert message in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_an_interrupt_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("jasssim.lab.fitting.fit.gather", stop)
    done = run(f"fit --contract E --passes 10 --jobs 1 --out {tmp_path}")
    assert (done.exit_code, done.stderr.strip()) == (130, "interrupted")
    assert list(tmp_path.iterdir()) == []


def test_explain_says_what_a_player_can_read() -> None:
    done = run('explain fitted --contract slalom-obenabe --class "lead 1 ours one" --top 3')
    assert done.exit_code == 0
    head, _, blank, title, _, *lines = done.stdout.splitlines()
    assert head.startswith("slalom-obenabe, slalom-undenufe")
    assert blank == ""
    assert title.startswith("On the lead, trick 1, our contract, one boss in hand")
    assert len(lines) == 3
    german = run('explain --contract slalom-obenabe --class "lead 1 ours one" --lang de').stdout
    assert "Beim Ausspielen, Stich 1, unser Spiel, mit einem Bock" in german


def test_explain_as_json() -> None:
    found = json.loads(run("explain --contract trump --class lead --top 2 --json").stdout)
    assert found["unit"] == "points"
    assert len(found["classes"]) == 27  # who leads to the first trick is of the calling team
    for one in found["classes"]:
        sizes = [abs(feature["effect"]) for feature in one["features"]]
        assert len(sizes) == 2
        assert sizes == sorted(sizes, reverse=True)


def test_heat_says_how_well_cards_are_foretold() -> None:
    line = "heat rule --contract obenabe,trump --deals 4 --jobs 1"
    done = run(line)
    assert done.exit_code == 0, done.output
    head, _, columns, obenabe, trump = done.stdout.splitlines()
    assert "4 deals of each contract" in head
    assert columns.split()[:3] == ["blind", "0.5", "pt"]
    assert (obenabe.split()[0], trump.split()[0]) == ("obenabe", "trump")
    [one, _] = json.loads(run(line + " --json").stdout)["contracts"]
    best = min(by["bits"] for by in one["by_temperature"])
    assert f"{one['temperature_points']:g} pt   {best:.3f} ± " in obenabe
    assert run("heat nobody --deals 2").exit_code == 2
