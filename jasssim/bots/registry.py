"""Bots by name: loaded from their files, from installed packages or from a notebook."""

from __future__ import annotations

import importlib.util
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from .files import ENTRY_POINTS, entry_point_names, strategy_files, strategy_folders
from .strategy import Strategy


def _load_module(path: Path) -> ModuleType:
    name = f"jasssim_strategies.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        reason = _reason(error)
        raise ValueError(f"{path}: the bot cannot be loaded: {reason}") from error
    return module


def _reason(error: BaseException) -> str:
    """What an error says, without the compiler's surroundings."""
    noise = ("Failed in nopython", "During", "File ", "^", "<source", "resolving", "def ")
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith(noise)]
    return f"{type(error).__name__}: {' '.join(telling[:3])}"


_registered: dict[str, Strategy] = {}


def register(strategy: Strategy) -> Strategy:
    """Make a bot that has no file of its own, say one from a notebook, known by its name."""
    _registered[strategy.name] = strategy
    return strategy


def unregister(name: str) -> None:
    """Forget a bot that was made known by `register`."""
    _registered.pop(name, None)


def strategy_names() -> list[str]:
    """Names of all bots that can be found, in folders and through entry points."""
    return sorted({*entry_point_names(), *strategy_files(), *_registered})


_loaded: dict[tuple[str, tuple[Path, ...]], tuple[Path, int, Strategy]] = {}


def load_strategy(name: str) -> Strategy:
    """The bot of a name, loaded and compiled if need be; again after its file was edited.

    Raises
    ------
    ValueError
        If no bot has this name, or its file cannot be loaded.
    """
    if name in _registered:
        return _registered[name]
    key = name, tuple(strategy_folders())
    if key in _loaded:
        path, modified, strategy = _loaded[key]
        if path.is_file() and path.stat().st_mtime_ns == modified:
            return strategy
    path = strategy_files().get(name, Path())
    if path.is_file():
        modified = path.stat().st_mtime_ns
        _loaded[key] = path, modified, _checked(name, getattr(_load_module(path), name))
        return _loaded[key][2]
    points = [point for point in entry_points(group=ENTRY_POINTS) if point.name == name]
    if not points:
        known = ", ".join(strategy_names()) or "none (no folder named strategies was found)"
        raise ValueError(f"unknown bot {name!r}: expected one of {known}")
    return register(_checked(name, points[0].load()))


def _checked(name: str, strategy: object) -> Strategy:
    if not isinstance(strategy, Strategy):
        raise ValueError(
            f"{name!r} is no bot: its function needs the decorator jasssim.bots.player"
        )
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


def load_bot(text: str) -> tuple[Strategy, NDArray[np.float64]]:
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
