"""The bots that every other is measured against first."""

import numpy as np

from jasssim.bots import caller, player
from jasssim.engine.bits import U64, count, lowest_index, mul_high, nth
from jasssim.engine.calling import PASS, is_open
from jasssim.engine.random import draw


@player(beats_random=False, nanoseconds=100)
def random(view, params, memo):
    """Plays any legal card, each equally likely.

    It knows nothing, so it is weak everywhere; its figures check the engine, not the game.
    """
    legal = view.legal
    return lowest_index(nth(legal, mul_high(draw(view.noise, 0), U64(count(legal)))))


@caller()
def call(view, params, memo, tables):
    """Calls any open call, each equally likely, or passes as if that were one more of them.

    It knows nothing of its hand.
    """
    choices = np.int64(1 - view.forced)
    for choice in range(view.calls):
        choices += np.int64(is_open(view, choice))
    left = np.int64(mul_high(draw(view.noise, 0), U64(choices)))
    for choice in range(view.calls):
        if is_open(view, choice):
            if left == 0:
                return choice
            left -= 1
    return PASS
