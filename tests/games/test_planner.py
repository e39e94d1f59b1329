"""The planner: golden plans checked by hand, replay, worths by solving again, brute force on small problems.

`python -m tests.games.test_planner 500` replays plans from that many mid-game positions.
"""

from __future__ import annotations

import itertools
import json
import random
import re
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wonai
from tests.midgame import positions
from wonai._core.won.round_problem import holdings_after_runs, quick_round, worth_at_end
from wonai.errors import WonaiError
from wonai.games.won.planner import plan_round
from wonai.games.won.planner.again import Numbers
from wonai.games.won.planner.exact import more_of_each, quick_choice, solve_round, solved_again
from wonai.games.won.planner.linear import LinearModel, Solver
from wonai.games.won.planner.picture import plan_svg
from wonai.games.won.planner.replay import advance, moves_of, replay
from wonai.games.won.planner.report import plan_document
from wonai.games.won.planner.round_model import RoundModel
from wonai.games.won.planner.text import plan_text
from wonai.games.won.tables import rules_data

GOODS: list[str] = rules_data()["goods"]
LAST = {"round_limit": 3}
"""The round of `table` is the last one: nothing is worth more than it brings at the end."""


def table(
    board: dict[str, tuple[str, str, int]],
    *,
    money: int = 0,
    notes: int = 0,
    goods: dict[str, int] | None = None,
    phase: str = "trade",
    markets: dict[str, int] | None = None,
    tokens: list[str] | None = None,
    rules: dict[str, Any] | None = None,
    players: int = 3,
) -> wonai.Position:
    """Round 3, p1 first and to move; `board` is hex -> (owner, tile or "", rotation); the others hold nothing."""
    start = wonai.Position.start(players, "first", **(rules or {}))
    document: dict[str, Any] = json.loads(start.to_json())
    del document["draft"]
    document |= {"phase": phase, "round": 3, "to_move": "p1"}
    document["players"][0] |= {"money": money, "notes": notes, "goods": goods or {}}
    document["markets"] |= markets or {}
    document["tokens"] = [{"hex": name} for name in tokens or []]
    for name, (owner, tile, rotation) in board.items():
        document["board"][name] = {"owner": owner} | ({"tile": tile, "rotation": rotation} if tile else {})
        document["players"][int(owner[1:]) - 1]["flags"] -= 1
        if tile:
            document["stacks"][tile] -= 1
    return wonai.Position.from_json(json.dumps(document))


FAR_AWAY = {"a1": ("p2", "farm", 0), "i5": ("p3", "farm", 0)}
TWO_GENERATORS = {"d4": ("p1", "generator", 1), "d5": ("p1", "generator", 0), **FAR_AWAY}


def plan_of(position: wonai.Position, **more: Any) -> dict[str, Any]:
    plan = plan_round(position, "p1", seconds=5, with_worths=False, **more)
    assert plan["proof"]["proved"]
    return plan


def words(plan: dict[str, Any], word: str) -> list[str]:
    return [move for move in plan["moves"] if move.startswith(f"{word}:")]


# ---------------------------------------------------------------------------------------------------------------------
# Golden plans


def test_last_round_builds_from_cubes_that_fetch_less_than_the_tile() -> None:
    """1 labor, 1 ore, 1 capital sell for 13 + 15 + 19 = $47 at opening prices, $7 more than a tile is worth;
    in full markets for 6 + 8 + 10 = $24: then flag and farm are $16 better."""
    goods = {"labor": 1, "ore": 1, "capital": 1}
    opening = plan_of(table(TWO_GENERATORS, goods=goods, rules=LAST, phase="develop"))
    assert words(opening, "build") == []
    assert opening["end"]["tiles"] == 2
    markets = {"labor": 40, "ore": 30, "capital": 30}
    full = plan_of(table(TWO_GENERATORS, goods=goods, rules=LAST, phase="develop", markets=markets))
    assert len(words(full, "build")) == 1
    assert full["end"] | {"flags": 0} == {
        "money": 0, "notes": 0, "goods": dict.fromkeys(GOODS, 0), "tiles": 3, "flags": 0,
    }  # fmt: skip


def test_last_round_buys_a_basket_only_below_the_worth_of_a_tile() -> None:
    """On a flag a farm takes ore and capital: 20 + 25 = $45 at the start, 11 + 13 = $24 from full markets."""
    board = {**TWO_GENERATORS, "g5": ("p1", "", 0)}
    idle = {"food": 0, "energy": 40}
    dear = plan_of(table(board, money=100, notes=20, rules=LAST, markets=idle))
    assert (words(dear, "build"), words(dear, "buy")) == ([], [])
    cheap = plan_of(table(board, money=24, notes=20, rules=LAST, markets=idle | {"ore": 30, "capital": 30}))
    assert sorted(words(cheap, "buy")) == ["buy:capital", "buy:ore"]
    assert [move.split("@")[1][:2] for move in words(cheap, "build")] == ["g5"]
    assert cheap["end"]["money"] == 0


def test_one_missing_energy_is_bought() -> None:
    """Two academies with 2 food and no energy: 3 labor for one energy."""
    board = {"d4": ("p1", "academy", 2), "d5": ("p1", "academy", 2), **FAR_AWAY}
    position = table(board, money=20, goods={"food": 2}, rules=LAST)
    dots = [bloc.dots for bloc in position.blocs() if bloc.owner == "p1"]
    plan = plan_of(position)
    assert words(plan, "buy") == ["buy:energy"]
    assert len(words(plan, "run")) == len(dots)
    assert plan["end"]["money"] == 20 - 13


def test_no_energy_is_bought_for_less_than_it_makes() -> None:
    """One farm makes one food, worth $4 at most 10; an energy costs 13."""
    board = {"d4": ("p1", "farm", 0), **FAR_AWAY}
    plan = plan_of(table(board, money=20, rules=LAST))
    assert (plan["trade"], plan["runs"], plan["end"]["money"]) == ([], [], 20)


def test_two_generators_grow_to_three_around_a_point_or_in_a_row() -> None:
    """The third one joins the bloc: 5 energy instead of 3."""
    goods = {"labor": 1, "ore": 1, "capital": 1, "food": 3}
    position = table(TWO_GENERATORS, goods=goods, phase="develop")
    plan = plan_of(position)
    assert [move.split("@")[0] for move in words(plan, "build")] == ["build:generator"]
    assert [entry["makes"] for entry in plan["runs"]] == [{"energy": 5}]
    assert plan["end"]["goods"]["energy"] == 5


def test_a_third_bank_closes_the_triangle() -> None:
    """Two banks make $30, three around a point $90."""
    board = {"d2": ("p1", "bank", 0), "d3": ("p1", "bank", 2), **FAR_AWAY}
    before = max(bloc.dots for bloc in table(board).blocs() if bloc.industry == "bank")
    assert before == 1
    goods = {"labor": 1, "energy": 2, "ore": 1, "capital": 1, "food": 3}
    plan = plan_of(table(board, goods=goods, phase="develop"))
    assert [move.split("@")[0] for move in words(plan, "build")] == ["build:bank"]
    assert [entry["makes"] for entry in plan["runs"]] == [{"money": 90}]
    assert plan["end"]["money"] == 90


MINES_IN_A_ROW = {f"d{k}": ("p1", "mine", 1) for k in range(2, 7)}


def test_automation_of_five_mines_with_dear_food() -> None:
    """Five mines eat 5 food at $13 a round; automated 1 ore of their own 9."""
    position = table({**MINES_IN_A_ROW, **FAR_AWAY}, goods={"energy": 2, "capital": 2, "ore": 1}, phase="develop",
                     markets={"food": 0})  # fmt: skip
    assert [bloc.dots for bloc in position.blocs() if bloc.owner == "p1"] == [9]
    plan = plan_of(position)
    assert words(plan, "automate") == ["automate:d2"]
    assert plan["runs"] == [
        {"move": "run:d2+ore", "industry": "mine", "tiles": 5, "uses": {"energy": 1, "ore": 1}, "makes": {"ore": 9}}
    ]


def test_no_automation_of_two_mines_with_cheap_food() -> None:
    board = {"d4": ("p1", "mine", 1), "d5": ("p1", "mine", 1), **FAR_AWAY}
    plan = plan_of(table(board, goods={"energy": 2, "capital": 2, "food": 2}, phase="develop", markets={"food": 40}))
    assert words(plan, "automate") == []
    assert [entry["makes"] for entry in plan["runs"]] == [{"ore": 3}]


def test_a_mine_between_two_pairs_joins_them() -> None:
    """Two pairs of mines make 3 ore each for an energy each; one between them makes them a bloc of five: 9 dots."""
    board = {f"d{k}": ("p1", "mine", 1) for k in (2, 3, 5, 6)} | {"d4": ("p1", "", 0), **FAR_AWAY}
    goods = {"food": 5, "energy": 2, "labor": 1, "capital": 1}
    plan = plan_of(table(board, goods=goods, phase="develop"))
    assert words(plan, "build") == ["build:mine@d4/1"]
    assert plan["builds"][0]["blocs"] == [{"industry": "mine", "hex": "d2", "tiles": 5, "dots": 9, "gained": 3}]
    assert plan["runs"][0]["uses"] == {"food": 5, "energy": 1}
    assert plan["end"]["goods"] == {"food": 0, "energy": 0, "labor": 0, "ore": 9, "capital": 0}


def test_the_only_energy_goes_where_it_makes_most() -> None:
    """Produce, one energy, two blocs: three banks around a point make $90 for 3 food, two mines 3 ore."""
    board = {
        "d2": ("p1", "bank", 0), "d3": ("p1", "bank", 2), "e3": ("p1", "bank", 4), "g3": ("p1", "mine", 1),
        "g4": ("p1", "mine", 1), **FAR_AWAY,
    }  # fmt: skip
    position = table(board, goods={"food": 5, "energy": 1}, phase="produce")
    makes = {bloc.industry: bloc.dots for bloc in position.blocs() if bloc.owner == "p1"}
    plan = plan_of(position)
    assert makes == {"bank": 3, "mine": 3}
    assert [(entry["industry"], entry["makes"]) for entry in plan["runs"]] == [("bank", {"money": 90})]


def test_idle_money_repays_notes_that_cost_interest() -> None:
    """$60 and three notes in the last round. A note costs $25 and $1 of interest at the end: $25 now are better spent.

    Two are repaid, $10 stay; without interest a note costs what it costs to repay, and the money stays in hand.
    """
    board = {"d4": ("p1", "", 0), **FAR_AWAY}
    idle = {"stacks": {"farm": 2, "other": 0}} | LAST
    interest = plan_of(table(board, money=60, notes=3, rules=idle | {"note_interest": 1}))
    assert (words(interest, "note"), interest["end"]["money"], interest["end"]["notes"]) == (["note:repay"] * 2, 10, 1)
    free = plan_of(table(board, money=60, notes=3, rules=idle))
    assert (words(free, "note"), free["end"]["money"]) == ([], 60)


def test_the_last_flag_ends_the_game_and_is_kept() -> None:
    """One flag in hand, full markets: a tile on a new hex would end the game in round 3; in the last round it may."""
    goods = {"labor": 1, "ore": 1, "capital": 1, "food": 3}
    markets = {"labor": 40, "ore": 30, "capital": 30}
    board = {"d4": ("p1", "generator", 1), "d5": ("p1", "generator", 0), **FAR_AWAY}
    for rules, built in (({"flags": 3}, 0), ({"flags": 3, **LAST}, 1)):
        position = table(board, goods=goods, phase="develop", markets=markets, rules=rules)
        plan = plan_of(position)
        assert len(words(plan, "flag")) == len(words(plan, "build")) == built


def test_cubes_are_sold_to_build_where_the_tile_is_worth_more() -> None:
    """Two mines that can become three; 8 ore and no money: ore sold at 15 15 14 13 = $57 pays energy, labor, capital,
    13 + 17 + 25 = $55; two more at 12 are worth less kept. The third mine makes 5 ore instead of 3."""
    board = {"d4": ("p1", "mine", 1), "d5": ("p1", "mine", 1), "d6": ("p1", "", 0), **FAR_AWAY}
    plan = plan_of(table(board, notes=20, goods={"food": 3, "energy": 1, "ore": 8}))
    prices: dict[str, list[int]] = {}
    for entry in plan["trade"]:
        prices.setdefault(entry["move"], []).extend(entry["prices"])
    assert prices == {"sell:ore": [15, 15, 14, 13, 12, 12], "buy:energy": [13], "buy:labor": [17], "buy:capital": [25]}
    assert words(plan, "build") == ["build:mine@d6/1"]
    assert plan["end"]["money"] == 81 - 55
    assert plan["runs"][0]["makes"] == {"ore": 5}


def test_opening_shopping_with_loans() -> None:
    """With $40 and a few cubes in the first round the plan borrows to build."""
    position = wonai.Position.start(4)
    for move in ("draft:i5", "place:mine@e3/1", "place:mine@e4/1"):
        position.play(move)
    while position.phase == "draft":
        position.play(position.legal_moves()[0])
    plan = plan_round(position, "p1", seconds=5, with_worths=False)
    assert plan["notes"]["take"] > 0
    assert plan["end"]["tiles"] > plan["start"]["tiles"]
    assert plan["gain"] > 0


def test_food_for_part_of_a_bloc() -> None:
    """Four academies in Produce with 2 food and 1 energy: the two tiles that share a dot, 3 labor."""
    board = {f"d{k}": ("p1", "academy", 2) for k in range(3, 7)} | FAR_AWAY
    position = table(board, goods={"food": 2, "energy": 1}, phase="produce")
    best = max(position.best_dots(*_bloc_place(position, bloc), 2) for bloc in position.blocs() if bloc.owner == "p1"
               if len(bloc.hexes) >= 2)  # fmt: skip
    plan = plan_of(position)
    assert plan["end"]["goods"]["labor"] == best
    assert plan["end"]["goods"]["food"] == 0


def _bloc_place(position: wonai.Position, bloc: Any) -> tuple[int, int]:
    notation = position.tables.lexicon.notation
    return notation.hexes.index(bloc.hexes[0]), notation.industries.index(bloc.industry)


def test_scattered_factories_are_moved_together() -> None:
    """Three factories apart make 3 capital for 3 energy; around a point 4 for one."""
    board = {"b2": ("p1", "factory", 0), "e2": ("p1", "factory", 0), "g3": ("p1", "factory", 0), **FAR_AWAY}
    plan = plan_of(table(board, goods={"capital": 1, "energy": 1, "food": 3}, phase="develop"))
    assert words(plan, "lift")
    assert [entry["makes"] for entry in plan["runs"]] == [{"capital": 4}]


def test_drift_guides_but_does_not_bend_the_account() -> None:
    """Others who will buy ore make it dear: the plan buys no more than without them; the money is still exact."""
    position = positions(1, "trade", 4)[0]
    seat = str(position.to_move)
    calm = plan_round(position, seat, seconds=5, with_worths=False)
    rough = plan_round(position, seat, seconds=5, with_worths=False, drift={"ore": 10, "capital": 10})
    for plan in (calm, rough):
        assert follow(position, seat, plan["moves"]) == plan["end"]
    with pytest.raises(WonaiError, match='no such good "oer"; did you mean "ore"'):
        plan_round(position, seat, drift={"oer": 1})


# ---------------------------------------------------------------------------------------------------------------------
# Replay


def follow(position: wonai.Position, seat: str, moves: list[str]) -> dict[str, Any]:
    """What the seat has after these moves, everyone else passing, before its last `done` lets the marker pass."""
    line = position.copy()
    for _ in replay(line, seat, moves, last=False):
        pass
    number = position.seats.index(seat)
    money, goods = holdings_after_runs(line, number)
    document = json.loads(line.to_json())
    tiles = sum(cell["owner"] == seat and "tile" in cell for cell in document["board"].values())
    player = document["players"][number]
    return {
        "money": money,
        "notes": player["notes"],
        "goods": dict(zip(GOODS, goods, strict=True)),
        "tiles": tiles,
        "flags": player["flags"],
    }


def check_replay(position: wonai.Position, seat: str, seconds: float) -> None:
    """Exact and quick plan of a seat reach what they predict, and their worth is that of the position reached."""
    ready = position.copy()
    if advance(ready, seat) is None:
        return
    number = position.seats.index(seat)
    solution = solve_round(ready, number, seconds=seconds)
    for choice in (solution.choice, quick_choice(ready, number)[0]):
        line = ready.copy()
        moves = moves_of(ready, choice)
        for _ in replay(line, seat, moves, last=False):
            pass
        assert holdings_after_runs(line, number) == (choice.money, list(choice.goods)), moves
        assert line.fields()["notes"][number] - ready.fields()["notes"][number] == choice.notes
        assert worth_at_end(ready, line, number) == choice.worth
        assert line.is_legal(moves[-1])
    assert solution.choice.worth >= quick_round(ready, number)["worth"]
    assert solution.bound is None or solution.bound >= solution.choice.worth


@pytest.mark.parametrize("number", range(60))
def test_plans_replay_exactly(number: int) -> None:
    position = positions(60)[number]
    seat = position.seats[number % len(position.seats)] if number % 3 == 0 else str(position.to_move)
    check_replay(position, seat, seconds=0.2)


@pytest.mark.parametrize("actions", [0, 1, 2, 5])
@pytest.mark.parametrize("cubes", [1, 3])
def test_few_trade_actions(actions: int, cubes: int) -> None:
    """Three seats share three times so many actions; plans keep within them."""
    rules = {"trade_actions_per_seat": actions, "cubes_per_action": cubes}
    goods = {"labor": 4, "ore": 7, "capital": 9}
    check_replay(table(TWO_GENERATORS, money=60, goods=goods, rules=rules), "p1", seconds=1)


def test_a_mountain_of_cubes() -> None:
    goods = {"food": 1_000_000, "capital": 700}
    check_replay(table(TWO_GENERATORS, money=60, notes=30, goods=goods), "p1", seconds=1)


def test_the_document_tells_what_happens() -> None:
    for position in positions(8, "trade"):
        seat = str(position.to_move)
        plan = plan_document(position, seat, seconds=0.5, with_worths=False)
        assert follow(position, seat, plan["moves"]) == plan["end"]
        trail = plan["start"]["money"]
        for entry in plan["trade"]:
            trail += entry["money"]
            assert trail == entry["money_after"]
        made = sum(entry["makes"].get("money", 0) for entry in plan["runs"])
        assert trail + made == plan["end"]["money"]
        for good in GOODS:
            bought = sum(_cubes(entry["move"], good) for entry in plan["trade"])
            used = sum(entry["uses"].get(good, 0) for entry in plan["builds"] + plan["runs"])
            made = sum(entry["makes"].get(good, 0) for entry in plan["runs"])
            assert plan["start"]["goods"][good] + bought - used + made == plan["end"]["goods"][good]


def test_the_text_is_one_to_follow() -> None:
    """Prices paid one by one and afterwards, the money trail, what each step does, numbers as in the picture."""
    goods = {"energy": 3, "ore": 2}
    position = table(TWO_GENERATORS, money=60, goods=goods, rules={"cubes_per_action": 3})
    plan = plan_document(position, "p1", seconds=5)
    text = plan_text(plan)
    for entry in plan["trade"]:
        if "prices" in entry:
            assert sum(entry["prices"]) == abs(entry["money"])
    assert f"${plan['trade'][-1]['money_after']}  " in text
    marks = [step["mark"] for step in plan["builds"] if "mark" in step]
    assert marks
    assert sorted(set(marks)) == list(range(1, max(marks) + 1))
    assert plan["builds"][-1]["blocs"][0]["dots"] > 0
    assert round(sum(plan["parts"].values()), 2) == plan["worth"]
    assert "  is worth " in text
    picture = plan_svg(position, plan)
    assert picture.count('class="marked"') == max(marks)


@pytest.mark.parametrize("number", range(0, 60, 3))
def test_the_text_fits_a_terminal(number: int) -> None:
    position = positions(60)[number]
    text = plan_text(plan_document(position, str(position.to_move), seconds=0.05))
    assert max(map(len, text.splitlines())) <= 80


def test_the_others_likely_trades_as_drift() -> None:
    position = positions(1, "trade", 4)[0]
    seat = str(position.to_move)
    plan = plan_round(position, seat, seconds=5, with_worths=False, drift="likely")
    number = position.seats.index(seat)
    trades = [quick_round(position, other)["trade"] for other in range(4) if other != number]
    assert plan["drift"] == {good: sum(n) for good, n in zip(GOODS, zip(*trades, strict=True), strict=True) if sum(n)}
    assert "The others are expected to " in plan_text(plan)
    assert follow(position, seat, plan["moves"]) == plan["end"]


def _cubes(move: str, good: str) -> int:
    word, _, rest = move.partition(":")
    return {"buy": 1, "sell": -1}.get(word, 0) * rest.split(",").count(good)


# ---------------------------------------------------------------------------------------------------------------------
# Worth of one more


@pytest.mark.parametrize("number", range(12))
def test_one_more_is_what_solving_from_scratch_says(number: int) -> None:
    """Cubes, a dollar, a note more and a note less: each against a new model with that number, solved anew."""
    position = [*positions(9, "trade", 4), *positions(3, "develop", 4)][number]
    check_one_more(position, position.seats.index(str(position.to_move)))


def check_one_more(position: wonai.Position, seat: int) -> None:
    solution = solve_round(position, seat, seconds=60)
    worths = more_of_each(solution, seconds=60)
    assert worths is not None
    assert solution.model is not None
    assert solution.answer is not None
    problem = solution.model.problem
    held, notes = problem["goods"], solution.model.choice(solution.answer.values).notes

    def anew(taken: int | None = None, **change: Any) -> float | None:
        model = RoundModel({**problem, **change})
        if taken is not None:
            model.linear.row_low[model.notes_row] = model.linear.row_high[model.notes_row] = taken
        answer = Solver(model.linear).solve(60.0)
        assert answer is None or answer.is_proved
        return None if answer is None else (answer.objective - solution.answer.objective) / 100  # type: ignore[union-attr]

    for good, worth in enumerate(worths.cubes):
        assert worth == anew(goods=[n + (k == good) for k, n in enumerate(held)])
        assert worth is not None
        assert worth >= 0
    if problem["can_trade"]:
        assert worths.dollar == anew(money=problem["money"] + 1)
        assert worths.note_more == anew(taken=notes + 1)
        assert worths.note_less == anew(taken=notes - 1)
        assert (worths.dollar or 0) >= 1
        assert max(worths.note_more or 0, worths.note_less or 0) <= 0
    else:
        assert (worths.dollar, worths.note_more, worths.note_less) == (1.0, None, None)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 39), st.tuples(*[st.integers(-2, 4)] * 5), st.integers(-30, 60))
def test_any_other_numbers_are_what_solving_from_scratch_says(number: int, more: tuple[int, ...], money: int) -> None:
    """Several cubes and dollars more or less at once, as a barter would bring them."""
    position = positions(40, "trade", 4)[number]
    solution = solve_round(position, position.seats.index(str(position.to_move)), seconds=10)
    again = solved_again(solution)
    assert again is not None
    assert solution.model is not None
    problem = solution.model.problem
    goods = [max(held + n, 0) for held, n in zip(problem["goods"], more, strict=True)]
    more = tuple(new - old for new, old in zip(goods, problem["goods"], strict=True))
    money = max(money, -problem["money"])
    outcome = again.best(Numbers(more, money), 10.0)
    anew = Solver(RoundModel({**problem, "goods": goods, "money": problem["money"] + money}).linear).solve(10.0)
    assert anew is not None
    assert outcome is not None
    assert outcome.is_proved
    assert outcome.worth == anew.objective


# ---------------------------------------------------------------------------------------------------------------------
# The linear model against brute force


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_solver_against_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    model = LinearModel(constant=rng.randint(-5, 5))
    columns = [model.column(rng.randint(1, 3), rng.randint(-20, 20)) for _ in range(rng.randint(1, 6))]
    ones = [column for column in columns if model.high[column] == 1]
    if len(ones) > 1:
        model.one_of.append(ones)
    for _ in range(rng.randint(0, 4)):
        model.row({column: rng.randint(-4, 4) for column in columns}, high=rng.randint(0, 8))
    feasible = [
        list(values) for values in itertools.product(*(range(high + 1) for high in model.high)) if model.allows(values)
    ]
    answer = Solver(model).solve(5.0)
    assert answer is not None
    assert answer.is_proved
    assert model.allows(answer.values)
    assert answer.objective == max(map(model.value, feasible))


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 60),
    st.integers(0, 3),
    st.tuples(*[st.integers(0, 3)] * 3),
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40)),
    st.booleans(),
)
def test_rounds_against_brute_force(
    money: int, notes: int, held: tuple[int, int, int], levels: tuple[int, int, int], is_last: bool
) -> None:
    """Every small trade, note and run of two blocs really played: nothing beats the plan, and it is among them."""
    names = ("food", "energy", "labor")
    rules = {"stacks": {"farm": 1, "other": 2}, "flags": 8} | (LAST if is_last else {})
    board = {"d3": ("p1", "academy", 2), "d4": ("p1", "academy", 2), "g3": ("p1", "farm", 0)}
    position = table(board, money=money, notes=notes, goods=dict(zip(names, held, strict=True)),
                     markets=dict(zip(names, levels, strict=True)), rules=rules)  # fmt: skip
    document = json.loads(position.to_json())
    document["stacks"] = dict.fromkeys(document["stacks"], 0)  # nothing to build, nothing to move for
    document["players"][0]["flags"] = 1
    position = wonai.Position.from_json(json.dumps(document))
    solution = solve_round(position, 0, seconds=10)
    assert solution.is_proved
    best = -(10**9)
    for trade in itertools.product(range(-3, 4), repeat=3):
        for taken in range(-notes, 3):
            end = _traded(position, dict(zip(names, trade, strict=True)), taken)
            if end is not None:
                best = max(best, _best_run_worth(position, end))
    assert best <= solution.choice.worth
    if max(map(abs, solution.choice.trade)) <= 3 and solution.choice.notes <= 2 and not solution.choice.steps:
        assert best == solution.choice.worth


def _traded(position: wonai.Position, trade: dict[str, int], notes: int) -> wonai.Position | None:
    """The Produce phase after these trades; None if one of them is not legal."""
    line = position.copy()
    moves = [f"sell:{good}" for good, n in trade.items() for _ in range(-n)]
    moves += ["note:take"] * notes + ["note:repay"] * -notes
    moves += [f"buy:{good}" for good, n in trade.items() for _ in range(n)]
    for move in [*moves, "pass", "pass"]:
        while line.to_move != "p1":
            line.play("pass")
        if not line.is_legal(move):
            return None
        line.play(move)
    while line.phase != "produce":
        line.play("pass")
    return line


def _best_run_worth(before: wonai.Position, line: wonai.Position) -> int:
    """The most worth that any runs reach from here."""
    best = worth_at_end(before, line, 0)
    for move in line.legal_moves():
        if move.startswith("run:"):
            after = line.copy()
            after.play(move)
            best = max(best, _best_run_worth(before, after))
    return best


# ---------------------------------------------------------------------------------------------------------------------
# Loading


def test_ortools_is_loaded_only_to_plan() -> None:
    script = (
        "import sys, wonai; from wonai import registry; advisor = registry.get('wealth-of-nations').advisor();"
        "advisor.market_text(advisor.market(wonai.Position.start(3)));"
        "print(any(name.startswith('ortools') for name in sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout
    assert said.split() == ["False"]


def test_no_plan_in_the_draft_and_after_the_end_of_ones_round() -> None:
    assert plan_round(wonai.Position.start(3), "p1") == {}
    position = table(TWO_GENERATORS, phase="produce")
    position.play("done")
    assert plan_round(position, "p1") == {}
    assert re.match("p1", str(plan_round(position, "p2")["seat"])) is None


if __name__ == "__main__":
    for one in positions(int(sys.argv[1]) // 5):
        if one.phase != "produce":
            check_one_more(one, one.seats.index(str(one.to_move)))
    for n, one in enumerate(positions(int(sys.argv[1]))):
        check_replay(one, str(one.to_move) if n % 3 else one.seats[n % len(one.seats)], seconds=0.5)
    sys.stdout.write(f"{sys.argv[1]} positions replayed exactly\n")
