"""The command line: help, errors, exit codes and each command's output."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner

from jasssim.cli import command_names, main
from jasssim.commands import _options
from jasssim.game.contract import contract_names
from jasssim.lab.chunks import INDEX_LIMIT, SEED_LIMIT
from jasssim.lab.coiffeur.games import GAME_LIMIT
from jasssim.lab.replay import replay
from jasssim.lab.show import format_playthrough, playthrough, replay_of
from jasssim.lab.simulate import simulate

ROOT = Path(__file__).parents[2]
HEAVY = ("numba", "pandas", "matplotlib", "numpy")
ONE_SUIT_EACH = "2:AKOUX9876... .AKOUX9876.. ..AKOUX9876. ...AKOUX9876"


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def test_help_imports_nothing_heavy_and_is_quick() -> None:
    code = (
        "import sys, runpy\n"
        "sys.argv = ['jasssim', '--help']\n"
        "try:\n    runpy.run_module('jasssim', run_name='__main__')\n"
        "except SystemExit as end:\n    assert not end.code, end.code\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))\n"
    )
    times = []
    for _ in range(3):
        start = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
        )
        times.append(time.perf_counter() - start)
    assert done.stdout.splitlines()[-1] == "[]"
    # 0.3 s on a quiet machine; the tests may share theirs.
    assert min(times) < 1.0


def test_module_runs_as_a_program() -> None:
    call = [sys.executable, "-m", "jasssim", "--version"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("jasssim ")


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example" in result.stdout
    assert f"jasssim {name}" in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nothing", "no such command 'nothing'"),
        ("--nothing", "no such option"),
        ("show --nothing", "no such option"),
        ("show --seed -1", "invalid value for '--seed': -1 is not in the range"),
        ("show --seed", "option '--seed' requires an argument"),
        ("game --jobs 0", "invalid value for '--jobs': 0 workers: expected at least 1"),
        ("list", "missing argument"),
        ("log nowhere", "invalid value for 'FILE': "),
    ],
)
def test_usage_errors_are_one_line(words: str, said: str) -> None:
    result = run(*words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith(f"error: {said}")


def test_no_words_at_all_get_the_help() -> None:
    result = run()
    assert result.exit_code in (0, 2)
    assert result.output.startswith("Usage: ")
    assert " --debug " in result.output


def test_options_have_the_limits_of_the_library() -> None:
    assert _options.SEED.max == SEED_LIMIT - 1
    assert _options.INDEX.max == _options.COUNT.max == INDEX_LIMIT - 1
    assert _options.GAME.max == _options.GAMES.max == GAME_LIMIT - 1
    last = str(_options.GAME.max)
    assert run("show", "--game", last, "--rules", "wyys-6", "--json").exit_code == 0
    assert run("show", "--deal", str(_options.INDEX.max), "--bots", "random").exit_code == 0


@pytest.mark.parametrize("name", ["game", "log", "molotow", "run", "sheet", "show"])
def test_rules_have_two_names(name: str) -> None:
    assert "--rules, --ruleset" in run(name, "--help").stdout


def test_wrong_value_gives_one_line_and_exit_code_2() -> None:
    result = run("show", "--contract", "nothing", "--bots", "random")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: unknown contract 'nothing'")
    assert len(result.stderr.splitlines()) == 1


def test_debug_lets_the_error_through() -> None:
    result = run("--debug", "show", "--contract", "nothing", "--bots", "random")
    assert isinstance(result.exception, ValueError)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ValueError("bad"), 2),
        (RuntimeError("broken"), 1),
        (OSError("gone"), 1),
        (KeyError("x"), 1),
        (KeyboardInterrupt(), 130),
    ],
)
def test_exit_codes_of_errors(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int
) -> None:
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setattr(type(main), "get_command", lambda *_: failing)
    result = run("failing")
    assert result.exit_code == code
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("what", "name"),
    [("bots", "random"), ("contracts", "slalom-undenufe"), ("rulesets", "tafel-8")],
)
def test_list_names_things(what: str, name: str) -> None:
    items = json.loads(run("list", what, "--json").stdout)[what]
    assert name in [item["name"] for item in items]
    assert all(item["about"] for item in items)
    assert name in run("list", what).stdout


def test_list_finds_experiments_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "mine.py").write_text('"""Which is best? It depends."""\n')
    monkeypatch.chdir(tmp_path)
    items = json.loads(run("list", "experiments", "--json").stdout)["experiments"]
    assert {"name": "mine", "about": "Which is best?"} in items


def test_list_goes_on_after_a_broken_experiment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "experiments").mkdir()
    for name, data in {
        "broken": b"def", "latin": b'"""f\xfcr"""', "marked": b'\xef\xbb\xbf"""Is it?"""'
    }.items():  # fmt: skip
        (tmp_path / "experiments" / f"{name}.py").write_bytes(data)
    monkeypatch.chdir(tmp_path)
    items = json.loads(run("list", "experiments", "--json").stdout)["experiments"]
    about = {item["name"]: item["about"] for item in items}
    assert about["marked"] == "Is it?"
    assert about["broken"].startswith("cannot be read: SyntaxError: invalid syntax (broken.py")
    assert about["latin"].startswith("cannot be read: ")
    assert about["rows"].startswith("What is each row worth")


def test_show_prints_nine_tricks_and_the_deal() -> None:
    result = run("show", "--seed", "3", "--deal", "5", "--bots", "random", "--contract", "R")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert [line[0] for line in lines if line[:1].isdigit() and line[1:3] == "  "] == [
        str(number) for number in range(1, 10)
    ]
    again = run(
        "show", "--seed", "3", "--deal", "5", "--bots", "random", "--contract", "R",
        "--hands", lines[-1],
    )  # fmt: skip
    assert again.stdout.splitlines()[1:] == lines[1:]
    assert "seed 3" in lines[0]
    assert "seed" not in again.stdout
    given = json.loads(run("show", "--bots", "random", "--hands", lines[-1], "--json").stdout)
    assert not {"seed", "deal"} & set(given)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--bots", ","], "no bot is named"),
        (["--bots", ""], "no bot is named"),
        (["--hands", ""], "does not hold four hands"),
        (["--forehand", "2"], "the caller leads by the rules default"),
    ],
)
def test_show_refuses_what_says_nothing(words: list[str], text: str) -> None:
    result = run("show", *words)
    assert result.exit_code == 2
    assert text in result.stderr


def test_show_says_who_won_all_tricks() -> None:
    call = ["show", "--hands", ONE_SUIT_EACH, "--bots", "random", "--contract", "S"]
    assert "match: all nine tricks to seats 0 and 2" in run(*call).stdout
    found = json.loads(run(*call, "--json").stdout)
    assert (found["leader"], found["caller"], found["match"]) == (2, 2, 0)
    assert found["team_points"] == found["tricks"][8]["running"] == [157, 0]
    assert found["deal_text"] == ONE_SUIT_EACH


def test_show_refuses_a_caller_who_does_not_lead() -> None:
    result = run("show", "--hands", ONE_SUIT_EACH, "--bots", "random", "--caller", "1")
    assert result.exit_code == 2
    assert "lets seat 2 lead" in result.stderr


def test_show_marks_molotows_trump_card_in_both_languages() -> None:
    call = ["show", "--hands", ONE_SUIT_EACH, "--bots", "random", "--contract", "molotow"]
    call += ["--rules", "molotow"]
    assert "! this card makes shields trump" in run(*call).stdout
    assert "! diese Karte macht Schilten zu Trumpf" in run(*call, "--lang", "de").stdout
    tricks = json.loads(run(*call, "--json").stdout)["tricks"]
    assert tricks[0]["makes_trump"] == tricks[0]["cards"][1]
    assert len(tricks[8]["running"]) == 4


def test_show_tells_who_chose_the_blocks_of_3x3() -> None:
    call = ["show", "--bots", "random", "--contract", "3x3:E"]
    assert "chooses" in run(*call).stdout
    assert "remains for tricks 7 to 9" in run(*call).stdout


@pytest.mark.parametrize("contract", contract_names())
@pytest.mark.parametrize("rules", ["default", "molotow"])
def test_replay_counts_like_the_simulation(contract: str, rules: str) -> None:
    plays = simulate("random", contract, 20, 11, rules, caller=1, forehand=2, trace=True)
    for deal in range(len(plays)):
        play = replay_of(plays, deal)
        assert str(play.contract) == plays.final_contract(deal)
        assert list(play.winners) == plays.trick_winners()[deal].tolist()
        assert play.seat_points() == plays.points(by="seat")[deal].tolist()
        assert sum(play.trick_points()) == sum(play.seat_points())
        assert np.array_equal(play.taken, plays.taken[deal])
        assert playthrough(play)["tricks"][8]["winner"] == play.winners[8]
        assert format_playthrough(play, "de")


def test_replay_names_the_illegal_card() -> None:
    plays = simulate("random", "obenabe", 1, trace=True)
    play = replay_of(plays)
    cards = [*play.cards[:4], play.cards[0], *play.cards[5:]]
    with pytest.raises(ValueError, match=r"trick 2: seat \d may not play \w\w, only one of "):
        replay(play.hands, play.leader, play.called, play.rules, cards)


def test_replay_refuses_a_block_that_is_taken() -> None:
    play = replay_of(simulate("random", "3x3:E", 1, trace=True))
    with pytest.raises(ValueError, match="no free block is given for trick 4"):
        replay(play.hands, play.leader, play.called, play.rules, play.cards, ["R"])
    with pytest.raises(ValueError, match="no free block is given for trick 4"):
        replay(play.hands, play.leader, play.called, play.rules, play.cards)


def test_doctor_reports_versions_and_speed() -> None:
    result = run("doctor", "--json")
    found = json.loads(result.stdout)
    assert {"python", "numpy", "numba"} <= set(found["versions"])
    assert found["deals_per_second"] > 0
    assert result.exit_code == (1 if found["problems"] else 0)


def test_warm_loads_kernels_and_bots() -> None:
    result = run("warm")
    assert result.exit_code == 0
    assert "bot random" in result.stderr
    assert re.search(r"\d kernel modules, \d bots and \d callers are ready", result.stdout)


def test_bench_measures_and_compares(tmp_path: Path) -> None:
    yardstick = tmp_path / "yardstick"
    line = "rand trump          thr=1  2.00 M deals/s  500.0 ns/deal  13.89 ns/move"
    yardstick.write_text(f"#!/bin/sh\necho '{line}'\n")
    yardstick.chmod(0o755)
    call = ["bench", "--bots", "random", "--contracts", "E", "--deals", "50", "--repeats", "1",
            "--games", "4", "--solve", "2", "--solve-cards", "3"]  # fmt: skip
    found = json.loads(run(*call, "--json", "--yardstick", str(yardstick)).stdout)
    row = found["rows"][0]
    assert row["ns_per_card"] == pytest.approx(row["ns_per_deal"] / 36)
    assert row["yardstick_ratio"] == pytest.approx(row["ns_per_deal"] / 500)
    assert found["two_threads_speedup"] > 0
    assert found["games"][0]["us_per_game"] > 0
    assert found["molotow"]["us_per_deal"] > 0
    assert [row["positions"] for row in found["solver"]] == [2] * 5
    assert "E" in run(*call).stdout
    assert run(*call, "--yardstick", str(tmp_path / "none")).exit_code == 2


def test_clean_removes_only_marked_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jasssim.engine

    monkeypatch.setattr(jasssim.engine, "cache_base", lambda: tmp_path)
    own, foreign, linked = (tmp_path / (digit * 16) for digit in "012")
    for folder in (own, foreign, tmp_path / "notes"):
        (folder / "kernels").mkdir(parents=True)
        (folder / "kernels" / "kernel.nbi").write_text("x")
    for folder in (own, tmp_path / "notes"):
        (folder / jasssim.engine.MARKER).touch()
    linked.symlink_to(tmp_path / "notes")
    assert f"would remove {own}" in run("clean", "--dry-run").stdout
    assert own.is_dir()
    done = run("clean")
    assert done.exit_code == 0
    assert f"left alone {foreign}" in done.stdout
    assert not own.exists()
    assert {path.name for path in tmp_path.iterdir()} == {foreign.name, linked.name, "notes"}
