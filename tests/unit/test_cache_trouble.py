"""Compiled code that is damaged, cannot be kept, or was made from other helpers."""

import os
import shutil
import subprocess
import sys

import pytest

import jasssim
from jasssim.engine import version_folder

BOT = '''
from jasssim.bots import player
from jasssim.engine.bits import highest_index, lowest_index
from helpers_of_extreme import HIGH

@player(beats_random=False)
def extreme(view, params, memo):
    """Plays its highest legal card, or its lowest, as a constant elsewhere says."""
    return highest_index(view.legal) if HIGH else lowest_index(view.legal)
'''


@pytest.fixture
def cache(tmp_path):
    """A copy of the compiled code, so that a test may damage it."""
    jasssim.simulate("random", deals=1)  # there is compiled code to copy
    shutil.copytree(version_folder(), tmp_path / "cache" / version_folder().name)
    return tmp_path / "cache"


def play(cache, bot="random", **environment):
    code = f"import jasssim; print(jasssim.simulate({bot!r}, deals=50).points().sum(axis=0))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_file_costs_a_compilation_not_the_play(cache, ending):
    whole = play(cache)
    assert whole.stderr == ""
    # Checkouts of the same sources share the folder: damage the code of each.
    for damaged in list(cache.rglob(f"play.play_deals*.{ending}")):
        damaged.write_bytes(damaged.read_bytes()[:10])
    again = play(cache)
    assert again.stdout == whole.stdout
    assert "damaged" in again.stderr
    assert play(cache).stderr == ""


def test_a_bot_is_compiled_anew_when_a_constant_it_imports_changes(cache, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "extreme.py").write_text(BOT, encoding="utf-8")
    paths = {"PYTHONPATH": str(folder), "JASSSIM_STRATEGIES": str(folder)}
    seen = []
    for high in ("True", "False"):
        (folder / "helpers_of_extreme.py").write_text(f"HIGH = {high}\n", encoding="utf-8")
        seen.append(play(cache, "extreme", PYTHONDONTWRITEBYTECODE="1", **paths).stdout)
    assert seen[0] != seen[1]
