"""Entries of a score sheet: what they may hold, and what they write on the chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec

from ...game.cards import DECK
from ...game.chart import parse_call
from ...game.contract import Contract, allowed, goal, modes
from ...game.orders import LAST_TRICK_POINTS, card_values
from ...game.rules import Rules
from ...game.scoring import value_rule
from ...game.writing import ALL_TRICKS, write_rounds
from .scorebook import Cell, ScoredGame

Whole = Annotated[int, msgspec.Meta(ge=0)]


class Entry(msgspec.Struct, kw_only=True, frozen=True):
    """One team's cell; see `jasssim.lab.coiffeur.sheets` for its keys."""

    match: bool = False
    scratched: bool = False
    pts: int | None = None
    written: int | None = None
    call: str | None = None
    own: bool = True
    round: Annotated[int, msgspec.Meta(ge=1)] | None = None
    rest: Whole | None = None
    counter: bool = False
    weis: tuple[Whole, Whole] = (0, 0)

    @property
    def empty(self) -> bool:
        """Whether the cell is open."""
        return self.pts is None and not self.scratched and not self.match and self.call is None


def round_limits(contract: Contract, rules: Rules) -> tuple[int, int]:
    """Least and most card points of a round, both teams together.

    Where one table counts for all tricks they are equal; else they bound what can be.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> slalom = parse_contract("slalom-obenabe")
    >>> round_limits(slalom, Rules()), round_limits(slalom, Rules(alt_values="per_trick"))
    ((157, 157), (113, 201))
    """
    rule = value_rule(contract, rules)
    by_mode = {"obenabe": {rule.up}, "undenufe": {rule.down}, "choose": set(rule)}
    tables = set().union(*(by_mode.get(mode, {rule.trump}) for mode in modes(contract, rules)))
    # Any suit bounds as well as the one that is trump.
    values = [card_values(max(table, 0)) for table in tables]
    least = sum(min(table[card] for table in values) for card in DECK)
    most = sum(max(table[card] for table in values) for card in DECK)
    return least + LAST_TRICK_POINTS, most + LAST_TRICK_POINTS


def fill_chart(
    rules: Rules,
    entries: Sequence[Sequence[Entry | None]],
    places: Mapping[int, int] | None = None,
) -> ScoredGame:
    """The chart that entries write, by points, rests and matches alone.

    Parameters
    ----------
    rules : Rules
        House rules.
    entries : sequence of two sequences of (Entry or None)
        Entries of seats 0, 2 and of seats 1, 3, row by row of the chart.
    places : mapping of int to int, optional
        For each row its number on the sheet, for the texts of errors.

    Raises
    ------
    ValueError
        If an entry cannot be; the text names its key, such as ``rows[3].pts[1].pts``.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> rules = load_rules("wyys-6")
    >>> rosen = [None, Entry(pts=102), None, None, None, None]
    >>> fill_chart(rules, [rosen, [None] * 6]).totals
    [20, 0]
    """
    chart = ScoredGame(rules)
    rounds: dict[int, str] = {}
    for place in range(len(rules.rows)):
        for team in range(2):
            entry = entries[team][place]
            if entry is None or not entry.own:
                continue
            key = f"rows[{(places or {}).get(place, place)}].pts[{team}]"
            if entry.round is not None and rounds.setdefault(entry.round, key) != key:
                raise ValueError(
                    f"{key}.round = {entry.round}: stands in {rounds[entry.round]} already"
                )
            try:
                _fill(chart, place, team, entry, entries[1 - team][place])
            except ValueError as error:
                raise ValueError(f"{key}.{error}") from None
    for team in range(2):
        for place, entry in enumerate(entries[team]):
            if entry is not None and chart.cells[team][place] is None:
                key = f"rows[{(places or {}).get(place, place)}].pts[{team}]"
                raise ValueError(
                    f"{key}.own is false, but no match against the opponents' call fills this "
                    f"cell by the rules {rules.name}"
                )
    return chart


def _fill(chart: ScoredGame, place: int, team: int, entry: Entry, across: Entry | None) -> None:
    """Write an entry of a call, and what the opponents get for it."""
    rules, row = chart.rules, chart.rules.rows[place]
    contracts = _contracts(rules, place, entry)
    avoid = all(goal(contract, rules) == "avoid" for contract in contracts)
    text, number = row.id if entry.call is None else entry.call, entry.round or 0
    if entry.scratched:
        if entry.pts is not None or entry.match:
            raise ValueError(f"scratched contradicts pts = {entry.pts}, match = {entry.match}")
        chart.cells[team][place] = Cell(0, text, number)
        return
    points, rest = _points(rules, contracts, entry)
    own, other = (rest, points) if avoid else (points, rest)
    tricks = 1
    if entry.match or entry.counter:
        tricks = 0 if entry.match == avoid else ALL_TRICKS
    weis = entry.weis if rules.weis != "none" else (0, 0)
    wrote = write_rounds(own, other, tricks, avoid, rules, *weis)
    cell = Cell(int(wrote.caller), text, number)
    free = across is None or (not across.own and across.round == entry.round)
    filled = chart.enter(team, place, cell, int(wrote.other), entry.counter and not avoid, free)
    if filled and across is not None and across.pts != entry.rest:
        raise ValueError(f"rest = {entry.rest} contradicts pts = {across.pts} across")


def _contracts(rules: Rules, place: int, entry: Entry) -> list[Contract]:
    """What an entry may have been played in: its call, or all that its row allows."""
    row = rules.rows[place]
    if entry.call is None:
        return allowed(rules, row.kind)
    try:
        call = parse_call(rules, entry.call)
    except ValueError as error:
        raise ValueError(f"call: {error}") from None
    if call.row != place:
        raise ValueError(f"call = {entry.call!r}: expected a call of row {row.id}")
    return [call.contract]


def _points(rules: Rules, contracts: Sequence[Contract], entry: Entry) -> tuple[int, int]:
    """Card points that count, and the other side's."""
    limits = [round_limits(contract, rules) for contract in contracts]
    least, most = min(low for low, _ in limits), max(high for _, high in limits)
    points, value = entry.pts, rules.match_value
    if points is None:
        raise ValueError(f"pts is null, which contradicts match = {entry.match}")
    if entry.match:
        if rules.match_mode == "add" and least + value <= points <= most + value and points > most:
            points -= value
        elif points == value and rules.match_mode == "replace":
            points = min(points, most)
        if not least <= points <= most:
            raise ValueError(
                f"pts = {entry.pts} contradicts match: expected {_range(least, most)}, or "
                f"{_match_text(rules, least, most)}"
            )
        if entry.rest or entry.counter:
            raise ValueError(f"match contradicts rest = {entry.rest}, counter = {entry.counter}")
        return points, 0
    if not 0 <= points <= most:
        raise ValueError(
            f"pts = {points} without match: expected 0 to {most}, or with match "
            f"{_match_text(rules, least, most)}"
        )
    if entry.counter and points:
        raise ValueError(f"pts = {points} contradicts counter: expected 0")
    rest = max(least - points, 0) if entry.rest is None else entry.rest
    if not least <= points + rest <= most:
        raise ValueError(
            f"rest = {rest} contradicts pts = {points}: expected {_range(least, most)} together"
        )
    return points, rest


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _match_text(rules: Rules, least: int, most: int) -> str:
    """What a match counts in all."""
    if rules.match_mode == "replace":
        return str(rules.match_value)
    return _range(least + rules.match_value, most + rules.match_value)
