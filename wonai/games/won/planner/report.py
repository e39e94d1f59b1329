"""A solved round as the `plan` of an analysis report: every amount read off the moves as they are played.

docs/planner.md lists the fields.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from wonai._core.won.round_problem import CENTS, deal_worths, worth_parts
from wonai.errors import WonaiError, did_you_mean
from wonai.games.won.planner.exact import Solution, Worths, idle_worth, likely_drift, more_of_each, solve_round
from wonai.games.won.planner.follow import follow
from wonai.games.won.planner.linear import load_solver
from wonai.games.won.planner.replay import advance, moves_of
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data

LIKELY: Literal["likely"] = "likely"
"""In the place of a drift: what the others' quick plans say."""
Drift = Mapping[str, int] | Literal["likely"] | None

PLAN_SHARE = 0.8
"""Of the time to a deadline: for the plan, before the worths."""
LEAST_SECONDS = 0.12
"""For the plan, however late it is: enough for most of them."""


def plan_document(
    position: Position,
    seat: str,
    *,
    seconds: float = 0.5,
    drift: Drift = None,
    with_worths: bool = True,
    deadline: float | None = None,
) -> dict[str, Any]:
    """The plan of a seat in Trade, Develop or Produce; empty if its round is over.

    With a `deadline` most of the time left is for the plan itself; worths that it leaves no time for are estimated.
    """
    goods: list[str] = rules_data()["goods"]
    ready = position.copy()
    before = advance(ready, seat)
    if before is None or ready.phase not in ("trade", "develop", "produce"):
        return {}
    number = position.seats.index(seat)
    expected = _drift_list(drift, ready, number)
    load_solver()
    if deadline is not None:
        seconds = min(seconds, max(PLAN_SHARE * (deadline - time.perf_counter()), LEAST_SECONDS))
    solution = solve_round(ready, number, seconds=seconds, drift=expected)
    left = seconds if deadline is None else min(seconds, deadline - time.perf_counter())
    worths = more_of_each(solution, seconds=left) if with_worths and left > 0 else None
    moves = moves_of(ready, solution.choice)
    line = ready.copy()
    document = follow(line, seat, moves)
    document["moves"] = [*before, *moves]
    document["drift"] = {good: n for good, n in zip(goods, expected or (), strict=False) if n}
    document["worth"] = solution.choice.worth / CENTS
    document["parts"] = _parts(solution, ready, line, number, expected)
    document["gain"] = (solution.choice.worth - idle_worth(solution)) / CENTS
    document["one_more"] = _worths_document(worths, goods)
    if with_worths:
        estimates = _estimates(ready, number, document["one_more"], goods, expected)
        document["one_more"] |= estimates
        document["estimated"] = list(estimates)
    document["proof"] = _proof(solution)
    return {"seat": seat, "round": position.round, "phase": position.phase, **document}


def _drift_list(drift: Drift, position: Position, number: int) -> list[int] | None:
    goods: list[str] = rules_data()["goods"]
    if drift is None:
        return None
    if drift == LIKELY:
        return likely_drift(position, number)
    for good in drift:
        if good not in goods:
            raise WonaiError(f'drift: no such good "{good}"{did_you_mean(good, goods)}')
    return [drift.get(good, 0) for good in goods]


def _parts(
    solution: Solution, before: Position, after: Position, number: int, drift: Sequence[int] | None
) -> dict[str, float]:
    """The worth of the plan by what it lies in; `prices` is what the drift makes of the trades."""
    parts = worth_parts(before, after, number, drift=drift)
    parts["prices"] = solution.choice.worth - sum(parts.values())
    return {name: cents / CENTS for name, cents in parts.items() if cents}


def _worths_document(worths: Worths | None, goods: list[str]) -> dict[str, Any]:
    if worths is None:
        return {}
    return {
        **dict(zip(goods, worths.cubes, strict=True)),
        "money": worths.dollar,
        "note_more": worths.note_more,
        "note_less": worths.note_less,
    }


def _estimates(
    ready: Position, number: int, known: Mapping[str, Any], goods: list[str], drift: Sequence[int] | None
) -> dict[str, float]:
    """What one more cube adds to the quick planner's round, for the goods whose worth was not proved."""
    unknown = [good for good in goods if known.get(good) is None]
    if not unknown:
        return {}
    changes = [[int(good == name) for good in (*goods, "money", "notes")] for name in ("", *unknown)]
    before, *after = deal_worths(ready, number, changes, drift)
    assert before is not None
    return {good: (worth - before) / CENTS for good, worth in zip(unknown, after, strict=True) if worth is not None}


def _proof(solution: Solution) -> dict[str, Any]:
    return {
        "proved": solution.is_proved,
        "bound": None if solution.bound is None else solution.bound / CENTS,
        "gap": None if solution.gap is None else solution.gap / CENTS,
        "candidates": solution.candidates,
        "seconds": round(solution.seconds, 3),
    }
