"""A solved round as the `plan` of an analysis report: every amount read off the moves as they are played."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import chain
from typing import Any

from wonai._core.won.round_problem import CENTS, deal_worths, holdings_after_runs
from wonai.errors import WonaiError, did_you_mean
from wonai.games.won.planner.exact import Solution, Worths, more_of_each, solve_round
from wonai.games.won.planner.linear import load_solver
from wonai.games.won.planner.replay import advance, moves_of, replay
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data
from wonai.games.won.views import quote

PLAN_SHARE = 0.8
"""Of the time to a deadline: for the plan, before the worths."""
LEAST_SECONDS = 0.12
"""For the plan, however late it is: enough for most of them."""


def plan_document(
    position: Position,
    seat: str,
    *,
    seconds: float = 0.5,
    drift: Mapping[str, int] | None = None,
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
    if deadline is not None:
        load_solver()
        seconds = min(seconds, max(PLAN_SHARE * (deadline - time.perf_counter()), LEAST_SECONDS))
    solution = solve_round(ready, number, seconds=seconds, drift=_drift_list(drift, goods))
    left = seconds if deadline is None else min(seconds, deadline - time.perf_counter())
    worths = more_of_each(solution, seconds=left) if with_worths and left > 0 else None
    moves = moves_of(ready, solution.choice)
    document = _followed(ready.copy(), seat, moves)
    document["moves"] = [*before, *moves]
    document["worth"] = solution.choice.worth / CENTS
    document["gain"] = (solution.choice.worth - solution.idle) / CENTS
    document["one_more"] = _worths_document(worths, goods)
    if with_worths:
        estimates = _estimates(ready, number, document["one_more"], goods, drift)
        document["one_more"] |= estimates
        document["estimated"] = list(estimates)
    document["proof"] = _proof(solution)
    return {"seat": seat, "round": position.round, "phase": position.phase, **document}


def _drift_list(drift: Mapping[str, int] | None, goods: list[str]) -> list[int] | None:
    if drift is None:
        return None
    for good in drift:
        if good not in goods:
            raise WonaiError(f'drift: no such good "{good}"{did_you_mean(good, goods)}')
    return [drift.get(good, 0) for good in goods]


def _holdings(position: Position, number: int) -> dict[str, Any]:
    goods: list[str] = rules_data()["goods"]
    fields = position.fields()
    money, cubes = holdings_after_runs(position, number)
    tiles = sum(owner == number and tile >= 0 for owner, tile in zip(fields["owner"], fields["tile"], strict=True))
    return {
        "money": money,
        "notes": fields["notes"][number],
        "goods": dict(zip(goods, cubes, strict=True)),
        "tiles": tiles,
        "flags": fields["flags"][number],
    }


def _spent(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, int]:
    """Cubes that are there no longer."""
    return {good: n - after["goods"][good] for good, n in before["goods"].items() if n > after["goods"][good]}


def _made(before: Mapping[str, Any], after: Mapping[str, Any], uses: Mapping[str, int]) -> dict[str, int]:
    made = {good: n - before["goods"][good] + uses.get(good, 0) for good, n in after["goods"].items()}
    made["money"] = after["money"] - before["money"]
    return {asset: n for asset, n in made.items() if n}


def _followed(position: Position, seat: str, moves: list[str]) -> dict[str, Any]:
    """Play the moves, the others passing, and write down what each does."""
    rules = rules_data()
    number = position.seats.index(seat)
    start = _holdings(position, number)
    trade: list[dict[str, Any]] = []
    builds: list[dict[str, Any]] = []
    runs: list[dict[str, Any]] = []
    before = start
    previous = ""
    paid = position.fields()["goods"][number]
    for move, _ in chain(replay(position, seat, moves, last=False), [("", position)]):
        after = _holdings(position, number)
        paid, paid_before = position.fields()["goods"][number], paid
        word = previous.partition(":")[0]
        if word in ("buy", "sell", "note"):
            entry = {"move": previous, "money": after["money"] - before["money"], "money_after": after["money"]}
            if word != "note":
                levels = dict(zip(rules["goods"], position.fields()["levels"], strict=True))
                names = dict.fromkeys(previous.partition(":")[2].split(","))
                entry["price_after"] = {
                    good: {"buy": market.buy, "sell": market.sell}
                    for good in names
                    for market in [quote(rules, good, levels[good])]
                }
            trade.append(entry)
        elif word in ("flag", "build", "lift", "drop", "automate", "token"):
            builds.append({"move": previous, "uses": _spent(before, after)})
        elif word == "run":
            uses = {good: a - b for good, a, b in zip(rules["goods"], paid_before, paid, strict=True) if a > b}
            runs.append({"move": previous, "uses": uses, "makes": _made(before, after, uses)})
        before, previous = after, move
    return {
        "start": start,
        "trade": trade,
        "notes": {"take": moves.count("note:take"), "repay": moves.count("note:repay")},
        "builds": builds,
        "runs": runs,
        "end": before,
    }


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
    ready: Position, number: int, known: Mapping[str, Any], goods: list[str], drift: Mapping[str, int] | None
) -> dict[str, float]:
    """What one more cube adds to the quick planner's round, for the goods whose worth was not proved."""
    unknown = [good for good in goods if known.get(good) is None]
    if not unknown:
        return {}
    changes = [[int(good == name) for good in (*goods, "money", "notes")] for name in ("", *unknown)]
    before, *after = deal_worths(ready, number, changes, _drift_list(drift, goods))
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
