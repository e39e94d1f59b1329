"""Skill: how a bot plays weaker on purpose, smoothly and by its seed alone."""

from __future__ import annotations

import dataclasses
import math
import random

from wonai.report import HintReport
from wonai.search.limits import Limit

MAX_SKILL = 20
LEVELS = {"beginner": 0, "casual": 5, "club": 10, "expert": 15, "master": 20}
"""Skills with names."""
MOST_SLIPS = 0.95
"""Share of its decisions in which the weakest bot does not play what it thinks best."""
SLIP_HEAT = 0.3
"""Win share that makes a move e times as likely in a slip: the worst blunders stay rare."""


class Skill:
    """Below the highest, a bot thinks less and, the lower the more often, plays another of the moves it has tried."""

    def __init__(self, skill: int) -> None:
        self._weakness = 1 - skill / MAX_SKILL

    def limited(self, limit: Limit) -> Limit:
        """From 64 simulations at the lowest skill to a thousand just below the highest."""
        if not self._weakness:
            return limit
        nodes = round(64 * 16 ** (1 - self._weakness))
        return dataclasses.replace(limit, nodes=min(nodes, limit.nodes or nodes))

    def weakened(self, report: HintReport, rng: random.Random) -> HintReport:
        """The same report, now and then with another of the tried moves as the best."""
        if len(report.lines) < 2 or rng.random() >= MOST_SLIPS * self._weakness:
            return report
        mover = report.to_move
        top = max(line.win[mover] for line in report.lines)
        odds = [math.exp((line.win[mover] - top) / SLIP_HEAT) for line in report.lines]
        best = rng.choices(report.lines, odds)[0]
        rest = tuple(line for line in report.lines if line is not best)
        return dataclasses.replace(report, best=best.move, lines=(best, *rest))
