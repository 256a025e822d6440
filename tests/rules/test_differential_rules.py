"""Engine and reference agree in every decision, for every value of every rule parameter.

Values that stand in no list below are the defaults, which `test_differential` plays.
"""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest

from jasssim.bots import picker, player, register
from jasssim.bots.registry import unregister
from jasssim.engine.bits import lowest_index
from jasssim.game.contract import modes, parse_contract
from jasssim.game.rules import Rules, make_rules
from jasssim.lab.simulate import simulate
from tests.rules.differential import check
from tests.rules.games import OF_GAMES

BLOCKS = [f"3x3:{block}" for block in ("E", "R", "S", "L", "obenabe", "undenufe")]
TURNING = ["slalom-obenabe", "slalom-undenufe", "guschti-obenabe", "guschti-undenufe"]

BLOCK_VALUES = [
    Rules(block3_values=b, undenufe_values=u)
    for b in ("trump", "obenabe", "per_block")
    for u in ("six11", "ace11")
]

OTHERS: list[tuple[str, Any, list[str]]] = [
    ("undertrump", "no_alternative", ["E"]),
    ("undertrump", "void", ["R"]),
    ("undertrump", "free", ["S"]),
    ("puur_exempt", False, ["L"]),
    ("molotow_undertrump", "only_trumps", ["molotow"]),
    ("molotow_undertrump", "no_alternative", ["molotow"]),
    ("molotow_undertrump", "free", ["molotow"]),
    ("molotow_trump_from", "next_trick", ["molotow"]),
    ("guschti_first", 4, ["guschti-obenabe", "guschti-undenufe"]),
    ("block3_choice", "caller", BLOCKS),
    ("first_lead", "forehand", ["E", "obenabe", *TURNING, "molotow"]),
    ("alt_start", "obenabe", ["slalom-obenabe", "guschti-obenabe"]),
]
COUNTED = {
    "alt_values": {"per_trick", "obenabe", "undenufe"},  # in test_differential
    "undenufe_values": {"ace11"},
    "block3_values": {"obenabe", "per_block"},
}


def test_blocks_chosen_freely_and_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each first block in turn, the later ones chosen at random by who leads."""
    check(monkeypatch, BLOCKS, Rules(), BLOCK_VALUES)


def test_molotow(monkeypatch: pytest.MonkeyPatch) -> None:
    check(monkeypatch, ["molotow"], Rules())


@picker()
def by_seat(view, params, memo):
    """Trump Eichel where seat 0 chooses, Rosen where seat 1 does, and so on."""
    return view.seat


@player(pick=by_seat, beats_random=False)
def signing(view, params, memo):
    """Plays its lowest legal card and signs the blocks of 3x3 that it chooses."""
    return lowest_index(view.legal)


@pytest.mark.parametrize("choice", ["leader", "caller"])
def test_block_is_chosen_by_whom_the_house_names(choice: str) -> None:
    """The second block is chosen before the fourth trick; forehand led the first."""
    register(signing)
    rules = make_rules({"block3_choice": choice, "first_lead": "forehand"})
    callers = np.arange(400) % 4
    plays = simulate(
        "signing", "3x3:obenabe", 400, 3, rules, caller=callers, forehand=callers[::-1], trace=True
    )
    unregister("signing")
    chosen = plays.modes()[:, 3]
    assert (chosen == (plays.trick_leaders()[:, 3] if choice == "leader" else callers)).all()
    assert (plays.trick_leaders()[:, 3] != callers).any()


@pytest.mark.parametrize(
    ("parameter", "value", "contracts"),
    [pytest.param(*case, id=f"{case[0]}={case[1]}") for case in OTHERS],
)
def test_parameter(
    parameter: str, value: Any, contracts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(monkeypatch, contracts, make_rules({parameter: value}))


@pytest.mark.parametrize("first", [5, 4])
@pytest.mark.parametrize("exempt", [True, False], ids=["exempt", "bound"])
def test_parameters_together(first: int, exempt: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer deals: no parameter leans on another's default."""
    under, molotow = ("no_alternative", "free") if exempt else ("void", "only_trumps")
    rules = make_rules(
        {
            "undertrump": under,
            "molotow_undertrump": molotow,
            "molotow_trump_from": "next_trick",
            "puur_exempt": exempt,
            "guschti_first": first,
            "alt_values": "per_trick",
            "block3_values": "per_block",
            "undenufe_values": "ace11",
            "block3_choice": "caller",
            "first_lead": "forehand",
        }
    )
    check(monkeypatch, ["E", *BLOCKS, *TURNING, "molotow"], rules, deals=600, seed=2)


def test_every_value_of_every_parameter_is_played() -> None:
    """Those of whole games are played in test_games, the marks of Molotow in test_marks."""
    choices = {
        name: {True, False} if hint is bool else set(get_args(hint))
        for name, hint in get_type_hints(Rules).items()
        if (hint is bool or get_origin(hint) is Literal) and name not in OF_GAMES
    }
    played = {name: {getattr(Rules(), name)} | COUNTED.get(name, set()) for name in choices}
    for name, value, _ in OTHERS:
        played[name].add(value)
    assert played == choices


def test_start_that_the_rules_forbid_is_refused() -> None:
    with pytest.raises(ValueError, match="alt_start"):
        modes(parse_contract("slalom-undenufe"), Rules(alt_start="obenabe"))
