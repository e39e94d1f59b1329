"""The board: hexes, tiles with their dots, flags, tokens, blocs with their dot counts, and moves on hexes."""

from __future__ import annotations

from collections.abc import Iterable

from wonai.games.won.picture import svg
from wonai.games.won.picture.geometry import Point, centre_of, corner, dot_path, hex_path, joint_centre, outline
from wonai.games.won.picture.moves import lifted_from
from wonai.games.won.picture.scene import (
    MARK,
    PALETTE,
    Scene,
    flag,
    glow,
    icon,
    industry_colour,
    industry_ink,
    seat_colour,
)
from wonai.games.won.views import (
    CENTRE,
    INTEGRATED,
    BlocView,
    Rules,
    blocked_hexes,
    find_bloc,
    joints,
    tile_dots,
    tiles_in_the_air,
)

COLOURS: dict[str, str] = PALETTE["board"]
SIZE = 57.0  # from the middle of a hex to its corners
RIM = 13  # how far the dark ground reaches beyond the hexes

# All below as parts of SIZE. Marks sit towards the corners, between the centre dot and the dots at the rim.
_CENTRE_DOT = 0.3
_EDGE_DOT = 0.22
_CORNER_DOT = 0.25
_MARK_REACH = 0.53
_MARK = 0.175

_TOP, _BOTTOM = 5, 2  # corners
_COUNT_CORNERS = {"farm": 0, "generator": 1}
_TOKEN_CORNERS = {"farm": 4, "generator": 3}
_LIFT_CORNER = 3


def draw_board(scene: Scene, middle: Point) -> str:
    """The whole board around a point of the page."""
    tiles = {name: cell for name, cell in scene.document["board"].items() if "tile" in cell}
    layers = [
        svg.group(*_ground(scene), class_="ground"),
        svg.group(
            *(
                _at(scene, name, _tile_ground(cell["tile"], scene.rules, cell["rotation"]))
                for name, cell in tiles.items()
            )
        ),
        svg.group(*(_bloc_line(scene, bloc) for bloc in scene.blocs), class_="blocs"),
        _ring(scene),
        *(_at(scene, name, glow(hex_path(SIZE - 1))) for name in scene.marked),
        svg.group(
            *(
                _at(scene, name, tile_face(scene.rules, cell["tile"], cell["rotation"], SIZE))
                for name, cell in tiles.items()
            )
        ),
        svg.group(*_joints(scene), class_="joints"),
        svg.group(*(_at(scene, name, _marks(name, cell)) for name, cell in scene.document["board"].items())),
        svg.group(*_air(scene), class_="air"),
        svg.group(*_counts(scene), class_="counts"),
        _move(scene),
        *_numbers(scene),
    ]
    return svg.group(*layers, at=middle, class_="board")


def _at(scene: Scene, name: str, *parts: str, class_: str | None = None) -> str:
    return svg.group(*parts, at=centre_of(scene.board_map, name, SIZE), class_=class_)


# Ground


def _ground(scene: Scene) -> Iterable[str]:
    shape = hex_path(SIZE)
    names = scene.board_map.axial
    yield svg.path(
        outline(scene.board_map, names, SIZE, -RIM),
        COLOURS["rim"],
        stroke=COLOURS["rim"],
        stroke_width=6,
        stroke_linejoin="round",
    )
    blocked = blocked_hexes(scene.document, scene.rules)
    for name in names:
        kind = "centre" if name == scene.rules["board"]["centre"] else "blocked" if name in blocked else ""
        if kind:
            emblem = icon(kind, 0, 0, SIZE * 0.22, COLOURS[f"{kind}_ink"])
            yield _at(
                scene,
                name,
                svg.path(shape, COLOURS[kind], stroke=COLOURS["grid"], stroke_width=1),
                emblem,
                class_=f"hex {kind}",
            )
        else:
            taken = name in scene.document["board"]
            ground = svg.path(shape, COLOURS["field"], stroke=COLOURS["grid"], stroke_width=1)
            label = "" if taken else svg.text(0, 0, name, 15, COLOURS["coordinate"], anchor="middle")
            yield _at(scene, name, ground, label, class_="hex")


def _tile_ground(tile: str, rules: Rules, rotation: int) -> str:
    """The tinted card of a tile; that of an Integrated Economy shows both sections."""
    tints = PALETTE["industries"]
    if tile != INTEGRATED:
        return svg.path(
            hex_path(SIZE), tints[tile]["tint"], stroke=tints[tile]["colour"], stroke_width=1, class_="tile"
        )
    parts = []
    for dot in tile_dots(rules, tile, rotation):
        if dot.kind != CENTRE:
            wedge = svg.polygon([(0, 0), corner(SIZE, dot.at - 1), corner(SIZE, dot.at)])
            tint = tints[dot.industry]["tint"]
            parts.append(svg.path(wedge, tint, stroke=tint, stroke_width=0.6))
    edge = svg.path(hex_path(SIZE), stroke=industry_colour("farm"), stroke_width=1)
    return svg.group(*parts, edge, class_="tile")


def tile_face(rules: Rules, tile: str, rotation: int, size: float) -> str:
    """The dots of a tile, each in its industry's colour, with the icon in the middle."""
    radius = {"centre": _CENTRE_DOT, "half": _EDGE_DOT, "third": _CORNER_DOT}
    dots = tile_dots(rules, tile, rotation)
    parts = [
        svg.path(
            dot_path(dot.kind, dot.at, size, radius[dot.kind] * size),
            industry_colour(dot.industry),
            class_=f"dot {dot.kind} {dot.industry}",
        )
        for dot in dots
    ]
    main = next((dot.industry for dot in dots if dot.kind == CENTRE), None)
    if main:
        parts.append(icon(main, 0, 0, size * 0.19, industry_ink(main)))
    else:  # no centre dot: the icon alone, so that nobody counts it as one
        parts.append(icon(tile, 0, 0, size * 0.19, industry_colour(tile)))
    return svg.group(*parts)


def mini_tile(rules: Rules, tile: str, x: float, y: float, size: float) -> str:
    """A tile in small, as a legend."""
    face = svg.group(_tile_ground(tile, rules, 0), scale=size / SIZE)
    return svg.group(face, tile_face(rules, tile, 0, size), at=(x, y), class_="legend")


# Blocs and dots between tiles


def _bloc_line(scene: Scene, bloc: BlocView) -> str:
    d = outline(scene.board_map, bloc.hexes, SIZE, 3.2)
    return svg.path(d, stroke=seat_colour(bloc.owner), stroke_width=5, stroke_linejoin="round", class_="bloc")


def _joints(scene: Scene) -> Iterable[str]:
    """Rings around complete dots, crosses where colours touch that should not."""
    for joint in joints(scene.document, scene.blocs, scene.rules, scene.board_map):
        x, y = joint_centre(scene.board_map, joint.kind, joint.hex, joint.at, SIZE)
        radius = SIZE * (_EDGE_DOT if joint.kind == "half" else _CORNER_DOT)
        if joint.state == "full":
            yield svg.circle(
                x,
                y,
                radius,
                industry_colour(joint.industries[0]),
                stroke=COLOURS["dot_edge"],
                stroke_width=2.4,
                class_="full-dot",
            )
        elif joint.state == "shared":
            yield svg.circle(
                x, y, radius, stroke=COLOURS["dot_edge"], stroke_width=2, stroke_dasharray="4 3", class_="shared-dot"
            )
        elif joint.state == "conflict":
            arm = radius * 0.62
            falling = f"M{svg.pair(x - arm, y - arm)}L{svg.pair(x + arm, y + arm)}"
            cross = f"{falling}M{svg.pair(x + arm, y - arm)}L{svg.pair(x - arm, y + arm)}"
            yield svg.path(cross, stroke="#fff", stroke_width=5.5, stroke_linecap="round")
            yield svg.path(
                cross, stroke=COLOURS["conflict"], stroke_width=2.8, stroke_linecap="round", class_="conflict"
            )


def _marks(name: str, cell: dict[str, str]) -> str:
    """Flag and coordinate of a hex that is taken."""
    if "tile" not in cell:
        wash = svg.path(hex_path(SIZE - 1), seat_colour(cell["owner"]), fill_opacity=0.13)
        return wash + flag(cell["owner"], 1, -4, SIZE * 0.36) + _coordinate(name)
    x, y = corner(SIZE * 0.56, _TOP)
    return flag(cell["owner"], x + 1, y, SIZE * 0.19) + _coordinate(name)


def _coordinate(name: str) -> str:
    x, y = corner(SIZE * 0.6, _BOTTOM)
    return svg.text(x, y, name, 12.5, "#3a3d3a", anchor="middle", bold=True)


def _counts(scene: Scene) -> Iterable[str]:
    """On the first hex of every bloc: its full dots, its tokens, and whether it has run."""
    ran = {(entry["hex"], entry.get("section")) for entry in scene.document.get("ran", ())}
    for bloc in scene.blocs:
        first = bloc.hexes[0]
        slot, integrated = _slot(scene, bloc), scene.document["board"][first]["tile"] == INTEGRATED
        has_run = (first, bloc.industry if integrated else None) in ran
        colour, ink, radius = industry_colour(bloc.industry), industry_ink(bloc.industry), SIZE * _MARK
        x, y = corner(SIZE * _MARK_REACH, _COUNT_CORNERS[slot])
        disc = svg.circle(
            x, y, radius, colour if has_run else "#fff", stroke="#fff" if has_run else colour, stroke_width=2
        )
        number = svg.text(x, y, bloc.dots, 11.5, ink if has_run else "#22303c", anchor="middle", bold=True)
        yield _at(scene, first, disc, number, _tokens(bloc, slot), class_="count")


def _slot(scene: Scene, bloc: BlocView) -> str:
    """Which corners a bloc's marks take: only on an Integrated Economy may two blocs begin."""
    return bloc.industry if scene.document["board"][bloc.hexes[0]]["tile"] == INTEGRATED else "farm"


def _tokens(bloc: BlocView, slot: str) -> str:
    if not bloc.tokens:
        return ""
    x, y = corner(SIZE * _MARK_REACH, _TOKEN_CORNERS[slot])
    gear = icon("token", x, y, SIZE * _MARK * 1.05, industry_colour(bloc.industry))
    number = svg.circle(x, y, SIZE * 0.1, "#fff") + svg.text(
        x, y, bloc.tokens, 9, "#22303c", anchor="middle", bold=True
    )
    return svg.group(svg.circle(x, y, SIZE * _MARK * 1.15, "#fff"), gear, number, class_="token")


# Tiles in the air, and the move


def _air(scene: Scene) -> Iterable[str]:
    for tile in tiles_in_the_air(scene.document):
        if tile["from"] not in scene.document["board"]:
            yield _ghost_of_lifted(scene, tile["from"], tile["tile"])


def _ghost_of_lifted(scene: Scene, name: str, tile: str) -> str:
    colour = seat_colour(scene.document["to_move"])
    ground = svg.path(hex_path(SIZE - 3), COLOURS["field"], stroke=colour, stroke_width=2.5, stroke_dasharray="7 5")
    what = svg.group(mini_tile(scene.rules, tile, 0, 8, SIZE * 0.42), opacity=0.75)
    return _at(scene, name, ground, icon("lift", 0, -SIZE * 0.58, 9, colour), what, _coordinate(name))


def _ring(scene: Scene) -> str:
    """A line around what the move is about; it lies below the dots, so that all of them stay whole."""
    sketch = scene.sketch
    if sketch.names_bloc:
        bloc = find_bloc(scene.document, scene.blocs, sketch.hex, sketch.section)
        return glow(outline(scene.board_map, bloc.hexes, SIZE, 1), 5) if bloc else ""
    if sketch.kind in ("flag", "lift"):
        return _at(
            scene, sketch.hex, glow(hex_path(SIZE - 1), stroke_dasharray="9 6" if sketch.kind == "lift" else "none")
        )
    return ""


def _move(scene: Scene) -> str:
    """What the move puts on the board or takes off it."""
    sketch, drawing = scene.sketch, ""
    if sketch.puts_tile:
        drawing = _ghost_tile(scene)
    elif sketch.kind in ("automate", "token"):
        drawing = _new_token(scene)
    elif sketch.kind == "flag":
        drawing = _at(scene, sketch.hex, flag(scene.document["to_move"], 1, -4, SIZE * 0.36))
    elif sketch.kind == "lift":
        x, y = corner(SIZE * _MARK_REACH, _LIFT_CORNER)
        drawing = _at(scene, sketch.hex, svg.circle(x, y, 11, "#fff"), icon("lift", x, y, 9, MARK["colour"]))
    return svg.group(drawing, class_=f"move {sketch.kind}") if drawing else ""


def _numbers(scene: Scene) -> Iterable[str]:
    """The marked hexes in their order."""
    for number, name in enumerate(scene.marked, start=1):
        x, y = corner(SIZE * _MARK_REACH, _LIFT_CORNER)
        disc = svg.circle(x, y, SIZE * _MARK, MARK["colour"], stroke="#fff", stroke_width=2)
        text = svg.text(x, y, number, 11.5, "#fff", anchor="middle", bold=True)
        yield _at(scene, name, disc, text, class_="marked")


def _ghost_tile(scene: Scene) -> str:
    sketch, owner = scene.sketch, scene.document["to_move"]
    tile = _at(
        scene,
        sketch.hex,
        _tile_ground(sketch.tile, scene.rules, sketch.rotation),
        glow(hex_path(SIZE - 1)),
        tile_face(scene.rules, sketch.tile, sketch.rotation, SIZE),
        _marks(sketch.hex, {"owner": owner, "tile": sketch.tile}),
        class_="ghost",
    )
    source = lifted_from(scene.document, sketch.tile) if sketch.kind == "drop" else None
    return tile + (_arrow(scene, source, sketch.hex) if source else "")


def _arrow(scene: Scene, source: str, target: str) -> str:
    (x1, y1), (x2, y2) = (centre_of(scene.board_map, name, SIZE) for name in (source, target))
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    if not length:
        return ""
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    start, tip = (x1 + dx * SIZE * 0.45, y1 + dy * SIZE * 0.45), (x2 - dx * SIZE * 0.5, y2 - dy * SIZE * 0.5)
    back = (tip[0] - dx * 14, tip[1] - dy * 14)
    wings = [(back[0] - dy * 9, back[1] + dx * 9), tip, (back[0] + dy * 9, back[1] - dx * 9)]
    shaft = f"M{svg.pair(*start)}L{svg.pair(*back)}"
    return glow(shaft) + svg.path(svg.polygon(wings), MARK["colour"], stroke="#fff", stroke_width=1.5)


def _new_token(scene: Scene) -> str:
    sketch = scene.sketch
    bloc = find_bloc(scene.document, scene.blocs, sketch.hex, sketch.section)
    if bloc is None:
        return ""
    richer = bloc._replace(tokens=bloc.tokens + 1)
    return _at(scene, bloc.hexes[0], _tokens(richer, _slot(scene, bloc)))
