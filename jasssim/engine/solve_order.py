"""In which order the solver tries cards: the likeliest to decide first.

Scores are weights by situation, points of the card and points on the table. The weights
were found by climbing on the number of nodes over random deals; they change speed alone.
"""

from __future__ import annotations

import numpy as np

from . import kernel
from .bits import LANE, NONE, ONE, U64, count, highest_index, lowest, lowest_index
from .solve_bounds import above
from .solve_state import PLACES, WIDTH

KILLER_SCORE, TABLE_SCORE = 600, 1 << 20
SCORE_BASE, SCORE_BITS, PLACE_BITS = 1 << 22, 10, 4
PLACE_MASK, RUN_MASK = PLACES - 1, 15

# fmt: off
TRUMP_WEIGHTS = (
    287, 52, 7, 273, -35, 365, 11, 195, -20, 338, -20,
    -43, 4, -103, -24, -17, 335, 34, 2, -385, 407, 7,
    469, 37, 52, -12, -446, -52, 500, -10, 28, -64, 363,
    8, 470, 26, 380, -5, 58, -1, 52, -314, -156, -275,
)
OTHER_WEIGHTS = (
    294, 36, 43, 298, -29, 545, 6, 244, -7, 52, -5,
    -30, 112, 50, 5, 11, 517, 31, 1, -239, 358, 38,
    407, 29, 76, -9, -122, -90, 535, 9, 20, -170, 144,
    -5, 399, 34, 345, 16, 119, -23, -37, -169, -69, 58,
)
# fmt: on
WEIGHTS = np.array(TRUMP_WEIGHTS + OTHER_WEIGHTS, np.int64)
"""Scores by situation: 16 for a lead (and the last but one), 12 for a trick's fourth card, the
others for its second and third."""

OTHER = len(TRUMP_WEIGHTS)
"""Where the weights without trump begin."""

PUUR = U64(0x0100010001000100)
ONE_LANE = U64(0x30)


@kernel()
def follow_suit(state, hand, led, trump, over):
    """Cards that may be played to a trick in which a suit was led."""
    if trump == NONE:
        same = hand & led
        return same if same != NONE else hand
    trumps = hand & trump & (over | state.any_trump)
    base = hand & led & ~(trump & PUUR & state.exempt)
    if base == NONE:
        base = hand & ~trump & ~state.no_side
    if base != NONE:
        return base | trumps
    return hand & ~(~trumps & state.must_beat) if trumps != NONE else hand


@kernel()
def beaters(best, led, trump, down):
    """Places of cards that would take the trick from its best card."""
    if best & trump != NONE:
        return trump & above(best)
    if down:
        return (led & (best - ONE)) | trump
    return (led & above(best)) | trump


@kernel()
def lane_at(place):
    """All nine cards of the suit of a place."""
    return LANE << (U64(place) & ONE_LANE)


@kernel()
def higher(card, lane, down):
    """Places of the cards of its suit that beat a card."""
    return lane & (card - ONE) if down else lane & above(card)


@kernel()
def lead_score(weights, base, card, place, points, trump, down, later, partner, last, hand):
    """How promising a card is to be led."""
    w = weights
    foes = later | last
    lane = lane_at(place)
    over = higher(card, lane, down)
    is_trump = card & trump != NONE
    ruffed = trump != NONE and not is_trump and foes & trump != NONE
    if foes & over == NONE:
        score = w[base + 3] + w[base + 4] * points if ruffed else w[base] + w[base + 1] * points
        if is_trump:
            score += w[base + 2]
    elif partner_tops(partner & over, foes & lane, down):
        score = w[base + 7] + w[base + 8] * points if ruffed else w[base + 5] + w[base + 6] * points
    else:
        score = w[base + 9] + w[base + 10] * points
    if is_trump and foes & over != NONE:
        score += w[base + 11]
    length = count(hand & lane)
    score += w[base + 15] * length + w[base + 14] * count(foes & lane)
    if length == 1:
        score += w[base + 12]
    if trump != NONE:
        if partner & lane == NONE and partner & trump != NONE:
            score += w[base + 13]
        if not is_trump and (later & lane == NONE or last & lane == NONE):
            score += w[base + 42]
    return score


@kernel()
def partner_tops(partner, foes, down):
    """Whether the partner's best card beats all that the opponents have of the suit."""
    if partner == NONE:
        return False
    if foes == NONE:
        return True
    if down:
        return lowest(partner) < lowest(foes)
    return highest_index(partner) > highest_index(foes)


@kernel()
def is_safe(state, best, led, trump, down, later, over):
    """Whether the next seat cannot take the trick from its best card."""
    threats = beaters(best, led, trump, down) & later
    return threats == NONE or follow_suit(state, later, led, trump, over) & threats == NONE


@kernel()
def last_score(weights, base, card, points, on_table, wins, ours, is_trump, is_top):
    """How promising a trick's fourth card is."""
    w = weights
    if wins:
        score = w[base + 16] + w[base + 17] * on_table + w[base + 18] * points
        if ours:
            score = w[base + 20] + w[base + 21] * points
        score += w[base + 19] if is_trump else 0
    else:
        score = (
            w[base + 22] + w[base + 23] * points if ours else w[base + 24] + w[base + 25] * points
        )
        score += w[base + 26] if is_trump else 0
    return score + w[base + 27] if is_top else score


@kernel()
def middle_score(
    state, weights, base, pos, card, points, on_table, best, led, trump, down, over, later,
    wins, ours, is_trump, is_top,
):  # fmt: skip
    """How promising a trick's second or third card is."""
    w = weights
    if wins:
        left = over & above(card) if is_trump else over
        if is_safe(state, card, led, trump, down, later, left):
            score = w[base + 28] + w[base + 29] * points + w[base + 30] * on_table
        else:
            score = w[base + 32] + w[base + 33] * points
        score += w[base + 31] if is_trump else 0
        return score + w[base + 43] if pos == 1 else score
    if ours and is_safe(state, best, led, trump, down, later, over):
        score = w[base + 34] + w[base + 35] * points
    elif ours:
        score = w[base + 36] + w[base + 37] * points
    else:
        score = w[base + 38] + w[base + 39] * points
    score += w[base + 40] if is_trump else 0
    return score + w[base + 41] if is_top else score


@kernel()
def sort_in(moves, first, number, move):
    """Put a move among those before it, greatest first."""
    at = first + number
    while at > first and moves[at - 1] < move:
        moves[at] = moves[at - 1]
        at -= 1
    moves[at] = move


@kernel()
def list_moves(
    state, at, ply, pos, seat, legal, laid, led, best, ours, over, on_table, killer, hint
):
    """List the legal cards of a ply, best first, with the run that each belongs to.

    Cards of one hand form a run if no other hand's card, and none on the table, lies
    between them: they do the same but for their points.

    Returns
    -------
    number, runs : int, int
    """
    trump, down = state.trump[at], state.down[at]
    hands = state.hands
    hand, later = hands[seat], hands[(seat + 1) & 3]
    partner, last = hands[(seat + 2) & 3], hands[(seat + 3) & 3]
    between = laid | later | partner | last
    taking = beaters(best, led, trump, down) if pos else NONE
    base = 0 if trump != NONE else OTHER
    weights = state.weights
    first = WIDTH * ply
    number, runs, before = 0, -1, -1
    rest = legal
    while rest != NONE:
        card = lowest(rest)
        rest ^= card
        place = lowest_index(card)
        gap = (card - ONE) & ~((ONE << U64(before + 1)) - ONE) & between
        new = before < 0 or (place >> 4) != (before >> 4) or gap != NONE
        # The Puur alone need not follow, so it is like no other card; and where a suit's
        # order changes, neighbours do not stay neighbours.
        turning = (state.mixed >> (place >> 4)) & 1
        if new or turning or card & PUUR & trump & state.exempt != NONE:
            runs += 1
        before = place
        points = np.int64(state.value[PLACES * at + place])
        if pos == 0:
            score = lead_score(
                weights, base, card, place, points, trump, down, later, partner, last, hand
            )
        else:
            wins = card & taking != NONE
            is_trump = card & trump != NONE
            is_top = (later | partner | last) & higher(card, lane_at(place), down) == NONE
            if pos == 3:
                score = last_score(
                    weights, base, card, points, on_table, wins, ours, is_trump, is_top
                )
            else:
                score = middle_score(
                    state, weights, base, pos, card, points, on_table, best, led, trump, down,
                    over, later, wins, ours, is_trump, is_top,
                )  # fmt: skip
        score += KILLER_SCORE if place == killer else 0
        score += TABLE_SCORE if place == hint else 0
        move = ((score + SCORE_BASE) << SCORE_BITS) | (place << PLACE_BITS) | runs
        sort_in(state.moves, first, number, move)
        number += 1
    return number, runs + 1
