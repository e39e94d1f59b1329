"""A position as a picture: one self-contained SVG with board, markets, stacks, players and the move to show.

`render_svg` lays out the page; each other module draws one part of it. Colours and icons are in `palette.json`.
"""

from wonai.games.won.picture.page import render_svg
from wonai.games.won.views import BlocView

__all__ = ["BlocView", "render_svg"]
