"""The analysis report: terminal text, JSON and its schema, what-if; on every example."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import wonai
from tests import toygame
from tests.analysis.canned import study_of
from wonai.analysis.change import changed
from wonai.analysis.compare import compare_moves, compare_positions, comparison_lines
from wonai.analysis.paper import Paper, columns
from wonai.analysis.study import Advice, analyse
from wonai.analysis.terminal import position_lines, report_lines
from wonai.errors import IllegalMove, PositionError, WonaiError
from wonai.game import State
from wonai.report import HintReport, MoveLine
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import Searcher, SearchOptions

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.json"))
SNAPSHOTS = Path(__file__).parent / "snapshots"
NODES = wonai.Limit(nodes=200)


def searcher(lines: int = 3) -> Any:
    return bots.get("uct", SearchOptions(multipv=lines, seed=1))


def schema() -> dict[str, Any]:
    text = (files("wonai.analysis") / "analysis.schema.json").read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text)
    return document


def test_there_are_examples_of_every_kind() -> None:
    names = {path.stem for path in EXAMPLES}
    assert len(names) >= 9
    assert {"growing-a-bloc", "opening-draft", "round-one-borrowing", "barter", "automation", "blocking"} <= names
    assert {"last-round", "six-players", "second-edition"} <= names


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_report_of_every_example(path: Path) -> None:
    study = study_of(path.stem)
    document = json.loads(json.dumps(study.to_document()))
    jsonschema.validate(document, schema())
    assert document["best"] == document["lines"][0]["move"]
    assert document["position"] == json.loads(wonai.load(path).to_json())
    assert all(line["why"] for line in document["lines"][:1]), "a hint says why"
    for width in (40, 80, 200):
        lines = [*position_lines(study.state, Paper(width)), *report_lines(study, Paper(width))]
        assert all(line == line.rstrip() for line in lines)
        wide = [line for line in lines if len(line) > max(width, 76)]
        assert wide == []
        assert "\x1b" not in "".join(lines)


SHOWN = {
    "growing-a-bloc": ["build:mine@h2/1", "flag:e6", "pass"],
    "feeding": ["run:d7", "run:f6*1", "done"],
    "opening-draft": ["draft:i1", "draft:i3"],
    "answering-an-offer": ["accept", "reject", "note:take"],
    "six-players": ["sell:labor", "barter:p5:labor2>ore1", "buy:food"],
    "last-round": ["build:mine@i5/0", "flag:a5", "lift:a4"],
}


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("width", [60, 100])
def test_snapshot(name: str, width: int) -> None:
    # Plans and offers are made against the clock: they have tests of their own.
    study = study_of(name, SHOWN[name])
    offers = [
        {"move": "barter:p1:ore1>$20", "partner": "p1", "gain": 12.4, "partner_gain": 3.6},
        {"move": "barter:p2:ore1>$17", "partner": "p2", "gain": 8.7, "partner_gain": 5.0, "exact": True},
    ]
    plan = {"moves": [SHOWN[name][0]]}
    study = replace(study, advice=Advice(study.seat, plan, "Plan for the round\n\nTrade\n  buy:ore  -20\n", offers))
    lines = [*position_lines(study.state, Paper(width)), "", *report_lines(study, Paper(width))]
    text = "\n".join(re.sub(r" in [\d.]+ s ", " in T s ", line) for line in lines) + "\n"
    path = SNAPSHOTS / f"{name}-{width}.txt"
    if "UPDATE_SNAPSHOTS" in os.environ:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_colours_change_nothing_else() -> None:
    study = study_of("growing-a-bloc")
    plain, inked = report_lines(study, Paper(90)), report_lines(study, Paper(90, colour=True))
    assert any("\x1b[" in line for line in inked)
    assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in inked] == plain
    assert [columns(line) for line in inked] == [len(line) for line in plain]


def test_moves_that_the_searcher_did_not_search_are_weighed() -> None:
    """A searcher may see one choice only where there are two: a hint without figures would be none."""

    class Decided(Searcher):
        name = "decided"

        def analyse(self, state: State, limit: Limit | None = None, **more: Any) -> HintReport:
            report = searcher().analyse(state, limit or NODES)
            is_first = state.to_json() == first
            line = replace(report.lines[0], visits=1) if is_first else report.lines[0]
            return replace(report, lines=(line,), best=line.move, nodes=1 if is_first else report.nodes)

    state = wonai.load(ROOT / "examples/answering-an-offer.json")
    first = state.to_json()
    study = analyse(state, Decided(), NODES)
    assert {line.move for line in study.report.lines} == {"accept", "reject", "note:take"}
    assert all(line.visits >= 30 for line in study.report.lines)


def test_a_game_without_an_advisor(monkeypatch: pytest.MonkeyPatch) -> None:
    from wonai import registry

    monkeypatch.setattr(registry, "_GAMES", {**registry._GAMES, **toygame.REGISTRATION})
    state = wonai.new("orchard", players=2)
    while state.to_move == "chance":
        state.play(state.outcomes()[0][0])
    study = analyse(state, bots.get("random"), NODES)
    text = "\n".join([*position_lines(state, Paper(80)), *report_lines(study, Paper(80))])
    assert "orchard" in text
    assert study.report.best in text


def test_error_bars() -> None:
    line = MoveLine("pass", 100, {"p1": 0.25, "p2": 0.0}, {}, ("pass",))
    assert line.error_of_win("p1") == pytest.approx(0.043, abs=0.001)
    assert line.error_of_win("p2") > 0
    few = MoveLine("pass", 2, {"p1": 1.0}, {}, ("pass",), win_error={"p1": 0.0})
    assert few.error_of_win("p1") > 0.1, "two games that were won prove little"
    given = MoveLine("pass", 100, {"p1": 0.25}, {}, ("pass",), win_error={"p1": 0.5})
    assert given.error_of_win("p1") == 0.5
    assert given.to_document()["win_error"] == {"p1": 0.5}
    assert "win_error" not in line.to_document()


# ---------------------------------------------------------------------------------------------------------------------
# What if


def growing() -> wonai.State:
    return wonai.load(ROOT / "examples/catching-up.json")


@pytest.mark.parametrize(
    ("setting", "place", "value"),
    [
        ("p1.goods.ore=+1", ("players", 0, "goods", "ore"), 4),
        ("p1.goods.ore=-3", ("players", 0, "goods", "ore"), 0),
        ("players[1].money=0", ("players", 1, "money"), 0),
        ("markets.food=40", ("markets", "food"), 40),
        ("p2.name=Zoe", ("players", 1, "name"), "Zoe"),
        ('board.e2={"owner": "p4"}', ("board", "e2"), {"owner": "p4"}),
    ],
)
def test_set(setting: str, place: tuple[Any, ...], value: Any) -> None:
    entry = json.loads(changed(growing(), [setting]).to_json())
    for step in place:
        entry = entry[step]
    assert entry == value


def test_set_takes_out() -> None:
    assert "e2" not in json.loads(changed(growing(), ["board.e2=null"]).to_json())["board"]


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("p1.money", "expected PATH=VALUE"),
        ("=3", "expected PATH=VALUE"),
        ("p1..money=3", "expected PATH=VALUE"),
        ("p9.money=3", 'there is no "p9.money"'),
        ("players[9].money=3", 'there is no "players[9].money"'),
        ("p1.goods.oer.x=3", 'did you mean "ore"?'),
        ("p1.goods.oer=3", "goods.oer"),
        ("p1.money=-1000", "players[0].money"),
        ("p1.name=+1", "is no number to add to"),
        ("p1.money=lots", "players[0].money"),
        ("phase=draft", "draft"),
    ],
)
def test_set_refuses(setting: str, sentence: str) -> None:
    with pytest.raises((PositionError, WonaiError), match=re.escape(sentence)) as caught:
        changed(growing(), [setting])
    assert str(caught.value).startswith("--set: ")


def test_compare_moves() -> None:
    found = compare_moves(growing(), ["build:factory@c5/2", "pass", "flag:a4"], searcher(), wonai.Limit(nodes=300))
    assert [outlook.line.win["p1"] for outlook in found.outlooks] == sorted(
        (outlook.line.win["p1"] for outlook in found.outlooks), reverse=True
    )
    assert found.base is found.outlooks[0]
    document = found.to_document()
    assert document["outlooks"][0]["difference"]["win"] == 0
    for entry in document["outlooks"][1:]:
        assert entry["difference"]["win"] <= 0 < entry["difference"]["win_error"]
    text = "\n".join(comparison_lines(found, Paper(80)))
    assert "build:factory@c5/2" in text
    assert "standard error" in text


def test_compare_gives_the_rule_against_a_move() -> None:
    with pytest.raises(IllegalMove, match="i5 is not next to one of p1's flags"):
        compare_moves(growing(), ["pass", "flag:i5"], searcher(), NODES)


def test_compare_positions() -> None:
    state = growing()
    richer = changed(state, ["p1.money=900"])
    found = compare_positions(state, richer, searcher(), wonai.Limit(nodes=400))
    assert [outlook.name for outlook in found.outlooks] == ["as it stands", "changed"]
    assert found.outlooks[1].line.vp["p1"] > found.outlooks[0].line.vp["p1"]
