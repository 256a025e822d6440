"""Positions with open hands, drawn at random, and what the two solvers say of them.

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
    return {
        "points": solution.points,
        "cards": solution.cards,
        "all_tricks": solution.match,
        "no_tricks": solution.counter_match,
    }


def difference(asked: Asked) -> str | None:
    """None if both solvers agree on a position, else a sentence that says where not."""
    right, found = reference_answer(asked), engine_answer(asked)
    if right["blocks"]:  # no card is played before the block is chosen
        right["cards"] = found["cards"]
    for key, value in found.items():
        if value != right[key]:
            changed = {name: getattr(asked.rules, name) for name in VALUES}
            return f"{key}: the engine says {value}, the reference {right[key]}: {asked}, {changed}"
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
