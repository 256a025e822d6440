"""Whole games of Coiffeur as waves: call, play, write, for many games at once.

Round by round, all games of a chunk are dealt, called, played and written together. Each
game's deals are played twice with the sides swapped, so that nobody owes a win to the
cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ...game.rules import Rules
from ...game.writing import game_winner
from ..chunks import run_tasks, whole
from .wave import GameSetup, Wave, make_games

GAME_CHUNK = 1 << 13
GAME_LIMIT = 1 << 56


@dataclass(frozen=True)
class Games:
    """Games as arrays; the second axis is the half, in which the sides have swapped seats.

    Attributes
    ----------
    setup : GameSetup
        Who played.
    first : int
        Number of the first game.
    rounds : array of ROUND, shape (n, 2, rounds)
        Every round.
    written : int16 array, shape (n, 2, 2, rows)
        What each side wrote in each row, before the factor.
    extra : int64 array, shape (n, 2, 2)
        Chart points of each side beside its rows.
    winner : int8 array, shape (n, 2)
        Side that won, -1 for a draw.
    hands, traces : arrays, shape (n, 2, rounds, 4) and (n, 2, rounds, 54), or empty
        Hands and cards played, where they were kept.
    """

    setup: GameSetup
    first: int
    rounds: NDArray[np.void]
    written: NDArray[np.int16]
    extra: NDArray[np.int64]
    winner: NDArray[np.int8]
    hands: NDArray[np.uint64]
    traces: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.winner)

    @property
    def factors(self) -> NDArray[np.int64]:
        """Factor of each row."""
        return np.array([row.factor for row in self.setup.rules.rows])

    @property
    def totals(self) -> NDArray[np.int64]:
        """Chart points of both sides, shape (n, 2, 2)."""
        total: NDArray[np.int64] = (self.written * self.factors).sum(axis=3) + self.extra
        return total


def play_part(setup: GameSetup, trace: bool, first: int, count: int) -> Games:
    """Play a chunk of games in this thread, both halves of each."""
    rows = len(setup.rules.rows)
    kept = (count, 2, 2 * rows) if trace else (0, 2, 2 * rows)
    hands, traces = np.zeros((*kept, 4), np.uint64), np.zeros((*kept, 54), np.int8)
    waves = [Wave(setup, swapped, first, count) for swapped in (False, True)]
    for half, wave in enumerate(waves):
        for number in range(2 * rows):
            if not len(wave.running()):
                break
            played = wave.play_round(number, trace)
            if trace:
                hands[played.games, half, number] = played.hands
                traces[played.games, half, number] = played.traces
    # The second half's sides sit at the other seats: turn its teams into sides.
    written = np.stack([waves[0].written, waves[1].written[:, ::-1]], axis=1)
    extra = np.stack([waves[0].extra, waves[1].extra[:, ::-1]], axis=1)
    rounds = np.stack([wave.rounds for wave in waves], axis=1)
    games = Games(
        setup, first, rounds, written, extra, np.zeros((count, 2), np.int8), hands, traces
    )
    games.winner[:] = _winners(games)
    return games


def _winners(games: Games) -> NDArray[np.int64]:
    rules = games.setup.rules
    scores = games.written.astype(np.int64)
    best = (scores * games.factors if rules.best_round_by == "row_score" else scores).max(axis=3)
    zeros = (scores == 0).sum(axis=3)
    totals, zeros, best = (array.reshape(-1, 2) for array in (games.totals, zeros, best))
    return game_winner(totals, zeros, best, rules).reshape(-1, 2)


def game_chunks(
    setup: GameSetup,
    games: int,
    jobs: int = 1,
    *,
    first: int = 0,
    trace: bool = False,
    backend: str = "threading",
    chunk: int = GAME_CHUNK,
) -> Iterator[Games]:
    """Play games chunk by chunk, in order; parameters as in `play_games`."""
    count = whole("games", games, 1, GAME_LIMIT)
    start = whole("first", first, 0, GAME_LIMIT - count + 1)
    yield from run_tasks(partial(play_part, setup, trace), start, count, jobs, backend, chunk)


def play_games(
    team0: str = "greedy:rule",
    team1: str = "first-open:rule",
    games: int = 100,
    seed: int = 1,
    rules: str | Path | Rules = "wyys-10",
    jobs: int = 1,
    *,
    values: str = "rule",
    first: int = 0,
    trace: bool = False,
    backend: str = "threading",
    chunk: int = GAME_CHUNK,
) -> Games:
    """Play whole games and keep every round.

    Parameters
    ----------
    team0, team1 : str
        ``CALLER:BOT`` of both sides.
    games : int
        Number of games; each is played twice, the sides swapped.
    seed, first : int
        The games are those of (seed, first), (seed, first + 1), ….
    rules : str, Path or Rules
        House rules with a chart.
    jobs, backend, chunk
        How the work is spread; no result depends on them.
    values : str
        Name or path of the hand evaluation that callers read.
    trace : bool
        Whether to keep hands and cards, for showing and for logs.

    Raises
    ------
    ValueError
        If a name is unknown or a number wrong.
    RuntimeError
        If a caller or a bot gave an illegal answer; the text names the deal.

    Examples
    --------
    >>> found = play_games("greedy:greedy", "random:random", games=3, rules="wyys-6")
    >>> found.totals.shape, bool((found.rounds["call"] >= 0).all())
    ((3, 2, 2), True)
    """
    setup = make_games(team0, team1, rules, seed, values)
    parts = list(
        game_chunks(setup, games, jobs, first=first, trace=trace, backend=backend, chunk=chunk)
    )
    names = ("rounds", "written", "extra", "winner", "hands", "traces")
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return Games(setup, parts[0].first, **columns)
