"""The page on the rules says what the parameters are, and its examples hold."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from jasssim.game.rules import RowKind, Rules, make_rules, ruleset_names
from jasssim.reference import legal_cards, trick_points

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
FIELDS = [name for name in Rules.__struct_fields__ if name not in ("name", "about")]
SECTIONS = {
    title: body.split("\n## ")[0]
    for title, body in re.findall(r"^### `(\w+)`\n(.*?)(?=^### |\Z)", PAGE, re.M | re.S)
}
KINDS = set(get_args(RowKind))


def toml(value: Any) -> str:
    """A value as a rule set's file spells it, strings without quotes."""
    return value if isinstance(value, str) else json.dumps(value)


def values_line(name: str) -> tuple[str, str]:
    lines = [line for line in SECTIONS.get(name, "").splitlines() if line.startswith("Values: ")]
    assert len(lines) == 1
    match = re.fullmatch(r"Values: \*\*(.+)\*\*, (.+)", lines[0])
    assert match is not None
    return match[1], match[2]


def literals(name: str) -> list[str]:
    """The values that a parameter can have, empty for lists."""
    hint = get_type_hints(Rules)[name]
    if hint is bool:
        return ["true", "false"]
    return [toml(value) for value in get_args(hint)] if get_origin(hint) is Literal else []


def examples() -> list[tuple[str, str, str, dict[str, str]]]:
    """Rows of the sections' tables that have one column for each value of the parameter."""
    rows = []
    for name in FIELDS:
        cells = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in SECTIONS.get(name, "").splitlines()
            if line.startswith("|") and not line.startswith("|-")
        ]
        for head, row in ((cells[0], row) for row in cells[1:]):
            rows.append((name, head[1], " | ".join(row), dict(zip(head, row, strict=True))))
    return rows


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


@pytest.mark.parametrize(("name", "kinds"), [("rows", KINDS), ("joker_inner", KINDS - {"joker"})])
def test_lists_name_every_kind(name: str, kinds: set[str]) -> None:
    last = values_line(name)[1].rpartition(" of " if name == "joker_inner" else ": ")[2]
    assert set(last.split(", ")) == kinds


@pytest.mark.parametrize(("name", "sort", "row", "cells"), examples(), ids=lambda x: str(x)[:60])
def test_tables_of_examples_hold(name: str, sort: str, row: str, cells: dict[str, str]) -> None:
    assert list(cells)[3:] == [values_line(name)[0], *values_line(name)[1].split(", ")]
    for value in literals(name):
        rules = make_rules({name: value == "true" if value in ("true", "false") else value})
        if sort == "on the table":
            hand, trick = cells["in hand"].split(), cells["on the table"].split()
            assert legal_cards(hand, trick, cells["contract"], 0, rules) == cells[value].split()
        else:
            number = int(cells["trick"]) - 1
            points = trick_points(cells["cards"].split(), cells["contract"], number, rules)
            assert points == int(cells[value])


def test_the_printed_rule_set_is_one() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", PAGE, re.S)
    assert len(blocks) == 1
    assert make_rules(tomllib.loads(blocks[0])).undertrump == "no_alternative"


def test_an_unknown_key_is_refused_as_printed() -> None:
    refused = re.search(r"^error: (friday\.toml: .*, )…$", PAGE, re.M)
    assert refused is not None
    with pytest.raises(ValueError, match=re.escape(refused[1])):
        make_rules({"undertrumps": "void"}, "friday.toml")


def test_every_shipped_rule_set_stands_in_both_tables() -> None:
    shipped = PAGE.split("\n## The shipped rule sets\n")[1]
    for table in shipped.split("What the sources print"):
        assert sorted(re.findall(r"`([\w-]+)`", "".join(first_cells(table)))) == ruleset_names()


def first_cells(table: str) -> list[str]:
    return [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
