"""Hexagonal boards: names, neighbours and order of the hexes; knows no game.

A board of radius R is the hexagon |q|, |r|, |q + r| <= R in axial coordinates, drawn with pointed
tops. Rows are lettered from the top, hexes numbered from the left; the board order is row by row.
Directions go clockwise from north-east.
"""

from __future__ import annotations

DIRECTIONS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""NE, E, SE, SW, W, NW as steps (q, r)."""


def hexes(radius: int) -> list[tuple[int, int]]:
    """All (q, r) of the board in board order."""
    return [
        (q, r)
        for r in range(-radius, radius + 1)
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
    ]


def hex_names(radius: int) -> list[str]:
    """`a1`, `a2`, ... in board order."""
    names: list[str] = []
    for row in range(2 * radius + 1):
        length = 2 * radius + 1 - abs(row - radius)
        names += [f"{chr(ord('a') + row)}{place}" for place in range(1, length + 1)]
    return names


def neighbours(radius: int) -> list[list[int | None]]:
    """For each hex, the index of the neighbour in each direction, None beyond the rim."""
    index = {place: k for k, place in enumerate(hexes(radius))}
    return [[index.get((q + dq, r + dr)) for dq, dr in DIRECTIONS] for q, r in hexes(radius)]
