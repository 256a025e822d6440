"""What a decision of a bot costs."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ...game.cards import SUITS, set_to_cards
from ...game.contract import Contract, parse_contract
from ...game.rules import Rules
from ..plays import Plays
from ..replay import Replay, legal_cards, replay
from ..simulate import simulate

ENOUGH = 0.05
"""Seconds after which a measurement ends."""

MOST_DEALS, COUNTED = 1 << 14, 16


def decision_ms(bot: str, contracts: Sequence[Contract], rules: Rules) -> float:
    """Mean processor time of a decision in milliseconds.

    The bot plays deals in all four seats, one contract after the other, until they have
    taken a twentieth of a second of this thread's time; never less than one deal. A decision
    is a card, or a block of 3×3, where the bot had a choice; forced cards, which it is not
    asked for, are not counted. How many there are a deal is taken from the first deals. What
    the engine needs to deal and to lay the cards is in it, some 10 to 20 ns a decision.

    Examples
    --------
    >>> from jasssim.game.contract import Contract
    >>> 0 < decision_ms("random", [Contract("obenabe")], Rules()) < 1
    True
    """
    texts = [str(contract) for contract in contracts]

    def play(deals: int) -> tuple[Plays, float]:
        chosen = [texts[deal % len(texts)] for deal in range(deals)]
        start = time.thread_time()
        plays = simulate(bot, chosen, deals, rules=rules, trace=True)
        return plays, time.thread_time() - start

    play(1)  # loads and compiles
    deals = 1
    plays, seconds = play(deals)
    while seconds < ENOUGH and deals < MOST_DEALS:
        deals *= 4
        plays, seconds = play(deals)
    counted = [count_decisions(plays, deal) for deal in range(min(deals, max(COUNTED, len(texts))))]
    return 1000 * seconds / deals / (sum(counted) / len(counted))


def count_decisions(plays: Plays, deal: int) -> int:
    """How many cards and blocks of a played deal were chosen from more than one.

    Examples
    --------
    >>> 20 < count_decisions(simulate("rule", "obenabe", 1, trace=True), 0) < 34
    True
    """
    rules = plays.setup.rules
    called = plays.setup.contracts[int(plays.contract_of[deal])]
    final = parse_contract(plays.final_contract(deal), rules)
    chosen = final.blocks[len(called.blocks) :]
    played = replay(
        plays.hands[deal].tolist(), int(plays.leaders[deal]), called, rules,
        plays.cards()[deal].reshape(-1).tolist(), chosen,
    )  # fmt: skip
    return _cards_chosen(played) + _blocks_chosen(chosen, len(called.blocks))


def _blocks_chosen(chosen: Sequence[str], known: int) -> int:
    """Of the last block only a suit is a choice, and none once another block has had it."""
    return sum(known + at < 2 or block in SUITS for at, block in enumerate(chosen))


def _cards_chosen(played: Replay) -> int:
    held = [set_to_cards(hand) for hand in played.hands]
    chosen = 0
    for number in range(9):
        # Until the trick in which a card makes trump there is none.
        early = number <= played.trump_card // 4
        contract, table = played.called if early else played.contract, played.trick(number)
        for place, card in enumerate(table):
            hand = held[(played.leaders[number] + place) % 4]
            legal = legal_cards(hand, table[:place], contract, number, played.rules)
            chosen += len(legal) > 1
            hand.remove(card)
    return chosen
