"""The rule policy in Misère: both teams play to lose their tricks."""

from __future__ import annotations

from . import kernel
from .bits import NONE
from .sense import beating, cheapest, dearest, may_hold, prefer, reach, strongest, weakest


@kernel()
def play_avoid(view):
    """The card that gives the own team the fewest points, as a set."""
    seat = view.seat
    legal = view.legal
    if view.place == 0:
        enemies = may_hold(view, (seat + 1) & 3) | may_hold(view, (seat + 3) & 3)
        # A card that an opponent can still be made to beat.
        return weakest(view, prefer(legal, reach(enemies, view.down)))
    losers = legal & ~beating(view, legal)
    partner_best = view.place >= 2 and view.best_place == view.place - 2
    if losers == NONE:
        return strongest(view, legal) if view.place == 3 else weakest(view, legal)
    if losers & view.led == NONE:
        return discard(view, losers, partner_best)
    if partner_best:
        return strongest(view, cheapest(view, losers))
    return strongest(view, losers)


@kernel()
def discard(view, cards, partner_best):
    """Throw what endangers most: dear cards to the opponents, high ones to the partner."""
    if partner_best:
        return strongest(view, cheapest(view, cards))
    return strongest(view, dearest(view, cards))
