"""What a bot declares, and how its function is compiled."""

from __future__ import annotations

import ast
import inspect
import textwrap
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning
from numpy.typing import NDArray

from ..engine import kernel
from ..engine.bits import U64, count, lowest_index, mul_high, nth
from ..engine.play import BOT, CHEATS, FIXED, HANDS_WORDS, REMEMBERS
from ..engine.random import draw
from ..engine.view import VIEW
from .callback import called_back

BotFunction = Callable[..., Any]
Bounds = MappingProxyType[str, tuple[float, float]]

# A tuple of bots is numba's "first-class function" feature, which warns of its youth.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)


@dataclass(frozen=True)
class Strategy:
    """A bot: its function and what it declares.

    Attributes
    ----------
    name : str
        Name of its function, with ``-`` for ``_``.
    play, pick : callable
        Compiled functions of the signature `jasssim.engine.play.BOT`; `pick` chooses a
        block of 3×3 and returns a mode's code.
    params : mapping of str to float
        Names and defaults of its parameters, in the order of the vector.
    bounds : mapping of str to tuple
        Least and greatest value of some of them; of two whole numbers, only such are between.
    memo : int
        Words of scratch memory that it needs, its data not counted.
    data : int64 array
        Numbers that it reads, such as weights: they stand at the beginning of its memory, behind
        the hands of a bot that sees them.
    remembers, cheats : bool
        Whether its memory lasts through a deal; whether it sees all four hands.
    beats_random : bool
        False for bots that do not claim to.
    nanoseconds : float
        Declared cost of a decision, an upper bound on the usual machine.
    failures : list of exception
        What an uncompiled function raised while it was asked.
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
    bounds: Bounds = field(default_factory=lambda: MappingProxyType({}))
    memo: int = 1
    data: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64), compare=False)
    remembers: bool = False
    cheats: bool = False
    beats_random: bool = True
    nanoseconds: float = 1000.0
    failures: list[BaseException] = field(default_factory=list, compare=False)

    @property
    def traits(self) -> int:
        """What the engine must know; see `jasssim.engine.play.play_deals`."""
        fixed = HANDS_WORDS * self.cheats + len(self.data)
        return REMEMBERS * self.remembers + CHEATS * self.cheats + FIXED * fixed

    @property
    def words(self) -> int:
        """Words of memory in all."""
        return HANDS_WORDS * self.cheats + len(self.data) + self.memo

    def memory(self, rest: int = 0) -> NDArray[np.int64]:
        """Fresh memory with the data in its place and `rest` everywhere behind it."""
        room = np.full(self.words, rest, np.int64)
        start = HANDS_WORDS * self.cheats
        room[start : start + len(self.data)] = self.data
        return room


@kernel(BOT)
def any_block(view, params, memo):  # type: ignore[no-untyped-def]
    """Choose any block that is still free, at random."""
    free = U64(view.choices)
    return lowest_index(nth(free, mul_high(draw(view.noise, 0), U64(count(free)))))


def check_declared(
    who: str,
    function: BotFunction,
    params: dict[str, float] | None,
    bounds: dict[str, tuple[float, float]] | None = None,
    memo: int = 0,
) -> None:
    """Refuse a bot without a docstring, or one that declares nonsense."""
    if not (function.__doc__ or "").strip():
        raise ValueError(f"{who} has no docstring: say what it does")
    if any(type(value) not in (int, float) for value in (params or {}).values()):
        raise ValueError(f"{who}: params are numbers by name, not {params!r}")
    for name in bounds or {}:
        if name not in (params or {}):
            raise ValueError(f"{who}: bounds of {name!r}, which is none of its params")
    if memo < 0:
        raise ValueError(f"{who}: memo = {memo} is no number of words")


def check_value(who: str, name: str, value: float, bounds: Bounds) -> None:
    """Refuse a parameter's value that lies outside its bounds."""
    if name not in bounds:
        return
    low, high = bounds[name]
    whole = isinstance(low, int) and isinstance(high, int)
    if not low <= value <= high or (whole and value != int(value)):
        kind = "a whole number" if whole else "a number"
        raise ValueError(f"{who}: {name} = {value:g}: expected {kind} from {low} to {high}")


def refuse_writing(who: str, function: BotFunction) -> None:
    """Refuse a function that stores anywhere but in its memory: a view is only to be read."""
    own = inspect.ismethod(function)  # an object of its own may keep what it likes
    names = function.__code__.co_varnames
    free = (*names[: int(own)], *names[2 + own : 3 + own])
    for node in ast.walk(own_tree(function)):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            base: ast.expr = node
            while isinstance(base, ast.Attribute | ast.Subscript):
                base = base.value
            if not (isinstance(base, ast.Name) and base.id in free):
                raise ValueError(
                    f"{who} writes to {ast.unparse(node)}: it may write to its memory only"
                )


def refuse_unknown(who: str, function: BotFunction, view: np.dtype[Any]) -> None:
    """Refuse a function that reads a field which its view does not have."""
    first = list(inspect.signature(function).parameters)[:1]
    for node in ast.walk(own_tree(function)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            known = node.attr in (view.names or ()) or hasattr(np.record, node.attr)
            if node.value.id in first and not known:
                raise ValueError(f"{who}: the view has no field {node.attr!r}")


def own_tree(function: BotFunction) -> ast.AST:
    """A function's syntax tree; an empty one where it was typed in and no source is kept."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return ast.Module([], [])


def picker() -> Callable[[BotFunction], BotFunction]:
    """Compile a function that chooses the blocks of 3×3, to be given to `player`."""
    return kernel(BOT)


def player(
    *,
    pick: BotFunction = any_block,
    params: dict[str, float] | None = None,
    bounds: dict[str, tuple[float, float]] | None = None,
    memo: int = 1,
    data: NDArray[np.int64] | None = None,
    remembers: bool = False,
    cheats: bool = False,
    beats_random: bool = True,
    nanoseconds: float = 1000.0,
    compiled: bool = True,
) -> Callable[[BotFunction], Strategy]:
    """Make a `Strategy` of a function that plays cards; see the module's docstring.

    Parameters
    ----------
    pick : callable
        Made by `picker`; chooses blocks of 3×3, by default at random.
    params, bounds, memo, data, remembers, cheats, beats_random, nanoseconds
        What the bot declares; see `Strategy`.
    compiled : bool
        False for a function that stays ordinary Python, with any objects of its own: about
        a thousand times slower, through the same seam.

    Raises
    ------
    ValueError
        If the function has no docstring, declares nonsense, writes to its view, or reads a
        field that there is not.
    """

    def make(function: BotFunction) -> Strategy:
        who = f"bot {function.__name__!r}"
        check_declared(who, function, params, bounds, memo)
        refuse_writing(who, function)
        refuse_unknown(who, function, VIEW)
        failures: list[BaseException] = []
        return Strategy(
            name=function.__name__.replace("_", "-"),
            play=kernel(BOT)(function) if compiled else called_back(function, failures, VIEW),
            pick=pick,
            about=" ".join((function.__doc__ or "").split()),
            path=function.__code__.co_filename,
            params=MappingProxyType(dict(params or {})),
            bounds=MappingProxyType(dict(bounds or {})),
            memo=memo,
            data=np.zeros(0, np.int64) if data is None else data,
            remembers=remembers,
            cheats=cheats,
            beats_random=beats_random,
            nanoseconds=nanoseconds,
            failures=failures,
        )

    return make
