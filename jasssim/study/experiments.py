"""Where experiments lie, and how one is loaded; nothing here waits for numba or pandas."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

OWN_FOLDER = Path(__file__).parents[2] / "experiments"
NEEDED = ("DEALS", "SEED", "BOTS", "RULES", "design", "run")


def experiment_files() -> dict[str, Path]:
    """File of every experiment by name, in the project's folder and the current one's.

    Files whose names start with an underscore are none.

    Raises
    ------
    ValueError
        If both folders have an experiment of the same name.
    """
    folders = dict.fromkeys(path.resolve() for path in (OWN_FOLDER, Path.cwd() / "experiments"))
    found: dict[str, Path] = {}
    for path in [path for folder in folders for path in sorted(folder.glob("[!_]*.py"))]:
        if path.stem in found:
            raise ValueError(
                f"two experiments are named {path.stem!r}: {found[path.stem]} and {path}"
            )
        found[path.stem] = path
    return found


def load_experiment(name: str) -> ModuleType:
    """The module of an experiment.

    Raises
    ------
    ValueError
        If there is no experiment of this name, or its file lacks something.

    Examples
    --------
    >>> question(load_experiment("rows"))[:23]
    'What is each row worth,'
    """
    files = experiment_files()
    if name not in files:
        known = ", ".join(files) or "none (there is no folder named experiments)"
        raise ValueError(f"unknown experiment {name!r}: expected one of {known}")
    spec = importlib.util.spec_from_file_location(f"jasssim_experiments.{name}", files[name])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise ValueError(f"{files[name]}: the experiment cannot be loaded: {error}") from error
    lacking = [word for word in NEEDED if not hasattr(module, word)]
    if lacking:
        raise ValueError(f"{files[name]}: the experiment has no {lacking[0]}; it needs {NEEDED}")
    return module


def question(experiment: ModuleType) -> str:
    """First paragraph of an experiment's docstring, in one line."""
    return " ".join((experiment.__doc__ or "").strip().split("\n\n")[0].split())
