"""Callers: the laws they keep, how strong they are, and what happens to wrong ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jasssim.bots import caller, caller_names, check_caller, load_caller
from jasssim.bots.registry import load_calling
from jasssim.engine.calling import OPEN, PASS, is_open
from jasssim.engine.forecast import HOUSE_WORDS
from jasssim.game.kinds import row_kinds
from jasssim.game.values import FOLDER
from jasssim.lab.check import LawBrokenError
from jasssim.lab.check_caller import CHARTS
from jasssim.lab.coiffeur.games import play_games
from jasssim.lab.coiffeur.sums import sum_games

SLOW = {"sampled-caller": ("sampled-caller(worlds=2)", 12)}
"""Callers that are checked on fewer views: interpreted, a deal takes hundredths of a second."""


@pytest.mark.parametrize("name", caller_names())
def test_caller_keeps_the_laws(name: str) -> None:
    text, views = SLOW.get(name, (name, 300))
    assert check_caller(text, views)[-1] == "compiled = interpreted"


def test_what_is_left_in_a_callers_memory_must_not_matter(known: Callable[[Any], Any]) -> None:
    @caller(name="keeper", memo=2)
    def keeper(view, params, memo, tables):
        """Calls the first open row, unless it has found something in its memory."""
        memo[0] += 1
        for choice in range(view.calls):
            if is_open(view, choice) and memo[1] == 0:
                return choice
        return view.calls - 1

    known(keeper)
    with pytest.raises(LawBrokenError, match="'keeper' breaks the law 'no memory': what was left"):
        check_caller("keeper", views=300)


def test_a_caller_gets_its_data_and_the_contracts_it_asked_for(known: Callable[[Any], Any]) -> None:
    seen: list[list[int]] = []

    @caller(name="counter", compiled=False, samples=True, data=np.arange(5, 8), memo=4)
    def counter(view, params, memo, tables):
        """Notes what its memory begins with and calls the first open row."""
        start = HOUSE_WORDS * int(view.contracts)
        modes = [int(memo[HOUSE_WORDS * int(n)]) for n in view.contract_of[: view.calls]]
        seen.append([*modes, *(int(word) for word in memo[start : start + 3])])
        return next(n for n in range(view.calls) if view.made[view.row_of[n]] == OPEN)

    known(counter)
    play_games("counter:random", "sampled-caller(worlds=2):random", 1, rules="wyys-10")
    joker = [0, 1, 2, 3, 4, 5]  # modes of the first trick
    assert seen[0] == [0, 1, 2, 3, 5, 4, 4, 5, *joker, 4, 5, 4, 5, 6, 7]
    assert all(words == seen[0] for words in seen)


@pytest.mark.parametrize(
    ("strong", "weak", "rules", "bound"),
    [
        ("greedy", "first-open", "wyys-10", 50),
        ("regret", "greedy", "wyys-10", 40),
        ("regret", "random", "tafel-8", 80),
        ("first-open", "random", "wyys-6", -12),
    ],
)
def test_chart_points_between_callers(strong: str, weak: str, rules: str, bound: float) -> None:
    """Chart points a game, both sides playing cards with `rule`; 3000 games."""
    games = play_games(f"{strong}:rule", f"{weak}:rule", 3000, seed=5, rules=rules)
    found = sum_games(games).mean("difference")
    assert found.mean - 4 * found.se > bound, found


@pytest.mark.parametrize("team", ["random:random", "regret:rule", "regret(margin=3):greedy"])
@pytest.mark.parametrize("rules", ["wyys-10b", "tournament-160"])
def test_a_side_against_itself_is_even_to_the_last_point(team: str, rules: str) -> None:
    games = play_games(team, team, 200, seed=6, rules=rules)
    totals = games.totals
    assert (totals[:, 0] == totals[:, 1][:, ::-1]).all()
    found = sum_games(games)
    assert found.mean("difference") == (0, 0)
    assert found.mean("wins", 0.25) == (0.5, 0)


def test_margin_makes_regret_pass_more_often() -> None:
    shares = []
    for margin in (0, 5, 20):
        team = f"regret(margin={margin}):random"
        games = play_games(team, team, 100, seed=7, rules="wyys-6")
        shares.append(float((games.rounds["passes"] > 0).mean()))
    assert shares[0] < shares[1] < shares[2]


def test_a_closed_row_is_named_with_caller_deal_and_game(known: Callable[[Any], Any]) -> None:
    @caller(name="stubborn")
    def stubborn(view, params, memo, tables):
        """Calls the first row in every deal."""
        return 0

    known(stubborn)
    with pytest.raises(RuntimeError, match=r"'stubborn' in seat \d answered 0 \(eichel\) in deal "):
        play_games("stubborn:random", "first-open:random", 2, seed=3, rules="wyys-6")


def test_a_pass_im_fass_is_refused(known: Callable[[Any], Any]) -> None:
    @caller(name="shy")
    def shy(view, params, memo, tables):
        """Passes always."""
        return PASS

    known(shy)
    with pytest.raises(RuntimeError, match=r"'shy' in seat 0 answered -1 in deal 0 of seed 1 "):
        play_games("shy:random", "shy:random", 1, rules="wyys-6")


@pytest.mark.parametrize("compiled", [True, False])
def test_what_a_caller_raises_is_told(known: Callable[[Any], Any], compiled: bool) -> None:
    @caller(name="touchy", compiled=compiled)
    def touchy(view, params, memo, tables):
        """Fails in its second round."""
        if view.rounds >= 2:
            raise ValueError("second round")
        return view.rows - 1 if view.rounds == 0 else 0

    known(touchy)
    with pytest.raises(RuntimeError, match=r"'touchy' failed in deal 2 of seed 1 .*second round"):
        play_games("touchy:random", "first-open:random", 5, rules="wyys-6")


def test_an_interrupt_in_a_python_caller_is_an_interrupt(known: Callable[[Any], Any]) -> None:
    @caller(name="stopped", compiled=False)
    def stopped(view, params, memo, tables):
        """Stands for a person who presses Ctrl-C."""
        raise KeyboardInterrupt

    known(stopped)
    with pytest.raises(KeyboardInterrupt):
        play_games("stopped:random", "first-open:random", 5, rules="wyys-6")


def test_a_caller_may_only_read_its_view() -> None:
    with pytest.raises(ValueError, match=r"caller 'writer' writes to view\.total: .* memory only"):

        @caller(name="writer")
        def writer(view, params, memo, tables):
            """Gives itself points."""
            view.total = 1000
            return 0


def test_the_law_suite_finds_a_caller_that_calls_closed_rows(known: Callable[[Any], Any]) -> None:
    @caller(name="deaf")
    def deaf(view, params, memo, tables):
        """Calls the last row, open or not."""
        return view.calls - 1

    known(deaf)
    with pytest.raises(
        LawBrokenError, match=r"caller 'deaf' breaks the law 'legal': it answered \d+"
    ):
        check_caller("deaf", views=300)


def test_a_caller_is_found_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "last_open.py").write_text(
        "from jasssim.bots import caller\n"
        "from jasssim.engine.calling import PASS, is_open\n\n\n"
        "@caller()\n"
        "def call(view, params, memo, tables):\n"
        '    """Calls the last open row of its chart."""\n'
        "    found = PASS\n"
        "    for choice in range(view.calls):\n"
        "        if is_open(view, choice):\n"
        "            found = choice\n"
        "    return found\n"
    )
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(tmp_path))
    assert "last-open" in caller_names()
    assert load_caller("last-open").path == str(tmp_path / "last_open.py")
    games = play_games("last-open:random", "first-open:random", 2, rules="wyys-6")
    rows = games.rounds["call"][0, 0]
    sides = games.rounds["caller"][0, 0] & 1
    assert rows[sides == 0].tolist() == [5, 4, 3, 2, 1, 0]
    assert rows[sides == 1].tolist() == [0, 1, 2, 3, 4, 5]


def test_unknown_callers_and_parameters_are_named() -> None:
    with pytest.raises(ValueError, match=r"unknown caller 'bold': expected one of .*first-open"):
        load_caller("bold")
    with pytest.raises(ValueError, match="'regret' has no parameter 'x': it has margin"):
        load_calling("regret(x=1)")
    with pytest.raises(ValueError, match="unknown caller 'rule'"):
        play_games("rule:rule", "greedy:rule", 1)
    with pytest.raises(ValueError, match="unknown bot 'regret'"):
        play_games("greedy:regret", "greedy:rule", 1)


def test_a_caller_without_values_needs_none() -> None:
    """Only callers that read the hand evaluation are stopped by a missing one."""
    assert len(play_games("first-open:random", "random:random", 1, values="none")) == 1
    with pytest.raises(ValueError, match="unknown table of values 'none'"):
        play_games("greedy:random", "random:random", 1, values="none")


def reader(body: str, third: str = "tables", declared: str = "") -> str:
    return (
        "from jasssim.bots import caller\n"
        "from jasssim.engine.calling import worth as value\n\n\n"
        f"@caller({declared})\n"
        f"def call(view, params, memo, {third}):\n"
        '    """Calls by what it reads of the hand evaluation."""\n'
        f"    return 0 if {body} > 1.0 else 1\n"
    )


@pytest.mark.parametrize(
    ("body", "third"),
    [
        ("value(view, tables, 0)", "tables"),
        ("value(view, t, 0)", "t"),
        ("t[512]", "t"),
        ("view.means[0]", "_"),
        ("view.spreads[0]", "_"),
    ],
)
@pytest.mark.parametrize("more", ["", "compiled=False"])
def test_the_hand_evaluation_is_for_those_who_declare_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, third: str, more: str
) -> None:
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(tmp_path))
    path = tmp_path / "sly.py"
    path.write_text(reader(body, third, more))
    wanted = r"sly\.py: the caller cannot be loaded: .*caller 'sly' reads worth, means, spreads or "
    with pytest.raises(ValueError, match=wanted + "tables: declare evaluates=True$"):
        load_caller("sly")
    path.write_text(reader(body, third, ", ".join(filter(None, ("evaluates=True", more)))))
    assert load_caller("sly").evaluates


def test_undeclared_callers_are_shown_zeros_whatever_they_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A net below the refusal: what is read unseen lies inside the tables and says nothing."""
    (tmp_path / "peeker.py").write_text(
        "from jasssim.bots import caller\n"
        "from jasssim.engine.calling import OPEN\n\n\n"
        "@caller(compiled=False)\n"
        "def call(*asked):\n"
        '    """Reads what it is given by no name that its declaration could see."""\n'
        "    view, tables = asked[0], asked[3]\n"
        "    places = [int(view.hand) >> 16 * suit & 0x1FF for suit in range(4)]\n"
        "    found = [*(tables[place] for place in places)]\n"
        "    found += [*getattr(view, 'me' + 'ans'), *getattr(view, 'spr' + 'eads')]\n"
        "    closed = len(tables) != 512 or any(found)\n"
        "    calls = range(-5 if closed else view.calls)\n"
        "    return next(n for n in calls if view.made[view.row_of[n]] == OPEN)\n"
    )
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(tmp_path))
    assert len(play_games("peeker:random", "first-open:random", 1, rules="wyys-6")) == 1
    assert check_caller("peeker", views=60)[-1] == "compiled = interpreted"


def test_laws_are_asked_of_every_shipped_kind_of_row() -> None:
    assert {row.kind for rules in CHARTS.values() for row in rules.rows} == set(row_kinds())


def test_the_law_suite_tells_what_a_python_caller_raised(known: Callable[[Any], Any]) -> None:
    @caller(name="fragile", compiled=False)
    def fragile(view, params, memo, tables):
        """Fails whenever it is asked."""
        raise KeyError("asked")

    known(fragile)
    with pytest.raises(RuntimeError, match=r"caller 'fragile' failed on .*KeyError\('asked'\)"):
        check_caller("fragile", views=30)
    assert load_caller("fragile").failures == []


def test_a_field_that_a_caller_misspells_is_named() -> None:
    with pytest.raises(ValueError, match="caller 'typist': the view has no field 'hnad'"):

        @caller(name="typist")
        def typist(view, params, memo, tables):
            """Calls by a hand with a wrong name."""
            return view.hnad


def test_only_a_function_named_call_makes_a_file_a_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JASSSIM_STRATEGIES", str(tmp_path))
    text = reader("len(params)").replace("import worth as value", "import PASS")
    (tmp_path / "named.py").write_text(text)
    (tmp_path / "unnamed.py").write_text(text.replace("def call(", "def ask("))
    assert "named" in caller_names()
    assert "unnamed" not in caller_names()


def test_an_edited_table_of_values_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    table = json.loads((FOLDER / "rule.json").read_text("utf-8"))
    totals = []
    for sign in (1, -1):
        for model in table["classes"].values():
            model["points"]["side"] = [sign * weight for weight in model["points"]["side"]]
        path.write_text(json.dumps(table), "utf-8")
        games = play_games("greedy:random", "first-open:random", 50, rules="wyys-6",
                           values=str(path))  # fmt: skip
        totals.append(games.totals.tolist())
    assert totals[0] == play_games("greedy:random", "first-open:random", 50,
                                   rules="wyys-6").totals.tolist()  # fmt: skip
    assert totals[0] != totals[1]
