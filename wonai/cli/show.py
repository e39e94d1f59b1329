"""`wonai show`: a position for the eye."""

from __future__ import annotations

import click

from wonai.cli.files import emit, load_state
from wonai.cli.pictures import picture_options, write_pictures


@click.command()
@click.argument("file")
@picture_options
def command(file: str, svg: str | None, png: str | None) -> None:
    """Show a position as text or as a picture.

    \b
    Example:
      wonai show game.json --svg game.svg
    """
    state = load_state(file)
    if not write_pictures(state, svg, png):
        emit(state.to_text().rstrip("\n"))
