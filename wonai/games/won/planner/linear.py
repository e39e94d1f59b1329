"""A linear model in whole numbers: columns and rows, and the solver that proves its optimum (CP-SAT)."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

FAR = 10**12
"""Stands for no bound on a row."""
PARAMETERS: dict[str, Any] = {
    "num_workers": 1,
    "linearization_level": 2,
    "cut_level": 0,
    "symmetry_level": 0,
    "cp_model_probing_level": 0,
    "add_lp_constraints_lazily": False,
}
"""Of CP-SAT, as measured to suit these small models (docs/planner.md)."""


@dataclass(slots=True)
class LinearModel:
    """Maximise `gain` times the columns plus `constant`; every column is a whole number within its bounds."""

    low: list[int] = field(default_factory=list)
    high: list[int] = field(default_factory=list)
    gain: list[int] = field(default_factory=list)
    rows: list[tuple[list[int], list[int]]] = field(default_factory=list)
    row_low: list[int] = field(default_factory=list)
    row_high: list[int] = field(default_factory=list)
    one_of: list[list[int]] = field(default_factory=list)
    """Sets of columns (0 or 1) of which at most one is 1."""
    constant: int = 0

    def column(self, high: int, gain: int = 0) -> int:
        """A new column from 0 to `high`."""
        self.low.append(0)
        self.high.append(high)
        self.gain.append(gain)
        return len(self.high) - 1

    def row(self, terms: Mapping[int, int] | Iterable[tuple[int, int]], low: int = -FAR, high: int = FAR) -> int:
        """A new row: low <= sum of coefficient times column <= high; terms on one column add up."""
        total: dict[int, int] = {}
        for column, coefficient in terms.items() if isinstance(terms, Mapping) else terms:
            total[column] = total.get(column, 0) + coefficient
        columns = [column for column, coefficient in total.items() if coefficient]
        self.rows.append((columns, [total[column] for column in columns]))
        self.row_low.append(low)
        self.row_high.append(high)
        return len(self.rows) - 1

    def value(self, values: Sequence[int]) -> int:
        """The objective of a choice of columns."""
        return self.constant + sum(gain * value for gain, value in zip(self.gain, values, strict=True))

    def allows(self, values: Sequence[int]) -> bool:
        """Whether a choice of columns keeps every bound."""
        if any(not low <= value <= high for low, value, high in zip(self.low, values, self.high, strict=True)):
            return False
        if any(sum(values[column] for column in group) > 1 for group in self.one_of):
            return False
        for (columns, coefficients), low, high in zip(self.rows, self.row_low, self.row_high, strict=True):
            if not low <= sum(c * values[k] for k, c in zip(columns, coefficients, strict=True)) <= high:
                return False
        return True


def load_solver() -> None:
    """Import CP-SAT now: the better part of a second, which is nobody's solving time."""
    import ortools.sat.python.cp_model  # noqa: F401


class Answer(NamedTuple):
    """The best columns found, their objective, and the bound that no choice can pass."""

    values: list[int]
    objective: int
    bound: int
    is_proved: bool
    seconds: float


class Solver:
    """CP-SAT on one model; the model is handed over once, rows can get other bounds and be solved again."""

    def __init__(self, model: LinearModel) -> None:
        from ortools.sat.python import cp_model

        self.model = model
        self._cp_model: Any = cp_model.CpModel()
        proto = self._cp_model.proto
        self._ranges = list(zip(model.low, model.high, strict=True))
        for low, high in self._ranges:
            proto.variables.add().domain.extend([low, high])
        for group in model.one_of:
            proto.constraints.add().at_most_one.literals.extend(group)
        self._first_row = len(model.one_of)
        for (columns, coefficients), low, high in zip(model.rows, model.row_low, model.row_high, strict=True):
            linear = proto.constraints.add().linear
            linear.vars.extend(columns)
            linear.coeffs.extend(coefficients)
            linear.domain.extend([low, high])
        kept = [column for column, gain in enumerate(model.gain) if gain]
        proto.objective.vars.extend(kept)
        proto.objective.coeffs.extend([-model.gain[column] for column in kept])
        proto.objective.scaling_factor = -1.0

    def move_row(self, row: int, low: int, high: int) -> None:
        """Give a row other bounds."""
        self.model.row_low[row], self.model.row_high[row] = low, high
        domain = self._cp_model.proto.constraints[self._first_row + row].linear.domain
        domain.clear()
        domain.extend([low, high])

    def narrow(self, low: Sequence[int], high: Sequence[int]) -> None:
        """Look only between these bounds of the columns, which may not be wider than those of the model."""
        variables = self._cp_model.proto.variables
        for column, bounds in enumerate(zip(low, high, strict=True)):
            if bounds != self._ranges[column]:
                self._ranges[column] = bounds
                domain = variables[column].domain
                domain.clear()
                domain.extend(bounds)

    def hint(self, values: Sequence[int]) -> None:
        """A choice to start from; an empty one takes the last hint back."""
        hint = self._cp_model.proto.solution_hint
        hint.vars.clear()
        hint.values.clear()
        hint.vars.extend(range(len(values)))
        hint.values.extend(values)

    def solve(self, seconds: float, **parameters: Any) -> Answer | None:
        """The best choice within the time; None if none was found."""
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        for name, value in {**PARAMETERS, "max_time_in_seconds": seconds, **parameters}.items():
            setattr(solver.parameters, name, value)
        begun = time.perf_counter()
        status = solver.solve(self._cp_model)
        spent = time.perf_counter() - begun
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        values = [int(value) for value in solver.response_proto.solution]
        is_proved = status == cp_model.OPTIMAL
        objective = self.model.value(values)
        bound = objective if is_proved else self.model.constant + math.floor(solver.best_objective_bound + 0.5)
        return Answer(values, objective, max(bound, objective), is_proved, spent)
