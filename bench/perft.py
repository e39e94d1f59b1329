"""Owns the comparison of perft in the core with perft of the plain Python reference, on the same positions."""

from __future__ import annotations

from bench.measure import Claim, Cost
from bench.ours import POSITIONS, named_position
from tests.reference import won as reference

DEPTHS = {"start-4p": 2, "trade-4p": 4, "develop-rich-4p": 2, "produce-4p": 3, "final-trade-4p": 3}
TARGET = 2000


def _core_perft(name: str, depth: int) -> Cost:
    position = named_position(name)
    return Cost.of_work(f"perft {name}", "line", lambda: position.perft(depth))


def _reference_perft(name: str, depth: int) -> Cost:
    text = (POSITIONS / f"{name}.json").read_text(encoding="utf-8")
    game = reference.Game.from_json(text)
    return Cost.of_work(f"reference perft {name}", "line", lambda: reference.perft(game, depth))


def claims() -> list[Claim]:
    """One claim a position."""
    return [
        Claim(
            f"`perft({depth})` of `{name}`, against the plain Python reference",
            _core_perft(name, depth),
            _reference_perft(name, depth),
            "times as fast",
            TARGET,
        )
        for name, depth in DEPTHS.items()
    ]
