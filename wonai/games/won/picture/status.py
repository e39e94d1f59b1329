"""The band at the top (game, round, phase) and the notes below the board (the move, what is under way, packages)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from wonai.games.won.picture import svg
from wonai.games.won.picture.board import mini_tile
from wonai.games.won.picture.moves import in_words
from wonai.games.won.picture.scene import MARK, PAGE, Rect, Scene, cube, panel
from wonai.games.won.views import assets_text, setting, tiles_in_the_air, title_of

HEADER = 78
LINE = 22
PACKAGE_ROW, PACKAGE_GAP = 44, 6

_MARGIN = 26
_WRAP = 100
_PACKAGE_KINDS = ("industry", "commodity")


# The band at the top


def draw_header(scene: Scene, width: float) -> str:
    """Name of the game, edition, the phases with the present one lit, and the round."""
    document = scene.document
    edition = document["rules"]["edition"]
    changed = len(document["rules"]) - 1
    about = f"{title_of(edition)} edition" + (
        f", {changed} option{'' if changed == 1 else 's'} changed" if changed else ""
    )
    parts = [
        svg.box(0, 0, width, HEADER, PAGE["header"]),
        svg.box(0, HEADER - 4, width, 4, PAGE["accent"]),
        svg.text(_MARGIN, 28, title_of(document["game"]).replace(" Of ", " of "), 27, PAGE["header_ink"], bold=True),
        svg.text(_MARGIN, 55, f"{about}  \N{MIDDLE DOT}  {len(document['players'])} players", 14, PAGE["header_muted"]),
        *_phases(scene, 470, 37),
        svg.text(width - _MARGIN, 29, f"Round {document['round']}", 25, PAGE["header_ink"], anchor="end", bold=True),
        svg.text(
            width - _MARGIN,
            55,
            _round_note(scene),
            14,
            PAGE["accent"] if document["ending"] else PAGE["header_muted"],
            anchor="end",
        ),
    ]
    return svg.group(*parts, class_="header")


def _round_note(scene: Scene) -> str:
    document = scene.document
    if document["phase"] == "over":
        return "game over"
    if document["ending"]:
        return "the game is ending"
    if document["phase"] == "draft":
        return f"draft round {document['draft']['round']}"
    if document["phase"] == "produce":
        return f"{document['to_move']} produces"
    return f"{document['passes']} of {len(document['players'])} passed"


def _phases(scene: Scene, x: float, middle: float) -> Iterable[str]:
    last = "settle" if setting(scene.document, scene.rules, "final_trade") == "uniform" else "final-trade"
    for phase in ("draft", "trade", "develop", "produce", last, "over"):
        width, now = (116 if phase == "final-trade" else 96), phase == scene.document["phase"]
        ground = svg.box(
            x,
            middle - 16,
            width,
            32,
            PAGE["accent"] if now else "none",
            16,
            stroke=PAGE["accent"] if now else PAGE["header_muted"],
            stroke_opacity=1 if now else 0.5,
        )
        word = title_of(phase) if phase != "final-trade" else "Final Trade"
        yield ground + svg.text(
            x + width / 2, middle, word, 15, PAGE["header"] if now else PAGE["header_muted"], anchor="middle", bold=now
        )
        x += width + 10


# The notes below the board


def status_height(scene: Scene) -> float:
    """Room the notes take."""
    packages = len(_PACKAGE_KINDS) * (PACKAGE_ROW + PACKAGE_GAP) if scene.document["phase"] == "draft" else 0
    lines = len(_lines(scene))
    return packages + (lines * LINE + 18 if lines else 0) + (44 if scene.sketch.kind else 0)


def draw_status(scene: Scene, x: float, y: float, width: float) -> str:
    """The caption of the move, what is under way, and in the draft the packages."""
    parts = []
    if scene.sketch.kind:
        parts.append(_caption(scene, Rect(x, y, width, 36)))
        y += 44
    lines = _lines(scene)
    if lines:
        parts.append(panel(Rect(x, y, width, len(lines) * LINE + 12)))
        parts += [svg.text(x + 16, y + 17 + place * LINE, line, 14.5, PAGE["ink"]) for place, line in enumerate(lines)]
        y += len(lines) * LINE + 18
    if scene.document["phase"] == "draft":
        parts += _packages(scene, x, y, width)
    return svg.group(*parts, class_="status")


def _caption(scene: Scene, area: Rect) -> str:
    """The move in words, smaller if they are many, and in its notation if there is room."""
    who = f"{scene.document['to_move']} " if "to_move" in scene.document else ""
    words = who + in_words(scene.sketch, scene.document, scene.blocs, scene.rules)
    room = area.width - 32
    parts = [panel(area, fill=MARK["colour"], stroke=MARK["colour"])]
    parts.append(svg.text(area.x + 16, area.y + 18, words, 17, "#fff", bold=True, room=room))
    if (len(words) * 17 + len(scene.sketch.text) * 13) * svg.LETTER < room:
        parts.append(svg.text(area.x + area.width - 16, area.y + 18, scene.sketch.text, 13, "#fff", anchor="end"))
    return svg.group(*parts, class_="caption")


def _lines(scene: Scene) -> list[str]:
    return [part for note in _notes(scene) for part in textwrap.wrap(note, _WRAP)]


def _notes(scene: Scene) -> Iterable[str]:
    """Everything that is under way, a sentence each."""
    document = scene.document
    offer = document.get("offer")
    if offer:
        yield f"{offer['from']} offers {offer['to']}: {assets_text(offer['give'])} for {assets_text(offer['get'])}."
    if document.get("offers"):
        limit = setting(document, scene.rules, "offers_per_action")
        yield f"Offers rejected in this action: {document['offers']} of {limit}."
    air = [f"{title_of(tile['tile'])} from {tile['from']}" for tile in tiles_in_the_air(document)]
    if air:
        yield f"In the air: {', '.join(air)}."
    for split in document.get("split", ()):
        where = f"{title_of(split['industry'])} blocs of {', '.join(split['among'])}"
        yield f"Tokens to give away: {split['tokens']} among the {where}."
    ran = [f"{entry['hex']} makes {assets_text(entry['makes'])}" for entry in document.get("ran", ())]
    if ran:
        yield f"{document['to_move']} has run: {'; '.join(ran)}."
    to_place = document.get("draft", {}).get("to_place")
    if to_place:
        yield f"{document['to_move']} still places: {', '.join(title_of(tile) for tile in to_place)}."


def _packages(scene: Scene, x: float, y: float, width: float) -> Iterable[str]:
    """The packages of the draft, those taken in grey."""
    kinds = scene.rules["packages"][setting(scene.document, scene.rules, "packages")]
    left_out = _left_out(scene)
    for kind in _PACKAGE_KINDS:
        pitch = (width + PACKAGE_GAP) / len(kinds[kind])
        for place, (name, package) in enumerate(kinds[kind].items()):
            area = Rect(x + place * pitch, y, pitch - PACKAGE_GAP, PACKAGE_ROW)
            gone = name in scene.document["draft"]["taken"] or name in left_out
            marked = scene.sketch.kind == "draft" and scene.sketch.word == name
            yield _package(scene, name, package, area, gone=gone, marked=marked)
        y += PACKAGE_ROW + PACKAGE_GAP


def _left_out(scene: Scene) -> list[str]:
    without = setting(scene.document, scene.rules, "draft_without")
    return list(without.get(str(len(scene.document["players"])), ()) if isinstance(without, Mapping) else without)


def _package(scene: Scene, name: str, package: Mapping[str, Any], area: Rect, *, gone: bool, marked: bool) -> str:
    middle, left = area.y + area.height / 2, area.x + 44
    frame = panel(area, stroke=MARK["colour"], stroke_width=3.5, class_="move-mark") if marked else panel(area)
    parts = [frame, svg.text(area.x + 10, middle, name, 15, PAGE["ink"], bold=True)]
    for tile in package.get("tiles", ()):
        parts.append(mini_tile(scene.rules, tile, left, middle, 12))
        left += 23
    for good in scene.rules["goods"]:
        if good in package:
            parts.append(
                cube(scene.rules, good, left - 3, middle, 14)
                + svg.text(left + 6, middle, package[good], 12, PAGE["ink"])
            )
            left += 24
    if "money" in package:
        parts.append(svg.text(area.x + area.width - 7, middle, f"${package['money']}", 12, PAGE["ink"], anchor="end"))
    return svg.group(*parts, class_="package", opacity=0.3 if gone else None)
