"""What a set of house rules must not say; each refusal names the offending key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .cards import SUITS
from .kinds import DIRECTIONS, JOKER, Kind, load_kinds, row_kinds

if TYPE_CHECKING:
    from .rules import Row, Rules

MOST_ROWS, MOST_FACTOR, MOST_POINTS = 13, 20, 1000
ROUND_POINTS = 157
"""What a round is worth where one table counts for all tricks, the last trick included."""


def check_kinds(rules: Rules) -> None:
    """Refuse a kind without a name of its own."""
    for at, kind in enumerate(rules.kinds):
        if not kind.id or kind.id in row_kinds() or kind.id in load_kinds():
            raise ValueError(f"kinds[{at}].id = {kind.id!r}: expected a name that is not taken yet")
        if any(not (c.isalnum() or c in "_.") for c in kind.id):
            raise ValueError(f"kinds[{at}].id = {kind.id!r}: expected letters, digits, _ and .")
    _refuse_twice("kinds", [kind.id for kind in rules.kinds], ".id")


def check_rows(rules: Rules) -> None:
    """Refuse a chart that cannot be played, and a joker that stands for nothing."""
    for at, inner in enumerate(rules.joker_inner):
        _check_kind(rules, inner, f"joker_inner[{at}]")
        if inner == JOKER:
            raise ValueError(f"joker_inner[{at}] = 'joker': a joker cannot stand for a joker")
    if not rules.joker_inner and any(row.kind == JOKER for row in rules.rows):
        raise ValueError("joker_inner is empty, but the chart has a joker row")
    _refuse_twice("joker_inner", rules.joker_inner)
    if len(rules.rows) > MOST_ROWS:
        raise ValueError(f"rows: the chart has {len(rules.rows)}; expected at most {MOST_ROWS}")
    for at, row in enumerate(rules.rows):
        named = row.id and row.id == row.id.strip() and row.id.isprintable()
        if not named or row.id.lower() == "pass" or ":" in row.id:
            raise ValueError(
                f"rows[{at}].id = {row.id!r}: expected a name on one line without a colon, other "
                "than pass"
            )
        _check_kind(rules, row.kind, f"rows[{at}].kind")
        if not 1 <= row.factor <= MOST_FACTOR:
            raise ValueError(
                f"rows[{at}].factor = {row.factor} of row {row.id!r}; expected 1 to {MOST_FACTOR}"
            )
    _refuse_twice("rows", [row.id for row in rules.rows], ".id")
    for at, row in enumerate(rules.rows):
        _check_start_of(rules, row, at)


def _check_kind(rules: Rules, kind: str, place: str) -> None:
    if kind not in rules.kind_names():
        raise ValueError(
            f"{place} = {kind!r} has no meaning of its own: define it under [[kinds]] with id, "
            f"schedule, values and goal, or take one of {', '.join(rules.kind_names())}"
        )


def _refuse_twice(place: str, names: Sequence[str], key: str = "") -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            raise ValueError(f"{place}[{at}]{key}: {name!r} stands twice; expected each name once")


def _check_start_of(rules: Rules, row: Row, at: int) -> None:
    """Refuse a start, or a link of starts, that cannot be."""
    if row.start == "caller" and not row.linked:
        return
    place = f"rows[{at}].{'linked' if row.linked else 'start'}"
    if row.start != "caller" and row.linked:
        raise ValueError(f"{place}: row {row.id!r} has a fixed start, so it cannot be linked")
    if not _has_start(rules, row):
        raise ValueError(f"{place}: a row of kind {row.kind!r} has no first direction to choose")
    bound = rules.alt_start == "obenabe" and _kind_of(rules, row).values == "alternating"
    if bound and (row.linked or row.start == "undenufe"):
        raise ValueError(f"{place}: contradicts alt_start = 'obenabe', which fixes every start")
    if row.linked:
        other = next((r for r in rules.rows if r.id == row.linked), None)
        if other is None or other is row or not _has_start(rules, other):
            raise ValueError(
                f"{place} = {row.linked!r}: expected the id of another row with a start"
            )
        if other.start != "caller" or other.linked not in ("", row.id):
            raise ValueError(
                f"{place} = {row.linked!r}: that row's start is fixed or linked already"
            )
        if any(r.linked == other.id for r in rules.rows if r is not row):
            raise ValueError(f"{place} = {row.linked!r}: two rows are linked to it; expected one")


def _has_start(rules: Rules, row: Row) -> bool:
    known = row.kind not in (*SUITS, JOKER)
    return known and set(_kind_of(rules, row).choices) == set(DIRECTIONS)


def _kind_of(rules: Rules, row: Row) -> Kind:
    return {**load_kinds(), **{kind.id: kind for kind in rules.kinds}}[row.kind]


def check_sense(rules: Rules) -> None:
    """Refuse parameters that contradict each other."""
    _refuse_twice("tiebreaks", rules.tiebreaks)
    replaces = rules.match_mode == "replace"
    low, high = (ROUND_POINTS, MOST_POINTS) if replaces else (0, ROUND_POINTS - 1)
    if not low <= rules.match_value <= high:
        raise ValueError(
            f"match_value = {rules.match_value} contradicts match_mode = {rules.match_mode!r}: "
            f"expected {low} to {high}, "
            + ("what a match counts in all" if replaces else "what a match adds to its points")
        )
    if rules.writers == "both":
        _check_rest(rules)


def _check_rest(rules: Rules) -> None:
    """Refuse what leaves no rest to write: both teams write, the opponents what is left."""
    bonus = rules.match_value if rules.match_mode == "replace" else ROUND_POINTS + rules.match_value
    most = max(rules.write(ROUND_POINTS), rules.write(bonus))
    unfixed = [kind.id for kind in rules.kinds if not kind.has_fixed_total]
    reasons = {
        "alt_values = 'per_trick'": rules.alt_values == "per_trick",
        "block3_values = 'per_block'": rules.block3_values == "per_block",
        f"the kind {', '.join(unfixed)} with values = 'own'": bool(unfixed),
        "weis = 'schieber'": rules.weis != "none",
    }
    for reason, holds in reasons.items():
        if holds:
            raise ValueError(
                "writers = 'both' gives the opponents the rest of a fixed total, but with "
                f"{reason} a round has none"
            )
    if rules.counter_match != "zero":
        raise ValueError(
            f"counter_match = {rules.counter_match!r} contradicts writers = 'both': the opponents "
            "write their match as the rest already"
        )
    if rules.both_total > MOST_POINTS:
        raise ValueError(f"both_total = {rules.both_total}: expected at most {MOST_POINTS}")
    if rules.both_total < most:
        raise ValueError(
            f"both_total = {rules.both_total} is less than the {most} that a match writes, so the "
            "rest would be negative"
        )
