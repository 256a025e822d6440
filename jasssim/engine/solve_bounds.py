"""What a team is sure to win before anything is searched.

A leader can cash the cards of its hand that nobody can beat; the followers must give at
least their cheapest cards of the suit, the partner gives its dearest. Trumps of one team
above all of the other's win whenever they are played.
"""

from __future__ import annotations

import numpy as np

from . import kernel
from .bits import LANE, NONE, ONE, U64, count, highest_index, lowest
from .solve_state import LENGTHS, NO_TRUMP, ONE_TRUMP, PLANES, SETS, sum_of

NINE_BITS = U64(SETS - 1)


@kernel()
def above(card):
    """All places above a card's."""
    return ~(card | (card - ONE))


@kernel()
def top_cards(own, others, down):
    """Cards of one suit that none of the others in it beats."""
    if others == NONE:
        return own
    if down:
        return own & (lowest(others) - ONE)
    return own & above(ONE << U64(highest_index(others)))


@kernel()
def winners(hand, others, down):
    """Cards of a hand that nobody else's cards of their suits beat."""
    found = NONE
    for suit in range(4):
        lane = LANE << U64(16 * suit)
        found |= top_cards(hand & lane, others & lane, down)
    return found


@kernel()
def dearest_of(planes, base, cards):
    """One card of the greatest value in a set that is not empty."""
    best = cards
    for bit in range(PLANES - 1, -1, -1):
        higher = best & planes[base + bit]
        if higher != NONE:
            best = higher
    return lowest(best)


@kernel()
def dear_sum(planes, base, cards, number):
    """Points of the dearest cards of a set, at most so many."""
    total = 0
    for _ in range(number):
        if cards != NONE:
            card = dearest_of(planes, base, cards)
            total += sum_of(planes, base, card)
            cards ^= card
    return total


@kernel()
def at_most(state, base, a, b, c, d, tricks):
    """The most that the last tricks can bring: each hand's dearest cards."""
    planes = state.planes
    return (
        dear_sum(planes, base, a, tricks)
        + dear_sum(planes, base, b, tricks)
        + dear_sum(planes, base, c, tricks)
        + dear_sum(planes, base, d, tricks)
        + state.bonus
        + state.per_trick * tricks
    )


@kernel()
def followers(state, kind, suit, tricks, partner, left, right):
    """What partner and opponents add at least when so many cards of a suit are cashed."""
    shift = U64(16 * suit)
    base = kind * SETS * LENGTHS + tricks
    at_partner = base + LENGTHS * np.int64((partner >> shift) & NINE_BITS)
    at_left = base + LENGTHS * np.int64((left >> shift) & NINE_BITS)
    at_right = base + LENGTHS * np.int64((right >> shift) & NINE_BITS)
    dear, cheap = state.dear, state.cheap
    return np.int64(dear[at_partner]) + np.int64(cheap[at_left]) + np.int64(cheap[at_right])


@kernel()
def follow_all(state, cashed, partner, left, right):
    """`followers` of all suits in which cards are cashed."""
    total = 0
    for suit in range(4):
        number = count(cashed & (LANE << U64(16 * suit)))
        if number:
            kind = np.int64(suit == state.special)
            total += followers(state, kind, suit, number, partner, left, right)
    return total


@kernel()
def cash(state, at, leader, left, rem):
    """Points that the leader's team is sure of; `rem` is all that is left to be won."""
    kind = state.kind[at]
    if kind == ONE_TRUMP:
        return cash_trumps(state, at, leader, left, rem)
    if kind != NO_TRUMP:
        return 0
    if state.steady[at]:
        return cash_steady(state, at, leader, left, rem)
    return cash_turning(state, at, leader, left, rem)


@kernel()
def cash_steady(state, at, leader, left, rem):
    """`cash` where direction and values stay to the end."""
    hands = state.hands
    hand, a = hands[leader], hands[(leader + 1) & 3]
    partner, c = hands[(leader + 2) & 3], hands[(leader + 3) & 3]
    sure = winners(hand, a | partner | c, state.down[at])
    over = across(hand, sure, partner, a, c, state.down[at])
    tricks = count(sure | over)
    if tricks == 0:
        return 0
    if tricks >= left:
        return rem
    base = PLANES * at
    total = sum_of(state.planes, base, sure | over) + state.per_trick * tricks
    total += follow_all(state, sure, partner, a, c) + follow_all(state, over, NONE, a, c)
    if left - tricks == 1:
        rest = rem - at_most(state, base, hand & ~sure, a, partner & ~over, c, 1)
        total = rest if rest > total else total
    return total


@kernel()
def across(hand, sure, partner, left, right, down):
    """Winners of the partner that the leader can reach after cashing its own.

    It needs a suit in which the leader has cashed nothing, has a card, and the partner the
    top one. The partner then cashes its tops of all such suits, if it has had other cards
    to discard before.
    """
    found = NONE
    reached = False
    discards = 0
    spare = 0
    for suit in range(4):
        lane = LANE << U64(16 * suit)
        own = hand & lane
        theirs = partner & lane
        if own & sure != NONE:
            more = count(own & sure) - count(theirs)
            discards += more if more > 0 else 0
        else:
            top = top_cards(theirs, (hand | left | right) & lane, down)
            found |= top
            spare += count(theirs & ~top)
            reached = reached or (top != NONE and own != NONE)
    return found if reached and spare >= discards else NONE


@kernel()
def cash_turning(state, at, leader, left, rem):
    """`cash` where the direction turns: trick by trick one winner of its direction."""
    hands = state.hands
    hand, a = hands[leader], hands[(leader + 1) & 3]
    partner, c = hands[(leader + 2) & 3], hands[(leader + 3) & 3]
    others = a | partner | c
    ups = winners(hand, others, 0)
    downs = winners(hand, others, 1)
    sure = NONE
    total = 0
    for later in range(at, at + left):
        free = (downs if state.down[later] else ups) & ~sure
        if free == NONE:
            break
        card = dearest_of(state.planes, PLANES * later, free)
        total += sum_of(state.planes, PLANES * later, card) + state.per_trick
        if later == at + left - 1:
            total += state.bonus
        sure |= card
    if sure == NONE:
        return 0
    total += follow_all(state, sure, partner, a, c)
    tricks = count(sure)
    if state.other[at] == at and tricks >= left - 1:  # one table counts to the end
        if tricks == left:
            return rem
        rest = rem - at_most(state, PLANES * at, hand & ~sure, a, partner, c, 1)
        total = rest if rest > total else total
    return total


@kernel()
def cash_trumps(state, at, leader, left, rem):
    """`cash` with one trump: draw the opponents' trumps, then cash the side suits."""
    hands = state.hands
    hand, a = hands[leader], hands[(leader + 1) & 3]
    partner, c = hands[(leader + 2) & 3], hands[(leader + 3) & 3]
    trump = state.trump[at]
    others = a | partner | c
    top = top_cards(hand & trump, others & trump, 0)
    drawn = count(top)
    if drawn < count(a & trump) or drawn < count(c & trump):
        return 0
    own, theirs = count(hand & trump), count(partner & trump)
    tricks = own if own > theirs else theirs
    side = NONE
    for suit in range(4):
        lane = LANE << U64(16 * suit)
        if lane & trump == NONE:
            sure = top_cards(hand & lane, others & lane, 0)
            # A partner who still has a trump might have to take the trick with it.
            if theirs <= drawn or count(sure) <= count(partner & lane):
                side |= sure
    tricks += count(side)
    if tricks >= left:
        return rem
    if tricks == 0:
        return 0
    base = PLANES * at
    taken = (hand | partner | a | c) & trump
    total = sum_of(state.planes, base, taken | side) + state.per_trick * tricks
    total += follow_all(state, side, partner, a, c)
    if left - tricks == 1:
        sides = ~trump
        mine = hand & sides & ~side
        rest = rem - at_most(state, base, mine, a & sides, partner & sides, c & sides, 1)
        total = rest if rest > total else total
    return total


@kernel()
def top_trumps(state, at, left, rem):
    """Points that one team's trumps above all of the other's bring, and that team.

    Returns
    -------
    points, team : int, int
    """
    hands = state.hands
    trump = state.trump[at]
    even, odd = (hands[0] | hands[2]) & trump, (hands[1] | hands[3]) & trump
    if even | odd == NONE:
        return 0, 0
    team = np.int64(odd > even)
    strong = odd if team else even
    weak = even if team else odd
    run = top_cards(strong, weak, 0)
    first, second = count(run & hands[team]), count(run & hands[team + 2])
    tricks = first if first > second else second
    if tricks >= left:
        return rem, team
    base = PLANES * at
    total = sum_of(state.planes, base, run) + state.per_trick * tricks
    if left - tricks == 1:
        a, b, c, d = hands[0] & ~run, hands[1] & ~run, hands[2] & ~run, hands[3] & ~run
        rest = rem - at_most(state, base, a, b, c, d, 1)
        total = rest if rest > total else total
    return total, team
