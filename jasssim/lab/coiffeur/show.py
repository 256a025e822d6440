"""A whole game, round by round and as a chart: for people in German or English, and machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ...game.cards import format_card
from ...game.chart import call_text
from ...game.kinds import JOKER
from ...game.notation import format_deal
from ...game.rules import Rules
from ..show import contract_words
from ..words import LANGUAGES, WORDS
from .chart_text import decision, format_chart, row_words
from .scorebook import Cell, ScoredGame, ScoredRound
from .wave import ROUNDS_PER_GAME

RIGHT = ("round", "deal_no", "forehand", "passes")
"""Columns of the rounds that stand to the right."""


def running_totals(game: ScoredGame) -> list[tuple[int, int]]:
    """Chart points of seats 0, 2 and of seats 1, 3 after each round."""
    totals, found = [0, 0], []
    for scored in game.rounds:
        totals = [total + score for total, score in zip(totals, _scores(game, scored), strict=True)]
        found.append((totals[0], totals[1]))
    return found


def _scores(game: ScoredGame, scored: ScoredRound) -> list[int]:
    factor = game.rules.rows[scored.played.call.row].factor
    return [written * factor for written in scored.written]


def game_values(game: ScoredGame, about: dict[str, Any] | None = None) -> dict[str, Any]:
    """A game as plain values for JSON, from which it can be played again.

    Parameters
    ----------
    game : ScoredGame
        The game, over or not.
    about : dict, optional
        Where it comes from: ``seed``, ``game`` and ``half``, ``teams`` by seats.

    Returns
    -------
    dict
        What `format_game` says in words, and each round's hands and cards. Pairs are of
        seats 0, 2 and of seats 1, 3; rounds count from 1; ``house_rules`` are the parameters
        that differ from the defaults, as in a rule set's file.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> values = game_values(ScoredGame(load_rules("wyys-6")))
    >>> values["over"], values["totals"], values["chart"][1]["factor"]
    (False, [0, 0], 2)
    """
    about = about or {}
    decided = decision(game.rules, game.cells, game.totals)
    running = running_totals(game)
    return {
        **about,
        "rules": game.rules.name,
        "house_rules": _changed(game.rules),
        "rounds": [
            _round_values(game, number, running[number], about)
            for number in range(len(game.rounds))
        ],
        "chart": _chart_values(game),
        "extra": list(game.extra),
        "totals": game.totals,
        "over": not game.left,
        "winner": game.winner,
        "decided_by": decided.by if decided else None,
    }


def _changed(rules: Rules) -> dict[str, Any]:
    plain, usual = msgspec.to_builtins(rules), msgspec.to_builtins(Rules())
    return {key: value for key, value in plain.items() if value != usual[key]}


def _chart_values(game: ScoredGame) -> list[dict[str, Any]]:
    rows = []
    for place, row in enumerate(game.rules.rows):
        cells = [game.cells[team][place] for team in range(2)]
        rows.append(
            {
                "row": row.id,
                "kind": row.kind,
                "factor": row.factor,
                "cells": [_cell_values(cell, row.factor) for cell in cells],
            }
        )
    return rows


def _cell_values(cell: Cell | None, factor: int) -> dict[str, Any] | None:
    if cell is None:
        return None
    score = cell.written * factor
    return {
        "written": cell.written,
        "score": score,
        "call": cell.call,
        "round": cell.round,
        "own": cell.own,
    }


def _round_values(
    game: ScoredGame, number: int, totals: tuple[int, int], about: dict[str, Any]
) -> dict[str, Any]:
    scored = game.rounds[number]
    played, play = scored.played, scored.play
    return {
        "round": number + 1,
        **({"deal": _deal_index(number, about)} if "game" in about else {}),
        "deal_text": format_deal(play.hands, play.leader),
        "forehand": played.forehand,
        "passes": played.passes,
        "im_fass": scored.im_fass,
        "caller": played.caller,
        "call": call_text(game.rules, played.call),
        "row": game.rules.rows[played.call.row].id,
        "factor": game.rules.rows[played.call.row].factor,
        "contract": str(play.called),
        "played_contract": str(play.contract),
        "blocks": list(played.blocks),
        "leader": play.leader,
        "cards": [format_card(card) for card in play.cards],
        "points": list(scored.points),
        "weis": list(scored.weis),
        "tricks": play.team_tricks(),
        "match": scored.match,
        "counter_match": scored.counter_match,
        "written": list(scored.written),
        "scores": _scores(game, scored),
        "totals": list(totals),
    }


def _deal_index(number: int, about: dict[str, Any]) -> int:
    """Index by which a round's deal is shown alone."""
    return ROUNDS_PER_GAME * int(about["game"]) + number


def format_game(game: ScoredGame, language: str = "en", about: dict[str, Any] | None = None) -> str:
    """A game as a player reads it: a line for each round, then the chart.

    Parameters
    ----------
    game : ScoredGame
        The game, over or not.
    language : {"en", "de"}
        Language of the words.
    about : dict, optional
        Where it comes from: ``seed``, ``game`` and ``half``, ``teams`` by seats.

    Raises
    ------
    ValueError
        If the language is unknown.
    """
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}: expected {' or '.join(LANGUAGES)}")
    words, about = WORDS[language], about or {}
    names = [words["teams"].format(a=team, b=team + 2) for team in range(2)]
    source = [words["game"].format(**about)] if "game" in about else []
    lines = [" · ".join(["Coiffeur", f"{words['rules']} {game.rules.name}", *source])]
    lines += [f"{name}: {who}" for name, who in zip(names, about.get("teams", ()), strict=False)]
    chart = format_chart(
        game.rules, game.cells, game.extra, game.totals, names, game.winner, language
    )
    if game.rounds:
        lines += ["", *_round_lines(game, language, about)]
    return "\n".join([*lines, "", chart])


def _round_lines(game: ScoredGame, language: str, about: dict[str, Any]) -> list[str]:
    words = WORDS[language]
    running = running_totals(game)
    table = [
        _round_cells(game, number, running[number], language, about)
        for number in range(len(game.rounds))
    ]
    # A column in which no round has anything to say is left out.
    names = [name for name in table[0] if any(cells[name] for cells in table)]
    heads = {name: words[name] for name in names if name != "mark"}
    columns = []
    for name in names:
        texts = [heads.get(name, ""), *(cells[name] for cells in table)]
        wide = max(map(len, texts))
        columns.append([t.rjust(wide) if name in RIGHT else t.ljust(wide) for t in texts])
    return ["  ".join(line).rstrip() for line in zip(*columns, strict=True)]


def _round_cells(
    game: ScoredGame,
    number: int,
    totals: Sequence[int],
    language: str,
    about: dict[str, Any],
) -> dict[str, str]:
    words, scored = WORDS[language], game.rounds[number]
    played, team = scored.played, scored.team
    row = game.rules.rows[played.call.row]
    contract = contract_words(played.call.contract, language, game.rules)
    if row.kind == JOKER:
        contract = f"{row_words(row, game.rules, language)}: {contract}"
    marks = {"is_match": scored.match, "counter_match": scored.counter_match}
    passes = str(played.passes) if played.passes else "-"
    points = [
        f"{points}{f'+{weis}' if weis else ''}"
        for points, weis in zip(scored.points, scored.weis, strict=True)
    ]
    own, other = scored.written[team], scored.written[1 - team]
    scores, factor = _scores(game, scored), f"×{row.factor:<2}"
    return {
        "round": str(number + 1),
        "deal_no": str(_deal_index(number, about)) if "game" in about else "",
        "forehand": str(played.forehand),
        "passes": words["im_fass"] if scored.im_fass else passes,
        "call": f"{played.caller} {contract} {factor}".rstrip(),
        "points": _pair(points, 3),
        "tricks_of": _pair(scored.play.team_tricks(), 1),
        "writes": f"{own:>2} {factor} = {scores[team]:>3}",
        "others": f"{other:>2} {factor} = {scores[1 - team]:>3}" if other else "",
        "totals": _pair(totals, 3),
        "mark": ", ".join(words[name] for name, holds in marks.items() if holds),
    }


def _pair(values: Sequence[object], wide: int) -> str:
    first, second = (str(value).rjust(wide) for value in values)
    return f"{first} : {second}"
