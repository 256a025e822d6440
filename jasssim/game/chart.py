"""A chart: which calls its rows allow, and in which order its cells are filled.

A *call* is a row with the contract that is played in it. All calls of a rule set are
numbered, row by row, and within a row as the rules list the contracts.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .contract import Contract, allowed, choice_text
from .rules import Rules

PASS = "pass"
MOST_CALLS = 256
"""Calls that a chart may have, each row with every contract counting as one."""


class Call(NamedTuple):
    """A row and what is played in it.

    Attributes
    ----------
    row : int
        Place of the row in the chart.
    contract : Contract
        What is played.
    """

    row: int
    contract: Contract


def check_chart(rules: Rules) -> None:
    """Refuse rules without a chart, for games that need one."""
    if not rules.rows:
        raise ValueError(
            f"the rules {rules.name!r} have no chart: a game needs rows, as in wyys-10 or tafel-8"
        )


@lru_cache(maxsize=64)
def chart_calls(rules: Rules) -> tuple[Call, ...]:
    """All calls of a chart, whatever is open.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> [str(call.contract) for call in chart_calls(load_rules("wyys-10"))][6:8]
    ['slalom-obenabe', 'slalom-undenufe']
    """
    check_chart(rules)
    calls = []
    for place, row in enumerate(rules.rows):
        contracts = allowed(rules, row.kind)
        if row.start != "caller":
            contracts = [contract for contract in contracts if contract.choice == row.start]
        calls += [Call(place, contract) for contract in contracts]
    if len(calls) > MOST_CALLS:
        raise ValueError(
            f"rows of {rules.name!r}: with all that joker_inner and kinds allow they have "
            f"{len(calls)} calls; expected at most {MOST_CALLS}"
        )
    return tuple(calls)


def links(rules: Rules) -> list[int]:
    """For each row the place of the row that its start is linked to, -1 for none.

    Examples
    --------
    >>> from jasssim.game.rules import Row
    >>> up, down = Row("a", "slalom", 7, linked="b"), Row("b", "slalom", 8)
    >>> links(Rules(rows=(up, down)))
    [1, 0]
    """
    places = {row.id: place for place, row in enumerate(rules.rows)}
    found = [-1] * len(rules.rows)
    for place, row in enumerate(rules.rows):
        if row.linked:
            found[place] = places[row.linked]
            found[places[row.linked]] = place
    return found


def call_text(rules: Rules, call: Call) -> str:
    """A call as one word: the row's id, and after a colon what else was named.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> rules = load_rules("wyys-10")
    >>> [call_text(rules, call) for call in chart_calls(rules)][5:9]
    ['obenabe', 'slalom:obenabe', 'slalom:undenufe', 'joker:E']
    """
    row = rules.rows[call.row]
    choice = choice_text(row.kind, call.contract)
    return row.id if choice is None else f"{row.id}:{choice}"


def parse_call(rules: Rules, text: str) -> Call:
    """Call of a text.

    Raises
    ------
    ValueError
        If the chart has no such row, or the row not this contract.
    """
    calls = {call_text(rules, call): call for call in chart_calls(rules)}
    if text in calls:
        return calls[text]
    row = next((row for row in rules.rows if row.id == text.partition(":")[0]), None)
    near = [name for name in calls if row and name.partition(":")[0] == row.id]
    expected = ", ".join(near or [row.id for row in rules.rows])
    raise ValueError(f"call {text!r} is not on the chart of {rules.name}: expected {expected}")
