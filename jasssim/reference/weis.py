"""Weis and Stöck in their plainest form, to check faster programs against.

A hand is a list of cards, suit ``E R S L`` and rank ``6 7 8 9 X U O K A``. A Weis is a dict:
its worth, its number of cards, the place of its highest card counted from the six, its suit
(none for four of a kind), and how long after the leader its holder plays.
"""

from __future__ import annotations

from typing import Any

SUITS = ["E", "R", "S", "L"]
RANKS = ["6", "7", "8", "9", "X", "U", "O", "K", "A"]  # also in Undenufe
WORTH_OF_ROW = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}
WORTH_OF_FOUR = {"U": 200, "9": 150}  # every other rank 100


def weis_of_hand(hand: list[str]) -> list[dict[str, Any]]:
    """All Weis of a hand.

    Examples
    --------
    >>> weis_of_hand(["RA", "RK", "RO", "R9", "E9", "S9", "L9", "L6", "L7"])[0]
    {'worth': 20, 'cards': 3, 'height': 8, 'suit': 'R'}
    """
    found: list[dict[str, Any]] = []
    for suit in SUITS:
        row: list[str] = []
        for rank in [*RANKS, "end"]:
            if suit + rank in hand:
                row.append(rank)
                continue
            if len(row) >= 3:
                worth, height = WORTH_OF_ROW[len(row)], RANKS.index(row[-1])
                found.append({"worth": worth, "cards": len(row), "height": height, "suit": suit})
            row = []
    for height, rank in enumerate(RANKS):
        if all(suit + rank in hand for suit in SUITS):
            worth = WORTH_OF_FOUR.get(rank, 100)
            found.append({"worth": worth, "cards": 4, "height": height, "suit": None})
    return found


def is_better(new: dict[str, Any], old: dict[str, Any], trump: str | None) -> bool:
    """Whether a Weis beats another one: worth, cards, height, trump, order of play."""
    for key in ("worth", "cards", "height"):
        if new[key] != old[key]:
            return bool(new[key] > old[key])
    if trump is not None and trump in (new["suit"], old["suit"]):
        return bool(new["suit"] == trump)
    return bool(new["turn"] < old["turn"])


def weis_result(hands: list[list[str]], leader: int, trump: str | None) -> dict[str, Any]:
    """Points for Weis and Stöck by team, and the team of the best Weis.

    Parameters
    ----------
    hands : list of four lists of str
        Cards by seat.
    leader : int
        Seat that leads the first trick.
    trump : str or None
        Suit that is trump in all nine tricks, None where there is no such suit.

    Returns
    -------
    dict
        ``weis`` and ``stock``: points of seats 0 and 2, then of seats 1 and 3; ``winner``:
        0, 1 or None.

    Raises
    ------
    ValueError
        If the trump is no suit.

    Examples
    --------
    >>> weis_result([["E6", "E7", "E8"], ["R7", "R8", "R9"], ["LK", "LO"], []], 0, "L")
    {'weis': [0, 20], 'stock': [20, 0], 'winner': 1}
    """
    if trump is not None and trump not in SUITS:
        raise ValueError(f"unknown trump {trump!r}: expected one of E, R, S, L or None")
    stock, total = [0, 0], [0, 0]
    best, winner = None, None
    for turn in range(4):
        seat = (leader + turn) % 4
        team = seat % 2
        if trump is not None and trump + "O" in hands[seat] and trump + "K" in hands[seat]:
            stock[team] += 20
        for weis in weis_of_hand(hands[seat]):
            weis["turn"] = turn
            total[team] += weis["worth"]
            if best is None or is_better(weis, best, trump):
                best, winner = weis, team
    points = [total[team] if team == winner else 0 for team in (0, 1)]
    return {"weis": points, "stock": stock, "winner": winner}
