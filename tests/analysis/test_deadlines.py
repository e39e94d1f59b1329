"""Advice against the clock: late answers are estimates that say so, never wrong ones, and in time they are exact."""

from __future__ import annotations

from dataclasses import replace

import pytest

import wonai
from tests.analysis.canned import ROOT, Canned
from wonai.analysis.outlook import was_searched
from wonai.analysis.study import analyse
from wonai.games.won.barter import best_offers
from wonai.games.won.planner import plan_round
from wonai.games.won.planner.exact import more_of_each, solve_round

LONG_AGO = 0.0
GOODS = ["food", "energy", "labor", "ore", "capital"]


def example(name: str) -> wonai.Position:
    return wonai.Position.load(ROOT / f"examples/{name}.json")


@pytest.mark.parametrize("name", ["barter", "midgame", "six-players", "second-edition"])
def test_offers_when_it_is_late_already(name: str) -> None:
    position = example(name)
    offers = best_offers(position, str(position.to_move), seconds=0)
    assert offers
    for offer in offers:
        assert not offer["exact"]
        assert min(offer["gain"], offer["partner_gain"]) >= 1
        assert position.is_legal(offer["move"])
        assert offer["words"].startswith(f"{position.to_move} gives {offer['partner']} ")


def test_offers_are_checked_while_there_is_time() -> None:
    position = example("second-edition")
    offers = best_offers(position, "p2", seconds=3600)
    assert offers
    assert all(offer["exact"] for offer in offers)
    assert all(offer["exact"] for offer in best_offers(position, "p2"))


def test_worths_when_it_is_late_already() -> None:
    position = example("growing-a-bloc")
    plan = plan_round(position, "p4", deadline=LONG_AGO)
    assert plan["estimated"] == GOODS
    assert all(isinstance(plan["one_more"][good], float) for good in GOODS)
    assert position.is_legal(plan["moves"][0])


def test_nothing_is_estimated_that_was_proved() -> None:
    plan = plan_round(example("growing-a-bloc"), "p4", seconds=60)
    assert plan["proof"]["proved"]
    assert plan["estimated"] == []


def test_no_wrong_worth_is_given_in_no_time() -> None:
    solution = solve_round(example("growing-a-bloc"), 3, seconds=60)
    in_no_time, in_time = (more_of_each(solution, seconds=seconds) for seconds in (0, 60))
    assert in_no_time is not None
    assert in_time is not None
    # A worth that needs no search may be there at once; it is the true one then.
    assert all(early in (None, late) for early, late in zip(in_no_time.cubes, in_time.cubes, strict=True))
    assert None not in in_time.cubes


def test_a_short_analysis_makes_no_plan_and_estimates_offers() -> None:
    study = analyse(example("second-edition"), Canned(["buy:energy", "pass"]), wonai.Limit(time=0.05))
    assert study.advice.plan == {}
    assert study.advice.offers
    assert not any(offer["exact"] for offer in study.advice.offers)


def test_a_search_cut_short_by_the_clock_was_one() -> None:
    """Or its few moves would be weighed by dozens of searches, each of which has no time either."""
    report = Canned().analyse(example("automation"))
    few = replace(report, nodes=5, seconds=0.02)
    assert was_searched(few, wonai.Limit(time=0.02))
    assert not was_searched(few, wonai.Limit(time=2))
    assert not was_searched(few, wonai.Limit(nodes=100))
    assert was_searched(few, wonai.Limit(nodes=5))


def test_the_analysis_hands_on_what_the_advisor_says() -> None:
    position = example("second-edition")
    study = analyse(position, Canned(["buy:energy", "pass"]), wonai.Limit(nodes=1))
    assert study.to_document()["plan"]["seat"] == "p2"
    assert study.is_planned(study.advice.plan["moves"][0])
    assert not study.is_planned("barter:p1:food1>labor1")
    line = study.played(study.report.lines[0])
    assert line[0] == ("p2", "buy:energy")
    assert line[1][0] == "p3"
