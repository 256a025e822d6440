"""One deal in every contract, as ``jasssim show`` prints it, against a committed text.

After a wanted change of the words: ``JASSSIM_UPDATE_PLAYTHROUGHS=1 pytest
tests/playthroughs`` writes the texts anew; read the difference before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jasssim.game.contract import contract_names
from jasssim.lab.show import format_playthrough, replay_of
from jasssim.lab.simulate import simulate

TEXTS = Path(__file__).with_name("texts")
UPDATE = os.environ.get("JASSSIM_UPDATE_PLAYTHROUGHS") == "1"
SEED, DEAL = 7, 3
SHOWN = [
    *((contract, "default", "en") for contract in contract_names()),
    ("E", "default", "de"),
    ("3x3:undenufe", "default", "de"),
    ("slalom-obenabe", "tafel-8", "de"),
    ("molotow", "molotow", "en"),
    ("molotow", "molotow", "de"),
]


def path_of(contract: str, rules: str, language: str) -> Path:
    return TEXTS / f"{contract.replace(':', '-')}.{rules}.{language}.txt"


def shown(contract: str, rules: str, language: str) -> str:
    """The text of one deal, played by `greedy`, which is not meant to change."""
    play = replay_of(simulate("greedy", contract, 1, SEED, rules, first=DEAL, caller=1, trace=True))
    about = {"seed": SEED, "deal": DEAL, "bots": ["greedy"] * 4}
    return format_playthrough(play, language, about) + "\n"


@pytest.mark.parametrize(("contract", "rules", "language"), SHOWN)
def test_playthrough_reads_as_committed(contract: str, rules: str, language: str) -> None:
    path = path_of(contract, rules, language)
    text = shown(contract, rules, language)
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), (
        f"{path.name} differs; set JASSSIM_UPDATE_PLAYTHROUGHS=1 to write it anew"
    )


def test_no_text_is_left_over() -> None:
    assert sorted(TEXTS.glob("*")) == sorted({path_of(*case) for case in SHOWN})
