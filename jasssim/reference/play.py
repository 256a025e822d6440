"""The rules of card play in their plainest form, to check faster programs against.

Everything is spelled out with lists and strings, and only the house rules are shared with
the rest of the package. A card is two letters, suit ``E R S L`` and rank
``6 7 8 9 X U O K A``; a hand is a list of cards; a trick is the list of the cards on the
table, the led card first. Seats 0 to 3 sit in order of play; tricks are numbered 0 to 8.
The play of a trick goes by the contract as known when it begins, its points by the contract
as known in the end.
"""

from __future__ import annotations

from jasssim.game.rules import Rules

SUITS = ["E", "R", "S", "L"]
DIRECTIONS = ["obenabe", "undenufe"]
RANKS = "6789XUOKA"
TRUMP_RANKS = "678XOKA9U"  # weak to strong: Nell and Puur stand above the ace
DECK = [suit + rank for suit in SUITS for rank in RANKS]

TRUMP_VALUES = {"U": 20, "9": 14, "A": 11, "X": 10, "K": 4, "O": 3}
OTHER_VALUES = {
    "plain": {"A": 11, "X": 10, "K": 4, "O": 3, "U": 2},
    "obenabe": {"A": 11, "X": 10, "8": 8, "K": 4, "O": 3, "U": 2},
    "undenufe": {"6": 11, "X": 10, "8": 8, "K": 4, "O": 3, "U": 2},
}


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
    kind, _, first = contract.partition("-")
    if kind in ("slalom", "guschti") and first in DIRECTIONS:
        if rules.alt_start == "obenabe" and first != "obenabe":
            raise ValueError(f"{contract}: under these rules {kind} starts with obenabe")
        other = "undenufe" if first == "obenabe" else "obenabe"
        if kind == "slalom":
            return [first if t % 2 == 0 else other for t in range(9)]
        return [first if t < rules.guschti_first else other for t in range(9)]
    kind, _, rest = contract.partition(":")
    if kind == "molotow" and rest in SUITS:
        return [rest] * 9
    if kind == "3x3":
        blocks = rest.split(",")
        kinds = ["trump" if block in SUITS else block for block in blocks]
        if set(kinds) <= {"trump", *DIRECTIONS} and len(set(kinds)) == len(kinds):
            blocks += ["choose", "choose"]
            return [blocks[t // 3] for t in range(9)]
    raise ValueError(f"unknown contract {contract!r}")


def called_contract(rules: Rules, kind: str, choice: str | None = None) -> str:
    """Contract of a called row; ValueError if the call is not allowed.

    The choice is the first direction of Slalom and Guschti, the first block of 3×3, or
    the contract a joker stands for. Whether a chart has the row open is not looked at.

    Examples
    --------
    >>> called_contract(Rules(), "slalom", "undenufe"), called_contract(Rules(), "joker", "R")
    ('slalom-undenufe', 'R')
    """
    contract = ""
    if kind == "joker" and choice is not None:
        if choice.replace("-", ":").split(":")[0] in rules.joker_inner:
            contract = choice
    elif kind in ("slalom", "guschti"):
        contract = f"{kind}-{choice}"
    elif kind == "3x3":
        contract = f"3x3:{choice}"
    elif kind in [*SUITS, *DIRECTIONS, "misere", "molotow"] and choice is None:
        contract = kind
    # A second block of 3×3 and Molotow's trump arise in play, nobody calls them.
    if contract == "" or "," in contract or contract.startswith("molotow:"):
        raise ValueError(f"a row {kind!r} may not be called with the choice {choice!r}")
    mode_list(contract, rules)
    return contract


def card_value(card: str, table: str) -> int:
    """What a card counts where a suit is trump, in a direction, or ``plain`` as side suit.

    Examples
    --------
    >>> card_value("RU", "R"), card_value("RU", "E"), card_value("R6", "undenufe")
    (20, 2, 11)
    """
    if card[0] == table:
        return TRUMP_VALUES.get(card[1], 0)
    return OTHER_VALUES["plain" if table in SUITS else table].get(card[1], 0)


def deck_total(contract: str, rules: Rules) -> int:
    """Sum of the values of all 36 cards, without the five points for the last trick.

    Examples
    --------
    >>> deck_total("E", Rules()), deck_total("undenufe", Rules())
    (152, 152)
    """
    return trick_points(DECK, contract, 0, rules)


def trick_points(trick: list[str], contract: str, trick_no: int, rules: Rules) -> int:
    """Points of a trick's cards, five more in trick 8.

    While a contract that counts by its trump has none, every suit counts as a side suit.

    Examples
    --------
    >>> trick_points(["RA", "E9", "R6", "RX"], "molotow:E", 8, Rules())
    40
    """
    return _points(trick, contract, trick_no, rules, rules.alt_values)


def _points(cards: list[str], contract: str, trick_no: int, rules: Rules, alt_values: str) -> int:
    modes = mode_list(contract, rules)
    table = modes[trick_no]
    if contract.startswith(("slalom", "guschti")) and alt_values != "per_trick":
        table = modes[0] if alt_values == "start" else alt_values
    elif contract.startswith("3x3") and rules.block3_values == "obenabe":
        table = "obenabe"
    elif contract.startswith("3x3") and rules.block3_values == "trump":
        table = next((mode for mode in modes if mode in SUITS), "plain")
    elif table == "open":
        table = "plain"
    if table == "undenufe" and rules.undenufe_values == "ace11":
        table = "obenabe"
    if table not in [*SUITS, *OTHER_VALUES]:
        raise ValueError(f"cards of trick {trick_no} in {contract} cannot count by {table!r}")
    return sum(card_value(card, table) for card in cards) + (5 if trick_no == 8 else 0)


def _trump_in_force(trick: list[str], contract: str, trick_no: int, rules: Rules) -> str | None:
    """Trump that has power over the next card of a trick."""
    mode = mode_list(contract, rules)[trick_no]
    if mode == "choose":
        raise ValueError(f"the block of trick {trick_no} in {contract} is not chosen yet")
    if mode == "open" and rules.molotow_trump_from == "immediately":
        strangers = [card for card in trick if card[0] != trick[0][0]]
        return strangers[0][0] if strangers else None
    return mode if mode in SUITS else None


def _undertrump(contract: str, rules: Rules) -> str:
    return rules.molotow_undertrump if contract.startswith("molotow") else rules.undertrump


def _stronger(trumps: list[str], trick: list[str]) -> list[str]:
    """Those trumps that beat every trump on the table, not only the last one played."""

    def beats(card: str, other: str) -> bool:
        return TRUMP_RANKS.index(card[1]) > TRUMP_RANKS.index(other[1])

    return [c for c in trumps if all(beats(c, other) for other in trick if other[0] == c[0])]


def legal_cards(
    hand: list[str], trick: list[str], contract: str, trick_no: int, rules: Rules
) -> list[str]:
    """Cards of a hand that may be played, in the order of the hand.

    Examples
    --------
    >>> legal_cards(["R7", "E6", "EU", "S9"], ["R8", "EX"], "E", 0, Rules())
    ['R7', 'EU']
    """
    trump = _trump_in_force(trick, contract, trick_no, rules)
    if not trick:
        return list(hand)
    led = trick[0][0]
    follow = [card for card in hand if card[0] == led]
    if trump is None:
        return follow or list(hand)
    trumps = [card for card in hand if card[0] == trump]
    others = [card for card in hand if card[0] != trump]
    if led == trump:
        only_puur = rules.puur_exempt and trumps == [trump + "U"]
        return list(hand) if only_puur or not trumps else trumps
    undertrump = _undertrump(contract, rules)
    may_ruff = trumps if undertrump == "free" else _stronger(trumps, trick)
    if follow:
        allowed = follow + may_ruff
    elif undertrump == "void":
        allowed = hand
    elif others:
        allowed = others + may_ruff
    elif undertrump == "no_alternative" and may_ruff:
        allowed = may_ruff
    else:
        allowed = hand
    return [card for card in hand if card in allowed]


def trick_winner(trick: list[str], contract: str, trick_no: int, rules: Rules) -> int:
    """Place in the trick, counted from 0, of the card that wins it.

    Examples
    --------
    >>> trick_winner(["RA", "RK", "E6", "RX"], "E", 0, Rules())
    2
    """
    trump = _trump_in_force(trick, contract, trick_no, rules)
    in_contest = [card for card in trick if card[0] == trump]
    ranks = TRUMP_RANKS
    if not in_contest:
        in_contest = [card for card in trick if card[0] == trick[0][0]]
        ranks = RANKS[::-1] if mode_list(contract, rules)[trick_no] == "undenufe" else RANKS
    return trick.index(max(in_contest, key=lambda card: ranks.index(card[1])))


def _proof(card: str, trick: list[str], contract: str, trick_no: int, rules: Rules) -> set[str]:
    """Cards that whoever plays this card onto this trick cannot hold."""
    if not trick or card[0] == trick[0][0]:
        return set()
    trump = _trump_in_force(trick, contract, trick_no, rules)
    led = {c for c in DECK if c[0] == trick[0][0]}
    if trump == trick[0][0]:
        return led - {trump + "U"} if rules.puur_exempt else led
    if card[0] != trump:
        return led
    undertrump = _undertrump(contract, rules)
    if _stronger([card], trick) or undertrump == "free":
        return set()
    if undertrump == "void":
        return led
    shown = {c for c in DECK if c[0] != trump}
    if undertrump == "no_alternative":
        shown |= set(_stronger([c for c in DECK if c[0] == trump], trick))
    return shown


class Round:
    """One deal, from the first lead to the last trick.

    Parameters
    ----------
    hands : list of list of str
        The cards of seats 0 to 3, equally many.
    leader : int
        Seat that leads the first trick.
    contract : str
        The contract as far as it is known.
    rules : Rules
        House rules.
    caller : int, optional
        Seat that called; the leader if not given.
    first_trick : int
        Number of the first trick, for rounds that begin in the middle.

    Examples
    --------
    >>> round_ = Round([["EA"], ["R6"], ["E8"], ["EX"]], 0, "obenabe", Rules(), first_trick=8)
    >>> for card in ["EA", "R6", "E8", "EX"]:
    ...     round_.play(card)
    >>> round_.needs, round_.winners, round_.result()["team_points"]
    (None, [0], [34, 0])
    """

    def __init__(
        self,
        hands: list[list[str]],
        leader: int,
        contract: str,
        rules: Rules,
        caller: int | None = None,
        *,
        first_trick: int = 0,
    ) -> None:
        cards = [card for hand in hands for card in hand]
        if len(set(cards)) != len(cards) or not set(cards) <= set(DECK):
            raise ValueError(f"hands {hands} hold an unknown card or one card twice")
        if [len(hand) for hand in hands] != [len(hands[0])] * 4 or len(hands[0]) > 9 - first_trick:
            raise ValueError(f"hands {hands} are unequal or too large for trick {first_trick}")
        mode_list(contract, rules)  # refuses an unknown contract
        self.hands = [list(hand) for hand in hands]
        self.leader = leader
        self.caller = leader if caller is None else caller
        self.contract = contract
        self.rules = rules
        self.trick_no = self.first_trick = first_trick
        self.trick: list[str] = []
        self.winners: list[int] = []
        self.plays: list[tuple[int, str]] = []
        self._shown: list[set[str]] = [set(), set(), set(), set()]
        self._begin_trick()

    def _begin_trick(self) -> None:
        if len(self.blocks()) == 1:
            self.choose(self.blocks()[0])
        # `contract` names Molotow's trump at once. Whether it has power in the trick that
        # sets it is for the rules to say, which therefore see the text from before.
        self._contract_before = self.contract

    @property
    def needs(self) -> str | None:
        """What must come next: a ``card``, a ``block`` of 3×3, or None after the end."""
        if not any(self.hands):
            return None
        mode = mode_list(self.contract, self.rules)[self.trick_no]
        return "block" if mode == "choose" else "card"

    @property
    def seat(self) -> int:
        """Who must act; after the end, who won the last trick."""
        if self.needs == "block" and self.rules.block3_choice == "caller":
            return self.caller
        return (self.leader + len(self.trick)) % 4

    def legal(self) -> list[str]:
        """Cards that the seat may play; none unless a card is needed."""
        if self.needs != "card":
            return []
        hand = self.hands[self.seat]
        return legal_cards(hand, self.trick, self._contract_before, self.trick_no, self.rules)

    def blocks(self) -> list[str]:
        """Blocks that the seat may choose; none unless a block is needed."""
        if self.needs != "block":
            return []
        used = mode_list(self.contract, self.rules)
        unused = [direction for direction in DIRECTIONS if direction not in used]
        return unused if any(mode in SUITS for mode in used) else SUITS + unused

    def choose(self, block: str) -> None:
        """Choose the next block of 3×3; ValueError if it is not among `blocks`."""
        allowed = self.blocks()
        if block not in allowed:
            raise ValueError(f"seat {self.seat} may not choose {block!r}, only one of {allowed}")
        self.contract = self._contract_before = f"{self.contract},{block}"

    def play(self, card: str) -> None:
        """Play a card for the seat in turn; ValueError if it is not among `legal`."""
        seat, legal, before = self.seat, self.legal(), self._contract_before
        if card not in legal:
            raise ValueError(f"seat {seat} may not play {card!r}, only one of {legal}")
        self._shown[seat] |= _proof(card, self.trick, before, self.trick_no, self.rules)
        if self.contract == "molotow" and self.trick and card[0] != self.trick[0][0]:
            self.contract = f"molotow:{card[0]}"
        self.hands[seat].remove(card)
        self.trick.append(card)
        self.plays.append((seat, card))
        if len(self.trick) == 4:
            place = trick_winner(self.trick, before, self.trick_no, self.rules)
            self.leader = (self.leader + place) % 4
            self.winners.append(self.leader)
            self.trick = []
            self.trick_no += 1
            self._begin_trick()

    def impossible(self, seat: int) -> set[str]:
        """Cards that a seat's plays so far prove not to be in its hand."""
        return set(self._shown[seat])

    def result(self, alt_values: str | None = None) -> dict[str, str | int | list[int]]:
        """Points of the finished tricks, all by the contract as known now.

        ``alt_values`` replaces the rules' own way to count Slalom and Guschti.
        """
        counted = alt_values or self.rules.alt_values
        points = []
        for i in range(len(self.winners)):
            cards = [card for _, card in self.plays[4 * i : 4 * i + 4]]
            number = self.first_trick + i
            points.append(_points(cards, self.contract, number, self.rules, counted))
        won = list(zip(self.winners, points, strict=True))
        seat_points = [sum(p for winner, p in won if winner == seat) for seat in range(4)]
        return {
            "contract": self.contract,
            "winners": list(self.winners),
            "seat_points": seat_points,
            "team_points": [seat_points[0] + seat_points[2], seat_points[1] + seat_points[3]],
            "team_tricks": [sum(w % 2 == team for w in self.winners) for team in (0, 1)],
            "trick_points": points,
            "total": sum(points),
        }
