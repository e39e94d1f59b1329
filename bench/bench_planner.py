"""The planners: what each answer costs, as ratios in one run, and how far the quick plan is from the exact one.

`python -m bench.bench_planner` prints one JSON line a measurement and writes nothing.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Sequence
from typing import Any

import click

import wonai
from tests.midgame import positions
from wonai._core.won.round_problem import _py_production_cost, _py_quick_cost, quick_round, round_problem
from wonai.games.won.barter import best_offers
from wonai.games.won.planner.exact import more_of_each, quick_choice, solve_round
from wonai.games.won.planner.linear import Solver
from wonai.games.won.planner.production import prove_production
from wonai.games.won.planner.replay import advance, moves_of
from wonai.games.won.planner.round_model import RoundModel

PRICES = [6, 11, 15, 17, 22]
"""Dollars by good, near those of the middle of a game."""
RUNS, REPEATS = 5, 10
"""The compiled planners take microseconds: of some runs the least is taken, as other programs only ever add time."""
GAP = 0.01
EXACT_SECONDS = 0.5


def quantile(values: Sequence[float], share: float) -> float:
    """The value that so many are not above."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def spread(values: Sequence[float], scale: float = 1.0) -> dict[str, float]:
    """Median, 90 and 95 percent, highest."""
    return {
        "median": round(statistics.median(values) * scale, 4),
        "p90": round(quantile(values, 0.9) * scale, 4),
        "p95": round(quantile(values, 0.95) * scale, 4),
        "max": round(max(values) * scale, 4),
    }


def least(runs: Sequence[Sequence[float]]) -> list[float]:
    """The least figure of each case."""
    return [min(figures) for figures in zip(*runs, strict=True)]


def say(bench: str, **facts: Any) -> None:
    """One JSON line."""
    click.echo(json.dumps({"bench": bench, **facts}))


def seat_of(position: wonai.Position) -> int:
    """The seat to move, as a number."""
    return position.seats.index(str(position.to_move))


def production(count: int) -> None:
    """The compiled production solver against CP-SAT on the same cases: blocs listed or modelled, then solved."""
    cases = [(position, seat) for position in positions(1_000) for seat in range(len(position.seats))]
    cases = cases[:: max(len(cases) // count, 1)][:count]
    ours = [one for one, _ in cases], [seat for _, seat in cases], PRICES, REPEATS
    inside = least([_py_production_cost(*ours) for _ in range(RUNS)])
    proved = []
    for position, seat in cases:
        begun = time.perf_counter_ns()
        prove_production(position, seat, PRICES)
        proved.append(time.perf_counter_ns() - begun)
    ratios = [theirs / ours for ours, theirs in zip(inside, proved, strict=True)]
    say("production", cases=len(cases), us=spread(inside, 1e-3), cp_sat_us=spread(proved, 1e-3), ratio=spread(ratios))


def quick(count: int) -> None:
    """The quick planner against building and solving the exact plan of the same position, and what it loses."""
    tried = positions(count)
    inside = least([_py_quick_cost(tried, REPEATS) for _ in range(RUNS)])
    exact, ratios, losses = [], [], []
    n_proved = 0
    for position, cost in zip(tried, inside, strict=True):
        seat = seat_of(position)
        begun = time.perf_counter_ns()
        model = RoundModel(round_problem(position, seat))
        answer = Solver(model.linear).solve(5.0)
        exact.append(time.perf_counter_ns() - begun)
        ratios.append(exact[-1] / cost)
        if answer is not None:
            n_proved += answer.is_proved
            losses.append(max(answer.objective - quick_round(position, seat)["worth"], 0) / 100)
    say("quick", positions=len(tried), us=spread(inside, 1e-3), exact_ms=spread(exact, 1e-6), ratio=spread(ratios))
    say("quick-loss", positions=len(losses), proved=n_proved, dollars=spread(losses))


def exact(count: int) -> None:
    """The exact plan of four-player positions: first legal plan, proof within half a second, worth of five cubes."""
    tried = [position for position in positions(1_000, players=4) if position.phase in ("trade", "develop")][:count]
    first, solved, ratios = [], [], []
    n_good, once, again = 0, 0.0, 0.0
    for position in tried:
        if advance(position, str(position.to_move)) is None:
            continue
        seat = seat_of(position)
        begun = time.perf_counter()
        moves_of(position, quick_choice(position, seat)[0])
        first.append(time.perf_counter() - begun)
        solution = solve_round(position, seat, seconds=EXACT_SECONDS)
        solved.append(solution.seconds)
        n_good += solution.is_proved or (solution.gap is not None and solution.gap <= GAP * abs(solution.choice.worth))
        if solution.is_proved and solution.answer is not None:
            begun = time.perf_counter()
            more_of_each(solution, seconds=EXACT_SECONDS, only_cubes=True)
            spent = time.perf_counter() - begun
            ratios.append(spent / solution.seconds)
            once, again = once + solution.seconds, again + spent
    say("first-plan", positions=len(first), ms=spread(first, 1e3))
    say("exact", positions=len(solved), good=round(n_good / len(solved), 3), ms=spread(solved, 1e3))
    say("five-cubes", positions=len(ratios), solves=spread(ratios), in_all=round(again / once, 3))


def barter(count: int) -> None:
    """The three best offers of the seat to move: by the clock, by the processor, and the quick planner's alone."""
    tried = [position for position in positions(1_000, "trade") if position.fields()["offer"] is None][:count]
    wall, worked, quick = [], [], []
    n_found = 0
    for position in tried:
        seat = str(position.to_move)
        begun, busy = time.perf_counter(), time.process_time()
        n_found += bool(best_offers(position, seat))
        wall.append(time.perf_counter() - begun)
        worked.append(time.process_time() - busy)
        busy = time.process_time()
        best_offers(position, seat, quick=True)
        quick.append(time.process_time() - busy)
    facts = {"seconds": spread(wall), "cpu_seconds": spread(worked), "quick_cpu_seconds": spread(quick)}
    say("barter", positions=len(tried), with_offers=n_found, **facts)


@click.command()
@click.option("--production-cases", default=3_000, show_default=True)
@click.option("--quick-positions", default=1_000, show_default=True)
@click.option("--exact-positions", default=200, show_default=True)
@click.option("--barter-positions", default=60, show_default=True)
def main(production_cases: int, quick_positions: int, exact_positions: int, barter_positions: int) -> None:
    """Measures the planners and prints one JSON line a measurement; 0 leaves a measurement out."""
    for measure, count in (
        (production, production_cases),
        (exact, exact_positions),
        (barter, barter_positions),
        (quick, quick_positions),
    ):
        if count:
            measure(count)


if __name__ == "__main__":
    main()
