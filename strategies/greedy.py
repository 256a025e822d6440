"""The simplest bots with an aim."""

from jasssim.bots import caller, player
from jasssim.engine.bits import NONE, lowest_index
from jasssim.engine.calling import PASS, is_open, worth
from jasssim.engine.sense import beating, strongest, weakest


@player(nanoseconds=100)
def greedy(view, params, memo):
    """Plays its strongest card if that takes the trick, else its weakest.

    Strongest and weakest go by rank in the trick's direction, side suits before trump for
    the weakest. The idea is the usual first bot of card engines. It does not save its good
    cards, forgets what was played and takes its partner's tricks.
    """
    winners = beating(view, view.legal)
    card = strongest(view, winners) if winners != NONE else weakest(view, view.legal)
    return lowest_index(card)


@caller(evaluates=True)
def call(view, params, memo, tables):
    """Calls the row that writes most now, factor times expected written points; never passes.

    It spends dear rows on middling hands, because it does not ask what they would bring on
    a better one.
    """
    chosen = PASS
    best = 0.0
    for choice in range(view.calls):
        if is_open(view, choice):
            value = view.factors[view.row_of[choice]] * worth(view, tables, choice)
            if chosen == PASS or value > best:
                best = value
                chosen = choice
    return chosen
