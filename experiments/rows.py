"""What is each row worth, and how do value conventions shift Slalom and Guschti?

Four bots (by default `rule`) play every arm on the same deals; seat 0 calls and leads.
Slalom and Guschti are counted by all four value conventions (the same plays) and played
again under each (the bots see it). The caller's start is chosen from its hand alone.
"""

from __future__ import annotations

from jasssim.lab.summary import OWN, Cell
from jasssim.study.conventions import conventions_figure
from jasssim.study.designs import choices, make_arms, shifts
from jasssim.study.figures import rows_figure
from jasssim.study.harvest import Design, harvest
from jasssim.study.runs import Config, Result
from jasssim.study.tables import best_start_table, rows_table, shift_table
from jasssim.study.tally import Contrast

DEALS, SEED, BOTS, RULES = 1_000_000, 1, ("rule",), "default"

TRUMPS = ("E", "R", "S", "L")
BLOCKS = ("3x3:obenabe", "3x3:undenufe", "3x3:E")
PLAIN = (*TRUMPS, "obenabe", "undenufe", "misere", *BLOCKS, "molotow")
FAMILIES = ("slalom", "guschti")
PRINTED = [
    "row", "convention", "how", "deals", "mean_points", "se_points", "match_share", "zero_share",
]  # fmt: skip


def design(config: Config) -> Design:
    """What is played and counted."""
    arms = make_arms(config, PLAIN, FAMILIES)
    trump_cells = tuple(Cell(suit, OWN, OWN) for suit in TRUMPS)
    pool = Contrast("trump", OWN, "pooled", trump_cells, (1,) * 4, divisor=4)
    return Design(arms, (pool, *shifts(arms)), choices(arms, (*FAMILIES, "3x3")))


def run(config: Config) -> Result:
    """Play, count, and make the tables and figures."""
    plan = design(config)
    per_arm = max(1, config.deals // len(plan.arms))
    tally = harvest(plan, per_arm, config.jobs, config.backend, config.chunk)
    rows, shift = rows_table(tally), shift_table(tally)
    tables = {"rows": rows, "shift": shift, "best_start": best_start_table(tally)}
    figures = {
        "rows": rows_figure(tally, config.bots, config.rules, config.lang),
        "conventions": conventions_figure(shift, config.bots, config.lang),
    }
    notes = {"deals_per_arm": per_arm, "arms": len(plan.arms)}
    return Result(tables, rows[PRINTED], figures, notes)
