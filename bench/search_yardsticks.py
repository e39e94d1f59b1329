"""Owns both sides of the search's ratios: simulations of our plain UCT and of other people's, on the same position.

Where there is a choice of how to drive a yardstick, the one that flatters it is taken: searches are called without
the choice of a move at the end, states are handed over ready, and the position is the same.
"""

from __future__ import annotations

import importlib
import statistics
from functools import cache
from typing import Any

import wonai
from bench import ours, yardsticks
from bench.measure import Claim, Cost
from wonai._core.won import position as core
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions

ROOT = "start-4p"
OUR_SIMULATIONS = 200
THEIR_SIMULATIONS = 4
PACKAGE_SIMULATIONS = 4
CHECKERS_SIMULATIONS = 30
GAMES_FOR_LENGTH = 2000
MEMORY_MB = 64
SEED = 20


def our_simulation() -> Cost:
    """A simulation of the plain `uct` bot through its public entry: tree, whole random playout, report and all."""
    position = ours.named_position(ROOT)
    bot = bots.get("uct", SearchOptions(seed=SEED))

    def search() -> int:
        return bot.analyse(position, Limit(nodes=OUR_SIMULATIONS)).nodes

    return Cost.of_work("uct", "simulation", search)


@cache
def mean_length() -> float:
    """Moves of a random game from the root, as our playouts draw them."""
    return core._py_sampled_plies(ours.named_position(ROOT), GAMES_FOR_LENGTH, SEED) / GAMES_FOR_LENGTH


def our_searched_move() -> Cost:
    """A move of these simulations: each is one whole game from the root, its first moves in the tree."""
    simulation = our_simulation()
    return Cost("uct, by move", "move", lambda: simulation.sample() / mean_length())


@cache
def _spiel_game() -> Any:
    yardsticks._spiel()
    importlib.import_module("wonai.adapters.open_spiel")
    return yardsticks._game("wealth_of_nations(players=4)")


def cpp_simulation() -> Cost:
    """A simulation of OpenSpiel's C++ MCTSBot on our game through the adapter, one random playout each."""
    spiel, game = yardsticks._spiel(), _spiel_game()
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    bot = spiel.MCTSBot(game, evaluator, 1.0, THEIR_SIMULATIONS, MEMORY_MB, False, SEED, False)
    root = game.new_state_from(ours.named_position(ROOT))

    def search() -> int:
        bot.mcts_search(root)
        return THEIR_SIMULATIONS

    return Cost.of_work("openspiel C++ MCTSBot on our game", "simulation", search)


def python_simulation() -> Cost:
    """The same with OpenSpiel's Python MCTSBot."""
    game = _spiel_game()
    mcts = importlib.import_module("open_spiel.python.algorithms.mcts")
    numpy = importlib.import_module("numpy")
    evaluator = mcts.RandomRolloutEvaluator(1, numpy.random.RandomState(SEED))
    bot = mcts.MCTSBot(
        game, 1.0, THEIR_SIMULATIONS, evaluator, solve=False, random_state=numpy.random.RandomState(SEED)
    )
    root = game.new_state_from(ours.named_position(ROOT))

    def search() -> int:
        bot.mcts_search(root)
        return THEIR_SIMULATIONS

    return Cost.of_work("openspiel Python MCTSBot on our game", "simulation", search)


class _PackageState:
    """A `Position` as the PyPI package `mcts` wants its states."""

    def __init__(self, position: wonai.Position) -> None:
        self._position = position

    def getPossibleActions(self) -> list[str]:
        """The listed moves."""
        return self._position.legal_moves()

    def takeAction(self, action: str) -> _PackageState:
        """The position after a move."""
        child = self._position.copy()
        child.play(action)
        return _PackageState(child)

    def isTerminal(self) -> bool:
        """Whether the game is over."""
        return self._position.is_over

    def getReward(self) -> float:
        """Whether the first seat has won; the package knows one reward only."""
        return float(self._position.seats[0] in self._position.winners())


def package_simulation() -> Cost:
    """A simulation of the PyPI package `mcts` over `Position`."""
    package = yardsticks._package("mcts", "mcts")
    root = _PackageState(ours.named_position(ROOT))

    def search() -> int:
        package.mcts(iterationLimit=PACKAGE_SIMULATIONS).search(root)
        return PACKAGE_SIMULATIONS

    return Cost.of_work("the package mcts over Position", "simulation", search)


def checkers_move() -> Cost:
    """A move of OpenSpiel's C++ MCTSBot on a board game of its own: a simulation is one whole game from the root."""
    spiel, game = yardsticks._spiel(), yardsticks._game(yardsticks.WIDE_GAME)
    evaluator = spiel.RandomRolloutEvaluator(1, SEED)
    bot = spiel.MCTSBot(game, evaluator, 1.0, CHECKERS_SIMULATIONS, MEMORY_MB, False, SEED, False)
    root = game.new_initial_state()
    moves = round(CHECKERS_SIMULATIONS * yardsticks.mean_game_length(yardsticks.WIDE_GAME))

    def search() -> int:
        bot.mcts_search(root)
        return moves

    return Cost.of_work("openspiel C++ MCTSBot, by move", "move", search)


def claims() -> list[Claim]:
    """Every ratio against a yardstick, in the order of the table."""
    simulation = our_simulation()
    return [
        Claim(
            "A simulation of `uct`, against OpenSpiel's Python MCTSBot on our game",
            simulation,
            python_simulation(),
            "times as fast",
            80,
        ),
        Claim(
            "A simulation of `uct`, against OpenSpiel's C++ MCTSBot on our game",
            simulation,
            cpp_simulation(),
            "times as fast",
            60,
        ),
        Claim(
            "A simulation of `uct`, against the PyPI package `mcts` over `Position`",
            simulation,
            package_simulation(),
            "times as fast",
            8,
        ),
        Claim(
            f"A move of `uct`, against OpenSpiel's C++ MCTSBot on `{yardsticks.WIDE_GAME}`",
            our_searched_move(),
            checkers_move(),
            "times as fast",
            10,
        ),
    ]


def facts() -> list[str]:
    """What the simulations consist of."""
    widths = [len(position.legal_moves()) for position in ours.random_game_positions()]
    return [
        f"Root: `{ROOT}`; a random game from it has {mean_length():,.0f} moves "
        f"(mean of {GAMES_FOR_LENGTH:,} games) and {statistics.mean(widths):.1f} legal moves a ply.",
        f"A random game of `{yardsticks.WIDE_GAME}` has "
        f"{yardsticks.mean_game_length(yardsticks.WIDE_GAME):,.0f} moves.",
    ]
