"""The five markets with their rows of cubes and prices, and the stacks of tiles with their costs."""

from __future__ import annotations

from collections.abc import Iterable

from wonai.games.won.picture import svg
from wonai.games.won.picture.board import mini_tile
from wonai.games.won.picture.scene import (
    MARK,
    PAGE,
    PALETTE,
    Rect,
    Scene,
    cube,
    heading,
    icon,
    industry_colour,
    industry_ink,
    maker,
    panel,
)
from wonai.games.won.views import INTEGRATED, Quote, quote, title_of

COLOURS: dict[str, str] = PALETTE["market"]

HEADING = 24
ROW, ROW_GAP = 66, 6
STACKS = 92

_WELLS_LEFT = 150
_WELL_WIDE, _WELL_HIGH = 21, 16
_WELL_PITCH_X, _WELL_PITCH_Y = 23.5, 18.5
_PRICE_LEFT, _PRICE_WIDTH = 490, 58


def markets_height(scene: Scene) -> float:
    """Room the markets take."""
    return HEADING + len(scene.rules["goods"]) * (ROW + ROW_GAP)


def draw_markets(scene: Scene, x: float, y: float, width: float) -> str:
    """All markets, one below the other."""
    parts = [heading(x, y + 8, "Markets")]
    for place, good in enumerate(scene.rules["goods"]):
        parts.append(_market(scene, good, Rect(x, y + HEADING + place * (ROW + ROW_GAP), width, ROW)))
    return svg.group(*parts, class_="markets")


def _market(scene: Scene, good: str, area: Rect) -> str:
    market = quote(scene.rules, good, scene.document["markets"][good])
    industry = maker(scene.rules, good)
    colour, middle = industry_colour(industry), area.y + ROW / 2
    touched = good in scene.sketch.goods
    verb = scene.sketch.kind if touched else ""
    frame = panel(area, stroke=MARK["colour"], stroke_width=3.5, class_="move-mark") if touched else panel(area)
    parts = [
        frame,
        svg.circle(area.x + 29, middle, 18, colour),
        icon(industry, area.x + 29, middle, 11, industry_ink(industry)),
        svg.text(area.x + 57, middle - 9, title_of(good), 17, PAGE["ink"], bold=True),
        svg.text(area.x + 57, middle + 11, f"{market.level} of {market.wells}", 12.5, PAGE["muted"]),
        *_wells(scene, good, market, area),
        _price(area.x + _PRICE_LEFT, area.y, "buy", market.buy, industry, marked=verb == "buy"),
        _price(area.x + _PRICE_LEFT + _PRICE_WIDTH + 6, area.y, "sell", market.sell, industry, marked=verb == "sell"),
    ]
    return svg.group(*parts, class_=f"market {good}")


def _wells(scene: Scene, good: str, market: Quote, area: Rect) -> Iterable[str]:
    """Every well, row by row."""
    rows = scene.rules["markets"][good]["row_lengths"]
    top = area.y + (ROW - len(rows) * _WELL_PITCH_Y + _WELL_PITCH_Y - _WELL_HIGH) / 2
    marked, index = _touched_wells(scene, good, market), 0
    for row, length in enumerate(rows):
        for place in range(length):
            x, y = area.x + _WELLS_LEFT + place * _WELL_PITCH_X, top + row * _WELL_PITCH_Y
            yield _well(scene, good, market, index, Rect(x, y, _WELL_WIDE, _WELL_HIGH), marked=index in marked)
            index += 1


def _well(scene: Scene, good: str, market: Quote, index: int, area: Rect, *, marked: bool) -> str:
    """A cube with what it costs, or a hole with what a cube put there brings; the next of each has a ring."""
    track, industry = scene.rules["markets"][good], maker(scene.rules, good)
    filled, colour = index < market.level, industry_colour(industry)
    rings = {market.level - 1: PAGE["ink"], market.level: colour}
    ring = MARK["colour"] if marked else rings.get(index)
    fill, name = (colour, "cube") if filled else (COLOURS["well"], "well")
    thick = 3 if marked else 2
    ground = svg.box(*area, fill, 3, stroke=ring, stroke_width=thick if ring else None, class_=name)
    price = track["buy"][index] if filled else track["sell"][index]
    ink = industry_ink(industry) if filled else COLOURS["well_ink"]
    x, y = area.x + area.width / 2, area.y + area.height / 2
    return ground + svg.text(x, y, price, 10.5, ink, anchor="middle", bold=filled)


def _touched_wells(scene: Scene, good: str, market: Quote) -> range:
    """The wells a buy empties or a sale fills."""
    count = scene.sketch.goods.count(good)
    if scene.sketch.kind == "buy":
        return range(max(market.level - count, 0), market.level)
    return range(market.level, min(market.level + count, market.wells))


def _price(x: float, y: float, verb: str, price: int, industry: str, *, marked: bool) -> str:
    strong, colour = verb == "buy", industry_colour(industry)
    ground = svg.box(
        x,
        y + 8,
        _PRICE_WIDTH,
        ROW - 16,
        colour if strong else "#fff",
        7,
        stroke=MARK["colour"] if marked else colour,
        stroke_width=4 if marked else 1.5,
    )
    ink = industry_ink(industry) if strong else PAGE["ink"]
    word = svg.text(x + _PRICE_WIDTH / 2, y + 20, verb, 11.5, ink, anchor="middle")
    return ground + word + svg.text(x + _PRICE_WIDTH / 2, y + 41, f"${price}", 20, ink, anchor="middle", bold=True)


def draw_stacks(scene: Scene, x: float, y: float, width: float) -> str:
    """The stacks, which are the legend of the tiles too: face, name, tiles left, cost of building."""
    stacks = scene.document["stacks"]
    pitch = width / len(stacks)
    parts = [heading(x, y + 8, "Tiles left"), panel(Rect(x, y + HEADING, width, STACKS - HEADING))]
    for place, (tile, left) in enumerate(stacks.items()):
        parts.append(_stack(scene, tile, left, x + pitch * place + pitch / 2, y + HEADING))
    return svg.group(*parts, class_="stacks")


def _stack(scene: Scene, tile: str, left: int, middle: float, top: float) -> str:
    rules = scene.rules
    cost = rules["super_industries" if tile == INTEGRATED else "industries"][tile]["cost"]
    goods = [good for good in rules["goods"] for _ in range(cost.get(good, 0))]
    name = "Integrated" if tile == INTEGRATED else title_of(tile)
    cubes = [cube(rules, good, middle + 10 + place * 12, top + 37, 11) for place, good in enumerate(goods)]
    face = svg.group(mini_tile(rules, tile, middle - 21, top + 27, 21), opacity=None if left else 0.3)
    count = svg.text(
        middle + 4, top + 18, f"\N{MULTIPLICATION SIGN}{left}", 16, PAGE["ink"] if left else PAGE["muted"], bold=True
    )
    return svg.group(
        face, count, *cubes, svg.text(middle, top + 58, name, 11, PAGE["muted"], anchor="middle"), class_="stack"
    )
