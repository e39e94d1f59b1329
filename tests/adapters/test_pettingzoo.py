"""Our games in PettingZoo: its own tests, rewards, masks, draws."""

from __future__ import annotations

import json
from unittest import mock

import pytest

from tests import toygame
from wonai import registry
from wonai.errors import WonaiError

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from wonai.adapters.pettingzoo import env, raw_env


@pytest.mark.filterwarnings("ignore::UserWarning")  # it would like arrays instead of dictionaries, other names
@pytest.mark.parametrize(("players", "words"), [(3, ""), (6, "edition second")])
def test_the_tests_of_pettingzoo(players: int, words: str) -> None:
    api_test(env(players=players, words=words), num_cycles=300)
    seed_test(lambda: env(players=players, words=words), num_cycles=50)


def test_a_whole_game() -> None:
    table = raw_env(players=3, render_mode="ansi")
    table.reset(seed=1)
    table.action_space("p1").seed(3)
    for step, agent in enumerate(table.agent_iter()):
        seen, _, over, _, info = table.last()
        if over:
            break
        assert agent == table.game_state.to_move
        assert int(seen["action_mask"].sum()) == len(info["moves"])
        assert table.observe(next(other for other in table.agents if other != agent))["action_mask"].sum() == 0
        if step % 100 == 0:
            text = bytes(seen["observation"]).rstrip(b"\0")
            assert json.loads(text)["game"] == table.game_state.game
        table.step(table.action_space("p1").sample(seen["action_mask"]))
    assert sum(table.rewards.values()) == pytest.approx(1)
    assert {agent for agent, reward in table.rewards.items() if reward} == set(table.game_state.winners())
    assert table.render() == table.game_state.to_text()


def test_draws_follow_the_seed() -> None:
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        tables = [raw_env(game="orchard") for _ in range(3)]
        for table, seed in zip(tables, (1, 1, 2), strict=True):
            table.reset(seed=seed)
        draws = []
        for table in tables:
            seen = []
            while not table.game_state.is_over:
                seen.append(table.game_state.to_json())
                table.step(0)
            draws.append(seen)
        one, two, three = draws
    assert one == two
    assert one != three


def test_a_number_without_a_move_is_refused() -> None:
    table = raw_env()
    table.reset()
    with pytest.raises(WonaiError, match="action 4000: there are 6 legal moves here"):
        table.step(4000)
