"""Calling, writing and the end of a Coiffeur game, in their plainest form.

A chart is a list of rows, each with a name, a kind and a factor, and either team plays each
row once. Seats 0 to 3 sit in order of play, anticlockwise; team 0 are the seats 0 and 2,
team 1 the seats 1 and 3. *Points* are what cards count, *written points* what of them is
written into a cell, a *score* is written points times the row's factor.
"""

from __future__ import annotations

from typing import Any

from jasssim.game.rules import Rules

Cells = list[list[list[int]]]
"""Per team the cells of its chart, each ``[written points, factor]``."""


def written(points: int, rules: Rules) -> int:
    """Written points of some points: the tens, without or with rounding up from five.

    Floor is the Tafel text's and jasvel's ("153 sind 15"), half up wyys's ("75 → 8").

    Examples
    --------
    >>> written(75, Rules()), written(75, Rules(rounding="floor"))
    (8, 7)
    """
    if points < 0:
        raise ValueError(f"{points} points cannot be written; expected 0 or more")
    if rules.rounding == "none":
        return points
    tens, ones = divmod(points, 10)
    return tens + 1 if rules.rounding == "half_up" and ones >= 5 else tens


def round_score(
    rules: Rules,
    goal: str,
    points_caller: int,
    points_opp: int,
    tricks_caller: int,
    factor: int,
    weis_caller: int = 0,
    weis_opp: int = 0,
) -> dict[str, int]:
    """What both teams write after a round.

    Parameters
    ----------
    rules : Rules
        House rules.
    goal : {"points", "avoid"}
        ``avoid`` is Misère: the caller's team writes what the opponents took.
    points_caller, points_opp : int
        Points of the caller's team and of the opponents from cards, the last trick included.
    tricks_caller : int
        Tricks of the caller's team, 0 to 9. They alone decide whether it is a match: eight
        tricks can hold all 157 points.
    factor : int
        Factor of the row.
    weis_caller, weis_opp : int
        Points of Weis beside those of cards. In Misère there is no Weis, so none counts.

    Returns
    -------
    dict
        ``caller_written``, ``caller_score``, ``opp_written``, ``opp_score``.

    Raises
    ------
    ValueError
        If the goal or the number of tricks is unknown.

    Examples
    --------
    >>> round_score(Rules(), "points", 102, 55, 6, 2)
    {'caller_written': 10, 'caller_score': 20, 'opp_written': 0, 'opp_score': 0}
    """
    if goal not in ("points", "avoid"):
        raise ValueError(f"goal {goal!r} is not played for a chart; expected points or avoid")
    if tricks_caller not in range(10):
        raise ValueError(f"the caller's team has {tricks_caller} tricks; expected 0 to 9")
    added = rules.match_mode == "add"
    all_nine = points_caller + rules.match_value if added else rules.match_value
    all_nine_opp = points_opp + rules.match_value if added else rules.match_value
    opp = 0
    if goal == "avoid":
        if tricks_caller == 9:
            caller = 0
        elif tricks_caller == 0:
            caller = written(all_nine_opp, rules)
        else:
            caller = written(points_opp, rules)
    elif tricks_caller == 9:
        caller = written(all_nine + weis_caller, rules)
    elif tricks_caller == 0:
        caller = 0
        if rules.counter_match in ("bonus", "open_row"):
            opp = written(all_nine_opp + weis_opp, rules)
    else:
        caller = written(points_caller + weis_caller, rules)
    if rules.writers == "both":
        opp = rules.both_total - caller
    return {
        "caller_written": caller,
        "caller_score": caller * factor,
        "opp_written": opp,
        "opp_score": opp * factor,
    }


class Calling:
    """Who calls: round the table from forehand, past the teams that have no open row.

    Each seat may pass once; then the seat that began must call (wyys: after four passes, or
    after two if one team has finished; the Tafel text: "im Fass").

    Parameters
    ----------
    open_rows : list of list of str
        For each team the names of the rows that it has not played.
    forehand : int
        Seat after the dealer's.

    Raises
    ------
    ValueError
        If the seat is unknown or no team has an open row.

    Examples
    --------
    >>> calling = Calling([["R", "S"], []], 3)        # forehand's team has finished
    >>> calling.pass_()
    >>> calling.pass_()
    >>> calling.seat, calling.forced, calling.legal
    (0, True, ['R', 'S'])
    """

    def __init__(self, open_rows: list[list[str]], forehand: int) -> None:
        if len(open_rows) != 2:
            raise ValueError(f"open rows of {len(open_rows)} teams; expected two")
        if type(forehand) is not int or forehand not in range(4):
            raise ValueError(f"unknown forehand {forehand!r}; expected a seat, 0 to 3")
        self.open_rows = [list(rows) for rows in open_rows]
        order = [(forehand + i) % 4 for i in range(4)]
        self.order = [seat for seat in order if self.open_rows[seat % 2]]
        if not self.order:
            raise ValueError("both charts are full, so nobody can call")
        self.seats: list[int] = []
        self.caller: int | None = None
        self.row: str | None = None

    @property
    def seat(self) -> int | None:
        """Who must call or pass; None after a call."""
        if self.caller is not None:
            return None
        return self.order[len(self.seats) % len(self.order)]

    @property
    def forced(self) -> bool:
        """Whether the seat must call, because all have passed."""
        return self.caller is None and len(self.seats) == len(self.order)

    @property
    def legal(self) -> list[str]:
        """Rows that the seat may call; none after a call."""
        return [] if self.seat is None else list(self.open_rows[self.seat % 2])

    def pass_(self) -> None:
        """Pass for the seat in turn; ValueError if it must call, or after a call."""
        seat = self._turn("pass")
        if self.forced:
            raise ValueError(f"seat {seat} may not pass, all have; it must call a row")
        self.seats.append(seat)

    def call(self, row: str) -> None:
        """Call a row for the seat in turn; ValueError if it is not among `legal`."""
        seat = self._turn(row)
        if row not in self.legal:
            raise ValueError(f"seat {seat} may not call {row!r}, only one of {self.legal}")
        self.seats.append(seat)
        self.caller, self.row = seat, row

    def _turn(self, action: str) -> int:
        if self.seat is None:
            raise ValueError(f"{action!r} after seat {self.caller} has called {self.row!r}")
        return self.seat


def calling(open_rows: list[list[str]], forehand: int, actions: list[str]) -> dict[str, Any]:
    """State of a calling after some actions, each ``pass`` or the name of a row.

    Returns
    -------
    dict
        ``seats`` that acted, in order; ``caller``, ``row`` and ``team``, None before a call;
        ``next_seat``, None after it; ``forced`` and ``legal`` rows of the next seat.

    Raises
    ------
    ValueError
        If an action is not legal or follows a call; see also `Calling`.

    Examples
    --------
    >>> calling([["R", "S"], []], 3, ["pass", "R"])["seats"]
    [0, 2]
    """
    state = Calling(open_rows, forehand)
    for action in actions:
        if action == "pass":
            state.pass_()
        else:
            state.call(action)
    return {
        "seats": state.seats,
        "caller": state.caller,
        "row": state.row,
        "team": None if state.caller is None else state.caller % 2,
        "next_seat": state.seat,
        "forced": state.forced,
        "legal": state.legal,
    }


def game_end(cells: Cells, extra: list[int], rules: Rules) -> dict[str, Any]:
    """Totals and winner of a game.

    Parameters
    ----------
    cells : list of list of list of int
        Per team ``[written points, factor]`` of each cell.
    extra : list of int
        Per team the score that stands beside its chart.
    rules : Rules
        House rules. wyys breaks a tie by fewer zeros, then by the best single round.

    Returns
    -------
    dict
        ``totals`` of both teams; ``winner``, a team, or None for a draw.

    Examples
    --------
    >>> game_end([[[10, 2], [4, 1]], [[12, 1], [6, 2]]], [0, 0], Rules())
    {'totals': [24, 24], 'winner': 0}
    """
    totals = []
    for team in (0, 1):
        totals.append(sum(points * factor for points, factor in cells[team]) + extra[team])
    # Pairs that the higher one of wins, in the order in which they decide.
    contests = [totals]
    for tiebreak in rules.tiebreaks:
        if tiebreak == "fewer_zeros":
            contests.append([-zeros(cells[team]) for team in (0, 1)])
        elif rules.best_round_by == "row_score":
            contests.append([max((w * f for w, f in cells[team]), default=0) for team in (0, 1)])
        else:
            contests.append([max((w for w, _ in cells[team]), default=0) for team in (0, 1)])
    winner = None
    for first, second in contests:
        if winner is None and first != second:
            winner = 0 if first > second else 1
    return {"totals": totals, "winner": winner}


def zeros(cells: list[list[int]]) -> int:
    """Number of a team's cells in which nothing is written.

    Examples
    --------
    >>> zeros([[0, 7], [16, 2]])
    1
    """
    return len([points for points, _ in cells if points == 0])


def chart(rules: Rules) -> dict[str, Any]:
    """Kinds and factors of a rule set's rows, in the chart's order.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> chart(load_rules("wyys-6"))["factors"]
    [1, 2, 3, 4, 5, 6]
    """
    return {
        "kinds": [row.kind for row in rules.rows],
        "factors": [row.factor for row in rules.rows],
    }
