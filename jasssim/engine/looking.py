"""Setting the features of a card; what they are stands in `jasssim.engine.features`."""

from __future__ import annotations

from ..game.orders import OPEN
from . import kernel
from .bits import NONE, ONE, U64, count, lane_of, lowest_index
from .features import FEATURES, SUIT_BLOCK, Card, Later, Side, Suit, Trump
from .order import natural_order
from .pointers import clear
from .sense import CARD_VALUES, TRUMP_BY_RANK

LATE = 6
"""Trick, counted from 0, from which on ``late_value`` holds."""

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
    if card & look.plain_trump != NONE:
        card = natural_order(card, look.plain_trump)
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
