"""What a seat sees, as jass-kit's agents are shown it.

jass-kit numbers cards from each suit's ace down, suits D H S C, and its seats clockwise while
play runs the other way round: seat s of ours is its seat ``(4 - s) % 4``, so the order of play
is the same. It knows trump, Obenabe and Undenufe.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..engine.houses import house_record
from ..engine.view import POINTS
from ..game.cards import SUITS, jass_kit_seat, jass_kit_trump, to_jass_kit
from ..game.contract import contract_names, parse_contract
from ..game.orders import CHOOSE, MODES, OPEN, TRUMP_ORDER, UNDENUFE, card_values
from ..game.rules import Rules

NOT_CARDS = -1


def need_jass_kit() -> None:
    """Refuse to go on without jass-kit.

    Raises
    ------
    ImportError
        If it is not installed; the text says how to get it.
    """
    try:
        import jass.agents.agent  # noqa: F401
    except ModuleNotFoundError as error:
        raise ImportError(
            f"jass-kit is not installed ({error}): pip install 'jasssim[jass-kit]'"
        ) from None


@lru_cache
def cards_of_places(mode: int) -> tuple[int, ...]:
    """Card of each of the 64 places of a view in a mode, -1 where there is none.

    Examples
    --------
    >>> cards_of_places(0)[8], cards_of_places(4)[8]      # Eichel's strongest: Under, Ass
    (5, 8)
    """
    cards = []
    for place in range(64):
        suit, at = divmod(place, 16)
        rank = NOT_CARDS if at > 8 else TRUMP_ORDER.index(at) if suit == mode else at
        cards.append(9 * suit + rank if rank >= 0 else NOT_CARDS)
    return tuple(cards)


def cards_in(places: Any, mode: int) -> list[int]:
    """Cards of one of a view's sets, in the order of their places."""
    word, cards = int(places), cards_of_places(mode)
    return [cards[place] for place in range(64) if word >> place & 1]


@lru_cache
def _values(table: int) -> NDArray[np.int64]:
    return np.array(card_values(table))


def mode_of(view: Any) -> int:
    """The one mode of a view's deal.

    Raises
    ------
    ValueError
        If its contract is none that jass-kit knows; the text names it.
    """
    modes = {int(mode) for mode in view.modes}
    if view.goal != POINTS or len(modes) > 1 or max(modes) > UNDENUFE:
        raise ValueError(
            f"jass-kit has no contract {_contract_text(view)}: its agents play trump "
            f"({' '.join(SUITS)}), obenabe and undenufe"
        )
    return modes.pop()


def _contract_text(view: Any) -> str:
    """A contract that goes with a view, which does not name its own."""
    seen = [int(mode) for mode in view.modes]
    for unknown in ((), (OPEN, CHOOSE)):  # what was chosen in play since
        for name in contract_names():
            house = house_record(parse_contract(name), Rules())[0]
            pairs = zip(house["modes"].tolist(), seen, strict=True)
            if house["goal"] == view.goal and all(a == b or a in unknown for a, b in pairs):
                return repr(name)
    return f"with the modes {' '.join(MODES[mode] for mode in seen)}"


def fill(seen: Any, view: Any) -> None:
    """Fill jass-kit's observation or state, fresh from its class, with all but the hands.

    ``forehand`` is 1 where the calling seat leads first. It is 0, jass-kit's word for a call by
    the leader's partner, where any other seat called; ``declared_trump`` is that seat.
    """
    mode = mode_of(view)
    trick, place = int(view.trick), int(view.place)
    leaders = [*(int(seat) for seat in view.leaders[:trick]), int(view.leader)]
    cards = cards_of_places(mode)
    history = np.full(36, -1, np.int32)
    for i in range(4 * trick + place):
        history[i] = to_jass_kit(cards[int(view.history[i])])
    seen.dealer = jass_kit_seat((leaders[0] + 3) % 4)
    seen.player = jass_kit_seat(int(view.seat))
    seen.trump = jass_kit_trump(mode)
    seen.forehand = int(view.caller == leaders[0])
    seen.declared_trump = jass_kit_seat(int(view.caller))
    seen.tricks[:] = history.reshape(9, 4)
    seen.current_trick = seen.tricks[trick]
    seen.trick_first_player[: trick + 1] = [jass_kit_seat(seat) for seat in leaders]
    seen.trick_winner[:trick] = seen.trick_first_player[1 : trick + 1]
    for i in range(trick):
        values = _values(int(view.values[i]))
        seen.trick_points[i] = sum(values[cards[int(at)]] for at in view.history[4 * i : 4 * i + 4])
    seen.nr_tricks, seen.nr_cards_in_trick = trick, place
    seen.nr_played_cards = 4 * trick + place
    for team in range(2):
        seen.points[team] = seen.trick_points[:trick][seen.trick_winner[:trick] % 2 == team].sum()


def observation_of(view: Any) -> Any:
    """jass-kit's ``GameObservation`` of the seat that is to move.

    Parameters
    ----------
    view : record of `jasssim.engine.view.VIEW`
        With its fields as attributes, as a bot in ordinary Python gets it.

    Raises
    ------
    ValueError
        If jass-kit does not know the contract; the text names it.
    """
    from jass.game.game_observation import GameObservation

    seen = GameObservation()
    fill(seen, view)
    seen.player_view = seen.player
    seen.hand[[to_jass_kit(card) for card in cards_in(view.hand, int(view.mode))]] = 1
    return seen


def state_of(view: Any, hands: Any) -> Any:
    """jass-kit's ``GameState``, for agents that see all four hands; else as `observation_of`.

    Parameters
    ----------
    view : record of `jasssim.engine.view.VIEW`
        As for `observation_of`.
    hands : sequence of four int
        The hands by seat, as sets in playing order.
    """
    from jass.game.game_state import GameState

    seen = GameState()
    fill(seen, view)
    for seat in range(4):
        held = cards_in(int(hands[seat]) & 0xFFFFFFFFFFFFFFFF, int(view.mode))
        seen.hands[jass_kit_seat(seat), [to_jass_kit(card) for card in held]] = 1
    return seen
