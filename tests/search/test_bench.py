"""The fixed workload: same signature every time, and it tells one search from another."""

from __future__ import annotations

import json
import re

import pytest

from tests.cli.conftest import Run, orchard, run  # noqa: F401  (fixtures)
from wonai import registry
from wonai._core import build_info
from wonai.search.bench import BenchedPosition, run_bench

NODES = 40


def test_the_signature_repeats() -> None:
    seen: list[BenchedPosition] = []
    one, two = run_bench(seen.append, nodes=NODES), run_bench(nodes=NODES)
    assert one.signature == two.signature
    assert one.nodes == two.nodes == sum(position.nodes for position in seen)
    assert one.signature != run_bench(nodes=NODES + 10).signature
    assert one.nodes_per_second > 0


def test_the_workload_covers_the_game() -> None:
    game = registry.get(registry.DEFAULT_GAME)
    states = game.workload().values()
    assert {len(state.seats) for state in states} == set(range(game.min_players, game.max_players + 1))
    assert {state.phase for state in states} >= {"draft", "trade", "develop", "produce", "final-trade", "settle"}
    assert {json.loads(state.to_json())["rules"]["edition"] for state in states} == {"first", "second"}


def test_build_information() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", build_info.CYTHON)
    assert build_info.FLAGS.startswith("-O")
    assert build_info.COMPILER != "unknown"


@pytest.mark.usefixtures("orchard")
def test_the_command(run: Run) -> None:  # noqa: F811
    printed = run("bench", "--nodes", str(NODES)).stdout
    document = json.loads(run("bench", "--nodes", str(NODES), "--json").stdout)
    assert f"signature {document['signature']}\n" in printed
    assert f"flags {build_info.FLAGS}\n" in printed
    assert document["build"]["flags"] == build_info.FLAGS
    refused = run("bench", "--game", "orchard", "--nodes", "1")
    assert refused.exit_code == 1
    assert len(refused.stderr.splitlines()) == 1
