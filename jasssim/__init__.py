"""A research lab for the Swiss card game Coiffeur-Jass.

>>> import jasssim
>>> plays = jasssim.simulate("random", "obenabe", deals=100, seed=1)
>>> len(plays), int(plays.points().sum())
(100, 15700)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Games": "jasssim.lab.coiffeur.games",
    "Plays": "jasssim.lab.plays",
    "Survey": "jasssim.lab.survey",
    "Rules": "jasssim.game.rules",
    "load_rules": "jasssim.game.rules",
    "load_values": "jasssim.game.values",
    "make_boards": "jasssim.lab.compare.boards",
    "make_charts": "jasssim.lab.compare.charts",
    "make_robin": "jasssim.lab.compare.robin",
    "parse_contract": "jasssim.game.contract",
    "parse_deal": "jasssim.game.notation",
    "parse_hand": "jasssim.game.notation",
    "play_duel": "jasssim.lab.compare.duel",
    "play_games": "jasssim.lab.coiffeur.games",
    "play_molotow": "jasssim.lab.solo.molotow",
    "play_robin": "jasssim.lab.compare.robin",
    "simulate": "jasssim.lab.simulate",
    "solve": "jasssim.lab.solver.solve",
    "solve_many": "jasssim.lab.solver.batch",
    "survey": "jasssim.lab.survey",
}

if TYPE_CHECKING:
    from .game.contract import parse_contract as parse_contract
    from .game.notation import parse_deal as parse_deal
    from .game.notation import parse_hand as parse_hand
    from .game.rules import Rules as Rules
    from .game.rules import load_rules as load_rules
    from .game.values import load_values as load_values
    from .lab.coiffeur.games import Games as Games
    from .lab.coiffeur.games import play_games as play_games
    from .lab.compare.boards import make_boards as make_boards
    from .lab.compare.charts import make_charts as make_charts
    from .lab.compare.duel import play_duel as play_duel
    from .lab.compare.robin import make_robin as make_robin
    from .lab.compare.robin import play_robin as play_robin
    from .lab.plays import Plays as Plays
    from .lab.simulate import simulate as simulate
    from .lab.solo.molotow import play_molotow as play_molotow
    from .lab.solver.batch import solve_many as solve_many
    from .lab.solver.solve import solve as solve
    from .lab.survey import Survey as Survey
    from .lab.survey import survey as survey


def __getattr__(name: str) -> Any:
    # Numba takes half a second to import: only what needs it should wait for it.
    if name not in _HOMES:
        raise AttributeError(f"module 'jasssim' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
