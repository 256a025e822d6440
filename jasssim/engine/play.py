"""The kernel that plays deals: nine tricks of any contract, by four bots.

The schedule of modes is data, so one kernel plays every contract; bots are first-class
functions, so a new bot compiles alone. A bot is asked when it has a choice; an illegal
answer is counted as a foul and the lowest legal card is played.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ..game.orders import CHOOSE, OBENABE, PLAIN, UNDENUFE
from . import kernel
from .bits import DECK, NONE, ONE, U64, count, lowest
from .order import natural_order, playing_order, suit_lane
from .pointers import one_of, row
from .random import GOLDEN, stream
from .trick import lay, legal_cards, start_trick, take
from .view import HANDS_TYPE, HOUSE_TYPE, TRUMP, VIEW_TYPE

BOT = types.int64(VIEW_TYPE, types.float64[::1], types.int64[::1])
"""Signature of a bot's function: view, parameters and scratch memory to a card's place
(or, for a choice, to a mode's code)."""

BOTS = types.UniTuple(types.FunctionType(BOT), 4)
TRUMPS = 0b1111
NOBODY = -1
DRAWS_PER_DECISION = 64
HANDS_WORDS = 4
REMEMBERS, CHEATS, FIXED = 1, 2, 4
"""What a bot may declare: that its memory lasts through a deal (it is cleared before), that it
sees the four hands, in the first four words of its memory, and, counted in `FIXED`, how many
words at the beginning of its memory are not to be cleared."""


@kernel()
def keep_rules(view, house):
    """Let a view hold what a contract's house rules say for the whole deal."""
    view.form = house.form
    view.by_trump = house.by_trump
    view.down_table = house.down_table
    view.caller_picks = house.caller_picks
    view.chosen = house.chosen
    view.chosen_values = house.chosen_values
    view.late = house.late
    view.exempt = house.exempt
    view.no_side = house.no_side
    view.any_trump = house.any_trump
    view.must_beat = house.must_beat


@kernel()
def forget(view):
    """Let a view of a known contract begin again, with nothing played."""
    view.trick = 0
    view.gone = NONE
    view.choices = 0
    view.trump = suit_lane(view.modes[0])
    for seat in range(4):
        view.played[seat] = NONE
        view.cannot[seat] = NONE
        view.has_led[seat] = NONE
        view.has_thrown[seat] = NONE
        view.tricks[seat] = 0
    for i in range(12):
        view.taken[i] = NONE


@kernel()
def unchoose(view):
    """Let a view know of the contract what was known before any block was chosen."""
    if view.chosen == 0:
        return
    named = np.int64(-1)
    for i in range(9):
        if not (view.chosen >> i) & 1:
            named = max(named, view.modes[i]) if view.modes[i] < 4 else named
            continue
        view.modes[i] = CHOOSE
        if (view.chosen_values >> i) & 1:
            view.values[i] = CHOOSE
    view.ups &= ~view.chosen
    view.downs &= ~view.chosen
    view.trump_mode = named
    if view.by_trump:
        for i in range(9):
            view.values[i] = PLAIN


@kernel()
def reset(view, house, hands, leader, caller):
    """Make view and hands those of a fresh deal; hands come in natural order."""
    view.ups = 0
    view.downs = 0
    for i in range(9):
        mode = house.modes[i]
        view.modes[i] = mode
        view.values[i] = house.values[i]
        view.downs |= np.int64(mode == UNDENUFE) << i
        view.ups |= np.int64(mode != UNDENUFE and mode != CHOOSE) << i
    view.trump_mode = house.trump_mode
    view.goal = house.goal
    keep_rules(view, house)
    view.caller = caller
    view.leader = leader
    forget(view)
    for seat in range(4):
        hands.of[seat] = playing_order(hands.of[seat], view.trump)
    for i in range(36):
        view.history[i] = 0
    for i in range(9):
        view.leaders[i] = 0


@kernel()
def open_modes(view):
    """Modes that may still be chosen for a block of 3x3, one bit each."""
    free = TRUMPS | (1 << OBENABE) | (1 << UNDENUFE)
    for i in range(9):
        mode = view.modes[i]
        if mode < 4:
            free &= ~TRUMPS
        elif mode < CHOOSE:
            free &= ~(1 << mode)
    return free


@kernel()
def set_block(view, mode):
    """Give the coming block of three tricks its mode."""
    for i in range(view.trick, view.trick + 3):
        view.modes[i] = mode
        view.downs |= np.int64(mode == UNDENUFE) << i
        view.ups |= np.int64(mode != UNDENUFE) << i
        if view.values[i] == CHOOSE:
            view.values[i] = view.down_table if mode == UNDENUFE else mode
    if mode < 4:
        view.trump_mode = mode
        if view.by_trump:
            for i in range(9):
                view.values[i] = mode


@kernel()
def ask(view, bots, hands, seat, key, params, memos, traits):
    """Answer of a seat's bot to the question that the view poses."""
    view.seat = seat
    view.hand = hands.of[seat]
    view.noise = key + GOLDEN * U64(DRAWS_PER_DECISION * (16 * seat + view.trick))
    if memos.shape[1] >= HANDS_WORDS and traits[seat] & CHEATS:
        for i in range(HANDS_WORDS):
            memos[seat, i] = np.int64(hands.of[i])
    return one_of(bots, seat)(view, row(params, seat), row(memos, seat))


@kernel()
def note_foul(view, hands, seat, answer, legal):
    """Count an illegal answer, and keep what is needed to name the first."""
    if hands.fouls == 0:
        hands.foul[0] = hands.deal
        hands.foul[1] = view.trick
        hands.foul[2] = seat
        hands.foul[3] = answer
        hands.foul_legal = natural_order(legal, view.trump)
    hands.fouls += 1


@kernel()
def choose_block(view, pickers, hands, key, params, memos, traits):
    """Let the leader or the caller choose the mode of the coming block."""
    free = open_modes(view)
    lowest_mode = count(lowest(U64(free)) - ONE)
    if free & (free - 1) == 0:
        set_block(view, lowest_mode)
        return
    seat = view.caller if view.caller_picks else view.leader
    view.choices = free
    view.legal = NONE
    mode = ask(view, pickers, hands, seat, key + ONE, params, memos, traits)
    view.choices = 0
    if mode < 0 or mode > UNDENUFE or not (free >> mode) & 1:
        note_foul(view, hands, seat, mode, NONE)
        mode = lowest_mode
    set_block(view, mode)


@kernel()
def play_trick(view, players, hands, key, params, memos, traits):
    """Play one trick."""
    start_trick(view, hands)
    leader = view.leader
    for place in range(4):
        seat = (leader + place) & 3
        legal = legal_cards(view, hands.of[seat])
        card = legal
        if legal & (legal - ONE) != NONE:
            view.legal = legal
            at = ask(view, players, hands, seat, key, params, memos, traits)
            card = ONE << U64(at & 63)
            if at < 0 or card & legal == NONE:
                note_foul(view, hands, seat, at, legal)
                card = lowest(legal)
        lay(view, hands, seat, card)
    take(view)


@kernel()
def play_deal(view, players, pickers, hands, key, params, memos, traits):
    """Play a deal from the view's trick to its end."""
    while view.trick < 9:
        if view.modes[view.trick] == CHOOSE:
            choose_block(view, pickers, hands, key, params, memos, traits)
        play_trick(view, players, hands, key, params, memos, traits)


@kernel(
    types.int64(
        BOTS, BOTS, types.Array(HOUSE_TYPE, 1, "C"), types.Array(VIEW_TYPE, 1, "C"),
        types.Array(HANDS_TYPE, 1, "C"), types.uint64, types.int64[::1], types.uint64[:, ::1],
        types.int64[::1], types.int8[::1], types.int8[::1], types.float64[:, ::1],
        types.int64[:, ::1], types.int64[::1], types.uint64[:, ::1], types.int8[::1],
        types.int8[::1], types.int8[:, ::1],
    )
)  # fmt: skip
def play_deals(
    players, pickers, houses, scratch, hidden, seed, indices, deals, house_of, leaders, callers,
    params, memos, traits, taken, last, trumps, traces,
):  # fmt: skip
    """Play one deal per row of `deals`.

    Parameters
    ----------
    players, pickers : tuple of four bot functions
        Who plays the cards, and who chooses blocks of 3x3, by seat.
    houses : array of HOUSE
        Contracts with their house rules.
    scratch : array of VIEW, shape (1,)
        The view that is shown to the bots.
    hidden : array of HANDS, shape (1,)
        The hands, which they do not see; afterwards the first foul, if there was one.
    seed : uint64
        Seed of the bots' random words.
    indices : int64 array, shape (n,)
        Index of each deal, the other key of the random words.
    deals : uint64 array, shape (n, 4)
        Hands by seat, in natural order.
    house_of, leaders, callers : int arrays, shape (n,)
        Place in `houses`, leading seat and calling seat of each deal.
    params, memos : float64, int64 arrays, shape (4, any)
        Parameters and scratch memory of each seat's bot.
    traits : int64 array, shape (4,)
        What each seat's bot declares: the sum of `REMEMBERS`, `CHEATS` and `FIXED` times the
        words of its memory that stay.
    taken : uint64 array, shape (n, 12)
        Out: cards taken, natural order, by 3 * seat + class of trick.
    last, trumps : int8 array, shape (n,)
        Out: winner of the last trick; code of the trump suit, -1 without.
    traces : int8 array, shape (n or 0, 54)
        Out: 36 card places in playing order, 9 leaders, 9 modes.

    Returns
    -------
    int
        Number of fouls.
    """
    view = scratch[0]
    hands = hidden[0]
    hands.fouls = 0
    for i in range(deals.shape[0]):
        house = houses[house_of[i]]
        for seat in range(4):
            hands.of[seat] = deals[i, seat]
        reset(view, house, hands, np.int64(leaders[i]), np.int64(callers[i]))
        key = stream(seed, U64(indices[i]))
        for seat in range(4):
            if traits[seat] & REMEMBERS:
                for word in range(traits[seat] // FIXED, memos.shape[1]):
                    memos[seat, word] = 0
        hands.deal = indices[i]
        play_deal(view, players, pickers, hands, key, params, memos, traits)
        trump = suit_lane(view.trump_mode) if view.trump_mode >= 0 else NONE
        seen = NONE
        for k in range(12):
            cards = view.taken[k]
            if k % 3 == TRUMP:
                cards = natural_order(cards, trump)
            taken[i, k] = cards
            seen |= cards
        if seen != DECK:  # only a bot that wrote to its view can do this
            note_foul(view, hands, NOBODY, 0, NONE)
        last[i] = view.leader
        trumps[i] = view.trump_mode
        if traces.shape[0]:
            for k in range(36):
                traces[i, k] = view.history[k]
            for k in range(9):
                traces[i, 36 + k] = view.leaders[k]
                traces[i, 45 + k] = view.modes[k]
    return hands.fouls
