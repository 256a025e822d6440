"""``jasssim game``: what it prints, what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from click.testing import CliRunner

from jasssim.cli import main
from jasssim.lab.coiffeur import files

CALL = ["game", "--team0", "greedy:greedy", "--team1", "first-open:random", "--games", "12"]


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def test_json_has_the_figures_with_their_errors() -> None:
    found = json.loads(run(*CALL, "--ruleset", "wyys-6", "--json").stdout)
    assert found["games"] == 12
    assert found["halves"] == 2
    assert found["rounds_per_game"] == 12
    assert found["teams"] == ["greedy:greedy", "first-open:random"]
    low, high = found["interval_95"]
    assert low < found["mean_difference"] < high
    assert found["mean_difference"] == pytest.approx(
        found["mean_total"][0] - found["mean_total"][1]
    )
    assert found["se"] > 0
    assert 0 <= found["win_share"] <= 1
    assert len(found["chart"]) == 12
    assert {"im_fass", "zeros", "matches", "counter_matches", "calls"} <= set(found)


def test_text_says_the_same_as_json() -> None:
    call = [*CALL, "--ruleset", "tafel-8", "--seed", "3"]
    found, text = json.loads(run(*call, "--json").stdout), run(*call).stdout
    assert f"{found['mean_total'][0]:.1f} ±" in text
    assert f"{found['mean_difference']:.2f} ±" in text
    assert "12 games, each played twice with the sides swapped" in text
    assert "joker8 ×8" in text


def test_result_does_not_depend_on_workers() -> None:
    call = [*CALL, "--ruleset", "wyys-10b", "--json"]
    assert run(*call, "--jobs", "1").stdout == run(*call, "--jobs", "2").stdout


def test_a_plan_is_made_without_playing_all() -> None:
    call = ["game", "--games", "1000000", "--team0", "random:random", "--dry-run"]
    found = json.loads(run(*call, "--json").stdout)
    assert found["deals"] == 40_000_000
    assert found["seconds"] > 1
    assert "1000000 games of wyys-10 by random:random and first-open:rule" in run(*call).stdout


def test_tables_and_log_are_written_whole(tmp_path: Path) -> None:
    out, log = tmp_path / "tables", tmp_path / "logs" / "games.jsonl"
    result = run(*CALL, "--ruleset", "wyys-6", "--out", str(out), "--log", str(log))
    assert result.exit_code == 0, result.stderr
    games, rounds = (pd.read_csv(out / f"{name}.csv") for name in ("games", "rounds"))
    assert (len(games), len(rounds)) == (24, 24 * 12)
    assert sorted(path.name for path in out.iterdir()) == ["games.csv", "rounds.csv"]
    lines = [json.loads(line)["game"] for line in log.read_text().splitlines()]
    numbers = [(line["game"], line["half"]) for line in lines]
    assert numbers == [(g, h) for g in range(12) for h in (0, 1) for _ in range(12)]
    shown = run("show", "--game", "5", "--half", "1", *CALL[1:5], "--rules", "wyys-6", "--json")
    written = [one["written"] for one in json.loads(shown.stdout)["rounds"]]
    assert [line["written"] for line in lines[132:144]] == written
    checked = run("log", str(log), "--rules", "wyys-6")
    assert checked.exit_code == 0, checked.stdout


def test_a_failure_leaves_no_half_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(games: Any) -> pd.DataFrame:
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(files.TABLES, "rounds.csv", fail)
    result = run(*CALL, "--ruleset", "wyys-6", "--out", str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "error: [Errno 28] No space left on device"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--team0", "greedy"), "team 'greedy': expected CALLER:BOT, such as greedy:rule"),
        (("--team1", "bold:rule"), "unknown caller 'bold': expected one of "),
        (("--team1", "greedy:bold"), "unknown bot 'bold'"),
        (("--ruleset", "molotow"), "the rules 'molotow' have no chart"),
        (("--ruleset", "nope"), "unknown rule set 'nope'"),
        (("--values", "nope"), "unknown table of values 'nope'"),
    ],
)
def test_wrong_input_gives_one_sentence(words: tuple[str, ...], message: str) -> None:
    result = run("game", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


def test_a_row_without_a_value_is_named(tmp_path: Path) -> None:
    rules = tmp_path / "own.toml"
    rules.write_text(
        'kinds = [{ id = "dodge", schedule = ["obenabe", "obenabe", "obenabe", "obenabe", '
        '"obenabe", "obenabe", "obenabe", "obenabe", "obenabe"], goal = "avoid" }]\n'
        'rows = [{ id = "d", kind = "dodge", factor = 3 }]\n'
    )
    result = run("game", "--ruleset", str(rules), "--games", "2")
    assert result.exit_code == 2
    assert "hand values 'rule' have none of contract 'dodge'" in result.stderr
    fine = run("game", "--ruleset", str(rules), "--games", "2", "--team0", "random:rule")
    assert fine.exit_code == 0, fine.stderr


def test_a_plan_with_a_log_counts_what_it_costs() -> None:
    call = ["game", "--rules", "wyys-6", "--games", "100000", "--jobs", "1", "--dry-run", "--json"]
    plain = json.loads(run(*call).stdout)
    logged = json.loads(run(*call, "--log", "nowhere.log").stdout)
    assert logged["seconds"] > 3 * plain["seconds"]
    assert not Path("nowhere.log").exists()


def test_one_is_not_many() -> None:
    call = ["game", "--rules", "wyys-6", "--games", "1"]
    assert run(*call).stdout.startswith("1 game, each played twice")
    plan = run(*call, "--jobs", "1", "--dry-run").stdout
    assert plan.startswith("1 game of wyys-6 by ")
    assert plan.endswith(" s with 1 worker\n")


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    log = tmp_path / "file" / "games.log"
    result = run("game", "--games", "1", "--out", str(tmp_path / "out"), "--log", str(log))
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [f"error: {log} cannot be written: File exists"]
    assert list((tmp_path / "out").iterdir()) == []
