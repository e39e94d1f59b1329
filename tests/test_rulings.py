"""Every ruling by name: the rules' S1 .. X1 and the clarifications C1 .. C34.

Most are shown by cases of the conformance set that carry their name (`test_ruling` plays them); those without a case
have a short test here, named after them. `test_every_ruling_is_tested` keeps the table complete.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest

import wonai
from tests import conformance
from tests.test_conformance import test_case as play_case
from wonai.games.won.tables import rules_data

DOCS = Path(__file__).parents[1] / "docs"
RULING = re.compile(r"\b(?:[SITDAPXE][1-9]|C[1-9][0-9]?)\b")

RULINGS = [
    *("S1", "S2", "S3", "I1", "T1", "T2", "T3", "T4", "T5", "T6", "D1", "D2", "A1", "P1", "P2", "X1", "E1", "E2", "E3"),
    *(f"C{number}" for number in range(1, 35)),
]
SHOWN_BY = {"C3": "S2", "C13": "A1-one-place-to-go", "C23": "D2"}
"""Clarifications of a ruling whose cases show them."""


def cases_of(ruling: str) -> list[str]:
    """The cases of the conformance set for a ruling."""
    beginnings = (f"{ruling}-", SHOWN_BY.get(ruling, f"{ruling}-"))
    return [name for name in conformance.names("cases") if name.startswith(beginnings)]


def named_tests(ruling: str) -> list[str]:
    """The tests of this module for a ruling."""
    return [name for name in globals() if name.startswith(f"test_{ruling.lower()}_")]


@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if cases_of(ruling)])
def test_ruling(ruling: str) -> None:
    for name in cases_of(ruling):
        play_case(name)


def test_every_ruling_is_tested() -> None:
    assert [ruling for ruling in RULINGS if not cases_of(ruling) and not named_tests(ruling)] == []


def test_every_ruling_of_the_docs_is_known() -> None:
    named = {ruling for path in DOCS.glob("*.md") for ruling in RULING.findall(path.read_text(encoding="utf-8"))}
    assert named <= set(RULINGS)


# ---------------------------------------------------------------------------------------------------------------------
# Rulings without a case


def document_of(position: wonai.Position) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(position.to_json())
    return document


def after_draft(edition: str = "first", phase: str = "trade", **overrides: Any) -> dict[str, Any]:
    """A game of three in some phase of the first round, with an empty board and nothing in hand, to be filled in."""
    document = document_of(wonai.Position.start(3, edition, **overrides))
    del document["draft"]
    return document | {"phase": phase}


def position_of(document: dict[str, Any]) -> wonai.Position:
    return wonai.Position.from_json(json.dumps(document))


def put(document: dict[str, Any], place: str, tile: str, rotation: int = 0) -> None:
    """A tile of p1."""
    document["board"][place] = {"owner": "p1", "tile": tile, "rotation": rotation}
    document["stacks"][tile] -= 1
    document["players"][0]["flags"] -= 1


@pytest.mark.parametrize("edition", ["first", "second"])
def test_s3_five_players_draft_without_i2_in_both_editions(edition: str) -> None:
    assert not wonai.Position.start(5, edition).is_legal("draft:i2")
    assert wonai.Position.start(4, edition).is_legal("draft:i2")
    other = wonai.Position.start(5, edition, draft_without=["i1"])
    assert (other.is_legal("draft:i1"), other.is_legal("draft:i2")) == (False, True)


def test_t5_cubes_of_one_action_may_be_of_any_mix() -> None:
    document = after_draft("second")
    document["players"][0] |= {"money": 200, "goods": {"food": 2, "ore": 1}}
    position = position_of(document)
    assert position.is_legal("buy:food,energy,capital")
    assert position.is_legal("sell:food,food,ore")
    assert not position.is_legal("buy:food,food,food,food")
    document["rules"]["cubes_per_action"] = 1
    assert not position_of(document).is_legal("buy:food,energy")


def test_t6_all_holdings_are_open() -> None:
    document = after_draft()
    for number, player in enumerate(document["players"], start=1):
        player |= {"money": 10 * number, "notes": number}
    position = position_of(document)
    for _ in position.seats:
        assert [player["money"] for player in document_of(position)["players"]] == [10, 20, 30]
        position.play("pass")


def test_x1_integrated_economies_have_a_stack_of_their_own() -> None:
    size = rules_data()["editions"]["second"]["integrated_economy_stack"]
    assert document_of(wonai.Position.start(3, "second"))["stacks"]["integrated-economy"] == size
    assert "integrated-economy" not in document_of(wonai.Position.start(3))["stacks"]
    assert document_of(wonai.Position.start(3, integrated_economy_stack=5))["stacks"]["integrated-economy"] == 5


def test_x1_the_stack_does_not_count_for_the_end_and_the_tile_scores_as_one() -> None:
    document = after_draft("second", "develop", stacks={"farm": 0, "generator": 0, "academy": 0, "mine": 0})
    document |= {"passes": 2, "to_move": "p3"}
    while document["stacks"]["integrated-economy"]:
        put(document, f"d{document['stacks']['integrated-economy']}", "integrated-economy")
    position = position_of(document)
    assert position.scores()["p1"] == 3 * rules_data()["score"]["tile"]
    position.play("pass")
    assert document_of(position)["ending"] is False


def test_e3_settling_is_repaying_and_nothing_else() -> None:
    document = after_draft("second", "settle") | {"ending": True, "round": 2}
    document["players"][0] |= {"money": 60, "notes": 3}
    position = position_of(document)
    assert position.legal_moves() == ["note:repay", "pass"]
    for move in ("note:take", "buy:food", "barter:p2:$5>-", "barter:p2:note1>-"):
        assert not position.is_legal(move)


def test_c3_no_pass_in_the_draft_and_what_cannot_be_placed_goes_back_without_a_move() -> None:
    position = wonai.Position.start(3, flags=0)
    assert not position.is_legal("pass")
    position.play("draft:i1")
    document = document_of(position)
    assert (document["draft"]["to_place"], document["stacks"]["farm"], position.to_move) == ([], 15, "p2")


def test_c13_a_single_legal_move_still_has_to_be_played() -> None:
    position = position_of(after_draft(phase="produce"))
    for seat in position.seats:
        assert (position.to_move, position.legal_moves()) == (seat, ["done"])
        position.play("done")


def test_c20_the_suggested_barter_price_binds_nobody() -> None:
    document = after_draft()
    document["players"][0]["goods"]["food"] = 1
    document["players"][1]["money"] = 1_000
    position = position_of(document)
    assert all(position.is_legal(f"barter:p2:food1>${price}") for price in (1, 5, 6, 1_000))
    for good, market in rules_data()["markets"].items():
        assert len(market["barter"]) == len(market["buy"]), f"{good}: one price a level from 1, none for empty rows"


def test_c25_farm_blocs_may_be_automated_and_nothing_changes() -> None:
    document = after_draft(phase="develop")
    put(document, "d4", "farm")
    document["players"][0]["goods"] = {"energy": 3, "ore": 3, "capital": 3}
    position = position_of(document)
    position.play("automate:d4")
    for move in ("pass",) * 3:
        position.play(move)
    assert position.legal_moves() == ["done", "run:d4"]
    assert not position.is_legal("run:d4+ore")


def test_c31_nothing_is_random_in_a_start() -> None:
    parameters = inspect.signature(wonai.Position.start).parameters
    assert list(parameters) == ["players", "edition", "first", "overrides"]
    assert wonai.Position.start(4).to_json() == wonai.Position.start(4, edition="first", first="p1").to_json()
    assert wonai.Position.start(4, first="p3").to_move == "p3"
    with pytest.raises(wonai.PositionError, match="first"):
        wonai.Position.start(4, first="p5")
    with pytest.raises(wonai.PositionError, match=r"note_intrest.*did you mean \"note_interest\""):
        wonai.Position.start(4, note_intrest=1)


def test_c34_the_canonical_text() -> None:
    document = after_draft()
    document["players"][0]["name"] = 'Zoë "the\\quick"\n\x07\u2028\x7f'
    text = position_of(document).to_json()
    assert text == json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))
    assert r'"name":"Zoë \"the\\quick\"\n\u0007' + "\u2028\x7f" + '"' in text
    assert list(json.loads(text)) == [
        *("format", "game", "rules", "players", "board", "tokens", "markets", "stacks", "round", "phase", "first"),
        *("to_move", "passes", "ending"),
    ]
