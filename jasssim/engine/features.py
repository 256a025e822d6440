"""What the fitted policy looks at: numbers that describe a card in a decision.

All are whole numbers, so scores are exact sums and the same on every machine. Directions are
relative: *this* is the one of the trick, *other* the opposite one, so that one set of weights
serves a contract with either start. A feature is 0 unless it is set.
"""

from __future__ import annotations

from enum import IntEnum, auto

import numba
import numpy as np

from ..game.orders import OPEN
from . import kernel
from .bits import NONE, ONE, U64, count, lane_of, lowest_index
from .pointers import clear
from .sense import CARD_VALUES, TRUMP_BY_RANK


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

LATE = 6
"""Trick, counted from 0, from which on ``late_value`` holds."""

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
EIGHT, TEN = 8, 10
PUUR_PLACE, NELL_PLACE, ACE_PLACE = 8, 7, 6
UNDER, NINE = 5, 3
HIGH = (1 << UNDER) | (1 << NINE)
RANK = 15


@kernel()
def stronger(card, down):
    """All cards of a suit that beat a card in a direction."""
    lane = lane_of(card)
    return lane & ((card - ONE) if down else ~(card | (card - ONE)))


@kernel()
def value_of(look, card):
    """What a card counts in this trick, int64."""
    kind = look.inside_kind if card & look.valued != NONE else look.side_kind
    return CARD_VALUES[kind, lowest_index(card) & 15]


@kernel()
def look_at_suit(view, look, lane):
    """Set the features that all cards of a suit share."""
    f = look.f
    clear(f, Suit.LENGTH_1, SUIT_BLOCK)
    length = count(view.hand & lane)
    if length <= 4:
        f[Suit.LENGTH_1 + length - 1] = 1
    unseen = count(look.others & lane)
    f[Suit.UNSEEN] = unseen
    if view.place > 0 and lane != view.led:
        f[Suit.UNSEEN_DISCARD] = unseen
    f[Suit.PARTNER_VOID] = look.partner & lane == NONE
    f[Suit.LEFT_VOID] = look.left & lane == NONE
    f[Suit.RIGHT_VOID] = look.right & lane == NONE
    partner, left, right = (view.seat + 2) & 3, (view.seat + 1) & 3, (view.seat + 3) & 3
    f[Suit.PARTNER_THREW] = view.has_thrown[partner] & lane != NONE
    f[Suit.OPPONENT_THREW] = (view.has_thrown[left] | view.has_thrown[right]) & lane != NONE
    f[Suit.PARTNER_LED] = view.has_led[partner] & lane != NONE
    f[Suit.OPPONENT_LED] = (view.has_led[left] | view.has_led[right]) & lane != NONE
    f[Suit.OWN_LED] = view.has_led[view.seat] & lane != NONE


@kernel()
def outcome_of(view, look, wins, over):
    """Place of a card's outcome in `OUTCOMES`."""
    if wins:
        return min(over, 3)
    if look.partner_best:
        return 4 + (look.over_partner > 0) + (look.over_partner > 2)
    if view.place == 1 and not look.alone:
        return 7 + (look.partner_helps > 0) + (look.partner_helps > 2)
    return 7


@kernel()
def keep_features(f, at, stronger_out, tricks):
    """Set whether a card is the best, second or third in a direction that is still to come."""
    if tricks > 0 and stronger_out < 3:
        f[at + 2 * stronger_out] = 1
        f[at + 2 * stronger_out + 1] = tricks


@kernel()
def look_at_card(view, look, card):
    """Set a card's own features; those of its suit are set already."""
    f = look.f
    clear(f, Card.SURE, FEATURES - SUIT_BLOCK)
    lane = lane_of(card)
    value = value_of(look, card)
    over_this = stronger(card, view.down)
    this = count(look.others & over_this)
    other = count(look.others & stronger(card, 1 - view.down))
    over = count(look.threat & over_this)
    wins = card & look.winners != NONE
    outcome = outcome_of(view, look, wins, over)
    sure = wins and over == 0
    f[Card.SURE + outcome] = 1
    f[Card.VALUE_SURE + outcome] = value
    f[Card.POINTS_SURE + outcome] = look.points
    keep_features(f, Card.THIS_BOSS, this, look.later_this)
    keep_features(f, Card.OTHER_BOSS, other, look.later_other)
    if look.later_this > 0:
        f[Card.THIS_STRONGER] = this
    if look.later_other > 0:
        f[Card.OTHER_STRONGER] = other
    beside = look.boss_next & ~card != NONE
    if wins:
        f[(Card.SURE_NO_BOSS_NEXT if sure else Card.UNSURE_NO_BOSS_NEXT) + beside] = 1
        f[Card.EXCESS_OVER] = max(over - 3, 0)
        f[Card.TRICK_UNSURE] = 0 if sure else view.trick
    else:
        f[Card.TRICK_LOST] = view.trick
        f[Card.TRICK_VALUE_LOST] = view.trick * value
    length = count(view.hand & lane)
    boss = card & look.boss != NONE
    if view.place == 0:
        lead_features(view, look, card, lane, over, length, boss)
    else:
        follow_features(view, look, card, lane, wins, beside)
    if view.place < 2 and not look.alone:
        f[Card.PARTNER_OVER] = count(look.partner & over_this)
    if value >= EIGHT:
        dear = (
            Card.DEAR_SINGLE if length == 1 else Card.DEAR_PAIR if length == 2 else Card.DEAR_LONG
        )
        f[Card.DEAR_BOSS if boss else dear] = 1
    if view.trump == NONE:
        side_features(view, look, card, lane, value, wins, sure, length, boss)
    else:
        trump_features(view, look, card, lane, value, wins, sure, length, boss)
    if look.future != NONE or view.mode == OPEN:
        later_features(view, look, card, lane)


@kernel()
def lead_features(view, look, card, lane, over, length, boss):
    """Set what matters on the lead only."""
    f = look.f
    unseen = f[Suit.UNSEEN]
    f[Card.LEAD_ONLY_PARTNER_OVER] = over == 0 and look.partner & stronger(card, view.down) != NONE
    f[Card.LEAD_OURS_LENGTH_4] = look.ours and length >= 4
    f[Card.LEAD_BOSS_NEXT_BESIDE] = look.boss_next & lane & ~card != NONE
    f[Card.LEAD_BOSS_UNSEEN if boss else Card.LEAD_OTHER_UNSEEN] = unseen
    f[Card.LEAD_BOSS_LENGTH if boss else Card.LEAD_OTHER_LENGTH] = length


@kernel()
def follow_features(view, look, card, lane, wins, beside):
    """Set what matters only when a card has been led."""
    f = look.f
    f[Card.WINS_NO_BOSS_NEXT] = wins and not beside
    f[Card.LAST_OF_SUIT] = lane == view.led and view.hand & lane == card
    if wins and look.partner_best:
        f[Card.OVERTAKES_PARTNER] = 1
        f[Card.OVERTAKES_PARTNER_VALUE] = look.partner_value
    if lane != view.led:
        f[Card.BELOW_THIS_BOSS] = look.boss & lane & ~card != NONE and card & look.boss == NONE
        f[Card.BELOW_OTHER_BOSS] = (
            look.boss_other & lane & ~card != NONE and card & look.boss_other == NONE
        )


@kernel()
def side_features(view, look, card, lane, value, wins, sure, length, boss):
    """Set what matters in tricks without trump."""
    f = look.f
    trick = view.trick
    discards = view.place > 0 and lane != view.led
    f[Side.DISCARD_VALUE] = value if discards else 0
    f[Side.LATE_VALUE] = value if trick >= LATE else 0
    f[Side.TRICK_WINS] = trick if wins else 0
    if sure:
        f[Side.LENGTH_SURE] = length
        f[Side.TRICK_SURE] = trick
        f[Side.TURN_SURE] = look.turn
        f[Side.TURN_SURE_NO_BOSS_NEXT] = look.turn and look.boss_next & ~card == NONE
        f[Side.SURE_BOSSES_NEXT] = count(look.boss_next & ~card)
    f[Side.TURN_UNSURE_LEAD] = look.turn and view.place == 0 and not sure
    if boss:
        f[Side.BOSS_UNSEEN] = count(look.others & lane)
        f[Side.TRICK_LEAD_BOSS] = trick if view.place == 0 else 0


@kernel()
def trump_features(view, look, card, lane, value, wins, sure, length, boss):
    """Set what matters in tricks with a trump in force."""
    if card & view.trump != NONE:
        own_trump_features(view, look, card, wins, sure, boss)
        return
    f = look.f
    unseen = count(look.others & lane)
    f[Trump.SIDE_SINGLE] = length == 1 and look.own_trumps > 0
    f[Trump.SIDE_DEAR_NO_BOSS] = value >= TEN and not boss and look.enemy_trumps > 0
    if boss:
        f[Trump.SIDE_BOSS_OPPONENTS] = look.enemy_trumps
        f[Trump.SIDE_BOSS_UNSEEN] = unseen
        f[Trump.SIDE_BOSS_TRUMPS] = look.own_trumps > 0
    if view.place == 0:
        draws = look.ours and look.enemy_trumps > 0
        f[Trump.LEAD_SIDE_OURS] = draws
        f[Trump.LEAD_SINGLE_TRUMPS] = look.own_trumps if length == 1 else 0
        if boss:
            f[Trump.LEAD_SIDE_BOSS_OPPONENTS] = look.enemy_trumps
            f[Trump.LEAD_SIDE_BOSS_OURS] = draws
            f[Trump.LEAD_SIDE_PARTNER_RUFFS] = (
                look.partner & lane == NONE and look.partner & view.trump != NONE
            )
    left = look.left & (lane | view.trump)
    right = look.right & (lane | view.trump)
    ruffs = left != NONE and left & lane == NONE and view.place < 3
    ruffs |= view.place == 0 and right != NONE and right & lane == NONE
    if sure and ruffs:
        f[Trump.SIDE_SURE_RUFFABLE] = 1
        f[Trump.SIDE_SURE_RUFFABLE_VALUE] = value


@kernel()
def own_trump_features(view, look, card, wins, sure, boss):
    """Set what matters when the card is a trump."""
    f = look.f
    place = lowest_index(card) & 15
    enemies = look.enemy_trumps
    f[Trump.TRUMP] = 1
    f[Trump.TRUMP_OPPONENTS] = enemies
    f[Trump.TRUMP_OWN] = look.own_trumps
    f[Trump.TRUMP_OURS] = look.ours
    f[Trump.TRUMP_OURS_OPPONENTS] = look.ours and enemies > 0
    f[Trump.TRUMP_PARTNER_MAY] = look.partner & view.trump != NONE
    f[Trump.PUUR] = place == PUUR_PLACE
    f[Trump.NELL] = place == NELL_PLACE
    f[Trump.TRUMP_ACE] = place == ACE_PLACE
    f[Trump.TRUMP_CALLER] = look.is_caller
    f[Trump.TRUMP_NO_OPPONENTS] = enemies == 0
    f[Trump.TRUMP_LAST] = look.own_trumps == 1
    f[Trump.TRUMP_BOSS] = boss and enemies > 0
    f[Trump.TRUMP_SURE] = sure
    f[Trump.TRUMP_UNSURE] = wins and not sure
    if view.place == 0:
        f[Trump.LEAD_TRUMP_TO_DRAW] = (
            look.ours and enemies > 0 and look.partner & view.trump != NONE
        )
        f[Trump.LEAD_TRUMP_OWN] = look.own_trumps if look.ours else 0
        f[Trump.LEAD_TRUMP_PARTNER] = look.ours and not look.is_caller
        f[Trump.LEAD_TRUMP_BOSS_OURS] = boss and look.ours
    elif view.led != view.trump:
        f[Trump.RUFF_POINTS] = look.points
        f[Trump.RUFF_SURE_POINTS] = look.points if sure else 0
        f[Trump.RUFFS_PARTNER] = look.partner_best
        f[Trump.RUFFS_THOUGH_FOLLOWS] = view.hand & view.led != NONE
        f[Trump.RUFF_OWN] = look.own_trumps
        f[Trump.RUFF_OURS] = look.ours


@kernel()
def later_features(view, look, card, lane):
    """Set what matters when a trump is still to come, or is made by this very card."""
    f = look.f
    rank = lowest_index(card) & RANK
    if lane == look.future:
        f[Later.LATER_TRUMP] = 1
        f[Later.LATER_TRUMP_VALUE] = CARD_VALUES[TRUMP_BY_RANK, rank]
        f[Later.LATER_TRUMP_HIGH] = (1 << rank) & HIGH != 0
    if view.mode == OPEN and view.place > 0 and lane != view.led and view.trump == NONE:
        rest = view.hand & lane & ~card
        start = U64(lowest_index(lane))
        f[Later.MAKES_TRUMP] = 1
        f[Later.MAKES_TRUMP_LENGTH] = count(rest)
        f[Later.MAKES_TRUMP_PUUR] = (rest >> start) >> U64(UNDER) & ONE == ONE
        f[Later.MAKES_TRUMP_NELL] = (rest >> start) >> U64(NINE) & ONE == ONE
