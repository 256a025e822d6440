"""What each feature of a card says, in plain words, English and German."""

from __future__ import annotations

import tomllib
from pathlib import Path


def _words() -> dict[str, tuple[str, str]]:
    """Both texts of every feature, from the file beside this module."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return {name: (english, german) for name, (english, german) in table.items()}


WORDS = _words()
"""English and German text of each feature, by its name."""

ROLES = {
    "lead": ("On the lead", "Beim Ausspielen"),
    "follow_2": ("Second to play, following suit", "Als Zweiter, Farbe bekennend"),
    "follow_3": ("Third to play, following suit", "Als Dritter, Farbe bekennend"),
    "follow_4": ("Last to play, following suit", "Als Letzter, Farbe bekennend"),
    "discard_2": ("Second to play, void in the suit led", "Als Zweiter, ohne die Farbe"),
    "discard_3": ("Third to play, void in the suit led", "Als Dritter, ohne die Farbe"),
    "discard_4": ("Last to play, void in the suit led", "Als Letzter, ohne die Farbe"),
}

PHASES = {
    "mixed": (("block 1", "block 2", "block 3"), ("Block 1", "Block 2", "Block 3")),
    "guschti": (
        ("tricks 1–2", "from trick 3 to the turn", "after the turn"),
        ("Stiche 1–2", "ab Stich 3 bis zum Wechsel", "nach dem Wechsel"),
    ),
}
USUAL_PHASES = (
    ("tricks 1–2", "tricks 3–5", "tricks 6–9"),
    ("Stiche 1–2", "Stiche 3–5", "Stiche 6–9"),
)

SIDES = {
    "ours": ("our contract", "unser Spiel"),
    "theirs": ("the opponents' contract", "Spiel der Gegner"),
    "plain": ("without trump", "ohne Trumpf"),
    "trump": ("with a trump", "mit Trumpf"),
    "low": ("playing to be low", "tief gespielt"),
    "high": ("playing to be high", "hoch gespielt"),
}

UNITS = {
    "points": ("points", "Punkten"),
    "tenths of a written point": (
        "tenths of a written point",
        "Zehnteln eines geschriebenen Punktes",
    ),
    "tenths of a mark": ("tenths of a mark", "Zehnteln eines Strichs"),
}
