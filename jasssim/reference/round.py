"""A deal from the first lead to the last trick, by the rules of `play`."""

from __future__ import annotations

from jasssim.game.rules import Rules

from . import contracts
from .contracts import DIRECTIONS, SUITS
from .play import DECK, legal_cards, points_by, proof, trick_winner


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
        contracts.mode_list(contract, rules)  # refuses an unknown contract
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
        mode = contracts.mode_list(self.contract, self.rules)[self.trick_no]
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
        used = contracts.mode_list(self.contract, self.rules)
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
        self._shown[seat] |= proof(card, self.trick, before, self.trick_no, self.rules)
        mode = contracts.mode_list(self.contract, self.rules)[self.trick_no]
        if mode == "open" and self.trick and card[0] != self.trick[0][0]:
            self.contract = f"{self.contract}:{card[0]}"
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
            points.append(points_by(cards, self.contract, number, self.rules, counted))
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
