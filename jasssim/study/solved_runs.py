"""Runs of ``jasssim par`` and ``jasssim regret``: from a configuration to a written folder."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pandas as pd
from tqdm import tqdm

from ..game.contract import goal
from ..lab.simulate import simulate
from ..lab.solver.par import Par, par_deals, par_rows
from ..lab.solver.regret import (
    Deal,
    DealRegret,
    Decision,
    better,
    played_deals,
    regret_deals,
)
from .runs import Result
from .solved import (
    CAVEAT,
    PLACES,
    SolvedConfig,
    collect,
    deal_table,
    par_table,
    regret_table,
    write_solved,
)
from .solved_figures import par_figure, regret_figure

T = TypeVar("T")
DEAREST = 10
"""Decisions that are listed one by one."""

PAR_ASKS = "What is each contract worth if nobody errs and all hands are open?"
REGRET_ASKS = "What do a bot's cards cost its team, against perfect information?"


def run_par(config: SolvedConfig, out: Path) -> tuple[Path, Result]:
    """Solve random deals and write their folder.

    Parameters
    ----------
    config : SolvedConfig
        With the options ``contract`` (names as `par_rows` takes them), ``best`` and
        ``budget``; it has no bots.
    out : Path
        Folder of run folders.

    Returns
    -------
    folder : Path
    result : Result
        Its notes say how many deals are in the tables and whether an interrupt ended them.
    """
    options = dict(config.options)
    rows = par_rows(options["contract"], config.rules, options["best"])
    parts = par_deals(
        rows, config.deals, config.seed, config.rules,
        budget=options["budget"], jobs=config.jobs, progress=True,
    )  # fmt: skip
    turned = [goal(contracts[0], config.rules) == "avoid" for contracts in rows.values()]

    def solve(part: Path) -> Result:
        deals, stopped = collect(parts, lambda deal: deal, Par._fields, part)
        table = par_table(deals, turned, config.rules)
        single = pd.DataFrame([par for deal in deals for par in deal], columns=Par._fields)
        figure = par_figure(deals, table, turned, config)
        return Result(
            {"par": table, "par_deals": single}, par_main(table), {"par": figure},
            {"deals_done": len(deals), "interrupted": stopped},
        )  # fmt: skip

    return write_solved("par", PAR_ASKS, config, out, solve)


def par_main(table: pd.DataFrame) -> pd.DataFrame:
    """What of a table of par values fits on a screen."""
    hidden = ["contract", "match_share_se", "counter_match_share_se", "se_written"]
    exact = not table["unsolved_deals"].any()
    return table.drop(columns=[*hidden, *(["bound", "unsolved_deals"] if exact else [])])


def run_regret(config: SolvedConfig, out: Path) -> tuple[Path, Result]:
    """Let bots play, examine what they did, and write the folder.

    Parameters
    ----------
    config : SolvedConfig
        With the options ``contract`` and ``from``, the first examined trick.
    out : Path
        Folder of run folders.

    Returns
    -------
    folder : Path
    result : Result
        Its tables are ``regret``, ``dearest``, ``regret_deals`` and ``decisions``.
    """
    options = dict(config.options)
    deals = play(config)
    parts = with_progress(regret_deals(deals, options["from"], config.jobs), len(deals))

    def solve(part: Path) -> Result:
        found, stopped = collect(parts, lambda deal: deal.decisions, Decision._fields, part)
        table = regret_table(found, options["from"])
        dearest = dearest_table(deals, found, config)
        decisions = [decision for deal in found for decision in deal.decisions]
        tables = {
            "regret": table, "dearest": dearest, "regret_deals": deal_table(found),
            "decisions": pd.DataFrame(decisions, columns=Decision._fields),
        }  # fmt: skip
        notes = {"deals_done": len(found), "interrupted": stopped, "note": CAVEAT}
        figure = regret_figure(table, options["contract"], config)
        return Result(tables, table.drop(columns="deals"), {"regret": figure}, notes)

    return write_solved("regret", REGRET_ASKS, config, out, solve)


def play(config: SolvedConfig) -> list[Deal]:
    """Let the bots play."""
    contract = dict(config.options)["contract"]
    plays = simulate(
        config.seats, contract, config.deals, config.seed, config.rules, config.jobs, trace=True
    )
    return played_deals(plays)


def with_progress(parts: Iterator[T], deals: int) -> Iterator[T]:
    """Results of deals, with a bar on stderr if that is a terminal."""
    return iter(tqdm(parts, total=deals, unit="deal", file=sys.stderr, disable=None, leave=False))


def dearest_table(
    deals: Sequence[Deal], found: Sequence[DealRegret], config: SolvedConfig
) -> pd.DataFrame:
    """The decisions that cost most, the earlier one first among equals.

    Returns
    -------
    pandas.DataFrame
        ``deal``, ``trick``, ``place``, ``seat``, ``side``, ``card``, ``best`` (every choice
        that would have cost nothing), ``cost_points``, ``points_before`` and
        ``points_after``, and ``show``, the command that shows the deal.
    """
    dear = [d for deal in found for d in deal.decisions if d.cost_points]
    dear = sorted(dear, key=lambda decision: -decision.cost_points)[:DEAREST]
    rows = []
    for decision in dear:
        values = better(deals[decision.deal - deals[0].number], decision)
        best = [name for name, points in values.items() if points == decision.points_before]
        rows.append({
            "deal": decision.deal, "trick": decision.trick, "place": PLACES[decision.place],
            "seat": decision.seat, "side": decision.side, "card": decision.card,
            "best": " ".join(best), "cost_points": decision.cost_points,
            "points_before": decision.points_before, "points_after": decision.points_after,
            "show": show_command(decision.deal, config),
        })  # fmt: skip
    return pd.DataFrame(rows)


def show_command(deal: int, config: SolvedConfig) -> str:
    """The command that shows a deal."""
    contract = dict(config.options)["contract"]
    words = ["jasssim", "show", "--seed", str(config.seed), "--deal", str(deal)]
    words += ["--contract", contract, "--bots", ",".join(config.bots)]
    return shlex.join([*words, "--rules", config.rules_text])


def par_probe(config: SolvedConfig, deals: int) -> Iterator[tuple[Par, ...]]:
    """The first deals of a run of `run_par`, solved one by one."""
    options = dict(config.options)
    rows = par_rows(options["contract"], config.rules, options["best"])
    return par_deals(rows, deals, config.seed, config.rules, budget=options["budget"])


def regret_probe(config: SolvedConfig, deals: int) -> Iterator[DealRegret]:
    """The first deals of a run of `run_regret`, played and examined one by one."""
    few = replace(config, deals=deals, jobs=1)
    return regret_deals(play(few), dict(config.options)["from"])
