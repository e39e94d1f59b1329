"""Moves as numbers, for frameworks that want a fixed set of actions.

An action is the place of a move in the current list of legal moves, which is in plain ASCII order: 0 is
the first. So the same number means different moves in different positions; `action_text` says which.
Free-form offers are not listed and cannot be numbered: players of these frameworks answer offers but
make none.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wonai.errors import WonaiError
from wonai.game import State

MAX_ACTIONS = 4096
"""No position of any game lists more moves."""


def move_of(state: State, action: int) -> str:
    """The move a number stands for here."""
    moves = state.legal_moves()
    if not 0 <= action < len(moves):
        raise WonaiError(f"action {action}: there are {len(moves)} legal moves here, numbered from 0")
    return moves[action]


def shares(state: State) -> list[float]:
    """What each seat has of the victory; nothing before the end."""
    winners = state.winners()
    return [1.0 / len(winners) if seat in winners else 0.0 for seat in state.seats]


def has_chance(state: State) -> bool:
    """Whether the game has draws at all: only then does it say what they can be."""
    return type(state).outcomes is not State.outcomes


def require(module: str, extra: str) -> ModuleType:
    """A package that an extra brings; `WonaiError` saying which if it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise WonaiError(f"{module} is not installed; it comes with: pip install 'wonai[{extra}]'") from error
