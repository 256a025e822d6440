"""The seam for bots: what a bot declares, how it is compiled, and how it is found.

A bot is one file in a ``strategies`` folder with one function under `player`::

    from jasssim.bots import player
    from jasssim.engine.bits import lowest_index

    @player()
    def lowest(view, params, memo):
        "Plays its lowest legal card."
        return lowest_index(view.legal)

The function gets a view (`jasssim.engine.view.VIEW`: everything the seat may know), the
bot's parameters (float64 vector) and scratch memory (int64 vector) and returns the place
of a legal card. It is compiled alone, for the one signature `jasssim.engine.play.BOT`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..lab.check import check_strategy as check_strategy
    from ..lab.check_caller import check_caller as check_caller
    from .calling import Caller as Caller
    from .calling import caller as caller
    from .guests import foul_report as foul_report
    from .guests import guest as guest
    from .registry import caller_names as caller_names
    from .registry import load_bot as load_bot
    from .registry import load_caller as load_caller
    from .registry import load_strategy as load_strategy
    from .registry import parse_bot as parse_bot
    from .registry import register as register
    from .registry import strategy_names as strategy_names
    from .strategy import Strategy as Strategy
    from .strategy import picker as picker
    from .strategy import player as player

_HOMES = {
    "Caller": "jasssim.bots.calling",
    "Strategy": "jasssim.bots.strategy",
    "caller": "jasssim.bots.calling",
    "caller_names": "jasssim.bots.registry",
    "check_caller": "jasssim.lab.check_caller",
    "check_strategy": "jasssim.lab.check",
    "foul_report": "jasssim.bots.guests",
    "guest": "jasssim.bots.guests",
    "load_bot": "jasssim.bots.registry",
    "load_caller": "jasssim.bots.registry",
    "load_strategy": "jasssim.bots.registry",
    "parse_bot": "jasssim.bots.registry",
    "picker": "jasssim.bots.strategy",
    "player": "jasssim.bots.strategy",
    "register": "jasssim.bots.registry",
    "strategy_names": "jasssim.bots.registry",
}

__all__ = [*_HOMES]


def __getattr__(name: str) -> Any:
    # Listing bots must not wait for numba, which declaring one needs.
    if name not in _HOMES:
        raise AttributeError(f"module 'jasssim.bots' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
