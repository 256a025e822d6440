"""Bots by name: loaded from their files, from installed packages or from a notebook."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable
from hashlib import blake2b
from importlib.metadata import entry_points
from math import isfinite
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .calling import Caller
from .files import ENTRY_POINTS, bot_files, entry_point_names, strategy_folders
from .strategy import Strategy, check_value


def _load_module(path: Path, word: str) -> ModuleType:
    name = f"jasssim_strategies.{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        reason = _reason(error)
        raise ValueError(f"{path}: the {word} cannot be loaded: {reason}") from error
    return module


def _reason(error: BaseException) -> str:
    """What an error says, without the compiler's surroundings."""
    noise = ("Failed in nopython", "During", "File ", "^", "<source", "resolving", "def ")
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not line.startswith(noise)]
    return f"{type(error).__name__}: {' '.join(telling[:3])}"


Bot = TypeVar("Bot", Strategy, Caller)
_DECORATORS = {Strategy: "player", Caller: "caller"}
_WORDS = {Strategy: "bot", Caller: "caller"}
_registered: dict[tuple[type, str], Any] = {}
_loaded: dict[tuple[type, str, tuple[Path, ...]], tuple[Path, int, Any]] = {}


def register(bot: Bot) -> Bot:
    """Make a bot that has no file of its own, say one from a notebook, known by its name."""
    kind = Caller if isinstance(bot, Caller) else Strategy  # a guest is a Strategy, too
    _registered[kind, bot.name.replace("_", "-")] = bot
    return bot


def unregister(name: str) -> None:
    """Forget the bots that were made known by `register` under a name."""
    for kind in _DECORATORS:
        _registered.pop((kind, name.replace("_", "-")), None)


def _names(kind: type) -> list[str]:
    decorator = _DECORATORS[kind]
    own = [name for other, name in _registered if other is kind]
    return sorted({*entry_point_names(decorator), *bot_files(decorator), *own})


def strategy_names() -> list[str]:
    """Names of all players of cards that can be found, in folders and through entry points."""
    return _names(Strategy)


def caller_names() -> list[str]:
    """Names of all callers that can be found, in folders and through entry points."""
    return _names(Caller)


def load_strategy(name: str) -> Strategy:
    """The player of a name, loaded and compiled if need be; again after its file was edited.

    Raises
    ------
    ValueError
        If no bot has this name, or its file cannot be loaded.
    """
    return _load(Strategy, name)


def load_caller(name: str) -> Caller:
    """The caller of a name; as `load_strategy`."""
    return _load(Caller, name)


def _load(kind: type[Bot], name: str) -> Bot:
    decorator = _DECORATORS[kind]
    name = name.replace("_", "-")
    if (kind, name) in _registered:
        found: Bot = _registered[kind, name]
        return found
    key = kind, name, tuple(strategy_folders())
    if key in _loaded:
        path, modified, bot = _loaded[key]
        if path.is_file() and path.stat().st_mtime_ns == modified:
            return _checked(kind, name, bot)
    path = bot_files(decorator).get(name, Path())
    if path.is_file():
        modified = path.stat().st_mtime_ns
        function = name.replace("-", "_") if kind is Strategy else "call"
        bot = _checked(kind, name, getattr(_load_module(path, _WORDS[kind]), function, None))
        _loaded[key] = path, modified, bot
        return bot
    points = [
        point
        for point in entry_points(group=ENTRY_POINTS[decorator])
        if point.name.replace("_", "-") == name
    ]
    if not points:
        known = ", ".join(_names(kind)) or "none (no folder named strategies was found)"
        raise ValueError(f"unknown {_WORDS[kind]} {name!r}: expected one of {known}")
    return register(_checked(kind, name, points[0].load()))


def _checked(kind: type[Bot], name: str, bot: object) -> Bot:
    if not isinstance(bot, kind):
        decorator = _DECORATORS[kind]
        what = "its function" if kind is Strategy else "a function named call"
        raise ValueError(f"{name!r} is no {decorator}: {what} needs jasssim.bots.{decorator}")
    return bot


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
        if not isfinite(values[key.strip()]):
            raise ValueError(f"bot {text!r}: {item!r} is no finite number")
    return match[1], values


def source_of(bot: Strategy | Caller) -> str | None:
    """Sixteen hex digits that stand for a bot's file and data; None where it has no file."""
    path = Path(bot.path)
    if not path.is_file():
        return None
    digest = blake2b(path.read_bytes(), digest_size=8)
    if isinstance(bot, Strategy):
        digest.update(bot.data.tobytes())
    return digest.hexdigest()


def load_bot(text: str) -> tuple[Strategy, NDArray[np.float64]]:
    """Player and parameter vector of a bot's text.

    Raises
    ------
    ValueError
        If the bot or one of its parameters is unknown.
    """
    return _with_params(text, load_strategy)


def load_calling(text: str) -> tuple[Caller, NDArray[np.float64]]:
    """Caller and parameter vector of a caller's text; as `load_bot`."""
    return _with_params(text, load_caller)


def _with_params(text: str, load: Callable[[str], Bot]) -> tuple[Bot, NDArray[np.float64]]:
    name, values = parse_bot(text)
    bot = load(name)
    unknown = [key for key in values if key not in bot.params]
    if unknown:
        known = ", ".join(bot.params) or "none"
        raise ValueError(
            f"{_WORDS[type(bot)]} {name!r} has no parameter {unknown[0]!r}: it has {known}"
        )
    for key, value in values.items():
        check_value(f"{_WORDS[type(bot)]} {text!r}", key, value, bot.bounds)
    merged = {**bot.params, **values}
    return bot, np.array([merged[key] for key in bot.params] or [0.0], np.float64)
