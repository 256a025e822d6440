"""``jasssim show --game``: one whole game for people and for machines, and its chart."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jasssim.cli import main
from jasssim.game.cards import parse_card
from jasssim.game.chart import parse_call
from jasssim.game.kinds import Kind
from jasssim.game.notation import parse_deal
from jasssim.game.rules import Row, Rules, change_rules, load_rules, make_rules
from jasssim.lab.coiffeur.chart_text import WIDTH, Decision, decision, format_chart
from jasssim.lab.coiffeur.games import Games, play_games
from jasssim.lab.coiffeur.played import PlayedRound, rounds_of
from jasssim.lab.coiffeur.scorebook import Cell, ScoredGame, score_game
from jasssim.lab.coiffeur.sheets import read_sheet
from jasssim.lab.coiffeur.show import format_game, game_values, running_totals

TEAMS = ("random:greedy", "first-open:random")
TWO_ROWS = Rules(rows=(Row("eichel", "E", 1), Row("rosen", "R", 2)))
NAMES = ("we", "they")


def run(*words: str) -> Any:
    return CliRunner().invoke(main, ["show", *words])


def show_game(*words: str, game: int = 4) -> Any:
    result = run("--game", str(game), "--team0", TEAMS[0], "--team1", TEAMS[1], *words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def games_of(rules: str | Rules, games: int, seed: int = 1) -> Games:
    return play_games(*TEAMS, games, seed, rules, trace=True)


def scored(games: Games, game: int, half: int) -> ScoredGame:
    return score_game(games.setup.rules, rounds_of(games, game, half))


def chart_of(we: str, they: str, rules: Rules = TWO_ROWS, language: str = "en") -> str:
    """Chart of two full or open columns, given as written points, a dot for an open row."""
    cells = [
        [
            None if word == "." else Cell(int(word), row.id, 2 * place + team + 1)
            for place, (word, row) in enumerate(zip(text.split(), rules.rows, strict=True))
        ]
        for team, text in enumerate((we, they))
    ]
    game = ScoredGame(rules, cells=cells)
    return format_chart(rules, cells, [0, 0], game.totals, NAMES, game.winner, language)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--game", "3", "--deal", "4"], "--deal belongs to a single deal"),
        (["--game", "3", "--deal", "0"], "--deal belongs to a single deal"),
        (["--game", "3", "--contract", "obenabe"], "--contract belongs to a single deal"),
        (["--game", "3", "--bots", "rule"], "--bots belongs to a single deal"),
        (["--game", "3", "--hands", "x"], "leave it or --game 3 out"),
        (["--game", "3", "--caller", "1"], "--caller belongs to a single deal"),
        (["--game", "3", "--forehand", "1"], "--forehand belongs to a single deal"),
        (["--half", "0"], "--half belongs to a whole game: give --game, too"),
        (["--team0", "random:random"], "--team0 belongs to a whole game"),
        (["--team1", "random:random"], "--team1 belongs to a whole game"),
        (["--game", "0", "--rules", "default"], "the rules 'default' have no chart"),
        (["--game", "0", "--team0", "greedy"], "expected CALLER:BOT"),
        (["--game", "0", "--team1", "nobody:rule"], "nobody"),
        (["--game", "-1"], "-1"),
        (["--game", "0", "--half", "2"], "2"),
    ],
)
def test_what_cannot_be_shown_is_refused(words: list[str], text: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert text in result.stderr.splitlines()[-1]
    assert not result.stdout


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("language", ["en", "de"])
def test_text_and_json_agree(language: str, half: int) -> None:
    call = ("--seed", "3", "--half", str(half))
    text, values = show_game(*call, "--lang", language), json.loads(show_game(*call, "--json"))
    at_seats = TEAMS if half == 0 else TEAMS[::-1]
    assert values["teams"] == list(at_seats)
    seats = "seats {} and {}: {}" if language == "en" else "Plätze {} und {}: {}"
    heads = [seats.format(team, team + 2, at_seats[team]) for team in range(2)]
    lines = text.splitlines()
    assert lines[1:3] == heads
    assert "wyys-10" in lines[0]
    table = [line.split() for line in lines if re.match(r" +\d+ +\d+ ", line)]
    assert [int(words[0]) for words in table] == list(range(1, len(values["rounds"]) + 1))
    assert [int(words[1]) for words in table] == [r["deal"] for r in values["rounds"]]
    for words, round_ in zip(table, values["rounds"], strict=True):
        a, b = round_["totals"]
        assert f"{a} : {b}" in " ".join(words)
    assert values["rounds"][-1]["totals"] == values["totals"]
    total = next(line for line in lines if re.match("total", line, re.I))
    assert [int(number) for number in re.findall(r"\d+", total)] == values["totals"]
    by_chart = [
        sum(row["cells"][team]["score"] for row in values["chart"]) + values["extra"][team]
        for team in range(2)
    ]
    assert by_chart == values["totals"]
    assert heads[values["winner"]].partition(":")[0] in lines[-1]


def test_half_1_swaps_the_sides() -> None:
    games = games_of("wyys-10", 1)
    for half in (0, 1):
        values = json.loads(show_game("--half", str(half), "--json", game=0))
        by_side = values["totals"] if half == 0 else values["totals"][::-1]
        assert by_side == games.totals[0, half].tolist()


@pytest.mark.parametrize("rules", ["wyys-10b", "tafel-8", "tournament-160"])
def test_game_can_be_played_again_from_its_json(rules: str) -> None:
    values = json.loads(show_game("--rules", rules, "--json"))
    house = make_rules(values["house_rules"])
    assert house == load_rules(rules)
    game = ScoredGame(house)
    for round_ in values["rounds"]:
        hands, leader = parse_deal(round_["deal_text"])
        assert leader == round_["leader"]
        call = parse_call(house, round_["call"])
        assert str(call.contract) == round_["contract"]
        game.add(
            PlayedRound(
                round_["forehand"],
                round_["caller"],
                round_["passes"],
                call,
                tuple(hands),
                tuple(parse_card(card) for card in round_["cards"]),
                tuple(round_["blocks"]),
            )
        )
    about = {key: values[key] for key in ("seed", "game", "half", "teams")}
    assert json.loads(json.dumps(game_values(game, about))) == values


def test_each_round_can_be_shown_as_a_deal() -> None:
    values = json.loads(show_game("--rules", "wyys-10b", "--half", "1", "--json", game=2))
    bots = ",".join(team.partition(":")[2] for team in values["teams"])
    for round_ in values["rounds"]:
        deal = json.loads(
            run(
                "--deal", str(round_["deal"]), "--contract", round_["contract"], "--bots", bots,
                "--caller", str(round_["caller"]), "--rules", "wyys-10b", "--json",
            ).stdout
        )  # fmt: skip
        assert [card for trick in deal["tricks"] for card in trick["cards"]] == round_["cards"]
        assert deal["deal_text"] == round_["deal_text"]
        assert deal["played_contract"] == round_["played_contract"]
        assert deal["team_points"] == round_["points"]
        assert deal["team_tricks"] == round_["tricks"]


@pytest.mark.parametrize(
    "rules",
    [
        load_rules("wyys-6"),
        change_rules(load_rules("tafel-8"), {"counter_match": "open_row"}),
        load_rules("tournament-160"),
    ],
    ids=lambda rules: f"{rules.name}-{rules.counter_match}",
)
def test_rounds_tell_who_was_im_fass_and_how_it_stood(rules: Rules) -> None:
    games = games_of(rules, 60)
    seen = 0
    for number in range(len(games)):
        for half in range(2):
            game = scored(games, number, half)
            kept = games.rounds[number, half][: len(game.rounds)]
            found = [one.im_fass for one in game.rounds]
            assert found == kept["im_fass"].tolist()
            seen += sum(found)
            assert list(running_totals(game)[-1]) == game.totals
    assert seen


def test_matches_and_im_fass_are_marked() -> None:
    games = games_of("wyys-10", 40)
    for number in range(len(games)):
        game = scored(games, number, 0)
        lines = format_game(game, "de").splitlines()[3 : 3 + len(game.rounds)]
        for line, one in zip(lines, game.rounds, strict=True):
            assert line.endswith("  Match") == one.match
            assert line.endswith("  Gegenmatch") == one.counter_match
            assert (" im Fass " in line) == one.im_fass


def test_weis_stands_beside_the_points() -> None:
    rules = change_rules(load_rules("wyys-6"), {"weis": "schieber"})
    game = scored(games_of(rules, 1), 0, 0)
    lines = format_game(game).splitlines()[3:]
    with_weis = [one for one in game.rounds if any(one.weis)]
    assert with_weis
    for line, one in zip(lines, game.rounds, strict=False):
        pairs = zip(one.points, one.weis, strict=True)
        texts = [f"{points}+{weis}" if weis else str(points) for points, weis in pairs]
        assert re.search(rf" {re.escape(texts[0])} : +{re.escape(texts[1])}  ", line), line


def test_game_without_a_source_names_no_deal() -> None:
    game = scored(games_of("wyys-6", 1), 0, 0)
    assert "deal" not in format_game(game)
    assert not {"seed", "deal"} & {*game_values(game), *game_values(game)["rounds"][0]}


def test_game_that_is_not_over() -> None:
    games = games_of("wyys-6", 1)
    game = score_game(games.setup.rules, rounds_of(games)[:5])
    values = game_values(game)
    assert (values["over"], values["winner"], values["decided_by"]) == (False, None, None)
    assert sum(cell is None for row in values["chart"] for cell in row["cells"]) == 7
    assert format_game(game).endswith("rows still open: 7")
    empty = format_game(ScoredGame(games.setup.rules), "de")
    assert empty.endswith("noch offene Zeilen: 12")
    assert empty.count("·") == 12 + 1  # one parts the heading


def test_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'"):
        format_game(ScoredGame(TWO_ROWS), "fr")


def test_open_chart_reads_so() -> None:
    assert chart_of("7 .", ". 12").splitlines() == [
        "          | we                   | they",
        "          | writes  round  named | writes   round  named",
        "Acorns ×1 |  7 = 7      1        |  ·",
        "Roses  ×2 |  ·                   | 12 = 24      4",
        "total     |      7               |      24",
        "rows still open: 2",
    ]


@pytest.mark.parametrize(
    ("we", "they", "changes", "en", "de"),
    [
        ("5 5", "6 5", {}, "winner: they, 16 to 15", "Sieger: they, 16 zu 15"),
        # 8 = 8: one zero against none.
        ("8 0", "6 1", {}, "by fewer zeros, 0 to 1", "durch weniger Nullen, 0 zu 1"),
        # 16 = 16, no zeros: 12 in one row against 10.
        ("6 5", "4 6", {}, "winner: they, by the best round, 12 to 10", "beste Runde, 12 zu 10"),
        # The same by written points, where 6 and 6 leave it open.
        ("6 5", "4 6", {"best_round_by": "written"}, "a draw", "unentschieden"),
        ("8 4", "2 7", {"best_round_by": "written"}, "winner: we, by the best round, 8 to 7", ""),
        ("8 0", "6 1", {"tiebreaks": []}, "a draw", "unentschieden"),
        # The order of the tie-breaks is the rules'.
        ("8 0", "6 1", {"tiebreaks": ["best_round", "fewer_zeros"]}, "we, by the best round", ""),
        ("6 5", "6 5", {}, "a draw", "unentschieden"),
    ],
)
def test_chart_says_what_decided(
    we: str, they: str, changes: dict[str, Any], en: str, de: str
) -> None:
    rules = change_rules(TWO_ROWS, changes)
    assert en in chart_of(we, they, rules).splitlines()[-1]
    assert de in chart_of(we, they, rules, "de").splitlines()[-1]


def test_decision_is_the_winner_of_the_game() -> None:
    games = games_of(TWO_ROWS, 400)
    seen = set()
    for number in range(len(games)):
        game = scored(games, number, 0)
        found = decision(game.rules, game.cells, game.totals)
        seen.add(found and found.by)
        if found is None:
            assert game.winner is None
            continue
        first, second = found.values
        first_wins = first < second if found.by == "fewer_zeros" else first > second
        assert game.winner == (0 if first_wins else 1)
    assert {"total", "fewer_zeros", "best_round"} <= seen


def test_decision_of_an_open_chart_is_none() -> None:
    cells: list[list[Cell | None]] = [
        [Cell(9, "eichel", 1), None],
        [Cell(3, "eichel", 2), Cell(1, "rosen", 3)],
    ]
    assert decision(TWO_ROWS, cells, [9, 5]) is None
    cells[0][1] = Cell(0, "rosen", 4)
    assert decision(TWO_ROWS, cells, [9, 5]) == Decision("total", (9, 5))


@pytest.mark.parametrize("language", ["en", "de"])
def test_chart_tells_points_beside_it_and_filled_rows(language: str) -> None:
    rules = change_rules(TWO_ROWS, {"counter_match": "open_row", "rounding": "none"})
    cells: list[list[Cell | None]] = [
        [Cell(0, "eichel", 1), None],
        [Cell(160, "eichel", 1, own=False), Cell(157, "rosen", 2)],
    ]
    text = format_chart(rules, cells, [320, 0], [320, 474], NAMES, None, language)
    word = "counter-match" if language == "en" else "Gegenmatch"
    lines = text.splitlines()
    assert lines[2].endswith(f"160 = 160  {'    1'}  {word}")
    assert re.fullmatch(rf"{word} +\| +320 +\| +0", lines[4])
    shared = change_rules(TWO_ROWS, {"writers": "both"})
    rest = format_chart(shared, cells, [320, 0], [320, 474], NAMES, None, language)
    assert re.fullmatch(r"[Rr]est +\| +320 +\| +0", rest.splitlines()[4])


OWN = Kind(
    id="oberunder", de="Oberunder mit sehr langem Namen", en="Upper and lower by turns",
    choices=("obenabe", "undenufe"), schedule=("choice", "other") * 4 + ("choice",),
    values="alternating",
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
def test_chart_fits_its_columns(language: str) -> None:
    """Long kinds of one's own, a joker for everything, large numbers and long names."""
    rules = Rules(
        kinds=(OWN,),
        rows=(
            Row("a", "oberunder", 20), Row("b", "guschti", 9, start="undenufe"),
            Row("c", "joker", 8), Row("d", "3x3", 10), Row("e", "molotow", 1),
        ),
        joker_inner=("oberunder", "E", "guschti"), rounding="none", match_value=1000,
    )  # fmt: skip
    calls = ("a:undenufe", "b:undenufe", "c:guschti-undenufe", "d:S", "e")
    cells = [[Cell(1000, call, 10) for call in calls]] * 2
    names = ["greedy(some=1,other=2):mc(worlds=40,depth=4)"] * 2
    text = format_chart(rules, cells, [99999, 1], [147999, 48001], names, 0, language)
    lines = text.splitlines()
    assert max(map(len, lines[:-1])) <= WIDTH
    assert len({line.index("|") for line in lines[:-1]}) == 1
    assert len({line.rindex("|") for line in lines[:-1]}) == 1
    assert lines[-1].count(names[0]) == 1  # the outcome names the winner in full
    shown = [line.partition("|")[0].rpartition("×")[0].strip() for line in lines[2:7]]
    assert (
        shown
        == {
            "en": [
                "Upper and lower by turns",
                "Guschti, Undenufe first",
                "Joker",
                "3×3",
                "Molotow",
            ],
            "de": [
                "Oberunder mit sehr lang…",
                "Guschti, zuerst Undenufe",
                "Joker",
                "3×3",
                "Molotow",
            ],
        }[language]
    )
    # The start of a row with a fixed start is in its name alone.
    named = [line.rpartition("  ")[2] for line in lines[2:7]]
    assert (
        named
        == {
            "en": ["Undenufe fi…", "10", "Guschti, Un…", "trump bells…", "10"],
            "de": ["zuerst Unde…", "10", "Guschti, zu…", "zuerst Trum…", "10"],
        }[language]
    )


@pytest.mark.parametrize("half", ["0", "1"])
def test_the_chart_is_written_as_a_sheet(tmp_path: Path, half: str) -> None:
    path = tmp_path / "sheet.json"
    words = ("--half", half, "--rules", "wyys-6")
    values = json.loads(show_game(*words, "--sheet", str(path), "--json"))
    sheet = read_sheet(path)
    assert (sheet.chart.totals, sheet.chart.winner) == (values["totals"], values["winner"])
    assert list(sheet.names) == values["teams"] == list(TEAMS[:: 1 if half == "0" else -1])
    assert run("--sheet", str(path)).stderr.startswith("error: --sheet belongs to a whole game")
