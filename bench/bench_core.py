"""The core alone, by position: `pytest bench/bench_core.py`."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

import wonai
from bench import ours
from wonai._core.won import position as core

REPEATS = 1000


@pytest.fixture(params=ours.position_names())
def position(request: pytest.FixtureRequest) -> wonai.Position:
    """Each of the fixed positions."""
    return ours.named_position(request.param)


@pytest.mark.benchmark(group="listing all moves in C, 1000 times")
def test_list_moves(benchmark: BenchmarkFixture, position: wonai.Position) -> None:
    assert benchmark(core._py_list_moves, position, REPEATS) == REPEATS * len(position.legal_moves())


@pytest.mark.benchmark(group="legal_moves() from Python")
def test_legal_moves(benchmark: BenchmarkFixture, position: wonai.Position) -> None:
    assert benchmark(position.legal_moves)


@pytest.mark.benchmark(group="playing the first move on a copy, from Python")
def test_play(benchmark: BenchmarkFixture, position: wonai.Position) -> None:
    move = position.legal_moves()[0]
    benchmark(lambda: position.copy().play(move))


@pytest.mark.benchmark(group="to_json()")
def test_to_json(benchmark: BenchmarkFixture, position: wonai.Position) -> None:
    assert benchmark(position.to_json)


@pytest.mark.benchmark(group="from_json()")
def test_from_json(benchmark: BenchmarkFixture, position: wonai.Position) -> None:
    text = position.to_json()
    assert benchmark(wonai.Position.from_json, text).to_json() == text
