"""The linear relaxation of a model: a bound that needs no search, and how far each column can move below it.

The bound is computed here from the duals, so that it holds for any duals: what GLOP says is a proposal only.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wonai.games.won.planner.linear import FAR, LinearModel

ROUNDING = 1e-3
"""Cents: more than floating point can lose in a sum of these sizes, far less than the unit of the objective."""
WHOLE = 1e-6
"""Columns this near to a whole number are meant to be it."""

Floats = NDArray[np.float64]


class Relaxed(NamedTuple):
    """What the relaxation proves about whole-number choices."""

    bound: int
    """Cents that no choice can pass."""
    slopes: Floats
    """By column: what one more of it adds to the bound at most, if it is not as the relaxation has it."""
    exact_bound: float
    whole: list[int] | None
    """The relaxation's own choice, if it consists of whole numbers."""


class Relaxation:
    """GLOP on one model; rows can get other bounds and be solved again."""

    def __init__(self, model: LinearModel) -> None:
        from ortools.linear_solver.python import model_builder_helper

        self._model = model
        self._builder: Any = model_builder_helper.ModelBuilderHelper()
        self._solver: Any = model_builder_helper.ModelSolverHelper("glop")
        self._solver.set_solver_specific_parameters("use_preprocessing: false")
        rows = [*model.rows, *((group, [1] * len(group)) for group in model.one_of)]
        low = [*model.row_low, *[-FAR] * len(model.one_of)]
        high = [*model.row_high, *[1] * len(model.one_of)]
        self._low, self._high = np.array(low, np.float64), np.array(high, np.float64)
        self._gain, self._most = np.array(model.gain, np.float64), np.array(model.high, np.float64)
        self._fill(rows)
        self._row_of = np.repeat(np.arange(len(rows)), [len(columns) for columns, _ in rows])
        self._column_of = np.array([column for columns, _ in rows for column in columns], np.intp)
        self._coefficient = np.array([factor for _, factors in rows for factor in factors], np.float64)

    def _fill(self, rows: Sequence[tuple[list[int], list[int]]]) -> None:
        builder = self._builder
        builder.set_maximize(True)
        for column, (gain, high) in enumerate(zip(self._model.gain, self._model.high, strict=True)):
            builder.add_var()
            builder.set_var_lower_bound(column, 0)
            builder.set_var_upper_bound(column, high)
            builder.set_var_objective_coefficient(column, gain)
        for row, (columns, coefficients) in enumerate(rows):
            builder.add_linear_constraint()
            self._hand_over(row)
            for column, coefficient in zip(columns, coefficients, strict=True):
                builder.add_term_to_constraint(row, column, coefficient)

    def _hand_over(self, row: int) -> None:
        low, high = self._low[row], self._high[row]
        self._builder.set_constraint_lower_bound(row, low if low > -FAR else -math.inf)
        self._builder.set_constraint_upper_bound(row, high if high < FAR else math.inf)

    def move_row(self, row: int, low: int, high: int) -> None:
        """Give a row other bounds."""
        self._low[row], self._high[row] = low, high
        self._hand_over(row)

    def solve(self) -> Relaxed | None:
        """The bound; None if GLOP has no answer, which for a model that can be kept does not happen."""
        self._solver.solve(self._builder)
        if not self._solver.has_solution():
            return None
        duals = np.asarray(self._solver.dual_values(), np.float64)
        # A dual that leans on a bound that is not there would make the bound infinite: it counts as 0.
        duals = np.where((duals > 0) & (self._high >= FAR) | (duals < 0) & (self._low <= -FAR), 0.0, duals)
        used = np.bincount(self._column_of, self._coefficient * duals[self._row_of], len(self._gain))
        slopes = self._gain - used
        bound = float(np.where(duals > 0, duals * self._high, duals * self._low).sum())
        bound += float((np.maximum(slopes, 0) * self._most).sum()) + self._model.constant
        values = np.asarray(self._solver.variable_values(), np.float64)
        nearest = np.rint(values)
        is_whole = bool(np.abs(values - nearest).max(initial=0) < WHOLE)
        whole = nearest.astype(int).tolist() if is_whole else None
        return Relaxed(math.floor(bound + ROUNDING), slopes, bound, whole)

    def ranges(self, relaxed: Relaxed, least: int) -> tuple[list[int], list[int]]:
        """For every column the least and the most it can be in a choice worth at least `least`."""
        room = max(relaxed.exact_bound - least, 0) + ROUNDING
        steps = np.floor(room / np.maximum(np.abs(relaxed.slopes), ROUNDING))
        high = np.where(relaxed.slopes < -ROUNDING, np.minimum(self._most, steps), self._most)
        low = np.where(relaxed.slopes > ROUNDING, np.maximum(self._most - steps, 0), 0)
        return low.astype(int).tolist(), high.astype(int).tolist()
