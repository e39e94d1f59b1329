"""The evaluation in words: dollars by named part for each seat, the parts adding up to the total."""

from __future__ import annotations

from wonai._core.won.terms import TERM_NAMES, terms_of
from wonai.game import State
from wonai.games.won.position import Position
from wonai.games.won.weights import load_weights


def evaluation(state: State) -> dict[str, dict[str, float]]:
    """What the position is worth to each seat at the end of the game, as the playouts see it."""
    assert isinstance(state, Position)
    rows = terms_of(state, load_weights())
    return {
        seat: {**{name: value + 0.0 for name, value in zip(TERM_NAMES, row, strict=True)}, "total": sum(row)}
        for seat, row in zip(state.seats, rows, strict=True)
    }
