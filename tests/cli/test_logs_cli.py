"""The commands ``log`` and ``sheet`` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jasssim.cli import main
from jasssim.game.rules import load_rules
from jasssim.lab.coiffeur.games import play_games
from jasssim.lab.coiffeur.logs import write_logs
from jasssim.lab.coiffeur.played import rounds_of
from jasssim.lab.coiffeur.scorebook import ScoredGame, score_game
from jasssim.lab.coiffeur.sheets import sheet_of, write_sheet


def run(*words: str) -> Any:
    return CliRunner().invoke(main, list(words))


@pytest.fixture(scope="module")
def games() -> list[ScoredGame]:
    found = play_games("first-open:greedy", "random:random", 2, 1, "tafel-8", trace=True)
    return [score_game(load_rules("tafel-8"), rounds_of(found, game)) for game in (0, 1)]


@pytest.fixture
def log(tmp_path: Path, games: list[ScoredGame]) -> Path:
    path = tmp_path / "games.log"
    write_logs(path, games, ("we", "they"), "01.12.26 20:15:00")
    return path


def test_log_shows_every_game(log: Path, games: list[ScoredGame]) -> None:
    result = run("log", str(log))
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    first, second = games[0].totals
    ahead = int(second > first)
    assert lines[0] == (
        f"line 1: game 0, tafel-8, 16 deals, {first} : {second}, seats {ahead} and {ahead + 2} win"
    )
    assert lines[1].startswith("line 17: game 1, ")
    assert lines[2:] == ["2 checked, violations: 0"]
    values = json.loads(run("log", str(log), "--json").stdout)
    assert [game["totals"] for game in values["games"]] == [game.totals for game in games]
    assert [game["winner"] for game in values["games"]] == [game.winner for game in games]
    assert (values["deals"], values["violations"]) == ([], 0)


def test_log_prints_each_violation_in_a_line(log: Path, games: list[ScoredGame]) -> None:
    lines = log.read_text("utf-8").splitlines()
    lines[3] = lines[3].replace('"points":', '"points":1', 1)
    cards = json.loads(lines[20])["game"]["tricks"]
    lines[20] = lines[20].replace(cards[7]["cards"][1], cards[2]["cards"][0])
    log.write_text("\n".join(lines), "utf-8")
    result = run("log", str(log))
    assert result.exit_code == 1
    text = result.stdout.splitlines()
    assert text[1].startswith("line 4: game 0, deal 4, trick 1: the log counts 1")
    assert text[3].startswith("line 21: game 1, deal 5, trick 8: ")
    assert "lies twice, first in trick 3" in text[3]
    assert text[2] == "line 17: game 1, tafel-8, 4 deals, " + text[2].split("4 deals, ")[1]
    assert text[2].endswith("not over")
    assert text[-1] == "2 checked, violations: 2"
    values = json.loads(run("log", str(log), "--json").stdout)
    assert values["violations"] == 2
    assert values["games"][0]["violations"] == [text[1]]


def test_log_by_other_rules_names_what_they_write_otherwise(log: Path) -> None:
    result = run("log", str(log), "--rules", "tournament-160")
    assert result.exit_code == 1
    assert "written is " in result.stdout


def test_log_checks_a_deal_without_a_chart(log: Path) -> None:
    """A line of ours without our keys is a plain deal; its trump tells what is played."""
    line = json.loads(log.read_text("utf-8").splitlines()[0])
    own = "rules game deal row factor contract start team_caller caller passes blocks written"
    game = {key: value for key, value in line["game"].items() if key not in own.split()}
    forehand = (game["dealer"] - 1) % 4
    log.write_text(json.dumps({"game": game | {"jassTyp": "SCHIEBER"}}))
    result = run("log", str(log))
    assert forehand == game["tricks"][0]["first"]
    assert result.exit_code == 0, result.stdout
    points = [sum(t["points"] for t in game["tricks"] if t["win"] % 2 == k) for k in (0, 1)]
    assert f"{points[0]} : {points[1]} points" in result.stdout
    assert json.loads(run("log", str(log), "--json").stdout)["deals"][0]["points"] == points


@pytest.mark.parametrize("command", ["log", "sheet"])
def test_files_that_cannot_be_read_are_usage_errors(tmp_path: Path, command: str) -> None:
    path = tmp_path / "file.json"
    assert run(command, str(path)).exit_code == 2
    path.write_text('{"game": ')
    result = run(command, str(path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"error: {path}: ")
    assert "no valid JSON" in result.stderr
    assert run(command, str(path), "--rules", "wyys-99").exit_code == 2


def test_sheet_shows_the_chart(tmp_path: Path, games: list[ScoredGame]) -> None:
    path = tmp_path / "sheet.json"
    part = score_game(games[0].rules, [r.played for r in games[0].rounds[:9]])
    write_sheet(path, sheet_of(part, ("wir", "ihr")))
    result = run("sheet", str(path))
    assert result.exit_code == 0, result.stderr
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["wir", "ihr"]
    assert len([line for line in lines if "×" in line]) == 8
    total = next(line for line in lines if line.startswith("total"))
    assert total.split()[1:] == [str(number) for number in part.totals]
    first, second = part.totals
    ahead = ("wir", "ihr")[int(second > first)]
    assert lines[-1] == f"{ahead} leads by {abs(first - second)}, 7 cells open"
    values = json.loads(run("sheet", str(path), "--json").stdout)
    assert (values["totals"], values["over"], values["winner"]) == (part.totals, False, None)
    assert [row["teams"][0] and row["teams"][0]["written"] for row in values["rows"]] == [
        cell and cell.written for cell in part.cells[0]
    ]


def test_sheet_of_a_full_chart_names_the_winner(tmp_path: Path, games: list[ScoredGame]) -> None:
    path = tmp_path / "sheet.json"
    write_sheet(path, sheet_of(games[1], ("wir", "ihr")))
    winner = games[1].winner
    assert winner is not None
    assert run("sheet", str(path)).stdout.splitlines()[-1] == f"{('wir', 'ihr')[winner]} wins"
    other = run("sheet", str(path), "--rules", "tournament-160")
    assert "totals is " in other.stdout
    assert "by the rules tournament-160" in other.stdout
    values = json.loads(path.read_text("utf-8"))
    values["rows"][0]["pts"][1]["pts"] = 300
    path.write_text(json.dumps(values))
    refused = run("sheet", str(path))
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"error: {path}: rows[0].pts[1].pts = 300 ")
