"""``jasssim list``: what can be named on the command line."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import click

from ..cli import one_line, print_json

WHAT = ("bots", "callers", "contracts", "rulesets", "experiments")


@click.command()
@click.argument("what", type=click.Choice(WHAT))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(what: str, as_json: bool) -> None:
    """List bots, callers, contracts, rule sets or experiments.

    \b
    Example:
      jasssim list bots
    """
    found = {
        "bots": bots, "callers": callers, "contracts": contracts, "rulesets": rulesets,
        "experiments": experiments,
    }  # fmt: skip
    items = found[what]()
    if as_json:
        print_json({what: [{"name": name, "about": about} for name, about in items.items()]})
        return
    width = max((len(name) for name in items), default=0)
    for name, about in items.items():
        click.echo(f"{name:<{width}}  {about}".rstrip())


def first_sentence(text: str | None) -> str:
    """The first sentence of a text, on one line.

    Examples
    --------
    >>> first_sentence("Plays any card,\\n each equally likely. It knows nothing.")
    'Plays any card, each equally likely.'
    """
    return re.split(r"(?<=[.?!])\s", " ".join((text or "").split()), maxsplit=1)[0]


def bots() -> dict[str, str]:
    """Bots by name with what each does, read from their files without loading them."""
    return _about_bots("player")


def callers() -> dict[str, str]:
    """Callers by name with what each does, read from their files without loading them."""
    return _about_bots("caller")


def _about_bots(decorator: str) -> dict[str, str]:
    from ..bots.files import bot_files, entry_point_names

    found = {name: "from an installed package" for name in entry_point_names(decorator)}
    for name, path in bot_files(decorator).items():
        found[name] = about_file(path, name if decorator == "player" else "call")
    return dict(sorted(found.items()))


def about_file(path: Path, function: str | None = None) -> str:
    """First sentence of a file's docstring or of one of its functions'; why, if unreadable."""
    try:
        tree = ast.parse(path.read_bytes(), path.name)
    except (OSError, SyntaxError, ValueError) as error:
        return f"cannot be read: {one_line(error)}"
    nodes = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    docs = [ast.get_docstring(node) for node in nodes if node.name.replace("_", "-") == function]
    return first_sentence(next(iter(docs), None) if function else ast.get_docstring(tree))


def contracts() -> dict[str, str]:
    """Contracts by their text; of 3×3 with the first block, the others chosen in play."""
    from ..game.contract import contract_names, load_kind, parse_contract

    kinds = {name: load_kind(parse_contract(name).kind) for name in contract_names()}
    return {name: first_sentence(kind.about) for name, kind in kinds.items()}


def rulesets() -> dict[str, str]:
    """Shipped rule sets by name."""
    from ..game.rules import load_rules, ruleset_names

    return {name: first_sentence(load_rules(name).about) for name in ruleset_names()}


def experiments() -> dict[str, str]:
    """Experiments by name, each with its question."""
    from ..study.experiments import experiment_files

    return {name: about_file(path) for name, path in experiment_files().items()}
