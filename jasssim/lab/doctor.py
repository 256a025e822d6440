"""Whether everything the package needs is in place on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from functools import partial
from typing import Any

from .bench import cpu_time, play_some
from .chunks import make_setup
from .machine import cache_state, machine

PROBE_SECONDS = 0.2
PROBE_DEALS = 20_000
ONE_DEAL = "from jasssim.lab.simulate import simulate; simulate('random', deals=1)"


def speed_probe() -> float:
    """Deals per second of random bots in Obenabe, in this thread."""
    from ..game.contract import parse_contract

    setup = make_setup("random", [parse_contract("obenabe")], 1, "default")
    play_some(setup, 0, 100)
    deals, nanoseconds = 0, 0.0
    while nanoseconds < PROBE_SECONDS * 1e9:
        nanoseconds += cpu_time(partial(play_some, setup, deals, PROBE_DEALS))
        deals += PROBE_DEALS
    return deals / nanoseconds * 1e9


def warm_start() -> float:
    """Seconds that a new process needs for its first deal when nothing must be compiled.

    Raises
    ------
    RuntimeError
        If the new process fails.
    """
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", ONE_DEAL], capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        raise RuntimeError(f"a new process cannot play one deal: {last}")
    return time.perf_counter() - start


def examine() -> dict[str, Any]:
    """All findings; ``problems`` lists in words what needs attention."""
    deals_per_second = speed_probe()
    seconds = warm_start()
    cache, here = cache_state(), machine()
    return {
        **here,
        "cache": cache,
        "threads": os.environ.get("NUMBA_NUM_THREADS", str(here["cores"])),
        "warm_start_seconds": seconds,
        "deals_per_second": deals_per_second,
        "problems": find_problems(here, cache),
    }


def find_problems(here: dict[str, Any], cache: dict[str, Any]) -> list[str]:
    """What needs attention, in words.

    Examples
    --------
    >>> find_problems({"versions": {"numba": "missing"}, "compiled": True}, {"writable": True})
    ['numba is not installed']
    """
    # The package itself may run from a bare folder, without being installed.
    absent = [n for n, v in here["versions"].items() if v == "missing" and n != "jasssim"]
    problems = [f"{name} is not installed" for name in absent]
    if not here["compiled"]:
        problems.append("NUMBA_DISABLE_JIT is set: kernels are interpreted and very slow")
    if not cache["writable"]:
        problems.append(f"the cache folder {cache['path']} cannot be written")
    return problems
