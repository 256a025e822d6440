"""Conformance cases: the same questions to the engine and to the reference.

A case file is JSON: ``{"cases": [...]}`` or the list alone. A case has an ``id``, a
``type``, an ``input`` and what to ``expect`` of it; ``{"error": true}`` means that the
input must be refused. The types are those of `TYPES`.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from . import games, play
from .types import Answer

TYPES = {**play.TYPES, **games.TYPES}
"""Types of cases that can be checked."""

SETS = ("legal",)
"""Expected lists whose order does not matter."""

REFUSED = {"error": True}
FAILED = "failed"


class RawCase(msgspec.Struct):
    """A case as the file gives it."""

    id: str
    type: str
    input: dict[str, Any]
    expect: dict[str, Any]


class CaseFile(msgspec.Struct):
    """A file of cases."""

    cases: list[RawCase]


class Disagreement(NamedTuple):
    """Where engine or reference does not say what a case expects.

    Attributes
    ----------
    case, type : str
        Id and type of the case.
    side : {"engine", "reference", "case"}
        Which of the two disagrees; ``case`` if the question itself has a key too many.
    key : str
        Which of the expected values; for a deal, convention and key parted by a dot.
    expected, got : object
        Values as in the file; ``got`` is a sentence where a side gave no answer.
    """

    case: str
    type: str
    side: str
    key: str
    expected: Any
    got: Any


@dataclass
class CaseReport:
    """Outcome of a file of cases.

    Attributes
    ----------
    run, agreed : int
        Cases that were run, and those in which both sides agreed with the file.
    disagreements : list of Disagreement
        Every value that differs.
    unsupported : Counter of str
        Number of cases of each type that cannot be run.
    """

    run: int = 0
    agreed: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)
    unsupported: Counter[str] = field(default_factory=Counter)

    @property
    def disagreed(self) -> int:
        """Number of cases in which a side does not say what the file expects."""
        return self.run - self.agreed


def load_cases(path: str | Path) -> list[RawCase]:
    """Cases of a file.

    Raises
    ------
    ValueError
        If the file is no JSON or a case lacks a part; the text names file and place.
    OSError
        If the file cannot be read.
    """
    text = Path(path).read_bytes().removeprefix(codecs.BOM_UTF8)
    try:
        whole = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: no valid JSON: {error}") from None
    try:
        file = {"cases": whole} if isinstance(whole, list) else whole
        return msgspec.convert(file, CaseFile).cases
    except msgspec.ValidationError as error:
        raise ValueError(f"{path}: no file of cases: {error}") from None


def check_case(case: RawCase) -> list[Disagreement]:
    """Ask both sides about a case of a known type.

    Raises
    ------
    ValueError
        If the case is broken: its input lacks a key or has an unknown card or rule, and
        no error is expected of it.

    Examples
    --------
    >>> asked = {"contract": "E", "trick": ["RX"], "hand": ["R7", "S9"]}
    >>> check_case(RawCase("mine", "legal", asked, {"legal": ["R7"]}))
    []
    """
    kind = TYPES[case.type]
    must_fail = "error" in case.expect
    try:
        question = msgspec.convert(case.input, kind.input)
        question.check()
    except (msgspec.ValidationError, ValueError) as error:
        if must_fail and isinstance(error, ValueError):
            return _compare(case, "engine", REFUSED)
        raise ValueError(f"case {case.id}: {error}") from None
    _check_expected(case)
    unknown = [key for key in case.input if key not in kind.input.__struct_fields__]
    if unknown:
        known = ", ".join(kind.input.__struct_fields__)
        got = f"the unknown key {unknown[0]!r}"
        return [Disagreement(case.id, case.type, "case", "input", f"some of {known}", got)]
    sides = {"engine": kind.engine, "reference": kind.reference}
    return [
        found
        for side, ask in sides.items()
        for found in _compare(case, side, _answer(ask, question, must_fail))
    ]


def _check_expected(case: RawCase) -> None:
    if not case.expect:
        raise ValueError(f"case {case.id}: nothing is expected of it")
    if case.type == "deal" and not all(isinstance(v, (dict, bool)) for v in case.expect.values()):
        raise ValueError(f"case {case.id}: a deal's results are expected by value convention")


def _answer(ask: Callable[[Any], Answer], question: Any, must_fail: bool) -> Answer:
    try:
        return ask(question)
    except ValueError as error:
        return REFUSED if must_fail else {FAILED: f"refused: {error}"}
    except Exception as error:  # a side that breaks down disagrees; the other cases go on
        return {FAILED: f"broke down with {type(error).__name__}: {error}"}


def _compare(case: RawCase, side: str, answer: Answer) -> list[Disagreement]:
    if FAILED in answer:
        wanted = "an error" if "error" in case.expect else "an answer"
        return [Disagreement(case.id, case.type, side, "result", wanted, answer[FAILED])]
    got = _flat(answer)
    return [
        Disagreement(case.id, case.type, side, key, want, got.get(key))
        for key, want in _flat(case.expect).items()
        if not _same(key, want, got.get(key))
    ]


def _flat(values: Answer) -> Answer:
    """Values of a deal with the convention before the key; others unchanged."""
    out: Answer = {}
    for key, value in values.items():
        inner = value.items() if isinstance(value, dict) else ()
        out |= {f"{key}.{k}": v for k, v in inner} or {key: value}
    return out


def _same(key: str, expected: Any, got: Any) -> bool:
    if key in SETS and isinstance(expected, list) and isinstance(got, list):
        return set(expected) == set(got)
    return type(expected) is type(got) and bool(expected == got)


def check_cases(cases: list[RawCase]) -> CaseReport:
    """Ask both sides about every case; cases of other types are only counted.

    Raises
    ------
    ValueError
        If a case is broken; see `check_case`.
    """
    report = CaseReport()
    for case in cases:
        if case.type not in TYPES:
            report.unsupported[case.type] += 1
            continue
        found = check_case(case)
        report.run += 1
        report.agreed += not found
        report.disagreements += found
    return report
