"""One card a player: name, goods, money, notes, flags, tiles, points, whose turn it is; and deals between players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wonai.games.won.picture import svg
from wonai.games.won.picture.scene import MARK, PAGE, PALETTE, Rect, Scene, cube, heading, icon, panel, seat_colour
from wonai.games.won.picture.scene import flag as draw_flag
from wonai.games.won.views import safe_name, tile_count, victory_points

HEADING = 24
GAP = 6
LEAST_CARD, MOST_CARD = 66, 96

_NAME_COLUMNS = 18
_ON_CARD = ("accept", "reject", "pass", "done", "note", "draft")


def players_height(scene: Scene, available: float) -> float:
    """Room the players take: cards grow with the space there is."""
    return HEADING + len(scene.document["players"]) * (_card_height(scene, available) + GAP)


def _card_height(scene: Scene, available: float) -> float:
    n_players = len(scene.document["players"])
    return min(max((available - HEADING) / n_players - GAP, LEAST_CARD), MOST_CARD)


def draw_players(scene: Scene, area: Rect) -> str:
    """All cards, and an arrow for the deal that is offered."""
    height = _card_height(scene, area.height)
    cards = {}
    for place, player in enumerate(scene.document["players"]):
        cards[player["seat"]] = Rect(area.x, area.y + HEADING + place * (height + GAP), area.width, height)
    parts = [heading(area.x, area.y + 8, "Players")]
    parts += [_card(scene, player, cards[player["seat"]]) for player in scene.document["players"]]
    return svg.group(*parts, *_deals(scene, cards), class_="players")


def _card(scene: Scene, player: Mapping[str, Any], area: Rect) -> str:
    seat, middle = player["seat"], area.y + area.height / 2
    acting = scene.document.get("to_move") == seat
    frame = panel(area, stroke=seat_colour(seat), stroke_width=2.5) if acting else panel(area)
    band = f"M{svg.pair(area.x + 9, area.y)}a9 9 0 0 0 -9 9v{svg.num(area.height - 18)}a9 9 0 0 0 9 9Z"
    parts = [
        frame,
        svg.path(band, seat_colour(seat)),
        draw_flag(seat, area.x + 36, middle, 19),
        svg.text(
            area.x + 62,
            middle - 15,
            safe_name(player["name"], _NAME_COLUMNS),
            17,
            PAGE["ink"],
            bold=True,
            class_="name",
        ),
        *_chips(scene, seat, area.x + 350, middle - 15),
        *_goods(scene, player, area.x + 71, middle + 14),
        *_holdings(scene, player, area.x, middle),
        _points(victory_points(scene.document, scene.rules, player), area),
    ]
    if acting and scene.sketch.kind in _ON_CARD:
        parts.append(
            svg.box(
                area.x,
                area.y,
                area.width,
                area.height,
                "none",
                9,
                stroke=MARK["colour"],
                stroke_width=4,
                class_="move-mark",
            )
        )
    return svg.group(*parts, class_=f"player {seat}")


def _chips(scene: Scene, seat: str, right: float, middle: float) -> Iterable[str]:
    """From right to left: whose turn it is, who goes first."""
    if scene.document.get("to_move") == seat:
        yield svg.box(right - 62, middle - 9.5, 62, 19, seat_colour(seat), 9.5, class_="to-move")
        yield svg.text(right - 31, middle, "to move", 11.5, "#fff", anchor="middle", bold=True)
        right -= 68
    if scene.document["first"] == seat:
        marker = svg.circle(right - 12, middle, 12, PAGE["accent"]) + icon(
            "crown", right - 12, middle, 7.5, PAGE["ink"]
        )
        yield svg.group(svg.element("title", "first player"), marker, class_="first-player")


def _goods(scene: Scene, player: Mapping[str, Any], x: float, middle: float) -> Iterable[str]:
    for place, good in enumerate(scene.rules["goods"]):
        amount, left = player["goods"][good], x + place * 58
        drawing = cube(scene.rules, good, left, middle, 20)
        yield drawing if amount else svg.group(drawing, opacity=0.25)
        yield svg.text(
            left + 15, middle, amount, 16, PAGE["ink"] if amount else PAGE["muted"], bold=bool(amount), room=33
        )


def _holdings(scene: Scene, player: Mapping[str, Any], x: float, middle: float) -> Iterable[str]:
    notes = player["notes"]
    yield svg.text(x + 440, middle - 14, f"${player['money']}", 20, PAGE["ink"], anchor="end", bold=True, room=80)
    yield svg.text(
        x + 440,
        middle + 14,
        f"{notes} note{'' if notes == 1 else 's'}",
        13.5,
        PALETTE["board"]["conflict"] if notes else PAGE["muted"],
        anchor="end",
        bold=bool(notes),
        room=80,
    )
    yield icon("cloth", x + 470, middle - 11, 9, seat_colour(player["seat"]))
    yield icon("pole", x + 470, middle - 13, 9, PAGE["ink"])
    yield svg.text(x + 486, middle - 14, player["flags"], 16, PAGE["ink"], bold=True, room=40)
    yield icon("hexagon", x + 470, middle + 14, 9.5, seat_colour(player["seat"]))
    yield svg.text(x + 486, middle + 14, tile_count(scene.document, player["seat"]), 16, PAGE["ink"], bold=True)


def _points(points: int, area: Rect) -> str:
    left, middle = area.x + area.width - 88, area.y + area.height / 2
    ground = svg.box(left, middle - 26, 78, 52, PAGE["header"], 8)
    word = svg.text(left + 39, middle + 16, "VP", 11.5, PAGE["header_muted"], anchor="middle", bold=True)
    number = str(points).replace("-", "\N{MINUS SIGN}")
    return (
        ground
        + word
        + svg.text(left + 39, middle - 7, number, 24, PAGE["header_ink"], anchor="middle", bold=True, room=72)
    )


def _deals(scene: Scene, cards: Mapping[str, Rect]) -> Iterable[str]:
    """The pending offer, and the barter that is the move to show."""
    offer = scene.document.get("offer")
    if offer:
        yield _arrow(cards[offer["from"]], cards[offer["to"]], PALETTE["offer"], "offer")
    mover = scene.document.get("to_move", "")
    if scene.sketch.kind == "barter" and scene.sketch.partner in cards and mover in cards:
        yield _arrow(cards[mover], cards[scene.sketch.partner], MARK["colour"], "move-mark")


def _arrow(source: Rect, target: Rect, colour: str, name: str) -> str:
    """A curve in the gutter left of the cards."""
    x, y1, y2 = source.x, source.y + source.height / 2, target.y + target.height / 2
    reach = 22 if abs(y2 - y1) < 1.5 * source.height else 27
    bend = f"C{svg.pair(x - reach, y1)} {svg.pair(x - reach, y2)} {svg.pair(x - 9, y2)}"
    curve = f"M{svg.pair(x, y1)}{bend}"
    head = svg.polygon([(x - 11, y2 - 7), (x + 1, y2), (x - 11, y2 + 7)])
    return svg.group(
        svg.path(curve, stroke=colour, stroke_width=4, stroke_linecap="round"), svg.path(head, colour), class_=name
    )
