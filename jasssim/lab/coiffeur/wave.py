"""One half of many games, round by round: deal, call, play, write.

Round ``r`` of game ``g`` is deal ``32 * g + r`` of the seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from ...bots.calling import Caller
from ...bots.registry import load_bot, load_calling
from ...engine import COMPILED
from ...engine.calling import FILLED, OPEN, call_rows
from ...game.chart import check_chart
from ...game.rules import Rules, load_rules
from ...game.scoring import team_points, team_tricks
from ...game.values import Source, read_values
from ...game.weis import weis_points
from ...game.writing import Written, write_rounds
from ..chunks import SEED_LIMIT, Chunk, Setup, deal_hands, make_setup, play_chunk, whole
from .callbook import CallBook, call_book

ROUNDS_PER_GAME = 32
"""Deal numbers set aside for a game: twice thirteen rows need 26."""

ROUND = np.dtype(
    [
        ("call", np.int16),  # number of the call, -1 where the game was over
        ("caller", np.int8),  # calling seat
        ("passes", np.int8),  # seats that passed before
        ("im_fass", np.bool_),  # whether the first of them had to call after all had passed
        ("tricks", np.int8),  # tricks of the calling team
        ("points", np.int16),  # its card points, with Weis where the rules have it
        ("other_points", np.int16),
        ("written", np.int16),  # what it writes, before the factor
        ("other_written", np.int16),
        ("match", np.bool_),
        ("counter_match", np.bool_),
    ]
)
"""One round of a game."""


@dataclass(frozen=True)
class GameSetup:
    """Who plays which games.

    Attributes
    ----------
    teams : tuple of two str
        ``CALLER:BOT`` of both sides.
    rules : Rules
        House rules with a chart.
    seed : int
        Seed of the deals and of all random words.
    values : Source, optional
        The hand evaluation that callers read; None where none does.
    """

    teams: tuple[str, str]
    rules: Rules
    seed: int
    values: Source | None = None


def make_games(
    team0: str,
    team1: str,
    rules: str | Path | Rules = "wyys-10",
    seed: int = 1,
    values: str = "rule",
) -> GameSetup:
    """A checked `GameSetup`.

    Raises
    ------
    ValueError
        If a caller, bot or rule set is unknown, the rules have no chart, or the hand
        evaluation lacks one of its rows.
    """
    house = rules if isinstance(rules, Rules) else load_rules(rules)
    check_chart(house)
    setup = GameSetup((team0, team1), house, whole("seed", seed, 0, SEED_LIMIT))
    if crew_of(setup, False).evaluates:
        setup = replace(setup, values=read_values(values))
    call_book(house, setup.values)
    return setup


@dataclass(frozen=True)
class Crew:
    """Callers and players by seat in one half."""

    callers: tuple[Caller, ...]
    params: NDArray[np.float64]
    bots: tuple[str, ...]

    @property
    def evaluates(self) -> bool:
        """Whether some caller reads the hand evaluation."""
        return any(caller.evaluates for caller in self.callers)


def split_team(text: str) -> tuple[str, str]:
    """Caller and player of a side's text.

    Examples
    --------
    >>> split_team("regret(margin=2):rule")
    ('regret(margin=2)', 'rule')
    """
    caller, colon, bot = text.partition(":")
    if not (colon and caller.strip() and bot.strip()) or ":" in bot:
        raise ValueError(f"team {text!r}: expected CALLER:BOT, such as greedy:rule")
    return caller.strip(), bot.strip()


def crew_of(setup: GameSetup, swapped: bool) -> Crew:
    """Who sits where; in the second half the sides have swapped seats."""
    sides = [split_team(text) for text in setup.teams]
    seats = [sides[(seat + swapped) % 2] for seat in range(4)]
    loaded = [load_calling(caller) for caller, _ in seats]
    for _, bot in sides:
        load_bot(bot)
    params = np.zeros((4, max(len(values) for _, values in loaded)))
    for seat, (_, values) in enumerate(loaded):
        params[seat, : len(values)] = values
    return Crew(tuple(caller for caller, _ in loaded), params, tuple(bot for _, bot in seats))


def memories(callers: tuple[Caller, ...], book: CallBook) -> NDArray[np.int64]:
    """Memory of each seat's caller, shape (4, the widest)."""
    rooms = [caller.memory(book.houses) for caller in callers]
    memos = np.zeros((len(rooms), max(len(room) for room in rooms)), np.int64)
    for memo, room in zip(memos, rooms, strict=True):
        memo[: len(room)] = room
    return memos


class Played(NamedTuple):
    """Which games a round was played in, with their hands and, if kept, their cards."""

    games: NDArray[np.int64]
    hands: NDArray[np.uint64]
    traces: NDArray[np.int8]


class Wave:
    """Charts of one half's games, filled round by round; teams are those of the seats."""

    def __init__(self, setup: GameSetup, swapped: bool, first: int, count: int) -> None:
        self.rules = setup.rules
        self.crew = crew_of(setup, swapped)
        self.book: CallBook = call_book(setup.rules, setup.values)
        self.memos = memories(self.crew.callers, self.book)
        self.bots: Setup = make_setup(self.crew.bots, self.book.contracts, setup.seed, setup.rules)
        rows = len(setup.rules.rows)
        self.games = np.arange(first, first + count)
        self.made = np.full((count, 2, rows), OPEN, np.int16)
        self.written = np.zeros((count, 2, rows), np.int16)
        self.extra = np.zeros((count, 2), np.int64)
        self.left = np.full((count, 2), rows)  # open rows of each team
        self.totals = np.zeros((count, 2), np.int64)
        self.rounds = np.zeros((count, 2 * rows), ROUND)
        self.rounds["call"] = -1

    def running(self) -> NDArray[np.int64]:
        """Places of the games that are not over."""
        return np.nonzero(self.left[:, 0] + self.left[:, 1])[0]

    def play_round(self, number: int, trace: bool) -> Played:
        """Deal, call, play and write one round of every game that is not over."""
        here = self.running()
        indices = ROUNDS_PER_GAME * self.games[here] + number
        forehand = (self.rules.dealer + 1 + number) % 4
        both_open = (self.left[here, 0] > 0) & (self.left[here, 1] > 0)
        hands = deal_hands(self.bots, indices)
        calls, seats, passes = self.ask(here, indices, hands, forehand, number)
        contracts = self.book.contract_of[calls]
        leads = self.rules.first_lead == "caller"
        leaders = seats if leads else np.full(len(here), forehand, np.int8)
        chunk = Chunk(indices, hands, contracts, leaders, seats)
        taken, last, trumps, traces = play_chunk(self.bots, chunk, trace)
        team, n = (seats & 1).astype(np.int64), np.arange(len(here))
        points = team_points(taken, last, trumps, self.book.rules_of[contracts])
        weis = self.weis(hands, leaders, contracts)
        tricks = team_tricks(taken)[n, team]
        wrote = write_rounds(
            points[n, team], points[n, 1 - team], tricks, self.book.avoids[contracts],
            self.rules, weis[n, team], weis[n, 1 - team],
        )  # fmt: skip
        self.fill(here, calls, team, wrote)
        im_fass = passes == np.where(both_open, 4, 2)
        counted = points + weis
        self.rounds[here, number] = np.rec.fromarrays(
            [calls, seats, passes, im_fass, tricks, counted[n, team], counted[n, 1 - team], *wrote],
            dtype=ROUND,
        )
        return Played(here, hands, traces)

    def weis(
        self, hands: NDArray[np.uint64], leaders: NDArray[np.int8], contracts: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Points of Weis and Stöck of both teams, shape (n, 2); none where nobody wants points."""
        if self.rules.weis == "none":
            return np.zeros((len(hands), 2), np.int64)
        weis, stock = weis_points(hands, leaders, self.book.trumps[contracts])
        return np.where(self.book.avoids[contracts][:, None], 0, weis + stock)

    def ask(
        self,
        here: NDArray[np.int64],
        indices: NDArray[np.int64],
        hands: NDArray[np.uint64],
        forehand: int,
        number: int,
    ) -> tuple[NDArray[np.int16], NDArray[np.int8], NDArray[np.int8]]:
        """Call, calling seat and number of passes in each game."""
        n = len(here)
        calls, seats = np.empty(n, np.int16), np.empty(n, np.int8)
        passes, asked = np.empty(n, np.int8), np.zeros(3, np.int64)
        record = np.ndarray if COMPILED else np.recarray
        made = self.made[here].reshape(n, -1)
        try:
            with np.errstate(over="ignore"):
                foul = call_rows(
                    tuple(caller.call for caller in self.crew.callers),
                    self.book.view.copy().view(record), np.uint64(self.bots.seed), indices, hands,
                    forehand, number, made, self.totals[here], self.crew.params, self.memos,
                    self.book.tables, calls, seats, passes, asked,
                )  # fmt: skip
        except Exception as error:
            self.blame(asked, error)
        if foul:
            failures = self.crew.callers[int(asked[1])].failures
            self.blame(asked, failures.pop() if failures else None)
        return calls, seats, passes

    def blame(self, asked: NDArray[np.int64], error: BaseException | None) -> NoReturn:
        """Raise what a caller raised, or say which illegal call it made."""
        deal, seat, answer = (int(number) for number in asked)
        caller = self.crew.callers[seat]
        place = f"deal {deal} of seed {self.bots.seed} (game {deal // ROUNDS_PER_GAME})"
        if error is not None and not isinstance(error, Exception):
            raise error
        if error is not None:
            raise RuntimeError(f"caller {caller.name!r} failed in {place}: {error!r}") from error
        known = 0 <= answer < len(self.book.texts)
        text = f" ({self.book.texts[answer]})" if known else ""
        raise RuntimeError(
            f"caller {caller.name!r} in seat {seat} answered {answer}{text} in {place}; expected "
            "the number of an open call, or PASS where its seat is not forced"
        )

    def fill(
        self,
        here: NDArray[np.int64],
        calls: NDArray[np.int16],
        team: NDArray[np.int64],
        wrote: Written,
    ) -> None:
        """Enter a round into the charts."""
        rows = self.book.rows[calls]
        self.made[here, team, rows] = calls
        self.written[here, team, rows] = wrote.caller
        self.left[here, team] -= 1
        self.totals[here, team] += wrote.caller * self.book.factors[rows]
        self.totals[here, 1 - team] += wrote.other * self.book.factors[rows]
        beside = np.ones(len(here), bool)
        if self.rules.counter_match == "open_row":
            free = self.made[here, 1 - team, rows] == OPEN
            beside = ~(wrote.counter_match & ~self.book.avoids[self.book.contract_of[calls]] & free)
            at = (here[~beside], 1 - team[~beside], rows[~beside])
            self.made[at] = FILLED + calls[~beside]
            self.written[at] = wrote.other[~beside]
            self.left[at[:2]] -= 1
        self.extra[here, 1 - team] += np.where(beside, wrote.other * self.book.factors[rows], 0)
