"""Limit: when a search stops."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

NODES_A_ROUND = 2_000
MOST_NODES = 20_000
"""A horizon alone ends no search, since what lies within it can be looked at ever more closely."""


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


def with_end(limit: Limit) -> Limit:
    """The same limit; where there is only a horizon, with so many nodes as it deserves."""
    if limit.rounds is None or limit.time is not None or limit.nodes is not None:
        return limit
    return dataclasses.replace(limit, nodes=min(NODES_A_ROUND * limit.rounds, MOST_NODES))
