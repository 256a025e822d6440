"""Sees all hands: what knowing them would be worth."""

from jasssim.bots import picker, player
from jasssim.bots.weights import load_weights
from jasssim.engine.fitted import MEMO, brain_in
from jasssim.engine.play import HANDS_WORDS
from jasssim.engine.playout import FITTED
from jasssim.engine.sampling import decide
from jasssim.engine.search import BRAIN_WORDS, LEVEL, set_up

PLACE = HANDS_WORDS + BRAIN_WORDS


@picker()
def seen_block(view, params, memo):
    """Choose the block of 3×3 that does best with these hands."""
    set_up(memo, PLACE, 1.0, FITTED, 0.0, 0.0, 0.0, 0.0, 1)
    return decide(view, brain_in(memo, HANDS_WORDS), memo, PLACE)


@player(
    pick=seen_block,
    data=load_weights(),
    memo=MEMO + LEVEL,
    cheats=True,
    nanoseconds=50_000,
)
def cheating_mc(view, params, memo):
    """Sees all hands and plays the card that does best when the fitted policy plays the rest.

    What perfect information is worth without perfect play.
    """
    set_up(memo, PLACE, 1.0, FITTED, 0.0, 0.0, 0.0, 0.0, 1)
    return decide(view, brain_in(memo, HANDS_WORDS), memo, PLACE)
