"""The caller that plays its calls out."""

from jasssim.bots import caller
from jasssim.engine.calling import PASS
from jasssim.engine.forecast import FORECAST_WORDS, cross_fit, forecast


@caller(
    evaluates=True,
    samples=True,
    params={"worlds": 64, "margin": 5.0, "reserve": 1.0, "prior": 32.0, "rollout": 0, "x": 0},
    bounds={"worlds": (2, 1 << 20), "rollout": (0, 1)},
    memo=FORECAST_WORDS,
)
def call(view, params, memo, tables):
    """Calls what gains most where all calls are played out in the same sampled worlds.
    """
    s = forecast(view, memo, int(params[0]), int(params[4]))
    chosen = cross_fit(view, tables, s, params[3], params[2])
    return chosen if view.forced or s.value >= params[1] else PASS
