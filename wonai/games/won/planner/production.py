"""Production as a linear model: the proof of what the compiled solver answers in a microsecond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wonai._core.won.round_problem import production_problem
from wonai.games.won.planner.linear import LinearModel, Solver
from wonai.games.won.planner.round_model import MONEY, Way
from wonai.games.won.position import Position


class Production(NamedTuple):
    """Runs and what they are worth, in the unit of the prices."""

    worth: int
    runs: tuple[int, ...]
    """Moves, as codes."""


def way_worth(way: Way, prices: Sequence[int], money: int) -> int:
    """What comes out of a way to run minus what goes in."""
    out = way.amount * (money if way.product == MONEY else prices[way.product])
    return out - sum(n * price for n, price in zip(way.cost, prices, strict=True))


def prove_production(position: Position, seat: int, prices: Sequence[int], *, money: int = 1) -> Production:
    """The best runs for whole-number prices of the goods and of a dollar, proved by CP-SAT."""
    goods, blocs = production_problem(position, seat)
    model = LinearModel()
    ways: list[tuple[int, Way]] = []
    for records in blocs:
        columns = []
        for way in (Way(*record) for record in records):
            columns.append(model.column(1, way_worth(way, prices, money)))
            ways.append((columns[-1], way))
        if len(columns) > 1:
            model.one_of.append(columns)
    for good, held in enumerate(goods):
        model.row([(column, way.cost[good]) for column, way in ways], high=held)
    answer = Solver(model).solve(60.0, cp_model_presolve=False)
    if answer is None or not answer.is_proved:
        raise RuntimeError("the production model was not solved")
    return Production(answer.objective, tuple(way.move for column, way in ways if answer.values[column]))
