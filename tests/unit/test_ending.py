"""What deals are worth in the kernels, and the solved last tricks, against other ways to count.

Exact endings are compared with the solver of whole deals where both teams together win a fixed
number of points, and elsewhere with a plain search over the reference's rules.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from jasssim.engine.view import VIEW
from jasssim.game.cards import DECK, card_bit, cards_to_set, format_card, set_to_cards
from jasssim.game.contract import goal
from jasssim.game.kinds import Kind
from jasssim.game.marks import RULES as MARK_RULES
from jasssim.game.marks import molotow_marks
from jasssim.game.orders import LAST_TRICK_POINTS, OBENABE, card_values
from jasssim.game.rules import Rules
from jasssim.lab.simulate import simulate
from jasssim.lab.solver.position import points_left
from jasssim.lab.solver.solve import solve_position
from jasssim.reference.play import legal_cards, trick_points, trick_winner
from tests.unit.searches import (
    At,
    all_known,
    at,
    brain,
    card_counts,
    deals_of,
    exact,
    exact_after,
    finish,
    late,
    marks_of,
    places,
    worth_to,
)

CONTRACTS = ["E", "L", "obenabe", "undenufe", "slalom-obenabe", "slalom-undenufe",
             "guschti-obenabe", "guschti-undenufe", "misere", "3x3:R", "3x3:undenufe"]  # fmt: skip
BLOCKS = ["3x3:obenabe,undenufe", "3x3:S,obenabe", "3x3:undenufe,L"]
UP, DOWN = "obenabe", "undenufe"
TURNS = Kind((UP, DOWN) * 2 + (UP, UP, UP, DOWN, UP), "turns")
BETWEEN = Kind(("choice",) * 6 + (UP, UP, "choice"), "between", choices=("R",))
NAMES = ["turns", "between"]
TELLING = (76, 78, 126, 228, 250, 268, 295)
"""Deals in which it matters that cards of equal value now differ in the trick after the next."""

HOUSES = {
    "default": Rules(),
    "per trick": Rules(alt_values="per_trick", block3_values="per_block", guschti_first=4),
    "obenabe": Rules(alt_values="obenabe", block3_values="obenabe", undenufe_values="ace11"),
    "undenufe": Rules(alt_values="undenufe", undertrump="no_alternative", puur_exempt=False),
}


# What cards count


@pytest.mark.parametrize("house", HOUSES)
def test_every_card_counts_by_the_tricks_table(house: str) -> None:
    """Trumps, too, where a 3×3 counts them like other suits; at the lead of eight tricks."""
    rules, memo = HOUSES[house], brain()
    for contract in CONTRACTS + BLOCKS:
        deal = deals_of(contract, 1, rules)[0]
        for trick in range(8):
            view = at(deal, 4 * trick).view
            if view["choices"][0]:  # the block is yet to be chosen
                continue
            table = card_values(int(view["values"][0, trick]))
            for of_set in (0, 1):
                counted = [card_counts(view, memo, np.uint64(card_bit(c)), of_set) for c in DECK]
                assert counted == list(table), (contract, trick)


# What finished deals are worth


@pytest.mark.parametrize("house", HOUSES)
def test_worth_is_what_the_plays_count(house: str) -> None:
    """Own points less the other team's, the sign turned in Misère; 8 deals a contract."""
    rules = HOUSES[house]
    for contract in CONTRACTS + BLOCKS:
        deals = deals_of(contract, 8, rules)
        plays = simulate("rule", contract, 8, 5, rules, caller=np.arange(8) % 4)
        for deal, points in zip(deals, plays.points().tolist(), strict=True):
            here = at(deal, 35)
            finish(here.view, here.hidden)
            sign = -1 if goal(deal.contract, rules) == "avoid" else 1
            for seat in range(4):
                expected = sign * (points[seat & 1] - points[1 - (seat & 1)])
                assert worth_to(here.view, seat) == expected, (contract, deal.number)


def test_worth_of_molotow_is_its_marks_against_the_others() -> None:
    """A stroke more than the mean of the others counts 20."""
    deals = deals_of("molotow", 60)
    table = simulate("rule", "molotow", 60, 5, caller=np.arange(60) % 4).points(by="seat")
    found = molotow_marks(table, Rules())
    net = found.strokes.astype(int) - found.zeros
    for deal, row in zip(deals, net, strict=True):
        here = at(deal, 35)
        finish(here.view, here.hidden)
        for seat in range(4):
            assert marks_of(here.view, seat) == row[seat]
            assert worth_to(here.view, seat) == 20 * (4 * row[seat] - row.sum()) // 3


def test_marks_are_those_of_the_printed_rules() -> None:
    """6000 ways to part the cards, many of them to one or two seats; all rules occur."""
    rng = np.random.default_rng(1)
    values = np.array(card_values(OBENABE))
    rounds = 6000
    shares = rng.dirichlet([0.3] * 4, rounds)
    shares[::2] = 0.25
    owners = np.array([rng.choice(4, 36, p=share) for share in shares])
    last = rng.integers(0, 4, rounds)
    points = np.stack([(values * (owners == seat)).sum(axis=1) for seat in range(4)], axis=1)
    points[np.arange(rounds), last] += LAST_TRICK_POINTS
    found = molotow_marks(points, Rules())
    net = found.strokes.astype(int) - found.zeros
    view = np.zeros(1, VIEW)
    view["values"], view["modes"], view["trump_mode"] = OBENABE, OBENABE, -1
    for row in range(rounds):
        view["leader"] = last[row]
        for seat in range(4):
            view["taken"][0, 3 * seat] = cards_to_set(np.flatnonzero(owners[row] == seat).tolist())
        assert [marks_of(view, seat) for seat in range(4)] == net[row].tolist(), points[row]
    seen = Counter(found.rule_name(row) for row in range(rounds))
    assert set(seen) == set(MARK_RULES), seen


# Solved endings


def searched(here: At) -> int:
    """Own points less the other team's to the caller from this trick on, by plain search."""
    deal = here.deal
    contract = str(deal.contract._replace(blocks=(*deal.contract.blocks, *deal.blocks)))
    start = here.laid // 4 * 4
    table = tuple(format_card(card) for card in deal.cards[start : here.laid])
    gone = cards_to_set(deal.cards[: here.laid])
    hands = [[format_card(card) for card in set_to_cards(hand & ~gone)] for hand in deal.hands]
    aim = -1 if goal(deal.contract, deal.rules) == "avoid" else 1
    known: dict[tuple[str, int], int] = {}

    def lead(leader: int, trick: int) -> int:
        key = (str(hands), leader)
        if key not in known:
            known[key] = best(leader, (), trick)
        return known[key]

    def best(leader: int, table: tuple[str, ...], trick: int) -> int:
        if trick == 9:
            return 0
        if len(table) == 4:
            cards = list(table)
            winner = (leader + trick_winner(cards, contract, trick, deal.rules)) % 4
            points = trick_points(cards, contract, trick, deal.rules)
            own = points if (winner ^ deal.caller) & 1 == 0 else -points
            return own + lead(winner, trick + 1)
        seat = (leader + len(table)) % 4
        sign = aim if (seat ^ deal.caller) & 1 == 0 else -aim
        hand, values = hands[seat], []
        for card in legal_cards(list(hand), list(table), contract, trick, deal.rules):
            hands[seat] = [other for other in hand if other != card]
            values.append(sign * best(leader, (*table, card), trick))
        hands[seat] = hand
        return sign * max(values)

    leader = (here.seat - len(table)) % 4
    return best(leader, table, here.laid // 4)


def check(here: At, own_less_other: int) -> None:
    """The caller's value, turned for the others and where nobody wants points."""
    deal = here.deal
    assert all_known(here.view)
    sign = -1 if goal(deal.contract, deal.rules) == "avoid" else 1
    for seat in range(4):
        view, hidden = here.copies()
        side = 1 if (seat ^ deal.caller) & 1 == 0 else -1
        where = (str(deal.contract), deal.number, here.laid, seat)
        assert exact(view, hidden, seat) == sign * side * own_less_other, where


def fixed_total(contract: str, rules: Rules) -> bool:
    alternates = contract.startswith(("slalom", "guschti"))
    return not (alternates and rules.alt_values == "per_trick") and "3x3" not in contract


@pytest.mark.parametrize("house", HOUSES)
def test_endings_are_those_of_the_solver(house: str) -> None:
    """From four tricks left to the last lead, in all places; 18 positions of each contract."""
    rules = HOUSES[house]
    for contract in (name for name in CONTRACTS if fixed_total(name, rules)):
        for here in late(contract, 18, 18, rules):
            if here.laid < 20:
                continue
            position = here.deal.after(here.laid, here.deal.chosen_before(here.laid // 4))
            total = points_left(position)
            assert total is not None
            own = solve_position(position).points - position.points[0]
            check(here, 2 * own - total)


@pytest.mark.parametrize("house", HOUSES)
def test_endings_are_those_of_a_plain_search(house: str) -> None:
    """Three tricks or fewer, where what the teams win together hangs on the play too."""
    rules = HOUSES[house]
    names = [name for name in CONTRACTS if not fixed_total(name, rules)] + BLOCKS
    for contract in names:
        for here in late(contract, 14, 25, rules):
            check(here, searched(here))


@pytest.mark.parametrize("kind", [TURNS, BETWEEN], ids=NAMES)
def test_endings_of_contracts_that_turn_again_at_the_end(kind: Kind) -> None:
    """Whether cards are alike is asked of every trick to come, not of the next and the last."""
    rules = Rules(kinds=(kind,), alt_values="per_trick")
    contract = "turns" if kind is TURNS else "between:R"
    deals = deals_of(contract, 300, rules)
    for number in TELLING if kind is TURNS else range(20):
        here = at(deals[number], 21 + number % 3)
        check(here, searched(here))


def test_the_best_card_brings_the_value_of_the_position() -> None:
    """As a search asks: after each card of the seat to move, the fourth of a trick too."""
    for contract in ("E", "slalom-obenabe", "misere", *BLOCKS):
        for here in late(contract, 16, 20):
            values = []
            for place in places(int(here.view["legal"][0])):
                values.append(exact_after(*here.copies(), np.uint64(1 << place), here.seat))
            assert max(values) == exact(*here.copies(), here.seat)
