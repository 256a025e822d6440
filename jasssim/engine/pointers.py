"""Take one row of an array, one of four bots, a record out of words, or an address, at no cost.

numba counts references when it slices an array and branches when it indexes a tuple; both
cost more than a random bot's whole decision. These do neither.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
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


def record_in(dtype: np.dtype[Any]) -> Any:
    """A function of int64 words and a place that reads the words from there as a record.

    A bot keeps what it works with as records in its memory: nothing can be allocated.
    """
    record_type = numba.from_dtype(dtype)

    @intrinsic
    def record_at(typingctx, words, place):
        def build(context, builder, signature, args):
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            return builder.bitcast(
                builder.gep(data, [args[1]]), context.get_value_type(record_type)
            )

        return record_type(words, types.int64), build

    def plain(words, place):
        return words[place : place + words_of(dtype)].view(dtype).view(np.recarray)[0]

    return record_at if COMPILED else plain


def words_of(dtype: np.dtype[Any]) -> int:
    """Number of int64 words that a record takes."""
    return -(-dtype.itemsize // 8)


def place_of(dtype: np.dtype[Any], name: str) -> int:
    """Where a field begins in a record, in int64 words."""
    assert dtype.fields is not None
    return int(dtype.fields[name][1]) // 8


@intrinsic
def _copy(typingctx, target, source):
    def build(context, builder, signature, args):
        size = ir.Constant(ir.IntType(64), signature.args[0].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.none(target, source), build


def _copy_fields(target, source):
    for name in target.dtype.names:
        target[name] = source[name]


copy_record = _copy if COMPILED else _copy_fields
"""Copy a record into another one of its kind."""


@intrinsic
def _clear(typingctx, numbers, start, length):
    def build(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        first = builder.bitcast(builder.gep(data, [args[1]]), cgutils.voidptr_t)
        item = context.get_abi_sizeof(data.type.pointee)
        cgutils.memset(builder, first, builder.mul(args[2], ir.Constant(ir.IntType(64), item)), 0)
        return context.get_dummy_value()

    return types.none(numbers, types.int64, types.int64), build


def _clear_items(numbers, start, length):
    numbers[start : start + length] = 0


clear = _clear if COMPILED else _clear_items
"""Set some numbers of an array to 0."""


DOT_LANES = 16


def dot_of(length: int) -> Any:
    """A function that adds up the products of so many int32 of two arrays, from a place in each.

    The length is a multiple of `DOT_LANES`; the sums must fit into 32 bits.
    """

    @intrinsic
    def dot(typingctx, weights, first, features, start):
        def build(context, builder, signature, args):
            vector = ir.VectorType(ir.IntType(32), DOT_LANES)

            def lanes(array, place, at):
                data = context.make_array(signature.args[array])(context, builder, args[array]).data
                there = builder.add(args[place], ir.Constant(ir.IntType(64), at))
                pointer = builder.bitcast(builder.gep(data, [there]), vector.as_pointer())
                return builder.load(pointer, align=4)

            total = ir.Constant(vector, None)
            for at in range(0, length, DOT_LANES):
                total = builder.add(total, builder.mul(lanes(0, 1, at), lanes(2, 3, at)))
            name = f"llvm.vector.reduce.add.v{DOT_LANES}i32"
            kind = ir.FunctionType(ir.IntType(32), [vector])
            added = cgutils.get_or_insert_function(builder.module, kind, name)
            return builder.sext(builder.call(added, [total]), ir.IntType(64))

        return types.int64(weights, types.int64, features, types.int64), build

    def plain(weights, first, features, start):
        pairs = zip(weights[first : first + length], features[start : start + length], strict=True)
        return sum(int(a) * int(b) for a, b in pairs)

    return dot if COMPILED else plain
