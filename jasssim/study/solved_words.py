"""Words of the figures of exact values, German and English."""

from __future__ import annotations

from .labels import LANGUAGES

_WORDS = {
    "best": ("{kind}, best choice", "{kind}, beste Wahl"),
    "turned": ("{row} (wants none)", "{row} (will keine)"),
    "bound": (
        "{row}\nat {bound}, {deals} deals unsolved",
        "{row}\n{bound}, {deals} Runden ungelöst",
    ),
    "low": ("least", "mindestens"),
    "high": ("most", "höchstens"),
    "par_title": (
        "What each contract is worth with open hands",
        "Was jede Ansage mit offenen Karten wert ist",
    ),
    "par_about": (
        "exact values: nobody errs, all see all cards; the caller leads; {deals} random deals"
        " (seed {seed})",
        "exakte Werte: niemand irrt, alle sehen alle Karten; wer ansagt, spielt aus; {deals}"
        " zufällige Runden (Seed {seed})",
    ),
    "par_note": (
        "Area: share of the deals in which the caller's side gets at least so many points, from all"
        " of them at the left; dashes: half of them. Dot: mean, with\nits 95 % interval as a thick"
        " line. Thin line: from the lowest to the highest tenth of the deals. Match: the caller's"
        " side, or the other, can force all\nthat it wants (nine tricks; in Misère none). Best"
        " choice: the best contract of each deal, by open hands. Without match bonus and row"
        " factors.",
        "Fläche: Anteil der Runden, in denen die ansagende Partei mindestens so viele Punkte macht,"
        " links alle; gestrichelt: die Hälfte. Punkt: Mittel,\nmit 95-%-Intervall als dicker Linie."
        " Dünne Linie: vom untersten bis zum obersten Zehntel der Runden. Match: die ansagende"
        " Partei oder die\nandere kann alles erzwingen, was sie will (neun Stiche; in der Misère"
        " keinen). Beste Wahl: mit offenen Karten. Ohne Matchbonus und Faktoren.",
    ),
    "points": (
        "card points of the caller's side in a deal if nobody errs",
        "Kartenpunkte der ansagenden Partei in einer Runde, wenn niemand irrt",
    ),
    "even": ("half of 157", "Hälfte von 157"),
    "mean_column": ("mean ± 95 %", "Mittel ± 95 %"),
    "match_column": ("match\nforced", "Match\nsicher"),
    "counter_match_column": ("counter-\nmatch", "Gegen-\nmatch"),
    "regret_title": ("Where the bots lose points", "Wo die Bots Punkte verlieren"),
    "regret_about": (
        "{bots}; {contract}; {deals} random deals (seed {seed}), decisions from trick {first} on",
        "{bots}; {contract}; {deals} zufällige Runden (Seed {seed}), Entscheide ab Stich {first}",
    ),
    "regret_note": (
        "Bars: by how much a side's cards lowered what it could still have forced, summed over a"
        " deal, on average; with 95 % intervals over deals. In Misère\npoints are turned. Compared"
        " with perfect information: a card that costs points with open hands may be right with"
        " closed ones.",
        "Balken: um wie viel die Karten einer Partei senkten, was sie noch hätte erzwingen können,"
        " pro Runde summiert, im Mittel; mit 95-%-Intervallen\nüber Runden. In der Misère umgekehrt"
        " gezählt. Verglichen mit vollem Wissen: was mit offenen Karten Punkte kostet, kann mit"
        " verdeckten richtig sein.",
    ),
    "cost_axis": ("points lost per deal", "verlorene Punkte pro Runde"),
    "trick_axis": ("trick", "Stich"),
    "place_axis": ("place in the trick", "Platz im Stich"),
    "place_block": ("choice\nof block", "Wahl des\nBlocks"),
    "place_lead": ("leads", "spielt aus"),
    "place_2nd": ("2nd", "2."),
    "place_3rd": ("3rd", "3."),
    "place_4th": ("4th", "4."),
    "caller": (
        "caller's side, seats 0 and 2 ({bots}): {mean} points in all",
        "ansagende Partei, Plätze 0 und 2 ({bots}): total {mean} Punkte",
    ),
    "other": (
        "other side, seats 1 and 3 ({bots}): {mean} points in all",
        "andere Partei, Plätze 1 und 3 ({bots}): total {mean} Punkte",
    ),
}


def word(key: str, lang: str = "en") -> str:
    """Text of a key; the language is one of `jasssim.study.labels.LANGUAGES`.

    Examples
    --------
    >>> word("place_lead", "de")
    'spielt aus'
    """
    return _WORDS[key][LANGUAGES.index(lang)]
