"""Charts as score sheets: JSON in the form of jasstafel, with more keys of ours.

A sheet is ``{"teamName": [..], "rows": [{"factor", "type", "pts": [..]}, ..]}``; ``pts``
has an entry for each team, ``{"match", "scratched", "pts"}``, where ``pts`` are the card
points that count: the team's own, in Misère the opponents'. An open cell has null points.
Our rows have their ``id`` and ``kind``, too; our entries ``written``, ``call``, ``own``
(false in a cell that the other team's call filled, because it lost every trick of it),
``round``, ``rest`` (the other side's card points), ``counter`` (whether the opponents had
their match) and ``weis`` (of the team and of its opponents); our sheets ``rules``,
``extra`` (points beside the rows), ``totals`` and ``winner``.

What was written is never taken from a sheet but reckoned anew from the points, so a sheet
can be read by other rules than those that it was played by. A row that it lacks is open;
Weis that it does not hold count nothing. From other writers come three
entries in a row, the third of them empty or the difference of the others, and match values
such as 257 in the place of 157 points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from ...game.chart import call_text
from ...game.contract import goal
from ...game.rules import Rules
from .log_format import convert, decode, shipped_rules
from .scorebook import ScoredGame, ScoredRound
from .sheet_cells import Entry, fill_chart
from .sheet_names import kind_names, plain, type_name

NAMES = ("team 0", "team 1")


class SheetRow(msgspec.Struct, kw_only=True):
    """A row of a sheet."""

    factor: int
    type: str
    pts: list[Entry | None]
    id: str = ""
    kind: str = ""


class SheetFile(msgspec.Struct, kw_only=True):
    """A sheet as its file has it."""

    teamName: list[str] = []
    rows: list[SheetRow]
    rules: str = ""
    extra: tuple[int, int] | None = None
    totals: tuple[int, int] | None = None
    winner: int | None = None


@dataclass
class Sheet:
    """A chart with the points behind it; lists of two are of seats 0, 2 and of seats 1, 3.

    Attributes
    ----------
    names : tuple of two str
        Names of the teams.
    entries : list of two lists of (Entry or None)
        Points, row by row of the chart; None where a row is open.
    chart : ScoredGame
        The chart as the rules write it, without rounds: cells, extra, totals and winner.
    notes : list of str
        Where the sheet says otherwise than the rules write; each names the key.
    """

    names: tuple[str, str]
    entries: list[list[Entry | None]]
    chart: ScoredGame
    notes: list[str] = field(default_factory=list)


def sheet_of(game: ScoredGame, names: tuple[str, str] = NAMES) -> Sheet:
    """The sheet of a game, over or not.

    Examples
    --------
    >>> from jasssim.lab.coiffeur.games import play_games
    >>> from jasssim.lab.coiffeur.played import rounds_of
    >>> from jasssim.lab.coiffeur.scorebook import score_game
    >>> games = play_games("first-open:random", "random:random", 1, rules="wyys-6", trace=True)
    >>> game = score_game(games.setup.rules, rounds_of(games)[:5])
    >>> sheet = sheet_of(game)
    >>> sheet.chart.cells == game.cells, sheet.chart.totals == game.totals
    (True, True)
    """
    rules = game.rules
    entries: list[list[Entry | None]] = [[None] * len(rules.rows) for _ in range(2)]
    for number, scored in enumerate(game.rounds, 1):
        row, team = scored.played.call.row, scored.team
        entries[team][row] = _entry(rules, scored, number)
        cell = game.cells[1 - team][row]
        if cell and cell.round == number:
            entries[1 - team][row] = Entry(
                match=True,
                pts=scored.points[1 - team],
                written=cell.written,
                call=cell.call,
                own=False,
                round=number,
            )
    return Sheet(names, entries, fill_chart(rules, entries))


def _entry(rules: Rules, scored: ScoredRound, number: int) -> Entry:
    team, call = scored.team, scored.played.call
    counts = 1 - team if goal(call.contract, rules) == "avoid" else team
    return Entry(
        match=scored.match,
        pts=scored.points[counts],
        written=scored.written[team],
        call=call_text(rules, call),
        round=number,
        rest=scored.points[1 - counts],
        counter=scored.counter_match,
        weis=(scored.weis[team], scored.weis[1 - team]),
    )


def write_sheet(path: str | Path, sheet: Sheet) -> None:
    """Write a sheet as JSON, one line for each row."""
    chart = sheet.chart
    rows = [
        SheetRow(
            factor=row.factor,
            type=type_name(row, chart.rules),
            pts=[team[place] or Entry() for team in sheet.entries],
            id=row.id,
            kind=row.kind,
        )
        for place, row in enumerate(chart.rules.rows)
    ]
    file = SheetFile(
        teamName=list(sheet.names),
        rows=rows,
        rules=chart.rules.name,
        extra=(chart.extra[0], chart.extra[1]),
        totals=(chart.totals[0], chart.totals[1]),
        winner=chart.winner,
    )
    text = msgspec.json.encode(file).decode()
    Path(path).write_bytes((text.replace('{"factor"', '\n{"factor"') + "\n").encode())


def read_sheet(path: str | Path, rules: Rules | None = None) -> Sheet:
    """A sheet, written anew.

    Parameters
    ----------
    path : str or Path
        The file.
    rules : Rules, optional
        House rules; by default the shipped ones that the sheet names.

    Raises
    ------
    ValueError
        If the file is no sheet, a row is unknown, doubled or beyond the chart, or an entry
        cannot be; the text names the key, such as ``rows[3].pts[1].pts``.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> from jasssim.game.rules import load_rules
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_sheet(f"{folder}/sheet", sheet_of(ScoredGame(load_rules("tafel-8"))))
    ...     read_sheet(f"{folder}/sheet").chart.rules.name
    'tafel-8'
    """
    file = convert(decode(Path(path).read_bytes(), str(path)), SheetFile, str(path))
    if rules is None:
        if not file.rules:
            raise ValueError(f"{path}: the sheet names no rules; name them: --rules RULES")
        rules = shipped_rules(file.rules, str(path))
    try:
        entries, places = _sort_rows(rules, file)
        chart = fill_chart(rules, entries, places)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    for at, name in enumerate(file.teamName):
        if not name.isprintable():
            raise ValueError(f"{path}: teamName[{at}] = {name!r}: expected a name on one line")
    names = [*file.teamName[:2], *NAMES[len(file.teamName) :]]
    return Sheet((names[0], names[1]), entries, chart, _notes(file, chart, entries, places))


def _sort_rows(rules: Rules, file: SheetFile) -> tuple[list[list[Entry | None]], dict[int, int]]:
    """Entries in the order of the chart, and where each of its rows stands in the file."""
    names = kind_names(rules)
    entries: list[list[Entry | None]] = [[None] * len(rules.rows) for _ in range(2)]
    places: dict[int, int] = {}
    for at, row in enumerate(file.rows):
        pair = _teams(row, at)
        if at >= len(rules.rows) and not (row.id or any(pair)):
            continue  # writers with a fixed number of rows leave the surplus ones empty
        place = _find_row(rules, names, row, at, places)
        places[place] = at
        for team in range(2):
            entries[team][place] = pair[team]
    return entries, places


def _teams(row: SheetRow, at: int) -> list[Entry | None]:
    """Entries of the two teams, None for an open cell."""
    if len(row.pts) not in (2, 3):
        raise ValueError(f"rows[{at}].pts has {len(row.pts)} entries; expected one for each team")
    one, two, *more = [None if entry is None or entry.empty else entry for entry in row.pts]
    if more and more[0]:
        both = [entry.pts or 0 for entry in (one, two) if entry]
        gap = both[0] - both[1] if len(both) == 2 else None
        third = more[0].pts
        if gap is None or third not in (gap, gap * row.factor):
            raise ValueError(
                f"rows[{at}].pts[2].pts = {third}: a third team; expected two teams, and third "
                "nothing or their difference"
            )
    return [one, two]


def _find_row(
    rules: Rules, names: dict[str, str], row: SheetRow, at: int, places: dict[int, int]
) -> int:
    """Place in the chart of a row of the sheet."""
    kind = names.get(plain(row.type), "")
    if not kind:
        known = ", ".join(dict.fromkeys(type_name(r, rules) for r in rules.rows))
        raise ValueError(
            f"rows[{at}].type = {row.type!r} is unknown; the chart of {rules.name} has {known}"
        )
    named, key = (row.id, "id") if row.id else (row.type, "type")
    alike = [p for p, r in enumerate(rules.rows) if (r.id == row.id if row.id else r.kind == kind)]
    if not alike:
        raise ValueError(f"rows[{at}].{key} = {named!r} lies beyond the chart of {rules.name}")
    played = rules.rows[alike[0]].kind
    for other, said, text in (("type", kind, row.type), ("kind", row.kind or kind, row.kind)):
        if said != played:
            raise ValueError(
                f"rows[{at}].{other} = {text!r}: row {named} is played as {played} by the rules "
                f"{rules.name}"
            )
    fits = [place for place in alike if rules.rows[place].factor == row.factor]
    if not fits:
        factors = " or ".join(str(rules.rows[place].factor) for place in alike)
        raise ValueError(
            f"rows[{at}].factor = {row.factor}: {named} counts {factors} by the rules {rules.name}"
        )
    free = [place for place in fits if place not in places]
    if not free:
        raise ValueError(f"rows[{at}]: {named} stands twice, first in rows[{places[fits[0]]}]")
    return free[0]


def _notes(
    file: SheetFile, chart: ScoredGame, entries: list[list[Entry | None]], places: dict[int, int]
) -> list[str]:
    """Where a sheet says otherwise than its rules write."""
    said = [
        (f"rows[{at}].pts[{team}].written", entry.written, cell.written)
        for place, at in places.items()
        for team in range(2)
        if (entry := entries[team][place]) and (cell := chart.cells[team][place])
    ]
    extra, totals = (chart.extra[0], chart.extra[1]), (chart.totals[0], chart.totals[1])
    said_sums: list[tuple[str, object, object]] = [
        ("extra", file.extra, extra),
        ("totals", file.totals, totals),
    ]
    if not chart.left:
        said_sums.append(("winner", file.winner, chart.winner))
    return [
        f"{key} is {old} on the sheet, {new} by the rules {chart.rules.name}"
        for key, old, new in [*said, *said_sums]
        if old is not None and old != new
    ]
