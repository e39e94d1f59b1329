"""The options `--svg` and `--png`, shared by the commands that show a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from wonai.cli.files import write_bytes, write_text
from wonai.game import State


def picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds both options to a command."""
    svg = click.option("--svg", metavar="OUT", help="Write a picture of the position as SVG.")
    png = click.option("--png", metavar="OUT", help="Write a picture of the position as PNG.")
    return svg(png(command))


def write_pictures(state: State, svg: str | None, png: str | None) -> bool:
    """Write the pictures asked for; whether there was one."""
    if svg is not None and png is not None:
        raise click.UsageError("--svg and --png do not go together.")
    if svg is not None:
        write_text(svg, state.to_svg().rstrip("\n"))
    if png is not None:
        from wonai.png import svg_to_png  # slow to import, rarely needed

        write_bytes(png, svg_to_png(state.to_svg()))
    return svg is not None or png is not None
