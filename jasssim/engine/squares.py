"""Least squares: exact sums of products, and a solution that is the same on every machine."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numba import types

from . import kernel
from .features import FEATURES

COMMON = 2520
"""A multiple of every number of candidates, so that centred sums stay whole numbers."""

DECISIONS, CANDIDATES = 0, 1
"""Places in the last row of a class's sums."""


@kernel(
    types.void(types.int16[:, ::1], types.int16[:, ::1], types.int64[::1], types.int64[::1],
               types.int64, types.int64[:, :, ::1], types.int64[::1], types.int64[::1])
)  # fmt: skip
def add_products(decisions, features, starts, worth, found, sums, total, nonzero):
    """Add each decision's products of centred features and worths to its class.

    Parameters
    ----------
    decisions, features, starts : arrays
        As `jasssim.engine.fit.gather_decisions` fills them.
    worth : int64 array, shape (rows,)
        What each candidate came to for its seat.
    found : int
        Number of decisions.
    sums : int64 array, shape (CLASSES, FEATURES + 2, FEATURES + 1)
        In and out: by class `COMMON` times the sums of products, the worth as last column
        (below the diagonal nothing); in the last row the numbers of decisions and candidates.
    total, nonzero : int64 arrays, shape (FEATURES + 1,)
        Room to work in.
    """
    width = FEATURES + 1
    for number in range(found):
        first, stop = starts[number], starts[number + 1]
        own = sums[decisions[number, 0]]
        own[width, DECISIONS] += 1
        own[width, CANDIDATES] += stop - first
        share = COMMON // (stop - first)
        for i in range(width):
            total[i] = 0
        for row in range(first, stop):
            some = 0
            for i in range(FEATURES):
                if features[row, i] != 0:
                    nonzero[some] = i
                    some += 1
                    total[i] += features[row, i]
            q = worth[row]
            total[FEATURES] += q
            for a in range(some):
                i = nonzero[a]
                scaled = COMMON * np.int64(features[row, i])
                for b in range(a, some):
                    j = nonzero[b]
                    own[i, j] += scaled * features[row, j]
                own[i, FEATURES] += scaled * q
            own[FEATURES, FEATURES] += COMMON * q * q
        some = 0
        for i in range(width):
            if total[i] != 0:
                nonzero[some] = i
                some += 1
        for a in range(some):
            i = nonzero[a]
            scaled = share * total[i]
            for b in range(a, some):
                own[i, nonzero[b]] -= scaled * total[nonzero[b]]


@kernel(types.void(types.float64[:, ::1], types.float64[::1]))
def solve_definite(matrix, right):
    """Solve a system of equations by Cholesky's method, in plain loops.

    A library may add up in another order on another machine; here the order is fixed, no sum is
    fused with a product, and so every bit is the same.

    Parameters
    ----------
    matrix : float64 array, shape (n, n)
        Symmetric and positive definite; only the diagonal and what is below it are read, and
        the factor is written there.
    right : float64 array, shape (n,)
        In: the right side. Out: the solution.
    """
    n = right.shape[0]
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i, j]
            for k in range(j):
                rest -= matrix[i, k] * matrix[j, k]
            matrix[i, j] = sqrt(rest) if i == j else rest / matrix[j, j]
    for i in range(n):
        for k in range(i):
            right[i] -= matrix[i, k] * right[k]
        right[i] /= matrix[i, i]
    for i in range(n - 1, -1, -1):
        for k in range(i + 1, n):
            right[i] -= matrix[k, i] * right[k]
        right[i] /= matrix[i, i]
