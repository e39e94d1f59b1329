"""A sequential test for games of any number of seats: is an engine better by a stated effect, or not at all?

What is counted is the victory share of a game: 1 for a sole winner, 1/k for each of k. If all engines are equal,
an engine in a game of n seats has the fair share 1/n on average. The two hypotheses are

    H0: the mean of x is m0     H1: the mean of x is m0 + effect

where x is the share of the engine with m0 = 1/n, or its share less that of another engine with m0 = 0. Games from the
same start, in which the engine goes round the seats, are not independent; their mean is one observation. The
logarithm of the likelihood ratio of N observations with mean m and variance v is, for large N,

    N * effect * (m - m0 - effect / 2) / v

and the test ends when it leaves the bounds of Wald. Since v is estimated, no decision is made before `MIN_BLOCKS`
observations, and v is taken a little larger while they are few.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MIN_BLOCKS = 16
"""Observations before the first decision: with fewer, the estimate of the variance is too loose (see the test)."""
PRIOR_BLOCKS = 4.0
"""Weight, in observations, of the largest variance that a share can have given its mean."""

UNDECIDED = "undecided"
BETTER = "better"
NOT_BETTER = "not better"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Where the test stands."""

    state: str
    ratio: float
    """Logarithm of the likelihood ratio."""
    lower: float
    upper: float
    blocks: int
    mean: float
    error: float
    """Standard error of the mean."""


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds of the logarithm of the likelihood ratio."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def judge(
    observations: Sequence[float], fair: float, effect: float, prior_variance: float, alpha: float, beta: float
) -> Verdict:
    """The verdict after these observations; `prior_variance` is that of one observation before any was made."""
    lower, upper = bounds(alpha, beta)
    n = len(observations)
    if n == 0:
        return Verdict(UNDECIDED, 0.0, lower, upper, 0, fair, math.inf)
    mean = math.fsum(observations) / n
    squares = math.fsum((x - mean) ** 2 for x in observations)
    variance = (squares + PRIOR_BLOCKS * prior_variance) / (n + PRIOR_BLOCKS - 1)
    ratio = n * effect * (mean - fair - effect / 2) / variance
    state = UNDECIDED
    if n >= MIN_BLOCKS and ratio >= upper:
        state = BETTER
    elif n >= MIN_BLOCKS and ratio <= lower:
        state = NOT_BETTER
    return Verdict(state, ratio, lower, upper, n, mean, math.sqrt(variance / n))


def prior_variance(players: int, block: int, *, is_difference: bool) -> float:
    """Of the mean of a block of independent games between equals."""
    fair = 1 / players
    return (2 * fair if is_difference else fair * (1 - fair)) / block
