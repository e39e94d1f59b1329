"""The exhaustive solver: exact values of small endings, by plain max^n over listed moves.

At every position the seat to move takes what gives it the largest share of the victory and, of that,
the largest lead over its best rival (its score minus the best other score). Where a rival is
indifferent, nothing says what it will do: so every position is solved twice, once with every
indifferent rival choosing what is worst for the seat that asks, once what is best for it. Only where
both agree is an answer exact; `solve` says whether they do.

Barter offers are not listed moves and are left out: the answers hold for play without new offers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from wonai.game import State

Value = tuple[Fraction, int]
"""Share of the victory and lead, of one seat."""
Values = tuple[Value, ...]
"""One for each seat."""


class TooLarge(Exception):
    """More positions than allowed."""


@dataclass(frozen=True)
class Solution:
    """What each move is worth to the seat that moves, with unkind and with kind rivals."""

    unkind: dict[str, Value]
    kind: dict[str, Value]
    n_states: int

    @property
    def accepted(self) -> tuple[str, ...]:
        """The moves nobody can better; where every move wins as much, those with the largest lead."""
        return best_moves(self.unkind)

    @property
    def value(self) -> Value:
        """Of the best move."""
        return max(self.unkind.values())

    @property
    def is_exact(self) -> bool:
        """Whether the answer does not hang on what indifferent rivals do."""
        return self.value == max(self.kind.values()) and self.accepted == best_moves(self.kind)


def best_moves(values: dict[str, Value]) -> tuple[str, ...]:
    """All moves with the largest share, unless every move has it: then those with the largest lead."""
    shares = {share for share, _ in values.values()}
    best = max(values.values())
    if len(shares) > 1:
        return tuple(move for move, value in values.items() if value[0] == best[0])
    return tuple(move for move, value in values.items() if value == best)


def solve(state: State, max_states: int = 100_000) -> Solution:
    """Every move's exact value for the seat to move; `TooLarge` beyond `max_states` positions."""
    seat = state.seats.index(str(state.to_move))
    tables = []
    n_states = 0
    for choose in (min, max):
        solver = _Solver(seat, choose, max_states)
        tables.append({move: solver.after(state, move)[seat] for move in state.legal_moves()})
        n_states = max(n_states, len(solver.known))
    return Solution(*tables, n_states)


def final_values(state: State) -> Values:
    """Of a finished game."""
    winners, scores = state.winners(), state.scores()
    return tuple(
        (
            Fraction(int(seat in winners), len(winners)),
            scores[seat] - max(score for other, score in scores.items() if other != seat),
        )
        for seat in state.seats
    )


class _Solver:
    """One seat's question, with one assumption about indifferent rivals."""

    def __init__(self, asks: int, choose: Callable[..., Values], max_states: int) -> None:
        self.asks = asks
        self.choose = choose
        self.max_states = max_states
        self.known: dict[int, Values] = {}
        self.n_begun = 0

    def after(self, state: State, move: str) -> Values:
        child = state.copy()
        child.play(move)
        return self.values(child)

    def values(self, state: State) -> Values:
        key = state.key
        if key in self.known:
            return self.known[key]
        self.n_begun += 1
        if self.n_begun > self.max_states:
            raise TooLarge(f"more than {self.max_states:,} positions")
        if state.is_over:
            found = final_values(state)
        else:
            seat = state.seats.index(str(state.to_move))
            options = [self.after(state, move) for move in state.legal_moves()]
            most = max(values[seat] for values in options)
            equal = [values for values in options if values[seat] == most]
            found = self.choose(equal, key=lambda values: values[self.asks])
        self.known[key] = found
        return found
