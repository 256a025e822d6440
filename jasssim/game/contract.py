"""Contracts: a kind of contract with the choices that the caller makes.

In text: ``E R S L``, ``obenabe``, ``undenufe``, ``slalom-obenabe``, ``guschti-undenufe``,
``misere``, ``3x3:obenabe,R``, ``molotow``; what a rule set defines is written alike, a
direction after a hyphen, a suit or blocks after a colon.
"""

from __future__ import annotations

from typing import NamedTuple

from .cards import SUITS
from .kinds import DIRECTIONS, JOKER, TRUMP, Kind, load_kinds
from .rules import Rules


class Contract(NamedTuple):
    """A kind of contract with the caller's choices.

    Attributes
    ----------
    kind : str
        Name of the kind's file.
    choice : str or None
        The trump suit, the first direction of Slalom and Guschti, or Molotow's trump
        once it is known.
    blocks : tuple of str
        Modes of the blocks of 3×3 that are known so far.
    """

    kind: str
    choice: str | None = None
    blocks: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.blocks:
            return f"{self.kind}:{','.join(self.blocks)}"
        if self.choice is None:
            return self.kind
        if self.kind == TRUMP:
            return self.choice
        return f"{self.kind}{':' if self.choice in SUITS else '-'}{self.choice}"


def load_kind(name: str, rules: Rules | None = None) -> Kind:
    """The kind of contract of a name, one that the rules define or a shipped one."""
    for kind in rules.kinds if rules else ():
        if kind.id == name:
            return kind
    return load_kinds()[name]


def known_kinds(rules: Rules | None = None) -> list[Kind]:
    """The shipped kinds of contracts, then those that the rules define."""
    return [*load_kinds().values(), *(rules.kinds if rules else ())]


def openings(kind: Kind) -> list[Contract]:
    """What may be called in a kind: its contracts as far as the caller's choices go.

    Examples
    --------
    >>> [str(contract) for contract in openings(load_kind("slalom"))]
    ['slalom-obenabe', 'slalom-undenufe']
    """
    if "block1" in kind.schedule:
        return [Contract(kind.id, None, (block,)) for block in (*SUITS, *DIRECTIONS)]
    if kind.choices:
        return [Contract(kind.id, choice) for choice in kind.choices]
    return [Contract(kind.id)]


def contract_names(rules: Rules | None = None) -> list[str]:
    """Texts of all contracts that leave nothing but the later blocks of 3×3 open.

    Examples
    --------
    >>> contract_names()[:3]
    ['3x3:E', '3x3:R', '3x3:S']
    """
    return [str(contract) for kind in known_kinds(rules) for contract in openings(kind)]


def parse_contract(text: str, rules: Rules | None = None) -> Contract:
    """Contract of a text.

    Parameters
    ----------
    text : str
        For instance ``slalom-undenufe``.
    rules : Rules, optional
        House rules whose own kinds are known, too.

    Raises
    ------
    ValueError
        If the text names no contract, or 3×3 blocks that exclude each other.

    Examples
    --------
    >>> parse_contract("slalom-undenufe")
    Contract(kind='slalom', choice='undenufe', blocks=())
    >>> str(parse_contract("3x3:obenabe,R"))
    '3x3:obenabe,R'
    """
    head, colon, tail = text.partition(":")
    for kind in known_kinds(rules):
        if "block1" in kind.schedule:
            if head == kind.id and colon:
                return Contract(kind.id, None, _parse_blocks(text, tail))
            continue
        found = openings(kind)
        if "open" in kind.schedule:
            found += [Contract(kind.id, suit) for suit in SUITS]
        for contract in found:
            if text == str(contract):
                return contract
    names = contract_names(rules)
    near = [name for name in names if name.partition("-")[0] == text.strip().lower()]
    known = " or ".join(near) or f"one of {', '.join(names)}"
    raise ValueError(f"unknown contract {text!r}: expected {known}")


def _parse_blocks(text: str, tail: str) -> tuple[str, ...]:
    blocks = tuple(tail.split(","))
    used = ["trump" if block in SUITS else block for block in blocks]
    known = all(block in (*SUITS, *DIRECTIONS) for block in blocks)
    if not known or len(blocks) > 3 or len(set(used)) < len(used):
        raise ValueError(
            f"contract {text!r}: the blocks of 3x3 are obenabe, undenufe and one trump suit "
            "(E, R, S or L), each at most once and at least the first"
        )
    return blocks


def modes(contract: Contract, rules: Rules) -> list[str]:
    """Mode of each of the nine tricks, as far as it is known before play.

    Returns
    -------
    list of str
        Nine names of `jasssim.game.orders.MODES`.

    Raises
    ------
    ValueError
        If the rules do not allow the contract's start.

    Examples
    --------
    >>> modes(parse_contract("guschti-obenabe"), Rules(guschti_first=4))[3:6]
    ['obenabe', 'undenufe', 'undenufe']
    """
    check_start(contract, rules)
    first = contract.choice
    other = DIRECTIONS[first == "obenabe"]
    words = {"choice": first, "other": other, "turn": first if rules.guschti_first == 5 else other}
    for i in range(3):
        words[f"block{i + 1}"] = contract.blocks[i] if i < len(contract.blocks) else "choose"
    words["open"] = contract.choice or "open"
    return [words.get(token) or token for token in load_kind(contract.kind, rules).schedule]


def check_start(contract: Contract, rules: Rules) -> None:
    """Refuse a Slalom or Guschti that starts down where the rules say up first."""
    alternating = load_kind(contract.kind, rules).values == "alternating"
    if alternating and rules.alt_start == "obenabe" and contract.choice != "obenabe":
        raise ValueError(
            f"contract {contract} starts with {contract.choice}, but the rules "
            f"{rules.name!r} have alt_start = 'obenabe'"
        )


def goal(contract: Contract, rules: Rules) -> str:
    """What the players want: ``points``, ``avoid``, ``alone`` or ``low``.

    Molotow is played alone unless the rules' chart has it, as a row or for a joker: in a
    chart it is played by teams. Alone each seat wants the highest or the lowest score
    (``alone``), in Inspektiönler few points (``low``).
    """
    wanted = load_kind(contract.kind, rules).goal
    if wanted != "alone":
        return wanted
    kinds = {row.kind for row in rules.rows}
    if contract.kind in kinds or (JOKER in kinds and contract.kind in rules.joker_inner):
        return "points"
    return "low" if rules.solo == "inspektioenler" else "alone"


def is_solo(contract: Contract, rules: Rules) -> bool:
    """Whether each seat plays for itself."""
    return goal(contract, rules) in ("alone", "low")


def allowed(rules: Rules, kind: str) -> list[Contract]:
    """What the rules allow to be called in a row of a kind.

    Parameters
    ----------
    rules : Rules
        House rules.
    kind : str
        Kind of the row: a suit, ``obenabe``, ``slalom``, ``joker``, ….

    Raises
    ------
    ValueError
        If the kind is unknown.

    Examples
    --------
    >>> [str(contract) for contract in allowed(Rules(alt_start="obenabe"), "slalom")]
    ['slalom-obenabe']
    """
    if kind == JOKER:
        return [contract for inner in rules.joker_inner for contract in allowed(rules, inner)]
    if kind in tuple(SUITS):
        return [Contract(TRUMP, kind)]
    known = [name for name in rules.kind_names() if name != JOKER]
    if kind not in known:
        raise ValueError(f"unknown kind of row {kind!r}: expected one of {', '.join(known)}, joker")
    fixed = rules.alt_start == "obenabe" and load_kind(kind, rules).values == "alternating"
    found = openings(load_kind(kind, rules))
    return [c for c in found if c.choice == "obenabe"] if fixed else found


def call(rules: Rules, kind: str, choice: str | None = None) -> Contract:
    """Contract of a called row.

    Parameters
    ----------
    rules : Rules
        The rules; whether a chart still has the row open is the chart's matter.
    kind : str
        Kind of the row: a suit, ``obenabe``, ``slalom``, ``joker``, ….
    choice : str, optional
        The first direction of Slalom and Guschti, the first block of 3×3, or the inner
        contract of a joker; None where nothing is left to choose.

    Raises
    ------
    ValueError
        If the row or the choice is not allowed.

    Examples
    --------
    >>> from jasssim.game.rules import load_rules
    >>> str(call(load_rules("tafel-8"), "joker", "undenufe"))
    'undenufe'
    """
    options = {choice_text(kind, contract): contract for contract in allowed(rules, kind)}
    if choice not in options:
        names = [name for name in options if name is not None]
        expected = f"expected one of {', '.join(names)}" if names else "it leaves nothing to choose"
        named = "no choice" if choice is None else repr(choice)
        raise ValueError(f"a row of kind {kind!r} may not be called with {named}: {expected}")
    return options[choice]


def choice_text(kind: str, contract: Contract) -> str | None:
    """What a caller names beside the row: a start, a first block, a joker's contract.

    Examples
    --------
    >>> choice_text("slalom", parse_contract("slalom-obenabe"))
    'obenabe'
    """
    if kind == JOKER:
        return str(contract)
    return None if kind in tuple(SUITS) else contract.choice or ",".join(contract.blocks) or None
