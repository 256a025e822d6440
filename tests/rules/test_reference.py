"""The reference against cases written by hand, and against laws on random rounds."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import random
from typing import Any

import pytest

from jasssim import reference as ref
from jasssim.game.rules import Rules, load_rules, make_rules

Case = dict[str, Any]

RANKS = "6789XUOKA"
SUIT = {suit: {suit + rank for rank in RANKS} for suit in "ERSL"}
DECK = set().union(*SUIT.values())
UP, DOWN = "obenabe", "undenufe"


def check_case(case: Case) -> str | None:
    """Run one case; None if the reference agrees, else a sentence that says what differs."""
    given, expected, kind = case["input"], dict(case["expect"]), case["type"]
    preset = given.get("preset")
    rules = load_rules(preset) if preset else make_rules(given.get("rules", {}))
    found: Case = {}
    if kind == "legal":
        hand, trick = given["hand"], given["trick"]
        legal = ref.legal_cards(hand, trick, given["contract"], given["trick_no"], rules)
        found["legal"] = sorted(legal)
        expected["legal"] = sorted(expected["legal"])
    elif kind == "trick":
        number, trick = given["trick_no"], given["trick"]
        found["winner_index"] = ref.trick_winner(trick, given["contract"], number, rules)
        found["points"] = ref.trick_points(trick, given["points_contract"], number, rules)
    elif kind == "deck_total":
        found["total"] = ref.deck_total(given["contract"], rules)
    elif kind == "modes":
        found["modes"] = ref.mode_list(given["contract"], rules)
    elif kind == "contract":
        try:
            found["contract"] = ref.called_contract(rules, given["kind"], given["choice"])
        except ValueError:
            found["error"] = True
    elif kind == "deal":
        round_ = ref.Round(given["hands"], given["leader"], given["contract"], rules)
        blocks = list(given["blocks"])
        for card in given["cards"]:
            if round_.needs == "block":
                round_.choose(blocks.pop(0))
            round_.play(card)
        found = {alt_values: round_.result(alt_values) for alt_values in expected}
    else:
        raise KeyError(kind)
    if found == expected:
        return None
    return f"{case['id']}: expected {expected}, but the reference says {found}."


def legal(
    name: str, contract: str, table: str, hand: str, expected: str, trick_no: int = 0, **rules: Any
) -> Case:
    given = {
        "contract": contract,
        "trick_no": trick_no,
        "trick": table.split(),
        "hand": hand.split(),
        "rules": rules,
    }
    cards = given["hand"] if expected == "all" else expected.split()
    return {"id": name, "type": "legal", "input": given, "expect": {"legal": cards}}


def trick(
    name: str,
    contract: str,
    table: str,
    winner: int,
    points: int,
    trick_no: int = 0,
    counts_as: str | None = None,
    **rules: Any,
) -> Case:
    given = {
        "contract": contract,
        "trick_no": trick_no,
        "trick": table.split(),
        "points_contract": counts_as or contract,
        "rules": rules,
    }
    expected = {"winner_index": winner, "points": points}
    return {"id": name, "type": "trick", "input": given, "expect": expected}


def modes(name: str, contract: str, expected: list[str], **rules: Any) -> Case:
    given = {"contract": contract, "rules": rules}
    return {"id": name, "type": "modes", "input": given, "expect": {"modes": expected}}


def total(contract: str, points: int = 152, **rules: Any) -> Case:
    name = "-".join(["deck", contract, *rules.values()])
    given = {"contract": contract, "rules": rules}
    return {"id": name, "type": "deck_total", "input": given, "expect": {"total": points}}


def call(
    name: str,
    kind: str,
    choice: str | None,
    expected: str | None,
    preset: str | None = None,
    **rules: Any,
) -> Case:
    given = {"preset": preset, "rules": rules, "kind": kind, "choice": choice}
    result = {"error": True} if expected is None else {"contract": expected}
    return {"id": name, "type": "contract", "input": given, "expect": result}


ONE_SUIT_EACH = [[suit + rank for rank in RANKS] for suit in "ERSL"]


def deal(
    name: str,
    contract: str,
    ranks: str,
    final: str,
    winners: list[int],
    points: dict[str, list[int]],
    blocks: tuple[str, ...] = (),
    **rules: Any,
) -> Case:
    """A deal in which every seat holds one suit and all four play the same rank.

    ``points`` lists the points of the nine tricks under each way to count.
    """
    cards, leader = [], 0
    for rank, winner in zip(ranks, winners, strict=True):
        cards += ["ERSL"[(leader + i) % 4] + rank for i in range(4)]
        leader = winner
    expected = {}
    for alt_values, per_trick in points.items():
        seats = [0, 0, 0, 0]
        for winner, count in zip(winners, per_trick, strict=True):
            seats[winner] += count
        expected[alt_values] = {
            "contract": final,
            "winners": winners,
            "seat_points": seats,
            "team_points": [seats[0] + seats[2], seats[1] + seats[3]],
            "team_tricks": [sum(w % 2 == team for w in winners) for team in (0, 1)],
            "trick_points": per_trick,
            "total": sum(per_trick),
        }
    given = {
        "hands": ONE_SUIT_EACH,
        "contract": contract,
        "leader": 0,
        "cards": cards,
        "blocks": list(blocks),
        "rules": rules,
    }
    return {"id": name, "type": "deal", "input": given, "expect": expected}


NEXT_TRICK: dict[str, Any] = {"molotow_trump_from": "next_trick"}
STRICT: dict[str, Any] = {"undertrump": "no_alternative"}
PER_TRICK: dict[str, Any] = {"alt_values": "per_trick"}
PER_BLOCK: dict[str, Any] = {"block3_values": "per_block"}

LEGAL = [
    legal("lead-anything", "E", "", "R7 EU S9", "all"),
    legal("lead-anything-open-molotow", "molotow", "", "R7 EU S9", "all"),
    # No trump in force.
    legal("obenabe-follow", UP, "R9", "R6 RU EA", "R6 RU"),
    legal("obenabe-void", UP, "R9", "EA S6", "all"),
    legal("undenufe-follow", DOWN, "L7", "LA LU EU", "LA LU"),
    legal("undenufe-void", DOWN, "L7", "S6 EU", "all"),
    legal("misere-follow", "misere", "EA", "E6 R6", "E6"),
    legal("slalom-follow", "slalom-obenabe", "S6", "SK L6", "SK", trick_no=1),
    legal("guschti-follow", "guschti-undenufe", "S6", "SK LA", "SK", trick_no=7),
    legal("obenabe-knows-no-puur", UP, "E7", "EU R9 SA", "EU"),
    legal("3x3-follow-in-the-only-known-block", "3x3:undenufe", "S9", "S6 RU", "S6"),
    legal("3x3-no-ruff-before-the-trump-block", "3x3:obenabe,R", "S9", "SX RU R9", "SX", 2),
    legal("3x3-no-ruff-after-the-trump-block", "3x3:R,obenabe", "S9", "SX RU R9", "SX", 3),
    legal("3x3-no-puur-outside-the-trump-block", "3x3:obenabe,E", "E7", "EU R9", "EU"),
    legal("3x3-ruff-in-the-trump-block", "3x3:obenabe,R", "S9", "SX RU LA", "SX RU", 3),
    legal("open-molotow-follow", "molotow", "R9", "R6 EU S7", "R6"),
    legal("open-molotow-void", "molotow", "R9", "EU S7", "all"),
    legal("open-molotow-knows-no-puur", "molotow", "E7", "EU R9", "EU"),
    # Trump led.
    legal("trump-led-follow", "E", "E7", "E6 R9", "E6"),
    legal("trump-led-void", "E", "E7", "R9 SA L6", "all"),
    legal("lone-puur-may-stay", "E", "E7", "EU R9 SA", "all"),
    legal("lone-puur-without-exemption", "E", "E7", "EU R9 SA", "EU", puur_exempt=False),
    legal("puur-with-a-second-trump", "E", "E7", "EU E6 R9", "EU E6"),
    legal("lone-nell-must-follow", "E", "E7", "E9 R9", "E9"),
    legal("side-under-is-no-puur", "E", "R7", "RU S9", "RU"),
    legal("puur-when-a-side-suit-is-led", "E", "R7", "R8 EU", "all"),
    legal("lower-trump-on-a-trump-lead", "L", "L8 L9", "L6 LK SA", "L6 LK"),
    legal("3x3-lone-puur-in-the-trump-block", "3x3:undenufe,S", "S8", "SU EA", "all", 4),
    legal("molotow-lone-puur", "molotow:L", "L9", "LU R6", "all", 4),
    legal("molotow-lone-puur-off", "molotow:L", "L9", "LU R6", "LU", 4, puur_exempt=False),
    # A side suit led.
    legal("ruff-although-able-to-follow", "R", "E9", "EK R6 SA", "EK R6"),
    legal("void-ruff-or-discard", "E", "R8 SA", "E6 E9 L6", "all"),
    legal("void-no-duty-to-trump", "R", "E9", "RU S7", "all"),
    legal("void-no-duty-to-overtrump", "R", "E9 R8", "RA S7", "all"),
    legal("void-without-trump", "R", "E9 R8", "LA S7", "all"),
    legal("follow-or-overtrump", "R", "E9 RX", "EK RO R7", "EK RO"),
    legal("trump-ten-below-ober", "R", "E9 RO", "EK RX", "EK"),
    legal("trump-nine-above-ace", "R", "E9 RA", "R9 RK EK", "R9 EK"),
    legal("trump-under-above-nine", "R", "E9 R9", "RU RA EK", "RU EK"),
    legal("trump-ten-below-under", "R", "E9 RU", "RX EK", "EK"),
    legal("strongest-not-last-trump", "L", "S7 LA LX", "LK LO S9", "S9"),
    legal("strongest-not-first-trump", "L", "S7 LX L9", "LA SK", "SK"),
    legal("strongest-not-highest-card-number", "L", "S7 LU LA", "L9 EK", "EK"),
    legal("overtrump-the-second-trump", "L", "S7 LX LA", "LK LU SX", "LU SX"),
    legal("ace-of-another-suit-is-no-trump", "L", "S7 EA", "L6 SK", "all"),
    # Undertrumping when void: only with nothing but trumps.
    legal("undertrump-side-card-forced", "E", "R8 EX", "E6 E8 S9", "S9"),
    legal("undertrump-over-or-discard", "E", "R8 EX", "E6 EK S9", "EK S9"),
    legal("undertrump-only-low-trumps", "E", "R8 EX", "E6 E8", "all"),
    legal("undertrump-only-trumps-any", "E", "R8 EX", "E6 E9 EK", "all"),
    # Stricter: only where no other card is left.
    legal("strict-must-overtrump", "E", "R8 EX", "E6 E9 EK", "E9 EK", **STRICT),
    legal("strict-only-low-trumps", "E", "R8 EX", "E6 E8", "all", **STRICT),
    legal("strict-side-card", "E", "R8 EX", "E6 EK S9", "EK S9", **STRICT),
    # Looser: whoever is void, or everybody.
    legal("loose-void", "E", "R8 EX", "E6 EK S9", "all", undertrump="void"),
    legal("loose-able-to-follow", "E", "R8 EX", "R7 E6 EA", "R7 EA", undertrump="void"),
    legal("free-able-to-follow", "E", "R8 EX", "R7 E6 S9", "R7 E6", undertrump="free"),
    legal("free-void", "E", "R8 EX", "E6 EK S9", "all", undertrump="free"),
    legal(
        "molotow-parameter-is-for-molotow", "E", "R8 EX", "E6 S9", "S9", molotow_undertrump="free"
    ),
    # Molotow after its trump.
    legal("molotow-ruff-although-able", "molotow:E", "R9", "R7 E6 S8", "R7 E6", 5),
    legal("molotow-void-may-undertrump", "molotow:E", "R9 EK", "E7 S8", "all", 5),
    legal("molotow-no-undertrump-with-suit", "molotow:E", "R9 EK", "R7 E7", "R7", 5),
    legal(
        "molotow-own-parameter",
        "molotow:E",
        "R9 EK",
        "E7 S8",
        "S8",
        5,
        molotow_undertrump="only_trumps",
    ),
    legal(
        "molotow-ignores-the-other-parameter",
        "molotow:E",
        "R9 EK",
        "R7 E7",
        "R7",
        5,
        undertrump="free",
    ),
    legal("molotow-trump-inside-the-trick", "molotow", "R9 EK", "R7 E7 EA S8", "R7 EA"),
    legal("molotow-inside-the-trick-void", "molotow", "R9 EK", "E7 S8", "all"),
    legal("molotow-first-void-card-counts", "molotow", "R9 EK SA", "R6 E6 SU", "R6"),
    legal("molotow-six-makes-plain-trump", "molotow", "R9 E6", "R7 E8 S6", "R7 E8"),
    legal("molotow-next-trick-follow", "molotow", "R9 EK", "R7 EA", "R7", **NEXT_TRICK),
    legal("molotow-next-trick-void", "molotow", "R9 EK", "E7 S8", "all", **NEXT_TRICK),
    legal("molotow-next-trick-later", "molotow:E", "R9", "R7 EA", "all", 1, **NEXT_TRICK),
]

BLOCKS = "3x3:obenabe,R,undenufe"
TRICKS = [
    trick("trump-six-beats-side-ace", "R", "SA SK R6 SX", 2, 25),
    trick("trump-puur-nell-ace-king", "L", "LA L9 LU LK", 2, 49),
    trick("trump-nell-beats-ace", "S", "SA S9 SK R6", 1, 29),
    trick("trump-ober-beats-ten", "R", "RX RO R7 R8", 1, 13),
    trick("trump-strongest-of-two", "R", "S9 RK R9 RA", 2, 29),
    trick("trump-discards-lose", "R", "L9 EA SA LX", 3, 32),
    trick("trump-side-nine-and-under", "R", "L9 LU E9 L8", 1, 2),
    trick("last-trick-five-more", "E", "R7 R8 R9 R6", 2, 5, trick_no=8),
    trick("obenabe-ace", UP, "R9 RA RX SA", 1, 32),
    trick("obenabe-eight", UP, "L8 LU EA L7", 1, 21),
    trick("obenabe-nine-and-under-plain", UP, "S9 SU SX L9", 1, 12),
    trick("undenufe-six", DOWN, "S8 S6 L6 SA", 1, 30),
    trick("undenufe-nine-beats-ten", DOWN, "EX E9 EK EA", 1, 14),
    trick("undenufe-discards-lose", DOWN, "S8 L6 SU E6", 0, 32),
    trick("undenufe-ace-counts", DOWN, "S8 S6 L6 SA", 1, 19, undenufe_values="ace11"),
    trick("misere-like-obenabe", "misere", "EX E9 EA E6", 2, 21),
    trick("slalom-up-first-trick", "slalom-obenabe", "S6 SK SX S8", 1, 22),
    trick("slalom-up-values-stay", "slalom-obenabe", "S6 SK SX S8", 0, 22, 1),
    trick("slalom-up-per-trick", "slalom-obenabe", "S6 SK SX S8", 0, 33, 1, **PER_TRICK),
    trick("slalom-up-by-undenufe", "slalom-obenabe", "S6 SK SX S8", 1, 33, alt_values=DOWN),
    trick(
        "slalom-per-trick-ace11",
        "slalom-obenabe",
        "S6 SK SX S8",
        0,
        22,
        1,
        **PER_TRICK,
        undenufe_values="ace11",
    ),
    trick("slalom-down-values-stay", "slalom-undenufe", "SA SK S7 S9", 0, 4, 1),
    trick("slalom-down-per-trick", "slalom-undenufe", "SA SK S7 S9", 0, 15, 1, **PER_TRICK),
    trick("slalom-down-by-obenabe", "slalom-undenufe", "SA SK S7 S9", 2, 15, 2, alt_values=UP),
    trick("guschti-fifth-trick", "guschti-obenabe", "R6 RA R7 R9", 1, 11, 4),
    trick("guschti-sixth-trick", "guschti-obenabe", "R6 RA R7 R9", 0, 11, 5),
    trick("guschti-four-fourth-trick", "guschti-obenabe", "R6 RA R7 R9", 1, 11, 3, guschti_first=4),
    trick("guschti-four-fifth-trick", "guschti-obenabe", "R6 RA R7 R9", 0, 11, 4, guschti_first=4),
    trick("guschti-values-stay", "guschti-undenufe", "R6 RK R7 R9", 1, 15, 5),
    trick("guschti-per-trick", "guschti-undenufe", "R6 RK R7 R9", 1, 4, 5, **PER_TRICK),
    trick("3x3-up-block", BLOCKS, "S9 SA SU R9", 1, 27, 0),
    trick("3x3-up-block-third-trick", BLOCKS, "S9 SA SU R9", 1, 27, 2),
    trick("3x3-trump-block-fourth-trick", BLOCKS, "S9 SA SU R9", 3, 27, 3),
    trick("3x3-trump-block-sixth-trick", BLOCKS, "S9 SA SU R9", 3, 27, 5),
    trick("3x3-down-block-seventh-trick", BLOCKS, "S9 SA S6 R9", 2, 25, 6),
    trick("3x3-up-block-by-obenabe", BLOCKS, "S9 SA SU R9", 1, 13, 0, block3_values=UP),
    trick("3x3-trump-block-by-obenabe", BLOCKS, "S9 SA SU R9", 3, 13, 3, block3_values=UP),
    trick("3x3-down-block-by-obenabe", BLOCKS, "S8 SA S6 R9", 2, 19, 6, block3_values=UP),
    trick("3x3-up-block-per-block", BLOCKS, "S8 SA SU R9", 1, 21, 0, **PER_BLOCK),
    trick("3x3-trump-block-per-block", BLOCKS, "S8 SA SU R9", 3, 27, 3, **PER_BLOCK),
    trick("3x3-down-block-per-block", BLOCKS, "S8 SA S6 R9", 2, 19, 6, **PER_BLOCK),
    trick("3x3-trump-not-known-yet", "3x3:obenabe", "S8 SA SU R9", 1, 13),
    trick("3x3-counts-for-earlier-tricks", "3x3:obenabe", "R8 RA RU R9", 1, 45, 0, BLOCKS),
    trick("molotow-open", "molotow", "R9 RA R7 RX", 1, 21),
    trick("molotow-earlier-tricks-count-as-trump", "molotow", "S9 SA SU S7", 1, 45, 0, "molotow:S"),
    trick("molotow-void-card-ruffs", "molotow", "LA S6 EA LK", 1, 26, 2, "molotow:S"),
    trick("molotow-void-card-overtrumped", "molotow", "LA S6 S7 LK", 2, 15, 2, "molotow:S"),
    trick("molotow-void-ace-is-plain-trump", "molotow", "L7 SA S9 LX", 2, 35, 2, "molotow:S"),
    trick("molotow-next-trick", "molotow", "LA S6 S7 LK", 0, 15, 2, "molotow:S", **NEXT_TRICK),
    trick("molotow-known", "molotow:S", "LA S6 S7 LK", 2, 15, 3, **NEXT_TRICK),
]

MODES = [
    modes("trump", "E", ["E"] * 9),
    modes("misere", "misere", [UP] * 9),
    modes("slalom-up", "slalom-obenabe", [UP, DOWN, UP, DOWN, UP, DOWN, UP, DOWN, UP]),
    modes("slalom-down", "slalom-undenufe", [DOWN, UP, DOWN, UP, DOWN, UP, DOWN, UP, DOWN]),
    modes("guschti-up", "guschti-obenabe", [UP] * 5 + [DOWN] * 4),
    modes("guschti-down", "guschti-undenufe", [DOWN] * 5 + [UP] * 4),
    modes("guschti-four", "guschti-undenufe", [DOWN] * 4 + [UP] * 5, guschti_first=4),
    modes("3x3-one-block", "3x3:L", ["L"] * 3 + ["choose"] * 6),
    modes("3x3-two-blocks", "3x3:undenufe,L", [DOWN] * 3 + ["L"] * 3 + ["choose"] * 3),
    modes("3x3-three-blocks", "3x3:S,undenufe,obenabe", ["S"] * 3 + [DOWN] * 3 + [UP] * 3),
    modes("molotow-open", "molotow", ["open"] * 9),
    modes("molotow-known", "molotow:L", ["L"] * 9),
]

TOTALS = [
    *[total(contract) for contract in ["E", "R", "S", "L", UP, DOWN, "misere", "molotow:R"]],
    *[total(f"{kind}-{first}") for kind in ("slalom", "guschti") for first in (UP, DOWN)],
    *[total("3x3:obenabe,S", block3_values=by) for by in ("trump", "obenabe", "per_block")],
    total(DOWN, undenufe_values="ace11"),
    total("slalom-undenufe", **PER_TRICK),
    total("molotow", 120),
    total("3x3:obenabe", 120),
]

FREE_JOKER: dict[str, Any] = {"joker_inner": ["E", UP, "slalom", "3x3", "misere", "molotow"]}
CALLS = [
    call("suit", "S", None, "S"),
    call("misere", "misere", None, "misere"),
    call("molotow", "molotow", None, "molotow"),
    call("slalom-free-start", "slalom", DOWN, "slalom-undenufe", "wyys-10"),
    call("guschti-free-start", "guschti", DOWN, "guschti-undenufe"),
    call("guschti-must-start-high", "guschti", DOWN, None, "tafel-8"),
    call("guschti-starts-high", "guschti", UP, "guschti-obenabe", "tafel-8"),
    call("slalom-must-start-high", "slalom", DOWN, None, alt_start=UP),
    call("slalom-needs-a-start", "slalom", None, None),
    call("3x3-first-block", "3x3", "R", "3x3:R"),
    call("3x3-later-block", "3x3", "R,obenabe", None),
    call("3x3-needs-a-block", "3x3", None, None),
    call("suit-with-a-choice", "E", "R", None),
    call("no-row-kind", "slalom-obenabe", None, None),
    call("joker-suit", "joker", "L", "L", "tafel-8"),
    call("joker-undenufe", "joker", DOWN, "undenufe", "tafel-8"),
    call("joker-no-slalom", "joker", "slalom-obenabe", None, "tafel-8"),
    call("joker-no-misere", "joker", "misere", None),
    call("joker-needs-a-choice", "joker", None, None),
    call("free-joker-slalom", "joker", "slalom-undenufe", "slalom-undenufe", **FREE_JOKER),
    call("free-joker-slalom-needs-a-start", "joker", "slalom", None, **FREE_JOKER),
    call("free-joker-3x3", "joker", "3x3:R", "3x3:R", **FREE_JOKER),
    call("free-joker-molotow", "joker", "molotow", "molotow", **FREE_JOKER),
    call("free-joker-molotow-trump", "joker", "molotow:E", None, **FREE_JOKER),
    call("free-joker-not-undenufe", "joker", DOWN, None, **FREE_JOKER),
]

#                         9   8   7  X   U   O   K   A   6
TRUMPS = {"start": [14, 0, 0, 40, 26, 12, 16, 44, 5]}
DEALS = [
    deal("trump-ruffs-and-draws", "R", "987XUOKA6", "R", [1] * 9, TRUMPS),
    deal("trump-leader-draws", "E", "987XUOKA6", "E", [0] * 9, TRUMPS),
    deal(
        "slalom-aces-up-sixes-down", "slalom-obenabe", "A6789XUOK", "slalom-obenabe", [0] * 9,
        {
            "start": [44, 0, 0, 32, 0, 40, 8, 12, 21],
            "per_trick": [44, 44, 0, 32, 0, 40, 8, 12, 21],
            "undenufe": [0, 44, 0, 32, 0, 40, 8, 12, 21],
        },
    ),
    deal(
        "slalom-sixes-up-aces-down", "slalom-obenabe", "6A789XUOK", "slalom-obenabe", [0] * 9,
        {
            "start": [0, 44, 0, 32, 0, 40, 8, 12, 21],
            "per_trick": [0, 0, 0, 32, 0, 40, 8, 12, 21],
        },
    ),
    deal(
        "guschti-turns-after-five", "guschti-undenufe", "789X6AUOK", "guschti-undenufe", [0] * 9,
        {
            "start": [0, 32, 0, 40, 44, 0, 8, 12, 21],
            "obenabe": [0, 32, 0, 40, 0, 44, 8, 12, 21],
            "per_trick": [0, 32, 0, 40, 44, 44, 8, 12, 21],
        },
    ),
    deal(
        "guschti-turns-after-four", "guschti-undenufe", "789X6AUOK", "guschti-undenufe", [0] * 9,
        {"start": [0, 32, 0, 40, 44, 0, 8, 12, 21], "per_trick": [0, 32, 0, 40, 0, 44, 8, 12, 21]},
        guschti_first=4,
    ),
    deal(
        "3x3-trump-in-the-middle", "3x3:obenabe", "U98A7XOK6", "3x3:obenabe,R,undenufe",
        [0, 0, 0, 1, 1, 1, 1, 1, 1], {"start": [26, 14, 0, 44, 0, 40, 12, 16, 5]}, ("R",),
    ),
    deal(
        "3x3-trump-last", "3x3:undenufe", "U98A7XOK6", "3x3:undenufe,obenabe,S",
        [0, 0, 0, 0, 0, 0, 2, 2, 2], {"start": [26, 14, 0, 44, 0, 40, 12, 16, 5]}, (UP, "S"),
    ),
    deal(
        "3x3-per-block", "3x3:obenabe", "A689U7XOK",
        "3x3:obenabe,R,undenufe", [0, 0, 0, 1, 1, 1, 1, 1, 1],
        {"start": [44, 0, 32, 14, 26, 0, 40, 12, 21]}, ("R",), **PER_BLOCK,
    ),
    deal(
        "molotow-at-once", "molotow", "U9AX87OK6", "molotow:R", [1] * 9,
        {"start": [26, 14, 44, 40, 0, 0, 12, 16, 5]},
    ),
    deal(
        "molotow-from-the-next-trick", "molotow", "U9AX87OK6", "molotow:R", [0] + [1] * 8,
        {"start": [26, 14, 44, 40, 0, 0, 12, 16, 5]}, **NEXT_TRICK,
    ),
]  # fmt: skip

CASES = [*LEGAL, *TRICKS, *MODES, *TOTALS, *CALLS, *DEALS]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['type']}-{case['id']}")
def test_case(case: Case) -> None:
    assert check_case(case) is None


def test_case_ids_are_unique() -> None:
    names = [(case["type"], case["id"]) for case in CASES]
    assert len(set(names)) == len(names)


def test_check_case_tells_what_differs() -> None:
    wrong = legal("wrong", "E", "R8", "R7 S6", "all")
    assert "wrong: expected" in str(check_case(wrong))
    with pytest.raises(KeyError):
        check_case({"id": "x", "type": "written", "input": {}, "expect": {}})


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(ref.__path__)])
def test_examples_in_the_docstrings(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(f"jasssim.reference.{name}"))
    assert outcome.attempted > 0
    assert outcome.failed == 0


@pytest.mark.parametrize("suit", "ERSL")
@pytest.mark.parametrize("case", LEGAL, ids=lambda case: case["id"])
def test_no_suit_is_special(case: Case, suit: str) -> None:
    """Shift all four suits by the same step: the legal cards shift with them."""
    step = "ERSL".index(suit)

    def shift(text: str) -> str:
        return text.translate(str.maketrans("ERSL", "ERSL"[step:] + "ERSL"[:step]))

    given = case["input"]
    shifted = {
        "contract": shift(given["contract"]),
        "trick": [shift(card) for card in given["trick"]],
        "hand": [shift(card) for card in given["hand"]],
    }
    expected = {"legal": [shift(card) for card in case["expect"]["legal"]]}
    assert check_case({**case, "input": {**given, **shifted}, "expect": expected}) is None


# --- values -----------------------------------------------------------------------------

#              6   7  8   9   X   U  O  K   A
VALUES = {
    "trump": [0, 0, 0, 14, 10, 20, 3, 4, 11],
    "side": [0, 0, 0, 0, 10, 2, 3, 4, 11],
    UP: [0, 0, 8, 0, 10, 2, 3, 4, 11],
    DOWN: [11, 0, 8, 0, 10, 2, 3, 4, 0],
}


@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("table", VALUES)
def test_card_value(table: str, rank: str) -> None:
    expected = VALUES[table][RANKS.index(rank)]
    for suit in "ERSL":
        others = [other for other in "ERSL" if other != suit]
        named = {"trump": [suit], "side": ["plain", *others]}.get(table, [table])
        assert [ref.card_value(suit + rank, name) for name in named] == [expected] * len(named)


@pytest.mark.parametrize(
    ("contract", "better", "worse"),
    [("E", "EU", "E9"), ("E", "E9", "EA"), ("E", "EX", "E8"), ("R", "EU", "EX")]
    + [(UP, "EA", "EK"), (UP, "EU", "E9"), (DOWN, "E6", "E7"), (DOWN, "EK", "EA")],
)
def test_stronger_card_wins_in_either_order(contract: str, better: str, worse: str) -> None:
    assert ref.trick_winner([better, worse, "S7", "S8"], contract, 0, Rules()) == 0
    assert ref.trick_winner([worse, better, "S7", "S8"], contract, 0, Rules()) == 1


@pytest.mark.parametrize(
    "contract",
    ["", "e", "trump", "slalom", "slalom-E", "guschti-", "misere:E", "molotow:", "molotow:obenabe"]
    + ["3x3", "3x3:", "3x3:E,R", "3x3:obenabe,obenabe", "3x3:E,obenabe,undenufe,R", "3x3:choose"],
)
def test_unknown_contract(contract: str) -> None:
    with pytest.raises(ValueError, match="unknown contract"):
        ref.mode_list(contract, Rules())


@pytest.mark.parametrize("kind", ["slalom", "guschti"])
def test_rules_may_fix_the_first_direction(kind: str) -> None:
    rules = Rules(alt_start="obenabe")
    assert ref.mode_list(f"{kind}-obenabe", rules)[0] == UP
    with pytest.raises(ValueError, match="starts with obenabe"):
        ref.mode_list(f"{kind}-undenufe", rules)


def test_a_block_not_chosen_has_no_rules_of_play() -> None:
    with pytest.raises(ValueError, match="not chosen"):
        ref.legal_cards(["EA"], [], "3x3:obenabe", 3, Rules())
    with pytest.raises(ValueError, match="cannot count"):
        ref.trick_points(["EA"], "3x3:obenabe", 3, Rules(block3_values="per_block"))


# --- a round ----------------------------------------------------------------------------


def play_all(round_: ref.Round, cards: str) -> ref.Round:
    for card in cards.split():
        round_.play(card)
    return round_


def block_round(contract: str, first_trick: int, rules: Rules) -> ref.Round:
    """Seat 1 wins one trick from leader and caller 0; a block of 3×3 follows."""
    low, high = ("EA", "E6") if contract.endswith(DOWN) else ("E6", "EA")
    hands = [[low, "R6"], [high, "S6"], ["E7", "L6"], ["E8", "L7"]]
    round_ = ref.Round(hands, 0, contract, rules, first_trick=first_trick)
    return play_all(round_, f"{low} {high} E7 E8")


def test_who_plays_next() -> None:
    round_ = ref.Round([["E6", "R6"], ["EA", "S6"], ["E7", "L6"], ["E8", "L7"]], 3, UP, Rules())
    assert (round_.needs, round_.seat, round_.trick_no, round_.trick) == ("card", 3, 0, [])
    round_.play("E8")
    assert (round_.seat, round_.trick, round_.legal()) == (0, ["E8"], ["E6"])
    play_all(round_, "E6 EA E7")
    assert (round_.seat, round_.trick_no, round_.trick, round_.winners) == (1, 1, [], [1])
    play_all(round_, "S6 L6 L7 R6")
    assert (round_.needs, round_.legal(), round_.winners) == (None, [], [1, 1])
    assert round_.plays[:3] == [(3, "E8"), (0, "E6"), (1, "EA")]
    with pytest.raises(ValueError, match="may not play"):
        round_.play("E8")


def test_illegal_card_names_seat_card_and_legal_cards() -> None:
    round_ = ref.Round([["E6"], ["EA"], ["R7"], ["E8"]], 0, UP, Rules(), first_trick=8)
    with pytest.raises(ValueError, match=r"seat 0 .*'S7'.*\['E6'\]"):
        round_.play("S7")
    assert round_.plays == []


def test_hands_given_are_left_alone() -> None:
    hands = [["E6"], ["EA"], ["E7"], ["E8"]]
    play_all(ref.Round(hands, 0, UP, Rules()), "E6 EA E7 E8")
    assert hands == [["E6"], ["EA"], ["E7"], ["E8"]]


@pytest.mark.parametrize(
    ("hands", "first_trick"),
    [
        ([["E6"], ["EA"], ["E7"]], 0),
        ([["E6"], ["EA"], ["E7"], []], 0),
        ([["E6"], ["EA"], ["E7"], ["E6"]], 0),
        ([["E6"], ["EA"], ["E7"], ["E5"]], 0),
        ([["E6"], ["EA"], ["E7"], ["E8"]], 9),
    ],
    ids=["three-hands", "unequal", "twice", "unknown", "too-late"],
)
def test_hands_that_are_no_deal(hands: list[list[str]], first_trick: int) -> None:
    with pytest.raises(ValueError, match="hands"):
        ref.Round(hands, 0, UP, Rules(), first_trick=first_trick)


@pytest.mark.parametrize(("choice", "seat"), [("leader", 1), ("caller", 0)])
def test_who_chooses_the_block(choice: Any, seat: int) -> None:
    round_ = block_round("3x3:obenabe", 2, Rules(block3_choice=choice))
    assert (round_.needs, round_.seat, round_.legal()) == ("block", seat, [])
    assert sorted(round_.blocks()) == ["E", "L", "R", "S", DOWN]
    with pytest.raises(ValueError, match="may not play"):
        round_.play("S6")
    with pytest.raises(ValueError, match=f"seat {seat} may not choose 'obenabe'"):
        round_.choose(UP)
    round_.choose("S")
    assert (round_.needs, round_.seat, round_.contract) == ("card", 1, "3x3:obenabe,S")
    assert round_.blocks() == []


def test_third_block_up_or_down_goes_without_asking() -> None:
    round_ = block_round("3x3:E,obenabe", 5, Rules())
    assert (round_.needs, round_.contract) == ("card", "3x3:E,obenabe,undenufe")
    round_ = block_round("3x3:E,undenufe", 5, Rules())
    assert (round_.needs, round_.contract) == ("card", "3x3:E,undenufe,obenabe")


def test_third_block_trump_needs_its_suit() -> None:
    round_ = block_round("3x3:obenabe,undenufe", 5, Rules())
    assert (round_.needs, round_.blocks()) == ("block", ["E", "R", "S", "L"])
    round_.choose("R")
    assert round_.contract == "3x3:obenabe,undenufe,R"


def test_no_block_is_chosen_after_the_end() -> None:
    round_ = ref.Round([["E6"], ["EA"], ["E7"], ["E8"]], 0, "3x3:obenabe", Rules(), first_trick=2)
    assert play_all(round_, "E6 EA E7 E8").needs is None


@pytest.mark.parametrize(
    ("start", "legal_after", "winner"),
    [("immediately", ["R7", "EA"], 2), ("next_trick", ["R7"], 3)],
)
def test_molotow_trump_shows_at_once(start: Any, legal_after: list[str], winner: int) -> None:
    hands = [["R9", "S6"], ["E6", "S7"], ["R7", "EA"], ["RK", "S9"]]
    round_ = ref.Round(hands, 0, "molotow", Rules(molotow_trump_from=start), first_trick=7)
    assert play_all(round_, "R9").contract == "molotow"
    assert play_all(round_, "E6").contract == "molotow:E"
    assert round_.legal() == legal_after
    play_all(round_, f"{legal_after[-1]} RK")
    assert (round_.winners, round_.contract) == ([winner], "molotow:E")


def test_molotow_trump_never_changes() -> None:
    hands = [["R9", "L7"], ["E6", "S7"], ["S8", "L8"], ["RK", "S9"]]
    round_ = ref.Round(hands, 0, "molotow", Rules(), first_trick=7)
    assert play_all(round_, "R9 E6 S8 RK S7 L8 S9 L7").contract == "molotow:E"


def test_result_of_the_last_two_tricks() -> None:
    hands = [["E6", "EX"], ["E8", "EA"], ["R6", "R7"], ["R8", "R9"]]
    round_ = play_all(ref.Round(hands, 0, DOWN, Rules(), first_trick=7), "E6 EA R6 R8 EX E8 R7 R9")
    result = round_.result()
    assert result["winners"] == [0, 1]
    assert result["trick_points"] == [11 + 11 + 8, 10 + 8 + 5]
    assert result["team_tricks"] == [1, 1]


def test_result_before_the_end_counts_finished_tricks() -> None:
    round_ = play_all(ref.Round(ONE_SUIT_EACH, 0, UP, Rules()), "EA RA SA LA EK")
    assert round_.result()["total"] == 44


# --- what the play proves ---------------------------------------------------------------

NO: set[str] = set()
ALL_E, ALL_R, ALL_S = SUIT["E"], SUIT["R"], SUIT["S"]
NOT_E = DECK - ALL_E

LAST_TRICK_PROOFS = [
    ("follow-shows-nothing", "E", "R8 R7 RA RK", [NO] * 4, {}),
    ("obenabe-void", UP, "R8 S7 RA EU", [NO, ALL_R, NO, ALL_R], {}),
    ("undenufe-void", DOWN, "R8 S7 RA EU", [NO, ALL_R, NO, ALL_R], {}),
    (
        "3x3-trump-of-another-block",
        "3x3:R,obenabe,undenufe",
        "S8 R7 SA SK",
        [NO, ALL_S, NO, NO],
        {},
    ),
    ("trump-led", "E", "E8 S7 EA RU", [NO, ALL_E - {"EU"}, NO, ALL_E - {"EU"}], {}),
    ("trump-led-no-exemption", "E", "E8 S7 EA E9", [NO, ALL_E, NO, NO], {"puur_exempt": False}),
    ("trump-led-no-undertrump", "E", "E8 EA E6 E7", [NO] * 4, {}),
    ("side-discard", "E", "R8 S7 RA L6", [NO, ALL_R, NO, ALL_R], {}),
    ("ruff-and-overtrump", "E", "R8 E7 EA EU", [NO] * 4, {}),
    ("undertrump-only-trumps", "E", "R8 EK E7 RA", [NO, NO, NOT_E, NO], {}),
    ("undertrump-of-the-strongest", "E", "R8 EK E7 EX", [NO, NO, NOT_E, NOT_E], {}),
    ("undertrump-strict", "E", "R8 EK E7 RA", [NO, NO, NOT_E | {"EA", "E9", "EU"}, NO], STRICT),
    ("undertrump-void", "E", "R8 EK E7 RA", [NO, NO, ALL_R, NO], {"undertrump": "void"}),
    ("undertrump-free", "E", "R8 EK E7 RA", [NO] * 4, {"undertrump": "free"}),
    ("molotow-undertrump", "molotow:E", "R8 EK E7 RA", [NO, NO, ALL_R, NO], {"undertrump": "free"}),
    (
        "molotow-own-parameter",
        "molotow:E",
        "R8 EK E7 RA",
        [NO, NO, NOT_E, NO],
        {"molotow_undertrump": "only_trumps"},
    ),
    ("molotow-trump-setter-is-void", "molotow", "R8 E7 EK S7", [NO, ALL_R, NO, ALL_R], {}),
    ("molotow-undertrump-inside-the-trick", "molotow", "R8 EK E7 RA", [NO, ALL_R, ALL_R, NO], {}),
    ("molotow-next-trick", "molotow", "R8 E7 EK S7", [NO, ALL_R, ALL_R, ALL_R], NEXT_TRICK),
]


@pytest.mark.parametrize(
    ("contract", "cards", "shown", "changes"),
    [row[1:] for row in LAST_TRICK_PROOFS],
    ids=[row[0] for row in LAST_TRICK_PROOFS],
)
def test_impossible_cards(
    contract: str, cards: str, shown: list[set[str]], changes: dict[str, Any]
) -> None:
    hands = [[card] for card in cards.split()]
    round_ = ref.Round(hands, 0, contract, make_rules(changes), first_trick=8)
    play_all(round_, cards)
    assert [round_.impossible(seat) for seat in range(4)] == shown


def test_impossible_cards_add_up_over_the_round() -> None:
    hands = [["E8", "R8"], ["S7", "S8"], ["EA", "RA"], ["E6", "R6"]]
    round_ = play_all(ref.Round(hands, 0, UP, Rules(), first_trick=7), "E8 S7 EA E6")
    assert round_.impossible(1) == SUIT["E"]
    assert play_all(round_, "RA R6 R8 S8").impossible(1) == SUIT["E"] | SUIT["R"]


# --- laws on random rounds --------------------------------------------------------------

CONTRACTS = [
    "E", "R", "S", "L", UP, DOWN, "misere", "molotow", "3x3:L", "3x3:obenabe", "3x3:undenufe",
    "slalom-obenabe", "slalom-undenufe", "guschti-obenabe", "guschti-undenufe",
]  # fmt: skip
VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "strict": {"undertrump": "no_alternative", "molotow_undertrump": "only_trumps"},
    "loose": {"undertrump": "void", "puur_exempt": False, "guschti_first": 4},
    "free": {"undertrump": "free", "molotow_undertrump": "free", "block3_choice": "caller"},
    "late": {"molotow_trump_from": "next_trick", "molotow_undertrump": "no_alternative"},
}


def random_round(contract: str, rules: Rules, seed: int) -> ref.Round:
    """Play a random round to its end, and watch its proofs at every card."""
    luck = random.Random(f"{contract} {seed}")
    deck = luck.sample(sorted(DECK), 36)
    hands = [deck[9 * seat : 9 * seat + 9] for seat in range(4)]
    round_ = ref.Round(hands, luck.randrange(4), contract, rules, luck.randrange(4))
    before = contract
    while round_.needs is not None:
        if round_.needs == "block":
            round_.choose(luck.choice(round_.blocks()))
            continue
        if not round_.trick:
            before = round_.contract
        seat, trick_no, table = round_.seat, round_.trick_no, list(round_.trick)
        known = round_.impossible(seat)
        assert not known & set(round_.hands[seat])
        card = luck.choice(round_.legal())
        round_.play(card)
        # A second card is impossible exactly if it would have made the first one illegal.
        new = {
            other
            for other in DECK - {card}
            if card not in ref.legal_cards([card, other], table, before, trick_no, rules)
        }
        assert round_.impossible(seat) == known | new
    return round_


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("contract", CONTRACTS)
def test_random_rounds(contract: str, variant: str) -> None:
    rules = make_rules(VARIANTS[variant])
    for seed in range(6):
        round_ = random_round(contract, rules, seed)
        assert {card for _, card in round_.plays} == DECK
        for alt_values in (None, "start", UP, DOWN):
            result = round_.result(alt_values)
            assert result["total"] == 157
        for values in (result["seat_points"], result["team_points"], result["trick_points"]):
            assert isinstance(values, list)
            assert sum(values) == 157
        final = ref.mode_list(round_.contract, rules)
        assert not {"open", "choose"} & set(final)


@pytest.mark.parametrize("contract", [c for c in CONTRACTS if c.startswith(("slalom", "guschti"))])
def test_total_of_values_per_trick(contract: str) -> None:
    rules = Rules(alt_values="per_trick")
    for seed in range(12):
        round_ = random_round(contract, rules, seed)
        directions = ref.mode_list(contract, rules)
        counted = 0
        for i, (_, card) in enumerate(round_.plays):
            counted += card[1] == ("A" if directions[i // 4] == UP else "6")
        assert round_.result()["total"] == 113 + 11 * counted
        assert round_.result("start")["total"] == 157


def test_total_of_values_per_block() -> None:
    rules = Rules(block3_values="per_block")
    round_ = random_round("3x3:R", rules, 1)
    final = ref.mode_list(round_.contract, rules)
    expected = sum(ref.card_value(c, final[i // 4]) for i, (_, c) in enumerate(round_.plays))
    assert round_.result()["total"] == expected + 5
