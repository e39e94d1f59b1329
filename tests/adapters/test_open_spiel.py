"""Our games in OpenSpiel: its own tests, the mapping of actions, its search."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest

from tests import toygame
from wonai import Position, registry

pyspiel = pytest.importorskip("pyspiel")

from wonai.adapters import open_spiel as adapter  # noqa: E402

SHORT_GAME = "wealth_of_nations(players={},words=edition {})"


@pytest.fixture
def orchard() -> Iterator[str]:
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        adapter.register(toygame.NAME)
        yield f"{toygame.NAME}(players=2)"


@pytest.mark.parametrize("edition", ["first", "second"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_tests_of_openspiel(players: int, edition: str) -> None:
    game = pyspiel.load_game(SHORT_GAME.format(players, edition))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.num_players() == players


def test_states_survive_a_file() -> None:
    game = pyspiel.load_game("wealth_of_nations(players=3)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_game_with_chance(orchard: str) -> None:
    game = pyspiel.load_game(orchard)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert [round(chance, 3) for _, chance in state.chance_outcomes()] == [0.5, 0.375, 0.125]
    assert state.action_to_string(0) == "draw:apple"


def test_actions_are_the_listed_moves() -> None:
    state = pyspiel.load_game("wealth_of_nations(players=4,words=edition second first p3)").new_initial_state()
    ours = Position.start(4, "second", "p3")
    assert state.current_player() == 2
    for choice in (3, 7, 1, 0, 5):
        moves = ours.legal_moves()
        assert [state.action_to_string(action) for action in state.legal_actions()] == moves
        state.apply_action(choice % len(moves))
        ours.play(moves[choice % len(moves)])
        assert str(state) == ours.to_json()
        assert state.observation_string(0) == ours.to_json()


def test_a_search_of_openspiel_plays_our_game() -> None:
    game = pyspiel.load_game("wealth_of_nations(players=3)")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 4, 16, False, 1, False)
    state = game.new_initial_state()
    # Not bot.step(): of open_spiel 2.0.2 it crashes on any game written in Python, its own tic-tac-toe too.
    root = bot.mcts_search(state)
    assert root.best_child().action in state.legal_actions()


def test_any_position_can_be_a_root() -> None:
    game = pyspiel.load_game("wealth_of_nations(players=4)")
    ours = Position.start(4)
    ours.play("draft:i3")
    assert str(game.new_state_from(ours)) == ours.to_json()
