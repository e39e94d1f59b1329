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


class Skill:
    """Below the highest, a bot thinks less and, the lower the more, takes a move that looks a little worse."""

    def __init__(self, skill: int) -> None:
        self._weakness = 1 - skill / MAX_SKILL

    def limited(self, limit: Limit) -> Limit:
        """From eight simulations at the lowest skill to a thousand just below the highest."""
        if not self._weakness:
            return limit
        nodes = round(8 * 128 ** (1 - self._weakness))
        return dataclasses.replace(limit, nodes=min(nodes, limit.nodes or nodes))

    def weakened(self, report: HintReport, rng: random.Random) -> HintReport:
        """The same report with a best move drawn among the tried ones, better ones likelier."""
        if not self._weakness or len(report.lines) < 2:
            return report
        mover = report.to_move
        heat = 0.15 * self._weakness**2
        top = max(line.win[mover] for line in report.lines)
        odds = [line.visits * math.exp((line.win[mover] - top) / heat) for line in report.lines]
        best = rng.choices(report.lines, odds)[0]
        rest = tuple(line for line in report.lines if line is not best)
        return dataclasses.replace(report, best=best.move, lines=(best, *rest))
