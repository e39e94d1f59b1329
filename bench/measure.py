"""Owns the clock and the arithmetic: costs sampled in interleaved rounds, and the claims made from them.

Rounds are interleaved because a shared machine drifts: a ratio is taken between samples of the same round, and the
median of these ratios is what a claim is judged by.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Samples = Mapping[str, Sequence[float]]

LEAST_SAMPLE_NS = 30_000_000


def nanoseconds_per_unit(work: Callable[[], int], least: int = LEAST_SAMPLE_NS) -> float:
    """Processor time of `work`, which says how many units it did, by unit; waiting for the processor is not counted.

    The work is done again until at least so many nanoseconds have passed.
    """
    units = 0
    start = time.process_time_ns()
    while True:
        units += work()
        spent = time.process_time_ns() - start
        if spent >= least:
            return spent / units


@dataclass(frozen=True)
class Cost:
    """What one `unit` of something costs; `sample` measures it once, in nanoseconds."""

    name: str
    unit: str
    sample: Callable[[], float]

    @classmethod
    def of_work(cls, name: str, unit: str, work: Callable[[], int]) -> Cost:
        """The cost of work that says how many units it did."""
        return cls(name, unit, lambda: nanoseconds_per_unit(work))


def interleave(costs: Iterable[Cost], rounds: int) -> dict[str, list[float]]:
    """Samples of every cost, by name: one a round, every other round in reverse order, after one round to warm up."""
    order = list(costs)
    samples: dict[str, list[float]] = {cost.name: [] for cost in order}
    gc.collect()
    gc.freeze()  # what was set up for one side must not slow the garbage collection of another
    for round_number in range(rounds + 1):
        for cost in order if round_number % 2 else reversed(order):
            sample = cost.sample()
            if round_number:
                samples[cost.name].append(sample)
    gc.unfreeze()
    return samples


@dataclass(frozen=True)
class Spread:
    """Median, lowest and highest of several samples."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> Spread:
        """The spread of at least one sample."""
        return cls(statistics.median(samples), min(samples), max(samples))


@dataclass(frozen=True)
class Claim:
    """A ratio between our cost and a yardstick's, and its target.

    `times as fast` is yardstick / ours, with a least value; `times the cost` is ours / yardstick, with a greatest
    value. Without a target the ratio is only reported.
    """

    what: str
    ours: Cost
    yardstick: Cost
    kind: Literal["times as fast", "times the cost"]
    target: float | None

    def ratio(self, samples: Samples) -> Spread:
        """The ratio, round by round."""
        pairs = zip(samples[self.ours.name], samples[self.yardstick.name], strict=True)
        if self.kind == "times as fast":
            return Spread.of([theirs / ours for ours, theirs in pairs])
        return Spread.of([ours / theirs for ours, theirs in pairs])

    def is_met(self, samples: Samples) -> bool | None:
        """Whether the median reaches the target; None when there is no target."""
        if self.target is None:
            return None
        median = self.ratio(samples).median
        return median >= self.target if self.kind == "times as fast" else median <= self.target
