"""The sequential test: its error rates over 2,000 simulated matches a case, and its place in a tournament."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from wonai.tournament.config import setup_of
from wonai.tournament.sequential import (
    BETTER,
    MIN_BLOCKS,
    NOT_BETTER,
    UNDECIDED,
    bounds,
    estimated_variance,
    judge,
    least_variance,
    log_ratio,
)
from wonai.tournament.stats import standings, verdict_so_far
from wonai.tournament.store import Result

MATCHES = 2_000
ALPHA = BETA = 0.05


def simulated_shares(
    rng: np.random.Generator, starts: int, players: int, mean: float, *, seat_effect: float, luck: float, shared: float
) -> NDArray[np.float64]:
    """Mean share of an engine in each start of each match: it sits once in each seat.

    Seats differ by `seat_effect`, starts suit the engine more or less by `luck`, and a part `shared` of all victories
    is shared with one other seat. Whatever these are, the expectation is `mean`.
    """
    # A shared victory halves a win, and brings half a one to a loser who is chosen with probability 1 / (n - 1).
    lost, found = 1 - shared / 2, shared / 2 / (players - 1)
    base = (mean - found) / (lost - found)
    seats = seat_effect * np.linspace(-1, 1, players)
    suits = luck * rng.choice([-1.0, 1.0], size=(MATCHES, starts, 1))
    chance = base + seats + suits
    assert chance.min() >= 0
    assert chance.max() <= 1
    wins = rng.random((MATCHES, starts, players)) < chance
    is_shared = rng.random((MATCHES, starts, players)) < shared
    helped = rng.random((MATCHES, starts, players)) < 1 / (players - 1)
    shares = np.where(wins, np.where(is_shared, 0.5, 1.0), np.where(is_shared & helped, 0.5, 0.0))
    block: NDArray[np.float64] = shares.mean(axis=2)
    return block


def decided(blocks: NDArray[np.float64], fair: float, effect: float, least: float) -> tuple[float, float, float]:
    """The part of matches found better, found not better, and how many starts they took on average."""
    lower, upper = bounds(ALPHA, BETA)
    n = np.arange(1, blocks.shape[1] + 1, dtype=np.float64)
    mean = np.cumsum(blocks, axis=1) / n
    squares = np.maximum(0.0, np.cumsum(blocks**2, axis=1) - n * mean**2)
    ratio = log_ratio(n, mean, estimated_variance(n, squares, least), fair, effect)
    ratio[:, : MIN_BLOCKS - 1] = 0.0
    is_out = (ratio >= upper) | (ratio <= lower)
    assert is_out.any(axis=1).mean() > 0.99, "the simulation is too short"
    first = np.where(is_out.any(axis=1), is_out.argmax(axis=1), blocks.shape[1] - 1)
    last = ratio[np.arange(MATCHES), first]
    return float((last >= upper).mean()), float((last <= lower).mean()), float(first.mean() + 1)


@pytest.mark.parametrize(
    ("players", "effect", "seat_effect", "luck", "shared"),
    [
        (3, 0.05, 0.0, 0.0, 0.0),
        (3, 0.10, 0.0, 0.0, 0.0),
        (3, 0.10, 0.1, 0.2, 0.0),
        (3, 0.15, 0.15, 0.0, 0.1),
        (4, 0.05, 0.1, 0.0, 0.1),
        (4, 0.10, 0.05, 0.1, 0.0),
        (4, 0.10, 0.0, 0.2, 0.0),
        (5, 0.05, 0.05, 0.05, 0.1),
        (5, 0.10, 0.0, 0.15, 0.0),
        (5, 0.10, 0.1, 0.0, 0.2),
        (6, 0.05, 0.0, 0.1, 0.0),
        (6, 0.10, 0.1, 0.0, 0.0),
        (6, 0.20, 0.0, 0.1, 0.1),
    ],
)
def test_error_rates(players: int, effect: float, seat_effect: float, luck: float, shared: float) -> None:
    """False alarms and misses are at most 5 % each, whatever seats and starts do."""
    fair, least = 1 / players, least_variance(players, effect, players, is_difference=False)
    starts = round(6 / effect**2 / players) + 150
    conditions = {"seat_effect": seat_effect, "luck": luck, "shared": shared}
    rng = np.random.default_rng([players, round(1000 * effect)])
    false_alarms, _, _ = decided(simulated_shares(rng, starts, players, fair, **conditions), fair, effect, least)
    _, misses, length = decided(
        simulated_shares(rng, starts, players, fair + effect, **conditions), fair, effect, least
    )
    assert false_alarms <= ALPHA
    assert misses <= BETA
    assert length < starts / 2, "stops early"


@pytest.mark.parametrize(("players", "effect"), [(3, 0.1), (4, 0.05), (6, 0.1)])
def test_error_rates_of_a_difference(players: int, effect: float) -> None:
    """Two engines in the same games: at most one of them wins each."""
    least, starts = least_variance(players, effect, players, is_difference=True), round(14 / effect**2 / players) + 200
    rng = np.random.default_rng([7, players])
    rates = []
    for gap in (0.0, effect):
        first, second = 1 / players + gap / 2, 1 / players - gap / 2
        draw = rng.random((MATCHES, starts, players))
        shares = (draw < first).astype(np.float64) - ((draw >= first) & (draw < first + second))
        rates.append(decided(shares.mean(axis=2), 0.0, effect, least))
    assert rates[0][0] <= ALPHA
    assert rates[1][1] <= BETA


def test_judge_is_what_was_simulated() -> None:
    rng = np.random.default_rng(1)
    observations = rng.choice([0.0, 0.25, 0.5], 60)
    least = least_variance(4, 0.05, 4, is_difference=False)
    verdict = judge([float(x) for x in observations], 0.25, 0.05, least, ALPHA, BETA)
    squares = float(((observations - observations.mean()) ** 2).sum())
    variance = estimated_variance(60.0, squares, least)
    assert verdict.ratio == pytest.approx(log_ratio(60.0, float(observations.mean()), variance, 0.25, 0.05))


def test_bounds_decide() -> None:
    least = least_variance(4, 0.05, 4, is_difference=False)
    assert judge([1.0] * (MIN_BLOCKS - 1), 0.25, 0.05, least, 0.05, 0.05).state == UNDECIDED
    assert judge([1.0] * 40, 0.25, 0.05, least, 0.05, 0.05).state == BETTER
    assert judge([0.0] * 40, 0.25, 0.05, least, 0.05, 0.05).state == NOT_BETTER
    assert judge([], 0.25, 0.05, least, 0.05, 0.05).state == UNDECIDED


def results_of(setup, winner_of, games):  # type: ignore[no-untyped-def]
    for pairing in setup.pairings()[:games]:
        names = tuple(setup.engines[engine].name for engine in pairing.engines)
        winner = winner_of(pairing)
        shares = tuple(float(seat == winner) for seat in range(len(names)))
        ranks = tuple(1 if share else 2 for share in shares)
        yield Result(pairing.game, pairing.start, names, (0,) * len(names), ranks, shares, 1, "normal", (), "x", "0")


def test_the_verdict_counts_whole_starts_in_order() -> None:
    setup = setup_of(
        {
            "tournament": {"format": "gauntlet", "players": 3, "games": 300},
            "engine": [{"bot": "uct"}, {"bot": "random"}],
            "test": {"effect": 0.2},
        }
    )
    results = list(results_of(setup, lambda pairing: pairing.engines.index(0), 150))
    verdict, last = verdict_so_far(setup, results)
    assert verdict is not None
    assert (verdict.state, last) == (BETTER, 3 * verdict.blocks)
    hole = [result for result in results if result.game != 20]
    verdict, last = verdict_so_far(setup, hole)
    assert verdict is not None
    assert (verdict.state, verdict.blocks, last) == (UNDECIDED, 6, None)
    table = standings(setup, results)
    assert (table.games, table.not_counted) == (3 * MIN_BLOCKS, 150 - 3 * MIN_BLOCKS)


def test_a_comparison_of_two_engines() -> None:
    setup = setup_of(
        {
            "tournament": {"players": 3, "games": 400},
            "engine": [{"bot": "uct"}, {"bot": "random"}, {"name": "c", "bot": "random"}],
            "test": {"effect": 0.2, "versus": "random"},
        }
    )
    always_third = list(results_of(setup, lambda pairing: pairing.engines.index(2), 240))
    verdict, _ = verdict_so_far(setup, always_third)
    assert verdict is not None
    assert verdict.state == NOT_BETTER
    assert verdict.mean == 0
