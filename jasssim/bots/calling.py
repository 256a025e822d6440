"""What a caller declares, and how its function is compiled.

A caller names the row of a chart: one function named ``call`` under `caller` in a file of a
``strategies`` folder; the file's name is the caller's, with ``-`` for ``_``. The same file
may hold a player of cards.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import signature
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine import kernel
from ..engine.calling import CALL, CALLER
from .callback import called_back
from .files import caller_name
from .strategy import Bounds, check_declared, own_tree, refuse_unknown, refuse_writing


@dataclass(frozen=True)
class Caller:
    """A caller: its function and what it declares.

    Attributes
    ----------
    name : str
        Name of its file.
    call : callable
        Compiled function of the signature `jasssim.engine.calling.CALLER`.
    params : mapping of str to float
        Names and defaults of its parameters, in the order of the vector.
    bounds : mapping of str to tuple
        Least and greatest value of some of them; of two whole numbers, only such are between.
    memo : int
        Words of scratch memory that it needs.
    data : int64 array
        Numbers that it reads, such as weights: they stand in its memory before the scratch.
    samples : bool
        Whether it plays deals out: its memory then begins with the contracts of the calls.
    evaluates : bool
        Whether it reads the hand evaluation, which must then know every row.
    failures : list of exception
        What an uncompiled function raised while it was asked.
    about, path : str
        Its docstring, and the file that it came from.
    """

    name: str
    call: Callable[..., Any]
    about: str
    path: str
    params: MappingProxyType[str, float] = field(default_factory=lambda: MappingProxyType({}))
    bounds: Bounds = field(default_factory=lambda: MappingProxyType({}))
    memo: int = 1
    data: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64), compare=False)
    samples: bool = False
    evaluates: bool = False
    failures: list[BaseException] = field(default_factory=list, compare=False)

    def memory(self, houses: NDArray[np.int64], rest: int = 0) -> NDArray[np.int64]:
        """Fresh memory: contracts, data, and `rest` everywhere behind them.

        Parameters
        ----------
        houses : int64 array, shape (any,)
            The contracts of the calls as words, which only a caller that samples gets.
        """
        known = houses if self.samples else houses[:0]
        return np.concatenate([known, self.data, np.full(self.memo, rest, np.int64)])


def caller(
    *,
    name: str = "",
    params: dict[str, float] | None = None,
    bounds: dict[str, tuple[float, float]] | None = None,
    memo: int = 1,
    data: NDArray[np.int64] | None = None,
    samples: bool = False,
    evaluates: bool = False,
    compiled: bool = True,
) -> Callable[[Callable[..., Any]], Caller]:
    """Make a `Caller` of a function that names calls; see the module's docstring.

    Parameters
    ----------
    name : str, optional
        Its name where it has no file of its own, as in a notebook.
    params, bounds, memo, data, samples, evaluates
        What the caller declares; see `Caller`.
    compiled : bool
        False for a function that stays ordinary Python, with any objects of its own.

    Raises
    ------
    ValueError
        If the function has no docstring, takes or declares nonsense, writes to its view, reads
        a field that there is not, or reads the hand evaluation without ``evaluates=True``.
    """

    def make(function: Callable[..., Any]) -> Caller:
        known = name or caller_name(Path(function.__code__.co_filename))
        who = f"caller {known!r}"
        check_declared(who, function, params, bounds, memo)
        _check_arguments(who, function)
        refuse_writing(who, function)
        refuse_unknown(who, function, CALL)
        if not evaluates:
            _refuse_evaluating(who, function)
        failures: list[BaseException] = []
        return Caller(
            name=known,
            call=kernel(CALLER)(function) if compiled else called_back(function, failures, CALL),
            about=" ".join((function.__doc__ or "").split()),
            path=function.__code__.co_filename,
            params=MappingProxyType(dict(params or {})),
            bounds=MappingProxyType(dict(bounds or {})),
            memo=memo,
            data=np.zeros(0, np.int64) if data is None else data,
            samples=samples,
            evaluates=evaluates,
            failures=failures,
        )

    return make


def _check_arguments(who: str, function: Callable[..., Any]) -> None:
    taken = signature(function)
    try:
        taken.bind(*"four")
    except TypeError:
        names = ", ".join(taken.parameters)
        raise ValueError(f"{who} takes ({names}): expected (view, params, memo, tables)") from None


def _refuse_evaluating(who: str, function: Callable[..., Any]) -> None:
    """Refuse a function that reads the hand evaluation, whatever it calls the tables."""
    tables = list(signature(function).parameters)[3:4]  # `worth` cannot do without them
    averages = ("means", "spreads")
    for node in ast.walk(own_tree(function)):
        named = isinstance(node, ast.Name) and node.id in tables
        if named or (isinstance(node, ast.Attribute) and node.attr in averages):
            raise ValueError(f"{who} reads worth, means, spreads or tables: declare evaluates=True")
