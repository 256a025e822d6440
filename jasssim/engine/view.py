"""What a bot may see, and what the engine must know of a contract and its house rules.

Both are records: one pointer to pass, whatever they hold. Card sets in a view are in
*playing order*: in the trump suit the nine bits follow the trump's strength (6 7 8 10
Ober König Ass Nell Puur), in all other suits the ranks. So a higher bit is always the
stronger card, or in a downward trick a lower one. `jasssim.engine.order.natural_order`
turns a set back.
"""

from __future__ import annotations

import numba
import numpy as np

UP, DOWN, TRUMP = 0, 1, 2
"""Classes of tricks for the tally: played upwards (Molotow's open tricks too), downwards,
and with a trump in force."""

POINTS, AVOID, ALONE, LOW = 0, 1, 2, 3
"""Goals: points for the team; the caller's team wants none; each seat alone wants the
highest or the lowest score; each seat alone wants few points."""

RULES = [
    ("form", np.int64),  # code of its shape, by `jasssim.engine.houses`; numpy owns that name
    ("by_trump", np.int64),  # 1 if all cards count by the final trump
    ("down_table", np.int64),  # value table of downward tricks
    ("caller_picks", np.int64),  # 1 if the caller chooses the later blocks of 3x3
    ("chosen", np.int64),  # tricks whose mode is chosen in play, one bit each
    ("chosen_values", np.int64),  # those whose value table comes with it
    ("late", np.int64),  # 1 if Molotow's trump has power from the next trick
    ("exempt", np.uint64),  # every bit if the bare Puur need not follow trump
    ("no_side", np.uint64),  # every bit if a void player may undertrump at will
    ("any_trump", np.uint64),  # every bit if undertrumping is always allowed
    ("must_beat", np.uint64),  # every bit if a hand of trumps must overtrump if it can
]
"""What everybody knows of a contract under its house rules, for the whole deal."""

VIEW = np.dtype(
    [
        # the seat to move
        ("hand", np.uint64),  # its cards
        ("legal", np.uint64),  # those it may play
        ("seat", np.int64),
        ("noise", np.uint64),  # key of this decision's random words
        # the trick
        ("trick", np.int64),  # 0 to 8
        ("place", np.int64),  # cards on the table, 0 to 3
        ("leader", np.int64),
        ("table", np.uint64, (4,)),  # the cards on the table in order, as sets
        ("led", np.uint64),  # the led suit's nine cards, none on the lead
        ("best", np.uint64),  # the card that takes the trick so far
        ("best_place", np.int64),
        ("best_key", np.int64),  # its strength, 0 on the lead
        ("over", np.uint64),  # trumps stronger than all trumps on the table
        ("trump", np.uint64),  # the trump suit's nine cards, none without trump
        ("down", np.int64),  # 1 if low beats high
        ("mode", np.int64),  # code of the trick's mode
        # the deal
        ("caller", np.int64),
        ("goal", np.int64),
        ("modes", np.int64, (9,)),  # code of each trick's mode, as known now
        ("values", np.int64, (9,)),  # code of the value table of each trick
        ("ups", np.int64),  # tricks known to be played upwards, one bit each
        ("downs", np.int64),  # and those played downwards
        ("trump_mode", np.int64),  # code of the suit that is trump in some trick, -1 if unknown
        ("choices", np.int64),  # modes to choose from, one bit each, when a block is chosen
        # what has been seen; by seat
        ("gone", np.uint64),  # all cards played
        ("played", np.uint64, (4,)),
        ("cannot", np.uint64, (4,)),  # cards that a seat has shown not to hold
        ("has_led", np.uint64, (4,)),  # suits a seat has led, all nine cards of each
        ("has_thrown", np.uint64, (4,)),  # suits a seat has discarded
        ("tricks", np.int64, (4,)),  # tricks a seat has taken
        # cards a seat has taken, at 3 * seat + class of trick; those of upward and downward
        # tricks stay in natural order when a trump comes into force later
        ("taken", np.uint64, (12,)),
        ("history", np.int8, (36,)),  # card places in the order played, 4 to a trick
        ("leaders", np.int8, (9,)),
        *RULES,
    ],
    align=True,
)

HANDS = np.dtype(
    [
        ("of", np.uint64, (4,)),  # the hands, in playing order
        ("deal", np.int64),  # index of the deal
        ("fouls", np.int64),
        ("foul", np.int64, (4,)),  # of the first foul: deal, trick, seat, answer
        ("foul_legal", np.uint64),  # and the legal set, in natural order
    ],
    align=True,
)
"""What no bot sees of a running deal: the four hands, and the fouls."""

HOUSE = np.dtype(
    [
        ("modes", np.int64, (9,)),
        ("values", np.int64, (9,)),
        ("goal", np.int64),
        ("trump_mode", np.int64),
        *RULES,
    ],
    align=True,
)

VIEW_TYPE = numba.from_dtype(VIEW)
HOUSE_TYPE = numba.from_dtype(HOUSE)
HANDS_TYPE = numba.from_dtype(HANDS)
