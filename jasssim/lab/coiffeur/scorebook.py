"""One game, deal by deal: each call and card checked, each round written.

The deals come from games that were played here or from a log; either way they are played
again through the engine and written anew, so a chart is never taken on trust.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...engine.calling import turn_of
from ...game.chart import Call, call_text, chart_calls, check_chart, links
from ...game.contract import goal
from ...game.rules import Rules
from ...game.scoring import whole_trump
from ...game.weis import weis_points
from ...game.writing import game_winner, write_rounds
from ..replay import Replay, replay
from .played import PlayedRound


@dataclass(frozen=True)
class ScoredRound:
    """A round with what it counts; pairs are of seats 0, 2 and of seats 1, 3.

    Attributes
    ----------
    played : PlayedRound
        What was called and played.
    play : Replay
        The same, trick by trick.
    points, weis, written : tuple of two int
        Card points; Weis and Stöck; written points before the factor.
    match, counter_match : bool
        Whether the calling team, or the other, had its match.
    avoid : bool
        Whether the calling team wanted no points.
    im_fass : bool
        Whether all had passed, so that the first of them had to call.
    """

    played: PlayedRound
    play: Replay
    points: tuple[int, int]
    weis: tuple[int, int]
    written: tuple[int, int]
    match: bool
    counter_match: bool
    avoid: bool
    im_fass: bool

    @property
    def team(self) -> int:
        """The calling team."""
        return self.played.caller & 1


@dataclass(frozen=True)
class Cell:
    """A filled cell of a chart.

    Attributes
    ----------
    written : int
        Written points before the factor.
    call : str
        What was played.
    round : int
        In which round, from 1.
    own : bool
        False where the other team called it and lost every trick of it.
    """

    written: int
    call: str
    round: int
    own: bool = True


MEASURES = ("total", "fewer_zeros", "best_round")
"""What may decide a game, the total first."""


def measures(
    rules: Rules, cells: Sequence[Sequence[Cell | None]], totals: Sequence[int]
) -> dict[str, tuple[int, int]]:
    """Both teams' chart points, zeros and best rounds, by the names of `MEASURES`."""
    by_score = rules.best_round_by == "row_score"
    factors = [row.factor if by_score else 1 for row in rules.rows]
    written = [[cell.written if cell else None for cell in team] for team in cells]
    best = [
        max((w * f for w, f in zip(team, factors, strict=True) if w is not None), default=0)
        for team in written
    ]
    zeros = [team.count(0) for team in written]
    pairs = (totals, zeros, best)
    return {name: (one, other) for name, (one, other) in zip(MEASURES, pairs, strict=True)}


@dataclass
class ScoredGame:
    """A game as a chart and its rounds; lists of two are of seats 0, 2 and of seats 1, 3.

    Attributes
    ----------
    rules : Rules
        House rules with a chart.
    rounds : list of ScoredRound
        The rounds so far.
    cells : list of two lists of (Cell or None)
        The chart, row by row; None where a row is open.
    extra : list of two int
        Chart points beside the rows.
    """

    rules: Rules
    rounds: list[ScoredRound] = field(default_factory=list)
    cells: list[list[Cell | None]] = field(default_factory=list)
    extra: list[int] = field(default_factory=lambda: [0, 0])

    def __post_init__(self) -> None:
        check_chart(self.rules)
        self.cells = self.cells or [[None] * len(self.rules.rows) for _ in range(2)]

    @property
    def left(self) -> int:
        """One bit for each team that has an open row."""
        return sum(int(None in self.cells[team]) << team for team in range(2))

    @property
    def forehand(self) -> int:
        """Forehand of the next deal."""
        return (self.rules.dealer + 1 + len(self.rounds)) % 4

    def scores(self, team: int) -> list[int]:
        """Chart points of a team's rows, 0 where a row is open."""
        pairs = zip(self.cells[team], self.rules.rows, strict=True)
        return [cell.written * row.factor if cell else 0 for cell, row in pairs]

    @property
    def totals(self) -> list[int]:
        """Chart points of both teams."""
        return [sum(self.scores(team)) + self.extra[team] for team in range(2)]

    @property
    def winner(self) -> int | None:
        """The winning team of a full chart; None for a draw or an open chart."""
        if self.left:
            return None
        found = measures(self.rules, self.cells, self.totals)
        totals, zeros, best = (np.array([found[name]]) for name in MEASURES)
        winner = int(game_winner(totals, zeros, best, self.rules)[0])
        return None if winner < 0 else winner

    def open_calls(self, team: int) -> list[Call]:
        """What a team may call now: its open rows, without starts that a link bars."""
        calls = chart_calls(self.rules)
        linked = links(self.rules)
        found = []
        for call in calls:
            other = self.cells[team][linked[call.row]] if linked[call.row] >= 0 else None
            barred = other is not None and other.call.partition(":")[2] == call.contract.choice
            if self.cells[team][call.row] is None and not barred:
                found.append(call)
        return found

    def check_call(self, played: PlayedRound) -> bool:
        """Whether the caller was im Fass; ValueError if the call was not its own, or not open."""
        if played.forehand != self.forehand:
            raise ValueError(f"forehand is seat {self.forehand}, not seat {played.forehand}")
        most = 4 if self.left == 3 else 2
        if not 0 <= played.passes <= most:
            raise ValueError(f"{played.passes} seats passed; at most {most} can before a call")
        forced, seat = divmod(turn_of(self.left, played.forehand, played.passes), 4)
        if seat != played.caller:
            raise ValueError(
                f"after {played.passes} passes it is seat {seat} that calls, not {played.caller}"
            )
        allowed = self.open_calls(seat & 1)
        if played.call not in allowed:
            names = ", ".join(call_text(self.rules, call) for call in allowed)
            text = call_text(self.rules, played.call)
            raise ValueError(f"seat {seat} may not call {text!r}; open are {names}")
        return bool(forced)

    def add(self, played: PlayedRound) -> ScoredRound:
        """Check a deal, play it again and write it.

        Raises
        ------
        ValueError
            If the game is over, the call or a card is not allowed; the text names the deal
            (from 1), and for a card trick (from 1), seat, card and what was legal.
        """
        number = len(self.rounds) + 1
        if not self.left:
            raise ValueError(f"deal {number}: the game was over after {number - 1} deals")
        try:
            scored = self._score(played, self.check_call(played))
        except ValueError as error:
            raise ValueError(f"deal {number}: {error}") from None
        self._write(scored)
        return scored

    def _score(self, played: PlayedRound, im_fass: bool) -> ScoredRound:
        rules, contract = self.rules, played.call.contract
        leader = played.caller if rules.first_lead == "caller" else played.forehand
        play = replay(
            played.hands, leader, contract, rules, played.cards, played.blocks, played.caller
        )
        points, tricks, team = play.team_points(), play.team_tricks(), played.caller & 1
        avoid = goal(contract, rules) == "avoid"
        weis = [0, 0]
        if rules.weis != "none" and not avoid:
            trump = whole_trump(contract, rules)
            hands, seats = np.array([played.hands], np.uint64), np.array([leader], np.int8)
            found, stock = weis_points(hands, seats, np.array([trump], np.int8))
            weis = [int(part) for part in (found + stock)[0]]
        wrote = write_rounds(
            points[team], points[1 - team], tricks[team], avoid, rules, weis[team], weis[1 - team]
        )
        pair = (int(wrote.caller), int(wrote.other))
        return ScoredRound(
            played, play, (points[0], points[1]), (weis[0], weis[1]),
            pair if team == 0 else pair[::-1], bool(wrote.match), bool(wrote.counter_match),
            avoid, im_fass,
        )  # fmt: skip

    def _write(self, scored: ScoredRound) -> None:
        self.rounds.append(scored)
        team, call = scored.team, scored.played.call
        cell = Cell(scored.written[team], call_text(self.rules, call), len(self.rounds))
        counter = scored.counter_match and not scored.avoid
        free = self.cells[1 - team][call.row] is None
        self.enter(team, call.row, cell, scored.written[1 - team], counter, free)

    def enter(self, team: int, row: int, cell: Cell, other: int, counter: bool, free: bool) -> bool:
        """Write a team's cell, and what its opponents get for it.

        Parameters
        ----------
        team, row : int
            Whose cell, and in which row.
        cell : Cell
            What the team writes.
        other : int
            What its opponents write, before the factor.
        counter, free : bool
            Whether they had their match against a team that wanted points; whether their own
            row is open.

        Returns
        -------
        bool
            Whether that went into their row (``counter_match = "open_row"``) and not beside it.
        """
        self.cells[team][row] = cell
        fills = self.rules.counter_match == "open_row" and counter and free
        if fills:
            self.cells[1 - team][row] = replace(cell, written=other, own=False)
        else:
            self.extra[1 - team] += other * self.rules.rows[row].factor
        return fills


def score_game(rules: Rules, rounds: Sequence[PlayedRound]) -> ScoredGame:
    """A game of given deals, checked and written; errors as in `ScoredGame.add`.

    Examples
    --------
    >>> from jasssim.lab.coiffeur.games import play_games
    >>> from jasssim.lab.coiffeur.played import rounds_of
    >>> games = play_games("first-open:random", "random:random", 1, rules="wyys-6", trace=True)
    >>> game = score_game(games.setup.rules, rounds_of(games))
    >>> game.totals == games.totals[0, 0].tolist(), len(game.rounds)
    (True, 12)
    """
    game = ScoredGame(rules)
    for played in rounds:
        game.add(played)
    return game
