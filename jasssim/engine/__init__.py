"""Compiled kernels: numbers and arrays in, numbers and arrays out.

This package is the only user of numba. Every kernel and every bot is compiled through
the one decorator `kernel`, which keeps its machine code in a folder named after the
sources it was made from: an edited source can never be answered by stale code.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs
from llvmlite import binding
from numba.core import config
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import register_dispatcher

log = logging.getLogger("jasssim")
HERE = Path(__file__).parent
MARKER = "made-by-jasssim"
"""Name of the file that marks a cache folder as one that may be removed."""

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1``: kernels then run as ordinary Python."""


@cache
def source_hash() -> str:
    """Sixteen hex digits that stand for numba's version and all that kernels are made from.

    The hash goes into every result's manifest.
    """
    digest = blake2b(numba.__version__.encode(), digest_size=8)
    game = HERE.parent / "game"  # kernels freeze constants that are made there
    for path in [*sorted(HERE.glob("*.py")), game / "cards.py", game / "orders.py"]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def cache_base() -> Path:
    """Folder under which compiled code is kept; one of this process where none can be written.

    ``NUMBA_CACHE_DIR`` is respected. Without a folder that can be written numba would
    fall back to one beside the sources, which no source hash protects.
    """
    wanted = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("jasssim")
    base = Path(wanted)
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base):
            pass
    except OSError as error:
        log.warning("compiled code cannot be kept in %s: %s", base, error)
        own = Path(tempfile.mkdtemp(prefix="jasssim-"))
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        return own
    return base


@cache
def version_folder() -> Path:
    """Folder of the code compiled from the present kernels, with a marker that it is ours."""
    folder = cache_base() / source_hash()
    try:
        folder.mkdir(exist_ok=True)
        (folder / MARKER).touch()
    except OSError as error:
        log.warning("compiled code cannot be kept in %s: %s", folder, error)
    return folder


def _known_values(function: Callable[..., Any], seen: set[int]) -> Iterator[bytes]:
    """What a bot's code takes from outside: constants, and the sources of its helpers."""
    code = function.__code__
    for name in code.co_names:
        value = function.__globals__.get(name)
        if id(value) in seen:
            continue
        seen.add(id(value))
        helper = getattr(value, "py_func", value)
        if isinstance(value, np.ndarray):
            yield value.tobytes()
        elif isinstance(value, (int, float, np.generic, tuple, str)):
            yield repr(value).encode()
        elif isinstance(helper, FunctionType) and not helper.__module__.startswith("jasssim."):
            yield helper.__code__.co_code + repr(helper.__code__.co_consts).encode()
            yield from _known_values(helper, seen)
        elif isinstance(value, ModuleType) and getattr(value, "__file__", None):
            yield Path(str(value.__file__)).read_bytes()


def cache_folder(function: Callable[..., Any]) -> Path:
    """Folder of a function's machine code.

    For kernels it is keyed by all kernels' sources, for a bot by its file and whatever
    its code takes from other files, too.
    """
    source = Path(function.__code__.co_filename)
    if source.parent == HERE or not source.is_file():
        return version_folder() / "kernels"
    digest = blake2b(source.read_bytes(), digest_size=8)
    for part in _known_values(function, set()):
        digest.update(part)
    return version_folder() / digest.hexdigest()


def _guard(dispatcher: Any) -> Any:
    """Let a damaged cache file or a full disk cost a compilation, not the play."""
    kept = getattr(dispatcher, "_cache", None)
    if kept is None or not hasattr(kept, "flush"):
        return dispatcher
    load, save = kept.load_overload, kept.save_overload

    def load_or_compile(*args: Any) -> Any:
        try:
            return load(*args)
        except Exception as error:  # whatever a broken pickle may raise
            log.warning("compiling anew, a file in %s is damaged: %r", kept.cache_path, error)
            with suppress(OSError):
                kept.flush()
            return None

    def save_or_warn(*args: Any) -> None:
        try:
            save(*args)
        except OSError as error:
            _say_once(f"compiled code cannot be kept in {kept.cache_path}: {error}")

    kept.load_overload, kept.save_overload = load_or_compile, save_or_warn
    return dispatcher


@cache
def _say_once(text: str) -> None:
    log.warning(text)


class _Part(CPUDispatcher):  # type: ignore[misc]
    """A kernel without an entry for Python, which would end the process if it were called."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        name = self.py_func.__name__
        raise TypeError(
            f"{name} is a part of compiled code; only a compiled bot or kernel can call it"
        )


def _keep_apart(dispatcher: Any, name: str) -> None:
    """Let callers of a kernel call it where it is, instead of compiling it into themselves.

    What numba would link into each of them is replaced by a module that only calls a symbol.
    Its name is the same in every process, unlike numba's own, since callers are cached.
    """
    for result in dispatcher.overloads.values():
        library, own = result.library, result.fndesc.llvm_func_name
        whole = library._get_module_for_linking()
        known = whole.get_function(own)
        returned = str(known.global_value_type).partition(" ")[0]
        kinds = [str(argument.type) for argument in known.arguments]
        passed = ", ".join(f"{kind} %a{i}" for i, kind in enumerate(kinds))
        module = binding.parse_assembly(
            f"declare {returned} @{name}({', '.join(kinds)})\n"
            f"define linkonce_odr {returned} @{own}({passed}) {{\n"
            f"  %r = call {returned} @{name}({passed})\n  ret {returned} %r\n}}"
        )
        module.triple, module.data_layout = whole.triple, whole.data_layout
        binding.add_symbol(name, library.get_pointer_to_function(own))
        library._shared_module = module


def kernel(signature: Any = None, cached: bool = True, apart: bool = False) -> Callable[[F], F]:
    """Compile a function without the interpreter lock, cached under its sources' hash.

    Parameters
    ----------
    signature : numba signature, optional
        Types for which to compile at once, callable from Python. Without it the kernel is
        a part of others: inlined into them, and not to be called from Python.
    cached : bool
        False for code that holds an address of this process.
    apart : bool
        True for a large kernel that other kernels and bots call and are not to contain: it
        is compiled once only.
    """

    def compile_function(function: F) -> F:
        keep = cached and Path(function.__code__.co_filename).is_file()
        config.CACHE_DIR = str(cache_folder(function))
        options = {"nogil": True, "_nrt": False, "error_model": "numpy", "cache": keep}
        if not COMPILED:
            return function
        if signature is None:
            # What would make it callable from Python takes a quarter of all compile time.
            parts = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            part = _guard(numba.njit(**parts, **options)(function))
            part.__class__ = _Part
            return part
        dispatcher = _guard(numba.njit(**options)(function))
        with register_dispatcher(dispatcher):  # a kernel may call itself
            dispatcher.compile(signature)
        dispatcher.disable_compile()
        if apart:
            _keep_apart(dispatcher, f"jasssim_{source_hash()}_{function.__name__}")
        return dispatcher

    return compile_function
