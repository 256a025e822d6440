"""Games to log lines and back, every deal checked; the lines are those of `log_format`.

A log is never taken on trust: each deal is called and played again, and what the line says
of tricks, points and written points is held against it. Seats in the texts of errors are
ours, 0 to 3 in the order of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from ...game.cards import jass_kit_seat
from ...game.chart import Call
from ...game.contract import parse_contract
from ...game.rules import Rules
from ..replay import Replay
from .log_entries import (
    Entry,
    LoggedDeal,
    LoggedGame,
    check_single,
    check_whole,
    dealt_hands,
    false_tricks,
    first_fault,
    played_cards,
    read_lines,
)
from .log_format import (
    ChartDeal,
    Line,
    chart_deal,
    shipped_rules,
)
from .played import PlayedRound
from .scorebook import ScoredGame, ScoredRound


def log_lines(
    game: ScoredGame, number: int, teams: Sequence[str], date: str = "", half: int = 0
) -> list[str]:
    """A game as log lines, one per deal, without line ends.

    Parameters
    ----------
    game : ScoredGame
        A game that is over.
    number : int
        Number of the game in its log.
    teams : sequence of two str
        Names of seats 0 and 2 and of seats 1 and 3; they become the ``player_ids``.
    date : str
        When the game was played, ``dd.mm.yy HH:MM:SS``.
    half : int
        1 where the sides have swapped seats.

    Raises
    ------
    ValueError
        If a row is still open.

    Examples
    --------
    >>> from jasssim.lab.coiffeur.games import play_games
    >>> from jasssim.lab.coiffeur.played import rounds_of
    >>> from jasssim.lab.coiffeur.scorebook import score_game
    >>> games = play_games("first-open:random", "random:random", 1, rules="wyys-6", trace=True)
    >>> lines = log_lines(score_game(games.setup.rules, rounds_of(games)), 0, ("we", "they"))
    >>> len(lines), lines[0][:48]
    (12, '{"game":{"version":"V0.2","trump":2,"dealer":1,"')
    """
    if game.left:
        raise ValueError(
            f"game {number} is not over: rows are open after {len(game.rounds)} deals, and a log "
            "holds whole games"
        )
    lines = []
    for at, scored in enumerate(game.rounds, 1):
        line = Line(chart_deal(game.rules, scored, number, half, at), date, [*teams, *teams])
        lines.append(msgspec.json.encode(line).decode())
    return lines


def write_logs(
    path: str | Path,
    games: Iterable[ScoredGame],
    teams: Sequence[str] = ("team 0", "team 1"),
    date: str = "",
) -> None:
    """Write games to a log, numbered from 0; parameters and errors as in `log_lines`."""
    lines = [line for at, game in enumerate(games) for line in log_lines(game, at, teams, date)]
    Path(path).write_bytes("".join(f"{line}\n" for line in lines).encode())


def check_log(path: str | Path, rules: Rules | None = None) -> list[LoggedGame | LoggedDeal]:
    """Play every game and deal of a log again and list what is wrong.

    Parameters
    ----------
    path : str or Path
        The log.
    rules : Rules, optional
        House rules of all its games; by default the shipped ones that each game names.
        Deals without a chart are checked by these, or by the default rules.

    Raises
    ------
    ValueError
        If the file cannot be understood (see `read_lines`), is empty, or names rules that
        are not shipped.
    OSError
        If the file cannot be read.
    """
    found: list[LoggedGame | LoggedDeal] = []
    game: LoggedGame | None = None
    for entry in read_lines(path):
        deal = entry.deal
        if not isinstance(deal, ChartDeal):
            found.append(check_single(entry, rules or Rules()))
            continue
        if game is None or deal.deal == 1 or (deal.game, deal.half) != (game.number, game.half):
            house = rules or shipped_rules(deal.rules, f"{path}: {entry.place}")
            game = LoggedGame(deal.game, deal.half, entry.place, ScoredGame(house))
            found.append(game)
        if not game.broken:
            _add(game, deal, entry, rules is None)
    if not found:
        raise ValueError(f"{path}: the log holds no deal")
    for logged in found:
        if isinstance(logged, LoggedGame) and not logged.broken and logged.game.left:
            logged.faults.append(_open_text(logged))
    return found


def read_logs(path: str | Path, rules: Rules | None = None) -> list[ScoredGame]:
    """The games of a log.

    Raises
    ------
    ValueError
        At the first fault, with its text; if a deal belongs to no game; and as in
        `check_log`, whose parameters these are.

    Examples
    --------
    >>> import tempfile
    >>> from jasssim.lab.coiffeur.games import play_games
    >>> from jasssim.lab.coiffeur.played import rounds_of
    >>> from jasssim.lab.coiffeur.scorebook import score_game
    >>> games = play_games("first-open:random", "random:random", 1, rules="wyys-6", trace=True)
    >>> game = score_game(games.setup.rules, rounds_of(games))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_logs(f"{folder}/log", [game])
    ...     read_logs(f"{folder}/log")[0].cells == game.cells
    True
    """
    games = []
    for logged in check_log(path, rules):
        if isinstance(logged, LoggedDeal):
            raise ValueError(
                f"{path}: {logged.place}: a deal without a chart: it has no row, so it belongs to "
                "no game"
            )
        _refuse(path, logged.faults)
        games.append(logged.game)
    return games


def read_deals(path: str | Path, rules: Rules | None = None) -> list[Replay]:
    """The deals of a log without charts, such as one of Schieber.

    Raises
    ------
    ValueError
        At the first fault, with its text; if a deal belongs to a game; and as in
        `check_log`, whose parameters these are.
    """
    plays = []
    for logged in check_log(path, rules):
        if isinstance(logged, LoggedGame):
            raise ValueError(
                f"{path}: {logged.place}: a deal of {logged.name}; expected deals without a chart"
            )
        _refuse(path, logged.faults)
        if logged.play:
            plays.append(logged.play)
    return plays


def _refuse(path: str | Path, faults: list[str]) -> None:
    if faults:
        raise ValueError(f"{path}: {faults[0]}")


def _open_text(logged: LoggedGame) -> str:
    """That a game stops before its chart is full."""
    game, last = logged.game, len(logged.game.rounds)
    rows = ", ".join(
        f"{row.id} of seats {team} and {team + 2}"
        for team in range(2)
        for row, cell in zip(game.rules.rows, game.cells[team], strict=True)
        if cell is None
    )
    return (
        f"{logged.place}: {logged.name}, deal {last + 1} is missing: the game stops after "
        f"deal {last}, but open are {rows}"
    )


def _add(logged: LoggedGame, deal: ChartDeal, entry: Entry, named: bool) -> None:
    """Play a deal again and note what is wrong; `named` if the log says by which rules."""
    number = len(logged.game.rounds) + 1
    start = f"{entry.place}: {logged.name}, deal {number}"
    if deal.deal != number:
        logged.faults.append(f"{start} is missing: deal {deal.deal} stands in its place")
        logged.broken = True
        return
    try:
        scored = _play_again(logged.game, deal, entry)
        faults = false_tricks(deal, scored.play) + _false_keys(logged, deal, scored, named)
    except ValueError as error:
        faults = [str(error).removeprefix(f"deal {number}: ")]
        logged.broken = True
    # A trick belongs to the place; what concerns the whole deal follows it.
    logged.faults += [start + (", " if f.startswith("trick ") else ": ") + f for f in faults]


def _play_again(game: ScoredGame, deal: ChartDeal, entry: Entry) -> ScoredRound:
    check_whole(entry)
    rules = game.rules
    rows = {row.id: place for place, row in enumerate(rules.rows)}
    if deal.row not in rows:
        raise ValueError(
            f"row {deal.row!r} is not on the chart of {rules.name}: expected {', '.join(rows)}"
        )
    contract = parse_contract(deal.contract, rules)
    full = contract
    if contract.blocks:
        full = parse_contract(",".join([deal.contract, *deal.blocks]), rules)
        if len(full.blocks) < 3:
            raise ValueError(f"contract {full}: `blocks` does not name all three blocks of 3×3")
    played = PlayedRound(
        forehand=(jass_kit_seat(deal.dealer) + 1) % 4,
        caller=jass_kit_seat(deal.caller),
        passes=deal.passes,
        call=Call(rows[deal.row], contract),
        hands=tuple(dealt_hands(entry)),
        cards=tuple(played_cards(entry)),
        blocks=tuple(deal.blocks),
    )
    try:
        return game.add(played)
    except ValueError:
        if game.left:
            game.check_call(played)
            leader = played.caller if rules.first_lead == "caller" else played.forehand
            fault = first_fault(entry, leader, full, rules)
            if fault:
                raise ValueError(fault) from None
        raise


def _false_keys(logged: LoggedGame, deal: ChartDeal, scored: ScoredRound, named: bool) -> list[str]:
    """What a log says of a deal otherwise than it was."""
    made = chart_deal(logged.game.rules, scored, deal.game, deal.half, deal.deal)
    keys = ["trump", "forehand", "factor", "start", "team_caller", "written"]
    pairs = [(key, getattr(deal, key), getattr(made, key)) for key in keys + ["rules"] * named]
    return [
        f"{key} is {said!r} in the log, expected {want!r}"
        for key, said, want in pairs
        if said != want
    ]
