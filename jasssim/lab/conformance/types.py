"""What all types of conformance cases share: a rule set, and two sides that answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ...game.rules import Rules, change_rules, load_rules

Answer = dict[str, Any]


@cache
def _house(preset: str, overrides: bytes) -> Rules:
    return change_rules(load_rules(preset), msgspec.json.decode(overrides))


class Case(msgspec.Struct, kw_only=True):
    """Input that every type of case has: a rule set and what differs from it."""

    preset: str = "default"
    rules: dict[str, Any] = {}

    def house(self) -> Rules:
        """The rules of the case."""
        return _house(self.preset, msgspec.json.encode(self.rules))

    def check(self) -> None:
        """Raise ValueError if a card, a rule or a number is unknown."""
        self.house()


class CaseType(NamedTuple):
    """How cases of one type are read and answered."""

    input: type[Case]
    engine: Callable[[Any], Answer]
    reference: Callable[[Any], Answer]
