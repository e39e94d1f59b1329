"""Production: the compiled solver against the CP-SAT model and against brute force.

`python -m tests.games.test_production 10000` compares that many random cases.
"""

from __future__ import annotations

import itertools
import random
import sys

import pytest

import wonai
from tests.midgame import positions
from tests.test_core_functions import random_position
from wonai._core.won.round_problem import best_runs, move_text, production_problem
from wonai.games.won.planner.production import prove_production, way_worth
from wonai.games.won.planner.round_model import Way
from wonai.games.won.tables import rules_data

GOODS: list[str] = rules_data()["goods"]
DEAREST = [market["empty_buy"] for market in rules_data()["markets"].values()]
MOST_CHOICES = 2_000
"""Choices of runs that brute force tries."""


def random_case(seed: int) -> tuple[wonai.Position, int, list[int]]:
    """A position with few or many goods in the seat's hand, and prices in cents."""
    rng = random.Random(seed)
    position = random_position(seed) if seed % 2 else rng.choice(positions(200, "produce"))
    fields = position.fields()
    seat = rng.randrange(len(position.seats))
    most = rng.choice((1, 3, 6, 12))
    fields["goods"][seat] = [rng.randint(0, most) for _ in GOODS]
    fields["ran"] = []
    prices = [rng.randint(0, 100 * dearest) for dearest in DEAREST]
    return type(position).from_fields(position.tables, fields, position.names), seat, prices


def worth_of(position: wonai.Position, seat: int, moves: list[int], prices: list[int]) -> int:
    """What these runs bring at these prices, in cents; they must fit the goods."""
    goods, blocs = production_problem(position, seat)
    ways = {record[0]: Way(*record) for records in blocs for record in records}
    used = [sum(ways[move].cost[good] for move in moves) for good in range(len(GOODS))]
    assert all(n <= held for n, held in zip(used, goods, strict=True))
    return sum(way_worth(ways[move], prices, 100) for move in moves)


def compare(seed: int) -> None:
    """Both solvers on one case."""
    position, seat, prices = random_case(seed)
    worth, moves = best_runs(position, seat, [price / 100 for price in prices])
    proved = prove_production(position, seat, prices, money=100)
    assert (
        worth_of(position, seat, moves, prices) == proved.worth == worth_of(position, seat, list(proved.runs), prices)
    )
    assert abs(100 * worth - proved.worth) < 1, [move_text(position, move) for move in moves]


@pytest.mark.parametrize("seed", range(120))
def test_the_solver_is_proved_by_cp_sat(seed: int) -> None:
    compare(seed)


def test_the_solver_against_brute_force() -> None:
    tried = 0
    for seed in range(200):
        position, seat, prices = random_case(seed)
        goods, blocs = production_problem(position, seat)
        choices = [[None, *(Way(*record) for record in records)] for records in blocs]
        n_choices = 1
        for options in choices:
            n_choices *= len(options)
        if n_choices > MOST_CHOICES:
            continue
        best = 0
        for choice in itertools.product(*choices):
            ways = [way for way in choice if way is not None]
            used = [sum(amounts) for amounts in zip(*(way.cost for way in ways), strict=True)]
            if all(n <= held for n, held in zip(used, goods, strict=False)):
                best = max(best, sum(way_worth(way, prices, 100) for way in ways))
        _, moves = best_runs(position, seat, [price / 100 for price in prices])
        assert worth_of(position, seat, moves, prices) == best
        tried += 1
    assert tried > 50


def test_the_best_runs_are_legal() -> None:
    for position in positions(40, "produce"):
        seat = position.seats.index(str(position.to_move))
        _, moves = best_runs(position, seat, [6, 11, 15, 17, 22])
        for move in moves:
            position.play(move_text(position, move))


if __name__ == "__main__":
    for case in range(int(sys.argv[1])):
        compare(case)
    sys.stdout.write(f"{sys.argv[1]} random cases, no difference\n")
