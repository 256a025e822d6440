"""The caller that works down its chart."""

from jasssim.bots import caller
from jasssim.engine.calling import PASS, is_open


@caller()
def call(view, params, memo, tables):
    """Calls the first open row of its chart, whatever it holds, and never passes.

    It is how a table plays that has agreed on the order of the rows beforehand. It does not
    look at its cards, so any caller that does should beat it.
    """
    for choice in range(view.calls):
        if is_open(view, choice):
            return choice
    return PASS
