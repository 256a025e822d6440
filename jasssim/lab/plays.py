"""Plays of many deals as arrays, and what they count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..game.contract import load_kind
from ..game.orders import MODES, TRUMP_ORDER
from ..game.scoring import seat_points, team_points, team_tricks, value_rule

if TYPE_CHECKING:
    import pandas as pd

    from .chunks import Setup


def traced_cards(traces: NDArray[np.int8]) -> NDArray[np.int8]:
    """Card numbers in playing order, shape (n, 9, 4), of traces of shape (n, 54)."""
    places, modes = traces[:, :36].reshape(-1, 9, 4), traces[:, 45:, None]
    strength, suit = places & 15, places >> 4
    # In a trump suit a place counts by the trump's strength.
    by_strength = np.argsort(TRUMP_ORDER).astype(np.int8)
    rank = np.where(suit == modes, by_strength[strength], strength)
    cards: NDArray[np.int8] = (suit * 9 + rank).astype(np.int8)
    return cards


@dataclass(frozen=True)
class Plays:
    """Plays of n deals.

    Attributes
    ----------
    setup : Setup
        Bots, contracts, rules and seed.
    first : int
        Index of the first deal.
    contract_of : int64 array, shape (n,)
        Place of each deal's contract in ``setup.contracts``.
    leaders, callers : int8 array, shape (n,)
        Leading and calling seat.
    hands : uint64 array, shape (n, 4)
        Hands by seat.
    taken : uint64 array, shape (n, 12)
        Cards taken by ``3 * seat + class`` (upward, downward and trump tricks).
    last : int8 array, shape (n,)
        Winner of the last trick.
    trumps : int8 array, shape (n,)
        Code of the trump suit, -1 without.
    traces : int8 array, shape (n or 0, 54)
        36 card places in playing order, 9 leaders and 9 modes, where they were kept.
    """

    setup: Setup
    first: int
    contract_of: NDArray[np.int64]
    leaders: NDArray[np.int8]
    callers: NDArray[np.int8]
    hands: NDArray[np.uint64]
    taken: NDArray[np.uint64]
    last: NDArray[np.int8]
    trumps: NDArray[np.int8]
    traces: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.last)

    def points(self, alt_values: str | None = None, by: str = "team") -> NDArray[np.int64]:
        """Points of both teams, shape (n, 2), or by seat, shape (n, 4).

        Parameters
        ----------
        alt_values : {"start", "per_trick", "obenabe", "undenufe"}, optional
            Convention for Slalom and Guschti instead of the rules' own.
        by : {"team", "seat"}
            Whose points.
        """
        if by not in ("team", "seat"):
            raise ValueError(f"by = {by!r}: expected 'team' or 'seat'")
        score = team_points if by == "team" else seat_points
        contracts, rules = self.setup.contracts, self.setup.rules
        tables = np.array([value_rule(c, rules, alt_values) for c in contracts])
        by_deal = tables if len(tables) == 1 else tables[self.contract_of]
        return score(self.taken, self.last, self.trumps, by_deal)

    def tricks(self) -> NDArray[np.int64]:
        """Tricks of both teams, shape (n, 2)."""
        return team_tricks(self.taken)

    def frame(self, alt_values: str | Sequence[str] = ()) -> pd.DataFrame:
        """One row per deal: contract, seats, tricks and points under each convention.

        Points are whole card points with the last trick's five; the columns of the
        calling team are named ``caller_…``, the other team's ``other_…``.
        """
        import pandas as pd

        if isinstance(alt_values, str):
            alt_values = (alt_values,)
        n = np.arange(len(self))
        caller, other = self.callers & 1, 1 - (self.callers & 1)
        tricks = self.tricks()
        columns: dict[str, Any] = {
            "deal": self.first + n,
            "contract": np.array([str(c) for c in self.setup.contracts])[self.contract_of],
            "leader": self.leaders,
            "caller": self.callers,
            "caller_tricks": tricks[n, caller],
            "other_tricks": tricks[n, other],
        }
        for convention in alt_values or (None,):
            points = self.points(convention)
            ending = f"_{convention}" if convention else ""
            columns[f"caller_points{ending}"] = points[n, caller]
            columns[f"other_points{ending}"] = points[n, other]
        return pd.DataFrame(columns)

    def _traced(self) -> NDArray[np.int8]:
        if not len(self.traces):
            raise ValueError("the plays were made without trace=True, so no cards were kept")
        return self.traces

    def cards(self) -> NDArray[np.int8]:
        """Card numbers in playing order, shape (n, 9, 4).

        Raises
        ------
        ValueError
            If the plays were made without ``trace=True``.
        """
        return traced_cards(self._traced())

    def modes(self) -> NDArray[np.int8]:
        """Code of each trick's mode, shape (n, 9), a place in `jasssim.game.orders.MODES`."""
        return self._traced()[:, 45:]

    def trick_leaders(self) -> NDArray[np.int8]:
        """Leading seat of each trick, shape (n, 9)."""
        return self._traced()[:, 36:45]

    def trick_winners(self) -> NDArray[np.int8]:
        """Winning seat of each trick, shape (n, 9)."""
        return np.column_stack([self.trick_leaders()[:, 1:], self.last])

    def final_contract(self, deal: int) -> str:
        """Text of a deal's contract with all that was chosen in play."""
        contract = self.setup.contracts[self.contract_of[deal]]
        trump = int(self.trumps[deal])
        if "open" in load_kind(contract.kind, self.setup.rules).schedule:
            return str(contract._replace(choice=MODES[trump] if trump >= 0 else None))
        if contract.blocks:
            chosen = tuple(MODES[self.modes()[deal, i]] for i in (0, 3, 6))
            return str(contract._replace(blocks=chosen))
        return str(contract)
