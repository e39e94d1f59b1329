"""The exact planner: candidates of the core, the linear model, CP-SAT, and the quick plan to fall back on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from wonai._core.won.round_problem import CENTS, quick_round, round_problem
from wonai.games.won.planner.again import Numbers, SolvedAgain
from wonai.games.won.planner.linear import Answer, Solver
from wonai.games.won.planner.round_model import Choice, RoundModel
from wonai.games.won.position import Position


@dataclass(slots=True)
class Solution:
    """The best round found, and what is known about better ones."""

    choice: Choice
    idle: int
    """Cents of the best round without any build, by the quick planner."""
    bound: int | None
    """Cents that no round made of these candidates can pass; None where the time was too short for any."""
    is_proved: bool
    candidates: int
    seconds: float
    model: RoundModel | None = None
    solver: Solver | None = None
    answer: Answer | None = None

    @property
    def gap(self) -> int | None:
        """Cents between the round found and the bound."""
        return None if self.bound is None else self.bound - self.choice.worth


@dataclass(frozen=True, slots=True)
class Worths:
    """Dollars that one more of something would add to the best round; None where it is not known or impossible."""

    cubes: list[float | None]
    """By good."""
    dollar: float | None
    note_more: float | None
    """Taking one note more than planned (repaying one less); at most 0."""
    note_less: float | None


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


def likely_drift(position: Position, seat: int) -> list[int]:
    """By good: what the other seats' quick plans would buy in this Trade phase, below 0 sell."""
    others = [quick_round(position, other)["trade"] for other in range(len(position.seats)) if other != seat]
    return [sum(trades) for trades in zip(*others, strict=True)]


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
    bound, is_proved = None, False
    if answer is not None:
        found = model.choice(answer.values)
        is_proved = answer.is_proved
        if found.worth >= choice.worth:
            choice = found
        bound = max(answer.bound, choice.worth)
    return Solution(
        choice,
        idle,
        bound,
        is_proved,
        len(model.bundles),
        time.perf_counter() - begun,
        model,
        solver,
        answer,
    )


def idle_worth(solution: Solution, *, seconds: float = 0.1) -> int:
    """Cents of the best round without any step of the Develop phase.

    By the quick planner if the round itself was not proved.
    """
    if solution.model is None or not solution.is_proved:
        return solution.idle
    problem = {**solution.model.problem, "bundles": [], "can_develop": False}
    answer = Solver(RoundModel(problem).linear).solve(seconds)
    return solution.idle if answer is None else max(answer.objective, solution.idle)


def more_of_each(solution: Solution, *, seconds: float = 0.5, only_cubes: bool = False) -> Worths | None:
    """What one more of everything (of the goods only) is worth, by solving again with that one number changed.

    None if the round itself was not proved; a single worth is None if it was not proved before the time was up.
    """
    until = time.perf_counter() + seconds
    again = solved_again(solution)
    if again is None or solution.model is None or solution.answer is None:
        return None
    problem, proved = solution.model.problem, solution.answer.objective
    none = (0,) * len(problem["goods"])

    def gain(numbers: Numbers) -> float | None:
        outcome = again.best(numbers, max(until - time.perf_counter(), 0.0))
        return (outcome.worth - proved) / CENTS if outcome is not None and outcome.is_proved else None

    cubes = [gain(Numbers(tuple(int(k == good) for k in range(len(none))))) for good in range(len(none))]
    if only_cubes or not problem["can_trade"]:
        return Worths(cubes, None if problem["can_trade"] else 1.0, None, None)
    notes = solution.model.choice(solution.answer.values).notes
    return Worths(
        cubes,
        gain(Numbers(none, money=1)),
        gain(Numbers(none, notes=notes + 1)),
        gain(Numbers(none, notes=notes - 1)),
    )


def solved_again(solution: Solution) -> SolvedAgain | None:
    """The solved round, ready for other numbers; None if it was not proved."""
    model, solver, answer = solution.model, solution.solver, solution.answer
    if model is None or solver is None or answer is None or not answer.is_proved:
        return None
    return SolvedAgain(model, solver, answer)
