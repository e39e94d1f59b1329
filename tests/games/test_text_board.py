"""The plain-text view: a snapshot, its width, and every position of the conformance set."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.positions import RULES, blocs_of, conformance_positions, make_position
from wonai.games.won.text_board import LEAST_WIDTH, render_text
from wonai.games.won.views import char_width

SNAPSHOTS = Path(__file__).parent / "snapshots"


def show(document: dict[str, Any], width: int = 80) -> str:
    return render_text(document, blocs_of(document), RULES, width=width)


def columns(text: str) -> int:
    return max(sum(map(char_width, line)) for line in text.splitlines())


@pytest.mark.parametrize("width", [80, 120])
def test_snapshot(width: int) -> None:
    expected = (SNAPSHOTS / f"text_board_{width}.txt").read_text(encoding="utf-8")
    assert show(make_position(), width) == expected


def test_a_half_dot_bulges_into_its_tile() -> None:
    text = show(make_position(board={"b2": {"owner": "p1", "tile": "farm", "rotation": 0}}, tokens=[]))
    above, _, middle, below = text.splitlines()[6:10]
    assert (above.count("v"), middle.count(")"), middle.count("("), below.count("^")) == (2, 1, 1, 2)


@pytest.mark.parametrize("width", [LEAST_WIDTH, 80, 100, 120, 200])
def test_no_line_is_too_wide(width: int) -> None:
    document = make_position()
    document["players"][2]["name"] = "\N{HANGUL SYLLABLE GA}\N{RIGHT-TO-LEFT OVERRIDE}\n" * 90
    text = show(document, width)
    assert columns(text) <= width
    assert text.endswith("\n")
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_huge_numbers_do_not_run_together() -> None:
    document = make_position()
    document["players"][1] |= {"money": 1_000_000, "notes": 100_000}
    document["players"][1]["goods"] = dict.fromkeys(RULES["goods"], 1_000_000)
    (line,) = (line for line in show(document).splitlines() if "1000000" in line)
    assert line.split().count("1000000") == len(RULES["goods"])
    assert {"$1000000", "100000"} <= set(line.split())


def test_text_is_ascii_but_for_names() -> None:
    assert show(make_position(), 120).isascii()


def test_what_is_under_way_is_told() -> None:
    text = show(
        make_position(
            lifted={"tiles": [{"tile": "mine", "from": "f3"}]},
            offer={"from": "p2", "to": "p1", "give": {}, "get": {"money": 5}},
            offers=2,
            actions=7,
            split=[{"industry": "farm", "among": ["d3", "e3"], "tokens": 1}],
            ran=[{"hex": "d3", "makes": {"food": 3}}],
        )
    )
    for part in (
        "in the air Mine from f3",
        "p2 offers p1 nothing for $5",
        "offers rejected in this action 2",
        "7 of 300 trade actions",
        "blocs of d3, e3",
        "d3 makes 3 food",
    ):
        assert part in text


def test_draft() -> None:
    text = show(make_position(phase="draft", draft={"round": 2, "taken": ["i1", "c3"], "to_place": ["farm"]}))
    assert "draft round 2, taken i1, c3" in text
    assert "to place farm" in text


@pytest.mark.parametrize("documents", conformance_positions())
def test_conformance_positions(documents: list[dict[str, Any]]) -> None:
    assert documents
    for document in documents:
        assert columns(show(document)) <= 80
