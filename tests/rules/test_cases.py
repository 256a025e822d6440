"""Conformance cases through engine and reference, and what happens to wrong ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jasssim.cli import main
from jasssim.game.chart import chart_calls
from jasssim.game.rules import make_rules
from jasssim.lab.conformance.cases import RawCase, check_case, load_cases

CASES = Path(__file__).with_name("cases.json")
LEGAL: dict[str, Any] = {
    "id": "mine",
    "type": "legal",
    "input": {"contract": "E", "trick": ["RX"], "hand": ["R7", "S9"], "rules": {}},
    "expect": {"legal": ["R7"]},
}


def run(path: Path, *options: str) -> Any:
    return CliRunner().invoke(main, ["check-cases", str(path), *options])


def write(folder: Path, *cases: dict[str, Any]) -> Path:
    path = folder / "cases.json"
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")
    return path


@pytest.mark.parametrize("case", load_cases(CASES), ids=lambda case: case.id)
def test_engine_and_reference_agree_with_the_case(case: RawCase) -> None:
    assert check_case(case) == []


def test_command_counts_the_cases() -> None:
    result = run(CASES, "--json")
    found = json.loads(result.stdout)
    assert result.exit_code == 0
    assert found["run"] == found["agreed"] == len(load_cases(CASES))
    assert found["disagreements"] == []


def test_wrong_case_fails_and_is_named(tmp_path: Path) -> None:
    result = run(write(tmp_path, LEGAL | {"expect": {"legal": ["S9"]}}))
    assert result.exit_code == 1
    for side in ("engine", "reference"):
        assert f"mine (legal), {side}: legal expected ['S9'], got ['R7']" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("1 cases run, 0 agreed, 1 disagreed")


def test_refusal_where_an_answer_is_expected_disagrees(tmp_path: Path) -> None:
    asked = LEGAL["input"] | {"contract": "3x3:E", "trick_no": 8}
    result = run(write(tmp_path, LEGAL | {"input": asked}))
    assert result.exit_code == 1
    assert "got refused: " in result.stdout


def test_expected_refusal_that_does_not_come_disagrees(tmp_path: Path) -> None:
    assert run(write(tmp_path, LEGAL | {"expect": {"error": True}})).exit_code == 1


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_unknown_type_fails_only_when_strict(
    tmp_path: Path, options: tuple[str, ...], code: int
) -> None:
    result = run(write(tmp_path, LEGAL, LEGAL | {"type": "weis"}), *options)
    assert result.exit_code == code
    assert "not yet supported: weis, 1 cases" in result.stdout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no valid JSON"),
        ("[1]", "no file of cases"),
        ('{"cases": [{"id": "a", "type": "legal", "input": {}}]}', "missing required field"),
        (json.dumps([LEGAL | {"input": {"contract": "E"}}]), "case mine: "),
        (json.dumps([LEGAL | {"input": LEGAL["input"] | {"hand": ["Z9"]}}]), "unknown card 'Z9'"),
        (
            json.dumps([LEGAL | {"input": LEGAL["input"] | {"rules": {"x": 1}}}]),
            "unknown parameter",
        ),
    ],
)
def test_broken_file_gives_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    result = run(path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("error: ")
    assert message in result.stderr


OWN: dict[str, Any] = {
    "kinds": [
        {"id": "X", "schedule": ["obenabe"] * 9, "goal": "avoid"},
        {"id": "half", "schedule": ["choice"] * 5 + ["undenufe"] * 4, "choices": ["E", "R"]},
    ],
    "rows": [{"id": "x", "kind": "X", "factor": 3}],
}


def test_cases_know_kinds_of_their_own(tmp_path: Path) -> None:
    """A kind of one letter is none of the suits, and contracts are those of the case's rules."""
    lost = {"kind": "X", "points_caller": 30, "points_opp": 127, "tricks_caller": 3, "factor": 3}
    wrote = {"caller_written": 13, "caller_score": 39, "opp_written": 0, "opp_score": 0}
    hand = {"contract": "half:R", "trick": ["E6"], "hand": ["E9", "R6", "L6"]}
    cases = [
        {"id": "one", "type": "round", "input": {**lost, "rules": OWN}, "expect": wrote},
        {
            "id": "two",
            "type": "legal",
            "input": {**hand, "rules": OWN},
            "expect": {"legal": ["E9", "R6"]},
        },
        {
            "id": "three",
            "type": "legal",
            "input": {**hand, "trick_no": 5, "rules": OWN},
            "expect": {"legal": ["E9"]},
        },
        {
            "id": "four",
            "type": "modes",
            "input": {"contract": "half:R", "rules": OWN},
            "expect": {"modes": ["R"] * 5 + ["undenufe"] * 4},
        },
    ]
    result = run(write(tmp_path, *cases), "--strict")
    assert result.exit_code == 0, result.stdout
    assert result.stdout.startswith("4 cases run, 4 agreed")


def test_a_fixed_start_of_a_kind_named_like_two_suits_is_checked() -> None:
    """`RS` is no suit, though its letters stand side by side in the suits' order."""
    kind = {"id": "RS", "schedule": ["choice"] * 9, "choices": ["obenabe", "undenufe"]}
    row = {"id": "rs", "kind": "RS", "factor": 1, "start": "undenufe"}
    rules = make_rules({"kinds": [kind], "rows": [row]})
    assert [str(call.contract) for call in chart_calls(rules)] == ["RS-undenufe"]
