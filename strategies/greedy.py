"""The simplest bot with an aim."""

from jasssim.bots import player
from jasssim.engine.bits import NONE, lowest_index
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
