"""Games between bots: who sits where, one game move by move, and what many games say.

A game is decided by its number and the seed alone, so that the same games are played however many
processes share the work. Knows a game only through `wonai.game`.
"""

from __future__ import annotations

import math
import multiprocessing
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

from wonai import registry
from wonai.errors import IllegalMove, WonaiError
from wonai.game import CHANCE, State
from wonai.search.bot_spec import BotSpec

MAX_PLIES = 200_000
"""No game is that long: a bot that goes on for ever is an error."""
LEAST_GAMES = 20
"""Before that, no share is decided."""
Z_95 = 1.959964
"""The normal quantile of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: the same for every game."""

    game: str
    players: int
    bots: tuple[BotSpec, ...]
    """One for each seat."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the start, the game's own: `{"edition": "second"}`."""
    seed: int = 0
    with_statistics: bool = False

    def line_up(self, number: int) -> tuple[BotSpec, ...]:
        """Who sits where in a game: in as many games as there are seats, every bot has had every seat.

        Who sits next to whom is drawn anew after that.
        """
        block, turn = divmod(number, self.players)
        bots = list(self.bots)
        random.Random(f"{self.seed}:{block}").shuffle(bots)
        return tuple(bots[turn:] + bots[:turn])

    def start(self) -> State:
        """The start of every game."""
        return registry.get(self.game).new(self.players, **self.options)


@dataclass(frozen=True, slots=True)
class Ply:
    """One move with what its bot thought; a chance move has no thoughts."""

    seat: str
    phase: str
    move: str
    win: tuple[float, ...] = ()
    vp: tuple[float, ...] = ()
    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game."""

    number: int
    bots: Mapping[str, str]
    """Seat -> label of its bot."""
    winners: tuple[str, ...]
    scores: Mapping[str, int]
    plies: tuple[Ply, ...]
    statistics: Mapping[str, Sequence[float]] = field(default_factory=dict)

    def share(self, seat: str) -> float:
        """What the seat has of the victory."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play_game(match: Match, number: int) -> GameResult:
    """Play one game to its end."""
    state = match.start()
    line_up = dict(zip(state.seats, match.line_up(number), strict=True))
    draw = random.Random(f"{match.seed}:{number}:chance")
    seeds = random.Random(f"{match.seed}:{number}")
    players = {seat: spec.make(seeds.getrandbits(31)) for seat, spec in line_up.items()}
    plies: list[Ply] = []
    while not state.is_over:
        seat = str(state.to_move)
        if len(plies) == MAX_PLIES:
            raise WonaiError(f"game {number + 1} has not ended after {MAX_PLIES:,} moves")
        if seat == CHANCE:
            moves, weights = zip(*state.outcomes(), strict=True)
            ply = Ply(seat, state.phase, draw.choices(moves, weights)[0])
        else:
            begun = time.perf_counter()
            report = players[seat].analyse(state, line_up[seat].limit)
            spent = time.perf_counter() - begun
            best = report.lines[0] if report.lines else None
            ply = Ply(
                seat,
                state.phase,
                report.best,
                tuple(best.win[name] for name in state.seats) if best else (),
                tuple(best.vp[name] for name in state.seats) if best else (),
                report.nodes,
                spent,
            )
        try:
            state.play(ply.move)
        except IllegalMove as error:
            label = line_up[seat].label if seat in line_up else seat
            raise WonaiError(f"game {number + 1}, move {len(plies) + 1}: {label} as {seat}: {error}") from error
        plies.append(ply)
    figures: Mapping[str, Sequence[float]] = {}
    if match.with_statistics:
        figures = registry.get(match.game).statistics(match.start(), [ply.move for ply in plies])
    labels = {seat: spec.label for seat, spec in line_up.items()}
    return GameResult(number, labels, tuple(state.winners()), state.scores(), tuple(plies), figures)


def play_games(match: Match, games: int, concurrency: int = 1) -> Iterator[GameResult]:
    """The games as they end; with `concurrency` above 1, in that many processes."""
    if concurrency == 1 or games == 1:
        for number in range(games):
            yield play_game(match, number)
        return
    before = set(multiprocessing.active_children())
    # Fresh interpreters: a copy of this one might hold locks of threads that it does not have.
    pool = ProcessPoolExecutor(min(concurrency, games), multiprocessing.get_context("spawn"))
    is_done = False
    try:
        for future in as_completed([pool.submit(play_game, match, number) for number in range(games)]):
            yield future.result()
        is_done = True
    except BrokenProcessPool:
        raise WonaiError("a process that played games has ended by itself; perhaps memory ran out") from None
    finally:
        if not is_done:  # after an error, an interrupt or a decision games are still going on
            for child in set(multiprocessing.active_children()) - before:
                child.terminate()
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Standing:
    """What one bot has reached, in all the seats it had."""

    label: str
    seats: int
    """Of each game."""
    games: int
    wins: float
    """A shared victory counts as its share."""
    mean_score: float
    seconds_per_move: float

    @property
    def share(self) -> float:
        """Of the victories."""
        return self.wins / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, 95 %."""
        return wilson(self.wins, self.games)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson; for shared victories it is on the wide side."""
    share, square = wins / games, Z_95 * Z_95
    centre = (share + square / (2 * games)) / (1 + square / games)
    half = Z_95 * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def standings(results: Sequence[GameResult]) -> list[Standing]:
    """One line per bot, the most successful seat first."""
    wins: dict[str, float] = defaultdict(float)
    scores: dict[str, list[int]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(list)
    for result in results:
        for seat, label in result.bots.items():
            wins[label] += result.share(seat)
            scores[label].append(result.scores[seat])
        for ply in result.plies:
            if ply.seat in result.bots:
                seconds[result.bots[ply.seat]].append(ply.seconds)
    games = len(results)
    lines = [
        Standing(
            label=label,
            seats=len(scores[label]) // games,
            games=games,
            wins=wins[label],
            mean_score=statistics.fmean(scores[label]),
            seconds_per_move=statistics.fmean(seconds[label]) if seconds[label] else 0.0,
        )
        for label in scores
    ]
    return sorted(lines, key=lambda line: (-line.share / line.seats, -line.mean_score, line.label))


def decided(results: Sequence[GameResult], label: str, share: float, players: int) -> list[GameResult] | None:
    """The games, in their order, after which the bot's interval first lies on one side of `share`; None: not yet.

    Only whole rotations of the seats are looked at, beginning with the first game: so the answer is the same in
    whatever order the games end.
    """
    ordered = sorted(results, key=lambda result: result.number)
    wins = 0.0
    for games, result in enumerate(ordered, 1):
        if result.number != games - 1:
            return None  # a game before this one is still going on
        wins += sum(result.share(seat) for seat, name in result.bots.items() if name == label)
        if games >= LEAST_GAMES and games % players == 0:
            low, high = wilson(wins, games)
            if low > share or high < share:
                return ordered[:games]
    return None


@dataclass(frozen=True, slots=True)
class Figure:
    """How one number of the game came out, over all games and whatever it was counted by."""

    name: str
    count: int
    median: float
    mean: float
    least: float
    most: float


def figures(results: Sequence[GameResult]) -> list[Figure]:
    """The statistics of the game over all results, in the game's own order."""
    values: dict[str, list[float]] = {}
    for result in results:
        for name, numbers in result.statistics.items():
            values.setdefault(name, []).extend(numbers)
    return [
        Figure(name, len(found), statistics.median(found), statistics.fmean(found), min(found), max(found))
        for name, found in values.items()
        if found
    ]
