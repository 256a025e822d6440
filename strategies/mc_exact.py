"""Monte Carlo with solved last tricks."""

from jasssim.bots import picker, player
from jasssim.bots.weights import load_weights
from jasssim.engine.fitted import MEMO, brain_in
from jasssim.engine.playout import FITTED
from jasssim.engine.sampling import decide
from jasssim.engine.search import BRAIN_WORDS, LEVEL, set_up


@picker()
def sampled_block(view, params, memo):
    """Choose the block of 3×3 that does best in the worlds."""
    set_up(memo, BRAIN_WORDS, params[0], FITTED, params[2], 0.0, 0.0, params[1], 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)


@player(
    pick=sampled_block,
    data=load_weights(),
    memo=MEMO + LEVEL,
    params={"worlds": 32, "tricks": 4, "prior": 30},
    bounds={"worlds": (1, 1 << 20), "tricks": (0, 9), "prior": (0.0, 1e6)},
    nanoseconds=1_500_000,
)
def mc_exact(view, params, memo):
    """Plays as `mc`, but from so many last tricks on it solves each world instead of playing on.

    ``tricks`` is that number, 5 at most in reasonable time. In a solved world everybody sees
    all hands, which no player does; so what it finds is too good for both sides.
    """
    set_up(memo, BRAIN_WORDS, params[0], FITTED, params[2], 0.0, 0.0, params[1], 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)
