"""Natural order and playing order of card sets.

In *natural order* bits follow ranks. In *playing order* the trump suit's nine bits follow
the trump's strength, 6 7 8 10 Ober König Ass Nell Puur, so that comparing bits compares
cards.
"""

from __future__ import annotations

from . import kernel
from .bits import LANE, NONE, U64

SAME = U64(0x0007000700070007)  # 6 7 8 keep their places
NELL, TEN, PUUR = U64(0x0008000800080008), U64(0x0010001000100010), U64(0x0020002000200020)
PICTURES = U64(0x01C001C001C001C0)  # Ober König Ass
TRUMP_TEN, TRUMP_NELL = U64(0x0008000800080008), U64(0x0080008000800080)
TRUMP_PUUR, TRUMP_PICTURES = U64(0x0100010001000100), U64(0x0070007000700070)
BY1, BY2, BY3, BY4 = U64(1), U64(2), U64(3), U64(4)


@kernel()
def playing_order(cards, trump):
    """Set of cards with the bits of the trump suit by strength."""
    t = cards & trump
    moved = (t & SAME) | ((t & TEN) >> BY1) | ((t & PICTURES) >> BY2)
    return (cards & ~trump) | moved | ((t & NELL) << BY4) | ((t & PUUR) << BY3)


@kernel()
def natural_order(cards, trump):
    """Set of cards with the bits of the trump suit by rank; undoes `playing_order`."""
    t = cards & trump
    moved = (t & SAME) | ((t & TRUMP_TEN) << BY1) | ((t & TRUMP_PICTURES) << BY2)
    return (cards & ~trump) | moved | ((t & TRUMP_NELL) >> BY4) | ((t & TRUMP_PUUR) >> BY3)


@kernel()
def suit_lane(mode):
    """All nine cards of a mode's trump suit, none for a mode without trump."""
    return LANE << U64(16 * mode) if mode < 4 else NONE


@kernel()
def set_order(view, hands, trump):
    """Put every set of cards of a running deal into the playing order of another trump."""
    old = view.trump
    for seat in range(4):
        hands.of[seat] = playing_order(natural_order(hands.of[seat], old), trump)
        view.played[seat] = playing_order(natural_order(view.played[seat], old), trump)
        view.cannot[seat] = playing_order(natural_order(view.cannot[seat], old), trump)
    view.gone = playing_order(natural_order(view.gone, old), trump)
    view.trump = trump
