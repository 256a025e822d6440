"""Weights as statements that a player can read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ...bots.weights import FOLDER, Weights, class_names, read_weights
from ...engine.houses import shape_name
from ...game.contract import Contract, parse_contract
from ...game.kinds import TRUMP
from ...game.rules import Rules
from .words import PHASES, ROLES, SIDES, SITUATIONS, UNITS, USUAL_PHASES, WORDS

BOT = "fitted"
LANGUAGES = ("en", "de")


class Statement(NamedTuple):
    """What one feature is worth in a class.

    ``effect`` is the weight times the feature's spread: by how much it usually parts the cards
    of a decision.
    """

    feature: str
    weight: float
    effect: float


def find_weights(bot: str, contract: str, rules: Rules) -> Weights:
    """Weights by which a contract is played.

    Parameters
    ----------
    bot : str
        ``fitted`` for the shipped weights, or a file or folder.
    contract : str
        What is played; ``trump`` for any suit.
    rules : Rules
        House rules.

    Raises
    ------
    ValueError
        If there are none.
    """
    one = Contract(TRUMP, "E") if contract == TRUMP else parse_contract(contract, rules)
    shape = shape_name(one, rules)
    if bot != BOT and not Path(bot).exists():
        raise ValueError(
            f"no weights of {bot!r}: expected {BOT}, or a file or folder that `jasssim fit` made"
        )
    found = read_weights(FOLDER if bot == BOT else bot)
    if shape not in found:
        raise ValueError(
            f"{bot}: no weights for {contract} under the rules {rules.name} (shape {shape!r}), "
            f"only for {', '.join(found)}"
        )
    return found[shape]


def chosen_classes(weights: Weights, wanted: str | None) -> list[str]:
    """Classes in whose names all words of a text are, in their order; those with decisions.

    Examples
    --------
    >>> from jasssim.game.rules import Rules
    >>> chosen_classes(find_weights("fitted", "obenabe", Rules()), "lead 3 one")
    ['lead 3 ours one', 'lead 3 theirs one']
    """
    names = [name for name in class_names(weights.shape) if name in weights.classes]
    words = set((wanted or "").split())
    found = [name for name in names if words <= set(name.split())]
    if not found:
        parts = [list(dict.fromkeys(name.split()[at] for name in names)) for at in range(4)]
        unknown = [word for word in (wanted or "").split() if not any(word in p for p in parts)]
        if not unknown:
            raise ValueError(
                f"no decisions of the class {wanted!r} were seen in {', '.join(weights.contracts)}:"
                " expected fewer words, or others"
            )
        role, phase, side, situation = (", ".join(words) for words in parts)
        raise ValueError(
            f"no class of decisions {wanted!r}: {unknown[0]!r} is none of the expected roles "
            f"({role}), phases ({phase}), sides ({side}) and situations ({situation})"
        )
    return found


def statements(weights: Weights, name: str, top: int) -> list[Statement]:
    """The features of a class with the largest effect, the largest first."""
    own = weights.classes[name]
    every = [
        Statement(feature, weight, round(weight * spread / 100, 3))
        for feature, weight, spread in zip(weights.features, own.weights, own.spread, strict=True)
        if weight and spread
    ]
    return sorted(every, key=lambda one: -abs(one.effect))[:top]


def class_title(weights: Weights, name: str, lang: str) -> str:
    """A class in words.

    Examples
    --------
    >>> from jasssim.game.rules import Rules
    >>> class_title(find_weights("fitted", "obenabe", Rules()), "lead 3 ours one", "de")
    'Beim Ausspielen, Stiche 3–4, unser Spiel, mit einem Bock in der Hand'
    """
    at = LANGUAGES.index(lang)
    role, phase, side, situation = name.split()
    phases = PHASES.get(weights.shape, USUAL_PHASES)[at]
    parts = (ROLES[role], SIDES[side], SITUATIONS[situation])
    place, whose, what = (part[at] for part in parts)
    return ", ".join((place, phases[int(phase) - 1], whose, what))


def explain_lines(weights: Weights, wanted: str | None, top: int, lang: str) -> Iterator[str]:
    """Weights as text, line by line."""
    at = LANGUAGES.index(lang)
    classes = chosen_classes(weights, wanted)
    unit = UNITS[weights.unit][at]
    names = ", ".join(weights.contracts)
    if lang == "en":
        yield f"{names} · rules {weights.rules} · weights in {unit}"
        yield "effect: weight times how much the feature differs between the cards of a decision"
        head, decisions = ("weight", "effect"), "decisions"
    else:
        yield f"{names} · Regeln {weights.rules} · Gewichte in {unit}"
        yield "Wirkung: Gewicht mal Unterschied des Merkmals zwischen den Karten einer Wahl"
        head, decisions = ("Gewicht", "Wirkung"), "Entscheidungen"
    for name in classes:
        number = weights.classes[name].decisions
        yield ""
        yield f"{class_title(weights, name, lang)} ({name}; {number} {decisions})"
        yield f"  {head[0]:>8} {head[1]:>8}"
        for feature, weight, effect in statements(weights, name, top):
            yield f"  {weight:>+8.2f} {effect:>+8.2f}  {WORDS[feature][at]}"
