"""Which limits end a search by themselves."""

from __future__ import annotations

import dataclasses

from wonai.search.limits import Limit

NODES_A_ROUND = 2_000
MOST_NODES = 20_000
"""A horizon alone ends no search, since what lies within it can be looked at ever more closely."""


def with_end(limit: Limit) -> Limit:
    """The same limit; where there is only a horizon, with so many nodes as it deserves."""
    if limit.rounds is None or limit.time is not None or limit.nodes is not None:
        return limit
    return dataclasses.replace(limit, nodes=min(NODES_A_ROUND * limit.rounds, MOST_NODES))
