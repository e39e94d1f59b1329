"""Shapes on the board: hexes with pointed tops, half discs on edges, sectors at corners, outlines of blocs."""

from __future__ import annotations

import math
from collections.abc import Iterable

from wonai.games.won.picture.svg import num, pair, polygon
from wonai.games.won.views import CENTRE, HALF, N_SIDES, BoardMap

Point = tuple[float, float]

_STEP = 2 * math.pi / N_SIDES
_FIRST_CORNER = -math.pi / 6  # corner 0 lies between edges NE and E; y grows downwards


def corner(size: float, k: int) -> Point:
    """Corner k of a hex around the origin."""
    angle = _FIRST_CORNER + _STEP * k
    return size * math.cos(angle), size * math.sin(angle)


def edge_middle(size: float, k: int) -> Point:
    """Middle of edge k, which runs from corner k-1 to corner k."""
    (x1, y1), (x2, y2) = corner(size, k - 1), corner(size, k)
    return (x1 + x2) / 2, (y1 + y2) / 2


def centre_of(board_map: BoardMap, name: str, size: float) -> Point:
    """Where a hex of the board lies, the middle of the board being the origin."""
    q, r = board_map.axial[name]
    return size * math.sqrt(3) * (q + r / 2), size * 1.5 * r


def hex_path(size: float) -> str:
    """A hex around the origin."""
    return polygon([corner(size, k) for k in range(N_SIDES)])


def dot_path(kind: str, at: int, size: float, radius: float) -> str:
    """The part of a dot that lies on this tile: two touching halves or three thirds make a whole disc."""
    disc = f"A{num(radius)} {num(radius)} 0"
    if kind == CENTRE:
        return f"M{pair(radius, 0)}{disc} 1 1 {pair(-radius, 0)}{disc} 1 1 {pair(radius, 0)}Z"
    if kind == HALF:
        x, y = edge_middle(size, at)
        first, last = corner(radius, at - 2), corner(radius, at + 1)  # along the edge, both ways
    else:
        x, y = corner(size, at)
        first, last = corner(radius, at - 2), corner(radius, at + 2)  # along the two edges of the tile
    (x1, y1), (x2, y2) = first, last
    return f"M{pair(x, y)}L{pair(x + x1, y + y1)}{disc} 0 0 {pair(x + x2, y + y2)}Z"


def joint_centre(board_map: BoardMap, kind: str, name: str, at: int, size: float) -> Point:
    """Where the full dot of an edge or point has its middle."""
    x, y = centre_of(board_map, name, size)
    dx, dy = edge_middle(size, at) if kind == HALF else corner(size, at)
    return x + dx, y + dy


def outline(board_map: BoardMap, hexes: Iterable[str], size: float, inset: float) -> str:
    """The line around a set of hexes, moved inwards by `inset`; several loops if there are holes."""
    inside = set(hexes)
    following: dict[tuple[int, int], tuple[tuple[int, int], Point]] = {}
    for name in sorted(inside):  # the same picture every time
        x, y = centre_of(board_map, name, size)
        for k in range(N_SIDES):
            if board_map.neighbour(name, k) not in inside:
                start, end = ((x + cx, y + cy) for cx, cy in (corner(size, k - 1), corner(size, k)))
                following[_key(start, size)] = (_key(end, size), start)
    loops = []
    while following:
        key, loop = next(iter(following)), []
        while key in following:
            key, point = following.pop(key)
            loop.append(point)
        loops.append(_inset(loop, inset))
    return "".join(polygon(loop) for loop in loops)


def _key(point: Point, size: float) -> tuple[int, int]:
    """Corners of neighbouring hexes agree only up to rounding; all lie on this grid of half widths and half sides."""
    return round(point[0] / (size * math.sqrt(3) / 2)), round(point[1] / (size / 2))


def _inset(loop: list[Point], inset: float) -> list[Point]:
    """A clockwise loop moved to its inner side."""
    moved = []
    for (x0, y0), (x1, y1), (x2, y2) in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True):
        ax, ay = _inner_normal(x1 - x0, y1 - y0)
        bx, by = _inner_normal(x2 - x1, y2 - y1)
        reach = inset / (1 + ax * bx + ay * by)
        moved.append((x1 + (ax + bx) * reach, y1 + (ay + by) * reach))
    return moved


def _inner_normal(dx: float, dy: float) -> Point:
    length = math.hypot(dx, dy)
    return -dy / length, dx / length
