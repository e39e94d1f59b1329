"""From a choice to ordinary moves, and what happens when they are played against opponents who pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wonai._core.won.round_problem import move_text
from wonai.games.won.planner.round_model import Choice
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data

_PASSIVE = ("pass", "reject", "done")
"""What a seat plays that lets things be; one of these is legal except in the middle of a Move and in the draft."""


_PUT = re.compile(r"(?:flag:|build:[a-z-]+@|drop:[a-z-]+@|automate:)([a-z]\d)")


def hex_put(move: str) -> str | None:
    """The hex on which a step of the Develop phase puts something."""
    found = _PUT.match(move)
    return found[1] if found else None


def passive_move(position: Position) -> str:
    """What the seat to move plays when it wants nothing."""
    legal = position.legal_moves()
    return next((move for move in _PASSIVE if move in legal), legal[0])


def advance(position: Position, seat: str) -> list[str] | None:
    """Let the others pass until the seat may act freely; its own moves on the way, None if its round is over.

    A pending offer is rejected, tiles in the air are put down.
    """
    round_number = position.round
    own: list[str] = []
    while position.to_move is not None and position.round == round_number:
        legal = position.legal_moves()
        is_free = not any(move.startswith(("drop:", "token:")) for move in legal) and "reject" not in legal
        if position.to_move == seat and is_free:
            return own
        move = passive_move(position)
        if position.to_move == seat:
            own.append(move)
        position.play(move)
    return None


def replay(position: Position, seat: str, moves: Sequence[str], *, last: bool = True) -> Iterator[tuple[str, Position]]:
    """Play the seat's moves on `position`, everyone else passing; yields each with the position before it.

    Without `last`, the final move (which may let the marker pass) is not played.
    """
    for number, move in enumerate(moves):
        while position.to_move != seat:
            position.play(passive_move(position))
        yield move, position
        if last or number + 1 < len(moves):
            position.play(move)


def moves_of(position: Position, choice: Choice) -> list[str]:
    """The seat's moves for the rest of the round: sales, notes, purchases; then steps; then runs."""
    goods: list[str] = rules_data()["goods"]
    per_action = position.tables.options.cubes_per_action
    moves: list[str] = []
    if position.phase == "trade":
        amounts = list(zip(goods, choice.trade, strict=True))
        moves += _actions("sell", [good for good, n in amounts for _ in range(-n)], per_action)
        moves += ["note:take"] * choice.notes + ["note:repay"] * -choice.notes
        moves += _actions("buy", [good for good, n in amounts for _ in range(n)], per_action)
        moves.append("pass")
    if position.phase in ("trade", "develop"):
        moves += [*(move_text(position, code) for code in choice.steps), "pass"]
    return [*moves, *(move_text(position, code) for code in choice.runs), "done"]


def _actions(word: str, cubes: list[str], per_action: int) -> list[str]:
    return [f"{word}:{','.join(cubes[k : k + per_action])}" for k in range(0, len(cubes), per_action)]
