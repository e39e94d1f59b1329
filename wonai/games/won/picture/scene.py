"""What every part of the picture is drawn from, the palette, and small drawings used in several places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from wonai.games.won.picture import svg
from wonai.games.won.picture.moves import Sketch
from wonai.games.won.views import BlocView, BoardMap, Document, Rules

PALETTE: dict[str, Any] = json.loads(files("wonai.games.won").joinpath("palette.json").read_text("utf-8"))
PAGE: dict[str, str] = PALETTE["page"]
MARK: dict[str, str] = PALETTE["move"]

ICON_REACH = 10  # icons are drawn in a square from -10 to 10


class Scene(NamedTuple):
    """A position ready to be drawn, with the move to show on it."""

    document: Document
    blocs: Sequence[BlocView]
    rules: Rules
    board_map: BoardMap
    sketch: Sketch
    marked: Sequence[str] = ()
    """Hexes to ring and number, in this order."""


class Rect(NamedTuple):
    """A place on the page."""

    x: float
    y: float
    width: float
    height: float


def seat_colour(seat: str) -> str:
    """The colour of a seat's flags."""
    return str(PALETTE["seats"][seat])


def industry_colour(industry: str) -> str:
    """The colour of an industry's dots."""
    return str(PALETTE["industries"][industry]["colour"])


def industry_ink(industry: str) -> str:
    """What can be read on that colour."""
    return str(PALETTE["industries"][industry]["ink"])


def maker(rules: Rules, good: str) -> str:
    """The industry that makes a good: it lends it colour and icon."""
    return next(str(name) for name, industry in rules["industries"].items() if industry["makes"] == good)


def icon(name: str, x: float, y: float, radius: float, fill: str) -> str:
    """An icon of the palette around a point."""
    drawing = svg.path(PALETTE["icons"][name], fill, fill_rule="evenodd")
    return svg.group(drawing, at=(x, y), scale=radius / ICON_REACH)


def flag(seat: str, x: float, y: float, radius: float) -> str:
    """A pennant in the seat's colour with the seat's number."""
    pole = svg.path(PALETTE["icons"]["pole"], PAGE["ink"])
    cloth = svg.path(PALETTE["icons"]["cloth"], seat_colour(seat), stroke="#fff", stroke_width=0.8)
    number = svg.text(-0.4, -4, seat[1:], 10.5, "#fff", anchor="middle", bold=True)
    return svg.group(pole, cloth, number, at=(x, y), scale=radius / ICON_REACH, class_="flag")


def cube(rules: Rules, good: str, x: float, y: float, side: float) -> str:
    """A commodity cube around a point."""
    industry = maker(rules, good)
    square = svg.box(x - side / 2, y - side / 2, side, side, industry_colour(industry), side / 5)
    return square + icon(industry, x, y, side * 0.36, industry_ink(industry))


def panel(area: Rect, fill: str = PAGE["panel"], stroke: str = PAGE["line"], **more: str | float) -> str:
    """A card on the page."""
    return svg.box(area.x, area.y, area.width, area.height, fill, 9, stroke=stroke, **more)


def heading(x: float, y: float, words: str) -> str:
    """A section's name in small capitals."""
    return svg.text(x, y, words.upper(), 12, PAGE["muted"], bold=True, letter_spacing="1.5")


def glow(d: str, width: float = 4.5, **more: str | float) -> str:
    """A line in the colour of the shown move, on a light halo so that it stands out on any ground."""
    halo = svg.path(d, stroke=MARK["halo"], stroke_width=width + 5, stroke_linejoin="round", stroke_opacity=0.9)
    line = svg.path(d, stroke=MARK["colour"], stroke_width=width, stroke_linejoin="round", **more)
    return svg.group(halo, line, class_="move-mark")
