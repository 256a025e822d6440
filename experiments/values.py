"""What is a hand worth in each row, and what is each of its cards?

Four bots (by default `rule`) play every contract that the rules let a caller name on the same
deals; seat 0 calls and leads, and Molotow is played by teams. For each class of contracts,
suits made alike, linear models of the caller's nine cards are fitted to its points and to its
match, on four fifths of the deals. `values.json` is read by `jasssim.game.values.load_values`.
"""

from __future__ import annotations

from jasssim.study.evaluate import GROUPS, fit_table, gather, make_value_arms, table_bytes
from jasssim.study.harvest import Design
from jasssim.study.runs import Config, Result
from jasssim.study.worth import cards_figure, cards_table, values_table, weights_table

DEALS, SEED, BOTS, RULES = 7_200_000, 1, ("rule",), "default"


def design(config: Config) -> Design:
    """What is played."""
    return Design(make_value_arms(config))


def run(config: Config) -> Result:
    """Play, fit, and make the tables, the figure and the file of values.

    Raises
    ------
    ValueError
        If there are too few deals to hold some out.
    """
    arms = design(config).arms
    per_arm = config.deals // len(arms)
    if per_arm < GROUPS:
        raise ValueError(
            f"deals = {config.deals}: expected at least {GROUPS * len(arms)}, "
            f"{GROUPS} for each of {len(arms)} contracts"
        )
    sums = gather(arms, per_arm, config.jobs, config.backend, config.chunk)
    table = fit_table(sums, config)
    values, cards = values_table(table), cards_table(sums)
    tables = {"values": values, "weights": weights_table(table), "cards": cards}
    figures = {"cards": cards_figure(cards, table, per_arm, config.rules, config.lang)}
    notes = {"deals_per_arm": per_arm, "arms": len(arms)}
    return Result(tables, values, figures, notes, {"values.json": table_bytes(table)})
