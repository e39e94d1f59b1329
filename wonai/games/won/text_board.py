"""A position as plain ASCII: the board as bricks (each row shifted by half a brick, so neighbours stay neighbours),
markets, stacks, players and blocs. Only names of players may bring other signs.

Dots are drawn where they lie on the tiles: on the borders between bricks (half dots) and where three borders meet
(third dots); the legend is part of the text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from wonai.games.won.views import (
    HALF,
    BlocView,
    BoardMap,
    Document,
    Joint,
    Rules,
    asset_text,
    assets_text,
    blocked_hexes,
    char_width,
    joints,
    quote,
    safe_name,
    setting,
    tile_count,
    tiles_in_the_air,
    title_of,
    victory_points,
)

LEAST_WIDTH = 76
BRICK, BRICK_HIGH = 8, 3  # columns and lines from one brick to the next
_SIDE_GAP = 3
_SIDE_LEAST = 40
_BESIDE_NAME = 67  # columns of a player's line without the name
_BAR_LEAST = 10

_SHORT = {
    "farm": "Farm",
    "generator": "Gener.",
    "academy": "Academy",
    "mine": "Mine",
    "factory": "Factory",
    "bank": "Bank",
    "integrated-economy": "Int.Ec.",
}
# By edge of the tile that has the half dot, NE to NW: the bulge points into the tile.
_HALF_SIGNS = "v(^^)v"
_COLUMNS = {"food": 5, "energy": 7, "labor": 6, "ore": 5, "capital": 8}
_LEGEND = (
    "( ) ^ v half dot    . : one, two thirds    O full dot",
    "o full, but of two players    x conflict    * token",
)


def render_text(document: Document, blocs: Sequence[BlocView], rules_data: Rules, *, width: int = 100) -> str:
    """The position as lines of at most `width` columns (at least LEAST_WIDTH), ending with a line feed.

    Where there is room, markets and stacks stand beside the board, otherwise below it.
    """
    width = max(width, LEAST_WIDTH)
    board_map = BoardMap(rules_data["board"]["radius"])
    board = [*_board(document, blocs, rules_data, board_map), *_LEGEND]
    board_width = max(map(len, board))
    side_width = width - board_width - _SIDE_GAP
    beside = side_width >= _SIDE_LEAST
    room = side_width if beside else width
    side = [*_markets(document, rules_data, room), "", *_stacks(document, room)]
    players = _players(document, rules_data, width)
    bloc_lines = _blocs(blocs, room)
    if beside:
        side += ["", *bloc_lines]
        middle = [f"{left:<{board_width + _SIDE_GAP}}{right}" for left, right in zip_longest(board, side, fillvalue="")]
        below = ["", *players]
    else:
        middle, below = board, ["", *side, "", *players, "", *bloc_lines]
    lines = [*_header(document, rules_data, width), "", *middle, *below, *_under_way(document, width)]
    return "".join(line.rstrip() + "\n" for line in lines)


def render_summary(document: Document, rules_data: Rules, *, width: int = 80) -> str:
    """The position without its board: the moment, what everybody holds, the prices, what is under way."""
    prices = [
        f"{good} ${market.buy}/{market.sell}"
        for good in rules_data["goods"]
        for market in [quote(rules_data, good, document["markets"][good])]
    ]
    lines = [
        *_header(document, rules_data, width),
        "",
        *(_players if width >= LEAST_WIDTH else _short_players)(document, rules_data, width),
        *_filled("buy/sell  ", prices, width),
        *_under_way(document, width),
    ]
    return "".join(line.rstrip() + "\n" for line in lines)


def _short_players(document: Document, rules: Rules, width: int) -> Iterable[str]:
    """Two lines a player where a table has no room."""
    for player in document["players"]:
        seat, mark = player["seat"], ">" if document.get("to_move") == player["seat"] else " "
        name = safe_name(player["name"], 12)
        points = victory_points(document, rules, player)
        yield f"{mark} {seat} {name}: {points} VP, ${player['money']}, {asset_text('notes', player['notes'])}"
        yield f"     {assets_text(player['goods'])}"


def _header(document: Document, rules: Rules, width: int) -> Iterable[str]:
    edition, phase = document["rules"]["edition"], document["phase"]
    mover = f"{document['to_move']} to move" if "to_move" in document else "game over"
    yield f"Wealth of Nations, {edition} edition    round {document['round']}    {phase}    {mover}"
    facts = [f"{document['passes']} of {len(document['players'])} passed"] if document["passes"] else []
    if document.get("actions"):
        limit = setting(document, rules, "trade_actions_per_seat") * len(document["players"])
        facts.append(f"{document['actions']} of {limit} trade actions")
    if document["ending"] and phase != "over":
        facts.append("the game is ending")
    changed = [name for name in document["rules"] if name != "edition"]
    if changed:
        facts.append("changed: " + ", ".join(changed))
    yield from textwrap.wrap("; ".join(facts), width)


# The board


def _board(document: Document, blocs: Sequence[BlocView], rules: Rules, board_map: BoardMap) -> list[str]:
    n_rows = 2 * board_map.radius + 1
    canvas = [[" "] * (n_rows * BRICK + 1) for _ in range(n_rows * BRICK_HIGH + 1)]
    for name in board_map.axial:
        _draw_brick(canvas, *_corner_of(board_map, name))
    blocked = blocked_hexes(document, rules)
    tokens = {bloc.hexes[0]: 0 for bloc in blocs}
    for bloc in blocs:
        tokens[bloc.hexes[0]] += bloc.tokens
    for name in board_map.axial:
        column, line = _corner_of(board_map, name)
        if name == rules["board"]["centre"] or name in blocked:
            content = ["#" * (BRICK - 1)] * (BRICK_HIGH - 1)
        else:
            content = _cell(document, name, tokens.get(name, 0))
        for place, text in enumerate(content):
            canvas[line + 1 + place][column + 1 : column + BRICK] = text
    for joint in joints(document, blocs, rules, board_map):
        column, line = _joint_place(board_map, joint)
        canvas[line][column] = _joint_sign(board_map, joint)
    return ["".join(line).rstrip() for line in canvas]


def _corner_of(board_map: BoardMap, name: str) -> tuple[int, int]:
    """Column and line of the upper left corner of a brick."""
    q, r = board_map.axial[name]
    return (2 * (q + board_map.radius) + r) * BRICK // 2, (r + board_map.radius) * BRICK_HIGH


def _draw_brick(canvas: list[list[str]], column: int, line: int) -> None:
    for edge in (line, line + BRICK_HIGH):
        for x in range(column, column + BRICK + 1):
            if canvas[edge][x] == " ":
                canvas[edge][x] = "-"
        for x in (column, column + BRICK // 2, column + BRICK):
            canvas[edge][x] = "+"
    for y in range(line + 1, line + BRICK_HIGH):
        canvas[y][column] = canvas[y][column + BRICK] = "|"


def _cell(document: Document, name: str, tokens: int) -> list[str]:
    """Two lines: coordinate, tokens, owner; then the tile."""
    cell = document["board"].get(name)
    if cell is None:
        return [f"{name:<{BRICK - 1}}", " " * (BRICK - 1)]
    sign = f"{tokens if tokens > 1 else ''}*" if tokens else ""
    what = _SHORT[cell["tile"]] if "tile" in cell else "flag"
    return [f"{name}{sign:>3.3}{cell['owner']}", f"{what:^{BRICK - 1}}"]


def _joint_place(board_map: BoardMap, joint: Joint) -> tuple[int, int]:
    """Column and line of an edge's or point's sign on the borders of its brick."""
    column, line = _corner_of(board_map, joint.hex)
    half, low = BRICK // 2, BRICK_HIGH
    if joint.kind == HALF:  # NE, E, SE, SW, W, NW
        places = ((half + 2, 0), (BRICK, 2), (half + 2, low), (2, low), (0, 2), (2, 0))
    else:  # upper right, lower right, bottom, lower left, upper left, top
        places = ((BRICK, 0), (BRICK, low), (half, low), (0, low), (0, 0), (half, 0))
    dx, dy = places[joint.at]
    return column + dx, line + dy


def _joint_sign(board_map: BoardMap, joint: Joint) -> str:
    if joint.state != "part":
        return {"full": "O", "shared": "o", "conflict": "x"}[joint.state]
    if joint.kind != HALF:
        return ".:"[len(joint.holders) - 1]
    at = next(edge for name, edge in board_map.spots(HALF, joint.hex, joint.at) if name == joint.holders[0])
    return _HALF_SIGNS[at]


# Tables


def _markets(document: Document, rules: Rules, room: int) -> Iterable[str]:
    yield "market    cubes   buy  sell"
    for good in rules["goods"]:
        market = quote(rules, good, document["markets"][good])
        line = f"{good:<8} {market.level:>2}/{market.wells:<3} {'$' + str(market.buy):>5} {'$' + str(market.sell):>5}"
        length = min(market.wells, room - len(line) - 4)
        filled = max(length * market.level // market.wells, bool(market.level))
        yield f"{line}  [{'#' * filled}{'.' * (length - filled)}]" if length >= _BAR_LEAST else line


def _stacks(document: Document, room: int) -> list[str]:
    return _filled("stacks   ", [f"{title_of(tile)} {left}" for tile, left in document["stacks"].items()], room)


def _filled(head: str, items: Iterable[str], room: int) -> list[str]:
    """Items with commas, as many to a line as there is room for, indented below the head."""
    lines, line = [], head
    for place, item in enumerate(items):
        piece = item if not place else f", {item}"
        if len(line) + len(piece) + 1 > room and line.strip() and line != head:
            lines.append(line + ",")
            line, piece = " " * len(head), item
        line += piece
    return [*lines, line]


def _players(document: Document, rules: Rules, width: int) -> Iterable[str]:
    names = [safe_name(player["name"], width - _BESIDE_NAME) for player in document["players"]]
    columns = max(len("player"), *(_columns(name) for name in names))
    goods = "".join(f"{good:>{_COLUMNS[good]}}" for good in rules["goods"])
    yield f"   {'player':<{columns + 3}}   VP  money notes{goods} flags tiles"
    for player, name in zip(document["players"], names, strict=True):
        seat = player["seat"]
        marks = (">" if document.get("to_move") == seat else " ") + ("1" if document["first"] == seat else " ")
        who = f"{marks} {seat} {name}{' ' * (columns - _columns(name))}"
        numbers = [
            (victory_points(document, rules, player), 5),
            (f"${player['money']}", 7),
            (player["notes"], 6),
            *((player["goods"][good], _COLUMNS[good]) for good in rules["goods"]),
            (player["flags"], 6),
            (tile_count(document, seat), 6),
        ]
        # A number too long for its column pushes the others aside rather than run into them.
        yield who + "".join(f" {number:>{room - 1}}" for number, room in numbers)
    yield "(> to move, 1 first player)"


def _columns(name: str) -> int:
    return sum(map(char_width, name))


def _blocs(blocs: Sequence[BlocView], room: int) -> list[str]:
    lines = ["blocs"] if blocs else []
    for bloc in sorted(blocs, key=lambda bloc: bloc.owner):
        dots = f"{bloc.dots} dot{'' if bloc.dots == 1 else 's'}"
        tokens = f" {bloc.tokens}*" if bloc.tokens else ""
        lines += _filled(f"{bloc.owner} {title_of(bloc.industry):<9} {dots:<7}{tokens:<3} ", bloc.hexes, room)
    return lines


def _under_way(document: Document, width: int) -> Iterable[str]:
    """Whatever is half done: a draft, an offer, a Move, tokens to give, blocs that have run."""
    notes: list[list[str]] = []
    draft = document.get("draft")
    if draft:
        notes.append(_filled(f"draft round {draft['round']}, taken ", draft["taken"] or ["nothing"], width))
        if draft["to_place"]:
            notes.append(_filled("to place ", draft["to_place"], width))
    offer = document.get("offer")
    if offer:
        deal = f"{assets_text(offer['give'])} for {assets_text(offer['get'])}"
        notes.append(textwrap.wrap(f"{offer['from']} offers {offer['to']} {deal}", width, subsequent_indent="  "))
    if document.get("offers"):
        notes.append([f"offers rejected in this action {document['offers']}"])
    air = [f"{title_of(tile['tile'])} from {tile['from']}" for tile in tiles_in_the_air(document)]
    if air:
        notes.append(_filled("in the air ", air, width))
    for split in document.get("split", ()):
        head = f"{split['tokens']} token(s) to give to {title_of(split['industry'])} blocs of "
        notes.append(_filled(head, split["among"], width))
    ran = [f"{entry['hex']} makes {assets_text(entry['makes'])}" for entry in document.get("ran", ())]
    if ran:
        notes.append(_filled("has run ", ran, width))
    if notes:
        yield ""
    for lines in notes:
        yield from lines
