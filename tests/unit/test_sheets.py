"""Score sheets: written, read back, written anew by other rules, and what is refused."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jasssim.game.contract import parse_contract
from jasssim.game.rules import Rules, change_rules, load_rules
from jasssim.lab.coiffeur.games import play_games
from jasssim.lab.coiffeur.played import rounds_of
from jasssim.lab.coiffeur.scorebook import Cell, ScoredGame, score_game
from jasssim.lab.coiffeur.sheet_cells import round_limits
from jasssim.lab.coiffeur.sheets import read_sheet, sheet_of, write_sheet

HOUSES = [
    load_rules("wyys-10b"),
    load_rules("tafel-8"),
    load_rules("tournament-160"),
    load_rules("jasvel-10"),
    change_rules(load_rules("tafel-8"), {"name": "open", "counter_match": "open_row"}),
    change_rules(
        load_rules("jasvel-10"),
        {"name": "per", "alt_values": "per_trick", "counter_match": "open_row"},
    ),
    change_rules(
        load_rules("wyys-10b"),
        {"name": "weis", "weis": "schieber", "block3_values": "per_block", "match_value": 257},
    ),
]


def played(rules: Rules, games: int) -> list[ScoredGame]:
    """Whole games and parts of them; the better side makes matches against the other."""
    found = play_games("first-open:greedy", "random:random", games, 3, rules, trace=True)
    scored = []
    for game in range(games):
        for half in (0, 1):
            rounds = rounds_of(found, game, half)
            parts = (rounds, rounds[: game % len(rounds)])
            scored += [score_game(rules, part) for part in parts]
    return scored


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_charts_come_back_as_they_were(tmp_path: Path, rules: Rules) -> None:
    path = tmp_path / "sheet.json"
    matches = counters = filled = 0
    for game in played(rules, 40):
        write_sheet(path, sheet_of(game, ("Vrüni & Sepp", "wir")))
        sheet = read_sheet(path, rules)
        chart = sheet.chart
        assert (chart.cells, chart.extra, chart.winner) == (game.cells, game.extra, game.winner)
        assert (chart.totals, chart.left) == (game.totals, game.left)
        assert (sheet.names, sheet.notes) == (("Vrüni & Sepp", "wir"), [])
        matches += sum(r.match for r in game.rounds)
        counters += sum(r.counter_match for r in game.rounds)
        filled += sum(cell is not None and not cell.own for team in game.cells for cell in team)
    assert matches
    assert counters
    assert bool(filled) == (rules.counter_match == "open_row")


CHANGES: list[dict[str, Any]] = [
    {"rounding": "floor"},
    {"rounding": "none", "match_value": 300},
    {"match_mode": "add", "match_value": 100},
    {"counter_match": "bonus"},
    {"counter_match": "bonus", "match_mode": "add", "match_value": 50},
    {"writers": "both"},
]


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_a_sheet_is_written_anew_when_a_rule_changes(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    rules = load_rules("wyys-10b")
    other = change_rules(rules, change)
    path = tmp_path / "sheet.json"
    noted = 0
    for game in played(rules, 10):
        write_sheet(path, sheet_of(game))
        sheet = read_sheet(path, other)
        again = score_game(other, [r.played for r in game.rounds])
        assert sheet.chart.cells == again.cells
        assert (sheet.chart.extra, sheet.chart.totals) == (again.extra, again.totals)
        assert sheet.chart.winner == again.winner
        noted += bool(sheet.notes)
        assert bool(sheet.notes) >= (again.totals != game.totals)
    assert noted


def pts(points: int | None = None, match: bool = False, scratched: bool = False) -> dict[str, Any]:
    return {"match": match, "scratched": scratched, "pts": points}


def tafel() -> dict[str, Any]:
    """A sheet as another program keeps it, on the board of tafel-8, in another order."""
    rows: list[tuple[int, str, Any, Any]] = [
        (1, "Eicheln", pts(112), pts(45)),
        (2, "Rosen", pts(), pts(157)),
        (4, "Schellen", pts(74), pts(75)),
        (3, "Schilten", pts(257, match=True), pts(0)),
        (5, "Obenabe", pts(9), pts()),
        (6, "Ondenufe", pts(scratched=True), pts(157, match=True)),
        (7, "Wunsch", pts(130), pts(100)),
        (8, "Wunsch", pts(), pts(100)),
    ]
    return {
        "teamName": ["Team 1", "Team 2", "Team 3"],
        "rows": [
            {"factor": factor, "type": name, "pts": [one, two, pts()]}
            for factor, name, one, two in rows
        ],
    }


def read(tmp_path: Path, values: Any, rules: str | Rules | None = "tafel-8") -> Any:
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(values), "utf-8-sig")
    return read_sheet(path, load_rules(rules) if isinstance(rules, str) else rules)


def test_a_sheet_of_another_program_is_read(tmp_path: Path) -> None:
    sheet = read(tmp_path, tafel())
    written = [[cell and cell.written for cell in team] for team in sheet.chart.cells]
    assert written == [[11, None, 25, 7, 0, 0, 13, None], [4, 15, 0, 7, None, 25, 10, 10]]
    assert sheet.chart.totals == [11 + 75 + 28 + 0 + 0 + 91, 4 + 30 + 0 + 28 + 150 + 70 + 80]
    assert sheet.names == ("Team 1", "Team 2")
    assert sheet.chart.cells[0][0] == Cell(11, "eichel", 0)
    half_up = change_rules(load_rules("tafel-8"), {"rounding": "half_up"})
    assert [c and c.written for c in read(tmp_path, tafel(), half_up).chart.cells[0]] == [
        11, None, 26, 7, 1, 0, 13, None,
    ]  # fmt: skip
    added = change_rules(load_rules("tafel-8"), {"match_mode": "add", "match_value": 100})
    assert read(tmp_path, tafel(), added).chart.totals == sheet.chart.totals


def test_surplus_rows_and_a_third_column_are_passed_over(tmp_path: Path) -> None:
    values = tafel()
    values["rows"].append({"factor": 11, "type": "Coiffeur", "pts": [pts(), pts(), pts()]})
    values["rows"][0]["pts"][2]["pts"] = 112 - 45
    values["rows"][2]["pts"].pop()
    values["rows"][4]["pts"] = [pts(9), None]
    assert read(tmp_path, values).chart.totals == read(tmp_path, tafel()).chart.totals
    del values["rows"][7:]
    assert read(tmp_path, values).chart.cells[1][7] is None


Refusal = tuple[Callable[[dict[str, Any]], object], str]


def put(row: int, team: int, **values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda sheet: sheet["rows"][row]["pts"][team].update(values)


def put_row(row: int, **values: Any) -> Callable[[dict[str, Any]], object]:
    return lambda sheet: sheet["rows"][row].update(values)


REFUSALS: list[Refusal] = [
    (put(3, 1, pts=158), r"rows\[3\].pts\[1\].pts = 158 without match: expected 0 to 157"),
    (put(3, 1, pts=-1), r"rows\[3\].pts\[1\].pts = -1 without match"),
    (put(1, 1, pts=257), r"rows\[1\].pts\[1\].pts = 257 without match: .* with match 257"),
    (
        put(0, 0, match=True),
        r"rows\[0\].pts\[0\].pts = 112 contradicts match: expected 157",
    ),
    (put(3, 0, pts=160), r"rows\[3\].pts\[0\].pts = 160 contradicts match"),
    (put(3, 0, pts=None), r"rows\[3\].pts\[0\].pts is null, which contradicts match = True"),
    (put(5, 0, pts=20), r"rows\[5\].pts\[0\].scratched contradicts pts = 20"),
    (put(0, 0, pts=11.5), r"expected `int \| null`, got `float` at `rows\[0\].pts\[0\].pts`"),
    (put(0, 0, match=1), r"expected `bool`, got `int` at `rows\[0\].pts\[0\].match`"),
    (put(0, 2, pts=30), r"rows\[0\].pts\[2\].pts = 30: a third team"),
    (put_row(4, type="Hindersi"), r"rows\[4\].type = 'Hindersi' is unknown; .* has Eichel, Rosen"),
    (put_row(4, type="Slalom"), r"rows\[4\].type = 'Slalom' lies beyond the chart of tafel-8"),
    (put_row(4, type="Eicheln", factor=1), r"rows\[4\]: Eicheln stands twice, first in rows\[0\]"),
    (put_row(7, factor=7), r"rows\[7\]: Wunsch stands twice, first in rows\[6\]"),
    (put_row(4, factor=6), r"rows\[4\].factor = 6: Obenabe counts 5 by the rules tafel-8"),
    (put_row(4, pts=[pts()]), r"rows\[4\].pts has 1 entries"),
    (
        lambda sheet: sheet["rows"].append(
            {"factor": 9, "type": "Slalom", "pts": [pts(100), pts(), pts()]}
        ),
        r"rows\[8\].type = 'Slalom' lies beyond the chart",
    ),
]


@pytest.mark.parametrize(("damage", "match"), REFUSALS, ids=[match for _, match in REFUSALS])
def test_what_cannot_be_is_refused_by_its_key(
    tmp_path: Path, damage: Callable[[dict[str, Any]], object], match: str
) -> None:
    values = tafel()
    damage(values)
    with pytest.raises(ValueError, match=match) as error:
        read(tmp_path, values)
    assert str(error.value).startswith(f"{tmp_path / 'sheet.json'}: ")


def ours(tmp_path: Path, rules: Rules) -> dict[str, Any]:
    """A sheet of ours in which seats 1 and 3 called every row and lost one without a trick."""
    games = played(rules, 30)
    game = next(g for g in games if not g.left and any(r.counter_match for r in g.rounds))
    write_sheet(tmp_path / "ours.json", sheet_of(game))
    values: dict[str, Any] = json.loads((tmp_path / "ours.json").read_text("utf-8"))
    return values


OWN_REFUSALS: list[Refusal] = [
    (put_row(2, id="ober"), r"rows\[2\].id = 'ober' lies beyond the chart"),
    (put_row(2, type="Obenabe"), r"rows\[2\].type = 'Obenabe': row schilten is played as L"),
    (put_row(2, kind="S"), r"rows\[2\].kind = 'S': row schilten is played as L"),
    (put_row(2, id="eichel"), r"rows\[2\].type = 'Schilten': row eichel is played as E"),
    (put(2, 0, call="eichel"), r"rows\[2\].pts\[0\].call = 'eichel': expected a call of row schil"),
    (put(6, 0, call="joker7:X"), r"rows\[6\].pts\[0\].call: call 'joker7:X' is not on the chart"),
    (put(2, 0, round=1000), ""),
    (put(2, 0, round=0), r">= 1 at `rows\[2\].pts\[0\].round`"),
    (put(2, 0, rest=1), r"rows\[2\].pts\[0\].rest = 1 contradicts pts = "),
    (put(2, 0, own=False), r"rows\[2\].pts\[0\].own is false, but no match against"),
    (lambda sheet: sheet["rows"].append(sheet["rows"][3]), r"rows\[8\]: schellen stands twice"),
]


@pytest.mark.parametrize(("damage", "match"), OWN_REFUSALS, ids=[m for _, m in OWN_REFUSALS])
def test_what_cannot_be_on_our_sheets_is_refused(
    tmp_path: Path, damage: Callable[[dict[str, Any]], object], match: str
) -> None:
    values = ours(tmp_path, load_rules("tafel-8"))
    damage(values)
    if not match:
        assert read(tmp_path, values, None).notes == []
        return
    with pytest.raises(ValueError, match=match):
        read(tmp_path, values, None)


def test_a_round_stands_once(tmp_path: Path) -> None:
    values = ours(tmp_path, load_rules("tafel-8"))
    one, two = values["rows"][0]["pts"][0], values["rows"][4]["pts"][1]
    two["round"] = one["round"]
    with pytest.raises(ValueError, match=r"rows\[4\].pts\[1\].round = \d+: stands in rows\[0\]"):
        read(tmp_path, values, None)


def test_a_counter_match_is_kept_and_checked(tmp_path: Path) -> None:
    values = ours(tmp_path, load_rules("tafel-8"))
    row, team = next(
        (r, t) for r in range(8) for t in (0, 1) if values["rows"][r]["pts"][t]["counter"]
    )
    entry = values["rows"][row]["pts"][team]
    assert (entry["pts"], entry["rest"], entry["match"]) == (0, 157, False)
    factor = values["rows"][row]["factor"]
    entry["counter"] = False
    (extra, totals, *_) = read(tmp_path, values, None).notes
    assert extra.startswith("extra is ")
    assert totals.startswith("totals is ")
    less = values["totals"][1 - team] - 25 * factor
    assert read(tmp_path, values, None).chart.totals[1 - team] == less
    entry |= {"counter": True, "pts": 1, "rest": 156}
    with pytest.raises(ValueError, match="pts = 1 contradicts counter: expected 0"):
        read(tmp_path, values, None)
    entry |= {"pts": 157, "match": True, "rest": 0}
    with pytest.raises(ValueError, match="match contradicts rest = 0, counter = True"):
        read(tmp_path, values, None)


def test_a_row_that_the_opponents_filled_needs_their_match(tmp_path: Path) -> None:
    rules = HOUSES[4]
    for game in played(rules, 40):
        if any(cell and not cell.own for team in game.cells for cell in team):
            write_sheet(tmp_path / "sheet.json", sheet_of(game))
            break
    with pytest.raises(ValueError, match="own is false, but no match against the opponents' call"):
        read_sheet(tmp_path / "sheet.json", load_rules("tafel-8"))
    values = json.loads((tmp_path / "sheet.json").read_text("utf-8"))
    entry = next(e for row in values["rows"] for e in row["pts"] if not e["own"])
    entry["pts"] = 120
    with pytest.raises(ValueError, match="rest = 157 contradicts pts = 120 across"):
        read(tmp_path, values, rules)


def test_files_that_are_no_sheets_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_bytes(codecs.BOM_UTF8 + b'{"rows": [')
    with pytest.raises(ValueError, match=": no valid JSON"):
        read_sheet(path)
    for values, match in (
        ([], "expected `object`, got `array`"),
        ({}, "missing required field `rows`"),
        ({"rows": [{"factor": 1}]}, r"missing required field `type` at `rows\[0\]`"),
        ({"rows": []}, "the sheet names no rules"),
        ({"rows": [], "rules": "mine.toml"}, "the rules 'mine.toml' are not shipped"),
        ({"rows": [], "rules": "molotow"}, "have no chart"),
    ):
        with pytest.raises(ValueError, match=match):
            read(tmp_path, values, None)


def test_rows_of_a_region_keep_their_names(tmp_path: Path) -> None:
    """A kind that only a rule set defines, and Slalom by each trick's own values."""
    kind = {"id": "tannenbaum", "schedule": ["obenabe"] * 4 + ["undenufe"] * 5, "values": "own"}
    rules = change_rules(
        Rules(),
        {
            "kinds": [kind],
            "rows": [
                {"id": "baum", "kind": "tannenbaum", "factor": 3},
                {"id": "slalom", "kind": "slalom", "factor": 2},
            ],
            "alt_values": "per_trick",
        },
    )
    rows = [
        {"factor": 3, "type": "Tannenbaum", "pts": [pts(190), pts(201, match=True)]},
        {"factor": 2, "type": "Slalom", "pts": [pts(160, match=True), pts(158)]},
    ]
    sheet = read(tmp_path, {"rows": rows}, rules)
    assert [[cell.written for cell in team] for team in sheet.chart.cells] == [[19, 16], [16, 16]]
    rows[0]["pts"][0]["pts"] = 202
    with pytest.raises(ValueError, match=r"rows\[0\].pts\[0\].pts = 202 .* expected 0 to 201"):
        read(tmp_path, {"rows": rows}, rules)


def test_limits_of_a_round() -> None:
    per_trick = Rules(alt_values="per_trick", block3_values="per_block")
    for text in ("E", "obenabe", "misere", "molotow", "3x3:E", "guschti-undenufe"):
        assert round_limits(parse_contract(text), Rules()) == (157, 157)
    assert round_limits(parse_contract("guschti-undenufe"), per_trick) == (113, 201)
    low, high = round_limits(parse_contract("3x3:E"), per_trick)
    assert low < 157 < high


def test_a_name_that_breaks_the_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(tafel() | {"teamName": ["we", "th\ney"]}), "utf-8")
    with pytest.raises(
        ValueError, match=r"sheet\.json: teamName\[1\] = 'th\\ney': expected a name"
    ):
        read_sheet(path, load_rules("tafel-8"))


def test_a_sheet_without_rules_asks_for_the_option(tmp_path: Path) -> None:
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps(tafel()), "utf-8")
    with pytest.raises(ValueError, match=r"names no rules; name them: --rules RULES$"):
        read_sheet(path)
