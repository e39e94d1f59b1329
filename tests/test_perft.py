"""Perft: the lines of listed moves from positions of every phase and special case.

A file of `perft/` holds entries of `id`, `position` (one line of canonical text) and `perft DEPTH COUNT`. The counts
were made by the core; the plain reference counts again, in every test run, each line that takes it to at most
`REFERENCE_NODES` positions, which covers the first depths of every entry. A mismatch prints the counts per first move.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

import wonai
from tests import conformance
from tests.reference import won as reference

PERFT = Path(__file__).parent / "perft"
REFERENCE_NODES = 500


@dataclass
class Entry:
    """One position and its counts by depth."""

    name: str
    position: str = ""
    counts: dict[int, int] = field(default_factory=dict)


def read(path: Path) -> list[Entry]:
    """The entries of a perft file."""
    entries: list[Entry] = []
    for line in filter(None, path.read_text(encoding="utf-8").splitlines()):
        word, value = line.split(" ", 1)
        match word:
            case "id":
                entries.append(Entry(value))
            case "position":
                entries[-1].position = value
            case "perft":
                depth, count = map(int, value.split())
                entries[-1].counts[depth] = count
            case _:
                raise ValueError(f"{path.name}: unknown line {line!r}")
    return entries


@cache
def all_entries() -> dict[str, Entry]:
    """Every entry of every file, by `file/id`."""
    return {f"{path.stem}/{entry.name}": entry for path in sorted(PERFT.glob("*.perft")) for entry in read(path)}


def divide(position: wonai.Position, depth: int) -> str:
    """Counts per first move, for people."""
    return "\n".join(f"{move} {after(position, move).perft(depth - 1)}" for move in position.legal_moves())


@pytest.mark.parametrize("name", all_entries())
def test_core(name: str) -> None:
    entry = all_entries()[name]
    position = wonai.Position.from_json(entry.position)
    assert position.to_json() == entry.position
    for depth, count in entry.counts.items():
        found = position.perft(depth)
        assert found == count, f"perft {depth} is {found}, expected {count}\n{divide(position, depth)}"


@pytest.mark.parametrize("name", all_entries())
def test_reference(name: str) -> None:
    entry = all_entries()[name]
    game = reference.Game.from_json(entry.position)
    for depth, count in entry.counts.items():
        if entry.counts.get(depth - 1, 1) <= REFERENCE_NODES:
            assert reference.perft(game, depth) == count, f"perft {depth}"


def test_every_phase_is_there() -> None:
    phases = {wonai.Position.from_json(entry.position).phase for entry in all_entries().values()}
    assert phases == {"draft", "trade", "develop", "produce", "final-trade", "settle", "over"}


def test_depth_is_checked() -> None:
    position = wonai.Position.start(3)
    assert position.perft(0) == 1
    for depth in (-1, 1_000):
        with pytest.raises(ValueError, match="depth"):
            position.perft(depth)


def test_counting_agrees_with_listing() -> None:
    """The last ply is counted without a list, and before it a run is only paid for: neither changes a number."""
    for document in list(conformance.positions())[::3]:
        position = wonai.Position.from_json(json.dumps(document))
        moves = position.legal_moves()
        assert position.perft(1) == len(moves)
        assert position.perft(2) == sum(len(after(position, move).legal_moves()) for move in moves)


def after(position: wonai.Position, move: str) -> wonai.Position:
    twin = position.copy()
    twin.play(move)
    return twin
