"""`wonai apply`: a position some moves later."""

from __future__ import annotations

import click

from wonai.cli.files import STANDARD, load_state, write_text
from wonai.errors import IllegalMove


@click.command()
@click.argument("file")
@click.argument("moves", nargs=-1, required=True, metavar="MOVE...")
@click.option("-o", "--output", metavar="OUT", default=STANDARD, help="Write to a file instead of printing.")
def command(file: str, moves: tuple[str, ...], output: str) -> None:
    """Play moves in a position and write the result.

    Either all moves are legal or nothing is written. OUT may be FILE itself.

    \b
    Example:
      wonai apply game.json draft:i3 place:generator@e4/1 -o game.json
    """
    state = load_state(file)
    for number, move in enumerate(moves, 1):
        seat = state.to_move
        try:
            state.play(move)
        except IllegalMove as error:
            raise IllegalMove(f'{file}: move {number}: illegal move "{move}" for {seat}: {error}') from None
    write_text(output, state.to_json())
