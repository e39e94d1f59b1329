"""The exact planner: candidates of the core, the linear model, CP-SAT, and the quick plan to fall back on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wonai._core.won.round_problem import CENTS, quick_round, round_problem
from wonai.games.won.planner.linear import FAR, Answer, Solver
from wonai.games.won.planner.round_model import Choice, RoundModel
from wonai.games.won.position import Position


@dataclass(slots=True)
class Solution:
    """The best round found, and what is known about better ones."""

    choice: Choice
    idle: int
    """Cents of the best round without any build, by the quick planner."""
    bound: int
    """Cents that no round made of these candidates can pass."""
    is_proved: bool
    candidates: int
    seconds: float
    model: RoundModel | None = None
    solver: Solver | None = None
    answer: Answer | None = None

    @property
    def gap(self) -> float:
        """Cents between the round found and the bound."""
        return self.bound - self.choice.worth


@dataclass(frozen=True, slots=True)
class Worths:
    """Dollars that one more of something would add to the best round; None where it is not known or impossible."""

    cubes: list[float | None]
    """By good."""
    dollar: float | None
    note_more: float | None
    """Taking one note more than planned (repaying one less); at most 0."""
    note_less: float | None


AGAIN: dict[str, Any] = {"cp_model_presolve": False}
"""Parameters for solving a known model again: simplifying it once more costs more than it brings."""


def quick_choice(position: Position, seat: int, drift: Sequence[int] | None = None) -> tuple[Choice, int]:
    """The quick planner's round, and its best one without builds."""
    plan = quick_round(position, seat, drift=drift)
    choice = Choice(
        tuple(plan["trade"]),
        plan["notes"],
        tuple(plan["steps"]),
        tuple(plan["runs"]),
        plan["money"],
        tuple(plan["goods"]),
        plan["worth"],
    )
    return choice, plan["idle"]


def solve_round(position: Position, seat: int, *, seconds: float = 0.5, drift: Sequence[int] | None = None) -> Solution:
    """The best round of a seat that may act now: optimal over the candidates, or the best found in the time.

    The quick plan is the answer whenever the solver finds no better one.
    """
    begun = time.perf_counter()
    choice, idle = quick_choice(position, seat, drift)
    model = RoundModel(round_problem(position, seat, drift=drift))
    solver = Solver(model.linear)
    left = max(seconds - (time.perf_counter() - begun), 0.01)
    answer = solver.solve(left)
    bound, is_proved = choice.worth, False
    if answer is not None:
        found = model.choice(answer.values)
        bound, is_proved = answer.bound, answer.is_proved
        if found.worth >= choice.worth:
            choice = found
    return Solution(
        choice,
        idle,
        max(bound, choice.worth),
        is_proved,
        len(model.bundles),
        time.perf_counter() - begun,
        model,
        solver,
        answer,
    )


def more_of_each(solution: Solution, *, seconds: float = 0.5, only_cubes: bool = False) -> Worths | None:
    """What one more of everything (of the goods only) is worth, by solving again with that one number changed.

    None if the round itself was not proved; a single worth is None if its own solve was not proved in the time.
    """
    model, solver, answer = solution.model, solution.solver, solution.answer
    if model is None or solver is None or answer is None or not answer.is_proved:
        return None
    problem = model.problem

    def solved_again(bonus: int = 0) -> float | None:
        again = solver.solve(seconds, **AGAIN)
        if again is None or not again.is_proved:
            return None
        return (again.objective + bonus - answer.objective) / CENTS

    def with_rows(bounds: dict[int, tuple[int, int]], bonus: int = 0) -> float | None:
        before = {row: (model.linear.row_low[row], model.linear.row_high[row]) for row in bounds}
        for row, (low, high) in bounds.items():
            solver.move_row(row, low, high)
        try:
            return solved_again(bonus)
        finally:
            for row, (low, high) in before.items():
                solver.move_row(row, low, high)

    solver.hint(answer.values)
    cubes = []
    for held, pending, (enough, left) in zip(problem["goods"], problem["pending"], model.held_rows, strict=True):
        after = held + pending + 1
        cubes.append(with_rows({enough: (-FAR, held + 1), left: (after, after)}))
    dollar = note_more = note_less = None
    if problem["can_trade"] and not only_cubes:
        notes = model.choice(answer.values).notes
        dollar = with_rows({model.cash_row: (-problem["money"] - 1, FAR)}, CENTS)
        note_more = with_rows({model.notes_row: (notes + 1, notes + 1)})
        note_less = with_rows({model.notes_row: (notes - 1, notes - 1)})
    return Worths(cubes, dollar if problem["can_trade"] else 1.0, note_more, note_less)
