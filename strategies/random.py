"""The bot that every other is measured against first."""

from jasssim.bots import player
from jasssim.engine.bits import U64, count, lowest_index, mul_high, nth
from jasssim.engine.random import draw


@player(beats_random=False, nanoseconds=100)
def random(view, params, memo):
    """Plays any legal card, each equally likely.

    It knows nothing, so it is weak everywhere; its figures check the engine, not the game.
    """
    legal = view.legal
    return lowest_index(nth(legal, mul_high(draw(view.noise, 0), U64(count(legal)))))
