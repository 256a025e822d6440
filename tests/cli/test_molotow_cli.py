"""``jasssim molotow`` as a user types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jasssim.cli import main
from jasssim.game.evening import score_evening
from jasssim.lab.solo.molotow import play_molotow

FOUR = ("--bots", "rule,greedy,random,random")
KEYS = {
    "bots", "partien", "deals", "mean_balance", "se", "strokes", "zeros", "rules", "ranking",
    "low", "high", "highest", "lowest", "hundred", "all157", "ledger", "seed", "ruleset",
}  # fmt: skip


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["molotow", *words])


def test_json_is_one_object_and_the_result_of_the_library() -> None:
    result = run(*FOUR, "--partien", "40", "--seed", "7", "--json")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 1
    found = json.loads(result.stdout)
    assert set(found) >= KEYS
    assert found == play_molotow(["rule", "greedy", "random", "random"], 40, 7)
    assert (found["deals"], found["plays"]) == (160, 12 * 160)
    assert result.stderr == ""


def test_options_reach_the_result() -> None:
    words = ("--partien", "6", "--per-sitting", "3", "--stroke", "2", "--zero", "-0.5")
    found = json.loads(run(*FOUR, *words, "--jobs", "2", "--json").stdout)
    assert found["sittings"] == 2
    balance = [2 * s - 0.5 * z for s, z in zip(found["strokes"], found["zeros"], strict=True)]
    assert found["mean_balance"] == pytest.approx(balance)


def test_table_ranks_the_bots_and_shows_the_ledger() -> None:
    lines = run(*FOUR, "--partien", "400").stdout.splitlines()
    assert lines[0].startswith("400 Partien in 100 sittings, 1600 deals, 19200 plays in 12 orders")
    ranked = [line.split()[0] for line in lines[4:8]]
    assert ranked == ["rule", "random", "random", "greedy"]
    assert lines[5] == lines[6]
    assert lines[-2].startswith("marks by rule: all157 ")
    assert lines[-1].startswith("ledger: ")


def test_old_game_says_what_is_not_played() -> None:
    result = run("--bots", "random", "--rules", "inspektioenler", "--partien", "50")
    assert result.exit_code == 0
    assert "note: a sitting ends when the first players have 7 strokes" in result.stdout
    found = json.loads(run("--rules", "inspektioenler", "--partien", "1", "--json").stdout)
    assert found["game"] == "inspektioenler"
    assert found["se"] == [None] * 4


def test_rules_may_be_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('first_lead = "forehand"\nmiddle_pair = "balanced"\n', encoding="utf-8")
    found = json.loads(run("--bots", "random", "--rules", str(path), "--json").stdout)
    assert found["ruleset"] == "mine"
    assert found["ledger"]["strokes"] == found["ledger"]["zeros"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--partien", "5", "--per-sitting", "4"),
            "partien = 5: expected a multiple of per_sitting = 4",
        ),
        (("--bots", "rule,random"), "2 bots were given: expected one or four"),
        (("--bots", "nobody"), "unknown bot 'nobody'"),
        (("--rules", "tafel-8"), "rules tafel-8: first_lead = 'caller'"),
        (("--rules", "inspektioenler", "--per-sitting", "2"), "per_sitting = 2: "),
        (("--zero", "nan"), "zero = nan: expected a finite number"),
    ],
)
def test_wrong_input_gives_one_sentence(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith(f"error: {message}")


@pytest.mark.parametrize("words", [("--partien", "0"), ("--jobs", "0"), ("--seed", "-1")])
def test_options_out_of_range_are_usage_errors(words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 2


def test_four_bots_may_be_named_without_the_option() -> None:
    words = ("rule", "greedy", "random", "random", "--partien", "4", "--json")
    assert json.loads(run(*words).stdout)["bots"] == ["rule", "greedy", "random", "random"]
    assert run(*words).stdout == run("--bots", *words).stdout
    assert json.loads(run("--partien", "4", "--json").stdout)["bots"] == ["rule"] * 4


EVENING = [[90, 9, 34, 24]] * 3 + [[9, 90, 34, 24]] * 3 + [[9, 24, 34, 90], [80, 40, 37]]


def test_an_evening_is_marked(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(EVENING))
    found, marked = json.loads(run("--evening", str(path), "--json").stdout), score_evening(EVENING)
    assert (found["strokes"], found["zeros"]) == (marked.strokes, marked.zeros)
    assert found["left"] == [{"deal": 7, "seats": [2]}, {"deal": 8, "seats": [3]}]
    assert (found["playing"], found["loser"], found["deals"]) == ([0, 1], None, 8)
    lines = run("--evening", str(path)).stdout.splitlines()
    assert lines[3].split() == ["2", "7", "0", "out", "after", "deal", "7"]


@pytest.mark.parametrize(
    ("deals", "more", "message"),
    [
        ([[90, 9, 34]], (), "deal 1 has the points of 3 players; expected 4"),
        ([[90, 9, 34, "24"]], (), "expected `int`, got `str` at `[0][3]`"),
        (EVENING, ("--partien", "4"), "--partien is of no use beside --evening"),
        (EVENING, ("rule",), "rule is of no use beside --evening"),
    ],
)
def test_a_wrong_evening_gives_one_sentence(
    tmp_path: Path, deals: list[Any], more: tuple[str, ...], message: str
) -> None:
    path = tmp_path / "evening.json"
    path.write_text(json.dumps(deals))
    result = run(*more, "--evening", str(path))
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert message in result.stderr
