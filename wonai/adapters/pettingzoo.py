"""PettingZoo: every game of the registry as an AEC environment.

    from wonai.adapters.pettingzoo import env
    table = env(players=4, words="edition second")
    table.reset(seed=1)

Agents are the seats. An observation is a dictionary: `observation` holds the bytes of the position's
canonical text, filled up with zeros (everything is open, so every agent sees the same), `action_mask` says
which numbers are legal moves (see `wonai.adapters.actions`); the moves as text stand in the agent's `info`.
Each agent's reward is its share of the victory, at the end. Draws are made with the seed of `reset`.
Needs `wonai[pettingzoo]`.
"""

from __future__ import annotations

import random
from typing import Any

from wonai import registry
from wonai.adapters.actions import MAX_ACTIONS, move_of, require, shares
from wonai.errors import WonaiError
from wonai.game import CHANCE, State

np: Any = require("numpy", "pettingzoo")
spaces: Any = require("gymnasium.spaces", "pettingzoo")
pettingzoo: Any = require("pettingzoo", "pettingzoo")
wrappers: Any = require("pettingzoo.utils.wrappers", "pettingzoo")

MAX_TEXT = 16_384
"""Bytes of a position's text."""


def env(**options: Any) -> Any:
    """The environment with PettingZoo's usual checks: an illegal action ends the game and costs a point."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(pettingzoo.AECEnv):
    """One table of one game; its name is PettingZoo's convention."""

    metadata = {"name": "wonai_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str = registry.DEFAULT_GAME,
        players: int | None = None,
        words: str = "",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        chosen = registry.get(game)
        self._start = chosen.new_from_words(chosen.min_players if players is None else players, words.split())
        self._rng = random.Random(0)
        self.render_mode = render_mode
        self.game_state: State = self._start.copy()
        self.possible_agents = list(self._start.seats)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, (MAX_TEXT,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (MAX_ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(MAX_ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The text of the position, and which actions are legal."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The number of a listed move."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game."""
        if seed is not None:
            self._rng = random.Random(seed)
        self.game_state = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._draw()
        self._say_who_moves()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; only the one to move has legal actions."""
        text = self.game_state.to_json().encode()
        if len(text) > MAX_TEXT:
            raise WonaiError(f"the text of the position has {len(text):,} bytes; {MAX_TEXT:,} fit")
        seen = np.zeros(MAX_TEXT, np.uint8)
        seen[: len(text)] = np.frombuffer(text, np.uint8)
        mask = np.zeros(MAX_ACTIONS, np.int8)
        if agent == self.game_state.to_move:
            mask[: len(self.game_state.legal_moves())] = 1
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move of that number, and the draws that follow."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.game_state.play(move_of(self.game_state, -1 if action is None else int(action)))
        self._draw()
        if self.game_state.is_over:
            self.rewards = dict(zip(self.agents, shares(self.game_state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._say_who_moves()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as text."""
        return self.game_state.to_text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""

    def _draw(self) -> None:
        while self.game_state.to_move == CHANCE:
            moves, weights = zip(*self.game_state.outcomes(), strict=True)
            self.game_state.play(self._rng.choices(moves, weights)[0])

    def _say_who_moves(self) -> None:
        mover = self.game_state.to_move
        self.agent_selection = self.agents[0] if mover is None else mover
        self.infos = {agent: {} for agent in self.agents}
        if mover is not None:
            self.infos[mover] = {"moves": self.game_state.legal_moves()}
