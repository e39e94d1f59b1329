"""Tuning: weights that win more games of the policy, and an evaluation whose win shares come true.

Two steps, both by games that the policy plays against itself. First the weights of the policy: CMA-ES proposes
vectors, and each takes one seat at tables filled from a pool of earlier ones, over all numbers of players. Then
the evaluation is fitted to how games went on from positions drawn out of them (`wonai.search.fit`).
"""

from __future__ import annotations

import random
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wonai._core.core_state import CoreState
from wonai.errors import WonaiError
from wonai.game import Features, Game, State
from wonai.search.choice_tree import policy_games, sample_game
from wonai.search.fit import Rows, fit
from wonai.search.selfplay import wilson

POOL_SIZE = 6
"""Vectors that a candidate has to play against, the one before tuning always among them."""
POOL_EVERY = 15
"""Generations after which the mean joins the pool."""
STEP = 0.12
"""First step of a weight, as a share of the range that it may have."""
LEAD_SHARE = 0.02
"""What a point of lead counts beside a won game: it tells more than one bit a game."""
FIT_EVERY = 150
"""Of a game's moves, one in so many gives a position to fit the evaluation to, beside the beginnings of rounds."""
CURIOSITY = 0.03
"""In games to fit to: the chance that a decision is drawn instead of being the policy's."""
OnProgress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to tune, and what."""

    seconds: float = 600
    games: int = 192
    """Of each candidate in each generation."""
    check_games: int = 2000
    """That measure the gain at the end, with fresh seeds."""
    fit_games: int = 8000
    """Of each number of players, that the evaluation is fitted to; as many tenths tell how well it was."""
    seed: int = 0
    start: str = ""
    """A file of weights to begin with; none: the package's."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """New weights and a new evaluation, and what they are known to be worth."""

    weights: Mapping[str, float]
    evaluation: Mapping[str, Any]
    generations: int
    games: int
    check: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By table: the share of games won by one seat with the new weights against the old, with its interval."""
    loss: Mapping[str, float] = field(default_factory=dict)
    """By table, of the evaluation's chances in unseen games: mean negative logarithm of that given to what came."""

    def to_document(self) -> dict[str, Any]:
        """A file of weights that also says where they come from."""
        return {
            "weights": {name: round(value, 4) for name, value in self.weights.items()},
            "evaluation": self.evaluation,
            "tuning": {
                "generations": self.generations,
                "games": self.games,
                "check": {
                    table: {key: round(value, 4) for key, value in row.items()} for table, row in self.check.items()
                },
                "loss": {table: round(value, 4) for table, value in self.loss.items()},
            },
        }


def tune(game: Game, plan: Plan, on_progress: OnProgress) -> Tuned:
    """New weights for the game's policy, and an evaluation fitted to games by it."""
    tunable = game.tunable()
    if tunable is None:
        raise WonaiError(f"{game.name} has no weights to tune")
    tables = _tables(game)
    old = game.weights(plan.start)
    arena = _Arena(tables, tunable.names, plan, old)
    new, generations = _tune_policy(arena, tunable.ranges, plan, on_progress)
    check = {}
    if generations:
        on_progress("measuring the gain")
        check = {label: arena.share(new, old, table, plan.check_games) for label, table in tables.items()}
    on_progress("playing games to fit the evaluation to")
    seen = [_sample(game, players, new, tunable.features, plan.fit_games, plan.seed) for players in _sizes(game)]
    unseen = [_sample(game, players, new, tunable.features, plan.fit_games // 10, -1) for players in _sizes(game)]
    on_progress(f"fitting the evaluation to {sum(len(rows.clock) for rows in seen):,} positions")
    fitted = fit(seen, tunable.hidden, plan.seed)
    return Tuned(
        dict(zip(tunable.names, new, strict=False)),
        fitted.document(tunable.terms),
        generations,
        arena.games,
        check,
        {label: fitted.loss(rows) for label, rows in zip(tables, unseen, strict=True)},
    )


def _sizes(game: Game) -> range:
    return range(game.min_players, game.max_players + 1)


def _tables(game: Game) -> dict[str, CoreState]:
    return {f"{players} players": _start(game, players) for players in _sizes(game)}


def _start(game: Game, players: int, **options: Any) -> CoreState:
    start = game.new(players, **options)
    if not isinstance(start, CoreState):
        raise WonaiError(f"{game.name} has no compiled policy to tune")
    return start


def _size(table: CoreState) -> int:
    assert isinstance(table, State)
    return len(table.seats)


def _sample(
    game: Game, players: int, weights: array[float], features: Features, games: int, seed: int
) -> Rows:
    """Positions of so many games, over the variants that the game names; every fourth game is the policy's own."""
    import numpy as np

    draw = random.Random(f"{seed}:{players}")
    variants = game.variants(players)
    columns: list[list[Any]] = [[], [], [], [], []]
    for number in range(games):
        start = _start(game, players, **draw.choice(variants))
        curiosity = CURIOSITY if number % 4 else 0.0
        positions, shares, scores = sample_game(start, weights, curiosity, FIT_EVERY, draw.getrandbits(40))
        for position in positions:
            assert isinstance(position, State)
            for column, values in zip(columns, (*features(position), scores, shares), strict=True):
                column.append(values)
    return Rows(*(np.array(column, dtype=np.float64) for column in columns))


class _Arena:
    """Plays candidates against a pool, and counts the games."""

    def __init__(self, tables: Mapping[str, CoreState], names: Sequence[str], plan: Plan, old: array[float]) -> None:
        self.names = names
        self.pool: list[array[float]] = [old]
        self.games = 0
        self._tables = tables
        self._plan = plan

    def fitness(self, weights: array[float], generation: int) -> float:
        """Wins as multiples of a fair share, and a little of the lead; all candidates meet the same tables."""
        draw = random.Random(f"{self._plan.seed}:{generation}")
        total = 0.0
        each = max(1, self._plan.games // sum(map(_size, self._tables.values())))
        for table in self._tables.values():
            n = _size(table)
            for seat in range(n):
                rows = [draw.choice(self.pool) for _ in range(n)]
                rows[seat] = weights
                wins, scores, _ = policy_games(table, rows, each, draw.randrange(1 << 48))
                lead = (scores[seat] - (sum(scores) - scores[seat]) / (n - 1)) / each
                total += (wins[seat] / each * n + LEAD_SHARE * lead) / n
                self.games += each
        return total / len(self._tables)

    def share(self, new: array[float], old: array[float], table: CoreState, games: int) -> dict[str, float]:
        """One seat with the new weights, the others with the old, every seat as often, fresh seeds."""
        n = _size(table)
        each = max(1, games // n)
        won = 0.0
        for seat in range(n):
            rows = [old] * n
            rows[seat] = new
            wins, _, _ = policy_games(table, rows, each, 1_000_003 * (self._plan.seed + 1) + seat)
            won += wins[seat]
            self.games += each
        low, high = wilson(won, each * n)
        return {"games": each * n, "fair": 1 / n, "share": won / (each * n), "low": low, "high": high}


def _tune_policy(
    arena: _Arena, ranges: Mapping[str, tuple[float, float]], plan: Plan, on_progress: OnProgress
) -> tuple[array[float], int]:
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
    return (box.vector(strategy.result.xfavorite) if generation else arena.pool[0]), generation


class _Box:
    """Some weights of a vector as a point of the unit cube, each coordinate over its range."""

    def __init__(
        self, names: Sequence[str], ranges: Mapping[str, tuple[float, float]], weights: array[float]
    ) -> None:
        self._weights = weights
        self._places = [(names.index(name), low, high) for name, (low, high) in ranges.items()]

    def vector(self, point: Sequence[float]) -> array[float]:
        """The weights of a point."""
        weights = self._weights[:]
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
