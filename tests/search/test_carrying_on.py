"""What was decided is carried out move by move: at once, and only while nothing has come between."""

from __future__ import annotations

import json

import pytest

from wonai import Position
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions
from wonai.search.simple_bots import PlannerBot

NODES = Limit(nodes=40)


def first_trade(seed: int = 3) -> Position:
    position = Position.start(players=4)
    planner = PlannerBot(SearchOptions(seed=seed))
    while position.phase == "draft":
        position.play(planner.analyse(position).best)
    return position


def test_the_moves_of_a_plan_need_no_new_search() -> None:
    position = first_trade()
    seats = {seat: bots.get("wonai", SearchOptions(seed=1, multipv=1)) for seat in position.seats}
    searched = carried_on = 0
    while position.phase == "trade":
        report = seats[str(position.to_move)].analyse(position, NODES)
        assert position.is_legal(report.best)
        searched += report.nodes >= NODES.nodes if NODES.nodes else 0
        carried_on += report.nodes == 1
        position.play(report.best)
    assert carried_on > searched > 0


def test_another_position_is_searched() -> None:
    """The plan belongs to one seat's round: a richer seat, or another seat, has to decide anew."""
    position = first_trade()
    engine = bots.get("wonai", SearchOptions(seed=1, multipv=1))
    engine.analyse(position, NODES)
    document = json.loads(position.to_json())
    richer = next(player for player in document["players"] if player["seat"] == position.to_move)
    richer["money"] += 7
    assert engine.analyse(Position.from_document(document), NODES).nodes == NODES.nodes


def test_several_lines_are_always_searched() -> None:
    position = first_trade()
    engine = bots.get("wonai", SearchOptions(seed=1, multipv=3))
    for _ in range(3):
        assert engine.analyse(position, NODES).nodes == NODES.nodes


@pytest.mark.parametrize("players", [3, 6])
def test_planners_barter(players: int) -> None:
    """Seats that plan find each other's spare cubes; a deal costs fewer moves than the market."""
    position = Position.start(players=players)
    seats = {seat: PlannerBot(SearchOptions(seed=5)) for seat in position.seats}
    deals = 0
    while not position.is_over and position.round <= 3:
        move = seats[str(position.to_move)].analyse(position).best
        deals += move == "accept"
        position.play(move)
    assert deals > 0


def test_who_leads_ends_the_game() -> None:
    """With a few flags left and far ahead, a seat places them all; behind, it keeps one."""
    position = first_trade()
    document = json.loads(position.to_json())
    seat = str(position.to_move)
    for player in document["players"]:
        player["flags"] = 2 if player["seat"] == seat else player["flags"]
        player["money"] = 300 if player["seat"] == seat else 0
    ahead = Position.from_document(document)
    assert round_of(ahead, seat)["flags"] == 0
    for player in document["players"]:
        player["money"] = 900 if player["seat"] != seat else 300
    behind = Position.from_document(document)
    assert round_of(behind, seat)["flags"] > 0


def round_of(position: Position, seat: str) -> dict[str, int]:
    """The seat's holdings when Develop is over and the others have passed."""
    planner = PlannerBot(SearchOptions(seed=5))
    while position.phase in ("trade", "develop"):
        if position.to_move == seat:
            position.play(planner.analyse(position).best)
        else:
            position.play("reject" if "reject" in position.legal_moves() else "pass")
    player: dict[str, int] = next(row for row in json.loads(position.to_json())["players"] if row["seat"] == seat)
    return player
