"""Games between bots: seats, seeds, shares, and what many games add up to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from unittest import mock

import pytest

from tests import toygame
from wonai import registry
from wonai.errors import WonaiError
from wonai.search.bot_spec import parse, parse_list
from wonai.search.selfplay import GameResult, Match, Ply, decided, figures, play_game, play_games, standings, wilson
from wonai.search.simple_bots import RandomBot

GAME = registry.DEFAULT_GAME
SHORT = {"round_limit": 1, "trade_actions_per_seat": 3}


def make_match(bots: str = "random", players: int = 3, **changes: object) -> Match:
    specs = parse_list(bots)
    match = Match(GAME, players, tuple(specs) + (specs[-1],) * (players - len(specs)), SHORT)
    return replace(match, **changes)  # type: ignore[arg-type]


def outcome(result: GameResult) -> tuple[object, ...]:
    """A game without its times."""
    return result.number, result.bots, result.winners, result.scores, [ply.move for ply in result.plies]


def test_every_bot_has_every_seat_equally_often() -> None:
    match = make_match("random@seed=1,random@seed=2,random@seed=3,random@seed=4", players=4)
    seats = Counter((seat, spec.label) for number in range(12) for seat, spec in enumerate(match.line_up(number)))
    assert set(seats.values()) == {3}
    assert len({match.line_up(number) for number in range(0, 400, 4)}) > 4, "neighbours change"


def test_the_same_seed_plays_the_same_games_however_many_at_a_time() -> None:
    match = make_match("uct@nodes=8,random")
    once = [outcome(result) for result in play_games(match, 4)]
    both = sorted((outcome(result) for result in play_games(match, 4, concurrency=2)), key=lambda row: str(row[0]))
    assert once == both
    assert len({str(row[4]) for row in once}) == 4, "games differ from each other"
    assert outcome(play_game(replace(match, seed=1), 0)) != once[0]


def test_a_game_is_played_by_the_rules() -> None:
    match = make_match("uct@nodes=4,random", players=5)
    result = play_game(match, 3)
    state = match.start()
    for ply in result.plies:
        assert (ply.seat, ply.phase) == (state.to_move, state.phase)
        assert len(ply.win) == 5
        state.play(ply.move)
    assert state.is_over
    assert (list(result.winners), dict(result.scores)) == (state.winners(), state.scores())


def test_draws_are_made_for_games_with_chance() -> None:
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        results = list(play_games(Match("orchard", 2, (parse("random"), parse("random"))), 6))
    assert all(len(result.plies) == 16 for result in results)
    assert len({result.plies[0].move for result in results}) > 1


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    report = play_game(make_match(), 0)
    assert report.winners
    with mock.patch.object(RandomBot, "analyse", autospec=True) as analyse:
        analyse.return_value.best, analyse.return_value.lines, analyse.return_value.nodes = "pass", (), 1
        with pytest.raises(WonaiError, match=r"game 1, move 1: random as p1: .*pass"):
            play_game(make_match(), 0)


def test_shares_add_up() -> None:
    seats = {"p1": "a", "p2": "b", "p3": "b"}
    plies = (Ply("p1", "x", "m", seconds=0.5), Ply("p2", "x", "m", seconds=0.1))
    results = [
        GameResult(0, seats, ("p1",), {"p1": 10, "p2": 4, "p3": 6}, plies),
        GameResult(1, seats, ("p1", "p3"), {"p1": 8, "p2": 2, "p3": 8}, plies),
        GameResult(2, seats, ("p2", "p3"), {"p1": 0, "p2": 5, "p3": 5}, plies),
    ]
    first, second = standings(results)
    assert (first.label, first.seats, first.games, first.wins, first.mean_score) == ("a", 1, 3, 1.5, 6.0)
    assert (second.label, second.seats, second.games, second.wins, second.mean_score) == ("b", 2, 3, 1.5, 5.0)
    assert (first.seconds_per_move, second.seconds_per_move) == (0.5, pytest.approx(0.1))


def test_wilson() -> None:
    # Published values: 8 of 10 gives 0.490 to 0.943.
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 5)[0] == 0
    assert wilson(5, 5)[1] == 1


def test_statistics_are_those_of_the_game() -> None:
    results = list(play_games(make_match(with_statistics=True), 3))
    found = {figure.name: figure for figure in figures(results)}
    assert found["rounds"].count == 3
    assert found["VP of a seat"].count == 9
    assert found["VP of the winner"].mean == pytest.approx(sum(max(r.scores.values()) for r in results) / 3)
    assert figures(list(play_games(make_match(), 1))) == []


def test_a_share_is_decided_by_whole_rotations_in_order() -> None:
    seats = {"p1": "a", "p2": "b", "p3": "b"}
    won = [GameResult(number, seats, ("p1",), dict.fromkeys(seats, 0), ()) for number in range(60)]
    enough = decided(won, "a", 0.8, 3)
    assert enough is not None
    assert [result.number for result in enough] == list(range(21)), "the first whole rotation from 20 games on"
    assert decided(won[::-1], "a", 0.8, 3) == enough, "in whatever order they end"
    assert decided(won[1:], "a", 0.8, 3) is None, "the first game is still going on"
    assert decided(won, "a", 0.99, 3) is None
    lost = decided(won, "b", 0.5, 3)
    assert lost is not None
    assert len(lost) == 21
