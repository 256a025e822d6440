"""The rules in their plainest form, to check faster programs against.

Everything is spelled out with lists, strings and obvious loops, and only the house rules
are shared with the rest of the package: `contracts` has the texts of contracts, `play` the
play of cards, `round` a deal, `chart` calling, writing and the end of a game, `game` a whole
game, `weis` the Weis, `solo` the marks of Molotow, `solve` the best play of open hands.
"""

from .chart import Calling, calling, chart, game_end, round_score, written
from .contracts import (
    DIRECTIONS,
    SUITS,
    called_contract,
    calls_of,
    choices_of,
    goal_of,
    mode_list,
)
from .game import Game, check_log
from .play import DECK, card_value, deck_total, legal_cards, trick_points, trick_winner
from .round import Round
from .solo import inspektioenler_marks, molotow_marks
from .solve import best_result
from .weis import weis_result

__all__ = [
    "DECK",
    "DIRECTIONS",
    "SUITS",
    "Calling",
    "Game",
    "Round",
    "best_result",
    "called_contract",
    "calling",
    "calls_of",
    "card_value",
    "chart",
    "check_log",
    "choices_of",
    "deck_total",
    "game_end",
    "goal_of",
    "inspektioenler_marks",
    "legal_cards",
    "mode_list",
    "molotow_marks",
    "round_score",
    "trick_points",
    "trick_winner",
    "weis_result",
    "written",
]
