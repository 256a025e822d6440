"""Lines of a log as they are read, and what one deal tells against itself.

Seats in the texts are ours, 0 to 3 in the order of play; tricks count from 1.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ...game.cards import card_bit, format_card, jass_kit_seat, parse_card, set_to_cards
from ...game.contract import Contract, load_kind
from ...game.notation import format_trick
from ...game.orders import MODES
from ...game.rules import Rules
from ..replay import Replay, legal_cards, replay, trick_winner
from .log_format import (
    COIFFEUR,
    VERSIONS,
    ChartLine,
    Deal,
    Line,
    convert,
    decode,
    log_tricks,
    trump_contract,
)
from .scorebook import ScoredGame


class Entry(NamedTuple):
    """A line of a log.

    Attributes
    ----------
    place : str
        ``line N``.
    deal : Deal
        Its deal, a `ChartDeal` where it belongs to a game.
    tricks : list of lists of int
        Card numbers of the tricks.
    """

    place: str
    deal: Deal
    tricks: list[list[int]]


@dataclass
class LoggedDeal:
    """A deal of a log without a chart, such as one of Schieber.

    Attributes
    ----------
    place : str
        Where it stands.
    play : Replay or None
        The deal played again; None if it could not be.
    faults : list of str
        What is wrong; each names line, trick, seat and card.
    """

    place: str
    play: Replay | None
    faults: list[str]


@dataclass
class LoggedGame:
    """A game of a log.

    Attributes
    ----------
    number : int
        Its number in the log.
    half : int
        Its half, 0 or 1.
    place : str
        Where it begins.
    game : ScoredGame
        The game as far as it could be played again.
    faults : list of str
        What is wrong; each names line, game and deal, and for a card trick, seat and card.
    broken : bool
        Whether a fault keeps the deals after it from being played again.
    """

    number: int
    half: int
    place: str
    game: ScoredGame
    faults: list[str] = field(default_factory=list)
    broken: bool = False

    @property
    def name(self) -> str:
        """Number and half, in words."""
        return f"game {self.number}" + (f", half {self.half}" if self.half else "")


def read_lines(path: str | Path) -> Iterator[Entry]:
    """Lines of a log; blank ones are passed over.

    Raises
    ------
    ValueError
        If a line is no JSON, lacks a key, or has an unknown value or card; the text names
        file, line and key.
    OSError
        If the file cannot be read.
    """
    for number, text in enumerate(Path(path).read_bytes().split(b"\n"), 1):
        if not text.removeprefix(codecs.BOM_UTF8).strip():
            continue
        place = f"{path}: line {number}"
        values = decode(text, place)
        inner = values.get("game") if isinstance(values, dict) else None
        ours = isinstance(inner, dict) and ("row" in inner or inner.get("jassTyp") == COIFFEUR)
        deal = convert(values, ChartLine if ours else Line, place).game
        if deal.version not in VERSIONS:
            raise ValueError(
                f"{place}: game.version = {deal.version!r}; expected {' or '.join(VERSIONS)}"
            )
        yield Entry(f"line {number}", deal, trick_cards(deal, f"{place}: game."))


def trick_cards(deal: Deal, start: str) -> list[list[int]]:
    """Card numbers of the tricks; `start` is how the text of an error begins."""
    tricks = []
    for number, trick in enumerate(deal.tricks):
        cards = []
        for at, text in enumerate(trick.cards):
            try:
                cards.append(parse_card(text, "french"))
            except ValueError as error:
                raise ValueError(f"{start}tricks[{number}].cards[{at}]: {error}") from None
        tricks.append(cards)
    return tricks


def check_whole(entry: Entry) -> None:
    """Refuse a deal that is not over, and one in which cards lie twice."""
    deal = entry.deal
    complete = sum(len(cards) == 4 for cards in entry.tricks)
    if complete < 9 or deal.currentPlayer != -1 or any(player.hand for player in deal.player):
        raise ValueError(
            f"the deal is not over: {complete} of 9 tricks are complete and currentPlayer is "
            f"{deal.currentPlayer}; expected all nine, -1 and empty hands"
        )
    seen: dict[int, int] = {}
    for number, cards in enumerate(entry.tricks, 1):
        if number > 9 or len(cards) > 4:
            raise ValueError(f"trick {number}: too many cards; expected nine tricks of four cards")
        for card in cards:
            if card in seen:
                raise ValueError(
                    f"trick {number}: {format_card(card)} lies twice, first in trick {seen[card]}"
                )
            seen[card] = number


def played_cards(entry: Entry) -> list[int]:
    """Card numbers in playing order."""
    return [card for cards in entry.tricks for card in cards]


def dealt_hands(entry: Entry) -> list[int]:
    """Hands at the start as sets by seat: each card belongs to whoever played it."""
    hands = [0] * 4
    for trick, cards in zip(entry.deal.tricks, entry.tricks, strict=True):
        for place, card in enumerate(cards):
            hands[(jass_kit_seat(trick.first) + place) % 4] |= card_bit(card)
    return hands


def first_fault(entry: Entry, leader: int, contract: Contract, rules: Rules) -> str | None:
    """What is wrong first, in the order of play, in a deal that could not be played again.

    Parameters
    ----------
    entry : Entry
        The deal.
    leader : int
        Seat that leads its first trick.
    contract : Contract
        What was played, with the blocks of 3×3 that were chosen in play.
    rules : Rules
        House rules.

    Returns
    -------
    str or None
        A card that was not legal, or a seat that does not lead or win; None for nothing.
    """
    hands = dealt_hands(entry)
    for number, (trick, cards) in enumerate(zip(entry.deal.tricks, entry.tricks, strict=True)):
        start = f"trick {number + 1}"
        if jass_kit_seat(trick.first) != leader:
            return (
                f"{start}: seat {jass_kit_seat(trick.first)} leads, but it is seat {leader}'s turn"
            )
        for place, card in enumerate(cards):
            seat = (leader + place) % 4
            held = set_to_cards(hands[seat])
            legal = legal_cards(held, cards[:place], contract, number, rules)
            if card not in legal:
                return (
                    f"{start}: seat {seat} may not play {format_card(card)}, only one of "
                    f"{format_trick(legal)}"
                )
            hands[seat] &= ~card_bit(card)
        leader = (leader + trick_winner(cards, contract, number, rules)) % 4
        if trick.win is not None and jass_kit_seat(trick.win) != leader:
            return _win_text(start, trick.win, leader)
        contract = _with_trump(contract, cards, rules)
    return None


def _with_trump(contract: Contract, cards: Sequence[int], rules: Rules) -> Contract:
    """Molotow with its trump, once a trick's card did not follow suit."""
    if contract.choice is None and "open" in load_kind(contract.kind, rules).schedule:
        for card in cards:
            if card // 9 != cards[0] // 9:
                return contract._replace(choice=MODES[card // 9])
    return contract


def _win_text(start: str, said: int, winner: int) -> str:
    return f"{start}: the log lets seat {jass_kit_seat(said)} win, but seat {winner} does"


def false_tricks(deal: Deal, play: Replay) -> list[str]:
    """What a log says of tricks otherwise than they were."""
    faults = []
    for number, (said, made) in enumerate(zip(deal.tricks, log_tricks(play), strict=True)):
        start = f"trick {number + 1}"
        if said.win not in (None, made.win):
            faults.append(_win_text(start, said.win, play.winners[number]))
        if said.points not in (None, made.points):
            faults.append(f"{start}: the log counts {said.points} points, the cards {made.points}")
    return faults


def check_single(entry: Entry, rules: Rules) -> LoggedDeal:
    """Play a deal without a chart again; forehand leads, as in Schieber."""
    deal, place = entry.deal, entry.place
    try:
        check_whole(entry)
        contract = trump_contract(deal.trump)
    except ValueError as error:
        return LoggedDeal(place, None, [f"{place}: {error}"])
    leader, hands = (jass_kit_seat(deal.dealer) + 1) % 4, dealt_hands(entry)
    try:
        play = replay(hands, leader, contract, rules, played_cards(entry))
    except ValueError as error:
        fault = first_fault(entry, leader, contract, rules) or str(error)
        return LoggedDeal(place, None, [f"{place}: {fault}"])
    return LoggedDeal(place, play, [f"{place}: {text}" for text in false_tricks(deal, play)])
