"""How likely a card was that a seat played, at several temperatures of the softmax at once."""

from __future__ import annotations

from numba import types

from . import kernel
from .bits import count
from .fitted import BRAIN_TYPE
from .inference import chance
from .order import playing_order
from .view import VIEW_TYPE

VIEWS = types.Array(VIEW_TYPE, 1, "C")
BRAINS = types.Array(BRAIN_TYPE, 1, "C")
NUMBERS = types.float64[::1]


@kernel(types.int64(VIEWS, BRAINS, types.uint64, NUMBERS, NUMBERS))
def tell_card(views, brains, card, heats, chances):
    """Chances of a card, as `jasssim.engine.inference.likelihood` has them.

    Parameters
    ----------
    views, brains : arrays of VIEW and BRAIN, shape (1,)
        The decision, and the policy's memory.
    card : uint64
        The card that was played, natural order.
    heats, chances : float64 arrays, shape (n,)
        Temperatures in points; out: the card's chance at each.

    Returns
    -------
    int
        How many cards were legal.
    """
    view = views[0]
    played = playing_order(card, view.trump)
    for i in range(heats.shape[0]):
        chances[i] = chance(view, brains[0], played, heats[i])
    return count(view.legal)
