"""A good player made of rules alone."""

from jasssim.bots import picker, player
from jasssim.engine.bits import lowest_index
from jasssim.engine.policy import block_choice, rule_card


@picker()
def best_block(view, params, memo):
    """Choose the block of 3×3 in which the hand has most bosses."""
    return block_choice(view)


@player(pick=best_block, nanoseconds=300)
def rule(view, params, memo):
    """Plays by rules of thumb: cash, smear, throw low, look ahead to the next direction.

    It leads sure winners where that pays, draws trumps if its team called, gives points to
    a partner who wins, keeps the bosses of the coming tricks' directions and uses what
    voids and discards have shown. In Misère it plays to lose, in Molotow to be the highest
    or the lowest. It samples nothing, so it cannot weigh how likely a layout is, and it
    does not count out the last tricks.
    """
    return lowest_index(rule_card(view))
