"""Owns our side of every ratio: the positions that are measured and the work done on them."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import wonai
from bench.measure import Cost
from tests import conformance
from wonai._core.won import position as core

POSITIONS = Path(__file__).parent / "positions"

RANDOM_GAMES = 100
REPEATS = 20  # of a listing on one position; the same as for the yardstick
COPIES = 20_000
WIDE = 64  # moves at least
EVERY = 20  # of the positions of the games that are listed as text
SEED = 20


def named_position(name: str) -> wonai.Position:
    """A fixed position of `bench/positions/`."""
    return wonai.Position.load(POSITIONS / f"{name}.json")


def position_names() -> list[str]:
    """The fixed positions, in the order of their names."""
    return sorted(path.stem for path in POSITIONS.glob("*.json"))


def play_randomly(start: wonai.Position, rng: random.Random, seen: list[wonai.Position] | None = None) -> int:
    """Plays one uniformly random game through `Position` and counts its plies; `seen` gets a copy of each position."""
    position = start.copy()
    plies = 0
    while not position.is_over:
        if seen is not None:
            seen.append(position.copy())
        moves = position.legal_moves()
        position.play(moves[int(rng.random() * len(moves))])
        plies += 1
    return plies


@cache
def random_game_positions() -> list[wonai.Position]:
    """Every position of one uniformly random four-player game of the first edition: a few moves each."""
    seen: list[wonai.Position] = []
    play_randomly(named_position("start-4p"), random.Random(SEED), seen)
    return seen


@cache
def conformance_positions() -> list[wonai.Position]:
    """Every position of the conformance games before its move: up to some hundreds of moves each."""
    positions: list[wonai.Position] = []
    for name in conformance.names("games"):
        head, *plies, _ = conformance.game(name)
        position = wonai.Position.from_json(json.dumps(head["start"]))
        for ply in plies:
            positions.append(position.copy())
            position.play(ply["move"])
    return positions


def random_ply(edition: str = "first") -> Cost:
    """A ply of whole random games inside C: all legal moves listed, one chosen, applied, the key kept."""
    start = wonai.Position.start(4, edition)
    name = f"random ply in C, {edition} edition"
    return Cost.of_work(name, "ply", lambda: core._py_random_plies(start, RANDOM_GAMES, SEED))


def sampled_ply(edition: str = "first") -> Cost:
    """A ply of whole games inside C that draw a move without listing all of them."""
    start = wonai.Position.start(4, edition)
    name = f"sampled ply in C, {edition} edition"
    return Cost.of_work(name, "ply", lambda: core._py_sampled_plies(start, RANDOM_GAMES, SEED))


def listed_move() -> Cost:
    """A move listed inside C, over every position of the conformance games."""
    positions = conformance_positions()

    def list_all() -> int:
        return sum(core._py_list_moves(position, REPEATS) for position in positions)

    return Cost.of_work("listed move in C", "move", list_all)


def wide_positions() -> list[wonai.Position]:
    """Those of the conformance games with many moves."""
    return [position for position in conformance_positions() if len(position.legal_moves()) >= WIDE]


def list_of_a_wide_position() -> Cost:
    """The whole list of a wide position inside C."""
    positions = wide_positions()

    def list_all() -> int:
        for position in positions:
            core._py_list_moves(position, REPEATS)
        return REPEATS * len(positions)

    return Cost.of_work("list of a wide position", "list", list_all)


def drawn_move_of_a_wide_position() -> Cost:
    """A move of a wide position drawn inside C without listing all of them."""
    positions = wide_positions()

    def draw() -> int:
        for position in positions:
            core._py_draw_moves(position, REPEATS, SEED)
        return REPEATS * len(positions)

    return Cost.of_work("drawn move of a wide position", "move", draw)


def copied_state() -> Cost:
    """A copy of the state by assignment, timed inside C."""
    position = named_position("trade-4p")
    return Cost("copy in C", "copy", lambda: core._py_copy_cost(position, COPIES))


def copy_in_python() -> Cost:
    """Position.copy() from Python."""
    copy = named_position("trade-4p").copy

    def copies() -> int:
        for _ in range(COPIES):
            copy()
        return COPIES

    return Cost.of_work("copy() in Python", "copy", copies)


def _listed_text(name: str, positions: list[wonai.Position]) -> Cost:
    def list_texts() -> int:
        return sum(len(position.legal_moves()) for position in positions)

    return Cost.of_work(name, "move", list_texts)


def listed_text_wide() -> Cost:
    """A move listed as text from Python, over positions of the conformance games."""
    return _listed_text("legal_moves() of conformance games", conformance_positions()[::EVERY])


def listed_text_narrow() -> Cost:
    """A move listed as text from Python, over the positions of a random game."""
    return _listed_text("legal_moves() of a random game", random_game_positions())


def random_ply_in_python() -> Cost:
    """A ply of a Python loop of random plies through `Position`."""
    start, rng = named_position("start-4p"), random.Random(SEED)
    return Cost.of_work("random loop in Python", "ply", lambda: play_randomly(start, rng))
