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

from ..engine import kernel
from ..engine.calling import CALL, CALLER
from .callback import called_back
from .files import caller_name
from .strategy import check_declared, own_tree, refuse_unknown, refuse_writing


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
    evaluates: bool = False
    failures: list[BaseException] = field(default_factory=list, compare=False)


def caller(
    *,
    name: str = "",
    params: dict[str, float] | None = None,
    evaluates: bool = False,
    compiled: bool = True,
) -> Callable[[Callable[..., Any]], Caller]:
    """Make a `Caller` of a function that names calls; see the module's docstring.

    Parameters
    ----------
    name : str, optional
        Its name where it has no file of its own, as in a notebook.
    params, evaluates
        What the caller declares; see `Caller`.
    compiled : bool
        False for a function that stays ordinary Python, with any objects of its own.

    Raises
    ------
    ValueError
        If the function has no docstring, declares nonsense, writes to its view, reads a field
        that there is not, or reads the hand evaluation without ``evaluates=True``.
    """

    def make(function: Callable[..., Any]) -> Caller:
        known = name or caller_name(Path(function.__code__.co_filename))
        who = f"caller {known!r}"
        check_declared(who, function, params)
        refuse_writing(who, function, memory=False)
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
            evaluates=evaluates,
            failures=failures,
        )

    return make


def _refuse_evaluating(who: str, function: Callable[..., Any]) -> None:
    """Refuse a function that reads the hand evaluation, whatever it calls the tables."""
    tables = list(signature(function).parameters)[2:3]  # `worth` cannot do without them
    for node in ast.walk(own_tree(function)):
        named = isinstance(node, ast.Name) and node.id in tables
        if named or (isinstance(node, ast.Attribute) and node.attr == "means"):
            raise ValueError(f"{who} reads worth, means or tables: declare evaluates=True")
