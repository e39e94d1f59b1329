"""Reasons: every amount recounted by the reference; the cause taken away, the reason goes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import wonai
from tests.analysis import recount
from wonai.analysis.change import changed
from wonai.games.won.reasons import KINDS, describe, explain, kind_of, reasons

ROOT = Path(__file__).parents[2]
N_POSITIONS = 700
"""`python -m tests.analysis.recount 20000 SEED` counts more of them."""


def example(name: str, *settings: str) -> wonai.Position:
    state = wonai.load(ROOT / f"examples/{name}.json")
    position = changed(state, settings) if settings else state
    assert isinstance(position, wonai.Position)
    return position


def test_every_amount_is_true() -> None:
    seen: Counter[str] = Counter()
    for position, move, instead in recount.positions(N_POSITIONS, seed=3):
        seen.update(recount.check(position, move, instead))
    assert seen.total() > 2 * N_POSITIONS
    assert len(seen) >= 35, f"too few kinds of reasons were met: {sorted(seen)}"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.json")), ids=lambda path: path.stem)
def test_every_move_of_the_examples(path: Path) -> None:
    position = wonai.Position.load(path)
    for move in position.legal_moves():
        recount.check(position, move, None)
        assert describe(position, move).startswith(f"{position.to_move} ")
        assert kind_of(position, move) in {*KINDS.values()}


# The example, the move, the kind of reason it has and a word of it, and what to change so that it has not.
COUNTER_POSITIONS = [
    ("blocking", "flag:d3", "denies", "d3 to p3", ["p3.flags=0"]),
    ("blocking", "flag:d3", "denies", "farm", ["stacks.farm=0"]),
    ("blocking", "flag:d3", "denies", "complete 3 dots", ["board.c3=null"]),
    ("blocking", "flag:d3", "site", "a farm there would complete 4 dots", ["board.d2=null"]),
    ("growing-a-bloc", "flag:g5", "site", "1 ore still lacking for it", ["p4.goods.ore=1"]),
    ("growing-a-bloc", "flag:g5", "site", "a farm there", ["stacks.farm=0"]),
    ("blocking", "flag:d3", "site", "its cubes are in hand", ["p1.goods.ore=0"]),
    ("blocking", "flag:d3", "denies", "earn $8 a round", ["markets.food=40"]),
    ("last-round", "lift:c7", "resite", "nowhere would the tile earn more", ["board.d7=null", "board.d6=null"]),
    ("catching-up", "build:factory@c5/2", "dots", "completes 2 dots", ["board.d6=null"]),
    ("catching-up", "build:factory@c5/2", "feeding", "saves 1 energy", ["board.b5=null"]),
    ("catching-up", "build:factory@c5/2", "payback", "in round 3", ["markets.capital=30"]),
    ("catching-up", "flag:c7", "denies", "c7 to p2", ["stacks.farm=0"]),
    ("growing-a-bloc", "build:mine@h2/1", "dots", "completes 2 dots", ["board.h3=null"]),
    ("round-one-borrowing p1.goods.energy=0", "buy:energy", "production", "every bloc can run", ["p1.goods.energy=1"]),
    ("round-one-borrowing", "buy:capital", "second", "a second mine", ["p1.goods.labor=1"]),
    ("six-players", "buy:food", "supply", "1 of the 4 food", ["p4.goods.food=4"]),
    ("round-one-borrowing", "buy:energy", "towards", "a third mine", ["stacks.mine=2"]),
    ("round-one-borrowing", "buy:ore", "affords", "of a factory", ["p1.goods.labor=0"]),
    ("round-one-borrowing p1.goods.labor=0", "buy:labor", "affords", "of a flag", ["p1.goods.labor=1"]),
    ("round-one-borrowing", "buy:capital", "rival_stock", "p4's 2 capital", ["p4.goods.capital=0"]),
    ("round-one-borrowing", "buy:ore", "price", "$21, no longer $20", ["markets.ore=0"]),
    ("round-one-borrowing p1.goods.energy=0", "pass", "lacks", "1 energy", ["p1.goods.energy=1"]),
    ("answering-an-offer p3.goods.labor=0", "accept", "affords", "of a factory", ["p3.goods.labor=1"]),
    ("answering-an-offer", "accept", "deal", "$27 better", ["markets.labor=40"]),
    ("answering-an-offer", "note:take", "purse", "labor at $23", ["p3.money=40"]),
    ("automation", "automate:a2", "payback", "pays back", ["markets.food=40"]),
    ("automation", "automate:a2", "feeding", "saves 6 food", ["board.a3=null", "board.b5=null"]),
    ("feeding", "run:f6", "not_best", "less than the best", ["p4.goods.food=9", "p4.goods.energy=3"]),
    ("feeding", "run:d7", "lacks", "2 food + 1 energy", ["p4.goods.food=6", "p4.goods.energy=3"]),
    ("feeding", "done", "idle", "though it could run", ["p4.goods.energy=0"]),
    ("last-round", "flag:a5", "ends", "no flag in hand", ["p3.flags=2", "board.i5=null"]),
    ("last-round", "pass", "last_pass", "ends the Develop phase", ["passes=1"]),
    (
        "opening-draft",
        "draft:i1",
        "makers",
        "nobody else",
        ['board.c5={"owner": "p2", "tile": "farm"}', "stacks.farm=-1"],
    ),
]


@pytest.mark.parametrize(("name", "move", "kind", "words", "settings"), COUNTER_POSITIONS)
def test_no_cause_no_reason(name: str, move: str, kind: str, words: str, settings: list[str]) -> None:
    name, *given = name.split()
    told = [reason.text for reason in explain(example(name, *given), move) if reason.kind == kind]
    assert any(words in text for text in told), told
    after = example(name, *given, *settings)
    assert after.is_legal(move)
    assert not [reason.text for reason in explain(after, move) if reason.kind == kind and words in reason.text]


def test_the_cause_brought_in_brings_the_reason() -> None:
    crowded = example("last-round", "passes=1")
    assert any("leaves p3 able to end the game: 1 flag and 2 labor" in text for text in reasons(crowded, "pass"))
    poor = example("last-round", "passes=1", "p3.goods.labor=0")
    assert not any("able to end the game" in text for text in reasons(poor, "pass"))


def test_compared_with_another_move() -> None:
    position = example("catching-up")
    texts = reasons(position, "build:factory@c5/2", "build:factory@c5/0")
    assert "completes 1 dot: p1's factories make 5 capital a round instead of 4 capital" in texts
    assert "saves 1 energy a round to run everything" in texts


def test_weightiest_first() -> None:
    told = explain(example("catching-up"), "build:factory@c5/2")
    assert [reason.weight for reason in told] == sorted((reason.weight for reason in told), reverse=True)
    assert told[0].kind in ("payback", "dots")


def test_explaining_changes_nothing() -> None:
    position = example("catching-up")
    text = position.to_json()
    reasons(position, "build:factory@c5/2", "pass")
    assert position.to_json() == text
