"""Parts of the search kernels that can be called, and positions for them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from jasssim.bots import load_bot
from jasssim.engine import kernel
from jasssim.engine.bits import lane_of
from jasssim.engine.ending import exact_rest, is_known
from jasssim.engine.features import FEATURES
from jasssim.engine.fit import HIDDEN, VIEWS
from jasssim.engine.fitted import CLASSES, brain_in, class_of, dot16, look_around, score_card
from jasssim.engine.houses import house_record
from jasssim.engine.inference import call_chance, likelihood, power
from jasssim.engine.looking import look_at_suit, value_of
from jasssim.engine.order import natural_order, playing_order
from jasssim.engine.playout import FITTED, play_out
from jasssim.engine.replay import DONE
from jasssim.engine.replay_view import view_after
from jasssim.engine.sampling import begin, next_world
from jasssim.engine.search import BRAIN_WORDS, SEARCH_WORDS, search_in, set_up
from jasssim.engine.sense import points
from jasssim.engine.trick import lay, take
from jasssim.engine.view import HANDS, VIEW
from jasssim.engine.worlds import sample
from jasssim.engine.worth import marks, worth
from jasssim.game.cards import card_bit
from jasssim.game.rules import Rules
from jasssim.lab.replay import block_codes
from jasssim.lab.simulate import simulate
from jasssim.lab.solver.regret import Deal, played_deals

Array = NDArray[Any]
MEMO = types.int64[::1]
WORLD = types.uint64[::1]
RESULTS = types.float64[::1]
HOUSE = Rules()
PASTS = BRAIN_WORDS + SEARCH_WORDS


@kernel(types.int64(VIEWS, HIDDEN, types.int64))
def exact(views, hidden, seat):  # type: ignore[no-untyped-def]
    """What the rest is worth to a seat; the view and the hands are used up."""
    return exact_rest(views[0], hidden[0], seat)


@kernel(types.int64(VIEWS, HIDDEN, types.uint64, types.int64))
def exact_after(views, hidden, card, seat):  # type: ignore[no-untyped-def]
    """The same after the seat to move has played a card."""
    lay(views[0], hidden[0], (views[0].leader + views[0].place) & 3, card)
    return exact_rest(views[0], hidden[0], seat)


@kernel(types.boolean(VIEWS))
def all_known(views):  # type: ignore[no-untyped-def]
    """Whether the modes of all tricks to come are known."""
    return is_known(views[0])


@kernel(types.void(VIEWS, HIDDEN))
def finish(views, hidden):  # type: ignore[no-untyped-def]
    """Lay the last of 36 cards."""
    view, hands = views[0], hidden[0]
    seat = (view.leader + view.place) & 3
    lay(view, hands, seat, hands.of[seat])
    take(view)


@kernel(types.int64(VIEWS, types.int64))
def worth_to(views, seat):  # type: ignore[no-untyped-def]
    """What a finished deal is worth to a seat."""
    return worth(views[0], seat)


@kernel(types.int64(VIEWS, MEMO, types.uint64, types.int64))
def card_counts(views, memo, card, of_set):  # type: ignore[no-untyped-def]
    """What a card in natural order counts in this trick: as a set of one, or by its features."""
    view = views[0]
    own = playing_order(card, view.trump)
    brain = brain_in(memo, 0)
    look_around(view, brain.look)
    return points(view, own) if of_set else value_of(brain.look, own)


@kernel(types.int64(VIEWS, types.int64))
def marks_of(views, seat):  # type: ignore[no-untyped-def]
    """Strokes less zeros of a seat."""
    return marks(views[0], seat)


@kernel(types.float64(types.float64))
def power_of(x):  # type: ignore[no-untyped-def]
    """The kernels' e**x."""
    return power(x)


@kernel(types.int64(VIEWS, HIDDEN, MEMO, WORLD, types.uint64, types.int64))
def try_card(views, hidden, memo, world, card, seat):  # type: ignore[no-untyped-def]
    """Worth to a seat if it plays a card in a world and the fitted policy the rest."""
    view, hands = views[0], hidden[0]
    for i in range(4):
        hands.of[i] = playing_order(world[i], view.trump)
    lay(view, hands, seat, card)
    play_out(view, hands, brain_in(memo, 0), FITTED)
    return worth(view, seat)


@kernel(types.float64(VIEWS, MEMO, WORLD, types.float64))
def calls(views, memo, world, heat):  # type: ignore[no-untyped-def]
    """Chance of the call in a world in natural order."""
    view = views[0]
    s = search_in(memo, BRAIN_WORDS)
    for i in range(4):
        s.world[i] = playing_order(world[i], view.trump)
    return call_chance(view, brain_in(memo, 0), s.world, heat)


@kernel(types.float64(VIEWS, MEMO, WORLD, types.float64))
def weigh(views, memo, world, heat):  # type: ignore[no-untyped-def]
    """Weight of a world in natural order, as the first one drawn, so that it is kept."""
    view = views[0]
    set_up(memo, BRAIN_WORDS, 1.0, FITTED, 0.0, heat, 0.0, 0.0, 0)
    s = search_in(memo, BRAIN_WORDS)
    begin(view, s, memo, PASTS)
    s.drawn = 1
    for i in range(4):
        s.world[i] = playing_order(world[i], view.trump)
    return likelihood(view, brain_in(memo, 0), s, memo, PASTS, 1.0)


@kernel(types.int64(VIEWS, MEMO, types.float64, RESULTS, types.uint64[:, ::1]))
def draw_weighted(views, memo, heat, weights, worlds):  # type: ignore[no-untyped-def]
    """Weights and worlds, in playing order, as a search draws them; how many were drawn."""
    view = views[0]
    set_up(memo, BRAIN_WORDS, 1.0, FITTED, 0.0, heat, 0.0, 0.0, 0)
    s = search_in(memo, BRAIN_WORDS)
    begin(view, s, memo, PASTS)
    for i in range(weights.shape[0]):
        weights[i] = next_world(view, brain_in(memo, 0), s, memo, PASTS)
        for seat in range(4):
            worlds[i, seat] = s.world[seat]
    return s.drawn


@kernel(types.void(VIEWS, MEMO, types.float64, RESULTS))
def weigh_all(views, memo, heat, weights):  # type: ignore[no-untyped-def]
    """Weights of the same worlds in order, none given up."""
    view = views[0]
    set_up(memo, BRAIN_WORDS, 1.0, FITTED, 0.0, heat, 0.0, 0.0, 0)
    s = search_in(memo, BRAIN_WORDS)
    begin(view, s, memo, PASTS)
    for i in range(weights.shape[0]):
        sample(view, s.worlds, view.noise, i, s.world)
        for k in range(s.kept):
            s.seen[k] = 0.0
        s.drawn = 1
        weights[i] = likelihood(view, brain_in(memo, 0), s, memo, PASTS, 1.0)


@kernel(types.int64(VIEWS, MEMO, types.uint64))
def score(views, memo, card):  # type: ignore[no-untyped-def]
    """The fitted policy's score of one card."""
    view = views[0]
    brain = brain_in(memo, 0)
    look_around(view, brain.look)
    first = FEATURES * (CLASSES * view.form + class_of(view, brain.look))
    look_at_suit(view, brain.look, lane_of(card))
    shared = dot16(brain.weights, first, brain.look.f, 0)
    return shared + score_card(view, brain, first, card)


@kernel(types.uint64(types.uint64, types.uint64))
def in_natural_order(cards, trump):  # type: ignore[no-untyped-def]
    """`natural_order` to be called."""
    return natural_order(cards, trump)


@kernel(types.uint64(types.uint64, types.uint64))
def in_playing_order(cards, trump):  # type: ignore[no-untyped-def]
    """`playing_order` to be called."""
    return playing_order(cards, trump)


class At(NamedTuple):
    """A deal after some of its cards: the view of the seat to move, and all hands."""

    deal: Deal
    laid: int
    view: Array
    hidden: Array

    @property
    def seat(self) -> int:
        return int(self.view["seat"][0])

    @property
    def cannot(self) -> list[int]:
        """Cards that each seat has shown not to hold, natural order."""
        trump = self.view["trump"][0]
        return [int(in_natural_order(cards, trump)) for cards in self.view["cannot"][0]]

    def in_view_order(self, cards: int) -> int:
        """A set in natural order as the view has it."""
        return int(in_playing_order(np.uint64(cards), self.view["trump"][0]))

    def played_next(self) -> int:
        """The card that the seat to move played then, as the view has it."""
        return self.in_view_order(card_bit(self.deal.cards[self.laid]))

    def leader_of(self, trick: int) -> int:
        return int(self.view["leaders"][0, trick])

    def copies(self) -> tuple[Array, Array]:
        """To be used up."""
        return self.view.copy(), self.hidden.copy()


def at(deal: Deal, laid: int, hands: tuple[int, ...] | None = None, seat: int = -1) -> At:
    """A deal after some of its cards, or another deal after the same cards."""
    view, hidden = np.zeros(1, VIEW), np.zeros(1, HANDS)
    state, legal = np.zeros(4, np.int64), np.zeros(1, np.uint64)
    cards = np.array([card_bit(card) for card in deal.cards[:laid]], np.uint64)
    codes = block_codes(deal.contract, deal.rules, deal.blocks)
    end = view_after(
        house_record(deal.contract, deal.rules), view, hidden, deal.leader, deal.caller, seat,
        np.array(hands or deal.hands, np.uint64), cards, codes, state, legal,
    )  # fmt: skip
    assert end == DONE
    view["noise"] = 1000 * deal.number + laid + 1
    return At(deal, laid, view, hidden)


@cache
def deals_of(contract: str, n: int, rules: Rules = HOUSE, bot: str = "rule") -> list[Deal]:
    callers = np.arange(n) % 4
    return played_deals(simulate(bot, contract, n, 5, rules, caller=callers, trace=True))


def late(contract: str, n: int, first: int, rules: Rules = HOUSE) -> Iterator[At]:
    """Positions from a card on, each of another deal and the cards laid one more each time."""
    for deal in deals_of(contract, n, rules):
        yield at(deal, first + deal.number % (36 - first))


@cache
def brain() -> Array:
    """Memory of a bot that searches, its weights at the beginning."""
    return load_bot("inferring")[0].memory()


def places(cards: int) -> list[int]:
    return [place for place in range(64) if cards >> place & 1]


def asked(bot: str, here: At) -> int:
    """The card that a bot plays, as a place in the view's order, or the block it chooses."""
    strategy, params = load_bot(bot)
    memo = strategy.memory()
    if strategy.cheats:
        memo[:4] = here.hidden["of"][0].view(np.int64)
    function = strategy.pick if here.view["choices"][0] else strategy.play
    return int(function(here.view[0], params, memo))


def natural(here: At) -> Array:
    """The true hands that are left, in natural order."""
    gone = sum(card_bit(card) for card in here.deal.cards[: here.laid])
    return np.array([hand & ~gone for hand in here.deal.hands], np.uint64)


def scores_of(here: At) -> dict[int, int]:
    """The fitted policy's scores of the legal cards."""
    memo = brain().copy()
    return {
        place: int(score(here.view, memo, np.uint64(1 << place)))
        for place in places(int(here.view["legal"][0]))
    }


def values_in(here: At, world: Array) -> dict[int, int]:
    """Worth of each legal card in a world if the fitted policy plays the rest."""
    found = {}
    for place in places(int(here.view["legal"][0])):
        view, hidden = here.copies()
        card = np.uint64(1 << place)
        found[place] = int(try_card(view, hidden, brain(), world, card, here.seat))
    return found
