"""What a game was like: counted on games and positions made for the purpose."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests import conformance
from tests.games.positions import make_position
from wonai import Position
from wonai.games.won.statistics import idle_for_one_cube, profit_of_run, statistics


@pytest.mark.parametrize("name", conformance.names("games")[:6])
def test_a_whole_game(name: str) -> None:
    head, *plies, _ = conformance.game(name)
    start = Position.from_json(json.dumps(head["start"]))
    moves = [ply["move"] for ply in plies]
    found = statistics(start, moves)
    position = start.copy()
    for move in moves:
        position.play(move)
    assert found["moves"] == [len(moves)]
    assert found["rounds"] == [position.round - 1]
    assert found["VP of a seat"] == list(position.scores().values())
    assert found["blocs automated"] == [sum(move.startswith("automate") for move in moves)]
    assert found["barters accepted"] == [moves.count("accept")]
    assert found["barters offered"][0] >= found["barters accepted"][0]
    lifts = [k for k, move in enumerate(moves) if move.startswith("lift") and not moves[k - 1].startswith("lift")]
    assert found["moves of tiles"] == [len(lifts)]


def make_producer(**goods: int) -> Position:
    """p1 has a farm bloc of two (needs power) and p3 single blocs of many kinds; p1 to produce."""
    document: dict[str, Any] = make_position(phase="produce", first="p1", to_move="p1", passes=0)
    document["tokens"] = []
    for player in document["players"]:
        player["flags"] = 8
    document["board"]["d3"]["owner"] = document["board"]["d4"]["owner"] = "p1"
    document["players"][0]["goods"] = dict.fromkeys(document["players"][0]["goods"], 0) | goods
    return Position.from_document(document)


def test_idle_for_one_cube() -> None:
    # Two farms and the farm section of the Integrated Economy: five food for one energy. Its generator section: one
    # energy for one food. At the levels of `make_position` energy is dear (nothing in the rows), food is not.
    document = json.loads(make_producer().to_json())
    document["markets"] |= {"food": 5, "energy": 35}
    position = Position.from_document(document)
    assert dict(idle_for_one_cube(position)) == {"d3": "energy"}
    document["players"][0]["goods"]["energy"] = 1
    assert dict(idle_for_one_cube(Position.from_document(document))) == {}, "it can be run: not for want of a cube"


def test_what_does_not_pay_is_not_idle() -> None:
    document = json.loads(make_producer().to_json())
    document["markets"] |= {"food": 40, "energy": 0}
    assert dict(idle_for_one_cube(Position.from_document(document))) == {"e3:generator": "food"}


def test_profit_of_a_run() -> None:
    document = json.loads(make_producer(energy=1, food=2).to_json())
    document["markets"] |= {"food": 20, "energy": 20}
    position = Position.from_document(document)
    farms = next(move for move in position.legal_moves() if move.startswith("run:d3"))
    dots = next(bloc.dots for bloc in position.blocs() if "d3" in bloc.hexes and bloc.industry == "farm")
    # Each food brings $4 from level 20 on for seven cubes; a cube of energy costs $13.
    assert profit_of_run(position, farms) == 4 * dots - 13
