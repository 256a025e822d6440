"""Run folders: proved before the play, replaced whole or not at all, and their sources."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from jasssim.commands.run import command
from jasssim.game.rules import load_rules
from jasssim.study.runs import (
    Config,
    git_state,
    has_other_sources,
    make_manifest,
    run_experiment,
    write_run,
)

BASE = Config(540, 5, ("random",), load_rules("default"))


def test_folder_is_proved_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x")
    monkeypatch.setattr("jasssim.study.runs.load_experiment", lambda _: None)
    with pytest.raises(ValueError, match="cannot be written: Not a directory"):
        run_experiment("rows", BASE, tmp_path / "file")


def test_failing_write_leaves_the_old_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_run(tmp_path, {"a.csv": b"old", "b.csv": b"old"}, b"{}")
    syncs = iter([None, OSError("full")])

    def full(_: int) -> None:
        error = next(syncs)
        if error:
            raise error

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="full"):
        write_run(tmp_path, {"a.csv": b"new", "b.csv": b"new"}, b"[]")
    found = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert found == {"a.csv": b"old", "b.csv": b"old", "run.json": b"{}"}


def test_a_run_of_other_sources_is_recognized(tmp_path: Path) -> None:
    assert not has_other_sources(tmp_path, BASE)
    manifest = make_manifest("rows", "", BASE, {})
    for changed, other in (
        ({}, False),
        ({"engine_source": "0"}, True),
        ({"bots": {"random": {"source": "0"}}}, True),
        ({"bots": None}, False),
    ):
        (tmp_path / "run.json").write_text(json.dumps({**manifest, **changed}))
        assert has_other_sources(tmp_path, BASE) == other


def test_commit_is_that_of_the_package_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "lib"
    inner.mkdir()
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr("jasssim.study.runs.ROOT", inner)
    assert git_state() == {"commit": None, "dirty": None}


def test_run_refuses_no_workers() -> None:
    result = CliRunner().invoke(command, ["rows", "--jobs", "0"])
    assert result.exit_code == 2
    assert "expected at least 1, or -1 for one per core" in result.stderr
