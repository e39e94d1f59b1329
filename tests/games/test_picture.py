"""The SVG: well-formed for any position, every dot in its place, every move visible, nothing smuggled in by a name."""

from __future__ import annotations

import re
import sys
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.games.positions import BOARD_MAP, RULES, blocs_of, conformance_positions, make_position
from wonai.errors import NotationError, WonaiError
from wonai.games.won.picture import render_svg
from wonai.games.won.views import joints, safe_name, tile_dots, victory_points
from wonai.png import svg_to_png

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</text><script>alert("1")</script>&\x00\x08\ud800\u202eevil\ufffe' + "x" * 500


def draw(document: dict[str, Any], move: str | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(document, blocs_of(document), RULES, move=move))


def with_class(root: ElementTree.Element, *names: str) -> list[ElementTree.Element]:
    return [node for node in root.iter() if set(names) <= set(node.get("class", "").split())]


def texts(root: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def test_page_is_accessible_and_needs_nothing_else() -> None:
    text = render_svg(make_position(), blocs_of(make_position()), RULES)
    root = ElementTree.fromstring(text)
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert "p1 (Showa)" in (root[1].text or "")
    assert not re.search(r"href|url\(|<script|<style|@import|<image", text)
    assert text.count("http") == 1  # the name space


def test_every_dot_of_every_tile_is_drawn() -> None:
    document = make_position()
    board = with_class(draw(document), "board")[0]
    for kind in ("centre", "half", "third"):
        for industry in RULES["industries"]:
            expected = sum(
                (dot.kind, dot.industry) == (kind, industry)
                for cell in document["board"].values()
                if "tile" in cell
                for dot in tile_dots(RULES, cell["tile"], cell["rotation"])
            )
            assert len(with_class(board, "dot", kind, industry)) == expected, (kind, industry)


def test_complete_dots_and_conflicts_are_marked() -> None:
    document = make_position()
    board = with_class(draw(document), "board")[0]
    states = [joint.state for joint in joints(document, blocs_of(document), RULES, BOARD_MAP)]
    assert states.count("full") > 0
    assert states.count("conflict") > 0
    assert len(with_class(board, "full-dot")) == states.count("full")
    assert len(with_class(board, "conflict")) == states.count("conflict")


def test_blocs_flags_tokens_and_dead_hexes() -> None:
    document = make_position()
    blocs = blocs_of(document)
    board = with_class(draw(document), "board")[0]
    assert len(with_class(board, "bloc")) == len(with_class(board, "count")) == len(blocs)
    assert len(with_class(board, "flag")) == len(document["board"])
    assert len(with_class(board, "token")) == 2
    assert len(with_class(board, "hex", "blocked")) == 2
    assert len(with_class(board, "hex", "centre")) == 1
    dead = {RULES["board"]["centre"], "a1", "i5"}
    assert set(BOARD_MAP.axial) - dead <= set(texts(board))


def test_dots_touch_at_the_same_point_from_every_side() -> None:
    for name in BOARD_MAP.axial:
        for at in range(6):
            for kind in ("half", "third"):
                spots = BOARD_MAP.spots(kind, name, at)
                assert all(set(BOARD_MAP.spots(kind, *spot)) == set(spots) for spot in spots)


def test_markets_show_levels_and_prices() -> None:
    root = draw(make_position())
    food, energy, labor = (with_class(root, "market", good)[0] for good in ("food", "energy", "labor"))
    assert (len(with_class(food, "cube")), len(with_class(food, "well"))) == (20, 20)
    assert {"20 of 40", "$7", "$4"} <= set(texts(food))
    assert {"0 of 40", "$24", "$19"} <= set(texts(energy))  # empty rows
    assert {"40 of 40", "$9", "$6"} <= set(texts(labor))  # full rows


def test_players_show_points_and_marks() -> None:
    document = make_position()
    root = draw(document)
    cards = [with_class(root, "player", player["seat"])[0] for player in document["players"]]
    assert [victory_points(document, RULES, player) for player in document["players"]] == [16, 9, 14]
    assert [len(with_class(card, "to-move")) for card in cards] == [1, 0, 0]
    assert [len(with_class(card, "first-player")) for card in cards] == [0, 1, 0]
    assert "\N{MINUS SIGN}22" in texts(draw(poor_position()))


def poor_position() -> dict[str, Any]:
    document = make_position()
    document["players"][1] |= {"money": 0, "notes": 10}
    return document


@pytest.mark.parametrize("name", [HOSTILE, "\u0301" * 60, "", "\N{HANGUL SYLLABLE GA}" * 40, "]]>", "a\r\nb"])
def test_hostile_names(name: str) -> None:
    document = make_position()
    document["players"][0]["name"] = name
    root = draw(document)
    assert not list(root.iter(f"{SVG}script"))
    shown = with_class(root, "name")[0].text or ""
    assert len(shown) <= 19
    assert "\n" not in shown


def test_names_are_cut_by_columns() -> None:
    assert safe_name("abc", 3) == "abc"
    assert safe_name("abcd", 3) == "ab\N{HORIZONTAL ELLIPSIS}"
    assert (
        safe_name("\N{CJK UNIFIED IDEOGRAPH-4E00}" * 3, 5)
        == "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 2 + "\N{HORIZONTAL ELLIPSIS}"
    )
    assert safe_name("a\u202eb", 9) == "a\N{REPLACEMENT CHARACTER}b"


AIR = {"tiles": [{"tile": "mine", "from": "f3"}, {"tile": "farm", "from": "g2", "to": "d4"}], "dropped": True}
OFFER = {"from": "p2", "to": "p1", "give": {"food": 1}, "get": {"money": 5, "notes": 1}}
DRAFT = {"round": 2, "taken": ["i1", "i3", "c1"], "to_place": ["farm", "integrated-economy"]}
RAN = [{"hex": "d3", "makes": {"food": 3}}, {"hex": "e3", "section": "generator", "makes": {"energy": 1}}]
MOVES: list[tuple[str, str, dict[str, Any], str]] = [
    ("build:mine@c3/2", "builds a Mine on c3", {}, "ghost"),
    ("build:academy@c3/1!", "builds an Academy on c3, forced", {}, "ghost"),
    ("place:farm@f4/0", "places a Farm on f4", {"phase": "draft", "draft": DRAFT}, "ghost"),
    ("drop:mine@h2/0", "puts down a Mine on h2 (from f3)", {"lifted": AIR}, "ghost"),
    ("lift:d4", "lifts the tile on d4", {}, "lift"),
    ("flag:f4", "puts a flag on f4", {}, "move-mark"),
    ("token:d3", "gives a token to the Farm bloc of d3", {}, "token"),
    ("automate:e3:generator", "automates the Generator bloc of e3", {}, "automate"),
    ("run:d3", "runs the Farm bloc of d3", {"phase": "produce", "ran": RAN}, "move-mark"),
    ("run:e6+ore", "runs the Academy bloc of e6, fed with 1 ore", {"phase": "produce"}, "move-mark"),
    ("run:b2*1", "runs the Factory bloc of b2, 1 of 2 tiles fed", {"phase": "produce"}, "move-mark"),
    ("buy:food,ore,ore", "buys 1 food + 2 ore for $48", {"phase": "trade"}, "move-mark"),
    ("sell:food,food", "sells 2 food for $8", {"phase": "trade"}, "move-mark"),
    ("barter:p3:food2,$5>ore1,note1", "offers p3 2 food + $5 for 1 ore + 1 note", {"phase": "trade"}, "move-mark"),
    ("barter:p3:->ore1", "offers p3 nothing for 1 ore", {"phase": "trade"}, "move-mark"),
    ("note:take", "takes one note", {"phase": "trade"}, "move-mark"),
    ("note:repay", "repays one note", {"phase": "settle", "ending": True}, "move-mark"),
    ("accept", "accepts the offer", {"phase": "trade", "offer": OFFER, "offers": 1}, "offer"),
    ("reject", "rejects the offer", {"phase": "trade", "offer": OFFER}, "move-mark"),
    ("draft:i2", "takes package i2: 2 Generators + $10", {"phase": "draft", "draft": DRAFT}, "move-mark"),
    ("pass", "passes", {"phase": "final-trade", "ending": True}, "move-mark"),
    ("done", "ends the production", {"phase": "produce"}, "move-mark"),
]


@pytest.mark.parametrize(("move", "words", "changes", "mark"), MOVES, ids=[move for move, *_ in MOVES])
def test_moves_are_drawn_and_told(move: str, words: str, changes: dict[str, Any], mark: str) -> None:
    document = make_position(**changes)
    root, plain = draw(document, move), draw(document)
    assert f"p1 {words}" in texts(with_class(root, "caption")[0])
    assert len(with_class(root, "move-mark")) > len(with_class(plain, "move-mark"))
    assert with_class(root, mark)
    assert move in (root[1].text or "")


NO_MOVES = (
    *("", "hop", "pass:now", "buy:gold", "draft:x1", "note:eat", "barter:p3:x1>-", "barter:p9:->ore1"),
    *("build:mien@c3/2", "build:mine@z9/2", "build:mine@c3/7", "flag:", "flag:k9", "lift:e10"),
    *("run:a5", "run:e3", "automate:e6:farm", "token:d3*1:x"),
)


@pytest.mark.parametrize("move", NO_MOVES)
def test_what_is_no_move_is_refused_in_one_sentence(move: str) -> None:
    with pytest.raises(NotationError, match="cannot be drawn") as refusal:
        draw(make_position(), move)
    assert "\n" not in str(refusal.value)


def test_things_under_way_are_told() -> None:
    split = [{"industry": "farm", "among": ["d3", "e3"], "tokens": 2}]
    lines = " ".join(texts(draw(make_position(lifted=AIR, offer=OFFER, split=split, ran=RAN))))
    for part in (
        "In the air: Mine from f3.",
        "p2 offers p1: 1 food for $5 + 1 note.",
        "2 among the Farm blocs of d3, e3",
        "e3 makes 1 energy",
    ):
        assert part in lines


def test_finished_game() -> None:
    document = make_position(phase="over", ending=True, passes=0)
    del document["to_move"]
    root = draw(document)
    assert not with_class(root, "to-move")
    assert "game over" in texts(root)


@pytest.mark.parametrize("documents", conformance_positions())
def test_conformance_positions(documents: list[dict[str, Any]]) -> None:
    assert documents
    for document in documents:
        root = draw(document)
        assert len(with_class(root, "player")) == len(document["players"])


def test_png_says_how_to_install_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(WonaiError, match=re.escape('pip install "wonai[png]"')):
        svg_to_png("<svg/>")


def test_png_hands_the_shipped_fonts_over(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[dict[str, Any]] = []

    def svg_to_bytes(**options: Any) -> bytes:
        calls.append(options)
        if "bad" in options["svg_string"]:
            raise ValueError("unknown token")
        return b"\x89PNG"

    fonts = SimpleNamespace(OPENSANS_REGULAR=SimpleNamespace(path="r.ttf"), OPENSANS_BOLD=SimpleNamespace(path="b.ttf"))
    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=svg_to_bytes))
    monkeypatch.setitem(sys.modules, "ttf_opensans", fonts)
    assert svg_to_png("<svg/>", width=800) == b"\x89PNG"
    assert (calls[0]["width"], calls[0]["font_files"]) == (800, ["r.ttf", "b.ttf"])
    with pytest.raises(WonaiError, match="unknown token"):
        svg_to_png("bad")
    with pytest.raises(WonaiError, match="width: expected"):
        svg_to_png("<svg/>", width=0)


def test_png_is_a_png_with_letters() -> None:
    pytest.importorskip("resvg_py")
    document = make_position()
    png = svg_to_png(render_svg(document, blocs_of(document), RULES), width=400)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") == 400
