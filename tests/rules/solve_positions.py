"""Positions with open hands, obvious and drawn, and what the two solvers say of them.

A position is the end of a round: its last two to five tricks, from any point of a trick, in
any contract that two teams play and under any house rule that changes its result.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple, get_args, get_type_hints

from jasssim import reference as ref
from jasssim.game.cards import cards_to_set, parse_card
from jasssim.game.contract import contract_names, parse_contract
from jasssim.game.kinds import Kind
from jasssim.game.rules import Rules
from jasssim.lab.solver.position import Position
from jasssim.lab.solver.solve import solve_position

SUITS, UP, DOWN = ("E", "R", "S", "L"), "obenabe", "undenufe"
TRUMP_DOWN_UP = ("choice",) * 3 + (DOWN,) * 3 + (UP,) * 3
KINDS = (
    Kind(TRUMP_DOWN_UP, "tuo", choices=SUITS, values="trump"),
    Kind(TRUMP_DOWN_UP, "tuo_own", choices=SUITS),
    Kind((UP, DOWN, "choice") * 3, "third", choices=SUITS, values="undenufe"),
    Kind((UP,) * 4 + ("choice",) * 5, "late", choices=("R", "L"), values="trump", goal="avoid"),
    Kind((UP, UP, DOWN) * 3, "waltz"),
    Kind(("choice", "choice", "other") * 3, "turns", choices=(UP, DOWN), values="alternating"),
    Kind(("block1",) * 3 + ("block2",) * 3 + ("block3",) * 3, "blocks", values="trump"),
    Kind(("block1",) * 3 + ("block2",) * 3 + ("block3",) * 3, "few", goal="avoid"),
)
"""Kinds of contracts that a table could make for itself."""

HINTS = get_type_hints(Rules)
VALUES: dict[str, tuple[Any, ...]] = {
    key: get_args(HINTS[key]) or (True, False)
    for key in (
        "undertrump", "puur_exempt", "alt_values", "guschti_first", "block3_values",
        "block3_choice", "undenufe_values",
    )
}  # fmt: skip
"""House rules that change what is played or counted, with their values."""

BLOCK_KINDS = ("3x3", "blocks", "few")
CONTRACTS = [name for name in contract_names(Rules(kinds=KINDS)) if name != "molotow"]


class Asked(NamedTuple):
    """A position, in card texts; see `jasssim.reference.best_result`."""

    hands: list[list[str]]
    leader: int
    contract: str
    rules: Rules = Rules()
    caller: int = 0
    table: tuple[str, ...] = ()

    @property
    def trick_no(self) -> int:
        """Number of the trick, from the cards that whoever plays last in it holds."""
        return 9 - len(self.hands[self.leader - 1])


def hands(*texts: str) -> list[list[str]]:
    """Hands of seats 0 to 3, each in one text."""
    return [text.split() for text in texts]


def rules(**values: Any) -> Rules:
    return Rules(kinds=KINDS, **values)


WINNERS = hands("EA RA", "E6 R6", "E7 R7", "E9 R9")
TURN = hands("E6 EA", "E7 E9", "R7 R9", "S7 S9")
ONLY_TRUMPS = hands("E6 EU", "R6 R7", "S6", "EA")
VOID = hands("E6 SA", "R6 R7", "S6", "S7")
FOLLOW = hands("E6 RA", "S6 S7", "S8", "R6")
BARE_PUUR = hands("EU S6", "E8 SA", "R6 R7", "SK")
OWN_SUIT = hands("L6 L7 L8", "E6 E7 E8", "R6 R7 R8", "S6 S7 S8")
LATE = (hands("L6 L7 LX LA", "E6 E7 E9", "R6 R7 R8", "S6 S7 S9"), 1, "3x3:obenabe,undenufe")
LATE_TABLE = ("L9", "LU", "L8")

OBVIOUS: dict[str, tuple[Asked, dict[str, Any]]] = {
    # A match is all tricks, whatever they are worth.
    "two aces": (
        Asked(WINNERS, 0, "obenabe"),
        {"points": 27, "cards": {"EA": 27, "RA": 27}, "all_tricks": True, "no_tricks": False},
    ),
    "two aces of the opponents": (
        Asked(WINNERS, 0, "obenabe", caller=3),
        {"points": 0, "cards": {"EA": 0, "RA": 0}, "all_tricks": False, "no_tricks": True},
    ),
    "two aces, the second trick half played": (
        Asked(hands("RA", "R6", "R7", ""), 3, "obenabe", table=("R9",)),
        {"points": 16, "cards": {"RA": 16}, "all_tricks": True, "no_tricks": False},
    ),
    # The trick with the four small Rosen is worth nothing. To give it away first wins all 50
    # points, but no match; the Puur first leaves the Rosen to lose the last trick, five more.
    "a trick worth nothing spoils the match": (
        Asked(hands("EU R6", "R9 SA", "R7 SX", "R8 SK"), 0, "E"),
        {"points": 50, "cards": {"EU": 34, "R6": 50}, "all_tricks": False, "no_tricks": False},
    ),
    # R8 is trumped with the ten. Under it the six waits for the ace with the Puur: 20 + 11 + 5.
    "a hand of trumps goes under": (
        Asked(ONLY_TRUMPS, 2, "E", table=("R8", "EX")),
        {"points": 36, "cards": {"E6": 36, "EU": 30}},
    ),
    "a hand of trumps has to go over": (
        Asked(ONLY_TRUMPS, 2, "E", rules(undertrump="no_alternative"), table=("R8", "EX")),
        {"points": 30, "cards": {"EU": 30}},
    ),
    # Who may not go under gives the ace away and wins the last trick with the six of trumps.
    "no going under with an ace beside": (
        Asked(VOID, 2, "E", table=("R8", "EX")),
        {"points": 5, "cards": {"SA": 5}},
    ),
    "going under saves the ace": (
        Asked(VOID, 2, "E", rules(undertrump="void"), table=("R8", "EX")),
        {"points": 16, "cards": {"E6": 16, "SA": 5}},
    ),
    "no going under for who can follow": (
        Asked(FOLLOW, 2, "E", rules(undertrump="void"), table=("R8", "EX")),
        {"points": 5, "cards": {"RA": 5}},
    ),
    "going under though he can follow": (
        Asked(FOLLOW, 2, "E", rules(undertrump="free"), table=("R8", "EX")),
        {"points": 16, "cards": {"E6": 16, "RA": 5}},
    ),
    # The Puur stays in hand and takes ace and king of Schellen in the end.
    "a bare Puur need not follow": (
        Asked(BARE_PUUR, 3, "E", table=("E7",)),
        {"points": 40, "cards": {"EU": 20, "S6": 40}},
    ),
    "a bare Puur has to follow": (
        Asked(BARE_PUUR, 3, "E", rules(puur_exempt=False), table=("E7",)),
        {"points": 20, "cards": {"EU": 20}},
    ),
    # Trick 7 of a Slalom that began high is low, trick 8 is high.
    "Slalom turns": (
        Asked(TURN, 0, "slalom-obenabe"),
        {"points": 16, "cards": {"E6": 16, "EA": 0}, "all_tricks": True},
    ),
    "Slalom turns the other way": (
        Asked(TURN, 0, "slalom-undenufe"),
        {"points": 16, "cards": {"E6": 0, "EA": 16}, "all_tricks": True},
    ),
    "Slalom by the values of each trick": (
        Asked(TURN, 0, "slalom-obenabe", rules(alt_values="per_trick")),
        {"points": 27, "cards": {"E6": 27, "EA": 0}},
    ),
    "Undenufe": (
        Asked(hands("E6 R6", "E7 R7", "E9 R9", "EU RU"), 0, "undenufe"),
        {"points": 31, "all_tricks": True},
    ),
    "Undenufe with aces worth eleven": (
        Asked(hands("E6 R6", "E7 R7", "E9 R9", "EU RU"), 0, "undenufe",
              rules(undenufe_values="ace11")),
        {"points": 9, "all_tricks": True},
    ),
    # In Misère the caller's team wants nothing, and `all_tricks` is to win none.
    "Misère without a trick": (
        Asked(hands("E6 R6", "EA RA", "E7 R7", "E9 R9"), 1, "misere"),
        {"points": 0, "cards": {"EA": 0, "RA": 0}, "all_tricks": True, "no_tricks": False},
    ),
    "Misère with every trick": (
        Asked(WINNERS, 0, "misere"),
        {"points": 27, "cards": {"EA": 27, "RA": 27}, "all_tricks": False, "no_tricks": True},
    ),
    # Rosen go to the opponents, but the ace takes its trick sooner or later: best in the one
    # with the nine, since the last trick counts five.
    "Misère with one trick": (
        Asked(hands("EA R6", "E9 R9", "E7 R7", "E8 R8"), 0, "misere"),
        {"points": 19, "cards": {"EA": 19, "R6": 24}, "all_tricks": False, "no_tricks": False},
    ),
    # Who leads trick 6 makes his own suit trump.
    "the leader chooses trump": (
        Asked(OWN_SUIT, 0, "3x3:obenabe,undenufe"),
        {"points": 5, "blocks": {"E": 0, "R": 5, "S": 0, "L": 5}, "all_tricks": True},
    ),
    "the caller chooses trump": (
        Asked(OWN_SUIT, 0, "3x3:obenabe,undenufe", rules(block3_choice="caller"), caller=1),
        {"points": 5, "blocks": {"E": 5, "R": 0, "S": 5, "L": 0}, "all_tricks": True},
    ),
    # In trick 5, played low, Nell and Puur lie on the table. Who takes them makes Schilten
    # trump, and then they count 14 and 20; after a high card another one chooses.
    "a later trump counts for what is taken before": (
        Asked(*LATE, table=LATE_TABLE),
        {"points": 60, "cards": {"L6": 60, "L7": 60, "LX": 0, "LA": 0}},
    ),
    "a later trump, but Obenabe values": (
        Asked(*LATE, rules(block3_values="obenabe"), table=LATE_TABLE),
        {"points": 44, "cards": {"L6": 44, "L7": 44, "LX": 0, "LA": 0}},
    ),
    "a later trump, but each block by its own values": (
        Asked(*LATE, rules(block3_values="per_block"), table=LATE_TABLE),
        {"points": 47, "cards": {"L6": 47, "L7": 36, "LX": 0, "LA": 0}},
    ),
    "an earlier trump counts in the last tricks": (
        Asked(hands("EA RA", "EU R6", "E6 S6", "L6 L7"), 0, "tuo:E", rules()),
        {"points": 47, "all_tricks": True},
    ),
    "an earlier trump does not count in the last tricks": (
        Asked(hands("EA RA", "EU R6", "E6 S6", "L6 L7"), 0, "tuo_own:E", rules()),
        {"points": 29, "all_tricks": True},
    ),
}  # fmt: skip


def reference_answer(asked: Asked) -> dict[str, Any]:
    """What trying every card finds."""
    goal = ref.goal_of(asked.contract, asked.rules)
    return ref.best_result(
        asked.hands, asked.leader, asked.contract, asked.rules,
        table=asked.table, trick_no=asked.trick_no, caller=asked.caller, goal=goal,
    )  # fmt: skip


def engine_answer(asked: Asked) -> dict[str, Any]:
    """What the fast solver says, in the words of the reference."""
    position = Position(
        hands=tuple(cards_to_set(map(parse_card, hand)) for hand in asked.hands),
        leader=asked.leader,
        contract=parse_contract(asked.contract, asked.rules),
        rules=asked.rules,
        caller=asked.caller,
        table=tuple(map(parse_card, asked.table)),
        trick=asked.trick_no,
    )
    solution = solve_position(position, cards=True)
    tricks = {"all_tricks": solution.match, "no_tricks": solution.counter_match}
    return {"points": solution.points, "cards": solution.cards, **tricks}


def difference(asked: Asked) -> str | None:
    """None if both solvers agree on a position, else a sentence that says where not."""
    right, found = reference_answer(asked), engine_answer(asked)
    if right["blocks"]:  # no card is played before the block is chosen
        right["cards"] = found["cards"]
    for key, value in found.items():
        if value != right[key]:
            house = {name: getattr(asked.rules, name) for name in VALUES}
            faults = f"{key}: the engine says {value}, the reference {right[key]}"
            return f"{faults}: {asked[:3]}, rules(**{house}), {asked[4:]}"
    return None


def with_blocks(contract: str, trick_no: int, laid: int, rng: random.Random) -> str:
    """A contract of blocks with as many more of them as a position needs, or with all."""
    kind, _, first = contract.partition(":")
    known = [first]
    needed = trick_no // 3 + (1 if laid or trick_no % 3 else 0)
    for _ in range(rng.choice((needed, needed, 3)) - 1):
        free = [block for block in (UP, DOWN) if block not in known]
        if not set(known) & set(SUITS):
            free.append(rng.choice(SUITS))
        known.append(rng.choice(free))
    return f"{kind}:{','.join(known)}"


def random_position(number: int, size: int) -> Asked:
    """Position of a number, with hands of some size at the beginning of the trick.

    The contracts come in turn; all else is drawn.
    """
    rng = random.Random(f"{number} {size}")
    contract, laid = CONTRACTS[number % len(CONTRACTS)], rng.randrange(4)
    if contract.partition(":")[0] in BLOCK_KINDS:
        contract = with_blocks(contract, 9 - size, laid, rng)
    return drawn(rng, size, contract, laid)


def open_position(number: int, size: int) -> Asked:
    """Position in which the trump of 3×3 is still to be chosen, with hands of 3 to 5 cards."""
    rng = random.Random(f"open {number} {size}")
    blocks = rng.sample((UP, DOWN), 2)
    contract = f"{BLOCK_KINDS[number % len(BLOCK_KINDS)]}:{','.join(blocks)}"
    return drawn(rng, size, contract, 0 if size == 3 else rng.randrange(4))


def drawn(rng: random.Random, size: int, contract: str, laid: int) -> Asked:
    """Position in a contract with some cards on the table, all else drawn.

    The cards are often of three or two suits alone, so that trumping, undertrumping and a
    bare Puur come up more often.
    """
    rules = Rules(kinds=KINDS, **{key: rng.choice(values) for key, values in VALUES.items()})
    trick_no, leader = 9 - size, rng.randrange(4)
    suits = rng.sample(SUITS, rng.choice((4, 4, 3, 2 if size < 5 else 3)))
    deck = rng.sample([card for card in ref.DECK if card[0] in suits], 4 * size)
    hands = [deck[size * seat : size * (seat + 1)] for seat in range(4)]
    table: list[str] = []
    for place in range(laid):
        hand = hands[(leader + place) % 4]
        table.append(rng.choice(ref.legal_cards(hand, table, contract, trick_no, rules)))
        hand.remove(table[-1])
    return Asked(hands, leader, contract, rules, rng.randrange(4), tuple(table))
