"""OpenSpiel: every game of the registry as a `pyspiel` game.

    import pyspiel
    import wonai.adapters.open_spiel                      # registers the games
    game = pyspiel.load_game("wealth_of_nations(players=4,words=edition second)")

A game is registered under its name with `_` for `-`. Parameters: `players`, and `words`, the rest of what
the protocol's `position startpos players N ...` would say. Utilities are shares of the victory and add up
to 1. Actions are numbers of listed moves (see `wonai.adapters.actions`). Needs `wonai[open-spiel]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wonai import registry
from wonai.adapters.actions import MAX_ACTIONS, has_chance, move_of, require, shares
from wonai.game import CHANCE, State

pyspiel: Any = require("pyspiel", "open-spiel")

MAX_LENGTH = 1_000_000
"""Longer than any game; OpenSpiel wants a bound."""


def short_name(game: str) -> str:
    """`wealth-of-nations` as OpenSpiel spells names."""
    return game.replace("-", "_")


def game_type(name: str) -> Any:
    """What OpenSpiel knows of a game before it is loaded."""
    game = registry.get(name)
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name(name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if has_chance(game.new(game.min_players)) else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"players": game.min_players, "words": ""},
    )


class SpielGame(pyspiel.Game):
    """One game of the registry with its number of players and options."""

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        game = registry.get(name)
        given = dict(params or {})
        players = int(given.get("players", game.min_players))
        self._start = game.new_from_words(players, str(given.get("words", "")).split())
        info = pyspiel.GameInfo(
            num_distinct_actions=MAX_ACTIONS,
            max_chance_outcomes=MAX_ACTIONS if has_chance(self._start) else 0,
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(game_type(name), info, given)

    def new_initial_state(self) -> SpielState:
        """The start."""
        return SpielState(self)

    def new_state_from(self, state: State) -> SpielState:
        """Any position as a root of its own; its history begins here."""
        made = SpielState(self)
        made.state = state.copy()
        return made

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Everybody sees everything."""
        return _Observer()


class SpielState(pyspiel.State):
    """One moment of a game; `state` is ours."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.state: State = game._start.copy()

    def current_player(self) -> int:
        """A seat, chance, or nobody."""
        seat = self.state.to_move
        if seat is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if seat == CHANCE else self.state.seats.index(seat)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.state.legal_moves())))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The draws with their probabilities."""
        weights = dict(self.state.outcomes())
        total = sum(weights.values())
        return [(action, weights[move] / total) for action, move in enumerate(self.state.legal_moves())]

    def _apply_action(self, action: int) -> None:
        self.state.play(move_of(self.state, action))

    def _action_to_string(self, player: int, action: int) -> str:
        return move_of(self.state, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state.is_over

    def returns(self) -> list[float]:
        """Shares of the victory."""
        return shares(self.state) if self.state.is_over else [0.0] * len(self.state.seats)

    def __str__(self) -> str:
        return self.state.to_json()


class _Observer:
    """The whole position as its canonical text; there is no tensor."""

    tensor = None
    dict: Mapping[str, Any] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """Nothing to fill."""

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees."""
        return str(state)


def register(name: str) -> None:
    """Make a game known to OpenSpiel; once is enough."""
    if short_name(name) in pyspiel.registered_names():
        return

    class NamedGame(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(name, params)

    pyspiel.register_game(game_type(name), NamedGame)


for _name in registry.names():
    register(_name)
