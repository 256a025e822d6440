"""Where bots lie: the folders and files that are searched, without loading any."""

from __future__ import annotations

import ast
import logging
import os
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path

OWN_FOLDER = Path(__file__).parents[2] / "strategies"
ENTRY_POINTS = {"player": "jasssim.strategies", "caller": "jasssim.callers"}
"""Entry points of other packages' bots, by the decorator that makes them."""


def strategy_folders() -> list[Path]:
    """Folders that are searched for bots: the project's own, the current one's, the user's.

    The environment variable ``JASSSIM_STRATEGIES`` names further folders, parted as in
    ``PATH``.
    """
    here = Path.cwd() / "strategies"
    more = [Path(p) for p in os.environ.get("JASSSIM_STRATEGIES", "").split(os.pathsep) if p]
    folders = {path.resolve(): None for path in (OWN_FOLDER, here, *more) if path.is_dir()}
    return list(folders)


def bot_files(decorator: str) -> dict[str, Path]:
    """File of every bot in the searched folders, by the bot's name, without loading any.

    A file that is no Python is left out with a warning: it may be anybody's.

    Parameters
    ----------
    decorator : {"player", "caller"}
        Which bots: a player is named as its function, a caller as its file, with ``-`` for
        ``_``.

    Raises
    ------
    ValueError
        If two files define a bot of the same name.

    Examples
    --------
    >>> "rule" in bot_files("player"), "first-open" in bot_files("caller")
    (True, True)
    """
    found: dict[str, Path] = {}
    for folder in strategy_folders():
        for path in sorted(folder.glob("*.py")):
            for name in _names_in(path, decorator) if path.is_file() else ():
                if name in found:
                    word = "bots" if decorator == "player" else "callers"
                    raise ValueError(f"two {word} are named {name!r}: {found[name]} and {path}")
                found[name] = path
    return found


def _names_in(path: Path, decorator: str) -> list[str]:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError) as error:
        _say_once(f"{path} is left out, it is no valid Python: {error}")
        return []
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    decorators = [(f.name, ast.unparse(d)) for f in functions for d in f.decorator_list]
    names = [name for name, text in decorators if text.split("(")[0].split(".")[-1] == decorator]
    if decorator == "player":
        return [name.replace("_", "-") for name in names]
    return [caller_name(path)] * ("call" in names)


def caller_name(path: Path) -> str:
    """Name of the caller in a file.

    Examples
    --------
    >>> caller_name(Path("strategies/first_open.py"))
    'first-open'
    """
    return path.stem.replace("_", "-")


@cache
def _say_once(text: str) -> None:
    logging.getLogger("jasssim").warning(text)


def entry_point_names(decorator: str) -> list[str]:
    """Names of the bots that installed packages offer."""
    return sorted(point.name for point in entry_points(group=ENTRY_POINTS[decorator]))
