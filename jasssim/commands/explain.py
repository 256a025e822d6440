"""``jasssim explain``: what the weights of the fitted policy say to a player."""

from __future__ import annotations

import click

from ..cli import announce, print_json
from ._options import RULES


@click.command()
@click.argument("bot", default="fitted")
@click.option("--contract", required=True, help="What is played; trump for any suit.")
@click.option(*RULES, default="default", show_default=True, help="Rule set or TOML file.")
@click.option(
    "--class", "wanted", help='Decisions, such as lead, "lead 1 one" or "discard_4 ours".'
)
@click.option("--top", type=click.IntRange(1), default=8, show_default=True,
              help="Features of each class.")  # fmt: skip
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", show_default=True,
              help="Language.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    bot: str, contract: str, rules: str, wanted: str | None, top: int, lang: str, as_json: bool
) -> None:
    """Say by which weights the bot fitted plays a contract, as statements about cards.

    BOT is fitted, or a file or folder that jasssim fit made. Decisions are parted into classes by
    role in the trick, phase of the deal, whose contract it is, and what the seat can do; of each
    class the features are shown that part its cards most.

    \b
    Example:
      jasssim explain fitted --contract slalom-obenabe --class lead --top 5
    """
    announce()
    from ..game.rules import load_rules
    from ..lab.fitting.explain import (
        LANGUAGES,
        chosen_classes,
        class_title,
        explain_lines,
        find_weights,
        statements,
    )
    from ..lab.fitting.words import WORDS

    weights = find_weights(bot, contract, load_rules(rules))
    if not as_json:
        for text in explain_lines(weights, wanted, top, lang):
            click.echo(text)
        return
    classes = [
        {
            "class": name,
            "about": class_title(weights, name, lang),
            "decisions": weights.classes[name].decisions,
            "features": [
                {**one._asdict(), "about": WORDS[one.feature][LANGUAGES.index(lang)]}
                for one in statements(weights, name, top)
            ],
        }
        for name in chosen_classes(weights, wanted)
    ]
    print_json({
        "bot": bot, "contract": contract, "rules": rules, "contracts": list(weights.contracts),
        "unit": weights.unit, "classes": classes,
    })  # fmt: skip
