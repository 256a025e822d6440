"""The page on the rules says what the parameters are, and its examples hold."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from click.testing import CliRunner

from jasssim import reference
from jasssim.cli import main
from jasssim.engine.calling import turn_of
from jasssim.game.chart import check_chart, links, parse_call
from jasssim.game.evening import score_evening
from jasssim.game.kinds import JOKER, Kind, row_kinds
from jasssim.game.marks import RULES, inspektioenler_marks, molotow_marks
from jasssim.game.notation import format_hand, parse_hand
from jasssim.game.rules import Rules, change_rules, load_rules, make_rules, ruleset_names
from jasssim.game.weis import weis_points
from jasssim.game.writing import game_winner, write_rounds, written_points
from jasssim.lab.solo.sittings import make_setups, opening_dealers

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
FIELDS = [name for name in Rules.__struct_fields__ if name not in ("name", "about")]
SECTIONS = {
    title: body.split("\n## ")[0]
    for title, body in re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", PAGE, re.M | re.S)
}
CHAPTERS = {
    title: re.split(r"^### ", body, maxsplit=1, flags=re.M)[0]
    for title, body in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
}
FILES = dict(re.findall(r"`([\w-]+\.toml)`:\n\n```toml\n(.*?)^```$", PAGE, re.M | re.S))
COMMANDS = re.findall(r"^```\n(jasssim .*)\n```$", PAGE, re.M)
REFUSALS = re.findall(r"^error: (([\w.]+\.toml): .*)$", PAGE, re.M)

LEADS = {"on the table": 3, "trick": 3, "tricks": 3, "side 1 and 3": 2}
"""How many cells lead a table of examples, by the header of its second or third one."""

SIDES = {"0 and 2": 0, "1 and 3": 1, "draw": None}


def toml(value: Any) -> str:
    """A value as a rule set's file spells it, strings without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.replace(",", "").split()]


def tables(text: str) -> list[list[list[str]]]:
    """Tables of a text: header, then rows of cells."""
    found = []
    for table in re.findall(r"(?:^\|.*\n)+", text, re.M):
        lines = [line.strip("|").split("|") for line in table.splitlines()]
        found.append([[cell.strip() for cell in line] for line in (lines[0], *lines[2:])])
    return found


def table(chapter: str, head: str) -> list[list[str]]:
    """Rows of the one table of a chapter whose header begins with a text."""
    found = [rows[1:] for rows in tables(CHAPTERS[chapter]) if rows[0][0] == head]
    assert len(found) == 1
    return found[0]


def values_line(name: str) -> tuple[str, str]:
    lines = [line for line in SECTIONS.get(name, "").splitlines() if line.startswith("Values: ")]
    assert len(lines) == 1
    match = re.fullmatch(r"Values: \*\*(.+)\*\*, (.+)", lines[0])
    assert match is not None
    return match[1], match[2]


def literals(name: str) -> list[str]:
    """The values that a parameter can have, empty for lists and numbers."""
    hint = get_type_hints(Rules)[name]
    if hint is bool:
        return ["true", "false"]
    return [toml(value) for value in get_args(hint)] if get_origin(hint) is Literal else []


def examples() -> list[tuple[str, list[str], list[str], str, str]]:
    """Cells of examples: parameter, leading headers and cells, then a value and its cell."""
    found = []
    for name in FIELDS:
        for head, *rows in tables(SECTIONS.get(name, "")):
            if head[0] in ("key", "own side has played in slalom7"):
                continue
            lead = max(LEADS.get(title, 1) for title in head[1:3])
            if literals(name):
                shown = [v.split()[0] if name == "match_mode" else v for v in head[lead:]]
                assert shown == [values_line(name)[0], *values_line(name)[1].split(", ")]
            for row in rows:
                for value, cell in zip(head[lead:], row[lead:], strict=True):
                    found.append((name, head[:lead], row[:lead], value, cell))
    return found


def with_value(name: str, value: str) -> Rules:
    """Rules in which a parameter has the value at the head of a column."""
    if name in ("match_mode", "match_value"):
        mode, number = value.split()
        return make_rules({"match_mode": mode, "match_value": int(number)})
    if name == "both_total":
        return make_rules({"writers": "both", name: int(value)})
    if name == "kinds":
        tuo = tomllib.loads(FILES["tuo.toml"])
        return make_rules({"kinds": [{**tuo["kinds"][0], "values": value}]})
    if name in ("hundred_first", "puur_exempt", "guschti_first") or value.startswith("["):
        return make_rules({name: json.loads(value)})
    return make_rules({name: value})


def write(cells: list[str], rules: Rules) -> str:
    """What both sides write, by package and reference alike."""
    called, points, tricks = cells
    own, other = numbers(points.replace(":", " "))
    avoid, won = called == "Misère", int(tricks)
    wrote = write_rounds(own, other, won, avoid, rules)
    goal = "avoid" if avoid else "points"
    plain = reference.round_score(rules, goal, own, other, won, 1)
    assert (int(wrote.caller), int(wrote.other)) == (plain["caller_written"], plain["opp_written"])
    return f"{plain['caller_written']} : {plain['opp_written']}"


def marks(points: list[int], rules: Rules) -> tuple[list[int], list[int], str]:
    """Strokes, zeros and rule, by package and reference alike."""
    if rules.solo == "molotow" and len(points) == 4:
        found, plain = molotow_marks([points], rules), reference.molotow_marks(points, rules)
    else:
        found, plain = inspektioenler_marks([points]), reference.inspektioenler_marks(points)
    strokes, zeros = found.strokes[0].tolist(), found.zeros[0].tolist()
    rule = found.rule_name(0)
    assert (strokes, zeros, rule) == (plain["strokes"], plain["zeros"], plain["rule"])
    return strokes, zeros, rule


def winner(cells: list[str], rules: Rules) -> int | None:
    """Winner of two charts, by package and reference alike."""
    sides = [[[int(n) for n in cell.split("×")] for cell in side.split()] for side in cells]
    scores = [[w * f for w, f in side] for side in sides]
    rounds = [[w for w, _ in side] for side in sides]
    best = [max(side) for side in (scores if rules.best_round_by == "row_score" else rounds)]
    totals = [sum(side) for side in scores]
    assert totals[0] == totals[1]
    zeros = [side.count(0) for side in rounds]
    won = int(game_winner(np.array([totals]), np.array([zeros]), np.array([best]), rules)[0])
    plain = reference.game_end(sides, [0, 0], rules)["winner"]
    assert (None if won < 0 else won) == plain
    return plain if plain is None else int(plain)


def test_every_parameter_has_a_section_and_no_section_is_of_another() -> None:
    assert list(SECTIONS) == FIELDS


@pytest.mark.parametrize("name", FIELDS)
def test_the_default_is_the_bold_value_and_stands_first(name: str) -> None:
    default = getattr(Rules(), name)
    assert values_line(name)[0] == toml(list(default) if isinstance(default, tuple) else default)


@pytest.mark.parametrize("name", [name for name in FIELDS if literals(name)])
def test_exactly_the_known_values_are_listed(name: str) -> None:
    first, others = values_line(name)
    assert sorted([first, *others.split(", ")]) == sorted(literals(name))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rows", row_kinds()),
        ("joker_inner", [kind for kind in row_kinds() if kind != JOKER]),
        ("tiebreaks", get_args(get_args(get_type_hints(Rules)["tiebreaks"])[0])),
    ],
)
def test_lists_name_every_word(name: str, words: list[str]) -> None:
    last = values_line(name)[1].rpartition(": " if name == "rows" else " of ")[2]
    assert sorted(last.split(", ")) == sorted(words)


def test_keys_of_kinds_are_all_listed_with_their_words() -> None:
    hints = get_type_hints(Kind)
    rows = [rows[1:] for rows in tables(SECTIONS["kinds"]) if rows[0][0] == "key"]
    assert [spans(row[0]) for row in rows[0]] == [[key] for key in Kind.__struct_fields__]
    for row in rows[0]:
        hint = hints[spans(row[0])[0]]
        inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
        assert spans(row[2]) == list(get_args(inner))


@pytest.mark.parametrize(
    ("name", "head", "lead", "value", "cell"), examples(), ids=lambda x: str(x)[:50]
)
def test_tables_of_examples_hold(
    name: str, head: list[str], lead: list[str], value: str, cell: str
) -> None:
    rules = with_value(name, value)
    if "on the table" in head:
        contract, trick, hand = lead
        legal = reference.legal_cards(hand.split(), trick.split(), contract, 0, rules)
        assert legal == cell.split()
    elif "trick" in head:
        contract, number, cards = lead
        points = reference.trick_points(cards.split(), contract, int(number) - 1, rules)
        assert points == int(cell)
    elif head == ["points"]:
        points = int(lead[0])
        assert int(written_points(points, rules)) == reference.written(points, rules) == int(cell)
    elif "tricks" in head:
        assert write(lead, rules) == cell
    elif head == ["four scores"]:
        strokes, zeros, _ = marks(numbers(lead[0]), rules)
        assert f"{strokes} / {zeros}".translate({ord(c): None for c in "[],"}) == cell
    else:
        assert head == ["side 0 and 2", "side 1 and 3"]
        assert winner(lead, rules) == SIDES[cell]


def test_every_parameter_of_writing_and_marks_has_a_table() -> None:
    shown = {name for name, *_ in examples()}
    assert shown >= set(FIELDS[FIELDS.index("rounding") :]) - {"weis"}


@pytest.mark.parametrize("row", table("Writing", "called"), ids=" ".join)
def test_rounds_are_written_as_printed(row: list[str]) -> None:
    head = next(rows[0] for rows in tables(CHAPTERS["Writing"]))
    for name, cell in zip(head[3:], row[3:], strict=True):
        assert write(row[:3], load_rules(spans(name)[0])) == cell


@pytest.mark.parametrize("row", table("Calling", "sides with open rows"), ids=" ".join)
def test_seats_are_asked_as_printed(row: list[str]) -> None:
    open_rows = [["R"] if sides in row[0] else [] for sides in ("0 and 2", "1 and 3")]
    forehand, asked, forced = int(row[1]), numbers(row[2]), int(row[3])
    state = reference.Calling(open_rows, forehand)
    left = sum(bool(rows) << team for team, rows in enumerate(open_rows))
    for passed, seat in enumerate(asked):
        assert (state.seat, state.forced) == (seat, False)
        assert turn_of(left, forehand, passed) == seat
        state.pass_()
    assert (state.seat, state.forced) == (forced, True)
    assert turn_of(left, forehand, len(asked)) == forced + 4


def test_calls_are_spelled_as_printed() -> None:
    charts = [load_rules("wyys-10"), load_rules("wyys-10b")]
    charts += [make_rules(tomllib.loads(FILES[name])) for name in ("group.toml", "tuo.toml")]
    ids = {row.id: rules for rules in charts for row in rules.rows}
    for *_, calls in table("The chart", "kind of row"):
        for text in spans(calls):
            parse_call(ids[text.partition(":")[0]], text)


def test_limits_of_a_chart_are_as_printed() -> None:
    said = re.search(r"up to (\d+) rows, with factors from 1 to (\d+)\.", CHAPTERS["The chart"])
    assert said is not None
    many, factor = int(said[1]), int(said[2])
    rows = [{"id": str(i), "kind": "E", "factor": factor} for i in range(many + 1)]
    assert len(make_rules({"rows": rows[:many]}).rows) == many
    with pytest.raises(ValueError, match=f"the chart has {many + 1}; expected at most {many}"):
        make_rules({"rows": rows})
    with pytest.raises(
        ValueError, match=f"factor = {factor + 1} of row .*; expected 1 to {factor}"
    ):
        make_rules({"rows": [{**rows[0], "factor": factor + 1}]})
    with pytest.raises(ValueError, match="have no chart"):
        check_chart(Rules())


def test_linked_rows_bind_as_printed() -> None:
    section = SECTIONS["rows"]
    rows = [text for text in spans(section) if text.startswith('{ id = "slalom')]
    rules = make_rules(tomllib.loads(f"rows = [{', '.join(rows)}]"))
    assert links(rules) == [1, 0]
    shown = [rows[1:] for rows in tables(section)]
    assert len(shown) == 1
    for played, left in shown[0]:
        before = {"slalom7": spans(played)[0]} if spans(played) else {}
        assert reference.calls_of(rules, rules.rows[1], before) == spans(left)
    game = reference.Game(change_rules(rules, {"counter_match": "open_row"}))
    game.call("slalom7", "slalom-obenabe")
    game.finish([0, 157], [0, 9])  # fills the row of the opponents, too
    assert game.calls() == {"slalom8": ["slalom-undenufe"]}


@pytest.mark.parametrize(("mode", "played", "row", "extra"), [
    ("bonus", False, None, 125), ("open_row", False, 25, 0), ("open_row", True, 16, 125),
])  # fmt: skip
def test_match_of_the_opponents_stands_where_printed(
    mode: str, played: bool, row: int | None, extra: int
) -> None:
    game = reference.Game(change_rules(load_rules("tafel-8"), {"counter_match": mode}), 0)
    if played:
        game.call("obenabe", "obenabe")  # seat 1
        game.finish([0, 160], [1, 8])
    else:
        game.pass_()
    if played:
        assert game.calling is not None
        assert game.calling.seat == 2
    game.call("obenabe", "obenabe")
    game.finish([0, 157], [0, 9])
    assert game.cells[1].get("obenabe", (None,))[0] == row
    assert game.extra == [0, extra]
    assert len(game.open_rows(1)) == 8 - (row is not None)


def test_dealers_are_as_printed() -> None:
    said = r"[Ww]ith (\d) (?:the first forehands|they) are ([\d, ]+\d)"
    rows = re.findall(said, SECTIONS["dealer"])
    assert len(rows) == 2
    for dealer, forehands in rows:
        game = reference.Game(change_rules(load_rules("wyys-6"), {"dealer": int(dealer)}))
        for forehand in forehands.split(", "):
            assert game.forehand == int(forehand)
            row = game.open_rows(int(forehand) % 2)[0]
            game.call(row, game.calls()[row][0])
            game.finish([80, 77], [5, 4])


def test_weis_of_the_example_count_as_printed() -> None:
    text = " ".join(SECTIONS["weis"].rpartition("Rosen is trump")[2].split())
    hands = [parse_hand(hand) for hand in spans(text)]
    assert len(hands) == 4
    assert re.search(r"so its team scores 40, .* seat 3 has 20 for its Stöck", text)
    leaders, trumps = np.zeros(1, np.int8), np.ones(1, np.int8)
    found = weis_points(np.array([hands], np.uint64), leaders, trumps)
    cards = [[suit + rank for suit, ranks in zip("ERSL", format_hand(hand).split("."), strict=True)
              for rank in ranks] for hand in hands]  # fmt: skip
    plain = reference.weis_result(cards, 0, "R")
    assert [points[0].tolist() for points in found] == [plain["weis"], plain["stock"]]
    assert (plain["weis"], plain["stock"]) == ([40, 0], [0, 20])


def test_weis_are_written_as_printed() -> None:
    assert "a match of 160 with a Weis of 40 writes 20" in CHAPTERS["Writing"]
    rules = Rules(weis="schieber", counter_match="bonus")
    for goal, tricks, weis, expected in [
        ("points", 9, (40, 0), (20, 0)),
        ("points", 0, (40, 0), (0, 16)),
        ("points", 0, (40, 20), (0, 18)),
        ("avoid", 0, (40, 20), (16, 0)),
    ]:
        own, other = (157, 0) if tricks else (0, 157)
        wrote = write_rounds(own, other, tricks, goal == "avoid", rules, *weis)
        plain = reference.round_score(rules, goal, own, other, tricks, 1, *weis)
        assert (int(wrote.caller), int(wrote.other)) == expected
        assert (plain["caller_written"], plain["opp_written"]) == expected


MOLOTOW = "Molotow as a game of its own"


@pytest.fixture(scope="module")
def tuples() -> Any:
    """Every tuple of four scores that sum to 157."""
    three = np.array(np.meshgrid(*[np.arange(158)] * 3, indexing="ij")).reshape(3, -1).T
    three = three[three.sum(axis=1) <= 157]
    return np.column_stack([three, 157 - three.sum(axis=1)])


def test_decision_table_of_molotow_is_complete(tuples: Any) -> None:
    rows = table(MOLOTOW, "rule")
    assert [row[0] for row in rows] == list(RULES)
    assert f"{len(tuples):,} tuples" in CHAPTERS[MOLOTOW]
    counts = np.bincount(molotow_marks(tuples, Rules()).rule, minlength=len(RULES))
    assert [numbers(row[-1])[0] for row in rows] == counts.tolist()
    for rule, *_, example, strokes, zeros, _ in rows:
        assert marks(numbers(example), Rules()) == (numbers(strokes), numbers(zeros), rule)


@pytest.mark.parametrize(("name", "value"), [("middle_pair", "void"), ("hundred_first", False)])
def test_tuples_that_a_reading_changes_are_counted(name: str, value: Any, tuples: Any) -> None:
    default, other = (molotow_marks(tuples, make_rules(v)) for v in ({}, {name: value}))
    changed = (default.strokes != other.strokes) | (default.zeros != other.zeros)
    assert f"{int(changed.any(axis=1).sum()):,} are" in SECTIONS[name]


def test_marks_of_inspektioenler_are_as_printed() -> None:
    for *_, example, strokes, zeros in table(MOLOTOW, "players"):
        found = marks(numbers(example), Rules(solo="inspektioenler"))
        assert found[:2] == (numbers(strokes), numbers(zeros))


def test_next_partie_is_dealt_as_printed() -> None:
    for last, zeros, dealer in table(MOLOTOW, "last dealer"):
        found = opening_dealers(np.array([last], np.int8), np.array([numbers(zeros)]))
        assert found.tolist() == [int(dealer)]


@pytest.mark.parametrize(("deals", "answer"), table(MOLOTOW, "deals"))
def test_evenings_are_refused_as_printed(deals: str, answer: str) -> None:
    given = []
    for deal in deals.split(", "):
        times, _, points = deal.rpartition(" × ")
        given += [numbers(points)] * int(times or 1)
    with pytest.raises(ValueError, match=f"^{re.escape(answer)}$"):
        score_evening(given)


@pytest.mark.parametrize("changes", [{"weis": "schieber"}, {"first_lead": "caller"}])
def test_games_of_its_own_refuse_what_the_page_says(changes: dict[str, str]) -> None:
    key, value = next(iter(changes.items()))
    assert f'{key} = "{value}"' in spans(CHAPTERS[MOLOTOW])
    with pytest.raises(ValueError, match=f"{key} = '{value}'"):
        make_setups("random", 1, change_rules(load_rules("inspektioenler"), changes))


@pytest.mark.parametrize(("given", "answer"), table("What is refused", "rules"))
def test_contradictions_are_refused_as_printed(given: str, answer: str) -> None:
    with pytest.raises(ValueError, match=f"^rules: {re.escape(answer)}$"):
        make_rules(tomllib.loads("\n".join(spans(given))))


def test_printed_files_and_commands_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(FILES) == PAGE.count("```toml\n") == 3
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert {name for line in COMMANDS for name in FILES if name in line} == set(FILES)
    for line in COMMANDS:
        result = CliRunner().invoke(main, shlex.split(line)[1:])
        assert result.exit_code == 0, result.output


@pytest.mark.parametrize(("answer", "place"), REFUSALS)
def test_refusals_in_blocks_are_as_printed(answer: str, place: str) -> None:
    undefined = next(text for text in spans(CHAPTERS["The chart"]) if text.startswith("rows = "))
    given = {"friday.toml": {"undertrumps": "void"}, "bock.toml": tomllib.loads(undefined)}[place]
    with pytest.raises(ValueError, match="^" + re.escape(answer.rstrip("…"))) as refused:
        make_rules(given, place)
    assert answer.endswith("…") or str(refused.value) == answer


def test_every_shipped_rule_set_stands_in_both_tables() -> None:
    for rows in tables(CHAPTERS["The shipped rule sets"]):
        assert sorted(name for row in rows[1:] for name in spans(row[0])) == ruleset_names()


def differences(name: str) -> list[str]:
    """What a shipped rule set differs by, as the page prints it."""
    rows = tables(CHAPTERS["The shipped rule sets"])[0]
    row = next(row for row in rows if spans(row[0]) == [name])
    said = [text for cell in row[2:] for text in spans(cell)]
    return differences(said[0]) if said and said[0] in ruleset_names() else said


@pytest.mark.parametrize("name", ruleset_names())
def test_shipped_rule_sets_differ_as_printed(name: str) -> None:
    rules, defaults = load_rules(name), make_rules(tomllib.loads("\n".join(differences(name))))
    for key in FIELDS:
        assert key == "rows" or getattr(rules, key) == getattr(defaults, key)
