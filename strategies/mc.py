"""Plays what does best in worlds that it deals itself: flat Monte Carlo."""

from jasssim.bots import picker, player
from jasssim.bots.weights import load_weights
from jasssim.engine.fitted import MEMO, brain_in
from jasssim.engine.sampling import decide
from jasssim.engine.search import BRAIN_WORDS, LEVEL, set_up


@picker()
def sampled_block(view, params, memo):
    """Choose the block of 3×3 that does best in the worlds."""
    set_up(memo, BRAIN_WORDS, params[0], params[1], params[2], 0.0, 0.0, 0.0, 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)


@player(
    pick=sampled_block,
    data=load_weights(),
    memo=MEMO + LEVEL,
    params={"worlds": 32, "rollout": 1, "prior": 30},
    bounds={"worlds": (1, 1 << 20), "rollout": (0, 1), "prior": (0.0, 1e6)},
    nanoseconds=600_000,
)
def mc(view, params, memo):
    """Tries every card in the same sampled worlds and plays the one that does best.

    A world is any deal that agrees with the cards seen and the voids shown, each as likely as
    the others; it is played out by the fitted policy (``rollout=1``) or by rules (0). Half of
    the cards are given up after each round. ``worlds`` is the mean number for each card,
    ``prior`` how many worlds the fitted policy's own opinion counts like. It takes all worlds
    for equally likely, whatever the others have played.
    """
    set_up(memo, BRAIN_WORDS, params[0], params[1], params[2], 0.0, 0.0, 0.0, 0)
    return decide(view, brain_in(memo, 0), memo, BRAIN_WORDS)
