"""Who sits where in which game: balanced line-ups for any number of engines and seats.

A *round* is the smallest number of games in which each engine sits equally often in each seat. Rounds come from
designs: a first line-up, moved through a finite group of as many elements as there are engines, gives as many games;
each engine meets each seat once, and how often two engines meet depends only on the quotient of their elements.
The first line-ups are chosen so that after every round all meetings are equally frequent, up to one. Where no group
has such a sequence the rounds are taken from `designs.json`: found by annealing or, for 12 engines in 6 seats, from two
line-ups moved through a group of half as many elements; a test checks them all. For one shape (`UNEVEN`) no such
sequence is known. It follows one that is even up to two, and the last rounds of a tournament are replaced by others,
also from that file, after which meetings are even up to one.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations, product

from wonai.tournament.errors import TournamentError

FORMATS = ("round-robin", "gauntlet", "all-in")
MAX_ENGINES = 16
"""Up to here the balance is proved by a test for every number of seats."""
UNEVEN = frozenset({(14, 5)})
"""Engines and seats for which no sequence even up to one after every round is known, only after the last.

None comes from a group of 14 elements, nor from one of 7 with two line-ups: there is no second round.
"""
MAX_LOOKS = 200_000
"""Steps of the search for a sequence of first line-ups; those that exist are found long before."""

Lineup = tuple[int, ...]
"""The engine in each seat."""
Rounds = tuple[tuple[Lineup, ...], ...]
"""The games of each round."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of the schedule."""

    game: int
    """From 1."""
    start: int
    """Games of the same number, from 0, begin in the same position with the same luck."""
    engines: Lineup


def round_size(form: str, engines: int, players: int, challengers: int = 1) -> int:
    """Games of one round."""
    if form == "gauntlet":
        return (engines - challengers) * players * challengers
    return engines


def whole_rounds(games: int, form: str, engines: int, players: int, challengers: int = 1) -> int:
    """The number of games, rounded up to whole rounds."""
    size = round_size(form, engines, players, challengers)
    return -(-games // size) * size


def check(form: str, engines: int, players: int, challengers: int = 1) -> None:
    """`TournamentError` if there is no such schedule."""
    if not 2 <= engines <= MAX_ENGINES:
        raise TournamentError(f"engines: expected 2 to {MAX_ENGINES}, got {engines}")
    if form == "all-in" and engines != players:
        raise TournamentError(f"all-in: expected as many engines as seats, {players}, got {engines}")
    if form == "gauntlet" and not 1 <= challengers < engines:
        raise TournamentError(f"challengers: expected 1 to {engines - 1}, got {challengers}")


def schedule(form: str, engines: int, players: int, games: int, seed: int, challengers: int = 1) -> list[Pairing]:
    """All games, in order; `games` is rounded up to whole rounds. In a gauntlet the first engines challenge."""
    check(form, engines, players, challengers)
    rng = random.Random(f"schedule:{seed}")
    n_rounds = -(-games // round_size(form, engines, players, challengers))
    if form == "gauntlet":
        plan = _gauntlet(engines, players, challengers, n_rounds, rng)
    else:
        plan = _round_robin(engines, players, n_rounds, rng)
    return [Pairing(game, start, lineup) for game, (start, lineup) in enumerate(plan, 1)]


def _round_robin(engines: int, players: int, n_rounds: int, rng: random.Random) -> Iterator[tuple[int, Lineup]]:
    """Each round is one start: every engine plays it once from every seat."""
    for start, lineups in enumerate(_rounds(engines, players, n_rounds, rng)):
        for lineup in lineups:
            yield start, lineup


def _gauntlet(
    engines: int, players: int, challengers: int, n_rounds: int, rng: random.Random
) -> Iterator[tuple[int, Lineup]]:
    """A challenger goes round the seats of each start; the line-ups of the field are a round robin of their own."""
    field = engines - challengers
    rounds = _rounds(field, players - 1, n_rounds * players * challengers, rng)
    start = 0
    for _ in range(n_rounds):
        of_seat = [[next(rounds) for _ in range(challengers)] for _ in range(players)]
        for turn in range(field):
            for challenger in range(challengers):
                for seat in range(players):
                    others = [challengers + engine for engine in of_seat[seat][challenger][turn]]
                    yield start, (*others[:seat], challenger, *others[seat:])
            start += 1


def _rounds(engines: int, seats: int, total: int, rng: random.Random) -> Iterator[list[Lineup]]:
    """So many rounds. After each, meetings are even up to one; after a period exactly, so names may change then."""
    period = design(engines, seats)
    while total > 0:
        names = rng.sample(range(engines), engines)
        for lineups in period if total >= len(period) else _last_rounds(engines, seats, total):
            order = rng.sample(range(seats), seats)
            yield [tuple(names[lineup[seat]] for seat in order) for lineup in lineups]
        total -= len(period)


# ---------------------------------------------------------------------------------------------------------------------
# Designs


@cache
def design(engines: int, seats: int) -> Rounds:
    """The rounds of one period: after the last one all meetings are equally frequent."""
    if engines == 1:
        return (((0,) * seats,),)
    stored = _stored(f"{engines} engines, {seats} seats")
    if stored:
        return stored
    for factors in _abelian_groups(engines):
        blocks = _first_lineups(engines, seats, _quotients(factors), slack=int((engines, seats) in UNEVEN))
        if blocks is not None:
            moved = _products(factors)
            return tuple(tuple(tuple(moved[s][e] for e in block) for s in range(engines)) for block in blocks)
    raise TournamentError(f"there is no balanced schedule for {engines} engines in {seats} seats")


def _last_rounds(engines: int, seats: int, rounds: int) -> Rounds:
    """The rounds of a period that is broken off: the first ones, or an ending that leaves meetings more even."""
    ending = _stored(f"{engines} engines, {seats} seats, ending of {rounds}")
    return design(engines, seats)[: rounds - len(ending)] + ending


def _stored(name: str) -> Rounds:
    return tuple(tuple(tuple(lineup) for lineup in lineups) for lineups in _stored_designs().get(name, ()))


@cache
def _stored_designs() -> dict[str, list[list[list[int]]]]:
    text = resources.files(__package__).joinpath("designs.json").read_text(encoding="utf-8")
    designs: dict[str, list[list[list[int]]]] = json.loads(text)
    return designs


def period_length(engines: int, seats: int) -> int:
    """Rounds until all meetings can be equally frequent."""
    met = _meetings_of_a_round(engines, seats)
    return next(rounds for rounds in range(1, engines) if met * rounds % (engines - 1) == 0)


def _meetings_of_a_round(engines: int, seats: int) -> int:
    """Meetings of one engine with others, not with copies of itself."""
    each, more = divmod(seats, engines)
    return seats * seats - (each * each * (engines - more) + (each + 1) ** 2 * more)


def _first_lineups(
    engines: int, seats: int, quotients: Sequence[Sequence[int]], *, slack: int
) -> list[Lineup] | None:
    """First line-ups such that after each of them every quotient occurs equally often, up to one; by backtracking.

    With `slack`, up to so much more, but after the last one.
    """
    each, more = divmod(seats, engines)
    base = tuple(range(engines)) * each
    rest = [(0, *other) for other in combinations(range(1, engines), more - 1)] if more else [()]
    blocks: dict[tuple[int, ...], Lineup] = {}
    for chosen in rest:
        block = (*base, *chosen)
        count = [0] * engines
        for one, other in product(block, block):
            count[quotients[one][other]] += 1
        blocks.setdefault(tuple(count[1:]), block)
    candidates = sorted(blocks)
    random.Random(engines * 100 + seats).shuffle(candidates)
    met, rounds = _meetings_of_a_round(engines, seats), period_length(engines, seats)
    looks = 0

    def extended(path: list[Lineup], total: Sequence[int]) -> list[Lineup] | None:
        nonlocal looks
        if len(path) == rounds:
            return path
        over = met * (len(path) + 1) % (engines - 1)  # none: all can be equal, and have to be
        for counts in candidates:
            looks += 1
            if looks > MAX_LOOKS:
                return None
            new = [old + more for old, more in zip(total, counts, strict=True)]
            if max(new) - min(new) <= (over > 0) * (1 + slack):
                found = extended([*path, blocks[counts]], new)
                if found is not None:
                    return found
        return None

    return extended([], [0] * (engines - 1))


def _abelian_groups(order: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """The abelian groups of an order as their cyclic factors, each dividing the one before; the cyclic group first."""
    if order == 1:
        yield ()
        return
    for factor in range(order, 1, -1):
        if order % factor == 0 and (largest is None or largest % factor == 0):
            for others in _abelian_groups(order // factor, factor):
                yield (factor, *others)


def _quotients(factors: Sequence[int]) -> list[list[int]]:
    return _group_table(factors, -1)


def _products(factors: Sequence[int]) -> list[list[int]]:
    return _group_table(factors, 1)


def _group_table(factors: Sequence[int], sign: int) -> list[list[int]]:
    """The element x + sign * y at [x][y]; the first element is the neutral one."""
    elements = list(product(*(range(factor) for factor in factors)))
    number = {element: index for index, element in enumerate(elements)}
    return [
        [number[tuple((a + sign * b) % f for a, b, f in zip(x, y, factors, strict=True))] for y in elements]
        for x in elements
    ]
