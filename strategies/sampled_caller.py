"""The caller that plays its calls out."""

from jasssim.bots import caller
from jasssim.bots.weights import load_weights
from jasssim.engine.calling import PASS
from jasssim.engine.forecast import SCRATCH, cross_fit, forecast


@caller(
    evaluates=True,
    samples=True,
    params={"worlds": 64, "margin": 4.0, "reserve": 1.0, "prior": 32.0, "rollout": 0},
    bounds={"worlds": (2, 1 << 20), "prior": (0.0, 1e9), "rollout": (0, 1)},
    memo=SCRATCH,
    data=load_weights(),
)
def call(view, params, memo, tables):
    """Calls what gains most when all calls are played out in the same worlds; else it passes.

    The other 27 cards are dealt anew in each of so many `worlds`, all deals alike, and four
    players by rules of thumb (`rollout` 0) or by fitted weights (1) play every open call there.
    What is written by the house rules, times the factor, is compared with what the row is kept
    for: its mean over all hands and `reserve` standard deviations more. The forecast of the
    tables counts like `prior` further worlds.

    The best of many noisy values is overstated. So the best call of the even worlds is valued
    by the odd ones, the best of the odd worlds by the even ones, and the mean of both decides:
    below `margin` chart points it passes. It calls the best one by all worlds. It does not
    learn from the passes heard, knows no Weis, and keeps its rows for hands, not for the score.
    """
    s = forecast(view, memo, int(params[0]), int(params[4]))
    chosen = cross_fit(view, tables, s, params[3], params[2])
    return chosen if view.forced or s.value >= params[1] else PASS
