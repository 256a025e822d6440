"""Words of a ladder's tables and figure, German and English."""

from __future__ import annotations

from .labels import LANGUAGES, row_label

_WORDS = {
    "overall": ("all contracts", "alle Ansagen"),
    "trump": ("trump, the caller's best suit", "Trumpf, beste Farbe der Hand"),
    "3x3:trump": ("3×3, best suit first", "3×3, zuerst die beste Farbe"),
    "title": ("Which bot plays better", "Welcher Bot besser spielt"),
    "about": (
        "each two bots on the same {boards} boards of each contract; rules {rules}; {hands};"
        " seed {seed}",
        "je zwei Bots auf denselben {boards} Brettern pro Ansage; Regeln {rules}; {hands};"
        " Seed {seed}",
    ),
    "called": ("the best of four hands calls", "die beste von vier Händen sagt an"),
    "random": ("random hands", "zufällige Hände"),
    "points": (
        "points a deal above the average of these bots",
        "Punkte pro Runde über dem Mittel dieser Bots",
    ),
    "marks": (
        "marks a deal above the average of these bots",
        "Marken pro Runde über dem Mittel dieser Bots",
    ),
    "note": (
        "A board is one deal played twice, the teams swapped. Ratings by least squares on the"
        " margins of each two bots;\nlines: 95 % intervals by a bootstrap of {bootstrap} resamples"
        " over the boards. A difference of two ratings is the expected margin.",
        "Ein Brett ist eine Runde, zweimal gespielt mit vertauschten Parteien. Wertung nach"
        " kleinsten Quadraten aus den Differenzen je zweier\nBots; Linien: 95-%-Intervalle aus"
        " {bootstrap} Bootstrap-Ziehungen über die Bretter. Der Abstand zweier Bots ist die"
        " erwartete Differenz.",
    ),
    "bot": ("bot", "Bot"),
    "rating": ("rating", "Wertung"),
    "contract": ("contract", "Ansage"),
    "ladder": ("Over all contracts", "Über alle Ansagen"),
    "by_contract": ("By contract", "Nach Ansage"),
    "cross": (
        "Margins of the row's bot against the column's",
        "Differenzen des Bots der Zeile gegen den der Spalte",
    ),
    "cycle": (
        "{0} beats {1}, {1} beats {2}, and {2} beats {0}: no one scale holds them",
        "{0} schlägt {1}, {1} schlägt {2}, und {2} schlägt {0}: das fasst keine Rangliste",
    ),
    "misfit": (
        "Largest distance of a margin from what the ratings say: {misfit:.2f} ({bot} – {other})",
        "Grösster Abstand einer Differenz von der Wertung: {misfit:.2f} ({bot} – {other})",
    ),
}


def word(key: str, lang: str = "en") -> str:
    """Text of a key; the language is one of `jasssim.study.labels.LANGUAGES`.

    Examples
    --------
    >>> word("rating", "de")
    'Wertung'
    """
    return _WORDS[key][LANGUAGES.index(lang)]


def contract_label(name: str, lang: str = "en") -> str:
    """Text for a contract's name in a comparison; that of a kind of one's own stays as it is.

    Examples
    --------
    >>> contract_label("slalom-obenabe", "de"), contract_label("3x3:trump"), contract_label("tuo")
    ('Slalom, zuerst Obenabe', '3×3, best suit first', 'tuo')
    """
    if name == "all":
        return word("overall", lang)
    if name in _WORDS:
        return word(name, lang)
    try:
        return row_label(name, lang)
    except KeyError:
        return name
