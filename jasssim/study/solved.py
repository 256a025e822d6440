"""Tables of exact values, and the run folders of ``jasssim par`` and ``jasssim regret``."""

from __future__ import annotations

import csv
import json
import logging
import os
import shlex
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..game.contract import parse_contract
from ..game.rules import Rules
from ..lab.solver.par import BEST, Par
from ..lab.solver.regret import BLOCK, CALLERS, LAST_TRICK, OTHERS, DealRegret
from ..lab.summary import QUANTILES, histogram, moments, quantile
from .runs import (
    Config,
    Result,
    has_other_sources,
    make_folder,
    make_manifest,
    result_files,
    write_run,
)

log = logging.getLogger("jasssim")
T = TypeVar("T")
EXACT, LOW, HIGH = "exact", "low", "high"
BOTH = "both"
PLACES = {BLOCK: "block", 1: "lead", 2: "2nd", 3: "3rd", 4: "4th"}
CAVEAT = (
    "This compares with perfect information: a card that costs points with open hands may be "
    "right with closed ones."
)


@dataclass(frozen=True)
class SolvedConfig(Config):
    """What a run of exact values is asked for.

    Attributes
    ----------
    options : tuple of pairs
        Further options of the command line on which the results depend, with their values.
    """

    options: tuple[tuple[str, Any], ...] = ()

    def resolved(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain data."""
        return {**super().resolved(), **dict(self.options)}

    def command(self, name: str) -> str:
        """The command line that repeats the run."""
        words = ["jasssim", name]
        for key, value in self.options:
            if isinstance(value, bool):
                words += [f"--{key}"] * value
            elif value is not None:
                texts = value if isinstance(value, tuple) else (value,)
                words += [word for text in texts for word in (f"--{key}", str(text))]
        words += ["--bots", ",".join(self.bots)] if self.bots else []
        words += ["--deals", str(self.deals), "--seed", str(self.seed)]
        return shlex.join([*words, "--rules", self.rules_text, "--lang", self.lang])


def collect(
    parts: Iterable[T], rows: Callable[[T], Iterable[Sequence[Any]]], columns: Sequence[str],
    path: Path,
) -> tuple[list[T], bool]:  # fmt: skip
    """Results of deals in their order, and whether an interrupt ended them early.

    Each deal's rows are on the disk, in a file with a temporary name, before the next deal
    is asked for: whatever ends the run, they stay.

    Parameters
    ----------
    parts : iterable
        One result per deal.
    rows : callable
        The rows of a result.
    columns : sequence of str
        Names of the columns.
    path : Path
        The temporary file.

    Raises
    ------
    KeyboardInterrupt
        If the interrupt came before the first result.
    """
    done: list[T] = []
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        try:
            for part in parts:
                done.append(part)
                writer.writerows(rows(part))
                file.flush()
        except KeyboardInterrupt:
            if not done:
                path.unlink()
                raise
            return done, True
    return done, False


def write_solved(
    name: str, about: str, config: Config, out: Path, solve: Callable[[Path], Result]
) -> tuple[Path, Result]:
    """Solve and write the folder ``<out>/<name>-<config hash>``, as an experiment's.

    Parameters
    ----------
    name, about : str
        The command and what it asks.
    config : Config
        What the results depend on.
    out : Path
        Folder of run folders.
    solve : callable
        Gives the result; gets the path of a file for what is known so far.

    Raises
    ------
    ValueError
        If the folder cannot be written; nothing has been solved then.
    """
    folder = out / f"{name}-{config.hash(name)}"
    make_folder(folder)
    if has_other_sources(folder, config):
        log.warning("%s: replacing a run made from other sources", folder)
    wall, cpu = time.perf_counter(), time.process_time()
    part = folder / f".{name}.csv.{os.getpid()}.part"
    result = solve(part)
    files = result_files(result)
    seconds = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    manifest = make_manifest(name, about, config, seconds)
    entries = {**manifest, **result.notes, "files": sorted(files)}
    text = json.dumps(entries, indent=2, ensure_ascii=False)
    write_run(folder, files, (text + "\n").encode())
    part.unlink()
    return folder, result


def par_table(deals: Sequence[Sequence[Par]], turned: Sequence[bool], rules: Rules) -> pd.DataFrame:
    """One row per contract, or two where a budget left deals unsolved.

    Parameters
    ----------
    deals : sequence of sequences of Par
        The rows' values, deal by deal.
    turned : sequence of bool
        For each row whether the caller's team wants no points.
    rules : Rules
        House rules, for the names of their own contracts.

    Returns
    -------
    pandas.DataFrame
        ``row``, ``contract``, ``bound``, ``deals``, ``unsolved_deals``, then of the points
        of the caller's team ``mean_points``, ``se_points``, ``sd_points``, ``q10_points``,
        ``q50_points``, ``q90_points``; the shares of deals with a forced match
        (``match_share``) or counter-match; ``mean_written`` and ``se_written``, before the
        factor. Where deals are unsolved the row with the bound ``low`` counts each of them
        with the least points that it may have and the row ``high`` with the most, so that
        the mean lies between the two.
    """
    table = []
    for place, first in enumerate(deals[0]):
        found = [deal[place] for deal in deals]
        unsolved = sum(not par.solved for par in found)
        for bound in (LOW, HIGH) if unsolved else (EXACT,):
            head = {"row": first.row, "contract": kind_of(first.row, rules), "bound": bound,
                    "deals": len(found), "unsolved_deals": unsolved}  # fmt: skip
            table.append({**head, **_par_figures(found, bound, turned[place])})
    return pd.DataFrame(table)


def kind_of(row: str, rules: Rules) -> str:
    """Kind of the contract, or of the contracts, of a row."""
    if row.endswith(f"-{BEST}"):
        return row.removesuffix(f"-{BEST}")
    return parse_contract(row, rules).kind


def par_points(found: Sequence[Par], bound: str) -> NDArray[np.int64]:
    """Points of the caller's team, those of unsolved deals at a bound."""
    return np.array([p.high_points if bound == HIGH else p.low_points for p in found], np.int64)


def _par_figures(found: Sequence[Par], bound: str, turned: bool) -> dict[str, float]:
    points = par_points(found, bound)
    # What is open is taken to go the way in which the bound lies.
    good = bound == (LOW if turned else HIGH)
    written = np.array([par.high_written if good else par.low_written for par in found])
    matches = np.array([good if par.match is None else par.match for par in found])
    counters = np.array([not good if p.counter_match is None else p.counter_match for p in found])
    counts = histogram(points)
    mean, se, sd = _moments(points)
    return {
        "mean_points": mean, "se_points": se, "sd_points": sd,
        **{f"{name}_points": quantile(counts, tenths) for name, tenths in QUANTILES},
        **_share("match_share", matches), **_share("counter_match_share", counters),
        "mean_written": (of_written := _moments(written))[0], "se_written": of_written[1],
    }  # fmt: skip


def _moments(values: NDArray[np.int64]) -> tuple[float, float, float]:
    return moments(len(values), int(values.sum()), int((values**2).sum()))


def _share(name: str, holds: NDArray[np.bool_]) -> dict[str, float]:
    share, se, _ = _moments(holds.astype(np.int64))
    return {name: share, f"{name}_se": se}


def regret_table(deals: Sequence[DealRegret], first_trick: int) -> pd.DataFrame:
    """What decisions cost: in all, by trick, and by place in the trick.

    Parameters
    ----------
    deals : sequence of DealRegret
        The deals.
    first_trick : int
        Trick from which on decisions were examined.

    Returns
    -------
    pandas.DataFrame
        ``side`` (the caller's, the other, or both together), ``by`` (``deal``, ``trick``
        or ``place``), ``which``, ``deals``, ``decisions``; ``cost_points``, the mean of
        the sums per deal, and ``se_points`` over deals; ``free_share``, the share of
        decisions that cost nothing, with its standard error over deals.
    """
    found = pd.DataFrame(
        [(at, d.side, d.trick, PLACES[d.place], d.cost_points)
         for at, deal in enumerate(deals) for d in deal.decisions],
        columns=["at", "side", "trick", "place", "cost"],
    )  # fmt: skip
    places = [name for name in PLACES.values() if name != PLACES[BLOCK] or any(found.place == name)]
    parts: list[tuple[str, Any]] = [("deal", "all")]
    parts += [("trick", trick) for trick in range(first_trick, LAST_TRICK + 1)]
    parts += [("place", place) for place in places]
    table = []
    for side in (CALLERS, OTHERS, BOTH):
        own = found if side == BOTH else found[found.side == side]
        for by, which in parts:
            some = own if by == "deal" else own[own[by] == which]
            head = {"side": side, "by": by, "which": which, "deals": len(deals)}
            table.append({**head, **_cost_figures(some, len(deals))})
    return pd.DataFrame(table)


def _cost_figures(found: pd.DataFrame, deals: int) -> dict[str, float]:
    at, cost = found["at"].to_numpy(np.int64), found["cost"].to_numpy(np.int64)
    sums = np.bincount(at, cost, minlength=deals).astype(np.int64)
    number = np.bincount(at, minlength=deals)
    free = np.bincount(at[cost == 0], minlength=deals)
    mean, se, _ = _moments(sums)
    share = float(free.sum() / len(at)) if len(at) else np.nan
    rest = free - share * number  # a share of two sums: the error is that of this rest
    error = np.sqrt(deals / (deals - 1) * float(rest @ rest)) / len(at) if deals > 1 else np.nan
    return {"decisions": len(at), "cost_points": mean, "se_points": se, "free_share": share,
            "free_share_se": float(error) if len(at) else np.nan}  # fmt: skip


def deal_table(deals: Sequence[DealRegret]) -> pd.DataFrame:
    """One row per deal: its exact value at first, what was made, and what each side lost."""
    rows = []
    for deal in deals:
        row = {"deal": deal.deal, "decisions": len(deal.decisions),
               "points_first": deal.points_first, "points_made": deal.points_made}  # fmt: skip
        for side in (CALLERS, OTHERS):
            lost = sum(d.cost_points for d in deal.decisions if d.side == side)
            row[f"{side}_cost_points"] = lost
        rows.append(row)
    return pd.DataFrame(rows)
