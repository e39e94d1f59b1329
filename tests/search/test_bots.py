"""What every bot promises: the same answer every time, legal games of any size, offers answered, limits kept."""

from __future__ import annotations

import json
import random
import threading
import time

import pytest

from wonai import Position, registry
from wonai.errors import WonaiError
from wonai.game import State
from wonai.report import SearchInfo
from wonai.search import bots
from wonai.search.bot_spec import parse
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions
from wonai.search.selfplay import Match, play_game

NODES = 30
STOP_SECONDS = 1.0
"""Generous: the machine may be busy; the engine answers within hundredths."""
WORKLOAD = registry.get(registry.DEFAULT_GAME).workload()
OFFER = next(state for state in WORKLOAD.values() if "accept" in state.legal_moves())
SHORT = {"round_limit": 2, "trade_actions_per_seat": 12}


@pytest.mark.parametrize("bot", bots.names())
@pytest.mark.parametrize("name", WORKLOAD)
def test_the_same_answer_every_time(bot: str, name: str) -> None:
    reports = [bots.get(bot, SearchOptions(seed=7)).analyse(WORKLOAD[name], Limit(nodes=NODES)) for _ in range(2)]
    one, two = ([report.best, report.nodes, report.lines] for report in reports)
    assert one == two
    assert WORKLOAD[name].is_legal(reports[0].best)


@pytest.mark.parametrize("bot", bots.names())
def test_a_bot_leaves_the_position_alone(bot: str) -> None:
    for state in WORKLOAD.values():
        before = state.to_json()
        bots.get(bot).analyse(state, Limit(nodes=4))
        assert state.to_json() == before


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_whole_games(edition: str, players: int) -> None:
    """Every bot plays in both games; `play_game` refuses an illegal move."""
    names = [*bots.names(), bots.DEFAULT_BOT]
    for line_up in (names[:players], names[-players:]):
        specs = tuple(parse(f"{name}@nodes=6") for name in line_up)
        match = Match(registry.DEFAULT_GAME, players, specs, {**SHORT, "edition": edition}, seed=players)
        result = play_game(match, 0)
        assert result.winners
        assert set(result.bots.values()) == {spec.label for spec in specs}


@pytest.mark.parametrize("bot", bots.names())
def test_offers_are_answered(bot: str) -> None:
    best = bots.get(bot).analyse(OFFER, Limit(nodes=NODES)).best
    assert best in ("accept", "reject") or best.startswith("note:")


@pytest.mark.parametrize("bot", bots.names())
@pytest.mark.parametrize("name", WORKLOAD)
def test_searchmoves_are_respected(bot: str, name: str) -> None:
    moves = WORKLOAD[name].legal_moves()
    chosen = random.Random(name).sample(moves, min(2, len(moves)))
    report = bots.get(bot).analyse(WORKLOAD[name], Limit(nodes=NODES), searchmoves=chosen)
    assert report.best in chosen
    assert {line.move for line in report.lines} <= set(chosen)


@pytest.mark.parametrize("bot", bots.names())
def test_stop_is_heard(bot: str) -> None:
    state = next(state for state in WORKLOAD.values() if len(state.legal_moves()) > 10)
    stop = threading.Event()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    begun = time.perf_counter()
    report = bots.get(bot).analyse(state, Limit(), stop=stop)
    assert time.perf_counter() - begun < STOP_SECONDS
    assert state.is_legal(report.best)
    timer.join()


def test_a_listener_that_fails_ends_all_threads() -> None:
    """Without a limit the other threads would search on for ever."""

    def fail(info: SearchInfo) -> None:
        raise RuntimeError("enough")

    n_before = threading.active_count()
    state = next(state for state in WORKLOAD.values() if len(state.legal_moves()) > 10)
    with pytest.raises(RuntimeError, match="enough"):
        bots.get("wonai", SearchOptions(threads=3)).analyse(state, Limit(), on_info=fail)
    deadline = time.perf_counter() + STOP_SECONDS
    while threading.active_count() > n_before:
        assert time.perf_counter() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("bot", bots.names())
def test_a_finished_game_is_refused(bot: str) -> None:
    state = Position.start(3, **SHORT)
    rng = random.Random(3)
    while not state.is_over:
        state.play(rng.choice(state.legal_moves()))
    with pytest.raises(WonaiError):
        bots.get(bot).analyse(state, Limit(nodes=1))


# ---------------------------------------------------------------------------------------------------------------------
# A hostile offerer


def junk(state: State, rng: random.Random) -> str | None:
    """An offer that no sound mind accepts: nothing, or a cube of food, for much."""
    document = json.loads(state.to_json())
    seat = str(state.to_move)
    rivals = [player for player in document["players"] if player["seat"] != seat]
    rng.shuffle(rivals)
    for rival in rivals:
        demands = ["$30", "$40"] + [f"{good}{n}" for good, n in rival["goods"].items() if n and good != "food"]
        rng.shuffle(demands)
        for demand in demands:
            for give in ("food1", "-"):
                offer = f"barter:{rival['seat']}:{give}>{demand}"
                if state.is_legal(offer):
                    return offer
    return None


@pytest.mark.parametrize("edition", ["first", "second"])
def test_a_hostile_offerer_gets_nothing(edition: str) -> None:
    state = Position.start(3, edition, **SHORT)
    rng = random.Random(5)
    engines = {seat: bots.get(bots.DEFAULT_BOT, SearchOptions(seed=2)) for seat in ("p2", "p3")}
    pending, n_offers, n_plies = "", 0, 0
    while not state.is_over:
        n_plies += 1
        assert n_plies < 5000, "the game must end"
        if state.to_move in engines:
            move = engines[str(state.to_move)].analyse(state, Limit(nodes=20)).best
            assert not (pending and move == "accept"), pending
            if move in ("accept", "reject"):
                pending = ""
        else:
            offer = junk(state, rng) if state.phase == "trade" and "accept" not in state.legal_moves() else None
            move = offer or rng.choice([move for move in state.legal_moves() if not move.startswith("note")])
            if offer:
                pending, n_offers = offer, n_offers + 1
        state.play(move)
    assert n_offers > 10
