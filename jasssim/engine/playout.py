"""Playing a deal to its end from any decision, by a policy that needs no function of its own."""

from __future__ import annotations

from numba import types

from ..game.orders import CHOOSE
from . import kernel
from .bits import NONE, ONE, U64, count, lowest
from .fitted import BRAIN_TYPE, fitted_card
from .play import open_modes, set_block
from .policy import block_choice, rule_card
from .trick import lay, legal_cards, start_trick, take
from .view import HANDS_TYPE, VIEW_TYPE

RULE, FITTED = 0, 1
"""Policies that may play a deal to its end."""


@kernel(types.uint64(VIEW_TYPE), apart=True)
def rule_choice(view):
    """`rule_card`, compiled once for all who call it."""
    return rule_card(view)


@kernel()
def policy_card(view, brain, policy):
    """The card that a policy plays, as a set."""
    return fitted_card(view, brain) if policy == FITTED else rule_choice(view)


@kernel()
def choose_by_rule(view, hands):
    """Set the coming block of 3×3 as the rule policy would."""
    free = open_modes(view)
    mode = count(lowest(U64(free)) - ONE)
    if free & (free - 1) != 0:
        view.seat = view.caller if view.caller_picks else view.leader
        view.hand = hands.of[view.seat]
        view.choices = free
        mode = block_choice(view)
        view.choices = 0
    set_block(view, mode)


@kernel()
def show_mover(view, hands):
    """Show a running deal to the seat to move; its legal cards."""
    view.seat = (view.leader + view.place) & 3
    view.hand = hands.of[view.seat]
    view.legal = legal_cards(view, view.hand)
    return view.legal


@kernel()
def lay_by_policy(view, hands, brain, policy):
    """Lay the next card of the trick on the table."""
    card = show_mover(view, hands)
    if card & (card - ONE) != NONE:
        card = policy_card(view, brain, policy)
    lay(view, hands, view.seat, card)


@kernel(types.void(VIEW_TYPE, HANDS_TYPE, BRAIN_TYPE, types.int64), apart=True)
def play_out(view, hands, brain, policy):
    """Play a deal from where it stands, in the middle of a trick or not, to its end."""
    while view.trick < 9:
        while view.place < 4:
            lay_by_policy(view, hands, brain, policy)
        take(view)
        if view.trick < 9:
            if view.modes[view.trick] == CHOOSE:
                choose_by_rule(view, hands)
            start_trick(view, hands)
