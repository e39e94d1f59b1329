"""Fuzzes the notation of moves: `python -m tests.fuzz.notation N [seed]`.

Random and damaged texts are tried in positions of random games of every registered game.
`is_legal` must answer without raising, and `play` must agree with it: a text it refuses raises
`IllegalMove` (or its kind `NotationError`) and leaves the position as it was.
"""

from __future__ import annotations

import random
import sys
from unittest import mock

from tests import toygame
from tests.fuzz.mutate import ODD, mutate
from wonai import registry
from wonai.errors import IllegalMove
from wonai.game import Game, State

TRIES_PER_POSITION = 20
MAX_PLIES = 300
QUIET = ("pass", "done", "reject")
"""Chosen often, or a random game never leaves its first phase."""


def games() -> list[Game]:
    """Every registered game."""
    return [registry.get(name) for name in registry.names()]


def positions(rng: random.Random) -> list[State]:
    """One random game, position by position."""
    game = rng.choice(games())
    state = game.new_from_words(rng.randint(game.min_players, game.max_players), ())
    line = [state.copy()]
    while not state.is_over and len(line) < MAX_PLIES:
        legal = state.legal_moves()
        quiet = [move for move in legal if move in QUIET]
        state.play(rng.choice(quiet if quiet and rng.random() < 0.3 else legal))
        line.append(state.copy())
    return line


def check(state: State, text: str) -> bool:
    """Hold a position to its promises for one text; whether the text is a legal move."""
    before, key = state.to_json(), state.key
    legal = state.is_legal(text)
    assert (state.to_json(), state.key) == (before, key), "is_legal changed the position"
    trial = state.copy()
    refusal = _refusal(trial, text)
    assert legal == (refusal is None), f"is_legal says {legal}, play says {refusal}"
    if refusal is not None:
        assert refusal, "a refusal without a reason"
        assert (trial.to_json(), trial.key) == (before, key), "a refused move changed the position"
    assert state.to_json() == before, "a copy is not independent"
    return legal


def _refusal(state: State, text: str) -> str | None:
    """What `play` says against a text; None if it plays it. Nothing but `IllegalMove` is caught."""
    try:
        state.play(text)
    except IllegalMove as error:
        return str(error)
    return None


def damaged_move(rng: random.Random, moves: list[str]) -> str:
    """A text that looks more or less like a move."""
    kind = rng.random()
    if kind < 0.05:
        return "".join(rng.choice(ODD) for _ in range(rng.randint(0, 6)))
    if kind < 0.15:
        return rng.choice(moves)
    if kind < 0.16:
        return rng.choice(moves) * rng.choice((2, 500))
    return mutate(rng, rng.choice(moves), moves)


def run(count: int, seed: int) -> int:
    """Try `count` texts; how many of them were legal moves."""
    rng = random.Random(seed)
    n_tried = n_legal = 0
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        while n_tried < count:
            line = positions(rng)
            moves = sorted({move for state in line for move in state.legal_moves()[:: max(1, len(line) // 10)]})
            for state in line:
                here = state.legal_moves() or moves
                for _ in range(min(TRIES_PER_POSITION, count - n_tried)):
                    n_tried += 1
                    text = damaged_move(rng, here if rng.random() < 0.5 else moves)
                    try:
                        n_legal += check(state, text)
                    except BaseException:
                        print(f"seed {seed}: {text!r} is the culprit in {state.to_json()}", file=sys.stderr)
                        raise
    return n_legal


if __name__ == "__main__":
    n_inputs, run_seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    print(f"{n_inputs} texts, {run(n_inputs, run_seed)} of them legal moves, nothing to complain about")
