"""What a search reports: frozen records that commands, protocol and tools render, each in its own way."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ANALYSIS_FORMAT = "wonai-analysis/1"
FEW_VISITS = 30
"""Below that the spread of what was seen says little about its error."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One move and what is expected of it."""

    move: str
    visits: int
    win: Mapping[str, float]
    """Chance to win of each seat, 0 to 1; a shared victory counts as its share."""
    vp: Mapping[str, float]
    """Expected final score of each seat."""
    pv: tuple[str, ...]
    """The expected line of play, beginning with the move."""
    why: tuple[str, ...] = ()
    """Reasons in the language of the game."""
    win_error: Mapping[str, float] = field(default_factory=dict)
    """Standard error of each chance; empty where the searcher does not know it."""
    vp_error: Mapping[str, float] = field(default_factory=dict)
    """Likewise of each score."""

    def error_of_win(self, seat: str) -> float:
        """The standard error of a chance; where it is not known, that of as many independent games as visits."""
        if self.visits < FEW_VISITS:
            # What has not been seen yet is not impossible: as wide as it can be.
            return 0.5 / math.sqrt(self.visits + 2)
        if seat in self.win_error:
            return self.win_error[seat]
        # One game won and one lost more, likewise.
        chance = (self.win[seat] * self.visits + 1) / (self.visits + 2)
        return math.sqrt(chance * (1 - chance) / (self.visits + 2))

    def to_document(self) -> dict[str, Any]:
        """As in the analysis report."""
        document: dict[str, Any] = {
            "move": self.move,
            "visits": self.visits,
            "win": {seat: round(share, 4) for seat, share in self.win.items()},
            "vp": {seat: round(score, 2) for seat, score in self.vp.items()},
            "pv": list(self.pv),
            "why": list(self.why),
        }
        if self.win_error:
            document["win_error"] = {seat: round(error, 4) for seat, error in self.win_error.items()}
        if self.vp_error:
            document["vp_error"] = {seat: round(error, 2) for seat, error in self.vp_error.items()}
        return document


@dataclass(frozen=True, slots=True)
class SearchInfo:
    """How far a search has come."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[MoveLine, ...]
    """The best lines so far, best first."""

    @property
    def nodes_per_second(self) -> int:
        """Over the whole search so far."""
        return round(self.nodes / self.seconds) if self.seconds > 0 else 0


@dataclass(frozen=True, slots=True)
class HintReport:
    """The result of a search: ranked moves, the plan for the round, and how it was found."""

    position: Mapping[str, Any]
    """The parsed position file."""
    to_move: str
    best: str
    lines: tuple[MoveLine, ...]
    nodes: int
    seconds: float
    engine: str
    plan: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ponder(self) -> str | None:
        """The answer the search expects to the best move."""
        pv = self.lines[0].pv if self.lines else ()
        return pv[1] if len(pv) > 1 else None

    def to_document(self) -> dict[str, Any]:
        """As the analysis report writes it."""
        return {
            "format": ANALYSIS_FORMAT,
            "position": dict(self.position),
            "to_move": self.to_move,
            "best": self.best,
            "lines": [line.to_document() for line in self.lines],
            "plan": dict(self.plan),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "engine": self.engine,
        }

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(self.to_document(), ensure_ascii=False, separators=(",", ":"))
