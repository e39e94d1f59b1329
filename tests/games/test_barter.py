"""Barter: planted cases with a zone of agreement and without, answers, the leader, the split.

`python -m tests.games.test_barter 100` tries that many of each kind.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

import pytest

import wonai
from tests.games.test_planner import FAR_AWAY, table
from tests.midgame import positions
from wonai.errors import WonaiError
from wonai.games.won.barter import LEAST_GAIN, barter_report, barter_text, best_offers, find_deals
from wonai.games.won.deal_worth import NOTHING, SLACK, with_change
from wonai.games.won.planner.exact import solve_round
from wonai.games.won.tables import rules_data

GOODS: list[str] = rules_data()["goods"]


def two_traders(mine: dict[str, int], theirs: dict[str, int], money: tuple[int, int], **more: Any) -> wonai.Position:
    """p1 with academies and p2 with farms; what they hold is given; nobody can borrow. The last round."""
    board = {
        "d3": ("p1", "academy", 2), "d4": ("p1", "academy", 2), "a1": ("p2", "farm", 0), "a2": ("p2", "farm", 0),
        "i5": ("p3", "farm", 0),
    }  # fmt: skip
    position = table(board, goods=mine, money=money[0], notes=20, rules={"round_limit": 3}, **more)
    document = json.loads(position.to_json())
    document["players"][1] |= {"goods": theirs, "money": money[1], "notes": 20}
    document["players"][2]["money"] = 1_000
    return wonai.Position.from_json(json.dumps(document))


def with_zone(seed: int) -> wonai.Position:
    """The market asks far more than it pays: a cube that one must buy and the other would sell is a deal."""
    rng = random.Random(seed)
    markets = {"food": rng.randint(8, 30), "energy": rng.randint(8, 30)}
    return two_traders(
        {}, {"food": rng.randint(3, 8), "energy": rng.randint(2, 4)}, (rng.randint(40, 120), 0), markets=markets
    )


def without_zone(seed: int) -> wonai.Position:
    """Nobody holds a cube or owes anything movable: there is nothing that is worth more to another."""
    rng = random.Random(seed)
    money = (rng.randint(0, 120), rng.randint(0, 120))
    if seed % 2:  # all hold the same cubes with the same use for them: none
        board = {"d4": ("p1", "", 0), "a1": ("p2", "", 0), "i5": ("p3", "", 0)}
        goods = {"food": rng.randint(1, 4)}
        position = table(board, goods=goods, money=money[0], notes=0, rules={"round_limit": 3, "stacks": {
            "farm": 0, "other": 0}}, markets={"food": 40})  # fmt: skip
        document = json.loads(position.to_json())
        document["players"][1] |= {"goods": goods, "money": money[1]}
        return wonai.Position.from_json(json.dumps(document))
    return two_traders({}, {}, money)


def check_zone(seed: int) -> None:
    position = with_zone(seed)
    deals = find_deals(position, 0)
    assert deals, seed
    for offer in best_offers(position, "p1"):
        assert offer["gain"] >= LEAST_GAIN
        assert offer["partner_gain"] >= LEAST_GAIN
        assert position.is_legal(offer["move"])


def check_no_zone(seed: int) -> None:
    assert best_offers(without_zone(seed), "p1") == [], seed


@pytest.mark.parametrize("seed", range(6))
def test_an_offer_is_found_where_there_is_a_zone(seed: int) -> None:
    check_zone(seed)


@pytest.mark.parametrize("seed", range(8))
def test_no_offer_is_made_where_there_is_none(seed: int) -> None:
    check_no_zone(seed)


def test_the_zone_is_true_and_the_split_fair() -> None:
    position = with_zone(1)
    offer = best_offers(position, "p1", limit=1)[0]
    assert abs(offer["gain"] - offer["partner_gain"]) <= 2
    harder = best_offers(position, "p1", limit=1, firmness=0.8)[0]
    softer = best_offers(position, "p1", limit=1, firmness=0.2)[0]
    assert harder["gain"] > offer["gain"] > softer["gain"]
    assert offer["zone"]["least"] <= offer["zone"]["most"]


def test_the_answer_to_good_and_bad_offers() -> None:
    position = with_zone(2)
    good = barter_report(position, "p1", offer="barter:p2:$30>food2,energy1")["answer_to"]
    assert (good["seat"], good["answer"]) == ("p2", "accept")
    assert good["gain"] >= LEAST_GAIN
    bad = barter_report(position, "p1", offer="barter:p2:$1>food2,energy1")["answer_to"]
    assert bad["answer"] == "reject"
    assert bad["gain"] < LEAST_GAIN
    assert bad["counter"]["gain"] >= LEAST_GAIN
    assert bad["counter"]["partner"] == "p1"
    assert set(good["others"]) == {"p3"}


def test_a_pending_offer_is_answered() -> None:
    position = with_zone(2)
    position.play("barter:p2:$30>food2,energy1")
    assert barter_report(position, "p2")["answer_to"]["answer"] == "accept"


def test_the_leader_is_not_helped_more_than_oneself() -> None:
    """p2 far ahead: every deal that is offered gives p1 at least as much."""
    position = with_zone(3)
    document = json.loads(position.to_json())
    document["players"][1]["money"] = 5_000
    rich = wonai.Position.from_json(json.dumps(document))
    for offer in best_offers(rich, "p1"):
        assert offer["gain"] >= offer["partner_gain"]
    answer = barter_report(rich, "p1", offer="barter:p2:food0,$1>-".replace("food0,", ""))["answer_to"]
    assert answer["answer"] == "accept"  # the leader itself may take a gift


@pytest.mark.parametrize("number", range(5))
def test_gains_are_true_and_not_exaggerated(number: int) -> None:
    """Both sides' rounds with and without each offer, solved from scratch: nobody gets less than was told."""
    position = positions(40, "trade", 4)[7 * number]
    seat = position.seats.index(str(position.to_move))
    for deal in find_deals(position, seat):
        for side, change, told in (
            (deal.seat, deal.change, deal.gain),
            (deal.partner, tuple(-n for n in deal.change), deal.partner_gain),
        ):
            before, after = (with_change(position, side, one) for one in (NOTHING, change))
            assert before is not None
            assert after is not None
            worths = [solve_round(one, side, seconds=10).choice.worth for one in (before, after)]
            assert (worths[1] - worths[0]) / 100 >= told - 0.01
            assert (worths[1] - worths[0]) / 100 <= told + SLACK / 100 + 0.01


def test_a_deadline_is_kept_and_says_what_was_not_checked() -> None:
    position = positions(1, "trade", 6)[0]
    seat = str(position.to_move)
    hasty = best_offers(position, seat, seconds=0.001)
    assert [offer["exact"] for offer in hasty] == [False] * len(hasty)
    assert all(offer["gain"] >= LEAST_GAIN and offer["partner_gain"] >= LEAST_GAIN for offer in hasty)
    assert "(estimated)" in barter_text({"seat": seat, "offers": hasty})
    patient = barter_report(position, seat, seconds=60)
    assert all(offer["exact"] for offer in patient["offers"])
    assert "(estimated)" not in barter_text(patient)
    answered = barter_report(with_zone(2), "p1", offer="barter:p2:$30>food2,energy1", seconds=0.001)["answer_to"]
    assert (answered["answer"], answered["exact"]) == ("accept", False)


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (-32, -28, "pays $28 to $32"),
        (3, 9, "gets $3 to $9"),
        (-4, 0, "pays $0 to $4"),
        (-4, 5, "pays up to $4 or gets up to $5"),
    ],
)
def test_the_zone_in_words(least: int, most: int, words: str) -> None:
    offer = {**best_offers(with_zone(2), "p1", limit=1)[0], "zone": {"least": least, "most": most}}
    assert f"  both gain while p1 {words}\n" in barter_text({"seat": "p1", "offers": [offer]}) + "\n"


def test_refusals() -> None:
    position = with_zone(1)
    for offer, why in (("pass", "no offer"), ("barter:p2:ore9>-", "ore")):
        with pytest.raises(WonaiError, match=why):
            barter_report(position, "p1", offer=offer)
    with pytest.raises(WonaiError, match="produce"):
        barter_report(table({"d4": ("p1", "farm", 0), **FAR_AWAY}, phase="produce"), "p1")


if __name__ == "__main__":
    for case in range(int(sys.argv[1])):
        check_zone(case)
        check_no_zone(case)
    sys.stdout.write(f"{sys.argv[1]} cases of each kind as planted\n")
