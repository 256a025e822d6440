"""What was called and played in the deals of one game."""

from __future__ import annotations

from dataclasses import dataclass

from ...game.chart import Call, chart_calls
from ...game.orders import MODES
from ..plays import traced_cards
from .games import Games


@dataclass(frozen=True)
class PlayedRound:
    """What was called and played in one deal.

    Attributes
    ----------
    forehand, caller : int
        Forehand's and the caller's seat.
    passes : int
        Seats that passed before the call.
    call : Call
        The row with its contract as called.
    hands : tuple of four int
        Hands by seat, as sets of cards.
    cards : tuple of 36 int
        Card numbers in playing order.
    blocks : tuple of str
        Blocks of 3×3 that were chosen in play.
    """

    forehand: int
    caller: int
    passes: int
    call: Call
    hands: tuple[int, ...]
    cards: tuple[int, ...]
    blocks: tuple[str, ...] = ()


def rounds_of(games: Games, game: int = 0, half: int = 0) -> list[PlayedRound]:
    """The deals of one half of a game that was played with ``trace=True``.

    Raises
    ------
    ValueError
        If no cards were kept.
    """
    if not len(games.traces):
        raise ValueError("the games were played without trace=True, so no cards were kept")
    rules = games.setup.rules
    calls = chart_calls(rules)
    cards = traced_cards(games.traces[game, half]).reshape(-1, 36).tolist()
    found = []
    for number, row in enumerate(games.rounds[game, half]):
        if row["call"] < 0:
            break
        call = calls[row["call"]]
        played = [MODES[games.traces[game, half, number, 45 + trick]] for trick in (0, 3, 6)]
        blocks = tuple(played[len(call.contract.blocks) :]) if call.contract.blocks else ()
        found.append(
            PlayedRound(
                forehand=(rules.dealer + 1 + number) % 4,
                caller=int(row["caller"]),
                passes=int(row["passes"]),
                call=call,
                hands=tuple(int(hand) for hand in games.hands[game, half, number]),
                cards=tuple(cards[number]),
                blocks=blocks,
            )
        )
    return found
