"""What a tree knows of one choice at its root: the row that reports are made of."""

from __future__ import annotations

from typing import NamedTuple


class RootLine(NamedTuple):
    """Means over the visits, one for each seat, and sums of squares, from which errors follow."""

    move: str
    visits: int
    win: list[float]
    score: list[float]
    win_squares: list[float]
    score_squares: list[float]
    value: float
    """To the seat that decides."""
    value_squares: float
