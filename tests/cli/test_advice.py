"""`plan`, `market` and `barter`: what they print, as text, JSON and pictures, and what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Run
from tests.games.test_barter import with_zone
from tests.midgame import positions


@pytest.fixture
def trade(run: Run) -> str:
    """A position in the Trade phase."""
    Path("trade.json").write_text(positions(3, "trade", 4)[2].to_json(), encoding="utf-8")
    return "trade.json"


def test_plan(run: Run, trade: str) -> None:
    said = run("plan", trade)
    assert (said.exit_code, said.stderr) == (0, "")
    assert said.stdout.startswith("Plan for p")
    assert "At the end: $" in said.stdout
    assert "Proved best over" in said.stdout or "could be missing" in said.stdout


def test_plan_as_json_and_picture(run: Run, trade: str) -> None:
    said = run("plan", trade, "--json", "--seat", "p2", "--drift", "ore=2,food=-1", "--svg", "plan.svg")
    plan = json.loads(said.stdout)
    assert plan["seat"] == "p2"
    assert {"moves", "trade", "notes", "builds", "runs", "end", "one_more", "parts", "proof"} <= set(plan)
    assert plan["drift"] == {"food": -1, "ore": 2}
    assert ElementTree.fromstring(Path("plan.svg").read_text(encoding="utf-8")).tag.endswith("svg")


def test_nothing_to_plan(run: Run) -> None:
    run("new", "--players", "3", "-o", "start.json")
    assert run("plan", "start.json").stdout == "There is nothing to plan in this phase.\n"
    assert run("plan", "start.json", "--json").stdout == "{}\n"


def test_market(run: Run, trade: str) -> None:
    run("new", "--players", "3", "-o", "start.json")
    said = run("market", "start.json", "food").stdout.splitlines()
    assert said[0] == "Food: 20 of 40 cubes, barter price $5.5"
    assert said[2].split() == ["1", "7", "7", "7.00", "7", "4", "4", "4.00", "4"]
    report = json.loads(run("market", "start.json", "--json").stdout)
    assert list(report) == ["food", "energy", "labor", "ore", "capital"]
    assert report["ore"]["buy"][2] == {"cubes": 3, "price": 22, "total": 63, "average": 21.0, "price_after": 23}
    run("market", trade, "--svg", "prices.svg")
    assert ElementTree.fromstring(Path("prices.svg").read_text(encoding="utf-8")).tag.endswith("svg")


def test_barter(run: Run) -> None:
    Path("deal.json").write_text(with_zone(2).to_json(), encoding="utf-8")
    offers = json.loads(run("barter", "deal.json", "--json").stdout)["offers"]
    assert 0 < len(offers) <= 3
    said = run("barter", "deal.json").stdout
    assert said.startswith("barter:p2:")
    assert re.search(r"both gain while p1 (gets|pays) (up to )?\$\d+ (to|or)", said)
    answer = run("barter", "deal.json", "--offer", "barter:p2:$1>food2,energy1").stdout
    assert answer.startswith("p1 gives p2 $1 for 2 food + 1 energy.\np2: reject\n")
    assert "Rather offer, when it is your turn:" in answer


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("plan", "trade.json", "--seat", "p9"), 'no such seat "p9"'),
        (("plan", "trade.json", "--drift", "oer=2"), 'drift: no such good "oer"; did you mean "ore"?'),
        (("market", "trade.json", "foood"), 'no such good "foood"; did you mean "food"?'),
        (("barter", "trade.json", "--offer", "barter:p9:food1>ore1"), ""),
        (("barter", "trade.json", "--offer", "pass"), '"pass" is no offer'),
    ],
)
def test_refusals(run: Run, trade: str, args: tuple[str, ...], sentence: str) -> None:
    said = run(*args)
    assert said.exit_code == 1
    assert said.stdout == ""
    assert said.stderr.startswith("Error: ")
    assert sentence in said.stderr
    assert said.stderr.count("\n") == 1


def test_a_bad_drift_is_a_usage_error(run: Run, trade: str) -> None:
    said = run("plan", trade, "--drift", "ore")
    assert said.exit_code == 2
    assert 'expected GOOD=NUMBER, got "ore"' in said.stderr


def test_a_game_without_an_advisor(run: Run, start: str) -> None:
    said = run("plan", start)
    assert (said.exit_code, said.stderr) == (1, "Error: nobody gives advice on orchard\n")
