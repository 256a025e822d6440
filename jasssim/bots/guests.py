"""Guests: agents of jass-kit that play here, in trump, Obenabe and Undenufe.

A guest plays by its own idea of the rules. Where its card is not legal here, the lowest legal
card is played, and the guest's `Fouls` count it: the deal goes on.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from operator import index
from threading import Lock
from typing import Any, NamedTuple

from ..engine.view import VIEW
from ..game.cards import format_card, from_jass_kit
from ..game.notation import format_trick
from ..game.orders import MODES
from .callback import called_back
from .jass_kit import cards_in, cards_of_places, need_jass_kit, observation_of, state_of
from .strategy import Strategy, any_block, check_declared

EXAMPLES = 5


class Foul(NamedTuple):
    """An illegal answer: what was asked, and which card was played instead.

    Examples
    --------
    >>> print(Foul("E", 7, 2, "E6 E9 L8", "S9 EX EA", "E9", "L8"))
    trick 7 of E, seat 2: answered E9 to S9 EX EA, holding E6 E9 L8; L8 was played
    """

    contract: str
    trick: int
    seat: int
    hand: str
    table: str
    answer: str
    played: str

    def __str__(self) -> str:
        return (
            f"trick {self.trick} of {self.contract}, seat {self.seat}: answered {self.answer} to "
            f"{self.table or 'no card'}, holding {self.hand}; {self.played} was played"
        )


@dataclass
class Fouls:
    """A guest's illegal answers.

    Attributes
    ----------
    asked, count : int
        Answers in all, and how many of them were illegal.
    first : list of Foul
        The first few.
    """

    asked: int = 0
    count: int = 0
    first: list[Foul] = field(default_factory=list)
    _lock: Any = field(default_factory=Lock, repr=False, compare=False)

    def note(self, foul: Foul | None) -> bool:
        """Count an answer, legal (None) or not; whether it is the first illegal one."""
        with self._lock:
            self.asked += 1
            self.count += foul is not None
            if foul and len(self.first) < EXAMPLES:
                self.first.append(foul)
            return foul is not None and self.count == 1

    def clear(self) -> None:
        """Forget all answers."""
        with self._lock:
            self.asked = self.count = 0
            self.first.clear()


@dataclass(frozen=True)
class Guest(Strategy):
    """A bot that asks an agent of jass-kit.

    Attributes
    ----------
    agent : object
        The agent.
    fouls : Fouls
        Its illegal answers in this process.
    """

    agent: Any = None
    fouls: Fouls = field(default_factory=Fouls, compare=False)


@dataclass(frozen=True)
class _Table:
    """What stands between the engine and an agent."""

    name: str
    agent: Any
    cheats: bool
    fouls: Fouls

    def card(self, view, params, memo):  # type: ignore[no-untyped-def]
        """Place of the agent's card, or of the lowest legal one where that is not legal."""
        seen = state_of(view, memo[:4]) if self.cheats else observation_of(view)
        answer = self.agent.action_play_card(seen)
        try:
            number = index(answer)
        except TypeError:
            raise TypeError(
                f"guest {self.name!r} answered {answer!r}: expected a card's number, 0 to 35"
            ) from None
        mode, legal = int(view.mode), int(view.legal)
        known = 0 <= number < 36
        place = cards_of_places(mode).index(from_jass_kit(number)) if known else -1
        fair = known and bool(legal >> place & 1)
        lowest = (legal & -legal).bit_length() - 1
        foul = None if fair else _foul(view, number, lowest)
        if self.fouls.note(foul):
            logging.getLogger("jasssim").warning(
                f"guest {self.name!r} broke a rule, {foul}; further ones are only counted: "
                "jasssim.bots.foul_report() tells them"
            )
        return place if fair else lowest


def _foul(view: Any, number: int, lowest: int) -> Foul:
    mode = int(view.mode)
    known = 0 <= number < 36
    return Foul(
        contract=MODES[mode],
        trick=int(view.trick) + 1,
        seat=int(view.seat),
        hand=format_trick(sorted(cards_in(view.hand, mode))),
        table=format_trick([cards_in(card, mode)[0] for card in view.table[: int(view.place)]]),
        answer=format_card(from_jass_kit(number)) if known else str(number),
        played=format_card(cards_of_places(mode)[lowest]),
    )


_guests: dict[str, Guest] = {}


def guest(agent: Any, name: str = "", about: str = "") -> Guest:
    """Make a bot of an agent of jass-kit; `jasssim.bots.register` makes it known by its name.

    The agent is asked when it has a choice, for a card only, and sees what the seat sees; one
    that is an ``AgentCheating`` sees all hands. One that keeps anything between questions wants
    ``jobs=1``. In any contract but trump, Obenabe and Undenufe the play stops with an error
    that names it.

    Parameters
    ----------
    agent : jass.agents.agent.Agent or jass.agents.agent_cheating.AgentCheating
        Anything with its method ``action_play_card``.
    name : str, optional
        The bot's name, by default that of the agent's class.
    about : str, optional
        What it does.

    Raises
    ------
    ImportError
        If jass-kit is not installed.
    ValueError
        If the name is none, or the agent cannot play cards.

    Examples
    --------
    >>> import jasssim
    >>> from jass.agents.agent_random_schieber import AgentRandomSchieber
    >>> from jasssim.bots import register
    >>> from jasssim.bots.registry import unregister
    >>> theirs = register(guest(AgentRandomSchieber(), name="their-random"))
    >>> plays = jasssim.simulate(["their-random", "rule"], "undenufe", deals=100)
    >>> bool(plays.points()[:, 0].mean() < 70), theirs.fouls.count
    (True, 0)
    >>> unregister("their-random")
    """
    need_jass_kit()
    from jass.agents.agent_cheating import AgentCheating

    kind = type(agent)
    name = name or kind.__name__
    if not re.fullmatch(r"[\w.-]+", name):
        raise ValueError(f"guest {name!r}: expected a name of letters, digits, '_', '-' and '.'")
    if not callable(getattr(agent, "action_play_card", None)):
        raise ValueError(f"guest {name!r}: {agent!r} has no method action_play_card")
    failures: list[BaseException] = []
    fouls = Fouls()
    cheats = isinstance(agent, AgentCheating)
    table = _Table(name, agent, cheats, fouls)
    made = Guest(
        name=name,
        play=called_back(table.card, failures, VIEW),
        pick=any_block,
        about=about or f"Asks jass-kit's agent {kind.__module__}.{kind.__name__}.",
        path=getattr(sys.modules.get(kind.__module__), "__file__", None) or "",
        memo=4 if cheats else 1,
        cheats=cheats,
        beats_random=False,
        nanoseconds=1e9,
        failures=failures,
        agent=agent,
        fouls=fouls,
    )
    _guests[name] = made
    return made


def player() -> Callable[[Callable[[], Any]], Guest]:
    """Make a `Guest` of a function without arguments that makes the agent.

    In a file of a folder ``strategies`` the guest is then found by the function's name, as any
    bot is, and jass-kit is imported when the guest plays. See ``docs/jass-kit.md``.

    Raises
    ------
    ValueError
        If the function has no docstring; and as `guest`.
    """

    def make(function: Callable[[], Any]) -> Guest:
        check_declared(f"guest {function.__name__!r}", function, None)
        return guest(function(), function.__name__, " ".join((function.__doc__ or "").split()))

    return make


def foul_report(*guests: Guest) -> str:
    """What guests answered against the rules, each with its first examples.

    Parameters
    ----------
    *guests : Guest
        By default all that have played in this process; what they did in processes of their
        own, ``backend="loky"``, is not known here.

    Examples
    --------
    >>> from jass.agents.agent_random_schieber import AgentRandomSchieber
    >>> print(foul_report(guest(AgentRandomSchieber(), name="shy")))
    shy: 0 of 0 answers were illegal
    """
    lines = []
    for one in guests or [one for one in _guests.values() if one.fouls.asked]:
        fouls = one.fouls
        share = f" ({fouls.count / fouls.asked:.3%})" if fouls.count else ""
        lines.append(f"{one.name}: {fouls.count} of {fouls.asked} answers were illegal{share}")
        lines += [f"  {foul}" for foul in fouls.first]
    return "\n".join(lines) or "no guest has played"
