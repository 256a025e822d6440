"""One deal as a playthrough: for people in German or English, and for machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..game.cards import SUIT_NAMES, SUITS, format_card, set_to_cards
from ..game.contract import Contract, is_solo, load_kind
from ..game.notation import format_deal
from ..game.orders import LAST_TRICK_POINTS, MODES, OPEN
from ..game.rules import Rules
from .plays import Plays
from .replay import Replay, replay
from .words import LANGUAGES, WORDS


def replay_of(plays: Plays, deal: int = 0) -> Replay:
    """A traced deal of some plays, laid again card by card.

    Raises
    ------
    ValueError
        If the plays were made without ``trace=True``.

    Examples
    --------
    >>> from jasssim.lab.simulate import simulate
    >>> play = replay_of(simulate("random", "E", deals=1, trace=True))
    >>> sum(play.team_points())
    157
    """
    contract = plays.setup.contracts[plays.contract_of[deal]]
    cards = [int(card) for card in plays.cards()[deal].ravel()]
    played = [MODES[int(plays.modes()[deal, i])] for i in (0, 3, 6)]
    chosen = played[len(contract.blocks) :] if contract.blocks else []
    return replay(
        [int(hand) for hand in plays.hands[deal]],
        int(plays.leaders[deal]),
        contract,
        plays.setup.rules,
        cards,
        chosen,
        int(plays.callers[deal]),
    )


def running_points(play: Replay) -> list[list[int]]:
    """Points after each trick: of the four seats where each plays alone, else of the teams."""
    sides = 4 if is_alone(play) else 2
    won = np.zeros((9, sides), np.int64)
    won[np.arange(9), np.array(play.winners) % sides] = play.trick_points()
    totals: list[list[int]] = won.cumsum(axis=0).tolist()
    return totals


def is_alone(play: Replay) -> bool:
    """Whether each seat plays for itself."""
    return is_solo(play.called, play.rules)


def playthrough(play: Replay, about: dict[str, Any] | None = None) -> dict[str, Any]:
    """A deal as plain values for JSON.

    Parameters
    ----------
    play : Replay
        The deal.
    about : dict, optional
        Where it comes from: seed, deal, bots.

    Returns
    -------
    dict
        What `format_playthrough` says in words; cards are two letters, seats 0 to 3.
    """
    tricks = play.team_tricks()
    return {
        **(about or {}),
        "contract": str(play.called),
        "played_contract": str(play.contract),
        "rules": play.rules.name,
        "caller": play.caller,
        "leader": play.leader,
        "deal_text": format_deal(play.hands, play.leader),
        "hands": [[format_card(card) for card in set_to_cards(hand)] for hand in play.hands],
        "tricks": [_trick_values(play, number) for number in range(9)],
        "seat_points": play.seat_points(),
        "seat_tricks": [play.winners.count(seat) for seat in range(4)],
        "team_points": play.team_points(),
        "team_tricks": tricks,
        "match": tricks.index(9) if 9 in tricks else None,
    }


def _trick_values(play: Replay, number: int) -> dict[str, Any]:
    made = play.trump_card - 4 * number
    return {
        "number": number + 1,
        "mode": MODES[play.modes[number]],
        "chosen_by": _chooser(play, number),
        "leader": play.leaders[number],
        "cards": [format_card(card) for card in play.trick(number)],
        "makes_trump": format_card(play.cards[play.trump_card]) if 0 <= made < 4 else None,
        "winner": play.winners[number],
        "points": play.trick_points()[number],
        "last_trick_points": LAST_TRICK_POINTS if number == 8 else 0,
        "running": running_points(play)[number],
    }


def _chooser(play: Replay, number: int) -> int | None:
    """Seat that chose the block which begins with a trick; None if nobody had to."""
    block = number // 3
    blocks = play.contract.blocks
    if number % 3 or not blocks or block < len(play.called.blocks) or _is_left(play, block):
        return None
    return play.leaders[number] if play.rules.block3_choice == "leader" else play.caller


def _is_left(play: Replay, block: int) -> bool:
    """Whether a block of 3×3 was the only one left: trump was played before."""
    return block == 2 and any(b in SUITS for b in play.contract.blocks[:2])


def mode_words(mode: str, language: str = "en") -> str:
    """A mode in words.

    Examples
    --------
    >>> mode_words("R"), mode_words("undenufe", "de")
    ('trump roses', 'Undenufe')
    """
    words = WORDS[language]
    if mode in SUITS:
        return words["trump"].format(suit=SUIT_NAMES[language][SUITS.index(mode)])
    return words["no_trump"] if mode == MODES[OPEN] else mode.capitalize()


def contract_words(contract: Contract, language: str = "en", rules: Rules | None = None) -> str:
    """A contract in words.

    Examples
    --------
    >>> from jasssim.game.contract import parse_contract
    >>> contract_words(parse_contract("slalom-undenufe")), contract_words(parse_contract("S"), "de")
    ('Slalom, Undenufe first', 'Trumpf Schellen')
    """
    kind = load_kind(contract.kind, rules)
    name = (kind.de if language == "de" else kind.en) or kind.id.capitalize()
    if contract.choice and contract.choice in SUITS:
        trump = mode_words(contract.choice, language)
        return trump if contract.kind == "trump" else f"{name}, {trump}"
    if contract.blocks:
        return f"{name}: {', '.join(mode_words(block, language) for block in contract.blocks)}"
    if contract.choice:
        choice = mode_words(contract.choice, language)
        return WORDS[language]["first"].format(kind=name, choice=choice)
    return name


def format_playthrough(
    play: Replay, language: str = "en", about: dict[str, Any] | None = None
) -> str:
    """A deal as a player reads it.

    Parameters
    ----------
    play : Replay
        The deal.
    language : {"en", "de"}
        Language of the words; cards are two letters in both.
    about : dict, optional
        Where it comes from: ``seed`` and ``deal``, ``bots``.

    Raises
    ------
    ValueError
        If the language is unknown.
    """
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}: expected {' or '.join(LANGUAGES)}")
    lines = [*_head(play, language, about or {}), "", *_hands(play, language), ""]
    for number in range(9):
        lines += _trick_lines(play, number, language)
    return "\n".join([*lines, "", *_end(play, language)])


def _head(play: Replay, language: str, about: dict[str, Any]) -> list[str]:
    words = WORDS[language]
    both = "both" if play.caller == play.leader else "calls"
    who = words["alone" if is_alone(play) else both]
    first = contract_words(play.called, language, play.rules)
    source = [words["deal"].format(**about)] if "deal" in about else []
    head = [first[0].upper() + first[1:], f"{words['rules']} {play.rules.name}", *source]
    lines = [" · ".join(head), who.format(caller=play.caller, leader=play.leader)]
    if "bots" in about:
        lines.append(f"{words['bots']}: {', '.join(about['bots'])}")
    return lines


def _hands(play: Replay, language: str) -> list[str]:
    names = SUIT_NAMES[language]
    rows = [["", *names]]
    for seat, hand in enumerate(play.hands):
        cards = [format_card(card) for card in reversed(set_to_cards(hand))]
        held = [" ".join(c[1] for c in cards if c[0] == suit) or "-" for suit in SUITS]
        rows.append([f"{WORDS[language]['seat']} {seat}", *held])
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    return [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def _trick_lines(play: Replay, number: int, language: str) -> list[str]:
    words = WORDS[language]
    values = _trick_values(play, number)
    seats = [(values["leader"] + place) % 4 for place in range(4)]
    cards = [
        f"{seat} {card}{'!' if card == values['makes_trump'] else ' '}"
        for seat, card in zip(seats, values["cards"], strict=True)
    ]
    running = (" " if is_alone(play) else " : ").join(f"{p:>3}" for p in values["running"])
    mode = mode_words(values["mode"], language)
    line = (
        f"{number + 1}  {mode:<15}  {'  '.join(cards)} {words['wins']} {values['winner']}  "
        f"{values['points']:>3} {words['points']}  {words['running']} {running}"
    )
    if number == 8:
        line += f"  ({words['last'].format(points=LAST_TRICK_POINTS)})"
    return [*_block_line(play, number, language), line, *_trump_line(play, number, language)]


def _block_line(play: Replay, number: int, language: str) -> Sequence[str]:
    block = number // 3
    if number % 3 or not play.contract.blocks or block < len(play.called.blocks):
        return []
    seat = _chooser(play, number)
    mode = mode_words(play.contract.blocks[block], language)
    text = WORDS[language]["remains" if seat is None else "chooses"]
    return ["   " + text.format(seat=seat, mode=mode, a=number + 1, b=number + 3)]


def _trump_line(play: Replay, number: int, language: str) -> Sequence[str]:
    if play.trump_card < 0 or play.trump_card // 4 != number:
        return []
    words = WORDS[language]
    late = words["late"] if play.rules.molotow_trump_from == "next_trick" else ""
    return ["   " + words["made"].format(suit=SUIT_NAMES[language][play.trump], late=late)]


def _end(play: Replay, language: str) -> list[str]:
    words = WORDS[language]
    alone = is_alone(play)
    points = play.seat_points() if alone else play.team_points()
    tricks = [sum(w % len(points) == side for w in play.winners) for side in range(len(points))]
    ends = []
    for side, (got, took) in enumerate(zip(points, tricks, strict=True)):
        number = words["trick"] if took == 1 else words["tricks"].format(n=took)
        text = words["one" if alone else "team"]
        ends.append(text.format(a=side, b=side + 2, points=got, tricks=number))
    if 9 in tricks:
        winner = tricks.index(9)
        who = words["who" if alone else "teams"].format(a=winner, b=winner + 2)
        ends.append(words["match"].format(who=who))
    return [*ends, "", format_deal(play.hands, play.leader)]
