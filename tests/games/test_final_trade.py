"""The end of the game: notes against points, the order race, the uniform sale."""

from __future__ import annotations

import itertools
import json

import pytest

import wonai
from tests.games.test_planner import FAR_AWAY, TWO_GENERATORS, table
from wonai.games.won.final_trade import best_repayment, final_plan, sale_order, uniform_prices, uniform_sale
from wonai.games.won.planner.replay import passive_move


@pytest.mark.parametrize(
    ("money", "notes", "repaid", "points"),
    [
        (24, 3, 0, -7),  # not enough for one
        (25, 1, 1, 0),  # 2 - 3 = -1 against 0
        (34, 1, 0, 0),  # 3 - 3 = 0 against 9 // 10 = 0: the money is kept
        (35, 1, 1, 1),  # 3 - 3 = 0 against 10 // 10 = 1
        (30, 1, 0, 0),  # 3 - 3 = 0 against 5 // 10 = 0
        (50, 2, 2, 0),  # 5 - 6 = -1 against 0
        (54, 2, 2, 0),  # 5 - 6 = -1, one: 2 - 3 = -1, two: 0
        (259, 16, 9, -18),  # three notes cost 7.5 points and save 9
    ],
)
def test_repayment(money: int, notes: int, repaid: int, points: int) -> None:
    best = best_repayment(money, notes)
    assert (best.notes, best.points) == (repaid, points)


def test_repayment_is_the_best_of_all() -> None:
    """Played out in the settling phase, every number of repayments."""
    for money, notes in itertools.product((0, 26, 44, 49, 75, 99, 130), (0, 1, 2, 5)):
        position = table(TWO_GENERATORS, money=money, notes=notes, rules={"final_trade": "uniform"})
        document = json.loads(position.to_json()) | {"phase": "settle", "ending": True}
        start = wonai.Position.from_json(json.dumps(document))
        scores = []
        line = start.copy()
        while True:
            scores.append(line.scores()["p1"])
            if not line.is_legal("note:repay"):
                break
            line.play("note:repay")
        best = best_repayment(money, notes)
        assert scores[best.notes] == max(scores)
        plan = final_plan(start, "p1")
        assert plan["moves"] == ["note:repay"] * best.notes + ["pass"]


def final_trade(mine: dict[str, int], theirs: dict[str, int]) -> wonai.Position:
    position = table({"d4": ("p1", "farm", 0), **FAR_AWAY})
    document = json.loads(position.to_json()) | {"phase": "final-trade", "ending": True}
    document["players"][0]["goods"] = mine
    document["players"][1]["goods"] = theirs
    return wonai.Position.from_json(json.dumps(document))


def test_what_rivals_hold_too_is_sold_first() -> None:
    """Capital brings $19 and ore $15, but the rival has ore alone: 15, then (the rival sells at 15) 14, 19, 18.

    With capital first the ore would bring 14 and 13.
    """
    position = final_trade({"ore": 2, "capital": 2}, {"ore": 6})
    order = sale_order(position, "p1")
    assert order.is_complete
    assert order.moves[:2] == ("sell:ore", "sell:ore")
    assert order.proceeds == 15 + 14 + 19 + 18
    assert order.alone == 15 + 15 + 19 + 18


def test_the_order_is_the_best_of_all() -> None:
    position = final_trade({"food": 2, "ore": 2, "capital": 1}, {"food": 1, "ore": 3, "capital": 3})
    order = sale_order(position, "p1")
    best = 0
    for moves in set(itertools.permutations(["food", "food", "ore", "ore", "capital"])):
        line = position.copy()
        for good in moves:
            line.play(f"sell:{good}")
            while line.to_move != "p1":
                sales = [move for move in line.legal_moves() if move.startswith("sell:")]
                brings = {move: money_after(line, move) for move in sales}
                line.play(max(sales, key=lambda move: (brings[move], move)) if sales else passive_move(line))
        best = max(best, line.fields()["money"][0])
    assert order.proceeds == best


def money_after(position: wonai.Position, move: str) -> int:
    after = position.copy()
    after.play(move)
    money = after.fields()["money"]
    return int(money[position.seats.index(str(position.to_move))])


def test_uniform_sale_pays_what_was_foretold() -> None:
    position = table(TWO_GENERATORS, rules={"final_trade": "uniform", "round_limit": 3}, phase="produce",
                     goods={"food": 9, "ore": 4, "capital": 1})  # fmt: skip
    assert uniform_prices(position)["ore"] == {"cubes": 4, "price": 14}
    expected = uniform_sale(position, "p1")
    document = json.loads(position.to_json()) | {"ending": True}
    line = wonai.Position.from_json(json.dumps(document))
    for _ in position.seats:
        line.play("done")
    assert line.phase == "settle"
    assert line.fields()["money"][0] == expected


def test_the_plan_of_the_final_trade_replays() -> None:
    position = final_trade({"ore": 2, "capital": 2, "food": 3}, {"ore": 6})
    plan = final_plan(position, "p1")
    line = position.copy()
    for move in plan["moves"][:-1]:
        while line.to_move != "p1":
            line.play(passive_move(line))
        line.play(move)
    assert line.fields()["money"][0] == plan["end"]["money"]
    assert line.fields()["goods"][0] == [0] * 5
