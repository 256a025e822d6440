"""``jasssim sheet``: a chart from a score sheet, written anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..cli import announce, print_json
from ._options import RULES, counted

if TYPE_CHECKING:
    from ..lab.coiffeur.sheets import Sheet


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(*RULES, help="Rule set or TOML file; by default what the sheet names.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(file: str, rules: str | None, as_json: bool) -> None:
    """Show a score sheet as a chart.

    What was written is reckoned anew from the points of FILE, and where the sheet says
    otherwise a line says so. Sheets of jasstafel are understood, too; they need --rules.

    \b
    Example:
      jasssim sheet chart.json --rules tafel-8
    """
    announce()
    from ..game.rules import load_rules
    from ..lab.coiffeur.sheets import read_sheet

    sheet = read_sheet(file, load_rules(rules) if rules else None)
    if as_json:
        print_json(as_values(sheet))
    else:
        click.echo("\n".join([format_sheet(sheet), *sheet.notes, outcome(sheet)]))


def as_values(sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain values for JSON."""
    chart = sheet.chart
    rows = []
    for place, row in enumerate(chart.rules.rows):
        pair: list[dict[str, int | None] | None] = []
        for entries, cells in zip(sheet.entries, chart.cells, strict=True):
            entry, cell = entries[place], cells[place]
            if cell is None:
                pair.append(None)
                continue
            written: dict[str, int | None] = {
                "written": cell.written,
                "score": cell.written * row.factor,
            }
            if entry:
                written |= {"points": entry.pts, "match": entry.match}
            pair.append(written)
        rows.append({"row": row.id, "kind": row.kind, "factor": row.factor, "teams": pair})
    return {
        "rules": chart.rules.name,
        "names": sheet.names,
        "rows": rows,
        "extra": chart.extra,
        "totals": chart.totals,
        "over": not chart.left,
        "winner": chart.winner,
        "notes": sheet.notes,
    }


def format_sheet(sheet: Sheet) -> str:
    """The chart with the points behind it, a line for each row, totals last."""
    chart, rules = sheet.chart, sheet.chart.rules
    table = [["", "", *sheet.names], ["", "", *["points  written  score"] * 2]]
    for place, row in enumerate(rules.rows):
        line = [row.id, f"×{row.factor}"]
        for entries, cells in zip(sheet.entries, chart.cells, strict=True):
            entry, cell = entries[place], cells[place]
            if cell is None:
                line.append(f"{'-':>6}")
                continue
            points = "" if entry is None or entry.pts is None else str(entry.pts)
            points = "match" if entry and entry.match else points
            line.append(f"{points:>6}  {cell.written:>7}  {cell.written * row.factor:>5}")
        table.append(line)
    beside = [("beside the rows", chart.extra)] if any(chart.extra) else []
    for name, pair in [*beside, ("total", chart.totals)]:
        table.append([name, "", *(f"{number:>22}" for number in pair)])
    widths = [max(len(line[i]) for line in table) for i in range(4)]
    return "\n".join(
        "  ".join(text.ljust(w) for text, w in zip(line, widths, strict=True)).rstrip()
        for line in table
    )


def outcome(sheet: Sheet) -> str:
    """Who has won or leads, in a line."""
    chart = sheet.chart
    if not chart.left:
        return "a draw" if chart.winner is None else f"{sheet.names[chart.winner]} wins"
    still = counted(sum(cell is None for team in chart.cells for cell in team), "cell")
    first, second = chart.totals
    if first == second:
        return f"level, {still} open"
    return f"{sheet.names[int(second > first)]} leads by {abs(first - second)}, {still} open"
