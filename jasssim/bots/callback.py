"""Bots that stay ordinary Python: the engine calls them back through a C function pointer."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from operator import index
from typing import Any

import numpy as np

from ..engine import COMPILED, kernel
from ..engine.calling import CALL, CALLER
from ..engine.play import BOT
from ..engine.pointers import address_of
from ..engine.view import VIEW

_SIGNATURE = ctypes.CFUNCTYPE(*[ctypes.c_int64] * 8)
ILLEGAL = -2


def _array(address: int, length: int, dtype: Any) -> np.ndarray[Any, Any]:
    buffer = (ctypes.c_char * (length * np.dtype(dtype).itemsize)).from_address(address)
    return np.frombuffer(buffer, dtype)


def called_back(
    function: Callable[..., Any], failures: list[BaseException], dtype: np.dtype[Any]
) -> Callable[..., Any]:
    """Compiled function of a bot's or a caller's signature that calls a Python one.

    Parameters
    ----------
    function : callable
        Takes a view, parameters and memory, and a caller's also tables; returns a card's place
        or a call.
    failures : list
        Gets what the function raises; the engine sees an illegal answer then.
    dtype : dtype
        Of the view, a read-only record: `jasssim.engine.view.VIEW` for a bot, or
        `jasssim.engine.calling.CALL` for a caller.
    """
    if not COMPILED:
        return function

    def answer(view: int, params: int, n: int, memo: int, m: int, tables: int, k: int) -> int:
        if failures:
            return ILLEGAL  # the play is lost; end it soon
        try:
            seen = _array(view, 1, dtype).view(np.recarray)
            seen.setflags(write=False)
            given = [seen[0], _array(params, n, np.float64), _array(memo, m, np.int64)]
            if dtype == CALL:
                given.append(_array(tables, k, np.float64))
            return index(function(*given))
        except BaseException as error:  # it cannot pass through compiled code
            failures.append(error)
            return ILLEGAL

    callback = _SIGNATURE(answer)

    @kernel(BOT, cached=False)
    def ask_bot(view, params, memo):  # type: ignore[no-untyped-def]
        return callback(
            address_of(view), address_of(params), params.size, address_of(memo), memo.size, 0, 0
        )

    @kernel(CALLER, cached=False)
    def ask_caller(view, params, memo, tables):  # type: ignore[no-untyped-def]
        return callback(
            address_of(view), address_of(params), params.size, address_of(memo), memo.size,
            address_of(tables), tables.size,
        )  # fmt: skip

    return ask_bot if dtype == VIEW else ask_caller
