"""Marks of Molotow and Inspektiönler in their plainest form, one deal at a time.

Written along the Molotow text on jasswelt.ch, sentence by sentence. Points are a list by
seat; the marks come as a dict with the lists ``strokes`` and ``zeros`` and the name of the
``rule`` that gave them.
"""

from __future__ import annotations

from jasssim.game.rules import Rules


def molotow_marks(points: list[int], rules: Rules, draw: int | None = None) -> dict[str, object]:
    """Marks of one deal of Molotow.

    Parameters
    ----------
    points : list of int
        Points of the four players, 157 in all.
    rules : Rules
        House rules.
    draw : int, optional
        Seat that drew the highest card, where three players have the same.

    Returns
    -------
    dict
        ``strokes``, ``zeros``, ``rule``; and ``draw_among``, the seats that draw for the
        zero, if the draw is open.

    Raises
    ------
    ValueError
        If the points are none of a deal, or the seat that drew is none that draws.

    Examples
    --------
    >>> molotow_marks([60, 60, 30, 7], Rules())
    {'strokes': [0, 0, 0, 1], 'zeros': [0, 0, 1, 0], 'rule': 'pair_high'}
    """
    check_points(points, [4])
    equal_seats = []
    for seat in range(4):
        for other in range(4):
            if other != seat and points[other] == points[seat] and seat not in equal_seats:
                equal_seats.append(seat)
    strokes, zeros = [0, 0, 0, 0], [0, 0, 0, 0]
    result: dict[str, object] = {"strokes": strokes, "zeros": zeros}
    drawing: list[int] = []

    if 157 in points:
        result["rule"] = "all157"
        for seat in range(4):
            if points[seat] == 157:
                strokes[seat] = 3
            else:
                zeros[seat] = 1
    elif max(points) >= 100:
        result["rule"] = "hundred"
        for seat in range(4):
            if points[seat] >= 100:
                zeros[seat] = 3
            elif rules.hundred_first or seat not in equal_seats:
                strokes[seat] = 1
    elif len(equal_seats) == 0:
        result["rule"] = "standard"
        for seat in range(4):
            if points[seat] == max(points) or points[seat] == min(points):
                strokes[seat] = 1
            else:
                zeros[seat] = 1
    elif len(equal_seats) == 3:
        result["rule"] = "triple"
        for seat in range(4):
            if seat not in equal_seats:
                strokes[seat] = 1
        drawing = equal_seats
        if draw is None:
            result["draw_among"] = drawing
        elif draw in drawing:
            zeros[draw] = 1
    else:
        result["rule"] = mark_pair(points, equal_seats, rules, strokes, zeros)

    if draw is not None and draw not in drawing:
        raise ValueError(f"draw = {draw}: with the points {points} the seats {drawing} draw")
    return result


def mark_pair(
    points: list[int], pair: list[int], rules: Rules, strokes: list[int], zeros: list[int]
) -> str:
    """Marks of a deal in which two players are equal; returns the name of the rule.

    Examples
    --------
    >>> strokes, zeros = [0, 0, 0, 0], [0, 0, 0, 0]
    >>> mark_pair([20, 72, 20, 45], [0, 2], Rules(), strokes, zeros), strokes, zeros
    ('pair_low', [0, 1, 0, 0], [0, 0, 0, 1])
    """
    one, two = [seat for seat in range(4) if seat not in pair]
    lower, higher = (one, two) if points[one] < points[two] else (two, one)
    if points[lower] > points[pair[0]]:
        strokes[higher] = 1
        zeros[lower] = 1
        return "pair_low"
    if points[higher] < points[pair[0]]:
        strokes[lower] = 1
        zeros[higher] = 1
        return "pair_high"
    if rules.middle_pair != "void":
        strokes[lower] = 1
        strokes[higher] = 1
    if rules.middle_pair == "balanced":
        for seat in pair:
            zeros[seat] = 1
    return "pair_middle"


def inspektioenler_marks(points: list[int]) -> dict[str, object]:
    """Marks of one deal of Inspektiönler, of four or three players.

    Returns
    -------
    dict
        ``strokes``, ``zeros``, ``rule``.

    Raises
    ------
    ValueError
        If the points are none of a deal, or of another number of players.

    Examples
    --------
    >>> inspektioenler_marks([80, 40, 37])
    {'strokes': [0, 1, 1], 'zeros': [2, 0, 0], 'rule': 'one_loser'}
    """
    check_points(points, [4, 3])
    losers = [seat for seat in range(len(points)) if points[seat] == max(points)]
    strokes, zeros = [0] * len(points), [0] * len(points)
    if len(losers) == 1:
        rule = "one_loser"
        zeros[losers[0]] = 3 if len(points) == 4 else 2
    elif len(losers) == 2 and len(points) == 4:
        rule = "two_losers"
        zeros[losers[0]] = 1
        zeros[losers[1]] = 1
    else:
        return {"strokes": strokes, "zeros": zeros, "rule": "unspecified"}
    for seat in range(len(points)):
        if seat not in losers:
            strokes[seat] = 1
    return {"strokes": strokes, "zeros": zeros, "rule": rule}


def check_points(points: list[int], players: list[int]) -> None:
    """Refuse what cannot be the points of a deal.

    Examples
    --------
    >>> check_points([100, 57], [4, 3])
    Traceback (most recent call last):
    ...
    ValueError: points [100, 57] of 2 players: expected those of 4 or 3
    """
    if len(points) not in players:
        wanted = " or ".join(str(number) for number in players)
        raise ValueError(f"points {points} of {len(points)} players: expected those of {wanted}")
    if sum(points) != 157 or min(points) < 0:
        raise ValueError(f"points {points}: expected whole numbers from 0 that sum to 157")
