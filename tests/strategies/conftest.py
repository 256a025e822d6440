"""What tests of bots and callers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from jasssim.bots import register
from jasssim.bots.registry import unregister


@pytest.fixture
def known() -> Iterator[Callable[[Any], Any]]:
    """Registers bots and callers for one test."""
    names: list[str] = []

    def add(bot: Any) -> Any:
        names.append(bot.name)
        return register(bot)

    yield add
    for name in names:
        unregister(name)
