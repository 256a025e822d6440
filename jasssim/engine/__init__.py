"""Compiled kernels: numbers and arrays in, numbers and arrays out.

This package is the only user of numba. Every kernel and every bot is compiled through
the one decorator `kernel`, which keeps its machine code in a folder named after the
sources it was made from: an edited source can never be answered by stale code.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

import numba
import platformdirs
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1``: kernels then run as ordinary Python."""


@cache
def source_hash() -> str:
    """Sixteen hex digits that stand for numba's version and every kernel's source.

    The hash goes into every result's manifest.
    """
    digest = blake2b(numba.__version__.encode(), digest_size=8)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    orders = Path(__file__).parents[1] / "game" / "orders.py"
    digest.update(orders.read_bytes())
    return digest.hexdigest()


@cache
def cache_base() -> Path:
    """Folder under which compiled code is kept; a temporary one where none can be written.

    ``NUMBA_CACHE_DIR`` is respected. Without a folder that can be written numba would
    fall back to one beside the sources, which no source hash protects.
    """
    wanted = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("jasssim")
    base = Path(wanted)
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base):
            pass
    except OSError:
        return Path(tempfile.gettempdir()) / f"jasssim-{os.getuid()}"
    return base


def cache_folder(source: Path) -> Path:
    """Folder of the machine code of one source file: keyed by it and by all kernels."""
    text = source.read_bytes() if source.is_file() else b""
    key = blake2b(source_hash().encode() + text, digest_size=8).hexdigest()
    return cache_base() / f"{source_hash()}" / key


def kernel(signature: Any = None, cached: bool = True) -> Callable[[F], F]:
    """Compile a function without the interpreter lock, cached under its sources' hash.

    Parameters
    ----------
    signature : numba signature, optional
        Types for which to compile at once, callable from Python. Without it the kernel is
        a part of others: inlined into them, and not to be called from Python.
    cached : bool
        False for code that holds an address of this process.
    """

    def compile_function(function: F) -> F:
        source = Path(function.__code__.co_filename)
        config.CACHE_DIR = str(cache_folder(source))
        options = {
            "nogil": True,
            "_nrt": False,
            "error_model": "numpy",
            "cache": cached and source.is_file(),
        }
        if signature is None:
            # What would make it callable from Python takes a quarter of all compile time.
            parts = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            return numba.njit(**parts, **options)(function)
        return numba.njit(signature, **options)(function)

    return compile_function
