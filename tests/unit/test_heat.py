"""How well the fitted scores foretell a bot's cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from jasssim.bots.weights import brain_of, load_weights
from jasssim.engine import COMPILED
from jasssim.engine.heat import tell_card
from jasssim.engine.inference import SLIP
from jasssim.game.cards import card_bit, parse_card
from jasssim.lab.fitting.heat import find_temperature
from jasssim.lab.worlds import seat_view

CONTRACTS = "trump,slalom-obenabe,3x3:obenabe,misere"


def test_the_chances_of_all_legal_cards_add_up() -> None:
    view = seat_view("0:AKU.A98.X.76 ... ... ...", "E")
    brains = brain_of(load_weights())
    heats, chances = np.array([0.5, 3.0, 1e3]), np.empty(3)
    record = np.ndarray if COMPILED else np.recarray
    total = np.zeros(3)
    for text in ("EA", "EK", "EU", "RA", "R9", "R8", "SX", "L7", "L6"):
        card = np.uint64(card_bit(parse_card(text)))
        with np.errstate(over="ignore"):
            found = tell_card(view.view(record), brains.view(record), card, heats, chances)
        assert found == 9
        assert chances.min() >= SLIP / 9
        total += chances
    assert total == pytest.approx(1, abs=2e-4)
    assert chances[2] == pytest.approx(1 / 9, rel=0.02)  # a great heat knows nothing


def bits_of(found: dict[str, Any]) -> list[float]:
    return [one["bits"] for one in found["by_temperature"]]


def test_what_fitted_plays_is_foretold_the_better_the_less_heat() -> None:
    found = find_temperature("fitted", CONTRACTS, deals=6, heats=(0.1, 1.0, 10.0))
    assert [one["contract"] for one in found] == CONTRACTS.split(",")
    for one in found:
        low, middle, high = bits_of(one)
        assert one["temperature_points"] == 0.1
        assert low < middle < high < one["bits_blind"]
        assert one["decisions"] > 6 * 12


def test_what_random_plays_cannot_be_foretold() -> None:
    [found] = find_temperature("random", "obenabe", deals=20, heats=(1.0, 1000.0))
    low, high = bits_of(found)
    assert high == pytest.approx(found["bits_blind"], abs=0.01)
    assert low > found["bits_blind"] + 4 * found["by_temperature"][0]["se_bits"]


def test_workers_change_nothing() -> None:
    assert find_temperature("rule", "trump", 45, jobs=2) == find_temperature("rule", "trump", 45)


@pytest.mark.parametrize(
    ("contract", "deals", "heats", "message"),
    [
        ("molotow", 2, (1.0,), "contract 'molotow': its cards are not weighed"),
        ("obenabe", 1, (1.0,), "deals = 1: expected"),
        ("obenabe", 2, (), "heats = (): expected at least one number"),
        ("obenabe", 2, (0.0, 1.0), "heats = (0.0, 1.0): expected"),
    ],
)
def test_what_is_no_use_is_refused(
    contract: str, deals: int, heats: tuple[float, ...], message: str
) -> None:
    with pytest.raises(ValueError, match="expected") as error:
        find_temperature("rule", contract, deals, heats=heats)
    assert message in str(error.value)
