"""The planner: a seat's best round, by OR-Tools over candidates of the compiled core.

`plan_round` is the door; `exact` solves, `round_model` says what is solved, `replay` turns the answer into moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from wonai.games.won.position import Position

_PLANNED = ("trade", "develop", "produce")
_LAST = ("final-trade", "settle")


def plan_round(
    position: Position,
    seat: str,
    *,
    seconds: float = 0.5,
    drift: Mapping[str, int] | Literal["likely"] | None = None,
    with_worths: bool = True,
    deadline: float | None = None,
) -> dict[str, Any]:
    """The best rest of the round for a seat, as in the `plan` of a report; empty where there is none to make.

    `seconds` is for the plan, and again for the worths; both end by the `deadline` (of `time.perf_counter`).

    `drift` says, by good, how many cubes the others are expected to buy (below 0: sell) while the seat trades;
    it guides the choice; `"likely"` takes it from their quick plans. Money and goods are always those of a round in
    which the others pass.
    """
    from wonai.games.won.planner.report import plan_document

    if position.phase in _LAST:
        from wonai.games.won.final_trade import final_plan

        return final_plan(position, seat)
    if position.phase not in _PLANNED:
        return {}
    return plan_document(position, seat, seconds=seconds, drift=drift, with_worths=with_worths, deadline=deadline)
