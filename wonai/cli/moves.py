"""`wonai moves`: what can be played in a position."""

from __future__ import annotations

import json

import click

from wonai.cli.files import emit, load_state
from wonai.game import CHANCE, State


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of lines.")
def command(file: str, as_json: bool) -> None:
    """List the legal moves of a position.

    One move a line, in plain ASCII order; free-form offers are legal without being listed. Where a
    draw or deal is due, the moves are its outcomes, and --json adds their weights.

    \b
    Example:
      wonai moves game.json --json
    """
    state = load_state(file)
    if as_json:
        emit(json.dumps(_report(state), ensure_ascii=False))
        return
    for move in state.legal_moves():
        emit(move)


def _report(state: State) -> dict[str, object]:
    report: dict[str, object] = {
        "game": state.game,
        "phase": state.phase,
        "to_move": state.to_move,
        "moves": state.legal_moves(),
    }
    if state.to_move == CHANCE:
        report["weights"] = dict(state.outcomes())
    return report
