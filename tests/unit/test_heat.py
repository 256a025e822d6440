"""How well the fitted scores foretell a bot's cards."""

from __future__ import annotations

import numpy as np
import pytest

from jasssim.bots.weights import load_weights
from jasssim.engine import COMPILED
from jasssim.engine.fitted import BRAIN
from jasssim.engine.heat import tell_card
from jasssim.engine.inference import SLIP
from jasssim.game.cards import card_bit, parse_card
from jasssim.lab.fitting.heat import hear
from jasssim.lab.worlds import seat_view

CONTRACTS = "trump,slalom-obenabe,3x3:obenabe,misere"


def test_the_chances_of_all_legal_cards_add_up() -> None:
    view = seat_view("0:AKU.A98.X.76 ... ... ...", "E")
    data, brains = load_weights(), np.zeros(1, BRAIN)
    brains.view(np.int64)[: len(data)] = data
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


def test_what_fitted_plays_is_foretold_the_better_the_less_heat() -> None:
    found = hear("fitted", CONTRACTS, deals=6, heats=(0.1, 1.0, 10.0))
    assert [one["contract"] for one in found] == CONTRACTS.split(",")
    for one in found:
        bits = one["bits"]
        assert one["heat"] == 0.1
        assert bits[0.1] < bits[1.0] < bits[10.0] < one["blind"]
        assert one["decisions"] > 6 * 12


def test_what_random_plays_cannot_be_foretold() -> None:
    [found] = hear("random", "obenabe", deals=20, heats=(1.0, 1000.0))
    assert found["bits"][1000.0] == pytest.approx(found["blind"], abs=0.01)
    assert found["bits"][1.0] > found["blind"] + 4 * found["se"][1.0]


def test_workers_change_nothing() -> None:
    assert hear("rule", "trump", 45, jobs=2) == hear("rule", "trump", 45)


def test_cards_that_make_trump_are_not_weighed() -> None:
    with pytest.raises(ValueError, match="molotow"):
        hear("rule", "molotow", 1)
