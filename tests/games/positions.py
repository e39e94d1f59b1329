"""Positions, rules data and blocs for the tests of the renderings.

Blocs are found here by a plain walk over touching dots, so that pictures can be tested without the compiled core.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests import conformance
from wonai.games.won.views import CENTRE, INTEGRATED, BlocView, BoardMap, joints, tile_dots

ROOT = Path(__file__).parents[2]
RULES: dict[str, Any] = json.loads((ROOT / "wonai/rules/won/wealth-of-nations.json").read_text(encoding="utf-8"))
BOARD_MAP = BoardMap(RULES["board"]["radius"])
GOODS = RULES["goods"]


def blocs_of(document: dict[str, Any]) -> list[BlocView]:
    """The blocs of a position, in board order."""
    board = {name: cell for name, cell in document["board"].items() if "tile" in cell}
    group = {}
    for name, cell in board.items():
        for industry in ("farm", "generator") if cell["tile"] == INTEGRATED else (cell["tile"],):
            group[name, industry] = {(name, industry)}
    touching = [
        list(zip(joint.holders, joint.industries, strict=True)) for joint in joints(document, [], RULES, BOARD_MAP)
    ]
    for parts in touching:
        for one in parts:
            for other in parts:
                same_owner = board[one[0]]["owner"] == board[other[0]]["owner"]
                if one[1] == other[1] and same_owner and group[one] is not group[other]:
                    group[one] |= group[other]
                    for member in group[other]:
                        group[member] = group[one]
    found = {id(members): members for members in group.values()}.values()
    views = [_view(document, members) for members in found]
    whole = joints(document, views, RULES, BOARD_MAP)
    return [
        view._replace(
            dots=view.dots + sum(j.state == "full" and (j.holders[0], j.industries[0]) in members for j in whole)
        )
        for view, members in zip(views, found, strict=True)
    ]


def _view(document: dict[str, Any], members: set[tuple[str, str]]) -> BlocView:
    order = list(BOARD_MAP.axial)
    hexes = tuple(sorted((name for name, _ in members), key=order.index))
    industry = next(iter(members))[1]
    board = document["board"]
    centres = sum((CENTRE, 0, industry) in tile_dots(RULES, board[name]["tile"]) for name in hexes)
    tokens = sum((t["hex"], t.get("section", board[t["hex"]]["tile"])) in members for t in document["tokens"])
    return BlocView(board[hexes[0]]["owner"], industry, hexes, centres, tokens)


def make_position(**changes: Any) -> dict[str, Any]:
    """A small position of the second edition with every kind of tile; `changes` replace its entries."""
    players = [
        {
            "seat": f"p{k}",
            "name": name,
            "money": 40 + k,
            "notes": k - 1,
            "goods": dict.fromkeys(GOODS, k),
            "flags": 10 + k,
        }
        for k, name in enumerate(("Showa", "Ada", "Grace"), start=1)
    ]
    board = {
        "b2": {"owner": "p2", "tile": "factory", "rotation": 5},
        "b3": {"owner": "p2", "tile": "factory", "rotation": 0},
        "c3": {"owner": "p2"},
        "d3": {"owner": "p1", "tile": "farm", "rotation": 0},
        "d4": {"owner": "p1", "tile": "farm", "rotation": 0},
        "e3": {"owner": "p1", "tile": "integrated-economy", "rotation": 0},
        "e6": {"owner": "p3", "tile": "academy", "rotation": 0},
        "f5": {"owner": "p3", "tile": "generator", "rotation": 1},
        "g5": {"owner": "p3", "tile": "mine", "rotation": 2},
        "h4": {"owner": "p3", "tile": "bank", "rotation": 0},
    }
    position = {
        "format": "wonai-position/1",
        "game": "wealth-of-nations",
        "rules": {"edition": "second", "blocked": ["a1", "i5"]},
        "players": players,
        "board": board,
        "tokens": [{"hex": "d3"}, {"hex": "e3", "section": "generator"}],
        "markets": {"food": 20, "energy": 0, "labor": 40, "ore": 15, "capital": 1},
        "stacks": {
            "farm": 10,
            "generator": 6,
            "academy": 6,
            "mine": 6,
            "factory": 5,
            "bank": 6,
            "integrated-economy": 2,
        },
        "round": 3,
        "phase": "develop",
        "first": "p2",
        "to_move": "p1",
        "passes": 1,
        "ending": False,
    }
    return position | changes


def conformance_positions() -> list[Any]:
    """The whole positions of the conformance set: a list for each game, and one for all cases."""
    games = {
        name: [entry.get("position") or entry.get("start") for entry in conformance.game(name)]
        for name in conformance.names("games")
    }
    cases = [conformance.case(name) for name in conformance.names("cases")]
    games["cases"] = [case.get("reads_as", case["position"]) for case in cases]
    return [pytest.param([position for position in found if position], id=name) for name, found in games.items()]
