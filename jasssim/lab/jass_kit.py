"""Hosts: bots of this lab that answer jass-kit's questions, here or at its own table.

An observation is jass-kit's V0.2 object: the deal so far and the hand of ``playerView``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bots.jass_kit import cards_of_places, need_jass_kit
from ..bots.registry import load_bot
from ..engine import COMPILED
from ..engine.houses import house_record
from ..engine.replay_view import view_of_mover
from ..engine.view import HANDS, VIEW
from ..game.cards import (
    card_bit,
    cards_to_set,
    jass_kit_seat,
    parse_card,
    to_jass_kit,
)
from ..game.notation import format_trick
from ..game.rules import Rules
from ..game.values import HandValues, load_values
from .coiffeur.log_entries import trick_cards
from .coiffeur.log_format import VERSIONS, Deal, Seat, convert, decode, log_card, trump_contract

try:
    from jass.agents.agent import Agent
except ModuleNotFoundError:
    Agent = object

START = "observation."
RULES, LOOSE = Rules(), Rules(undertrump="free")
PUSH = 10
PUSH_BELOW = 100.0
"""Points that a hand must promise in its best contract, or the leader passes to its partner.

Over 40 000 deals (seed 99) with `rule` in all seats and the leader leading, a team that calls the
best contract of the leader's hand makes 102.8 points, of the partner's hand 101.0; with this
bound 108.0. From 98 to 106 it is within 0.3 of that.
"""


class Observation(Deal, kw_only=True):
    """A deal as one player sees it."""

    playerView: Seat


def read_observation(observation: Mapping[str, Any] | str | bytes) -> Observation:
    """An observation, from a JSON text or from what one holds.

    Raises
    ------
    ValueError
        If it is no JSON, a key is missing or has a wrong value; the text names the key.
    """
    if not isinstance(observation, str | bytes):
        observation = json.dumps(observation)  # its strings may be numpy's
    data = observation.encode() if isinstance(observation, str) else observation
    seen: Observation = convert(decode(data, "observation"), Observation, "observation")
    if seen.version != VERSIONS[0]:
        raise ValueError(f"{START}version = {seen.version!r}: expected {VERSIONS[0]!r}")
    if seen.currentPlayer != seen.playerView:
        raise ValueError(
            f"{START}playerView = {seen.playerView}: expected currentPlayer, "
            f"{seen.currentPlayer}, who is to move"
        )
    return seen


def _hand(seen: Observation) -> list[int]:
    if len(seen.player) != 4:
        raise ValueError(f"{START}player has {len(seen.player)} hands: expected four")
    try:
        return [parse_card(text, "french") for text in seen.player[seen.playerView].hand]
    except ValueError as error:
        raise ValueError(f"{START}player[{seen.playerView}].hand: {error}") from None


def _cards(seen: Observation, hand: list[int]) -> list[int]:
    """Cards played, in order; with the hand they must make sense."""
    tricks = trick_cards(seen, START)
    sizes = [len(cards) for cards in tricks]
    played = [card for cards in tricks for card in cards]
    if len(played) > 35 or any(size != 4 for size in sizes[:-1]) or max(sizes, default=0) > 4:
        raise ValueError(f"{START}tricks have {sizes} cards: expected four each, fewer in the last")
    left = 9 - len(played) // 4
    if len(hand) != left:
        raise ValueError(f"{START}player: the hand has {len(hand)} cards, expected {left}")
    twice = [card for card in played + hand if (played + hand).count(card) > 1]
    if twice:
        raise ValueError(f"{START}tricks and hand: {log_card(twice[0])} is there twice")
    return played


def view_of(seen: Observation, seed: int = 1) -> NDArray[np.void]:
    """The view of the seat to move, dtype `VIEW`, shape (1,): its cards are laid anew.

    What another seat played is not checked, as the table may have other rules. That a seat
    undertrumped therefore proves nothing of its hand; all else it showed counts as always.

    Parameters
    ----------
    seen : Observation
        Read by `read_observation`, with a trump.
    seed : int
        Seed of the view's noise, which depends on what the seat sees, too.

    Raises
    ------
    ValueError
        If the observation contradicts itself; the text names where.
    """
    contract = trump_contract(seen.trump)
    if seen.forehand < 0:
        raise ValueError(f"{START}forehand = -1: expected 0 or 1, as trump is {seen.trump}")
    hand = _hand(seen)
    cards = _cards(seen, hand)
    seat, leader = jass_kit_seat(seen.playerView), (jass_kit_seat(seen.dealer) + 1) % 4
    caller = leader if seen.forehand else (leader + 2) % 4
    record = np.ndarray if COMPILED else np.recarray
    houses = np.concatenate([house_record(contract, rules) for rules in (RULES, LOOSE)])
    view, hidden = np.zeros(1, VIEW), np.zeros(1, HANDS)
    laid = np.array([card_bit(card) for card in cards], np.uint64)
    with np.errstate(over="ignore"):
        view_of_mover(
            houses.view(record), view.view(record), hidden.view(record),
            leader, caller, seat, np.uint64(cards_to_set(hand)), laid,
        )  # fmt: skip
    _check_seats(seen, view[0], seat)
    key = repr((seed, seen.trump, seen.dealer, seen.forehand, sorted(hand), cards)).encode()
    view["noise"] = int.from_bytes(blake2b(key, digest_size=8).digest(), "little")
    return view


def _check_seats(seen: Observation, view: np.void, seat: int) -> None:
    leaders = [*view["leaders"][: view["trick"]].tolist(), int(view["leader"])]
    for number, (trick, leader) in enumerate(zip(seen.tricks, leaders, strict=False)):
        if trick.first != jass_kit_seat(leader):
            raise ValueError(
                f"{START}tricks[{number}].first = {trick.first}: player "
                f"{jass_kit_seat(leader)} leads, by the dealer or the trick before"
            )
    if view["seat"] != seat:
        raise ValueError(
            f"{START}currentPlayer = {seen.currentPlayer}: it is player "
            f"{jass_kit_seat(int(view['seat']))}'s turn"
        )


def choose_card(seen: Observation, bot: str = "rule", seed: int = 1) -> int:
    """Number of the card, 0 to 35 as ours, that a bot plays; a single legal one unasked.

    Raises
    ------
    ValueError
        If the bot is unknown, cheats or remembers, or the observation is wrong.
    RuntimeError
        If the bot fails or answers no legal card.
    """
    strategy, params = load_bot(bot)
    if strategy.cheats or strategy.remembers:
        why = "sees all hands" if strategy.cheats else "remembers the deal"
        raise ValueError(f"bot {bot!r} {why}: expected one that needs an observation alone")
    view = view_of(seen, seed)
    legal, cards = int(view["legal"][0]), cards_of_places(int(view["mode"][0]))
    if legal & (legal - 1) == 0:
        return cards[legal.bit_length() - 1]
    memo = np.zeros(strategy.memo, np.int64)
    record = view if COMPILED else view.view(np.recarray)
    with np.errstate(over="ignore"):
        place = int(strategy.play(record[0], params, memo))
    if strategy.failures:
        error = strategy.failures.pop()
        if not isinstance(error, Exception):
            raise error
        raise RuntimeError(f"bot {bot!r} failed: {error!r}") from error
    if not 0 <= place < 64 or not legal >> place & 1:
        allowed = format_trick([cards[i] for i in range(64) if legal >> i & 1])
        raise RuntimeError(f"bot {bot!r} answered {place}: expected the place of one of {allowed}")
    return cards[place]


@cache
def _values() -> HandValues:
    return load_values()


def choose_trump(seen: Observation) -> int:
    """jass-kit's code of the contract in which the hand promises most points, or 10 to push.

    The values of hands are those by which callers choose, without a factor; the leader pushes
    where its best contract promises less than `PUSH_BELOW`.
    """
    hand = np.array([cards_to_set(_hand(seen))], np.uint64)
    worth = [float(_values().points(hand, trump_contract(code))[0]) for code in range(6)]
    best = int(np.argmax(worth))
    return PUSH if seen.forehand < 0 and worth[best] < PUSH_BELOW else best


def answer(
    observation: Mapping[str, Any] | str | bytes, bot: str = "rule", seed: int = 1
) -> dict[str, int | str]:
    """What jass-kit's player service replies: ``{"card": "C8"}``, or ``{"trump": 3}``.

    Parameters
    ----------
    observation : mapping, str or bytes
        jass-kit's observation, ``GameObservation.to_json()`` or its JSON text. While it has no
        trump (-1), the reply is trump, 10 to push; the bot does not matter then.
    bot : str
        Who chooses the card.
    seed : int
        Seed of the bot's chance; the same observation gets the same reply.

    Raises
    ------
    ValueError
        If the observation is wrong or contradicts itself, or the bot is unknown; one sentence.

    Examples
    --------
    >>> hand = ["DA", "DK", "D9", "HA", "H7", "SJ", "S6", "C8", "C6"]
    >>> player = [{"hand": []}, {"hand": []}, {"hand": []}, {"hand": hand}]
    >>> seen = {"version": "V0.2", "trump": -1, "dealer": 0, "currentPlayer": 3, "playerView": 3,
    ...         "forehand": -1, "tricks": [], "player": player, "jassTyp": "SCHIEBER"}
    >>> answer(seen)
    {'trump': 10}
    >>> answer({**seen, "trump": 4, "forehand": 0, "tricks": [{"first": 3}]})
    {'card': 'DA'}
    """
    seen = read_observation(observation)
    if seen.trump < 0:
        return {"trump": choose_trump(seen)}
    return {"card": log_card(choose_card(seen, bot, seed))}


class JasssimAgent(Agent):  # type: ignore[misc]
    """A bot of this lab as an agent of jass-kit, for instance in its ``Arena``.

    Parameters
    ----------
    bot : str
        The bot, as `jasssim.bots.load_bot` reads it.
    seed : int
        Seed of its chance.

    Raises
    ------
    ImportError
        If jass-kit is not installed.
    ValueError
        If the bot is unknown.
    """

    def __init__(self, bot: str = "rule", seed: int = 1) -> None:
        need_jass_kit()
        load_bot(bot)
        self.bot, self.seed = bot, seed

    def action_trump(self, obs: Any) -> int:
        """Trump for jass-kit's observation, or push."""
        return choose_trump(read_observation(obs.to_json()))

    def action_play_card(self, obs: Any) -> int:
        """Card for jass-kit's observation, numbered as it does."""
        return to_jass_kit(choose_card(read_observation(obs.to_json()), self.bot, self.seed))
