"""The bot fitted: stronger than rule in every family of contracts, lawful, its own weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import jasssim
from jasssim.bots import check_strategy, load_strategy
from jasssim.bots.weights import load_weights
from jasssim.engine.houses import SHAPES
from jasssim.game.rules import Rules
from jasssim.lab.fitting.families import find_families
from jasssim.lab.fitting.margin import margin_of

BOARDS = 3000


@pytest.mark.parametrize(
    "contract", ["trump", "obenabe", "undenufe", "slalom-obenabe", "guschti-obenabe"]
)
def test_fitted_beats_rule(contract: str) -> None:
    """On deals that no fit has seen."""
    [family] = find_families([contract], Rules())
    margin = margin_of(load_strategy("fitted").data, family, 77, BOARDS)
    assert margin.mean - 4 * margin.se > 0


def test_fitted_keeps_the_laws_and_is_the_same_interpreted() -> None:
    assert "compiled = interpreted" in check_strategy("fitted", views=2000)


def test_without_weights_it_plays_as_rule() -> None:
    [family] = find_families(["E"], Rules())
    data = np.zeros_like(load_weights())
    margin = margin_of(data, family, 1, 200)
    assert (margin.mean, margin.se) == (0.0, 0.0)


def test_a_bot_of_its_own_weights_plays_rule_where_it_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recipe of docs/fitted.md with the shipped weights of one shape."""
    page = (Path(__file__).parents[2] / "docs" / "fitted.md").read_text(encoding="utf-8")
    code = page.split("`strategies/mine.py`:\n")[1].split("```python\n")[1].split("```")[0]
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "mine.py").write_text(code, encoding="utf-8")
    shipped = Path(jasssim.__file__).parent / "bots" / "weights" / "slalom.json"
    (tmp_path / "weights").mkdir()
    (tmp_path / "weights" / "slalom.json").write_bytes(shipped.read_bytes())
    monkeypatch.chdir(tmp_path)
    for contract, other in (("slalom-undenufe", "fitted"), ("E", "rule")):
        mine = jasssim.simulate("mine", contract, 100, trace=True)
        same = jasssim.simulate(other, contract, 100, trace=True)
        assert (mine.traces == same.traces).all()
    assert set(SHAPES) > {"slalom", "trump"}
