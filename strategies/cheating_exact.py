"""Sees all hands and solves the last tricks: the upper reference."""

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
    set_up(memo, PLACE, 1.0, FITTED, 0.0, 0.0, 0.0, params[0], 1)
    return decide(view, brain_in(memo, HANDS_WORDS), memo, PLACE)


@player(
    pick=seen_block,
    data=load_weights(),
    memo=MEMO + LEVEL,
    params={"tricks": 5},
    bounds={"tricks": (0, 9)},
    cheats=True,
    nanoseconds=3_000_000,
)
def cheating_exact(view, params, memo):
    """Sees all hands; plays as `cheating-mc` and solves the last tricks.

    The upper reference of bots. ``tricks`` is how many are solved: 5 take about a millisecond.
    """
    set_up(memo, PLACE, 1.0, FITTED, 0.0, 0.0, 0.0, params[0], 1)
    return decide(view, brain_in(memo, HANDS_WORDS), memo, PLACE)
