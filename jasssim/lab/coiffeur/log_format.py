"""A log line: what it holds, and how cards, seats and trump are written in it.

Keys and seats are those of jass-kit, which numbers its seats clockwise while play runs the
other way round; cards have French letters. Beside its keys each deal has ours, which other
readers pass over: ``rules``, the numbers ``game``, ``half`` (1 where the sides have swapped
seats, 0 if not there) and ``deal`` (from 1), ``row``,
``factor``, ``contract`` as called, ``start`` (first direction, else empty),
``team_caller``, ``caller``, ``passes``, ``blocks`` (of 3×3, chosen in play) and ``written``
of both teams before the factor. ``forehand`` is 1 if nobody passed, else 0.

``trump`` is jass-kit's code of the trump suit that the deal had in the end, in 3×3 and
Molotow too; without one it is that of the first trick's direction, so 4 for Misère and the
start of Slalom and Guschti. By the default rules a reader that knows no such contract thus
counts every trick as we do. With ``date`` empty a log depends on the games alone; jass-kit
wants ``dd.mm.yy HH:MM:SS`` there if it is to read the date, too.
"""

from __future__ import annotations

import codecs
from typing import Annotated, Any, TypeVar

import msgspec

from ...game.cards import (
    FRENCH_SUITS,
    format_card,
    from_jass_kit,
    jass_kit_seat,
    jass_kit_trump,
)
from ...game.contract import Contract
from ...game.kinds import DIRECTIONS
from ...game.orders import MODES
from ...game.rules import Rules, load_rules, ruleset_names
from ..replay import Replay
from .scorebook import ScoredRound

COIFFEUR = "COIFFEUR"
VERSIONS = ("V0.2", "V0.1")

Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
"""A seat as jass-kit numbers it."""

Made = TypeVar("Made")


class Trick(msgspec.Struct, kw_only=True):
    """A trick; ``points`` and ``win`` are there when it is complete."""

    cards: list[str] = []
    points: int | None = None
    win: Seat | None = None
    first: Seat


class Hand(msgspec.Struct):
    """Cards that a player still holds."""

    hand: list[str] = []


class Deal(msgspec.Struct, kw_only=True):
    """The deal of a log line, as jass-kit has it."""

    version: str = VERSIONS[0]
    trump: Annotated[int, msgspec.Meta(ge=-1, le=5)] = -1
    dealer: Seat
    currentPlayer: Annotated[int, msgspec.Meta(ge=-1, le=3)] = -1
    forehand: Annotated[int, msgspec.Meta(ge=-1, le=1)] = -1
    tricks: list[Trick]
    player: list[Hand] = []
    jassTyp: str = "SCHIEBER"


class ChartDeal(Deal, kw_only=True):
    """A deal of a game with a chart; see the module."""

    rules: str
    game: int
    half: Annotated[int, msgspec.Meta(ge=0, le=1)] = 0
    deal: int
    row: str
    factor: int
    contract: str
    start: str = ""
    team_caller: Annotated[int, msgspec.Meta(ge=0, le=1)]
    caller: Seat
    passes: int
    blocks: list[str] = []
    written: tuple[int, int]


class Line(msgspec.Struct):
    """One line of a log."""

    game: Deal
    date: str = ""
    player_ids: list[Any] = []


class ChartLine(Line):
    """One line of a log of games with a chart."""

    game: ChartDeal


def decode(text: bytes, place: str) -> Any:
    """Plain values of a JSON text, with or without a byte order mark.

    Raises
    ------
    ValueError
        If it is no JSON; the text names the place.
    """
    try:
        return msgspec.json.decode(text.removeprefix(codecs.BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{place}: no valid JSON: {error}") from None


def convert(values: Any, kind: type[Made], place: str) -> Made:
    """Plain values as what a file must hold.

    Raises
    ------
    ValueError
        If a key is missing or has a wrong value; the text names the place and the key.

    Examples
    --------
    >>> convert({"first": 4}, Trick, "line 1")
    Traceback (most recent call last):
    ...
    ValueError: line 1: expected `int` <= 3 at `first`
    """
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        text = (
            str(error)
            .replace(" - at `$.", " at `")
            .replace(" - at `$`", "")
            .replace(" - at `$", " at `")
        )
        raise ValueError(f"{place}: {text[0].lower()}{text[1:]}") from None


def shipped_rules(name: str, place: str) -> Rules:
    """Rules that a file names; a file never names a path.

    Raises
    ------
    ValueError
        If no shipped rule set has the name.
    """
    if name not in ruleset_names():
        raise ValueError(
            f"{place}: the rules {name!r} are not shipped; name those that were "
            "played by: --rules RULES"
        )
    return load_rules(name)


def trump_code(play: Replay) -> int:
    """jass-kit's code of a deal's trump; see the module.

    Examples
    --------
    >>> from jasssim.lab.show import replay_of
    >>> from jasssim.lab.simulate import simulate
    >>> [trump_code(replay_of(simulate("random", name, 1, trace=True))) for name in ("L", "misere")]
    [0, 4]
    """
    mode = play.trump if play.trump >= 0 else play.modes[0]
    return jass_kit_trump(mode)


def trump_contract(code: int) -> Contract:
    """Contract of jass-kit's code of trump; the inverse of `trump_code` where it has one.

    Raises
    ------
    ValueError
        If no trump was declared.

    Examples
    --------
    >>> [str(trump_contract(code)) for code in range(6)]
    ['L', 'S', 'E', 'R', 'obenabe', 'undenufe']
    """
    if code < 0:
        raise ValueError("no trump was declared: trump is -1, expected 0 to 5")
    if code < len(FRENCH_SUITS):
        return Contract("trump", MODES[from_jass_kit(9 * code) // 9])
    return Contract(MODES[code])


def log_card(card: int) -> str:
    """A card as jass-kit writes it.

    Examples
    --------
    >>> log_card(4), log_card(14)
    ('S10', 'CJ')
    """
    return format_card(card, "french").replace("T", "10")


def log_tricks(play: Replay) -> list[Trick]:
    """The tricks of a deal as a log has them."""
    return [
        Trick(
            cards=[log_card(card) for card in play.trick(number)],
            points=points,
            win=jass_kit_seat(play.winners[number]),
            first=jass_kit_seat(play.leaders[number]),
        )
        for number, points in enumerate(play.trick_points())
    ]


def chart_deal(rules: Rules, scored: ScoredRound, game: int, half: int, deal: int) -> ChartDeal:
    """A round of a game as a log has it; `deal` counts from 1."""
    played, play, call = scored.played, scored.play, scored.played.call
    row, start = rules.rows[call.row], call.contract.choice
    return ChartDeal(
        trump=trump_code(play),
        dealer=jass_kit_seat((played.forehand + 3) % 4),
        forehand=int(played.passes == 0),
        tricks=log_tricks(play),
        player=[Hand()] * 4,
        jassTyp=COIFFEUR,
        rules=rules.name,
        game=game,
        half=half,
        deal=deal,
        row=row.id,
        factor=row.factor,
        contract=str(call.contract),
        start=start if start and start in DIRECTIONS else "",
        team_caller=scored.team,
        caller=jass_kit_seat(played.caller),
        passes=played.passes,
        blocks=list(play.contract.blocks[len(call.contract.blocks) :]),
        written=scored.written,
    )
