"""Limit: when a search stops."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """The first limit reached ends the search; none at all means until it is stopped."""

    time: float | None = None
    """Seconds."""
    nodes: int | None = None
    """Simulations."""
    rounds: int | None = None
    """Look at most this many rounds of the game ahead."""

    def __post_init__(self) -> None:
        for name in ("time", "nodes", "rounds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name}: expected more than 0, got {value}")
