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
from wonai._core.won.round_problem import price_effects
from wonai.errors import WonaiError
from wonai.games.won.barter import (
    LEAST_GAIN,
    Deal,
    answer_to,
    barter_report,
    barter_text,
    best_offers,
    find_deals,
)
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
    """Nothing is worth more to another: there are no cubes, or the market takes them from either at the same price."""
    if seed % 4 > 1:
        return only_sellers(seed)
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


def only_sellers(seed: int) -> wonai.Position:
    """All kinds of cubes, money and notes, and no use for any cube but the market: a deal changes only who sells.

    The round before the end; or the final trade itself, every good in one hand only, so that nobody sells in a race.
    """
    rng = random.Random(seed)

    def holdings() -> dict[str, Any]:
        goods = {good: rng.randint(1, 9) for good in GOODS if rng.random() < 0.5}
        return {"goods": goods, "money": rng.randint(0, 120), "notes": rng.randint(0, 8)}

    board = {"d4": ("p1", "", 0), "a1": ("p2", "", 0), "i5": ("p3", "", 0)}
    final_trade = rng.choice(("open", "uniform"))
    rules = {"round_limit": 3, "stacks": {"farm": 0, "other": 0}, "final_trade": final_trade}
    document = json.loads(table(board, markets={good: rng.randint(3, 27) for good in GOODS}, rules=rules).to_json())
    document["players"][0] |= holdings()
    document["players"][1] |= holdings()
    if final_trade == "open" and rng.random() < 0.5:
        document |= {"phase": "final-trade", "ending": True, "round": 4}
        document["players"][1]["goods"] = {
            good: n
            for good, n in document["players"][1]["goods"].items()
            if good not in document["players"][0]["goods"]
        }
    return wonai.Position.from_json(json.dumps(document))


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
        assert offer["gain"] >= max(offer["others"].values())
    answer = barter_report(rich, "p1", offer="barter:p2:food0,$1>-".replace("food0,", ""))["answer_to"]
    assert answer["answer"] == "accept"  # the leader itself may take a gift


@pytest.mark.parametrize("number", range(5))
def test_gains_are_true_and_not_exaggerated(number: int) -> None:
    """Both sides' rounds with and without each offer, solved from scratch: nobody gets less than was told.

    What each other's trades do to the prices is not in these rounds, which are planned as if the others passed.
    """
    position = positions(40, "trade", 4)[7 * number]
    seat = position.seats.index(str(position.to_move))
    for deal in find_deals(position, seat):
        (effects,) = price_effects(position, deal.seat, deal.partner, [deal.change])
        assert effects is not None
        for side, change, told in (
            (deal.seat, deal.change, deal.gain - effects[0]),
            (deal.partner, tuple(-n for n in deal.change), deal.partner_gain - effects[1]),
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


def test_two_who_need_what_the_other_has_trade_bundles() -> None:
    """p1 holds energy and no food, p2 food and no energy; both have two blocs to run: more than one good moves."""
    position = two_traders({"energy": 5}, {"food": 9}, (30, 30), markets={"food": 2, "energy": 2})
    offers = best_offers(position, "p1")
    assert offers
    best = offers[0]["move"]
    give, get = best.removeprefix("barter:p2:").split(">")
    assert "energy" in give
    assert "food" in get


HOSTILE = [
    "barter:p2:->food2,energy1",  # a demand without anything in return
    "barter:p2:->$1",
    "barter:p2:note4>-",  # debts for nothing
    "barter:p2:$1,note2>food2",
    "barter:p2:$1>food6,energy2",  # all one has for a dollar
    "barter:p2:food1>food1",  # nothing at all
]


@pytest.mark.parametrize("offer", HOSTILE)
def test_hostile_offers_are_rejected(offer: str) -> None:
    """p2 holds 6 food and 2 energy that it could sell."""
    position = two_traders({"food": 1}, {"food": 6, "energy": 2}, (40, 10))
    answer = barter_report(position, "p1", offer=offer)["answer_to"]
    assert (answer["seat"], answer["answer"]) == ("p2", "reject")
    assert answer["gain"] < LEAST_GAIN
    if answer["counter"]:
        assert min(answer["counter"]["gain"], answer["counter"]["partner_gain"]) >= LEAST_GAIN


def test_gifts_are_accepted() -> None:
    position = two_traders({"food": 4}, {"energy": 2}, (40, 10))
    for offer in ("barter:p2:food4>-", "barter:p2:$30>-", "barter:p2:->note3"):
        answer = barter_report(position, "p1", offer=offer)["answer_to"]
        assert (answer["answer"], answer["partner_gain"] < 0) == ("accept", True), offer


def test_an_offer_that_can_no_longer_be_carried_out_is_rejected() -> None:
    """p1 has offered $30 and three cubes go to somebody else before the answer: nothing of this kind is accepted."""
    position = with_zone(2)
    position.play("barter:p2:$30>food2,energy1")
    fields = position.fields()
    fields["money"][0] = 0
    poor = type(position).from_fields(position.tables, {**fields, "offer": None}, position.names)
    deal = Deal(1, 0, (-2, -1, 0, 0, 0, 30, 0), 0, 0)
    answer = answer_to(poor, deal)
    assert (answer["answer"], answer["partner_gain"]) == ("reject", None)
    assert "p1 cannot carry it out" in barter_text({"answer_to": answer})


def test_the_final_trade_is_judged_by_who_sells_when() -> None:
    """p2 alone has labor: it fetches the same whoever sells it. If p3 has some too, two sell faster than p2 alone."""
    position = only_sellers(2)
    document = json.loads(position.to_json()) | {"phase": "final-trade", "ending": True, "round": 4}
    document["players"][0] |= {"goods": {}, "money": 50, "notes": 0}
    document["players"][1] |= {"goods": {"labor": 8}, "money": 0, "notes": 0}
    document["markets"]["labor"] = 5
    assert best_offers(wonai.Position.from_json(json.dumps(document)), "p1") == []
    document["players"][2]["goods"] = {"labor": 8}
    offers = best_offers(wonai.Position.from_json(json.dumps(document)), "p1")
    assert offers
    assert all("labor" in offer["move"] for offer in offers)


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
