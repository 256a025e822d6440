"""Options that several commands share, with the limits of the library."""

from __future__ import annotations

import click
from click.core import ParameterSource

SEAT = click.IntRange(0, 3)
SEED = click.IntRange(0, (1 << 64) - 1)
INDEX = click.IntRange(0, (1 << 62) - 1)
GAME = click.IntRange(0, (1 << 56) - 1)
COUNT = click.IntRange(1, (1 << 62) - 1)
GAMES = click.IntRange(1, (1 << 56) - 1)
RULES = ("--rules", "--ruleset", "rules")
"""Names of the option for a rule set, and of its parameter."""


def check_jobs(_: click.Context, __: click.Parameter, jobs: int) -> int:
    """The number of workers; refuses what is none."""
    if jobs == 0 or jobs < -1:
        raise click.BadParameter(f"{jobs} workers: expected at least 1, or -1 for one per core")
    return jobs


def is_given(ctx: click.Context, name: str) -> bool:
    """Whether an option was typed and is not just at its default."""
    return ctx.get_parameter_source(name) is not ParameterSource.DEFAULT


def counted(number: int, one: str) -> str:
    """A number with its word.

    Examples
    --------
    >>> counted(1, "worker"), counted(2, "worker")
    ('1 worker', '2 workers')
    """
    return f"{number} {one}" + ("" if number == 1 else "s")
