"""Every claim with its two sides in one group, so that pytest-benchmark shows their ratio.

`pytest bench/bench_ratios.py`. The verdicts of `python -m bench.run` come from interleaved rounds; here one side runs
after the other.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.claims import all_claims
from bench.measure import Claim, Cost

ROUNDS = 5
SIDES = [(claim, cost) for claim in all_claims() for cost in (claim.ours, claim.yardstick)]


class UnitClock:
    """A timer that each sample moves on by the cost of one unit: the sides of a claim do different numbers of units."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def __call__(self) -> float:
        return self._seconds

    def run(self, cost: Cost) -> None:
        """Samples the cost once."""
        self._seconds += cost.sample() / 1e9


CLOCK = UnitClock()


@pytest.mark.benchmark(timer=CLOCK)
@pytest.mark.parametrize(("claim", "cost"), SIDES, ids=[cost.name for _, cost in SIDES])
def test_cost(benchmark: BenchmarkFixture, claim: Claim, cost: Cost) -> None:
    benchmark.group = claim.what
    benchmark.extra_info["unit"] = cost.unit
    benchmark.pedantic(CLOCK.run, args=(cost,), rounds=ROUNDS, warmup_rounds=1)  # type: ignore[no-untyped-call]
