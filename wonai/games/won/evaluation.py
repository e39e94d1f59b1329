"""The evaluation in words: points by named part for each seat, the parts adding up to the total."""

from __future__ import annotations

from wonai._core.won.terms import parts_of
from wonai.game import State
from wonai.games.won.position import Position
from wonai.games.won.weights import load_weights


def evaluation(state: State) -> dict[str, dict[str, float]]:
    """The points that each seat may expect at the end of the game, as the playouts see it."""
    assert isinstance(state, Position)
    rows = parts_of(state, load_weights())
    return {
        seat: {**{name: value + 0.0 for name, value in row.items()}, "total": sum(row.values())}
        for seat, row in zip(state.seats, rows, strict=True)
    }
