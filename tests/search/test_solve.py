"""The exhaustive solver, checked on its own: by hand, by plain recursion, and on the stored answers."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.search.solve import TooLarge, best_moves, final_values, solve
from wonai import Position
from wonai.game import State

HERE = Path(__file__).parent
KNOWN = sorted((HERE / "known").glob("*.json"))
TACTICS = sorted((HERE / "tactics").glob("*.json"))
QUICK = 1_500
"""Positions that are solved anew in the test."""


def read(path: Path) -> tuple[Position, dict[str, Any]]:
    document = json.loads(path.read_text(encoding="utf-8"))
    return Position.from_document(document["position"]), document


def make_settle(*holdings: tuple[int, int]) -> Position:
    """The settling of seats with (money, notes), each with nothing on the board but a farm."""
    document = json.loads(Position.start(len(holdings), "second").to_json())
    del document["draft"]
    for player, hex_name, (money, notes) in zip(document["players"], ("a1", "a3", "a5"), holdings, strict=True):
        player |= {"money": money, "notes": notes, "flags": player["flags"] - 1}
        document["board"][hex_name] = {"owner": player["seat"], "tile": "farm", "rotation": 0}
    document["stacks"]["farm"] -= len(holdings)
    return Position.from_document(document | {"phase": "settle", "ending": True, "round": 4})


def test_repaying_by_hand() -> None:
    # p1: 4 + 3 - 3 = 4 points with $34, or after repaying 4 + 0 = 4 with $9; p2 has 4 with $9 too, p3 is far behind.
    solution = solve(make_settle((34, 1), (9, 0), (0, 3)))
    assert solution.unkind == {"note:repay": (Fraction(1, 2), 0), "pass": (Fraction(1), 0)}
    # p1: $29 and a note are 3 points; repaid, $4 and none are 4: a point more than p2.
    solution = solve(make_settle((29, 1), (0, 0), (0, 3)))
    assert solution.unkind["note:repay"] > solution.unkind["pass"]
    assert solution.accepted == ("note:repay",)


def plain(state: State, seat: int) -> tuple[Fraction, int]:
    """What the seat that asks gets, without memory and with every choice of an indifferent rival: the worst."""
    return min(plain_all(state, seat), key=lambda values: values[seat])[seat]


def plain_all(state: State, seat: int) -> list[tuple[tuple[Fraction, int], ...]]:
    if state.is_over:
        return [final_values(state)]
    mover = state.seats.index(str(state.to_move))
    options = []
    for move in state.legal_moves():
        child = state.copy()
        child.play(move)
        options.append(min(plain_all(child, seat), key=lambda values: values[seat]))
    most = max(values[mover] for values in options)
    return [values for values in options if values[mover] == most]


@pytest.mark.parametrize(
    "holdings", [((60, 2), (55, 1), (34, 1)), ((25, 1), (29, 2), (51, 3)), ((80, 3), (70, 3), (30, 1))]
)
def test_same_as_plain_recursion(holdings: tuple[tuple[int, int], ...]) -> None:
    position = make_settle(*holdings)
    for move, value in solve(position).unkind.items():
        child = position.copy()
        child.play(move)
        assert plain(child, 0) == value


def test_best_moves() -> None:
    one, half = Fraction(1), Fraction(1, 2)
    assert best_moves({"a": (one, 0), "b": (one, 5), "c": (half, 9)}) == ("a", "b"), "a victory is a victory"
    assert best_moves({"a": (half, 0), "b": (half, 5)}) == ("b",), "where nothing is at stake, the lead counts"


def test_too_large() -> None:
    with pytest.raises(TooLarge):
        solve(Position.start(3), max_states=100)


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_stored_answers(path: Path) -> None:
    position, document = read(path)
    assert set(document["best"]) < set(position.legal_moves()), "there must be something to get wrong"
    if document["states"] <= QUICK:
        solution = solve(position)
        assert solution.is_exact
        assert (list(solution.accepted), solution.value) == (
            document["best"],
            (Fraction(document["share"]), document["lead"]),
        )


@pytest.mark.parametrize("path", TACTICS, ids=lambda path: path.stem)
def test_stored_tactics(path: Path) -> None:
    position, document = read(path)
    assert set(document["best"]) < set(position.legal_moves())
    assert document["why"].endswith(".")
    if document["exact"] and position.phase != "final-trade":
        solution = solve(position)
        assert solution.is_exact
        assert sorted(solution.accepted) == sorted(document["best"])


def test_all_numbers_of_players_and_phases() -> None:
    positions = [read(path)[0] for path in KNOWN]
    assert len(positions) >= 30
    assert {(position.phase, len(position.seats)) for position in positions} == {
        (phase, players) for phase in ("settle", "final-trade", "produce", "develop") for players in (3, 4, 5, 6)
    }
