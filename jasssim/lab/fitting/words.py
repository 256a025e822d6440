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
        ("trick 1", "tricks 2–3", "from trick 4 to the turn", "from the turn to trick 7",
         "tricks 8–9"),
        ("Stich 1", "Stiche 2–3", "ab Stich 4 bis zum Wechsel", "ab dem Wechsel bis Stich 7",
         "Stiche 8–9"),
    ),
}  # fmt: skip
USUAL_PHASES = (
    ("trick 1", "trick 2", "tricks 3–4", "tricks 5–6", "tricks 7–9"),
    ("Stich 1", "Stich 2", "Stiche 3–4", "Stiche 5–6", "Stiche 7–9"),
)

SITUATIONS = {
    "none": ("no boss in hand", "ohne Bock in der Hand"),
    "one": ("one boss in hand", "mit einem Bock in der Hand"),
    "more": ("two or more bosses in hand", "mit mehreren Böcken in der Hand"),
    "loses": ("no card takes the trick", "keine Karte sticht"),
    "takes": ("a card takes the trick so far", "eine Karte sticht bis jetzt"),
    "boss": ("a boss takes the trick so far", "ein Bock sticht bis jetzt"),
    "partner": ("the partner is ahead", "der Partner liegt vorn"),
}

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
