"""Monte Carlo whose worlds are played out by a small Monte Carlo bot."""

from jasssim.bots import picker, player
from jasssim.bots.weights import load_weights
from jasssim.engine.fitted import MEMO, brain_in
from jasssim.engine.playout import FITTED
from jasssim.engine.sampling import decide
from jasssim.engine.search import BRAIN_WORDS, LEVEL, SEARCHING, set_up

INNER = BRAIN_WORDS + LEVEL


@picker()
def sampled_block(view, params, memo):
    """Choose the block of 3×3 that does best in the worlds."""
    set_up(memo, BRAIN_WORDS, params[0], SEARCHING, params[3], params[2], 0.0, 0.0, 0)
    set_up(memo, INNER, params[1], FITTED, params[3], 0.0, 0.0, 0.0, 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)


@player(
    pick=sampled_block,
    data=load_weights(),
    memo=MEMO + 2 * LEVEL,
    params={"worlds": 40, "inner": 4, "heat": 2, "prior": 20},
    bounds={
        "worlds": (1, 1 << 20),
        "inner": (1, 1 << 20),
        "heat": (0.0, 1e3),
        "prior": (0.0, 1e6),
    },
    nanoseconds=100_000_000,
)
def recursive(view, params, memo):
    """Plays as `inferring`, its worlds played out by `mc` in all four seats.

    ``inner`` is the number of worlds which that inner bot tries for each card. A play-out
    costs a hundred times as much and is better in proportion only where time is no matter.
    """
    set_up(memo, BRAIN_WORDS, params[0], SEARCHING, params[3], params[2], 0.0, 0.0, 0)
    set_up(memo, INNER, params[1], FITTED, params[3], 0.0, 0.0, 0.0, 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)
