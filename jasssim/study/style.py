"""How figures look: colours for everyone, fixed bytes, and no global state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

BLACK, ORANGE, SKY, GREEN, YELLOW, BLUE, VERMILION, PURPLE = (
    "#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7",
)  # fmt: skip
"""Colours of Okabe and Ito, told apart with every kind of colour vision."""

GREY, FAINT = "#595959", "#D9D9D9"

STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.axisbelow": True,
    "svg.hashsalt": "jasssim",
    "svg.fonttype": "path",
    "figure.dpi": 100.0,
    "savefig.dpi": 160.0,
}


@contextmanager
def style() -> Iterator[None]:
    """Draw or write in the project's style; settings are put back afterwards."""
    with mpl.rc_context(STYLE):
        yield


def figure_bytes(figure: Figure, ending: str) -> bytes:
    """A figure as PNG or SVG; the same figure gives the same bytes.

    Examples
    --------
    >>> figure_bytes(Figure(figsize=(1, 1)), "png")[1:4]
    b'PNG'
    """
    metadata = {"Date": None} if ending == "svg" else {"Software": None}
    buffer = BytesIO()
    with style():
        figure.savefig(buffer, format=ending, metadata=metadata)
    return buffer.getvalue()
