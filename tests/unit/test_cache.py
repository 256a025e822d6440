"""Compiled code is kept, never stale, and does not need a folder that can be written."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

RUN = """
from pathlib import Path
import jasssim
from jasssim.engine import cache_base, play
assert Path(jasssim.__file__).parent.parent == Path.cwd()
plays = jasssim.simulate("random", "E", deals=20, seed=5)
print(cache_base())
print(plays.taken.tobytes().hex()[:4000])
print(sum(play.play_deals.stats.cache_hits.values()))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package and its bots, to be edited."""
    home = tmp_path / "copy"
    ignore = shutil.ignore_patterns("__pycache__")
    for folder in ("jasssim", "strategies"):
        shutil.copytree(ROOT / folder, home / folder, ignore=ignore)
    return home


def run(home: Path, cache: Path) -> tuple[str, str, int]:
    """Folder of the compiled code, what was played, and how often kept code was used."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NUMBA_CACHE_DIR", "PYTHONPATH")}
    env = {**kept, "NUMBA_CACHE_DIR": str(cache), "PYTHONPATH": str(home)}
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=home, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    folder, plays, hits = done.stdout.split()
    return folder, plays, int(hits)


def files(folder: Path) -> dict[Path, int]:
    return {p: p.stat().st_mtime_ns for p in folder.rglob("*") if p.suffix in (".nbi", ".nbc")}


def test_code_is_kept_until_any_kernel_source_changes(copy: Path, tmp_path: Path) -> None:
    """A constant of a helper that another file's kernel inlines is edited, and edited back."""
    cache = tmp_path / "cache"
    folder, first, hits = run(copy, cache)
    assert Path(folder) == cache
    assert hits == 0
    kept = files(cache)
    assert kept

    _, again, hits = run(copy, cache)
    assert hits == 1
    assert again == first
    assert files(cache) == kept

    random = copy / "jasssim" / "engine" / "random.py"
    source = random.read_text("utf-8")
    edited = source.replace("GOLDEN = U64(0x9E3779B97F4A7C15)", "GOLDEN = U64(0x9E3779B97F4A7C13)")
    assert edited != source
    random.write_text(edited, "utf-8")
    _, other, hits = run(copy, cache)
    assert hits == 0
    assert other != first
    assert kept.items() <= files(cache).items()

    random.write_text(source, "utf-8")
    _, back, hits = run(copy, cache)
    assert (back, hits) == (first, 1)


def test_folder_that_cannot_be_written_is_replaced_by_a_temporary_one(tmp_path: Path) -> None:
    """A file where the folder should be stops the owner of all files too."""
    wrong, temporary = tmp_path / "file", tmp_path / "tmp"
    wrong.write_text("", "utf-8")
    temporary.mkdir()
    code = "from jasssim.engine import cache_base, order; print(cache_base())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_CACHE_DIR": str(wrong / "cache"), "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(done.stdout.strip()).is_relative_to(temporary)
    assert not list((ROOT / "jasssim").rglob("*.nbi"))
