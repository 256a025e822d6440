"""The Swiss suits as small drawings, told apart by shape and by lightness alone."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.offsetbox import AnnotationBbox, DrawingArea
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Affine2D, Transform

INK = "#222222"


class Piece(NamedTuple):
    """One closed outline of a drawing in the square from -1 to 1, and its fill."""

    path: Path
    fill: str


def _curve(start: tuple[float, float], *curves: tuple[float, ...]) -> Path:
    points, codes = [start], [Path.MOVETO]
    for curve in curves:
        points += [(curve[i], curve[i + 1]) for i in range(0, len(curve), 2)]
        codes += [Path.CURVE4] * 3 if len(curve) == 6 else [Path.LINETO]
    return Path([*points, start], [*codes, Path.CLOSEPOLY])


def _circle(x: float, y: float, radius: float) -> Path:
    return Path.unit_circle().transformed(Affine2D().scale(radius).translate(x, y))


def _box(x: float, y: float, width: float, height: float) -> Path:
    return _curve((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def _acorn() -> list[Piece]:
    nut = _curve(
        (-0.62, 0.2), (-0.62, -0.45, -0.2, -0.75, 0, -1), (0.2, -0.75, 0.62, -0.45, 0.62, 0.2)
    )
    cap = _curve((-0.8, 0.08), (-0.75, 0.85, 0.75, 0.85, 0.8, 0.08))
    return [Piece(_box(-0.09, 0.5, 0.18, 0.5), "#5B4A1E"), Piece(nut, "#C9A45C"),
            Piece(cap, "#6B5A24")]  # fmt: skip


def _rose() -> list[Piece]:
    turns = [pi / 2 + 2 * pi * i / 5 for i in range(5)]
    petals = [Piece(_circle(0.55 * cos(t), 0.55 * sin(t), 0.43), "#B3202C") for t in turns]
    return [*petals, Piece(_circle(0, 0, 0.33), "#F6D55C")]


def _bell() -> list[Piece]:
    loop, ball = _circle(0, 0.78, 0.2), _circle(0, -0.12, 0.8)
    band = _box(-0.78, -0.12, 1.56, 0.2)
    slot = _box(-0.07, -0.8, 0.14, 0.45)
    return [Piece(loop, "#FFFFFF"), Piece(ball, "#F7DC6F"), Piece(band, "#D9A900"),
            Piece(slot, INK), Piece(_circle(0, -0.37, 0.15), INK)]  # fmt: skip


def _shield() -> list[Piece]:
    outline = _curve(
        (-0.78, 0.9), (0.78, 0.9), (0.78, 0.0), (0.78, -0.55, 0.35, -0.85, 0, -1),
        (-0.35, -0.85, -0.78, -0.55, -0.78, 0.0),
    )  # fmt: skip
    stripe = _curve((-0.76, 0.3), (0.76, 0.3), (0.76, -0.12), (-0.76, -0.12))
    return [Piece(outline, "#1F4E79"), Piece(stripe, "#FFFFFF")]


_DRAWINGS = {"E": _acorn, "R": _rose, "S": _bell, "L": _shield}


def suit_pieces(suit: str) -> list[Piece]:
    """Outlines of a suit's drawing, back to front.

    Parameters
    ----------
    suit : {"E", "R", "S", "L"}
        Eichel (acorn), Rosen (rose), Schellen (bell) or Schilten (shield).

    Examples
    --------
    >>> len(suit_pieces("R"))
    6
    """
    return _DRAWINGS[suit]()


def draw_suit(
    ax: Axes, suit: str, x: float, y: float, size: float = 12.0, transform: Transform | None = None
) -> Axes:
    """Draw a suit at a place of an axes.

    Parameters
    ----------
    ax : Axes
        Where to draw.
    suit : {"E", "R", "S", "L"}
        Which suit.
    x, y : float
        Middle of the drawing, in `transform`, by default in data coordinates.
    size : float
        Width and height in points of 1/72 inch, whatever the axes' scale.
    """
    area = DrawingArea(size, size, 0, 0)
    place = Affine2D().translate(1, 1).scale(size / 2)
    for piece in suit_pieces(suit):
        path = piece.path.transformed(place)
        area.add_artist(PathPatch(path, facecolor=piece.fill, edgecolor=INK, linewidth=0.5))
    coords = ax.transData if transform is None else transform
    box = AnnotationBbox(area, (x, y), xycoords=coords, frameon=False, pad=0, annotation_clip=False)
    ax.add_artist(box)
    return ax
