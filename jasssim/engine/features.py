"""What the fitted policy looks at: numbers that describe a card in a decision.

All are whole numbers, so scores are exact sums and the same on every machine. Directions are
relative: *this* is the one of the trick, *other* the opposite one, so that one set of weights
serves a contract with either start. A feature is 0 unless it is set.
"""

from __future__ import annotations

from enum import IntEnum, auto

import numba
import numpy as np


class Suit(IntEnum):
    """Features that all cards of a suit share."""

    LENGTH_1 = 0
    LENGTH_2 = auto()
    LENGTH_3 = auto()
    LENGTH_4 = auto()
    UNSEEN = auto()
    UNSEEN_DISCARD = auto()
    PARTNER_VOID = auto()
    LEFT_VOID = auto()
    RIGHT_VOID = auto()
    PARTNER_THREW = auto()
    OPPONENT_THREW = auto()
    PARTNER_LED = auto()
    OPPONENT_LED = auto()
    OWN_LED = auto()


class Card(IntEnum):
    """Features of a card in any contract."""

    SURE = 16
    OVER_1 = auto()
    OVER_2 = auto()
    OVER_3 = auto()
    PARTNER_SURE = auto()
    PARTNER_1_OR_2_OVER = auto()
    PARTNER_3_OVER = auto()
    LOST = auto()
    LOST_PARTNER_1_OR_2 = auto()
    LOST_PARTNER_3 = auto()
    VALUE_SURE = auto()
    VALUE_OVER_1 = auto()
    VALUE_OVER_2 = auto()
    VALUE_OVER_3 = auto()
    VALUE_PARTNER_SURE = auto()
    VALUE_PARTNER_1_OR_2_OVER = auto()
    VALUE_PARTNER_3_OVER = auto()
    VALUE_LOST = auto()
    VALUE_LOST_PARTNER_1_OR_2 = auto()
    VALUE_LOST_PARTNER_3 = auto()
    POINTS_SURE = auto()
    POINTS_OVER_1 = auto()
    POINTS_OVER_2 = auto()
    POINTS_OVER_3 = auto()
    POINTS_PARTNER_SURE = auto()
    POINTS_PARTNER_1_OR_2_OVER = auto()
    POINTS_PARTNER_3_OVER = auto()
    POINTS_LOST = auto()
    POINTS_LOST_PARTNER_1_OR_2 = auto()
    POINTS_LOST_PARTNER_3 = auto()
    THIS_BOSS = auto()
    THIS_BOSS_TRICKS = auto()
    THIS_SECOND = auto()
    THIS_SECOND_TRICKS = auto()
    THIS_THIRD = auto()
    THIS_THIRD_TRICKS = auto()
    OTHER_BOSS = auto()
    OTHER_BOSS_TRICKS = auto()
    OTHER_SECOND = auto()
    OTHER_SECOND_TRICKS = auto()
    OTHER_THIRD = auto()
    OTHER_THIRD_TRICKS = auto()
    SURE_NO_BOSS_NEXT = auto()
    SURE_BOSS_NEXT = auto()
    UNSURE_NO_BOSS_NEXT = auto()
    UNSURE_BOSS_NEXT = auto()
    BELOW_THIS_BOSS = auto()
    BELOW_OTHER_BOSS = auto()
    LEAD_ONLY_PARTNER_OVER = auto()
    LEAD_OURS_LENGTH_4 = auto()
    LEAD_BOSS_NEXT_BESIDE = auto()
    WINS_NO_BOSS_NEXT = auto()
    LAST_OF_SUIT = auto()
    OVERTAKES_PARTNER = auto()
    OVERTAKES_PARTNER_VALUE = auto()
    EXCESS_OVER = auto()
    PARTNER_OVER = auto()
    LEAD_BOSS_UNSEEN = auto()
    LEAD_OTHER_UNSEEN = auto()
    LEAD_BOSS_LENGTH = auto()
    LEAD_OTHER_LENGTH = auto()
    THIS_STRONGER = auto()
    OTHER_STRONGER = auto()
    TRICK_UNSURE = auto()
    TRICK_LOST = auto()
    TRICK_VALUE_LOST = auto()
    DEAR_LONG = auto()
    DEAR_SINGLE = auto()
    DEAR_PAIR = auto()
    DEAR_BOSS = auto()


class Side(IntEnum):
    """Features of a card in a trick without trump."""

    DISCARD_VALUE = 96
    LATE_VALUE = auto()
    TRICK_WINS = auto()
    LENGTH_SURE = auto()
    TRICK_SURE = auto()
    TURN_SURE = auto()
    TURN_SURE_NO_BOSS_NEXT = auto()
    TURN_UNSURE_LEAD = auto()
    SURE_BOSSES_NEXT = auto()
    BOSS_UNSEEN = auto()
    TRICK_LEAD_BOSS = auto()


class Trump(IntEnum):
    """Features of a card in a trick with a trump in force."""

    TRUMP = 112
    TRUMP_OPPONENTS = auto()
    TRUMP_OWN = auto()
    TRUMP_OURS = auto()
    TRUMP_OURS_OPPONENTS = auto()
    TRUMP_PARTNER_MAY = auto()
    PUUR = auto()
    NELL = auto()
    TRUMP_ACE = auto()
    TRUMP_CALLER = auto()
    TRUMP_NO_OPPONENTS = auto()
    RUFF_POINTS = auto()
    TRUMP_LAST = auto()
    TRUMP_BOSS = auto()
    SIDE_SINGLE = auto()
    SIDE_BOSS_OPPONENTS = auto()
    LEAD_SIDE_BOSS_OPPONENTS = auto()
    LEAD_SIDE_BOSS_OURS = auto()
    TRUMP_SURE = auto()
    TRUMP_UNSURE = auto()
    RUFF_SURE_POINTS = auto()
    RUFFS_PARTNER = auto()
    RUFFS_THOUGH_FOLLOWS = auto()
    LEAD_TRUMP_TO_DRAW = auto()
    RUFF_OWN = auto()
    RUFF_OURS = auto()
    LEAD_SIDE_OURS = auto()
    LEAD_SINGLE_TRUMPS = auto()
    LEAD_SIDE_PARTNER_RUFFS = auto()
    LEAD_TRUMP_OWN = auto()
    LEAD_TRUMP_PARTNER = auto()
    LEAD_TRUMP_BOSS_OURS = auto()
    SIDE_DEAR_NO_BOSS = auto()
    SIDE_BOSS_UNSEEN = auto()
    SIDE_BOSS_TRUMPS = auto()
    SIDE_SURE_RUFFABLE = auto()
    SIDE_SURE_RUFFABLE_VALUE = auto()


class Later(IntEnum):
    """Features of a card where a trump is still to come."""

    LATER_TRUMP = 160
    LATER_TRUMP_VALUE = auto()
    LATER_TRUMP_HIGH = auto()
    MAKES_TRUMP = auto()
    MAKES_TRUMP_LENGTH = auto()
    MAKES_TRUMP_PUUR = auto()
    MAKES_TRUMP_NELL = auto()


BLOCK = 16
"""Features are added up by so many at a time; each group begins at a multiple."""

SUIT_BLOCK = int(Card.SURE)
FEATURES = -(-(len(Later) + int(Later.LATER_TRUMP)) // BLOCK) * BLOCK
"""Places of features; those between two groups stay empty."""

NAMES = {
    int(member): member.name.lower()
    for group in (Suit, Card, Side, Trump, Later)
    for member in group
}
"""Names of the features by place."""

LOOK = np.dtype(
    [
        ("others", np.uint64),  # cards unseen
        ("left", np.uint64),  # those that the left opponent, the partner, the right one may hold
        ("partner", np.uint64),
        ("right", np.uint64),
        ("threat", np.uint64),  # those that opponents still to play may hold
        ("winners", np.uint64),  # legal cards that take the trick so far
        ("boss", np.uint64),  # own bosses in this direction, the other one, the next trick's
        ("boss_other", np.uint64),
        ("boss_next", np.uint64),
        ("valued", np.uint64),  # the suit that counts as trump
        ("plain_trump", np.uint64),  # the trump suit where it counts like the others
        ("side_kind", np.int64),  # rows of `CARD_VALUES` for the other suits and for it
        ("inside_kind", np.int64),
        ("later_this", np.int64),  # tricks to come in this direction, and in the other
        ("later_other", np.int64),
        ("turn", np.int64),  # 1 if the next trick is played in the other direction
        ("points", np.int64),  # on the table
        ("partner_best", np.int64),
        ("partner_value", np.int64),  # of the partner's card, if it is the best
        ("over_partner", np.int64),  # cards in `threat` that beat the best card
        ("partner_helps", np.int64),  # cards by which the partner, still to play, would win
        ("ours", np.int64),  # 1 in the caller's team
        ("is_caller", np.int64),
        ("alone", np.int64),  # 1 if each seat plays for itself
        ("enemy_trumps", np.int64),  # trumps that the opponents may hold
        ("own_trumps", np.int64),
        ("future", np.uint64),  # the suit that will be trump, if it is not yet
        ("f", np.int32, (FEATURES,)),
    ],
    align=True,
)
"""What a decision looks like, and the features of the card that is looked at."""

LOOK_TYPE = numba.from_dtype(LOOK)
