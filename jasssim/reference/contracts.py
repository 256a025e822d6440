"""Contracts as texts: what is played in each trick, how it counts, what may be called.

The texts are ``E R S L``, ``obenabe``, ``undenufe``, ``slalom-obenabe``,
``guschti-undenufe``, ``misere``, ``3x3:obenabe,R``, ``molotow``, ``molotow:E``. A kind ``own``
that the rules define is written alike, a direction after a hyphen, a suit or blocks after a
colon.
"""

from __future__ import annotations

from jasssim.game.rules import Row, Rules

SUITS = ["E", "R", "S", "L"]
DIRECTIONS = ["obenabe", "undenufe"]


def mode_list(contract: str, rules: Rules) -> list[str]:
    """Mode of each of the nine tricks: a trump suit, a direction, ``open`` or ``choose``.

    ``open`` is Molotow before its trump is known, ``choose`` a block of 3×3 that is not
    chosen yet. ValueError if the contract is unknown or the rules forbid its start.

    Examples
    --------
    >>> mode_list("3x3:obenabe,R", Rules())[2:7]
    ['obenabe', 'R', 'R', 'R', 'choose']
    """
    if contract in SUITS or contract in DIRECTIONS:
        return [contract] * 9
    if contract in ("misere", "molotow"):
        return ["obenabe" if contract == "misere" else "open"] * 9
    kind, sign, rest = _parted(contract)
    if kind in ("slalom", "guschti") and sign == "-" and rest in DIRECTIONS:
        other = _other(rest)
        _check_start(contract, rest, rules)
        if kind == "slalom":
            return [rest if t % 2 == 0 else other for t in range(9)]
        return [rest if t < rules.guschti_first else other for t in range(9)]
    if kind == "molotow" and sign == ":" and rest in SUITS:
        return [rest] * 9
    if kind == "3x3" and sign == ":":
        return _block_modes(contract, rest)
    for own in rules.kinds:
        if own.id != kind:
            continue
        if "block1" in own.schedule and sign == ":":
            return _block_modes(contract, rest)
        if "open" in own.schedule and (sign == "" or (sign == ":" and rest in SUITS)):
            return [rest or "open"] * 9
        if own.choices and sign == (":" if rest in SUITS else "-") and rest in own.choices:
            if own.values == "alternating":
                _check_start(contract, rest, rules)
            words = {"choice": rest, "other": _other(rest)}
            words["turn"] = rest if rules.guschti_first == 5 else _other(rest)
            return [words.get(token, token) for token in own.schedule]
        if set(own.schedule) <= set(DIRECTIONS) and sign == "":
            return list(own.schedule)
    raise ValueError(f"unknown contract {contract!r}")


def _parted(contract: str) -> tuple[str, str, str]:
    """Kind of a contract, the sign after it, and the choice or the blocks."""
    for sign in "-:":
        if sign in contract:
            return contract.split(sign)[0], sign, contract.partition(sign)[2]
    return contract, "", ""


def _other(direction: str) -> str:
    return "undenufe" if direction == "obenabe" else "obenabe"


def _check_start(contract: str, start: str, rules: Rules) -> None:
    if rules.alt_start == "obenabe" and start == "undenufe":
        raise ValueError(f"{contract}: under these rules it starts with obenabe")


def _block_modes(contract: str, rest: str) -> list[str]:
    blocks = rest.split(",")
    kinds = ["trump" if block in SUITS else block for block in blocks]
    if not set(kinds) <= {"trump", *DIRECTIONS} or len(set(kinds)) < len(kinds):
        raise ValueError(f"unknown contract {contract!r}")
    blocks += ["choose", "choose"]
    return [blocks[t // 3] for t in range(9)]


def choices_of(rules: Rules, kind: str) -> list[str | None]:
    """What a caller chooses among in a row of a kind, ``[None]`` where nothing is left.

    The first direction of Slalom and Guschti, the first block of 3×3, the contract that a
    joker stands for, or a choice of a kind that the rules define. ValueError if the kind is
    unknown.

    Examples
    --------
    >>> choices_of(Rules(alt_start="obenabe"), "slalom"), choices_of(Rules(), "misere")
    (['obenabe'], [None])
    """
    if kind == "joker":
        inner = [(name, c) for name in rules.joker_inner for c in choices_of(rules, name)]
        return [called_contract(rules, name, choice) for name, choice in inner]
    if kind in [*SUITS, *DIRECTIONS, "misere", "molotow"]:
        return [None]
    if kind in ("slalom", "guschti"):
        return ["obenabe"] if rules.alt_start == "obenabe" else ["obenabe", "undenufe"]
    if kind == "3x3":
        return [*SUITS, *DIRECTIONS]
    for own in rules.kinds:
        if own.id == kind and "block1" in own.schedule:
            return [*SUITS, *DIRECTIONS]
        if own.id == kind and own.choices:
            fixed = own.values == "alternating" and rules.alt_start == "obenabe"
            return [choice for choice in own.choices if not (fixed and choice == "undenufe")]
        if own.id == kind:
            return [None]
    raise ValueError(f"unknown kind of row {kind!r}")


def called_contract(rules: Rules, kind: str, choice: str | None = None) -> str:
    """Contract of a called row; ValueError if the call is not allowed.

    For the choice see `choices_of`. Whether a chart has the row open is not looked at.

    Examples
    --------
    >>> called_contract(Rules(), "slalom", "undenufe"), called_contract(Rules(), "joker", "R")
    ('slalom-undenufe', 'R')
    """
    if choice not in choices_of(rules, kind):
        raise ValueError(f"a row {kind!r} may not be called with the choice {choice!r}")
    if choice is None:
        return kind
    if kind == "joker":
        return choice
    blocks = any(own.id == kind and "block1" in own.schedule for own in rules.kinds)
    colon = kind == "3x3" or blocks or choice in SUITS
    return f"{kind}:{choice}" if colon else f"{kind}-{choice}"


def calls_of(rules: Rules, row: Row, team_calls: dict[str, str]) -> list[str]:
    """Contracts that a team may call in a row of its chart.

    Parameters
    ----------
    rules : Rules
        House rules with the chart.
    row : Row
        The row; a joker's are all contracts that it may stand for.
    team_calls : dict of str to str
        Rows that the team has played, and by which contracts. Of two linked rows the one
        played later starts the other way, whichever of them names the other.

    Examples
    --------
    >>> calls_of(Rules(), Row("high", "slalom", 9, start="obenabe"), {})
    ['slalom-obenabe']
    """
    texts = [called_contract(rules, row.kind, c) for c in choices_of(rules, row.kind)]
    starts: list[str] = [row.start] if row.start != "caller" else []
    for other in rules.rows:
        linked = other.id == row.linked or other.linked == row.id
        if linked and other.id in team_calls:
            played = team_calls[other.id].partition("-")[2]
            starts += [direction for direction in DIRECTIONS if direction != played]
    return [text for text in texts if not starts or text.partition("-")[2] in starts]


def goal_of(contract: str, rules: Rules) -> str:
    """What a team wants that plays a contract for its chart: ``points``, or ``avoid`` them.

    Examples
    --------
    >>> goal_of("misere", Rules()), goal_of("molotow", Rules())
    ('avoid', 'points')
    """
    avoided = ["misere", *(own.id for own in rules.kinds if own.goal == "avoid")]
    return "avoid" if _parted(contract)[0] in avoided else "points"


def values_of(contract: str, rules: Rules) -> str:
    """How a contract counts, in the words that a rule set uses for its own kinds.

    Examples
    --------
    >>> values_of("guschti-obenabe", Rules()), values_of("R", Rules())
    ('alternating', 'own')
    """
    kind = _parted(contract)[0]
    shipped = {"slalom": "alternating", "guschti": "alternating", "3x3": "blocks"}
    shipped["molotow"] = "trump"
    for own in rules.kinds:
        if own.id == kind:
            return own.values
    return shipped.get(kind, "own")


def is_open(contract: str, rules: Rules) -> bool:
    """Whether trump is only made in play, also when it is known by now.

    Examples
    --------
    >>> is_open("molotow:E", Rules()), is_open("E", Rules())
    (True, False)
    """
    opens = ["molotow", *(own.id for own in rules.kinds if "open" in own.schedule)]
    return _parted(contract)[0] in opens
