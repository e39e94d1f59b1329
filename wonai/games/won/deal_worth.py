"""What a deal is worth to both sides: the difference between their best rounds with and without it.

Judges answer alike; they differ in how sure they are and how long they take. Each round is planned as if the others
passed; what both sides' own trades do to each other's prices is added afterwards (`price_effects` of the core).
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from wonai._core.won.round_problem import CENTS, deal_worths, price_effects
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data

ROUND_SECONDS = 1.0
"""For a seat's round at most."""
EFFORT = 0.05
"""Of the solver for the same round with other numbers; what is not found makes a deal look worse, never better."""
SLACK = 50
"""Cents by which such a round may be less than the best."""
MONEY, NOTES, N_ASSETS = 5, 6, 7

Change = tuple[int, ...]
"""What a deal does to one side: five goods, money, notes."""
NOTHING: Change = (0,) * N_ASSETS


class Clock:
    """Time for a question; without a limit it never runs out."""

    def __init__(self, seconds: float | None = None) -> None:
        self._until = math.inf if seconds is None else time.perf_counter() + seconds

    def left(self, most: float) -> float:
        """Seconds left, `most` at most; 0 if the time is up."""
        return min(max(self._until - time.perf_counter(), 0.0), most)

    @property
    def is_up(self) -> bool:
        """Whether the time is up."""
        return self.left(1.0) == 0


class _Holdings(NamedTuple):
    goods: tuple[int, ...]
    money: int
    notes: int


def quick_gains(position: Position, seat: int, changes: Sequence[Change]) -> list[float | None]:
    """Dollars by the quick planner; None where the seat cannot carry it out."""
    before, *after = deal_worths(position, seat, [NOTHING, *changes])
    assert before is not None
    return [None if worth is None else (worth - before) / CENTS for worth in after]


def holdings_after(position: Position, seat: int, change: Change) -> _Holdings | None:
    """What the seat holds after a deal, missing money borrowed first; None if it cannot be (T2, C18)."""
    notes_rule = rules_data()["notes"]
    fields = position.fields()
    money, notes = fields["money"][seat], fields["notes"][seat]
    goods = tuple(held + n for held, n in zip(fields["goods"][seat], change, strict=False))
    if min(goods) < 0 or notes + change[NOTES] < 0:
        return None
    while money < -change[MONEY]:
        value = notes_rule["first_value"] - notes_rule["step"] * notes
        if value < notes_rule["least_value"]:
            return None
        money, notes = money + value, notes + 1
    return _Holdings(goods, money + change[MONEY], notes + change[NOTES])


def with_change(position: Position, seat: int, change: Change) -> Position | None:
    """The position with other holdings of a seat, to move in its Trade phase; None if it cannot be."""
    after = holdings_after(position, seat, change)
    return None if after is None else _with_holdings(position, seat, after)


def _with_holdings(position: Position, seat: int, holdings: _Holdings) -> Position:
    fields = position.fields()
    fields["goods"][seat] = list(holdings.goods)
    fields["money"][seat], fields["notes"][seat] = holdings.money, holdings.notes
    fields["to_move"], fields["offer"] = seat, None
    return type(position).from_fields(position.tables, fields, position.names)


class Judge(ABC):
    """Gains in dollars; every worth is found once."""

    is_exact: bool

    def __init__(self, position: Position, clock: Clock | None = None) -> None:
        self._position = position
        self.clock = clock or Clock()
        self._worths: dict[tuple[int, Change], float | None] = {}
        self._effects: dict[tuple[int, int, Change], tuple[float, float] | None] = {}

    def gain(self, seat: int, change: Change) -> float | None:
        """Dollars at today's prices; None where the seat cannot carry it out."""
        before, after = self._worth(seat, NOTHING), self._worth(seat, change)
        return None if before is None or after is None else after - before

    def effects(self, seat: int, partner: int, change: Change) -> tuple[float, float]:
        """What each other's trades in the same markets add to these gains, mostly below 0."""
        key = (seat, partner, change)
        if key not in self._effects:
            self._effects[key] = price_effects(self._position, seat, partner, [change])[0]
        return self._effects[key] or (0.0, 0.0)

    def _worth(self, seat: int, change: Change) -> float | None:
        key = (seat, change)
        if key not in self._worths:
            self._worths[key] = self._find_worth(seat, change)
        return self._worths[key]

    @abstractmethod
    def _find_worth(self, seat: int, change: Change) -> float | None: ...


class QuickJudge(Judge):
    """By the quick planner: near the truth, in microseconds."""

    is_exact = False

    def _find_worth(self, seat: int, change: Change) -> float | None:
        worth = deal_worths(self._position, seat, [change])[0]
        return None if worth is None else worth / CENTS


class ExactJudge(QuickJudge):
    """By the exact planner: each seat's round is solved once, then again with the numbers of every deal.

    A number of notes that a deal changes is a round of its own, unless they only pay for it.
    Unless it is `patient`, rounds after a deal are good ones, not proved ones: gains may be a little more than told.
    """

    is_exact = True

    def __init__(self, position: Position, clock: Clock | None = None, *, patient: bool = False) -> None:
        super().__init__(position, clock)
        self._pains: dict[str, Any] = {} if patient else {"slack": SLACK, "effort": EFFORT}
        self._rounds: dict[tuple[int, int], Any] = {}

    def _find_worth(self, seat: int, change: Change) -> float | None:
        from wonai.games.won.planner.again import Numbers

        after = holdings_after(self._position, seat, change)
        if after is None or self._position.phase == "final-trade":
            return super()._find_worth(seat, change)
        fields = self._position.fields()
        held, money, notes = fields["goods"][seat], fields["money"][seat], fields["notes"][seat]
        more = tuple(new - old for new, old in zip(after.goods, held, strict=True))
        # Notes that pay for the deal are those that the round would take first. Notes that change hands change what
        # further ones bring, and where a note costs interest those that paid may be repaid at once.
        is_other_debt = change[NOTES] or self._position.tables.options.note_interest
        borrowed = 0 if is_other_debt else after.notes - notes
        solved = self._round(seat, _Holdings(tuple(held), money, after.notes - borrowed))
        if solved and after == _Holdings(tuple(held), money, notes):
            return float(solved.bound / CENTS)  # of a round that was not proved, so that no gain is exaggerated
        numbers = Numbers(more, change[MONEY] if borrowed else after.money - money, None, borrowed or None)
        outcome = solved and solved.best(numbers, self.clock.left(ROUND_SECONDS), **self._pains)
        if not outcome:  # more cubes than the model has room for, or no time: once more from the start
            return self._fresh_worth(seat, after)
        return float(outcome.worth / CENTS)

    def _round(self, seat: int, holdings: _Holdings) -> Any:
        """The round with the seat's own cubes and money and so many notes, ready for other numbers."""
        from wonai.games.won.planner.again import SolvedAgain
        from wonai.games.won.planner.exact import solve_round

        key = (seat, holdings.notes)
        if key not in self._rounds:
            start = _with_holdings(self._position, seat, holdings)
            solution = solve_round(start, seat, seconds=self.clock.left(ROUND_SECONDS))
            model, solver, answer = solution.model, solution.solver, solution.answer
            self._rounds[key] = SolvedAgain(model, solver, answer) if model and solver and answer else None
        return self._rounds[key]

    def _fresh_worth(self, seat: int, holdings: _Holdings) -> float:
        from wonai.games.won.planner.exact import solve_round

        start = _with_holdings(self._position, seat, holdings)
        return solve_round(start, seat, seconds=self.clock.left(ROUND_SECONDS)).choice.worth / CENTS
