"""``jasssim solve``: one position and files of them, as a user types it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jasssim.cli import main
from jasssim.lab.solver import batch
from jasssim.lab.solver.position import Position
from jasssim.lab.solver.solve import Solution

FILE = Path(__file__).parents[1] / "rules" / "solver_positions.json"
END = "0:AK... O9... X8... 76..."
DEAL_5 = "0:AU.9..K6 K9.A8..A .X7.K.X7 6.6.87.U"
MIXED = "0:A.A.. K.6.. X.9.. 6.8.."


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["solve", *words])


def answer(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def lines(*words: str, code: int = 0) -> list[str]:
    result = run(*words)
    assert result.exit_code == code, result.output
    text: str = result.stdout
    return text.splitlines()


def write(path: Path, wrong: bool = False) -> str:
    """The first eight positions of the shipped file, the third with another value."""
    content = json.loads(FILE.read_text("utf-8"))
    content["positions"] = content["positions"][:8]
    content["positions"][2]["team0_points"] += wrong
    file = path / "mine.json"
    file.write_text(json.dumps(content), "utf-8")
    return str(file)


def test_a_position_is_told_in_words() -> None:
    found = lines(END, "--contract", "slalom-obenabe", "--cards")
    assert found[:-1] == [
        "slalom-obenabe, rules default: seat 0 calls, seat 0 is next in trick 8",
        "seats 0 and 2: 26 points; seats 1 and 3: 15 points",
        "seats 0 and 2 write 3, before the factor",
        "match: seats 0 and 2 cannot force it",
        "counter-match: seats 1 and 3 cannot force it",
        "seat 0 may play, with the points of the caller's team and the loss:",
        "  EK   26    0",
        "  EA   19    7",
    ]
    assert re.fullmatch(r"\d+\.\d ms, \d+ nodes, \d+\.\d\d million nodes/s", found[-1])


def test_a_match_is_told() -> None:
    found = lines(END)
    assert found[1:5] == [
        "seats 0 and 2: 41 points; seats 1 and 3: 0 points",
        "seats 0 and 2 write 16, before the factor",
        "match: seats 0 and 2 can force it",
        "counter-match: seats 1 and 3 cannot force it",
    ]
    assert lines(END, "--contract", "undenufe")[1:5] == [
        "seats 0 and 2: 0 points; seats 1 and 3: 41 points",
        "seats 0 and 2 write 0, before the factor",
        "match: seats 0 and 2 cannot force it",
        "counter-match: seats 1 and 3 can force it",
    ]


def test_values_as_json() -> None:
    found = answer(END, "--cards", "--caller", "1", "--rules", "tournament-160")
    assert found.pop("seconds") > 0
    assert found.pop("nodes") > 0
    assert found == {
        "deal": END, "table": [], "contract": "obenabe", "rules": "tournament-160", "caller": 1,
        "seat": 0, "solved": True, "points": 0, "other_points": 41, "low": 0, "high": 0,
        "written": 0, "match": False, "counter_match": True, "cards": {"EK": 0, "EA": 0},
    }  # fmt: skip


def test_play_goes_on_from_cards_played() -> None:
    found = answer(MIXED, "--played", "EA EK,EX e6 RA", "--cards")
    assert (found["deal"], found["table"], found["seat"]) == ("0:... .6.. .9.. .8..", ["RA"], 1)
    assert (found["points"], list(found["cards"])) == (25 + 11 + 8 + 5, ["R6"])
    assert answer(MIXED, "--leader", "1", "--cards")["cards"].keys() == {"EK", "R6"}


def test_blocks_are_chosen() -> None:
    options = ("0:AKO... X98... 76.A.. .K98..", "--contract", "3x3:obenabe,undenufe")
    each = [answer(*options, "--blocks", suit) for suit in "ERSL"]
    assert each[0]["contract"] == "3x3:obenabe,undenufe,E"
    points = [one["points"] for one in each]
    assert len(set(points)) > 1
    assert answer(*options)["points"] == max(points)


def test_tens_leave_a_span_of_points() -> None:
    exact, rough = answer(DEAL_5), answer(DEAL_5, "--tens")
    assert rough["solved"]
    assert (rough["points"], rough["other_points"]) == (None, None)
    assert rough["low"] <= exact["points"] <= rough["high"]
    assert rough["written"] == exact["written"]
    text = f"seats 0 and 2: {rough['low']} to {rough['high']} points"
    assert lines(DEAL_5, "--tens")[1] == text


def test_a_budget_that_does_not_last_is_told() -> None:
    right = answer(DEAL_5)["points"]
    found = answer(DEAL_5, "--budget", "20")
    assert not found["solved"]
    assert found["points"] is None and found["written"] is None
    assert found["low"] <= right <= found["high"]
    text = lines(DEAL_5, "--budget", "20")
    assert text[1] == f"unsolved: {found['nodes']} cards laid were not enough"
    assert text[2] == f"seats 0 and 2: {found['low']} to {found['high']} points"
    assert not any("write" in line for line in text)


def test_a_file_is_solved_and_checked(tmp_path: Path) -> None:
    found = lines("--file", write(tmp_path), "--check")
    assert re.fullmatch(r" {4}1  E +3 +17 +\d+\.\d ms +\d+ nodes", found[0])
    assert found[8:10] == ["", "contract               cards positions    mean ms   mean nodes"]
    assert re.fullmatch(
        r"8 positions, 0 differences, mean ms: E/3 \d+\.\d, R/4 \d+\.\d, S/4 \d+\.\d, L/5 \d+\.\d, "
        r"E/4 \d+\.\d, obenabe/3 \d+\.\d, obenabe/4 \d+\.\d",
        found[-1],
    )
    assert len(found) == 8 + 2 + 7 + 1


def test_a_difference_is_told_and_fails_a_check(tmp_path: Path) -> None:
    file = write(tmp_path, wrong=True)
    found = lines("--file", file)
    assert [line for line in found[:8] if "differs" in line] == [found[2]]
    assert found[2].endswith("nodes  differs: the file says 18")
    assert found[-1].startswith("8 positions, 1 difference, mean ms: ")
    assert lines("--file", file, "--check", code=1)[-1].startswith("8 positions, 1 difference")
    assert lines("--file", file, "--check", "--limit", "2")[-1].startswith("2 positions, 0 diff")


def test_a_file_as_json(tmp_path: Path) -> None:
    found = answer("--file", write(tmp_path, wrong=True), "--jobs", "2")
    counts = [found[key] for key in ("positions", "differences", "unsolved", "interrupted")]
    assert counts == [8, 1, 0, False]
    assert [one["differs"] for one in found["solutions"]] == [n == 2 for n in range(8)]
    assert found["solutions"][2]["team0_points"] + 1 == found["solutions"][2]["file_points"]
    assert sum(mean["positions"] for mean in found["means"]) == 8


def test_a_file_with_a_budget_says_what_is_unsolved(tmp_path: Path) -> None:
    found = lines("--file", write(tmp_path), "--check", "--budget", "30")
    opened = [line for line in found if line.endswith("unsolved")]
    assert opened
    assert all(re.search(r" \d+-\d+ ", line) for line in opened)
    assert f", {len(opened)} unsolved, mean ms" in found[-1]


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_interrupt_keeps_the_summary(
    form: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = batch.solve_many

    def interrupted(positions: list[Position], **options: Any) -> Iterator[Solution]:
        options["tens"] = options["tens"][:3]
        yield from many(positions[:3], **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "solve_many", interrupted)
    result = run("--file", write(tmp_path, wrong=True), "--check", *form)
    assert result.exit_code == 130
    assert result.stderr == "interrupted after 3 of 8 positions\n"
    if form:
        found = json.loads(result.stdout)
        assert found["interrupted"]
        assert len(found["solutions"]) == found["positions"] == 3
    else:
        assert result.stdout.splitlines()[-1].startswith("3 positions, 1 difference, mean ms: ")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((), "give either a deal as text, in quotes, or a file of positions by --file"),
        ((END, "--file", str(FILE)), "give either a deal as text"),
        ((END, "--check"), "--check belongs to a file of positions: give --file, or leave it out"),
        ((END, "--jobs", "2"), "--jobs belongs to a file of positions"),
        (("--file", str(FILE), "--cards"), "--cards belongs to a single deal: leave it or --file"),
        (("--file", str(FILE), "--contract", "E"), "--contract belongs to a single deal"),
        ((END, "--cards", "--tens"), "cards and tens were asked for"),
        ((END, "--contract", "molotow"), "contract molotow: each of the four plays for itself"),
        ((END, "--played", "EA E7"), "card 2 played: seat 1 may not play E7, only one of E9 EO"),
        (("0:AK... O9... X8... 7...",), "hands of [2, 2, 2, 1] cards and 0 on the table do not"),
        (("0:AK... O9... X8...",), "deal '0:AK... O9... X8...' does not hold four hands"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(words: tuple[str, ...], text: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {text}")
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""
