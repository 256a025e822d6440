"""What a wave of games needs to know of a chart: its calls, their contracts and values."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...engine.calling import BONUS, CALL, MASKS, NO_START, NOTHING, OPEN_ROW
from ...engine.houses import house_record
from ...game.chart import Call, call_text, chart_calls, links
from ...game.contract import Contract, goal
from ...game.kinds import DIRECTIONS
from ...game.rules import Rules
from ...game.scoring import value_rule, whole_trump
from ...game.values import Source, load_values, suit_masks
from ..chunks import deal_hands, make_setup

log = logging.getLogger("jasssim")

MEAN_HANDS = 1 << 14
"""Random hands over which a row's mean and spread are taken; the standard error of the mean is
about 0.02 tens."""


@dataclass(frozen=True, eq=False)
class CallBook:
    """The calls of a chart as numbers.

    Attributes
    ----------
    calls : tuple of Call
        All calls, numbered by their place.
    texts : tuple of str
        Their texts.
    contracts : tuple of Contract
        The different contracts.
    rows, contract_of : int64 array, shape (calls,)
        Row and contract of each call.
    factors : int64 array, shape (rows,)
        Factor of each row.
    rules_of : int64 array, shape (contracts, 3)
        By which tables each contract counts.
    avoids : bool array, shape (contracts,)
        Whether its caller wants no points.
    trumps : int8 array, shape (contracts,)
        Suit that is trump in all nine tricks, -1 for none.
    view : array of CALL, shape (1,)
        The view of a caller with the chart filled in.
    houses : int64 array, shape (any,)
        The contracts under the house rules, one `HOUSE` record after the other, as words.
    tables : float64 array, shape (any,)
        Look-up tables of the hand evaluation.
    """

    calls: tuple[Call, ...]
    texts: tuple[str, ...]
    contracts: tuple[Contract, ...]
    rows: NDArray[np.int64]
    contract_of: NDArray[np.int64]
    factors: NDArray[np.int64]
    rules_of: NDArray[np.int64]
    avoids: NDArray[np.bool_]
    trumps: NDArray[np.int8]
    view: NDArray[np.void]
    houses: NDArray[np.int64]
    tables: NDArray[np.float64]


@lru_cache(maxsize=16)
def call_book(rules: Rules, values: Source | None = None) -> CallBook:
    """The calls of a chart.

    Parameters
    ----------
    rules : Rules
        House rules with a chart.
    values : Source, optional
        The hand evaluation; None where no caller reads one, and all hands are worth nothing.

    Raises
    ------
    ValueError
        If the rules have no chart or too many calls, or the hand evaluation lacks a contract.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> book = call_book(load_rules("wyys-6"))
    >>> book.texts, int(book.view["calls"][0])
    (('eichel', 'rosen', 'schellen', 'schilten', 'undenufe', 'obenabe'), 6)
    """
    calls = chart_calls(rules)
    contracts = tuple(dict.fromkeys(call.contract for call in calls))
    contract_of = np.array([contracts.index(call.contract) for call in calls])
    rows = np.array([call.row for call in calls])
    view, tables = _view(rules, calls), np.zeros(MASKS)
    view["contract_of"][0, : len(calls)], view["contracts"] = contract_of, len(contracts)
    houses = np.concatenate([house_record(contract, rules) for contract in contracts])
    if values is not None:
        per_suit = _written(rules, contracts, values)
        tables, numbers = np.unique(per_suit.reshape(-1, MASKS), axis=0, return_inverse=True)
        by_contract = numbers.reshape(-1, 4)
        view["tables_of"][0, : 4 * len(calls)] = by_contract[contract_of].ravel()
        best = _best_calls(per_suit[contract_of], rows)
        view["means"][0, : len(rules.rows)] = best.mean(axis=1)
        view["spreads"][0, : len(rules.rows)] = best.std(axis=1)
        tables = np.ascontiguousarray(tables.ravel())
    return CallBook(
        calls=calls,
        texts=tuple(call_text(rules, call) for call in calls),
        contracts=contracts,
        rows=rows,
        contract_of=contract_of,
        factors=np.array([row.factor for row in rules.rows]),
        rules_of=np.array([value_rule(contract, rules) for contract in contracts]),
        avoids=np.array([goal(contract, rules) == "avoid" for contract in contracts]),
        trumps=np.array([whole_trump(contract, rules) for contract in contracts], np.int8),
        view=view,
        houses=houses.view(np.int64),
        tables=tables,
    )


_COUNTERS = {"zero": NOTHING, "bonus": BONUS, "open_row": OPEN_ROW}


def _view(rules: Rules, calls: tuple[Call, ...]) -> NDArray[np.void]:
    view = np.zeros(1, CALL)
    n, rows = len(calls), len(rules.rows)
    linked = links(rules)
    view["rows"], view["calls"] = rows, n
    view["factors"][0, :rows] = [row.factor for row in rules.rows]
    view["links"][0, :rows] = linked
    view["row_of"][0, :n] = [call.row for call in calls]
    view["start_of"][0, :n] = [
        NO_START if linked[call.row] < 0 else 1 + DIRECTIONS.index(str(call.contract.choice))
        for call in calls
    ]
    view["caller_leads"] = rules.first_lead == "caller"
    view["unit"] = 1 if rules.rounding == "none" else 10
    view["added"] = 5 if rules.rounding == "half_up" else 0
    view["match"], view["match_adds"] = rules.match_value, rules.match_mode == "add"
    view["counter"] = NOTHING if rules.writers == "both" else _COUNTERS[rules.counter_match]
    return view


def _written(rules: Rules, contracts: tuple[Contract, ...], values: Source) -> NDArray[np.float64]:
    """Look-up tables of the contracts' expected written points, shape (contracts, 4, 512)."""
    known = load_values(values)
    foreign = known.foreign(rules)
    if foreign:
        changed = ", ".join(f"{name} = {getattr(rules, name)!r}" for name in foreign)
        log.warning(
            "hand values %s were made by the rules %s: callers that read them do not know of %s",
            values.place, known.table.rules, changed,
        )  # fmt: skip
    return np.stack([known.written_tables(contract, rules) for contract in contracts])


def _best_calls(per_suit: NDArray[np.float64], rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """What each row's best call writes with random hands, shape (rows, hands)."""
    setup = make_setup("random", [], 0, Rules())
    masks = suit_masks(deal_hands(setup, np.arange(MEAN_HANDS // 4)).ravel())
    by_call = per_suit[:, np.arange(4), masks].sum(axis=2)
    return np.array([by_call[rows == row].max(axis=0) for row in range(rows.max() + 1)])
