"""Engine and reference agree in every decision of random deals, contract by contract.

Each case is 5 600 deals, 201 600 decisions. `test_differential_rules` does the same for
every value of every rule parameter.
"""

from __future__ import annotations

import pytest

from jasssim.game.rules import Rules
from tests.rules.differential import check

DOWN = ("six11", "ace11")
CONVENTIONS = ("start", "per_trick", "obenabe", "undenufe")
TURNING = [Rules(alt_values=a, undenufe_values=u) for a in CONVENTIONS for u in DOWN]


@pytest.mark.parametrize("contract", ["E", "R", "S", "L", "obenabe", "misere"])
def test_contract(contract: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, [contract], Rules())


def test_undenufe_and_undenufe_values(monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, ["undenufe"], Rules(), [Rules(undenufe_values="ace11")])


@pytest.mark.parametrize(
    "contract", ["slalom-obenabe", "slalom-undenufe", "guschti-obenabe", "guschti-undenufe"]
)
def test_turning_contract_and_its_values(contract: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, [contract], Rules(), TURNING)
