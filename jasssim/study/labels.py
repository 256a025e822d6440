"""Words of tables and figures for people, German and English, in one table."""

from __future__ import annotations

from collections.abc import Sequence

from ..game.cards import SUIT_NAMES, SUITS

LANGUAGES = ("en", "de")

_WORDS = {
    "trump": ("trump, all four suits", "Trumpf, alle vier Farben"),
    "obenabe": ("Obenabe", "Obenabe"),
    "undenufe": ("Undenufe", "Undenufe"),
    "slalom": ("Slalom", "Slalom"),
    "guschti": ("Guschti", "Guschti"),
    "misere": ("Misère (wants none)", "Misère (will keine)"),
    "3x3": ("3×3", "3×3"),
    "molotow": ("Molotow (seat alone)", "Molotow (Platz allein)"),
    "molotow_team": ("Molotow (team)", "Molotow (Partei)"),
    "first": ("{kind}, {start} first", "{kind}, zuerst {start}"),
    "best": ("{kind}, chosen from hand", "{kind}, nach Hand gewählt"),
    "3x3_best": (
        "3×3, chosen from hand; first\nonly Obenabe/Undenufe/Eichel",
        "3×3, nach Hand gewählt; Start\nnur Obenabe/Undenufe/Eichel",
    ),
    "start": ("values of the start", "Werte des Starts"),
    "per_trick": ("each trick by its own values", "jeder Stich nach seinen Werten"),
    "values_obenabe": ("Obenabe values throughout", "durchwegs Obenabe-Werte"),
    "values_undenufe": ("Undenufe values throughout", "durchwegs Undenufe-Werte"),
    "points": ("card points of the caller's side in one deal", "Kartenpunkte der ansagenden Partei"
               " in einer Runde"),
    "even": ("half of 157", "Hälfte von 157"),
    "mean": ("mean ± 95 %", "Mittel ± 95 %"),
    "match": ("all nine\ntricks", "alle neun\nStiche"),
    "none": ("no\ntrick", "kein\nStich"),
    "rows_title": (
        "What each row is worth to the caller",
        "Was jede Zeile der ansagenden Partei bringt",
    ),
    "rows_about": (
        "{bots}; the caller leads; {deals} random deals, each played once per row",
        "{bots}; wer ansagt, spielt aus; {deals} zufällige Runden, jede einmal pro Zeile gespielt",
    ),
    "rows_note": (
        "Bars: share of deals, in steps of five points; a bar above {cut} % is cut and its share is"
        " written beside it. The bar from 155 holds the 157\nof a match. Dot: mean, with its 95 %"
        " interval as a thick line. Thin line: from the lowest to the highest tenth of the deals."
        "\nSlalom and Guschti count by {convention}. Match bonus and row factors are not counted.",
        "Balken: Anteil der Runden, in Schritten von fünf Punkten; ein Balken über {cut} % ist"
        " gekappt, sein Anteil steht daneben. Der Balken ab 155\nenthält die 157 des Matchs. Punkt:"
        " Mittel, mit 95-%-Intervall als dicker Linie. Dünne Linie: vom untersten bis zum obersten"
        " Zehntel\nder Runden. Zählweise von Slalom und Guschti: {convention}. Ohne Matchbonus und"
        " Faktoren.",
    ),
    "kept_note": (
        "\nRows «chosen from hand» rest on the first {deals} deals.",
        "\nZeilen «nach Hand gewählt»: die ersten {deals} Runden.",
    ),
    "shift_title": (
        "How value conventions shift Slalom and Guschti",
        "Wie die Zählweise Slalom und Guschti verschiebt",
    ),
    "shift_about": (
        "{bots}; the caller leads; {deals} random deals, differences on the same deals",
        "{bots}; wer ansagt, spielt aus; {deals} zufällige Runden, Differenzen auf denselben"
        " Runden",
    ),
    "shift_axis": (
        "shift of the caller's mean points per deal",
        "Verschiebung der mittleren Punkte der ansagenden Partei",
    ),
    "rescored": (
        "re-scored: the same plays, counted differently",
        "neu gezählt: gleiches Spiel, andere Werte",
    ),
    "replayed": (
        "re-played: the bots know the values",
        "neu gespielt: die Bots kennen die Werte",
    ),
    "starts": ("{start} first", "zuerst {start}"),
    "shift_note": (
        "Zero: every card counts by the values of the start. Numbers: shift ± half of the 95 %"
        " interval. With each trick by its own values\nthe points of both sides together differ"
        " from deal to deal: aces count in upward tricks, sixes in downward tricks.",
        "Null: jede Karte zählt nach den Werten des Starts. Zahlen: Verschiebung ± halbes"
        " 95-%-Intervall. Zählt jeder Stich nach seinen Werten,\nist die Summe beider Parteien von"
        " Runde zu Runde verschieden: Asse zählen in Obenabe-, Sechser in Undenufe-Stichen.",
    ),
}  # fmt: skip


def word(key: str, lang: str = "en") -> str:
    """Text of a key.

    Raises
    ------
    ValueError
        If the language is unknown.

    Examples
    --------
    >>> word("misere", "de")
    'Misère (will keine)'
    """
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}: expected {' or '.join(LANGUAGES)}")
    return _WORDS[key][LANGUAGES.index(lang)]


def suit_name(letter: str, lang: str = "en") -> str:
    """Name of a suit of a letter; English names come with the Swiss one.

    Examples
    --------
    >>> suit_name("E", "de"), suit_name("E")
    ('Eichel', 'Eichel (acorns)')
    """
    place = SUITS.index(letter)
    german, english = SUIT_NAMES["de"][place], SUIT_NAMES["en"][place]
    return german if lang == "de" else f"{german} ({english})"


def row_label(row: str, lang: str = "en", alone: bool = True) -> str:
    """Text for a row of the table of rows.

    Parameters
    ----------
    row : str
        As in the table.
    lang : {"en", "de"}
        Language.
    alone : bool
        Whether each seat plays alone in Molotow, as the rules say.

    Examples
    --------
    >>> row_label("slalom-undenufe"), row_label("3x3:E", "de")
    ('Slalom, Undenufe first', '3×3, zuerst Eichel')
    """
    if row in SUITS:
        return suit_name(row, lang)
    if row == "molotow" and not alone:
        return word("molotow_team", lang)
    if row == "3x3-best":
        return word("3x3_best", lang)
    kind, _, start = row.replace(":", "-").partition("-")
    if not start:
        return word(kind, lang)
    name = start if start not in SUITS else suit_name(start, "de")
    named = word(start, lang) if start in ("obenabe", "undenufe") else name
    pattern = word("best" if start == "best" else "first", lang)
    return pattern.format(kind=word(kind, lang), start=named)


def convention_label(convention: str, lang: str = "en") -> str:
    """Text for a value convention of Slalom and Guschti.

    Examples
    --------
    >>> convention_label("per_trick")
    'each trick by its own values'
    """
    key = f"values_{convention}" if convention in ("obenabe", "undenufe") else convention
    return word(key, lang)


def bots_label(bots: Sequence[str], lang: str = "en") -> str:
    """Text for the bots of a run.

    Examples
    --------
    >>> bots_label(["rule"]), bots_label(["rule", "greedy"], "de")
    ('four bots «rule»', 'Bots «rule» gegen «greedy»')
    """
    names = list(dict.fromkeys(bots))
    if len(names) == 1:
        return f"four bots «{names[0]}»" if lang == "en" else f"vier Bots «{names[0]}»"
    versus = " against " if lang == "en" else " gegen "
    joined = versus if len(bots) == 2 else ", "
    return ("bots " if lang == "en" else "Bots ") + joined.join(f"«{name}»" for name in bots)


def number(value: int) -> str:
    r"""A whole number with thin spaces between its thousands.

    Examples
    --------
    >>> number(37037) == "37\u2009037"
    True
    """
    return f"{value:,}".replace(",", "\u2009")
