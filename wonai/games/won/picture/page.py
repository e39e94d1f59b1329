"""The page: where the parts of the picture stand, its title and its description for those who cannot see it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from wonai.games.won.picture import svg
from wonai.games.won.picture.board import RIM, SIZE, draw_board
from wonai.games.won.picture.markets import STACKS, draw_markets, draw_stacks, markets_height
from wonai.games.won.picture.moves import in_words, sketch_of
from wonai.games.won.picture.players import draw_players, players_height
from wonai.games.won.picture.scene import PAGE, PALETTE, Rect, Scene
from wonai.games.won.picture.status import HEADER, draw_header, draw_status, status_height
from wonai.games.won.views import BlocView, BoardMap, Document, Rules, quote, safe_name, tile_count, victory_points

WIDTH = 1600
_MARGIN = 24
_COLUMN_GAP = 34
_SIDE = 620
_NAME_COLUMNS = 40


def render_svg(
    document: Document,
    blocs: Sequence[BlocView],
    rules_data: Rules,
    *,
    move: str | None = None,
    marked: Sequence[str] = (),
) -> str:
    """The position as an SVG that needs nothing else; `move`, in the notation of the game, is drawn on it.

    The hexes in `marked` get a ring and a number each.
    `NotationError` if `move` is no move, or names a hex or bloc that is not there.
    """
    board_map = BoardMap(rules_data["board"]["radius"])
    sketch = sketch_of(move, rules_data, board_map.axial)
    scene = Scene(document, blocs, rules_data, board_map, sketch, marked)
    left_width = WIDTH - 2 * _MARGIN - _COLUMN_GAP - _SIDE
    board_height = (3 * board_map.radius + 2) * SIZE + 2 * RIM
    top = HEADER + 22
    status_top = top + board_height + 18
    side_x, stacks_top = WIDTH - _MARGIN - _SIDE, top + markets_height(scene) + 12
    players_top = stacks_top + STACKS + 16
    bottom = status_top + status_height(scene)
    height = max(bottom, players_top + players_height(scene, bottom - players_top)) + 14
    parts = [
        svg.box(0, 0, WIDTH, height, PAGE["background"]),
        draw_header(scene, WIDTH),
        draw_board(scene, (_MARGIN + left_width / 2, top + board_height / 2)),
        draw_markets(scene, side_x, top, _SIDE),
        draw_stacks(scene, side_x, stacks_top, _SIDE),
        draw_players(scene, Rect(side_x, players_top, _SIDE, bottom - players_top)),
        draw_status(scene, _MARGIN, status_top, left_width),
    ]
    title, description = _title(scene), _description(scene)
    body = svg.element("title", escape(title)) + svg.element("desc", escape(description)) + "\n".join(parts)
    return svg.element(
        "svg",
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {svg.num(height)}",
        width=WIDTH,
        height=height,
        role="img",
        aria_label=title,
        font_family=PALETTE["font"],
    )


def _title(scene: Scene) -> str:
    document = scene.document
    who = f", {document['to_move']} to move" if "to_move" in document else ""
    return f"Wealth of Nations, round {document['round']}, phase {document['phase']}{who}"


def _description(scene: Scene) -> str:
    """The figures of the picture in a few sentences."""
    document, sentences = scene.document, []
    for player in document["players"]:
        points = victory_points(document, scene.rules, player)
        tiles = tile_count(document, player["seat"])
        name = safe_name(player["name"], _NAME_COLUMNS)
        sentences.append(
            f"{player['seat']} ({name}): {points} VP, ${player['money']}, {player['notes']} notes, {tiles} tiles."
        )
    for good, level in document["markets"].items():
        market = quote(scene.rules, good, level)
        sentences.append(f"{good}: {level} of {market.wells}, buy ${market.buy}, sell ${market.sell}.")
    if scene.sketch.kind:
        sentences.append(f"Shown: {in_words(scene.sketch, document, scene.blocs, scene.rules)} ({scene.sketch.text}).")
    return " ".join(sentences)
