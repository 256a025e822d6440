"""What a measurement ran on: versions, processor, cache folder."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from llvmlite.binding import get_host_cpu_features

from ..engine import COMPILED, cache_base, source_hash

PACKAGES = ("numpy", "numba", "llvmlite", "pandas", "matplotlib", "joblib", "jasssim")
FEATURES = ("bmi2", "avx2", "avx512f")


def cpu_model() -> str:
    """The processor's name, as far as the system tells it."""
    info = Path("/proc/cpuinfo")
    text = info.read_text(encoding="utf-8") if info.is_file() else ""
    found = re.search(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return found[1] if found else platform.processor() or "unknown"


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cpu_features() -> dict[str, bool]:
    """Whether the processor has the instructions that the kernels' speed hangs on."""
    features = get_host_cpu_features()
    return {name: bool(features.get(name, False)) for name in FEATURES}


def package_versions() -> dict[str, str]:
    """Version of Python and of each package; ``missing`` where one is not installed."""
    found = {"python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def cache_state() -> dict[str, Any]:
    """Path, size in bytes and state of the folder of compiled code."""
    base = cache_base()
    files = [path for path in base.rglob("*") if path.is_file()] if base.is_dir() else []
    return {
        "path": str(base),
        "bytes": sum(path.stat().st_size for path in files),
        "writable": os.access(base if base.is_dir() else base.parent, os.W_OK),
        "warm": (base / source_hash()).is_dir(),
    }


def machine() -> dict[str, Any]:
    """What a measurement's reader must know of the machine."""
    return {
        "cpu": cpu_model(),
        "cores": cores(),
        **cpu_features(),
        "compiled": COMPILED,
        "source_hash": source_hash(),
        "versions": package_versions(),
    }
