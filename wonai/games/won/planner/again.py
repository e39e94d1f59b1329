"""The same round with other numbers: what a seat would have with other cubes, other money, another number of notes.

The model is kept and its rows are moved. The old round, mended to fit, says what can be had at least, the relaxation
what can be had at most; only what lies between is searched, among the columns that can matter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from wonai._core.won.round_problem import CENTS
from wonai.games.won.planner.linear import FAR, Answer, LinearModel, Solver
from wonai.games.won.planner.relaxation import Relaxation
from wonai.games.won.planner.round_model import SPARE, RoundModel

PARAMETERS: dict[str, Any] = {"cp_model_presolve": False}
"""Of CP-SAT: to simplify a known model once more costs more than it brings."""

MOST_KNOWN = 6
"""Rounds that are remembered, the first and the latest."""


class Numbers(NamedTuple):
    """What is different: cubes by good and dollars more than in the model; notes taken, if they are not free."""

    goods: tuple[int, ...]
    money: int = 0
    notes: int | None = None
    least_notes: int | None = None
    """Where they are free: to be taken at least, below 0: repaid at most."""


class Outcome(NamedTuple):
    """Cents of the best round found and the bound of all."""

    worth: int
    bound: int

    @property
    def is_proved(self) -> bool:
        """Whether no round can be better."""
        return self.worth == self.bound


class SolvedAgain:
    """A solved round whose numbers can be changed one after the other; each question starts from the rounds found."""

    def __init__(self, model: RoundModel, solver: Solver, answer: Answer) -> None:
        self._model = model
        self._solver = solver
        self.bound = answer.bound
        self._relaxation = Relaxation(model.linear)
        self._known = [(Numbers((0,) * len(model.problem["goods"])), model.tidied(answer.values))]
        """Rounds found so far, with the numbers they were found for: mended, they are where the next search begins."""

    def best(self, numbers: Numbers, seconds: float, *, slack: int = 0, effort: float = math.inf) -> Outcome | None:
        """The best round with these numbers; None if there is none, or none was found in the time.

        A round that misses the bound by `slack` cents at most is good enough. `effort` limits the search like time,
        but in steps of the solver, so that a busy machine gives the same answer.
        """
        if max(numbers.goods) > SPARE or not self._is_possible(numbers):
            return None
        rows = dict(self._rows(numbers))
        before = {row: (self._model.linear.row_low[row], self._model.linear.row_high[row]) for row in rows}
        self._move(rows)
        try:
            found = self._best(numbers, seconds, slack, effort)
        finally:
            self._move(before)
        bonus = CENTS * numbers.money
        return None if found is None else Outcome(found.worth + bonus, found.bound + bonus)

    def _is_possible(self, numbers: Numbers) -> bool:
        held = self._model.problem["goods"]
        return all(have + more >= 0 for have, more in zip(held, numbers.goods, strict=True))

    def _rows(self, numbers: Numbers) -> Iterator[tuple[int, tuple[int, int]]]:
        """The bounds of the rows that these numbers move."""
        problem = self._model.problem
        for good, (enough, left) in enumerate(self._model.held_rows):
            if numbers.goods[good]:
                held = problem["goods"][good] + numbers.goods[good]
                yield enough, (-FAR, held)
                yield left, (held + problem["pending"][good],) * 2
        if numbers.money:
            yield self._model.cash_row, (-problem["money"] - numbers.money, FAR)
        if numbers.notes is not None:
            yield self._model.notes_row, (numbers.notes, numbers.notes)
        elif numbers.least_notes is not None:
            yield self._model.notes_row, (numbers.least_notes, FAR)

    def _move(self, rows: dict[int, tuple[int, int]]) -> None:
        for row, (low, high) in rows.items():
            self._solver.move_row(row, low, high)
            self._relaxation.move_row(row, low, high)

    def _best(self, numbers: Numbers, seconds: float, slack: int, effort: float) -> Outcome | None:
        linear = self._model.linear
        relaxed = self._relaxation.solve()
        if relaxed is None:
            return None
        start = self._start(numbers)
        if relaxed.whole is not None and linear.allows(relaxed.whole):
            start = _better(linear, start, relaxed.whole)
        if start is not None and linear.value(start) + slack >= relaxed.bound:
            self._remember(numbers, start)
            return Outcome(linear.value(start), relaxed.bound)
        low, high = linear.low, linear.high
        if start is not None:
            low, high = self._relaxation.ranges(relaxed, linear.value(start))
        self._solver.narrow(low, high)
        self._solver.hint(start or ())
        parameters = {"absolute_gap_limit": float(slack), "max_deterministic_time": effort}
        if start is not None:
            parameters |= PARAMETERS
        answer = self._solver.solve(seconds, **parameters)
        self._solver.narrow(linear.low, linear.high)
        if answer is None:
            return None if start is None else Outcome(linear.value(start), relaxed.bound)
        self._remember(numbers, self._model.tidied(answer.values))
        return Outcome(answer.objective, min(max(answer.bound, answer.objective), relaxed.bound))

    def _remember(self, numbers: Numbers, values: list[int]) -> None:
        del self._known[1 : len(self._known) - MOST_KNOWN + 2]
        self._known.append((numbers, values))

    def _start(self, numbers: Numbers) -> list[int] | None:
        """The best of the known rounds mended to keep the new numbers; None if none can be."""
        linear = self._model.linear
        mended = []
        for known, values in self._known:
            more = tuple(new - old for new, old in zip(numbers.goods, known.goods, strict=True))
            mended.append(self._model.mended(values, more, numbers.notes, numbers.least_notes))
        mended.sort(key=linear.value, reverse=True)
        return next((values for values in mended if linear.allows(values)), None)


def _better(linear: LinearModel, one: list[int] | None, other: list[int]) -> list[int]:
    return one if one is not None and linear.value(one) >= linear.value(other) else list(other)
