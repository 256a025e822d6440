"""A whole Coiffeur game in its plainest form: deal after deal until both charts are full."""

from __future__ import annotations

from typing import Any

from jasssim.game.rules import Rules

from . import contracts
from .chart import Calling, game_end, round_score, zeros
from .contracts import SUITS, calls_of, goal_of
from .play import DECK
from .round import Round
from .weis import weis_result


class Game:
    """A game between two teams, from the first deal to the last.

    Parameters
    ----------
    rules : Rules
        House rules with a chart.
    dealer : int, optional
        Seat that deals first, that of the rules if not given. The deal moves on by one seat
        anticlockwise; forehand sits after the dealer.

    Attributes
    ----------
    calling : Calling or None
        The running calling; None after the end.
    caller, row, contract, leader : int, str, str and int, or None
        Who has called what in the running deal, and who leads; None before the call.
    im_fass : bool
        Whether the caller had to call.
    cells : list of dict
        Per team the cells of its chart: row to written points and called contract.
    extra : list of int
        Per team the score beside its chart: the opponents' match (Tafel text) where it
        goes into no row, and the rest where both teams write.
    rounds : list of dict
        All finished rounds.

    Raises
    ------
    ValueError
        If the rules have no chart or the dealer is no seat.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> game = Game(load_rules("wyys-6"))
    >>> game.pass_()
    >>> game.call("rosen", "R")
    >>> game.finish([55, 102], [3, 6])
    >>> game.cells[1], game.forehand, game.result()["totals"]
    ({'rosen': (10, 'R')}, 1, [0, 20])
    """

    def __init__(self, rules: Rules, dealer: int | None = None) -> None:
        if not rules.rows:
            raise ValueError(f"rules {rules.name!r} have no rows, so no game can be played")
        if dealer is not None and (type(dealer) is not int or dealer not in range(4)):
            raise ValueError(f"unknown dealer {dealer!r}; expected a seat, 0 to 3")
        self.rules = rules
        self.dealer = rules.dealer if dealer is None else dealer
        self.cells: list[dict[str, tuple[int, str]]] = [{}, {}]
        self.extra = [0, 0]
        self.rounds: list[dict[str, Any]] = []
        self._begin_deal()

    def _begin_deal(self) -> None:
        self.caller: int | None = None
        self.row: str | None = None
        self.contract: str | None = None
        self.leader: int | None = None
        self.im_fass = False
        open_rows = [self.open_rows(0), self.open_rows(1)]
        self.calling = None if self.over else Calling(open_rows, self.forehand)

    @property
    def forehand(self) -> int:
        """Seat after the dealer's."""
        return (self.dealer + 1) % 4

    @property
    def over(self) -> bool:
        """Whether both teams have played every row."""
        return not self.open_rows(0) and not self.open_rows(1)

    def open_rows(self, team: int) -> list[str]:
        """Rows that a team has not played, in the chart's order."""
        return [row.id for row in self.rules.rows if row.id not in self.cells[team]]

    def calls(self) -> dict[str, list[str]]:
        """Contracts that the seat in turn may call, by row; none after a call or the end."""
        if self.calling is None or self.calling.seat is None:
            return {}
        played = {row: text for row, (_, text) in self.cells[self.calling.seat % 2].items()}
        return {
            row.id: calls_of(self.rules, row, played)
            for row in self.rules.rows
            if row.id in self.calling.legal
        }

    def pass_(self) -> None:
        """Pass for the seat in turn; ValueError if it may not."""
        self._running().pass_()

    def call(self, row: str, contract: str) -> None:
        """Call a contract in a row for the seat in turn; ValueError if it may not."""
        calling, calls = self._running(), self.calls()
        if row in calls and contract not in calls[row]:
            raise ValueError(
                f"seat {calling.seat} may not call {contract!r} in row {row!r}, "
                f"only one of {calls[row]}"
            )
        self.im_fass = calling.forced
        calling.call(row)
        self.caller, self.row, self.contract = calling.caller, row, contract
        self.leader = self.caller if self.rules.first_lead == "caller" else self.forehand

    def _running(self) -> Calling:
        if self.calling is None:
            raise ValueError("the game is over: both charts are full")
        return self.calling

    def finish(self, points: list[int], tricks: list[int], weis: list[int] | None = None) -> None:
        """Write a round that was played, and go on to the next deal.

        Parameters
        ----------
        points : list of two ints
            Points of both teams from cards, the last trick included.
        tricks : list of two ints
            Tricks of both teams, nine in all.
        weis : list of two ints, optional
            Points of both teams from Weis and Stöck.

        Raises
        ------
        ValueError
            If nothing is called, or the numbers of tricks do not add up to nine.
        """
        if self.caller is None or self.row is None or self.contract is None:
            raise ValueError("nothing is called, so no round can be written")
        if len(points) != 2 or len(tricks) != 2 or sum(tricks) != 9:
            raise ValueError(
                f"points {points} and tricks {tricks}; expected two of each and nine tricks"
            )
        shown = [0, 0] if weis is None else list(weis)
        team = self.caller % 2
        rival = 1 - team
        row = next(row for row in self.rules.rows if row.id == self.row)
        goal = goal_of(self.contract, self.rules)
        score = round_score(
            self.rules, goal, points[team], points[rival], tricks[team], row.factor,
            shown[team], shown[rival],
        )  # fmt: skip
        self.cells[team][row.id] = (score["caller_written"], self.contract)
        counter_match = goal == "points" and tricks[team] == 0
        fills = counter_match and self.rules.counter_match == "open_row"
        if fills and row.id not in self.cells[rival]:
            self.cells[rival][row.id] = (score["opp_written"], self.contract)
        else:
            self.extra[rival] += score["opp_score"]
        self.rounds.append(
            {
                "dealer": self.dealer,
                "forehand": self.forehand,
                "caller": self.caller,
                "row": row.id,
                "contract": self.contract,
                "leader": self.leader,
                "im_fass": self.im_fass,
                "points": list(points),
                "tricks": list(tricks),
                "weis": shown,
                **score,
            }
        )
        self.dealer = self.forehand
        self._begin_deal()

    def result(self) -> dict[str, Any]:
        """Totals and numbers of zeros as they stand, and the winner.

        Returns
        -------
        dict
            ``totals`` and ``zeros`` of both teams; ``winner``, None before the end and for a
            draw.
        """
        factors = {row.id: row.factor for row in self.rules.rows}
        cells = [[[w, factors[row]] for row, (w, _) in team.items()] for team in self.cells]
        end = game_end(cells, self.extra, self.rules)
        return {
            "totals": end["totals"],
            "zeros": [zeros(cells[0]), zeros(cells[1])],
            "winner": end["winner"] if self.over else None,
        }


def check_log(rules: Rules, rounds: list[dict[str, Any]], dealer: int | None = None) -> Game:
    """Play a log again, every call and every card.

    Parameters
    ----------
    rules : Rules
        House rules with a chart.
    rounds : list of dict
        Per deal ``forehand``; ``actions``, each ``pass`` or a row with the contract called;
        ``hands``, four lists of nine cards by seat; ``cards``, all 36 in the order of play;
        ``blocks``, those chosen for the second and third block of 3×3.
    dealer : int, optional
        Seat that dealt first, that of the rules if not given.

    Returns
    -------
    Game
        The game after the last deal of the log.

    Raises
    ------
    ValueError
        If a call, a block or a card is not legal. The text names the deal, and for a card
        the trick and the card, all counted from 1.
    """
    game = Game(rules, dealer)
    for deal, given in enumerate(rounds, 1):
        try:
            contract, leader = _check_calls(game, given)
            result = _check_cards(game, contract, leader, given)
        except ValueError as error:
            raise ValueError(f"deal {deal}: {error}") from None
        weis = _weis(rules, contract, leader, given["hands"])
        game.finish(result["team_points"], result["team_tricks"], weis)
    return game


def _check_calls(game: Game, given: dict[str, Any]) -> tuple[str, int]:
    """Called contract and leader of a deal of a log."""
    if not game.over and given["forehand"] != game.forehand:
        raise ValueError(f"forehand is seat {given['forehand']}; expected seat {game.forehand}")
    for action in given["actions"]:
        if action == "pass":
            game.pass_()
        else:
            game.call(*action)
    if game.contract is None or game.leader is None:
        raise ValueError("the game is over" if game.over else "nobody has called")
    return game.contract, game.leader


def _check_cards(game: Game, contract: str, leader: int, given: dict[str, Any]) -> dict[str, Any]:
    """Result of a deal of a log."""
    hands, cards, blocks = given["hands"], given["cards"], list(given.get("blocks", []))
    if sorted(card for hand in hands for card in hand) != sorted(DECK):
        raise ValueError(f"hands {hands}; expected the 36 cards, each once")
    if len(cards) != 36:
        raise ValueError(f"{len(cards)} cards are played; expected 36")
    round_ = Round(hands, leader, contract, game.rules, game.caller)
    left = list(blocks)
    for at, card in enumerate(cards):
        place = f"trick {at // 4 + 1}, card {at % 4 + 1}"
        try:
            if round_.needs == "block":
                if not left:
                    raise ValueError("no block is given")
                round_.choose(left.pop(0))
            round_.play(card)
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
    chosen = round_.contract.split(",")[1:]
    # A block that is the only one left need not be given.
    if blocks != chosen[: len(blocks)]:
        raise ValueError(f"blocks {blocks} are given, but {chosen} were played")
    return dict(round_.result())


def _weis(rules: Rules, contract: str, leader: int, hands: list[list[str]]) -> list[int]:
    """Points of both teams from Weis and Stöck; in Misère there are none."""
    if rules.weis == "none" or goal_of(contract, rules) == "avoid":
        return [0, 0]
    modes = contracts.mode_list(contract, rules)
    trump = modes[0] if modes == modes[:1] * 9 and modes[0] in SUITS else None
    shown = weis_result(hands, leader, trump)
    return [shown["weis"][team] + shown["stock"][team] for team in (0, 1)]
