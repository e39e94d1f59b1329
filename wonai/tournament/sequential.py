"""A sequential test for games of any number of seats: is an engine better by a stated effect, or not at all?

What is counted is the victory share of a game: 1 for a sole winner, 1/k for each of k. If all engines are equal,
an engine in a game of n seats has the fair share 1/n on average. The two hypotheses are

    H0: the mean of x is m0     H1: the mean of x is m0 + effect

where x is the share of the engine with m0 = 1/n, or its share less that of another engine with m0 = 0. Games from the
same start, in which the engine goes round the seats, are not independent; their mean is one observation. The
logarithm of the likelihood ratio of N observations with mean m and variance v is, for large N,

    N * effect * (m - m0 - effect / 2) / v

and the test ends when it leaves the bounds of Wald for `SAFETY` times the stated error rates: the ratio holds for large
N only, and short matches err a little more often. Estimated from the sample alone, v would be too small just when
an engine had bad luck, since few victories also vary little; misses would be too frequent. So v is never taken smaller
than for independent games under H1, and no decision is made before `MIN_BLOCKS` observations. Seats that
differ make the true v smaller: the test is then a little longer than need be, and its errors are rarer than stated.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_BLOCKS = 16
"""Observations before the first decision."""

SAFETY = 0.4
"""Part of the stated error rates that the bounds are made for; a match is about a third longer for it."""

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
    """Wald's bounds of the logarithm of the likelihood ratio, on the safe side."""
    alpha, beta = SAFETY * alpha, SAFETY * beta
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


N = TypeVar("N", float, "NDArray[np.float64]")


def estimated_variance(n: N, squares: N, least: float) -> N:
    """Of one observation, from the sum of squared deviations of `n` of them."""
    spread = squares / n
    return spread + (least - spread) * (spread < least)


def log_ratio(n: N, mean: N, variance: N, fair: float, effect: float) -> N:
    """Logarithm of the likelihood ratio of H1 to H0; for many matches at once, too."""
    return n * effect * (mean - fair - effect / 2) / variance


def judge(
    observations: Sequence[float], fair: float, effect: float, least_variance: float, alpha: float, beta: float
) -> Verdict:
    """The verdict after these observations, of which each varies at least by `least_variance`."""
    lower, upper = bounds(alpha, beta)
    n = len(observations)
    if n == 0:
        return Verdict(UNDECIDED, 0.0, lower, upper, 0, fair, math.inf)
    mean = math.fsum(observations) / n
    squares = math.fsum((x - mean) ** 2 for x in observations)
    variance = estimated_variance(n, squares, least_variance)
    ratio = log_ratio(n, mean, variance, fair, effect)
    state = UNDECIDED
    if n >= MIN_BLOCKS and ratio >= upper:
        state = BETTER
    elif n >= MIN_BLOCKS and ratio <= lower:
        state = NOT_BETTER
    return Verdict(state, ratio, lower, upper, n, mean, math.sqrt(variance / n))


def least_variance(players: int, effect: float, block: int, *, is_difference: bool) -> float:
    """Of the mean of a block of independent games, under H1, where shares vary more."""
    if is_difference:
        return 2 / players / block
    share = min(0.5, 1 / players + effect)
    return share * (1 - share) / block
