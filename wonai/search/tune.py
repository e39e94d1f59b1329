"""Tuning: weights that win more games of the policy, and an evaluation whose win shares come true.

Two steps, both by games that the policy plays against itself. First the weights of the policy: CMA-ES proposes
vectors, and each takes one seat at tables filled from a pool of earlier ones, over all numbers of players. Then
the weights of the evaluation: the likeliest ones for how games went on from positions drawn out of them.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wonai._core.core_state import CoreState
from wonai.errors import WonaiError
from wonai.game import Game, State
from wonai.search.choice_tree import evaluate, policy_games, policy_positions
from wonai.search.selfplay import wilson

POOL_SIZE = 6
"""Vectors that a candidate has to play against, the one before tuning always among them."""
POOL_EVERY = 15
"""Generations after which the mean joins the pool."""
STEP = 0.12
"""First step of a weight, as a share of the range that it may have."""
LEAD_SHARE = 0.02
"""What a point of lead counts beside a won game: it tells more than one bit a game."""
FIT_EVERY = 60
"""Of a game's moves, one in so many gives a position to fit the evaluation to."""
FIT_GENERATIONS = 40
OnProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to tune, and what."""

    seconds: float = 600
    games: int = 192
    """Of each candidate in each generation."""
    check_games: int = 2000
    """That measure the gain at the end, with fresh seeds."""
    seed: int = 0
    start: str = ""
    """A file of weights to begin with; none: the package's."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """New weights, and what they are known to be worth."""

    weights: Mapping[str, float]
    generations: int
    games: int
    check: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By table: the share of games won by one seat with the new weights against the old, with its interval."""
    loss_before: float = math.nan
    loss_after: float = math.nan
    """Of the evaluation's win shares: mean negative logarithm of the chance given to what came."""

    def to_document(self) -> dict[str, Any]:
        """A file of weights that also says where they come from."""
        return {
            "weights": {name: round(value, 4) for name, value in self.weights.items()},
            "tuning": {
                "generations": self.generations,
                "games": self.games,
                "check": {
                    table: {key: round(value, 4) for key, value in row.items()} for table, row in self.check.items()
                },
                "loss before": round(self.loss_before, 4),
                "loss after": round(self.loss_after, 4),
            },
        }


def tune(game: Game, plan: Plan, on_progress: OnProgress) -> Tuned:
    """New weights for the game's policy and evaluation."""
    tunable = game.tunable()
    if tunable is None:
        raise WonaiError(f"{game.name} has no weights to tune")
    names = tunable.names
    old = list(game.weights(plan.start))
    tables = _tables(game)
    arena = _Arena(tables, names, plan, old)
    new, generations = _tune_policy(arena, tunable.policy, plan, on_progress)
    on_progress("measuring the gain")
    check = {label: arena.share(new, old, table, plan.check_games) for label, table in tables.items()}
    on_progress("fitting the evaluation")
    new, before, after = _fit_evaluation(tables, names, tunable.evaluation, new, plan)
    return Tuned(dict(zip(names, new, strict=True)), generations, arena.games, check, before, after)


def _tables(game: Game) -> dict[str, CoreState]:
    tables: dict[str, CoreState] = {}
    for players in range(game.min_players, game.max_players + 1):
        start = game.new(players)
        if not isinstance(start, CoreState):
            raise WonaiError(f"{game.name} has no compiled policy to tune")
        tables[f"{players} players"] = start
    return tables


def _size(table: CoreState) -> int:
    assert isinstance(table, State)
    return len(table.seats)


class _Arena:
    """Plays candidates against a pool, and counts the games."""

    def __init__(self, tables: Mapping[str, CoreState], names: Sequence[str], plan: Plan, old: Sequence[float]) -> None:
        self.names = names
        self.pool: list[list[float]] = [list(old)]
        self.games = 0
        self._tables = tables
        self._plan = plan

    def fitness(self, weights: Sequence[float], generation: int) -> float:
        """Wins as multiples of a fair share, and a little of the lead; all candidates meet the same tables."""
        draw = random.Random(f"{self._plan.seed}:{generation}")
        total = 0.0
        each = max(1, self._plan.games // sum(map(_size, self._tables.values())))
        for table in self._tables.values():
            n = _size(table)
            for seat in range(n):
                rows = [draw.choice(self.pool) for _ in range(n)]
                rows[seat] = list(weights)
                wins, scores, _ = policy_games(table, rows, each, draw.randrange(1 << 48))
                lead = (scores[seat] - (sum(scores) - scores[seat]) / (n - 1)) / each
                total += (wins[seat] / each * n + LEAD_SHARE * lead) / n
                self.games += each
        return total / len(self._tables)

    def share(self, new: Sequence[float], old: Sequence[float], table: CoreState, games: int) -> dict[str, float]:
        """One seat with the new weights, the others with the old, every seat as often, fresh seeds."""
        n = _size(table)
        each = max(1, games // n)
        won = 0.0
        for seat in range(n):
            rows = [list(old)] * n
            rows[seat] = list(new)
            wins, _, _ = policy_games(table, rows, each, 1_000_003 * (self._plan.seed + 1) + seat)
            won += wins[seat]
            self.games += each
        low, high = wilson(won, each * n)
        return {"games": each * n, "fair": 1 / n, "share": won / (each * n), "low": low, "high": high}


def _tune_policy(
    arena: _Arena, ranges: Mapping[str, tuple[float, float]], plan: Plan, on_progress: OnProgress
) -> tuple[list[float], int]:
    box = _Box(arena.names, ranges, arena.pool[0])
    strategy = box.strategy(plan.seed)
    began = time.monotonic()
    generation = 0
    while time.monotonic() - began < plan.seconds:
        generation += 1
        points = strategy.ask()
        values = [arena.fitness(box.vector(point), generation) for point in points]
        strategy.tell(points, [-value for value in values])
        mean = box.vector(strategy.result.xfavorite)
        if generation % POOL_EVERY == 0:
            arena.pool = [arena.pool[0], *arena.pool[1:][-(POOL_SIZE - 2) :], mean]
        on_progress(
            f"generation {generation}: best {max(values):.2f} of a fair share, mean {sum(values) / len(values):.2f}, "
            f"{arena.games:,} games"
        )
    return box.vector(strategy.result.xfavorite), generation


def _fit_evaluation(
    tables: Mapping[str, CoreState],
    names: Sequence[str],
    ranges: Mapping[str, tuple[float, float]],
    weights: Sequence[float],
    plan: Plan,
) -> tuple[list[float], float, float]:
    """The likeliest weights of the evaluation; its loss before and after on positions it was not fitted to."""
    training, unseen = (_sample(tables, weights, plan, seed) for seed in (plan.seed + 1, plan.seed + 2))
    before = _loss(weights, unseen)
    box = _Box(names, ranges, weights)
    strategy = box.strategy(plan.seed, maxiter=FIT_GENERATIONS)
    while ranges and not strategy.stop():
        points = strategy.ask()
        strategy.tell(points, [_loss(box.vector(point), training) for point in points])
    best = box.vector(strategy.result.xbest) if ranges else list(weights)
    after = _loss(best, unseen)
    return (best, before, after) if after < before else (list(weights), before, before)


Sample = list[tuple[CoreState, list[float]]]


def _sample(tables: Mapping[str, CoreState], weights: Sequence[float], plan: Plan, seed: int) -> Sample:
    games = max(plan.check_games // 10, 1)
    found = []
    for number, table in enumerate(tables.values()):
        found += policy_positions(table, weights, games, FIT_EVERY, seed * 100 + number)
    return found


def _loss(weights: Sequence[float], positions: Sample) -> float:
    """Mean negative logarithm of the chance that the evaluation gave to what came."""
    total = 0.0
    for state, shares in positions:
        chances, _ = evaluate(state, weights)
        total -= sum(share * math.log(max(chance, 1e-6)) for share, chance in zip(shares, chances, strict=True))
    return total / max(len(positions), 1)


class _Box:
    """Some weights of a vector as a point of the unit cube, each coordinate over its range."""

    def __init__(
        self, names: Sequence[str], ranges: Mapping[str, tuple[float, float]], weights: Sequence[float]
    ) -> None:
        self._weights = list(weights)
        self._places = [(names.index(name), low, high) for name, (low, high) in ranges.items()]

    def vector(self, point: Sequence[float]) -> list[float]:
        """The weights of a point."""
        weights = list(self._weights)
        for (place, low, high), value in zip(self._places, point, strict=True):
            weights[place] = low + (high - low) * min(max(float(value), 0.0), 1.0)
        return weights

    def strategy(self, seed: int, **options: Any) -> Any:
        """CMA-ES that starts from the weights there are."""
        try:
            import cma
        except ImportError:
            raise WonaiError('tuning needs the package cma: pip install "wonai[tune]"') from None
        first = [min(max((self._weights[place] - low) / (high - low), 0.0), 1.0) for place, low, high in self._places]
        return cma.CMAEvolutionStrategy(first, STEP, {"bounds": [0, 1], "seed": seed + 1, "verbose": -9, **options})
