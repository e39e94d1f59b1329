"""Owns the other side of every ratio: OpenSpiel, Catanatron and memcpy, driven as fast as they can be.

Where there is a choice of how to measure a yardstick, the one that flatters it is taken.
"""

from __future__ import annotations

import ctypes
import importlib
import random
import statistics
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from bench.measure import Cost, nanoseconds_per_unit

WIDE_GAME = "chinese_checkers(players=6)"
SMALL_GAME = "havannah(board_size=5)"  # of OpenSpiel's games, one with a cheap clone()

GAMES_FOR_LENGTH = 400
PLAYOUTS = 40
CATAN_GAMES = 3
STATES_OF_A_GAME = 100
REPEATS = 20
CLONES = 20_000
COPIES = 20_000
COPY_ROUNDS = 7
SEED = 20


class MissingYardstick(Exception):
    """A package of the extra `bench` that is not installed."""


def _package(name: str, distribution: str) -> ModuleType:
    """The imported package; by name, because neither yardstick ships type hints."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingYardstick(f"{distribution} is not installed; it comes with: pip install 'wonai[bench]'") from error


@cache
def _spiel() -> ModuleType:
    return _package("pyspiel", "open_spiel")


@cache
def _game(name: str) -> Any:
    return _spiel().load_game(name)


def play_randomly(game: str, rng: random.Random, visit: Callable[[Any], None] | None = None) -> int:
    """Plays one uniformly random game of OpenSpiel from Python and counts its moves; `visit` sees each state."""
    state = _game(game).new_initial_state()
    moves = 0
    while not state.is_terminal():
        if visit is not None:
            visit(state)
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


@cache
def mean_game_length(game: str) -> float:
    """Moves in a uniformly random game, counted over games that OpenSpiel's own random bots play inside C++."""
    spiel = _spiel()
    bots = [spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(_game(game).num_players())]
    lengths = []
    for number in range(GAMES_FOR_LENGTH):
        state = _game(game).new_initial_state()
        spiel.evaluate_bots(state, bots, SEED + number)
        lengths.append(state.move_number())
    return float(statistics.mean(lengths))


def random_move_in_cpp() -> Cost:
    """A move of OpenSpiel's random playouts inside C++: all legal actions listed, one chosen, applied.

    A search of a single simulation does nothing but the playouts of its evaluator from the root. It does not count
    their moves; the mean length of such games does (its standard error is about 0.1 %).
    """
    spiel, game = _spiel(), _game(WIDE_GAME)
    evaluator = spiel.RandomRolloutEvaluator(PLAYOUTS, SEED)
    bot = spiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, SEED, False)
    root = game.new_initial_state()
    moves = round(PLAYOUTS * mean_game_length(WIDE_GAME))

    def playouts() -> int:
        bot.mcts_search(root)
        return moves

    return Cost.of_work("openspiel random playout in C++", "move", playouts)


@cache
def _states_of_a_game(game: str) -> list[Any]:
    """States spread evenly over one random game."""
    states: list[Any] = []
    play_randomly(game, random.Random(SEED), lambda state: states.append(state.clone()))
    return states[:: max(1, len(states) // STATES_OF_A_GAME)]


def _state_after(game: str, moves: int) -> Any:
    """A state whose history has this many moves."""
    state = _game(game).new_initial_state()
    rng = random.Random(SEED)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def listed_move_in_cpp() -> Cost:
    """A move listed by OpenSpiel's legal_actions(), the part inside C++ alone.

    From the time of the Python call is taken the time of history() on a state with as many moves behind it as this one
    has legal ones: the same type of result (a vector of actions, made into a list of ints) and no work to find it. So
    the call, the making of the list and even the vector itself are not held against OpenSpiel.
    """
    states = _states_of_a_game(WIDE_GAME)
    widths = [len(state.legal_actions()) for state in states]
    after = {width: _state_after(WIDE_GAME, width) for width in set(widths)}
    listing = [state.legal_actions for state in states]
    handing_over = [after[width].history for width in widths]

    def repeat(calls: list[Callable[[], list[int]]]) -> int:
        moves = 0
        for call in calls:
            for _ in range(REPEATS):
                moves += len(call())
        return moves

    def sample() -> float:
        return nanoseconds_per_unit(lambda: repeat(listing)) - nanoseconds_per_unit(lambda: repeat(handing_over))

    return Cost("openspiel legal_actions in C++", "move", sample)


def listed_move_text() -> Cost:
    """A move listed as text from Python: legal_actions(), then action_to_string() for each."""
    states = _states_of_a_game(WIDE_GAME)

    def list_texts() -> int:
        moves = 0
        for state in states:
            player = state.current_player()
            moves += len([state.action_to_string(player, action) for action in state.legal_actions()])
        return moves

    return Cost.of_work("openspiel legal_actions and action_to_string", "move", list_texts)


def clone_in_python() -> Cost:
    """clone() of a small board, from Python."""
    clone = _game(SMALL_GAME).new_initial_state().clone

    def clones() -> int:
        for _ in range(CLONES):
            clone()
        return CLONES

    return Cost.of_work("openspiel clone", "copy", clones)


def random_move_in_python() -> Cost:
    """A move of a Python loop of random moves over OpenSpiel's states."""
    rng = random.Random(SEED)
    return Cost.of_work("openspiel random loop in Python", "move", lambda: play_randomly(WIDE_GAME, rng))


def random_catan_move() -> Cost:
    """A move of Catanatron's games between four random players; setting the games up is not counted."""
    catanatron = _package("catanatron", "catanatron")

    def new_game() -> Any:
        return catanatron.Game([catanatron.RandomPlayer(colour) for colour in catanatron.Color])

    def play_all(games: list[Any]) -> int:
        for game in games:
            game.play()
        return sum(len(game.state.actions) for game in games)

    def sample() -> float:
        games = [new_game() for _ in range(CATAN_GAMES)]
        return nanoseconds_per_unit(lambda: play_all(games), least=0)  # a game is played once

    return Cost("catanatron random game", "move", sample)


def copied_bytes(n_bytes: int) -> Cost:
    """A memcpy of the C library, of bytes that are aligned and in cache, timed inside C."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "memcpy.so"
        compiler = (sysconfig.get_config_var("CC") or "cc").split()
        source = Path(__file__).parent / "memcpy.c"
        subprocess.run([*compiler, "-O3", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
        memcpy_cost = ctypes.CDLL(str(library)).memcpy_cost
    memcpy_cost.argtypes = (ctypes.c_size_t, ctypes.c_int, ctypes.c_int)
    memcpy_cost.restype = ctypes.c_double
    return Cost("memcpy", "copy", lambda: float(memcpy_cost(n_bytes, COPIES, COPY_ROUNDS)))
