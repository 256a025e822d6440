"""The caller that knows what a row is worth on other days."""

from jasssim.bots import caller
from jasssim.engine.calling import PASS, is_open, worth


@caller(evaluates=True, params={"margin": 0.0})
def call(view, params, memo, tables):
    """Calls where it gains most over the row's mean, times the factor; passes if it would lose.

    A row's mean is what its best call writes over all hands, so a dear row is kept for a
    hand that suits it. `margin` is the gain in chart points below which it passes. It does
    not see that rows run out, nor what a pass gives the opponents.
    """
    chosen = PASS
    best = 0.0
    for choice in range(view.calls):
        if is_open(view, choice):
            place = view.row_of[choice]
            gain = view.factors[place] * (worth(view, tables, choice) - view.means[place])
            if chosen == PASS or gain > best:
                best = gain
                chosen = choice
    return chosen if view.forced or best >= params[0] else PASS
