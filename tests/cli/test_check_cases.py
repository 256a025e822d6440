"""``jasssim check-cases``: files with a byte order mark, and cases that are broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from jasssim.cli import main


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


def case_file(path: Path, kind: str, asked: dict[str, Any]) -> str:
    case = {"id": "mine", "type": kind, "input": asked, "expect": {"legal": ["R7"]}}
    path.write_text(json.dumps([case]), encoding="utf-8-sig")
    return str(path)


def test_check_cases_reads_a_marked_file_and_names_bad_cases(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"contract": "E", "trick": ["RX"], "hand": ["R7", "S9"]}
    file = tmp_path / "cases.json"
    assert run("check-cases", case_file(file, "legal", asked)).exit_code == 0
    result = run("check-cases", case_file(file, "legal", {**asked, "hand": ["R7", "RX"]}))
    assert result.exit_code == 2
    assert "case mine: card RX is both in the hand and on the table" in result.stderr
    deck = [suit + rank for suit in "ERSL" for rank in "6789XUOKA"]
    deal = {"hands": [deck[i : i + 9] for i in (0, 9, 18, 27)], "contract": "E", "leader": 0}
    deal |= {"cards": deck, "caller": 4}
    result = run("check-cases", case_file(file, "deal", deal))
    assert "case mine: unknown caller 4" in result.stderr
