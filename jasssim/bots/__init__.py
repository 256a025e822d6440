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

import ast
import dis
import importlib.util
import os
import re
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

from ..engine import kernel
from ..engine.bits import U64, count, lowest_index, mul_high, nth
from ..engine.play import BOT, CHEATS, REMEMBERS
from ..engine.random import draw

BotFunction = Callable[..., Any]

# A tuple of bots is numba's "first-class function" feature, which warns of its youth.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


@dataclass(frozen=True)
class Strategy:
    """A bot: its function and what it declares.

    Attributes
    ----------
    name : str
        Name of its function.
    play, pick : callable
        Compiled functions of the signature `jasssim.engine.play.BOT`; `pick` chooses a
        block of 3×3 and returns a mode's code.
    params : mapping of str to float
        Names and defaults of its parameters, in the order of the vector.
    memo : int
        Words of scratch memory that it needs.
    remembers, cheats : bool
        Whether its memory lasts through a deal; whether it sees all four hands.
    beats_random : bool
        False for bots that do not claim to.
    nanoseconds : float
        Declared cost of a decision, an upper bound on the usual machine.
    about : str
        Its docstring.
    path : str
        File that it came from.
    """

    name: str
    play: BotFunction
    pick: BotFunction
    about: str
    path: str
    params: MappingProxyType[str, float] = field(default_factory=lambda: MappingProxyType({}))
    memo: int = 1
    remembers: bool = False
    cheats: bool = False
    beats_random: bool = True
    nanoseconds: float = 1000.0

    @property
    def traits(self) -> int:
        """What the engine must know: the sum of `REMEMBERS` and `CHEATS`."""
        return REMEMBERS * self.remembers + CHEATS * self.cheats


@kernel(BOT)
def any_block(view, params, memo):  # type: ignore[no-untyped-def]
    """Choose any block that is still free, at random."""
    free = U64(view.choices)
    return lowest_index(nth(free, mul_high(draw(view.noise, 0), U64(count(free)))))


def picker() -> Callable[[BotFunction], BotFunction]:
    """Compile a function that chooses the blocks of 3×3, to be given to `player`."""
    return kernel(BOT)


def player(
    *,
    pick: BotFunction = any_block,
    params: dict[str, float] | None = None,
    memo: int = 1,
    remembers: bool = False,
    cheats: bool = False,
    beats_random: bool = True,
    nanoseconds: float = 1000.0,
) -> Callable[[BotFunction], Strategy]:
    """Make a `Strategy` of a function that plays cards; see the module's docstring.

    Parameters
    ----------
    pick : callable
        Made by `picker`; chooses blocks of 3×3, by default at random.
    params, memo, remembers, cheats, beats_random, nanoseconds
        What the bot declares; see `Strategy`.

    Raises
    ------
    ValueError
        If the function has no docstring or sets an attribute: a view is only to be read.
    """

    def make(function: BotFunction) -> Strategy:
        if not (function.__doc__ or "").strip():
            raise ValueError(f"bot {function.__name__!r} has no docstring: say what it does")
        if any(step.opname == "STORE_ATTR" for step in dis.get_instructions(function)):
            raise ValueError(f"bot {function.__name__!r} sets an attribute: a view is read-only")
        return Strategy(
            name=function.__name__,
            play=kernel(BOT)(function),
            pick=pick,
            about=" ".join((function.__doc__ or "").split()),
            path=function.__code__.co_filename,
            params=MappingProxyType(dict(params or {})),
            memo=max(4, memo) if cheats else memo,
            remembers=remembers,
            cheats=cheats,
            beats_random=beats_random,
            nanoseconds=nanoseconds,
        )

    return make


def strategy_folders() -> list[Path]:
    """Folders that are searched for bots: the project's own, the current one's, the user's.

    The environment variable ``JASSSIM_STRATEGIES`` names further folders, parted as in
    ``PATH``.
    """
    own = Path(__file__).parents[2] / "strategies"
    here = Path.cwd() / "strategies"
    more = [Path(p) for p in os.environ.get("JASSSIM_STRATEGIES", "").split(os.pathsep) if p]
    folders = {path.resolve(): None for path in (own, here, *more) if path.is_dir()}
    return list(folders)


def strategy_files() -> dict[str, Path]:
    """File of every bot in the searched folders, by the bot's name, without loading any.

    Raises
    ------
    ValueError
        If two files define a bot of the same name, or a file is no Python.
    """
    found: dict[str, Path] = {}
    for folder in strategy_folders():
        for path in sorted(folder.glob("*.py")):
            for name in _names_in(path):
                if name in found:
                    raise ValueError(f"two bots are named {name!r}: {found[name]} and {path}")
                found[name] = path
    return found


def _names_in(path: Path) -> list[str]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise ValueError(f"{path}, line {error.lineno}: no valid Python: {error.msg}") from None
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    decorators = [(f.name, ast.unparse(d)) for f in functions for d in f.decorator_list]
    return [name for name, text in decorators if text.split("(")[0].split(".")[-1] == "player"]


def _load_module(path: Path) -> ModuleType:
    name = f"jasssim_strategies.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        text = str(error).strip().splitlines() or [""]
        raise ValueError(f"{path}: the bot cannot be loaded: {text[0]}") from error
    return module


_registered: dict[str, Strategy] = {}


def register(strategy: Strategy) -> Strategy:
    """Make a bot that has no file of its own, say one from a notebook, known by its name."""
    _registered[strategy.name] = strategy
    return strategy


def strategy_names() -> list[str]:
    """Names of all bots that can be found, in folders and through entry points."""
    points = {point.name for point in entry_points(group="jasssim.strategies")}
    return sorted(points | set(strategy_files()) | set(_registered))


@cache
def _load_file(path: Path, modified: float) -> ModuleType:
    return _load_module(path)


def load_strategy(name: str) -> Strategy:
    """The bot of a name, loaded and compiled if need be.

    Raises
    ------
    ValueError
        If no bot has this name, or its file cannot be loaded.
    """
    if name in _registered:
        return _registered[name]
    path = strategy_files().get(name)
    if path is not None:
        strategy = getattr(_load_file(path, path.stat().st_mtime), name)
    else:
        points = [p for p in entry_points(group="jasssim.strategies") if p.name == name]
        if not points:
            raise ValueError(f"unknown bot {name!r}: expected one of {', '.join(strategy_names())}")
        strategy = points[0].load()
    if not isinstance(strategy, Strategy):
        raise ValueError(f"{name!r} in {path} is no bot: its function needs the decorator player")
    return strategy


def parse_bot(text: str) -> tuple[str, dict[str, float]]:
    """Name and parameters of a bot's text, ``name`` or ``name(key=number, …)``.

    Examples
    --------
    >>> parse_bot("mc(worlds=160)")
    ('mc', {'worlds': 160.0})
    """
    match = re.fullmatch(r"\s*([\w.-]+)\s*(?:\((.*)\))?\s*", text)
    if not match:
        raise ValueError(f"bot {text!r} is not of the form name or name(key=number, ...)")
    values = {}
    for item in filter(None, (part.strip() for part in (match[2] or "").split(","))):
        key, _, number = item.partition("=")
        try:
            values[key.strip()] = float(number)
        except ValueError:
            raise ValueError(f"bot {text!r}: {item!r} is not of the form key=number") from None
    return match[1], values


def load_bot(text: str) -> tuple[Strategy, np.ndarray[Any, np.dtype[np.float64]]]:
    """Bot and parameter vector of a bot's text.

    Raises
    ------
    ValueError
        If the bot or one of its parameters is unknown.
    """
    name, values = parse_bot(text)
    strategy = load_strategy(name)
    unknown = [key for key in values if key not in strategy.params]
    if unknown:
        known = ", ".join(strategy.params) or "none"
        raise ValueError(f"bot {name!r} has no parameter {unknown[0]!r}: it has {known}")
    merged = {**strategy.params, **values}
    return strategy, np.array([merged[key] for key in strategy.params] or [0.0])
