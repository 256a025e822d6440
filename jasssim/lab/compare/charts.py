"""Whole games of Coiffeur as boards: each played twice with the sides swapped."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ...game.contract import Contract
from ...game.rules import Rules
from ..coiffeur.callbook import call_book
from ..coiffeur.games import play_part
from ..coiffeur.wave import GameSetup, make_games, split_team

CALLER = "regret"
"""Who calls for a bot that is named without a caller."""

CHART_POINTS = "chart points per game, own - other"


@dataclass(frozen=True, eq=False)
class Charts:
    """Games of two sides.

    Attributes
    ----------
    bots : tuple of two str
        ``CALLER:BOT`` of A and B.
    setup : GameSetup
        Who plays which games.
    """

    bots: tuple[str, str]
    setup: GameSetup
    scale: float = field(default=0.5, init=False)
    """A game's score in units of `scores`: the mean of two halves."""

    solo = False
    unit = CHART_POINTS

    @property
    def names(self) -> tuple[str, ...]:
        """Name of the results' only column."""
        return (self.rules.name,)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """Everything that may be called."""
        return call_book(self.rules, self.setup.values).contracts

    @property
    def rules(self) -> Rules:
        """House rules."""
        return self.setup.rules

    @property
    def seed(self) -> int:
        """Seed of deals and random words."""
        return self.setup.seed

    @property
    def decisions(self) -> int:
        """About how many cards are chosen in a game, both halves."""
        return 48 * 2 * len(self.rules.rows)

    def config(self) -> dict[str, Any]:
        """Everything that scores depend on beside callers and bots, as plain data."""
        values = self.setup.values
        return {
            "game": self.rules.name,
            "seed": self.seed,
            "rules": msgspec.to_builtins(self.rules),
            "values": blake2b(values.data, digest_size=8).hexdigest() if values else None,
        }

    def scores(self, first: int, count: int) -> NDArray[np.int64]:
        """Twice the scores of some games, whole numbers, shape (count, 1)."""
        totals = play_part(self.setup, False, first, count).totals
        found: NDArray[np.int64] = (totals[:, :, 0] - totals[:, :, 1]).sum(axis=1, keepdims=True)
        return found


def make_charts(
    a: str,
    b: str,
    rules: str | Path | Rules = "wyys-10",
    seed: int = 1,
    values: str = "rule",
) -> Charts:
    """Checked `Charts`.

    Parameters
    ----------
    a, b : str
        ``CALLER:BOT``, or a bot for which `CALLER` calls.
    rules : str, Path or Rules
        House rules with a chart.
    seed : int
        Seed of deals and random words.
    values : str
        Name or file of the table of hand values that callers read.

    Examples
    --------
    >>> make_charts("rule", "greedy:rule", "wyys-6").bots
    ('regret:rule', 'greedy:rule')
    """
    a, b = (text if ":" in text else f"{CALLER}:{text}" for text in (a, b))
    for text in (a, b):
        split_team(text)
    return Charts((a, b), make_games(a, b, rules, seed, values))
