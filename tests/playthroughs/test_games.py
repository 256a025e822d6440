"""Whole games, as ``jasssim show --game`` prints them, against committed texts.

After a wanted change of the words: ``JASSSIM_UPDATE_PLAYTHROUGHS=1 pytest
tests/playthroughs`` writes the texts anew; read the difference before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from jasssim.cli import main

TEXTS = Path(__file__).with_name("games")
UPDATE = os.environ.get("JASSSIM_UPDATE_PLAYTHROUGHS") == "1"
# Callers that read no hand evaluation and the bot `greedy` are not meant to change.
TEAMS = ("--team0", "random:greedy", "--team1", "first-open:greedy")
SHOWN = [
    ("wyys-10", 25, "en"),  # a match, a counter-match, and one im Fass
    ("wyys-10", 10, "de"),  # equal totals
    ("tafel-8", 33, "de"),  # the same as the first, and the counter-match counts
    ("wyys-10b", 1, "en"),  # 3×3
]


def path_of(rules: str, game: int, language: str) -> Path:
    return TEXTS / f"{rules}.{game}.{language}.txt"


def shown(rules: str, game: int, language: str) -> str:
    words = ["show", "--seed", "7", "--game", str(game), "--rules", rules, "--lang", language]
    result = CliRunner().invoke(main, [*words, *TEAMS], catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


@pytest.mark.parametrize(("rules", "game", "language"), SHOWN)
def test_game_reads_as_committed(rules: str, game: int, language: str) -> None:
    path = path_of(rules, game, language)
    text = shown(rules, game, language)
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), (
        f"{path.name} differs; set JASSSIM_UPDATE_PLAYTHROUGHS=1 to write it anew"
    )


def test_no_game_is_left_over() -> None:
    assert sorted(TEXTS.glob("*")) == sorted({path_of(*case) for case in SHOWN})
