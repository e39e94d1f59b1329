"""The schedule: seats and meetings, exact for every format, number of engines and number of seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from wonai.tournament.errors import TournamentError
from wonai.tournament.schedule import (
    MAX_ENGINES,
    UNEVEN,
    Pairing,
    period_length,
    round_size,
    schedule,
    whole_rounds,
)

SEATS = (2, 3, 4, 5, 6)


def seat_counts(games: Sequence[Pairing]) -> Counter[tuple[int, int]]:
    return Counter((engine, seat) for pairing in games for seat, engine in enumerate(pairing.engines))


def meetings(games: Sequence[Pairing], engines: Sequence[int]) -> list[int]:
    """How often each two engines met, over all pairs of `engines`."""
    met: Counter[tuple[int, int]] = Counter()
    for pairing in games:
        for one, other in combinations(sorted(pairing.engines), 2):
            met[one, other] += 1
    return [met[pair] for pair in combinations(engines, 2)]


def spread(numbers: Sequence[int]) -> int:
    return max(numbers) - min(numbers)


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("engines", range(2, MAX_ENGINES + 1))
def test_round_robin(engines: int, players: int) -> None:
    rounds = period_length(engines, players) + 2
    games = schedule("round-robin", engines, players, rounds * engines, seed=5)
    assert [pairing.game for pairing in games] == list(range(1, rounds * engines + 1))
    for played in range(1, len(games) + 1):
        seats = seat_counts(games[:played])
        assert spread([seats[engine, seat] for engine in range(engines) for seat in range(players)]) <= 1
    for number in range(1, rounds + 1):
        part = games[: number * engines]
        assert set(seat_counts(part).values()) == {number}
        if engines > 2:
            is_known = (engines, players) not in UNEVEN or number == rounds
            assert spread(meetings(part, range(engines))) <= (1 if is_known else 3), f"after {number} rounds"
    if players <= engines:
        assert all(len(set(pairing.engines)) == players for pairing in games)
    one_period = games[: period_length(engines, players) * engines]
    assert spread(meetings(one_period, range(engines))) == 0


@pytest.mark.parametrize(("engines", "players"), sorted(UNEVEN))
def test_tournaments_of_any_length_end_even(engines: int, players: int) -> None:
    """Where rounds are not even up to one after each of them, they are after the last, whichever that is."""
    for rounds in range(1, 2 * period_length(engines, players) + 1):
        games = schedule("round-robin", engines, players, rounds * engines, seed=5)
        assert len(games) == rounds * engines
        assert set(seat_counts(games).values()) == {rounds}
        assert spread(meetings(games, range(engines))) <= 1, f"{rounds} rounds"


@pytest.mark.parametrize("players", SEATS[1:])
def test_all_in(players: int) -> None:
    games = schedule("all-in", players, players, 5 * players - 1, seed=2)
    assert len(games) == 5 * players
    assert all(sorted(pairing.engines) == list(range(players)) for pairing in games)
    for played in range(1, len(games) + 1):
        seats = seat_counts(games[:played])
        assert spread([seats[engine, seat] for engine in range(players) for seat in range(players)]) <= 1
    assert set(meetings(games, range(players))) == {5 * players}


@pytest.mark.parametrize("challengers", [1, 2])
@pytest.mark.parametrize("players", SEATS[1:])
@pytest.mark.parametrize("field", range(1, 15))
def test_gauntlet(field: int, players: int, challengers: int) -> None:
    engines = field + challengers
    size = round_size("gauntlet", engines, players, challengers)
    games = schedule("gauntlet", engines, players, 3 * size, seed=9, challengers=challengers)
    for number in (1, 2, 3):
        part = games[: number * size]
        seats = seat_counts(part)
        for engine in range(engines):
            assert len({seats[engine, seat] for seat in range(players)}) == 1
        assert len({seats[engine, 0] for engine in range(challengers, engines)}) == 1
        for challenger in range(challengers):
            own = [pairing for pairing in part if challenger in pairing.engines]
            faced = Counter(engine for pairing in own for engine in pairing.engines if engine >= challengers)
            assert len(faced) == field
            assert len(set(faced.values())) == 1
        if field > 2:
            is_known = (field, players - 1) not in UNEVEN or number == 3
            assert spread(meetings(part, range(challengers, engines))) <= (1 if is_known else 3)
    for start in {pairing.start for pairing in games}:
        shared = [pairing.engines for pairing in games if pairing.start == start]
        for challenger in range(challengers):
            places = [lineup.index(challenger) for lineup in shared if challenger in lineup]
            assert sorted(places) == list(range(players))


def test_a_round_of_round_robin_shares_its_start() -> None:
    games = schedule("round-robin", 5, 3, 40, seed=1)
    assert [pairing.start for pairing in games] == [number // 5 for number in range(40)]


def test_the_seed_decides() -> None:
    plans = [schedule("round-robin", 6, 4, 60, seed) for seed in (1, 1, 2)]
    assert plans[0] == plans[1] != plans[2]


def test_a_longer_tournament_begins_like_a_shorter_one() -> None:
    assert schedule("gauntlet", 5, 4, 200, 3)[:64] == schedule("gauntlet", 5, 4, 64, 3)


def test_games_are_rounded_up() -> None:
    assert whole_rounds(400, "round-robin", 7, 4) == 406
    assert whole_rounds(1, "gauntlet", 4, 3) == 9
    assert len(schedule("round-robin", 7, 4, 400, 0)) == 406


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("all-in", 5, 4, 1, 0), "all-in: expected as many engines as seats, 4, got 5"),
        (("round-robin", 1, 3, 1, 0), "engines: expected 2 to 16, got 1"),
        (("gauntlet", 3, 3, 1, 0, 3), "challengers: expected 1 to 2, got 3"),
    ],
)
def test_what_cannot_be(arguments: tuple[str, int, int, int, int], sentence: str) -> None:
    with pytest.raises(TournamentError, match=sentence):
        schedule(*arguments)
