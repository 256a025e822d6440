"""Kernels and bots do the same as ordinary Python and as compiled code, card for card."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from jasssim.engine import COMPILED
from jasssim.lab.coiffeur.games import Games, play_games
from jasssim.lab.plays import Plays
from jasssim.lab.simulate import simulate

ROOT = Path(__file__).parents[2]
BOTS = ("random", "greedy", "rule")
CONTRACTS = [
    *["E", "R", "S", "L"] * 4,
    *["obenabe", "undenufe", "misere", "molotow"] * 15,
    *["slalom-obenabe", "slalom-undenufe", "guschti-obenabe", "guschti-undenufe"] * 8,
    *[f"3x3:{block}" for block in ("E", "R", "S", "L", "obenabe", "undenufe")] * 3,
]
FIELDS = ("hands", "taken", "last", "trumps", "traces")
GAME_FIELDS = ("hands", "traces", "rounds", "written", "extra", "winner")

CODE = """
import sys
import numpy as np
from jasssim.engine import COMPILED
from tests.unit.test_interpreted import FIELDS, GAME_FIELDS, games, played
assert not COMPILED
what = sys.argv[1]
plays = games() if what == "games" else played(what)
fields = GAME_FIELDS if what == "games" else FIELDS
np.savez(sys.argv[2], **{field: getattr(plays, field) for field in fields})
"""


def played(bot: str) -> Plays:
    """At least fifteen deals in every kind of contract."""
    n = len(CONTRACTS)
    return simulate(bot, CONTRACTS, n, 31, caller=np.arange(n) // 3 % 4, trace=True)


def games() -> Games:
    """Two games in which callers pass, choose starts and look up values."""
    return play_games("regret:rule", "random:random", 2, 31, "wyys-10b", trace=True)


@pytest.mark.skipif(not COMPILED, reason="needs compiled kernels to compare with")
@pytest.mark.parametrize("what", [*BOTS, "games"])
def test_interpreted_plays_are_the_compiled_ones(what: str, tmp_path: Path) -> None:
    path = tmp_path / "plays.npz"
    done = subprocess.run(
        [sys.executable, "-c", CODE, what, str(path)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    compiled = games() if what == "games" else played(what)
    with np.load(path) as interpreted:
        for field in GAME_FIELDS if what == "games" else FIELDS:
            assert np.array_equal(interpreted[field], getattr(compiled, field)), field
