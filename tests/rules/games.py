"""Whole games by the engine and by the reference, compared in everything they write."""

from __future__ import annotations

from typing import Any

import numpy as np

from jasssim import reference
from jasssim.game.cards import format_card, set_to_cards
from jasssim.game.chart import PASS
from jasssim.game.rules import Rules
from jasssim.lab.coiffeur.games import Games
from jasssim.lab.coiffeur.played import PlayedRound, rounds_of

OF_SOLO_GAMES = {"solo", "middle_pair", "hundred_first"}
OF_GAMES = OF_SOLO_GAMES | {
    "dealer", "rounding", "match_mode", "counter_match", "writers", "best_round_by", "weis",
}  # fmt: skip
"""Parameters with named values that no single deal shows."""


def as_reference(games: Games, played: PlayedRound) -> dict[str, Any]:
    """A deal as the reference takes it."""
    row = games.setup.rules.rows[played.call.row].id
    return {
        "forehand": played.forehand,
        "actions": [PASS] * played.passes + [(row, str(played.call.contract))],
        "hands": [[format_card(card) for card in set_to_cards(hand)] for hand in played.hands],
        "cards": [format_card(card) for card in played.cards],
        "blocks": list(played.blocks),
    }


def check_game(games: Games, game: int, half: int) -> None:
    """Replay a game's calls and cards in the reference and compare charts, rounds and winner."""
    rules = games.setup.rules
    deals = rounds_of(games, game, half)
    slow = reference.check_log(rules, [as_reference(games, played) for played in deals])
    assert slow.over
    assert len(slow.rounds) == int((games.rounds[game, half]["call"] >= 0).sum())
    sides = [0, 1] if half == 0 else [1, 0]  # side of the team at seats 0, 2 and at seats 1, 3
    for place, row in enumerate(rules.rows):
        expected = [slow.cells[team][row.id][0] for team in range(2)]
        assert games.written[game, half, sides, place].tolist() == expected
    result = slow.result()
    assert games.extra[game, half, sides].tolist() == slow.extra
    assert games.totals[game, half, sides].tolist() == result["totals"]
    winner = -1 if result["winner"] is None else sides[result["winner"]]
    assert games.winner[game, half] == winner
    for number, wrote in enumerate(slow.rounds):
        check_round(games.rounds[game, half, number], wrote, rules)


def check_round(row: np.void, wrote: dict[str, Any], rules: Rules) -> None:
    """Compare what a round counted and wrote, and what it was."""
    team = wrote["caller"] % 2
    none, nine = (wrote["tricks"][team] == tricks for tricks in (0, 9))
    avoids = reference.goal_of(wrote["contract"], rules) == "avoid"
    assert (row["match"], row["counter_match"]) == ((none, nine) if avoids else (nine, none))
    assert row["im_fass"] == wrote["im_fass"]
    counted = [wrote["points"][t] + wrote["weis"][t] for t in range(2)]
    assert row["caller"] == wrote["caller"]
    assert (row["points"], row["other_points"]) == (counted[team], counted[1 - team])
    assert row["tricks"] == wrote["tricks"][team]
    assert row["written"] == wrote["caller_written"]
    assert row["other_written"] == wrote["opp_written"]
