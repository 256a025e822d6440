"""``jasssim game``: whole games of two sides on the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..cli import announce, print_json
from ._options import GAMES, RULES, SEED, check_jobs, counted

if TYPE_CHECKING:
    from ..game.rules import Rules
    from ..lab.coiffeur.sums import Estimate, GameSums
    from ..lab.coiffeur.wave import GameSetup

PROBE_GAMES, PROBE_LOGGED = 512, 16


@click.command()
@click.option(*RULES, default="wyys-10", show_default=True,
              help="Rule set with a chart: a name or a TOML file.")  # fmt: skip
@click.option("--team0", default="greedy:rule", show_default=True, help="CALLER:BOT of one side.")
@click.option("--team1", default="first-open:rule", show_default=True,
              help="CALLER:BOT of the other side.")  # fmt: skip
@click.option("--games", type=GAMES, default=1000, show_default=True,
              help="Games, each played twice with the sides swapped.")  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the deals.")
@click.option("--jobs", type=int, default=-1, callback=check_jobs,
              help="Workers; -1 for one per core.  [default: -1]")  # fmt: skip
@click.option("--values", default="rule", show_default=True,
              help="Hand evaluation of the callers: a name or a file.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="Folder for tables of all games and rounds (CSV).")  # fmt: skip
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False),
              help="File for every deal of every game (JSON lines).")  # fmt: skip
@click.option("--dry-run", is_flag=True, help="Say what would be played, and how long it takes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    rules: str, team0: str, team1: str, games: int, seed: int, jobs: int, values: str,
    out: Path | None, log: Path | None, dry_run: bool, as_json: bool,
) -> None:  # fmt: skip
    """Play whole games of Coiffeur on duplicate deals and print what they come to.

    Each game's deals are played twice, the sides swapped. A side is a caller and a player of
    cards, such as greedy:rule; see jasssim list callers and jasssim list bots. Means come
    with a 95 % interval over games.

    \b
    Example:
      jasssim game --rules wyys-10 --team0 regret:rule --team1 greedy:rule --games 2000
    """
    announce()
    from ..lab.coiffeur.wave import make_games

    setup = make_games(team0, team1, rules, seed, values)
    if dry_run:
        say_plan(plan(setup, games, jobs, log is not None), as_json)
        return
    sums = _play(setup, games, jobs, out, log)
    found = results(sums, setup)
    if as_json:
        print_json(found)
    else:
        _print(found, sums, setup.rules)


def plan(setup: GameSetup, games: int, jobs: int, log: bool) -> dict[str, Any]:
    """What would be played, and how long that takes by a few games played now.

    A log is written by one process, which plays every card of it again.
    """
    from time import perf_counter

    from joblib import effective_n_jobs

    from ..lab.coiffeur.files import log_text
    from ..lab.coiffeur.games import GAME_CHUNK, play_part

    play_part(setup, log, 0, 1)
    start = perf_counter()
    played = play_part(setup, log, 0, PROBE_LOGGED if log else PROBE_GAMES)
    workers = min(effective_n_jobs(jobs), -(-games // GAME_CHUNK))
    seconds = (perf_counter() - start) / len(played) * games / workers
    if log:
        start = perf_counter()
        log_text(played)
        seconds += (perf_counter() - start) / len(played) * games
    return {
        "ruleset": setup.rules.name,
        "teams": list(setup.teams),
        "games": games,
        "deals": 2 * games * 2 * len(setup.rules.rows),
        "workers": workers,
        "seconds": round(seconds, 1),
    }


def say_plan(found: dict[str, Any], as_json: bool) -> None:
    """Print a plan."""
    if as_json:
        print_json(found)
        return
    click.echo(
        f"{counted(found['games'], 'game')} of {found['ruleset']} by "
        f"{' and '.join(found['teams'])}, each played twice: at most {found['deals']} deals, "
        f"about {found['seconds']:.0f} s with {counted(found['workers'], 'worker')}"
    )


def _play(setup: GameSetup, games: int, jobs: int, out: Path | None, log: Path | None) -> GameSums:
    import sys

    from tqdm import tqdm

    from ..lab.coiffeur.files import GameFiles
    from ..lab.coiffeur.games import Games, game_chunks
    from ..lab.coiffeur.sums import add_games

    with (
        GameFiles(out, log) as files,
        tqdm(total=games, unit="game", file=sys.stderr, disable=None, leave=False) as bar,
    ):

        def written() -> Iterator[Games]:
            for part in game_chunks(setup, games, jobs, trace=log is not None):
                files.add(part)
                yield part
                bar.update(len(part))

        return add_games(written())


def results(sums: GameSums, setup: GameSetup) -> dict[str, Any]:
    """What the games come to, as plain values; pairs are of the two sides."""
    from ..lab.coiffeur.tables import call_table, chart_table

    difference, wins = sums.mean("difference"), sums.mean("wins", 0.25)

    def pair(name: str) -> dict[str, list[float]]:
        both = [sums.mean(f"{name}_{side}") for side in range(2)]
        return {"mean": [e.mean for e in both], "se": [e.se for e in both]}

    def shares(part: str, whole: str) -> dict[str, list[float]]:
        both = [sums.share(f"{part}_{side}", f"{whole}_{side}") for side in range(2)]
        return {"share": [e.mean for e in both], "se": [e.se for e in both]}

    im_fass, draws = sums.share("im_fass", "deals"), sums.mean("draws")
    totals = pair("total")
    return {
        "ruleset": setup.rules.name,
        "teams": list(setup.teams),
        "seed": setup.seed,
        "games": sums.games,
        "halves": 2,
        "mean_difference": difference.mean,
        "se": difference.se,
        "interval_95": [difference.low, difference.high],
        "win_share": wins.mean,
        "se_win_share": wins.se,
        "draw_share": draws.mean,
        "mean_total": totals["mean"],
        "se_total": totals["se"],
        "rounds_per_game": sums.mean("deals").mean,
        "im_fass": {"share": im_fass.mean, "se": im_fass.se},
        "zeros": pair("zeros"),
        "extra": pair("extra"),
        "matches": shares("matches", "called"),
        "counter_matches": shares("counter_matches", "other"),
        "chart": chart_table(sums, setup.rules).to_dict(orient="records"),
        "calls": call_table(sums, setup.rules).to_dict(orient="records"),
    }


def _print(found: dict[str, Any], sums: GameSums, rules: Rules) -> None:
    from ..lab.coiffeur.sums import Estimate

    names = found["teams"]
    width = max(14, *(len(name) for name in names))
    click.echo(
        f"{counted(found['games'], 'game')}, each played twice with the sides swapped; rules "
        f"{found['ruleset']}, seed {found['seed']}; means with 95 % intervals over games\n"
    )
    click.echo(f"{'':<26}{names[0]:>{width + 8}}{names[1]:>{width + 8}}")

    def line(title: str, estimates: list[Estimate], digits: int, percent: bool = False) -> None:
        cells = [_text(estimate, digits, percent) for estimate in estimates]
        click.echo(f"{title:<26}" + "".join(f"{cell:>{width + 8}}" for cell in cells))

    wins = sums.mean("wins", 0.25)
    line("total, chart points", [sums.mean(f"total_{s}") for s in range(2)], 1)
    line("wins, draws half", [wins, Estimate(1 - wins.mean, wins.se)], 1, True)
    line("zeros, rows of a chart", [sums.mean(f"zeros_{s}") for s in range(2)], 2)
    line("matches, of own calls", [sums.share(f"matches_{s}", f"called_{s}") for s in range(2)],
         2, True)  # fmt: skip
    line("counter-matches", [sums.share(f"counter_matches_{s}", f"other_{s}") for s in range(2)],
         2, True)  # fmt: skip
    line("beside the rows, points", [sums.mean(f"extra_{s}") for s in range(2)], 1)
    click.echo("\nmean chart, written points:")
    for place, row in enumerate(rules.rows):
        line(f"  {row.id} ×{row.factor}", [sums.mean(f"written_{s}_{place}") for s in range(2)], 2)
    click.echo(
        f"\nim Fass: {_text(sums.share('im_fass', 'deals'), 2, True)} of the deals; draws: "
        f"{_text(sums.mean('draws'), 2, True)} of the games"
    )
    click.echo(f"{names[0]} − {names[1]}: {_text(sums.mean('difference'), 2)} chart points a game")


def _text(estimate: Estimate, digits: int, percent: bool = False) -> str:
    scale, unit = (100, " %") if percent else (1, "")
    half = scale * (estimate.high - estimate.mean)
    if isnan(half):  # of a single game
        return f"{scale * estimate.mean:.{digits}f} ± ?{unit}"
    return f"{scale * estimate.mean:.{digits}f} ± {half:.{digits}f}{unit}"
