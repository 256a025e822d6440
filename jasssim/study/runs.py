"""Runs of experiments: their configuration, their folder and its manifest."""

from __future__ import annotations

import json
import logging
import os
import platform
import shlex
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import msgspec

from ..bots.registry import load_bot, parse_bot, source_of
from ..engine import source_hash
from ..game.rules import Rules
from .experiments import load_experiment, question

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

log = logging.getLogger("jasssim")
MANIFEST = "run.json"
ROOT = Path(__file__).parents[2]
PACKAGES = ("jasssim", "numpy", "numba", "pandas", "matplotlib", "joblib")


@dataclass(frozen=True)
class Config:
    """What a run is asked for.

    Attributes
    ----------
    deals : int
        Plays over all arms together.
    seed : int
        Seed of the deals and of the bots' random words.
    bots : tuple of str
        One bot for all seats, two (by team) or four.
    rules : Rules
        House rules.
    jobs, backend, chunk
        How the work is spread; no result depends on them.
    lang : {"en", "de"}
        Language of the figures.
    rules_text : str
        The rules as the command line names them.
    """

    deals: int
    seed: int
    bots: tuple[str, ...]
    rules: Rules
    jobs: int = 1
    backend: str = "threading"
    chunk: int = 1 << 12
    lang: str = "en"
    rules_text: str = "default"

    @property
    def seats(self) -> tuple[str, ...]:
        """The bots by seat."""
        return self.bots * max(1, 4 // len(self.bots))

    def resolved(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain data."""
        return {
            "deals": self.deals,
            "seed": self.seed,
            "bots": list(self.bots),
            "rules": msgspec.to_builtins(self.rules),
        }

    def hash(self, name: str) -> str:
        """Eight hex digits that stand for an experiment's name and this configuration."""
        text = json.dumps([name, self.resolved()], sort_keys=True)
        return blake2b(text.encode(), digest_size=4).hexdigest()

    def command(self, name: str) -> str:
        """The command line that repeats the run."""
        words = ["jasssim", "run", name, "--deals", str(self.deals), "--seed", str(self.seed)]
        words += ["--bots", ",".join(self.bots), "--rules", self.rules_text, "--lang", self.lang]
        return shlex.join(words)


@dataclass(frozen=True)
class Result:
    """What an experiment gives back.

    Attributes
    ----------
    tables : dict of str to DataFrame
        Written as ``<name>.csv``; the first is the main one.
    main : DataFrame
        What is printed at the end.
    figures : dict of str to Figure
        Written as ``<name>.png`` and ``<name>.svg``.
    notes, files : dict
        Further entries of the manifest; bytes of further files by name.
    """

    tables: Mapping[str, pd.DataFrame]
    main: pd.DataFrame
    figures: Mapping[str, Figure] = field(default_factory=dict)
    notes: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)


def write_file(path: Path, data: bytes) -> None:
    """Write a file to the disk; of a failed write nothing remains."""
    try:
        with path.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def write_run(folder: Path, files: Mapping[str, bytes], manifest: bytes) -> None:
    """Write a run's files; if one cannot be written, an older run stays as it is.

    All are written beside the old ones first. The old manifest is taken away before
    they are put in place and the new one comes last, so a folder with it is complete.
    """
    whole = {**files, MANIFEST: manifest}
    beside = {name: folder / f".{name}.{os.getpid()}" for name in whole}
    try:
        for name, data in whole.items():
            write_file(beside[name], data)
        (folder / MANIFEST).unlink(missing_ok=True)
        for name, path in beside.items():
            os.replace(path, folder / name)
    finally:
        for path in beside.values():
            with suppress(OSError):
                path.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Make a run's folder and prove that it can be written.

    Raises
    ------
    ValueError
        If it cannot.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        reason = error.strerror or error
        raise ValueError(f"the run folder {folder} cannot be written: {reason}") from error


def has_other_sources(folder: Path, config: Config) -> bool:
    """Whether a folder holds a run made from other sources of the engine or of a bot."""
    try:
        old = json.loads((folder / MANIFEST).read_bytes())
        sources = {text: record["source"] for text, record in old["bots"].items()}
        engine = old["engine_source"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    now = {text: record["source"] for text, record in _bot_records(config).items()}
    return bool(engine != source_hash() or sources != now)


def run_experiment(name: str, config: Config, out: Path | str = "runs") -> tuple[Path, Result]:
    """Run an experiment and write its folder ``<out>/<name>-<config hash>``.

    A finished run of the same configuration has its files replaced, by `write_run`; a
    warning is logged if it was made from other sources.

    Returns
    -------
    folder : Path
    result : Result

    Raises
    ------
    ValueError
        If there is no such experiment or the folder cannot be written; nothing has been
        played then.
    """
    experiment = load_experiment(name)
    folder = Path(out) / f"{name}-{config.hash(name)}"
    make_folder(folder)
    if has_other_sources(folder, config):
        log.warning("%s: replacing a run made from other sources", folder)
    wall, cpu = time.perf_counter(), _cpu_seconds()
    result: Result = experiment.run(config)
    files = result_files(result)
    seconds = {"wall": time.perf_counter() - wall, "cpu": _cpu_seconds() - cpu}
    manifest = make_manifest(name, question(experiment), config, seconds)
    entries = {**manifest, **result.notes, "files": sorted(files)}
    text = json.dumps(entries, indent=2, ensure_ascii=False)
    write_run(folder, files, (text + "\n").encode())
    return folder, result


def result_files(result: Result) -> dict[str, bytes]:
    """Bytes of a result's files by name; they depend on the result alone."""
    from .style import figure_bytes

    files = dict(result.files)
    for name, frame in result.tables.items():
        text = frame.to_csv(index=False, lineterminator="\n", float_format="%.6g")
        files[f"{name}.csv"] = text.encode()
    for name, figure in result.figures.items():
        for ending in ("png", "svg"):
            files[f"{name}.{ending}"] = figure_bytes(figure, ending)
    return files


def make_manifest(
    name: str, about: str, config: Config, seconds: Mapping[str, float]
) -> dict[str, Any]:
    """What is needed to judge a run and to repeat it."""
    return {
        "name": name,
        "question": about,
        "command": config.command(name),
        "config_hash": config.hash(name),
        "config": config.resolved(),
        "workers": {"jobs": config.jobs, "backend": config.backend, "chunk": config.chunk},
        "bots": _bot_records(config),
        "engine_source": source_hash(),
        "git": git_state(),
        "versions": {"python": platform.python_version(), **_versions()},
        "cpu": _cpu_name(),
        "cores": os.cpu_count(),
        "seconds": {key: round(value, 3) for key, value in seconds.items()},
    }


def _bot_records(config: Config) -> dict[str, dict[str, Any]]:
    return {text: _bot_record(text) for text in dict.fromkeys(config.bots)}


def _bot_record(text: str) -> dict[str, Any]:
    strategy, values = load_bot(text)
    params = dict(zip(strategy.params, values.tolist(), strict=False))
    return {"name": parse_bot(text)[0], "params": params, "source": source_of(strategy)}


def _versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def git_state() -> dict[str, Any]:
    """Commit of the sources and whether they differ from it; None where unknown."""
    # An installed package may lie within a repository that is not its own.
    commit = _git("rev-parse", "HEAD") if (ROOT / ".git").exists() else None
    changes = _git("status", "--porcelain") if commit else None
    return {"commit": commit, "dirty": None if changes is None else bool(changes)}


def _git(*words: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(ROOT), *words], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


def _cpu_name() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _cpu_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
