"""What a search is to do, and what it works with: a record in a bot's memory."""

from __future__ import annotations

import numpy as np

from . import kernel
from .fitted import BRAIN
from .inference import PAST_CARDS, VIEW_WORDS
from .pointers import record_in, words_of
from .view import HANDS, VIEW
from .worlds import WORLDS

MOST = 9
SEARCH = np.dtype(
    [
        # what is wanted; see `set_up`
        ("wanted", np.int64),
        ("policy", np.int64),
        ("prior_worlds", np.float64),
        ("heat", np.float64),
        ("call_heat", np.float64),
        ("exact", np.int64),
        ("open", np.int64),
        # the choices
        ("choice", np.int64, (MOST,)),  # cards as places, or modes of a block
        ("prior", np.int64, (MOST,)),  # their scores
        ("total", np.float64, (MOST,)),  # of their worths times the worlds' weights
        ("live", np.int64),  # how many are left, the first ones
        # the worlds
        ("drawn", np.int64),  # how many were drawn
        ("seen", np.float64, (PAST_CARDS,)),  # sums of their weights after each card seen
        ("weights", np.float64),  # sums over the worlds that were taken, of weights and squares
        ("squares", np.float64),
        ("kept", np.int64),  # views of the past that are kept
        ("world", np.uint64, (4,)),  # the hands of one
        ("ahead", VIEW),  # a world that is played out
        ("hands", HANDS),
        ("worlds", WORLDS),
    ],
    align=True,
)
"""What a search is to do, and what it works with."""

BRAIN_WORDS = words_of(BRAIN)
SEARCH_WORDS = words_of(SEARCH)
LEVEL = SEARCH_WORDS + PAST_CARDS * VIEW_WORDS
"""Words that one search takes: its record, and views of the past behind it."""

search_in = record_in(SEARCH)


@kernel()
def set_up(memo, place, worlds, policy, prior_worlds, heat, call_heat, exact, opened):
    """Say what a search is to do.

    Parameters
    ----------
    memo, place : int64 array, int
        Memory, and where the search's part begins.
    worlds : float
        Worlds for each choice on average.
    policy : float
        Who plays the worlds out, `RULE` or `FITTED` of `jasssim.engine.playout`.
    prior_worlds : float
        How many worlds a score of the fitted policy counts like.
    heat, call_heat : float
        Temperatures of the likelihood of the cards and of the call seen, in points; 0 for none.
    exact : float
        So many last tricks are solved instead of played out.
    opened : int
        1 if the one world is that of the hands, which stand at the memory's beginning.
    """
    s = search_in(memo, place)
    s.wanted = max(1, np.int64(worlds))
    s.policy = np.int64(policy)
    s.prior_worlds = prior_worlds
    s.heat = heat
    s.call_heat = call_heat
    s.exact = np.int64(exact)
    s.open = opened
