"""``jasssim ladder``: many bots against each other on the same boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..cli import announce, print_json
from ._options import RULES, SEED, check_jobs

if TYPE_CHECKING:
    from ..lab.compare.boards import Boards
    from ..lab.compare.ladder import Margins

BOARDS = click.IntRange(2, 1 << 30)
RESAMPLES = click.IntRange(2, 1 << 20)


@click.command()
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...")
@click.option("--contracts", "--contract", "contracts", default="all", show_default=True,
              help="Contracts parted by commas; trump is the caller's best suit.")  # fmt: skip
@click.option("--boards", type=BOARDS, default=1000, show_default=True,
              help="Boards of each contract and pair.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option("--hands", type=click.Choice(["called", "random"]), default="called",
              show_default=True, help="Whether the caller's hand suits the contract.")  # fmt: skip
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option("--values", default="rule", show_default=True,
              help="Hand evaluation by which callers are chosen.")  # fmt: skip
@click.option("--jobs", type=int, default=-1, callback=check_jobs,
              help="Workers; -1 for one per core.  [default: -1]")  # fmt: skip
@click.option("--bootstrap", type=RESAMPLES, default=1000, show_default=True,
              help="Resamples of the boards for the intervals.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="Folder for parts, in which a broken run goes on, and for results.")  # fmt: skip
@click.option("--figure", type=click.Path(path_type=Path, dir_okay=False),
              help="File for the figure, PNG or SVG.")  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True,
              help="Language of tables and figure.")  # fmt: skip
@click.option("--markdown", "form", flag_value="markdown", help="Print Markdown.")
@click.option("--csv", "form", flag_value="csv", help="Print the ratings as CSV.")
@click.option("--json", "form", flag_value="json", help="Print one JSON object.")
def command(
    bots: tuple[str, ...], contracts: str, boards: int, seed: int, hands: str, rules: str,
    values: str, jobs: int, bootstrap: int, out: Path | None, figure: Path | None, lang: str,
    form: str | None,
) -> None:  # fmt: skip
    """Rate bots by a round robin: each two of them on the same boards.

    Ratings are in points a deal above the average of these bots, by least squares on the
    margins of each two, with 95 % intervals from a bootstrap over boards; for each contract
    and over all, which have equal weight. The cross table shows where one scale does not
    hold them.

    \b
    Example:
      jasssim ladder rule greedy random --contracts trump,misere --boards 500
      jasssim ladder rule greedy random --figure ladder.png
    """
    announce()
    from ..lab.compare.robin import make_robin, rate_robin, robin_folder

    ending = None if figure is None else _ending(figure)
    robin = make_robin(bots, contracts, seed, hands, rules, values)
    found = rate_robin(robin, _play(robin, boards, jobs, out), bootstrap)
    if out is not None:
        _write(robin_folder(robin, out), found, lang)
    if figure is not None and ending is not None:
        _write_figure(figure, ending, found, lang)
    click.echo(_text(found, form, lang), nl=False) if form != "json" else print_json(found)


def _ending(figure: Path) -> str:
    ending = figure.suffix.removeprefix(".").lower()
    if ending not in ("png", "svg"):
        raise ValueError(f"figure {str(figure)!r}: expected a name that ends with .png or .svg")
    return ending


def _play(robin: tuple[Boards, ...], boards: int, jobs: int, out: Path | None) -> Margins:
    import sys

    from tqdm import tqdm

    from ..lab.compare.robin import play_robin

    total = boards * len(robin)
    with tqdm(total=total, unit="board", file=sys.stderr, disable=None, leave=False) as bar:
        return play_robin(robin, boards, jobs, out=out, progress=bar.update)


def _text(found: dict[str, Any], form: str | None, lang: str) -> str:
    from ..study.ladder_tables import ladder_frame, ladder_text

    if form == "csv":
        return ladder_frame(found).to_csv(index=False, float_format="%.6g")
    return ladder_text(found, lang, form == "markdown") + "\n"


def _write(folder: Path, found: dict[str, Any], lang: str) -> None:
    """Write tables and figures beside the parts."""
    from ..lab.compare.store import write_whole

    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    files = {
        "ladder.json": text,
        "ladder.csv": _text(found, "csv", lang),
        "ladder.md": _text(found, "markdown", lang),
    }
    for name, content in files.items():
        write_whole(folder / name, content.encode())
    for ending in ("png", "svg"):
        _write_figure(folder / f"ladder.{ending}", ending, found, lang)
    click.echo(f"tables and figures: {folder}", err=True)


def _write_figure(path: Path, ending: str, found: dict[str, Any], lang: str) -> None:
    from ..lab.compare.store import write_whole
    from ..study.ladder_figure import ladder_figure
    from ..study.style import figure_bytes

    data = figure_bytes(ladder_figure(found, lang), ending)
    try:
        write_whole(path, data)
    except OSError as error:
        raise ValueError(f"{path} cannot be written: {error.strerror or error}") from error
