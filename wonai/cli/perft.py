"""`wonai perft`: counts of lines of play, to compare implementations of the rules."""

from __future__ import annotations

import click

from wonai.cli.files import emit, load_state
from wonai.game import State


@click.command()
@click.argument("file")
@click.argument("depth", type=click.IntRange(0, 99))
@click.option("--divide", is_flag=True, help="Print the count after each first move, too.")
def command(file: str, depth: int, divide: bool) -> None:
    """Count the lines of play to a given depth.

    Follows every listed legal move DEPTH moves deep; at depth 0 the count is 1. The counts grow
    very fast.

    \b
    Example:
      wonai perft game.json 2 --divide
    """
    state = load_state(file)
    if divide and depth > 0:
        _divide(state, depth)
    else:
        emit(str(state.perft(depth)))


def _divide(state: State, depth: int) -> None:
    total = 0
    for move in state.legal_moves():
        child = state.copy()
        child.play(move)
        count = child.perft(depth - 1)
        total += count
        emit(f"{move} {count}")
    emit(f"total {total}")
