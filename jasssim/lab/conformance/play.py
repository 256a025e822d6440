"""What engine and reference each say of the play of cards.

For every type of case there is one record of its input, one function that asks the engine
and one that asks the reference; both give the same keys.
"""

from __future__ import annotations

import msgspec

from ... import reference
from ...engine.houses import house_record
from ...game.cards import DECK, cards_to_set, format_card, parse_card
from ...game.contract import call, parse_contract
from ...game.orders import CHOOSE, LAST_TRICK_POINTS, MODES, card_values
from ...game.rules import Rules
from ...game.scoring import ALT_VALUES
from ..replay import legal_cards, replay, trick_winner
from .types import Answer, Case, CaseType


class TableCase(Case, kw_only=True):
    """Cards on the table in some trick."""

    contract: str
    trick: list[str]
    trick_no: int = 0

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        if not 0 <= self.trick_no <= 8:
            raise ValueError(f"unknown trick {self.trick_no}: expected 0 to 8")
        self.trick = _clean(self.trick)


class LegalCase(TableCase, kw_only=True):
    """Which cards of a hand are legal."""

    hand: list[str]

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        self.hand = _clean(self.hand)
        if len(self.hand) > 9:
            raise ValueError(f"the hand has {len(self.hand)} cards: expected at most nine")
        if len(self.trick) > 3:
            raise ValueError(f"{len(self.trick)} cards lie on the table: expected at most three")
        both = [card for card in self.hand if card in self.trick]
        if both:
            raise ValueError(f"card {both[0]} is both in the hand and on the table")


class TrickCase(TableCase, kw_only=True):
    """Who wins a full trick, and what it counts."""

    points_contract: str | None = None

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        if len(self.trick) != 4:
            raise ValueError(f"the trick has {len(self.trick)} cards: expected four")


class ContractCase(Case, kw_only=True):
    """Something about a contract alone."""

    contract: str


class CallCase(Case, kw_only=True):
    """A called row."""

    kind: str
    choice: str | None = None


class DealCase(Case, kw_only=True):
    """A whole deal with all its cards."""

    hands: list[list[str]]
    contract: str
    leader: int
    cards: list[str]
    blocks: list[str] = msgspec.field(default_factory=list)
    caller: int | None = None

    def check(self) -> None:
        """Check this type's own keys, too."""
        super().check()
        self.hands = [_clean(hand) for hand in self.hands]
        self.cards = [format_card(parse_card(card)) for card in self.cards]
        if len(self.cards) != 36 or [len(hand) for hand in self.hands] != [9, 9, 9, 9]:
            raise ValueError("a deal needs four hands of nine cards and 36 cards played")
        if len({card for hand in self.hands for card in hand}) < 36:
            raise ValueError("a card is dealt twice")
        if not 0 <= self.leader <= 3:
            raise ValueError(f"unknown leader {self.leader}: expected a seat, 0 to 3")
        if self.caller is not None and not 0 <= self.caller <= 3:
            raise ValueError(f"unknown caller {self.caller}: expected a seat, 0 to 3")


def _clean(cards: list[str]) -> list[str]:
    found = [format_card(parse_card(card)) for card in cards]
    twice = next((card for card in found if found.count(card) > 1), None)
    if twice is not None:
        raise ValueError(f"card {twice} stands twice in {' '.join(found)}")
    return found


def _numbers(cards: list[str]) -> list[int]:
    return [parse_card(card) for card in cards]


def _table(contract: str, trick_no: int, rules: Rules) -> int:
    table = int(house_record(parse_contract(contract, rules), rules)[0]["values"][trick_no])
    if table == CHOOSE:
        raise ValueError(f"contract {contract}: trick {trick_no} has no value table yet")
    return table


def engine_legal(case: LegalCase) -> Answer:
    """Legal cards by the engine."""
    rules = case.house()
    contract = parse_contract(case.contract, rules)
    cards = legal_cards(_numbers(case.hand), _numbers(case.trick), contract, case.trick_no, rules)
    return {"legal": [format_card(card) for card in cards]}


def reference_legal(case: LegalCase) -> Answer:
    """Legal cards by the reference."""
    rules = case.house()
    cards = reference.legal_cards(case.hand, case.trick, case.contract, case.trick_no, rules)
    return {"legal": cards}


def engine_trick(case: TrickCase) -> Answer:
    """Winner and points of a trick by the engine."""
    rules = case.house()
    contract = parse_contract(case.contract, rules)
    cards = _numbers(case.trick)
    place = trick_winner(cards, contract, case.trick_no, rules)
    values = card_values(_table(case.points_contract or case.contract, case.trick_no, rules))
    extra = LAST_TRICK_POINTS if case.trick_no == 8 else 0
    return {"winner_index": place, "points": sum(values[card] for card in cards) + extra}


def reference_trick(case: TrickCase) -> Answer:
    """Winner and points of a trick by the reference."""
    rules, counted = case.house(), case.points_contract or case.contract
    place = reference.trick_winner(case.trick, case.contract, case.trick_no, rules)
    points = reference.trick_points(case.trick, counted, case.trick_no, rules)
    return {"winner_index": place, "points": points}


def engine_deck_total(case: ContractCase) -> Answer:
    """Sum of all card values by the engine."""
    values = card_values(_table(case.contract, 0, case.house()))
    return {"total": sum(values[card] for card in DECK)}


def reference_deck_total(case: ContractCase) -> Answer:
    """Sum of all card values by the reference."""
    return {"total": reference.deck_total(case.contract, case.house())}


def engine_modes(case: ContractCase) -> Answer:
    """Modes of the nine tricks by the engine."""
    rules = case.house()
    codes = house_record(parse_contract(case.contract, rules), rules)[0]["modes"]
    return {"modes": [MODES[code] for code in codes]}


def reference_modes(case: ContractCase) -> Answer:
    """Modes of the nine tricks by the reference."""
    return {"modes": reference.mode_list(case.contract, case.house())}


def engine_contract(case: CallCase) -> Answer:
    """Contract of a called row by the package's own calling."""
    return {"contract": str(call(case.house(), case.kind, case.choice))}


def reference_contract(case: CallCase) -> Answer:
    """Contract of a called row by the reference."""
    return {"contract": reference.called_contract(case.house(), case.kind, case.choice)}


def engine_deal(case: DealCase) -> Answer:
    """Results of a deal by the engine, played again under each value convention."""
    hands = [cards_to_set(_numbers(hand)) for hand in case.hands]
    contract, cards = parse_contract(case.contract, case.house()), _numbers(case.cards)
    answer = {}
    for convention in ALT_VALUES:
        rules = msgspec.structs.replace(case.house(), alt_values=convention)
        play = replay(hands, case.leader, contract, rules, cards, case.blocks, case.caller)
        points = play.seat_points()
        answer[convention] = {
            "contract": str(play.contract),
            "winners": list(play.winners),
            "seat_points": points,
            "team_points": play.team_points(),
            "team_tricks": play.team_tricks(),
            "trick_points": play.trick_points(),
            "total": sum(points),
        }
    return answer


def reference_deal(case: DealCase) -> Answer:
    """Results of a deal by the reference under each value convention."""
    play = reference.Round(case.hands, case.leader, case.contract, case.house(), case.caller)
    known = 1 + case.contract.count(",")
    left = list(case.blocks)
    for card in case.cards:
        if play.needs == "block":
            if not left:
                raise ValueError(f"no block is given for trick {play.trick_no}")
            play.choose(left.pop(0))
        play.play(card)
    chosen = play.contract.partition(":")[2].split(",")[known:]
    if case.blocks and chosen[: len(case.blocks)] != case.blocks:
        raise ValueError(f"the blocks {', '.join(case.blocks)} do not fit {play.contract}")
    return {convention: play.result(convention) for convention in ALT_VALUES}


TYPES = {
    "legal": CaseType(LegalCase, engine_legal, reference_legal),
    "trick": CaseType(TrickCase, engine_trick, reference_trick),
    "deck_total": CaseType(ContractCase, engine_deck_total, reference_deck_total),
    "modes": CaseType(ContractCase, engine_modes, reference_modes),
    "contract": CaseType(CallCase, engine_contract, reference_contract),
    "deal": CaseType(DealCase, engine_deal, reference_deal),
}
"""Types of cases about the play of cards."""
