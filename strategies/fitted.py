"""A strong player whose weights were fitted to deals that were played out."""

from jasssim.bots import picker, player
from jasssim.bots.weights import load_weights
from jasssim.engine.bits import lowest_index
from jasssim.engine.fitted import MEMO, brain_in, fitted_card
from jasssim.engine.policy import block_choice


@picker()
def best_block(view, params, memo):
    """Choose the block of 3×3 in which the hand has most bosses."""
    return block_choice(view)


@player(pick=best_block, data=load_weights(), memo=MEMO, nanoseconds=250)
def fitted(view, params, memo):
    """Plays the card of the highest score, a sum of weights found by playing deals out.

    What a card does now and leaves for later, and what the others have shown, are features;
    what each is worth differs by contract, phase, role in the trick, side and situation. It samples
    nothing and does not count out the last tricks. A contract that has no weights it plays as
    `rule`.
    """
    return lowest_index(fitted_card(view, brain_in(memo, 0)))
