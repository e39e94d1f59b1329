"""The rulebook's worked examples: section 8 of the rules, sentence by sentence.

Each sentence has its file in `golden/`: a position with explicit hexes and rotations, what is asked of it, and what the
rulebook answers. The core and the plain reference are both asked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import wonai
from tests.reference import won as reference
from tests.test_conformance import look_up
from wonai.games.won.tables import rules_data

GOLDEN = Path(__file__).parent / "golden"

RULEBOOK = {
    "Opening food market: buy for $7, sell for $4, barter price 5.5.": "opening-food-market",
    "Two academies side by side, dots touching: 3 labor.": "two-academies",
    "Three academies (best placed): 5, for 3 food + 1 energy,": "three-academies",
    "... or 1 ore + 1 energy when automated.": "three-academies-automated",
    "Two factories: one bloc although their shared dot is not full; 2 capital for 2 food + 1 energy.": "two-factories",
    "Three around a point: 4 capital.": "three-factories",
    "An automated bloc of three factories: 4 capital for 1 energy + 1 ore.": "three-factories-automated",
    "Three generators: 5 energy for 3 food.": "three-generators",
    "Four academies: 7 labor for 4 food + 1 energy.": "four-academies",
    "Three farms around a point: 6 food for 1 energy.": "three-farms",
    "Three banks around a point: 3 dots, $90.": "three-banks",
    "Two generators next to each other with no dots touching: two blocs.": "two-generators-apart",
    "A generator next to an academy with half dots on the shared edge: not allowed without forcing.": (
        "generator-beside-academy"
    ),
    "A factory and an academy whose third dots share a point: likewise.": "factory-and-academy-at-a-point",
    "Notes give $20, $19, $18, ...": "notes",
    "Final trade with 15 cubes moves the market 7 wells.": "final-trade-with-15-cubes",
}

Player = wonai.Position | reference.Game


def players(document: dict[str, Any]) -> list[Player]:
    """The position on the core and on the reference."""
    core = wonai.Position.from_json(json.dumps(document))
    return [core, reference.Game.from_json(core.to_json())]


def answer(position: Player, asked: dict[str, Any]) -> dict[str, Any]:
    """The answers to what an example asks."""
    for move in asked.get("play", []):
        position.play(move)
    document = json.loads(position.to_json())
    answers: dict[str, Any] = {}
    if "blocs" in asked:
        answers["blocs"] = blocs(position)
    if "gains" in asked:
        answers["gains"] = [gain(position, moves) for moves in asked["gains"]]
    if "listed" in asked:
        answers["listed"] = [move for move in position.legal_moves() if move.startswith(asked["listed"])]
    if "barter_price" in asked:
        good = asked["barter_price"]
        answers["barter_price"] = rules_data()["markets"][good]["barter"][document["markets"][good] - 1]
    if "places" in asked:
        answers["places"] = [look_up(document, place) for place in asked["places"]]
    return answers


def blocs(position: Player) -> list[dict[str, Any]]:
    """Industry, hexes and full dots of every bloc."""
    if isinstance(position, reference.Game):
        found = [(industry, hexes, dots) for _, industry, hexes, _, dots in reference.blocs(position)]
    else:
        found = [(bloc.industry, bloc.hexes, bloc.dots) for bloc in position.blocs()]
    return [{"industry": industry, "hexes": list(hexes), "dots": dots} for industry, hexes, dots in found]


def gain(position: Player, moves: list[str]) -> dict[str, int]:
    """What p1 has more (or less) after some moves."""
    after = position.copy()
    for move in moves:
        after.play(move)
    before, now = (holdings(json.loads(moment.to_json())) for moment in (position, after))
    return {asset: now[asset] - before[asset] for asset in now if now[asset] != before[asset]}


def holdings(document: dict[str, Any]) -> dict[str, int]:
    player = document["players"][0]
    return {"money": player["money"], "notes": player["notes"], **player["goods"]}


@pytest.mark.parametrize("sentence", RULEBOOK, ids=RULEBOOK.get)
def test_printed_example(sentence: str) -> None:
    example = json.loads((GOLDEN / f"{RULEBOOK[sentence]}.json").read_text(encoding="utf-8"))
    for position in players(example["position"]):
        assert answer(position, example["ask"]) == example["expected"], sentence


def test_every_golden_position_is_asked() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(RULEBOOK.values())
