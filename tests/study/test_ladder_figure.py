"""A ladder's tables and figure: they show what was found, in both languages."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from jasssim.game.contract import contract_names
from jasssim.game.rules import load_rules
from jasssim.lab.compare.kinds import pooled_slots
from jasssim.lab.compare.robin import make_robin, play_robin, rate_robin
from jasssim.study.ladder_figure import ladder_data, ladder_figure
from jasssim.study.ladder_tables import ladder_frame, ladder_text, signed
from jasssim.study.ladder_words import contract_label
from jasssim.study.style import figure_bytes


@cache
def found(contracts: str = "trump,misere") -> dict[str, Any]:
    robin = make_robin(["random", "greedy", "rule"], contracts)
    return rate_robin(robin, play_robin(robin, 80), 60)


def test_data_of_the_figure_are_the_ratings() -> None:
    data = ladder_data(found())
    assert data.names == ["all", "trump", "misere"]
    assert data.bots[0] == "rule"
    assert data.ratings.shape == (3, 3)
    assert (data.low < data.ratings).all()
    assert (data.ratings < data.high).all()
    assert (np.diff(data.ratings[0]) < 0).all()
    assert ladder_data(found("trump")).names == ["trump"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_figure_is_drawn_and_fits(lang: str) -> None:
    figure = ladder_figure(found(), lang)
    figure.canvas.draw()
    [ax] = figure.axes
    box = figure.bbox
    for text in [*ax.get_yticklabels(), *figure.texts, *figure.legends]:
        seen = text.get_window_extent()
        assert box.x0 <= seen.x0, text
        assert seen.x1 <= box.x1, text
    assert len(ax.lines) == 3 + 1  # a row of marks for each bot, and the zero
    assert figure_bytes(figure, "svg") == figure_bytes(ladder_figure(found(), lang), "svg")


def test_tables_say_the_ratings() -> None:
    text, best = ladder_text(found()), found()["ladder"][0]
    assert "Over all contracts" in text
    assert f"rule    {signed(best['rating'])}" in text
    german = ladder_text(found(), "de", markdown=True)
    assert "## Nach Ansage" in german
    assert f"| rule | {signed(best['rating'])} |" in german
    assert "Over all" not in ladder_text(found("trump"))
    frame = ladder_frame(found())
    assert len(frame) == 9
    assert list(frame.columns) == ["contract", "bot", "rating", "se", "low", "high"]


def test_every_contract_has_a_label() -> None:
    for lang in ("en", "de"):
        for name in (*contract_names(), *pooled_slots(load_rules("default"))):
            assert contract_label(name, lang)
    assert contract_label("all", "de") == "alle Ansagen"
