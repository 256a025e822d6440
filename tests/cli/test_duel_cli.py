"""``jasssim duel`` and ``jasssim ladder``: what they print, write and refuse."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jasssim.cli import main

CALL = ["duel", "rule", "greedy", "--contract", "trump,misere", "--boards", "100"]
TIMES = ("seconds", "ms_per_decision")


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def untimed(result: Any) -> dict[str, Any]:
    assert result.exit_code == 0, result.stderr
    return {key: value for key, value in json.loads(result.stdout).items() if key not in TIMES}


def test_json_has_the_figures_with_their_errors() -> None:
    found = json.loads(run(*CALL, "--json").stdout)
    low, high = found["interval_95"]
    assert low < found["mean"] < high
    assert found["se"] == pytest.approx(found["sd_board"] / 10)
    assert (found["boards"], found["seed"], found["hands"]) == (100, 1, "called")
    assert found["contract"] == "trump,misere"
    assert found["unit"] == "points per deal, (own - other) / 2"
    assert found["verdict"] == "A better"
    assert 0 <= found["tied"] < found["won"] <= 1
    assert [row["contract"] for row in found["per_contract"]] == ["trump", "misere"]
    assert found["mean"] == pytest.approx(sum(row["mean"] for row in found["per_contract"]) / 2)
    assert all(0 < ms < 1 for ms in found["ms_per_decision"])


def test_the_other_way_round_is_the_same_turned() -> None:
    there = untimed(run(*CALL, "--json"))
    back = untimed(run("duel", "greedy", "rule", *CALL[3:], "--json"))
    assert back["mean"] == -there["mean"]
    assert back["se"] == there["se"]
    assert back["verdict"] == "B better"


def test_text_says_the_same_as_json() -> None:
    found, text = untimed(run(*CALL, "--json")), run(*CALL).stdout
    assert f"{found['mean']:+.2f} ± " in text
    assert "A = rule, B = greedy: 100 boards of each contract, each played twice" in text
    assert text.endswith("\nA better\n")


def test_a_test_states_its_hypotheses_first() -> None:
    call = ["duel", "rule", "greedy", "--contract", "trump", "--sprt", "0,0.5"]
    result = run(*call)
    assert result.stdout.startswith("H0: the mean is 0; H1: the mean is 0.5 points per deal")
    assert "(alpha)" in result.stdout
    assert "(beta)" in result.stdout
    assert "note: after a sequential test the mean is biased" in result.stdout
    assert result.stdout.endswith("\nH1: A is better by 0.5\n")
    as_json = run(*call, "--json")
    assert as_json.stderr.startswith("H0: the mean is 0")
    assert untimed(as_json)["verdict"] == "H1: A is better by 0.5"
    turned = run("duel", "greedy", "rule", *call[3:], "--json")
    assert untimed(turned)["verdict"] == "H0: A is not better by 0.5"
    few = run(*call, "--boards", "64", "--json")
    assert untimed(few)["verdict"] == "undecided after 64 boards"


def test_result_does_not_depend_on_workers_or_parts(tmp_path: Path) -> None:
    base = untimed(run(*CALL, "--json", "--jobs", "1"))
    assert untimed(run(*CALL, "--json", "--jobs", "2", "--out", str(tmp_path))) == base
    [folder] = tmp_path.iterdir()
    assert folder.name.startswith("duel-")
    assert untimed(run(*CALL, "--json", "--out", str(tmp_path))) == base


def test_a_damaged_part_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    base = untimed(run(*CALL, "--json", "--out", str(tmp_path)))
    [part] = tmp_path.glob("duel-*/part-*")
    part.write_text("{")
    assert untimed(run(*CALL, "--json", "--out", str(tmp_path))) == base
    assert f"{part} is damaged: its boards are played again" in caplog.text


def test_nothing_is_written_without_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*CALL).exit_code == 0
    plan = run(*CALL, "--dry-run", "--out", "there")
    assert "rule against greedy: 100 boards of 2 contracts, each played twice" in plan.stdout
    assert "into there/duel-" in plan.stdout
    assert list(tmp_path.iterdir()) == []


def test_whole_games_agree_with_the_command_for_games() -> None:
    found = untimed(run("duel", "rule", "greedy:rule", "--game", "wyys-6", "--boards", "40",
                        "--json"))  # fmt: skip
    sides = ["--team0", "regret:rule", "--team1", "greedy:rule"]
    games = json.loads(run("game", "--rules", "wyys-6", *sides, "--games", "40", "--json").stdout)
    assert found["bots"] == games["teams"]
    assert found["mean"] == pytest.approx(games["mean_difference"])
    assert found["se"] == pytest.approx(games["se"])
    assert found["unit"] == "chart points per game, own - other"
    assert (found["game"], found["contract"]) == ("wyys-6", None)


def test_a_plan_says_boards_and_time() -> None:
    call = ["duel", "rule", "greedy", "--contract", "trump", "--plan", "0.5"]
    found = json.loads(run(*call, "--json").stdout)
    assert found["boards"]["sprt"] < found["boards"]["fixed_same_errors"]
    assert set(found["seconds"]) == set(found["boards"])
    text = run(*call).stdout
    assert str(found["boards"]["fixed"]) in text
    assert "--sprt 0,0.5, on average" in text


def test_tables_of_one_bot_come_when_asked_for() -> None:
    found = untimed(run(*CALL, "--tables", "--json"))
    assert "table_mean_a" not in untimed(run(*CALL, "--json"))
    for side in "ab":
        rows = found[f"table_mean_{side}"]
        assert [row["contract"] for row in rows] == ["trump", "misere"]
        assert all(0 < row["mean"] < 157 for row in rows)
    assert "caller's points" in run(*CALL, "--tables").stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rule", "nope"), "unknown bot 'nope': expected one of "),
        (("rule", "greedy", "--contract", "slalom"), "unknown contract 'slalom': expected all, "),
        (("rule", "greedy", "--contract", "trump,molotow"), "'molotow' is counted in marks"),
        (("rule", "greedy", "--contract", "E,E"), "contract 'E' is given twice"),
        (("rule", "greedy", "--contract", "all,E"), "expected it alone"),
        (("rule", "greedy", "--sprt", "1"), "sprt '1': expected 0,DELTA"),
        (("rule", "greedy", "--sprt", "0,-1"), "sprt '0,-1': expected 0,DELTA"),
        (("rule", "greedy", "--sprt", "0,nan"), "sprt '0,nan': expected 0,DELTA"),
        (("rule", "greedy", "--sprt", "0,1", "--alpha", "0.5"), "alpha = 0.5: expected"),
        (("rule", "greedy", "--beta", "0.1"), "--beta is of no use without --sprt or --plan"),
        (("rule", "greedy", "--plan", "0"), "delta = 0: expected an effect above 0"),
        (("rule", "greedy", "--plan", "1", "--boards", "9"), "--boards is of no use beside"),
        (("rule", "greedy", "--boards", "0"), "'--boards': 0 is not in the range"),
        (("rule", "greedy", "--hands", "good"), "'good' is not one of 'called', 'random'"),
        (("rule", "greedy", "--rules", "nope"), "unknown rule set 'nope'"),
        (("rule", "greedy", "--game", "default"), "the rules 'default' have no chart"),
        (("rule", "greedy", "--game", "wyys-6", "--hands", "called"), "--hands is of no use"),
        (("a:b:c", "rule", "--game", "wyys-6"), "team 'a:b:c': expected CALLER:BOT"),
        (("rule", "greedy", "--contract", "molotow", "--tables"), "nobody calls"),
        (("rule", "greedy", "--tables", "--boards", "3"), "3 boards for the means of callers"),
        (("rule", "greedy", "--out", "/dev/null/x"), "the folder /dev/null/x/duel-"),
    ],
)
def test_wrong_input_gives_one_sentence(words: tuple[str, ...], message: str) -> None:
    result = run("duel", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr


LADDER = ["ladder", "random", "rule", "greedy", "--contracts", "trump,misere", "--boards", "60"]


def test_a_ladder_in_every_form(tmp_path: Path) -> None:
    found = json.loads(run(*LADDER, "--json").stdout)
    best = found["ladder"][0]
    assert (best["contract"], best["bot"]) == ("all", "rule")
    assert best["low"] < best["rating"] < best["high"]
    rows = list(csv.DictReader(io.StringIO(run(*LADDER, "--csv").stdout)))
    assert [row["bot"] for row in rows] == [row["bot"] for row in found["ladder"]]
    assert float(rows[0]["rating"]) == pytest.approx(best["rating"], rel=1e-5)
    assert "| bot | rating | 95 % |" in run(*LADDER, "--markdown").stdout
    assert "Margins of the row's bot against the column's" in run(*LADDER).stdout
    assert "Wertung" in run(*LADDER, "--lang", "de").stdout
    figure = tmp_path / "ladder.png"
    assert run(*LADDER, "--figure", str(figure)).exit_code == 0
    assert figure.read_bytes()[1:4] == b"PNG"


def test_a_ladder_does_not_depend_on_workers_and_goes_on(tmp_path: Path) -> None:
    call = [*LADDER, "--out", str(tmp_path)]
    base = run(*LADDER, "--json", "--jobs", "1").stdout
    assert run(*call, "--json", "--jobs", "2").stdout == base
    [folder] = tmp_path.iterdir()
    names = {path.name for path in folder.iterdir()}
    assert {f"ladder.{end}" for end in ("csv", "json", "md", "png", "svg")} < names
    before = {path: path.read_bytes() for path in folder.iterdir()}
    next(folder.glob("pair-001-*")).unlink()
    assert run(*call, "--json").stdout == base
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rule",), "1 bots were given: expected at least two"),
        (("rule", "rule"), "bot 'rule' is given twice"),
        (("rule", "nope"), "unknown bot 'nope'"),
        (("rule", "greedy", "--boards", "1"), "1 is not in the range"),
        (("rule", "greedy", "--bootstrap", "1"), "1 is not in the range"),
        (("rule", "greedy", "--contracts", "foo"), "unknown contract 'foo'"),
        (("rule", "greedy", "--figure", "a.pdf"), "expected a name that ends with .png or .svg"),
        ((), "missing argument"),
    ],
)
def test_wrong_bots_of_a_ladder_give_one_sentence(words: tuple[str, ...], message: str) -> None:
    result = run("ladder", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert message in result.stderr
