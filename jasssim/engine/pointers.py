"""Take one row of an array, one of four bots, or an address, at no cost.

numba counts references when it slices an array and branches when it indexes a tuple; both
cost more than a random bot's whole decision. These do neither.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from . import COMPILED


@intrinsic
def _row(typingctx, rows, place):
    row_type = types.Array(rows.dtype, 1, "C")

    def build(context, builder, signature, args):
        whole = context.make_array(signature.args[0])(context, builder, args[0])
        columns = cgutils.unpack_tuple(builder, whole.shape)[1]
        down, across = cgutils.unpack_tuple(builder, whole.strides)
        offset = builder.mul(args[1], down)
        row = context.make_array(row_type)(context, builder)
        context.populate_array(
            row,
            data=cgutils.pointer_add(builder, whole.data, offset, whole.data.type),
            shape=cgutils.pack_array(builder, [columns]),
            strides=cgutils.pack_array(builder, [across]),
            itemsize=whole.itemsize,
            meminfo=None,
        )
        return row._getvalue()

    return row_type(rows, types.int64), build


@intrinsic
def _one_of(typingctx, four, place):
    def build(context, builder, signature, args):
        chosen = builder.extract_value(args[0], 0)
        for i in range(1, 4):
            hit = builder.icmp_signed("==", args[1], ir.Constant(ir.IntType(64), i))
            chosen = builder.select(hit, builder.extract_value(args[0], i), chosen)
        return chosen

    return four.dtype(four, types.int64), build


@intrinsic
def address_of(typingctx, thing):
    """Address of a record, or of an array's first item, int64; compiled code only."""

    def build(context, builder, signature, args):
        pointer = args[0]
        if isinstance(signature.args[0], types.Array):
            pointer = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.ptrtoint(pointer, ir.IntType(64))

    return types.int64(thing), build


def _item(items, place):
    return items[place]


row = _row if COMPILED else _item
"""One row of a two-dimensional array, without a reference of its own."""

one_of = _one_of if COMPILED else _item
"""One of a tuple of four, without a branch."""
