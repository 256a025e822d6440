"""Tables and logs of games, written chunk by chunk so that memory stays flat."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import IO

from .games import Games
from .logs import log_lines
from .played import rounds_of
from .scorebook import score_game
from .tables import game_table, round_table

TABLES = {"games.csv": game_table, "rounds.csv": round_table}


class GameFiles:
    """Writes what is asked for of every chunk of games.

    Files are written under a temporary name and get their own at the end: a broken run
    leaves no half table behind.

    Parameters
    ----------
    folder : Path, optional
        For ``games.csv`` and ``rounds.csv``.
    log : Path, optional
        For one JSON line per deal; the games must have been played with ``trace=True``.
    """

    def __init__(self, folder: Path | None, log: Path | None) -> None:
        self.paths = {name: folder / name for name in TABLES} if folder else {}
        if log:
            self.paths["log"] = log
        self.files: dict[str, IO[str]] = {}

    def __enter__(self) -> GameFiles:
        for name, path in self.paths.items():
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                self.files[name] = _partial(path).open("w", encoding="utf-8", newline="")
            except OSError as error:
                self.__exit__(OSError, error, None)
                raise OSError(f"{path} cannot be written: {error.strerror}") from None
        return self

    def add(self, games: Games) -> None:
        """Write a chunk of games."""
        for name, make in TABLES.items():
            if name in self.files:
                make(games).to_csv(self.files[name], index=False, header=games.first == 0)
        if "log" in self.files:
            self.files["log"].write(log_text(games))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for name, file in self.files.items():
            file.close()
            path = self.paths[name]
            if kind is None:
                _partial(path).replace(path)
            else:
                _partial(path).unlink(missing_ok=True)


def log_text(games: Games) -> str:
    """Log of some games that were played with ``trace=True``, both halves of each."""
    lines = []
    for game in range(len(games)):
        for half in range(2):
            scored = score_game(games.setup.rules, rounds_of(games, game, half))
            teams = games.setup.teams[:: 1 if half == 0 else -1]
            lines += log_lines(scored, games.first + game, teams, half=half)
    return "".join(f"{line}\n" for line in lines)


def _partial(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")
