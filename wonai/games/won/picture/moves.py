"""A move taken apart for drawing, and told in words.

Reads the notation loosely: whether a move is legal is not asked here, only what there is to show.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from wonai.errors import NotationError
from wonai.games.won.views import (
    BlocView,
    Document,
    Rules,
    asset_text,
    assets_text,
    find_bloc,
    plural_of,
    price_of,
    setting,
    tiles_in_the_air,
    title_of,
)

_WITHOUT_DETAIL = ("accept", "reject", "pass", "done")
_PLACEMENT = re.compile(r"([a-z-]+)@([a-z]\d)/([0-5])(!?)")
_BLOC = re.compile(r"([a-z]\d)(?::(farm|generator))?(?:\*(\d{1,2})|(\+ore))?")
_BARTER = re.compile(r"(p[1-6]):([a-z0-9$,-]+)>([a-z0-9$,-]+)")
_ASSET = re.compile(r"(\$|[a-z]+)(\d{1,7})")
_LONG_ASSETS = {"$": "money", "note": "notes"}
_NOTHING: Mapping[str, int] = MappingProxyType({})


class Sketch(NamedTuple):
    """What a move touches; `kind` is empty when there is no move to show."""

    kind: str = ""
    text: str = ""
    hex: str = ""
    tile: str = ""
    rotation: int = 0
    forced: bool = False
    section: str | None = None
    fed: int | None = None
    with_ore: bool = False
    goods: tuple[str, ...] = ()
    word: str = ""
    partner: str = ""
    give: Mapping[str, int] = _NOTHING
    get: Mapping[str, int] = _NOTHING

    @property
    def names_bloc(self) -> bool:
        """Whether the move is about a whole bloc."""
        return self.kind in ("run", "automate", "token")

    @property
    def puts_tile(self) -> bool:
        """Whether the move puts a tile on the board."""
        return self.kind in ("place", "build", "drop")


def sketch_of(move: str | None, rules: Rules, hexes: Container[str]) -> Sketch:
    """Take a move apart; `NotationError` for a text that is none."""
    if move is None:
        return Sketch()
    kind, _, detail = move.partition(":")
    sketch = _read(kind, detail, rules)
    if sketch is None or (sketch.hex and sketch.hex not in hexes):
        raise NotationError(f'"{move}" cannot be drawn: it is no move of this game')
    return sketch._replace(kind=kind, text=move)


def _read(kind: str, detail: str, rules: Rules) -> Sketch | None:
    if kind in _WITHOUT_DETAIL:
        return None if detail else Sketch()
    if kind in ("buy", "sell"):
        goods = tuple(detail.split(","))
        return Sketch(goods=goods) if set(goods) <= set(rules["goods"]) else None
    if kind == "note":
        return Sketch(word=detail) if detail in ("take", "repay") else None
    if kind == "draft":
        return Sketch(word=detail) if re.fullmatch(r"[ic][1-6]", detail) else None
    if kind in ("flag", "lift"):
        return Sketch(hex=detail) if detail else None
    if kind in ("place", "build", "drop"):
        return _read_placement(detail, rules)
    if kind in ("run", "automate", "token"):
        found = _BLOC.fullmatch(detail)
        if found is None:
            return None
        hex_name, section, fed, ore = found.groups()
        return Sketch(hex=hex_name, section=section, fed=int(fed) if fed else None, with_ore=bool(ore))
    return _read_barter(detail, rules) if kind == "barter" else None


def _read_placement(detail: str, rules: Rules) -> Sketch | None:
    found = _PLACEMENT.fullmatch(detail)
    if found is None:
        return None
    tile, hex_name, rotation, forced = found.groups()
    if tile not in rules["industries"] and tile not in rules["super_industries"]:
        return None
    return Sketch(hex=hex_name, tile=tile, rotation=int(rotation), forced=bool(forced))


def _read_barter(detail: str, rules: Rules) -> Sketch | None:
    found = _BARTER.fullmatch(detail)
    if found is None:
        return None
    give, get = _read_assets(found[2], rules), _read_assets(found[3], rules)
    return None if give is None or get is None else Sketch(partner=found[1], give=give, get=get)


def _read_assets(side: str, rules: Rules) -> dict[str, int] | None:
    assets: dict[str, int] = {}
    for part in side.split(",") if side != "-" else ():
        found = _ASSET.fullmatch(part)
        name = _LONG_ASSETS.get(found[1], found[1]) if found else ""
        if found is None or name not in (*rules["goods"], *_LONG_ASSETS.values()):
            return None
        assets[name] = int(found[2])
    return assets


def lifted_from(document: Document, tile: str) -> str | None:
    """Where the tile that is put down next came from: like tiles go down in the order of lifting (C21)."""
    return next((str(lifted["from"]) for lifted in tiles_in_the_air(document) if lifted["tile"] == tile), None)


def in_words(sketch: Sketch, document: Document, blocs: Iterable[BlocView], rules: Rules) -> str:
    """The move as a short sentence without its subject: `builds a Mine on d4, forced`."""
    if sketch.puts_tile:
        return _placement_in_words(sketch, document)
    if sketch.names_bloc:
        return _bloc_in_words(sketch, document, blocs, rules)
    if sketch.kind in ("buy", "sell"):
        price = price_of(rules, document["markets"], sketch.goods, buying=sketch.kind == "buy")
        cubes = " + ".join(asset_text(good, sketch.goods.count(good)) for good in dict.fromkeys(sketch.goods))
        return f"{sketch.kind}s {cubes} for ${price}"
    if sketch.kind == "barter":
        return f"offers {sketch.partner} {assets_text(sketch.give)} for {assets_text(sketch.get)}"
    if sketch.kind == "note":
        return f"{sketch.word}s one note"
    if sketch.kind == "draft":
        return f"takes package {sketch.word}{_package_in_words(sketch.word, document, rules)}"
    return {
        "flag": f"puts a flag on {sketch.hex}",
        "lift": f"lifts the tile on {sketch.hex}",
        "accept": "accepts the offer",
        "reject": "rejects the offer",
        "pass": "passes",
        "done": "ends the production",
    }[sketch.kind]


def _package_in_words(name: str, document: Document, rules: Rules) -> str:
    """What the package holds: `: 3 Farms`, `: 2 labor + $40`."""
    groups = rules["packages"][setting(document, rules, "packages")]
    package: Mapping[str, Any] = next((group[name] for group in groups.values() if name in group), {})
    tiles = Counter(package.get("tiles", ()))
    parts = [f"{n} {title_of(tile if n == 1 else plural_of(tile))}" for tile, n in tiles.items()]
    parts += [asset_text(asset, n) for asset, n in package.items() if asset != "tiles" and n]
    return f": {' + '.join(parts)}" if parts else ""


def _placement_in_words(sketch: Sketch, document: Document) -> str:
    verb = {"place": "places", "build": "builds", "drop": "puts down"}[sketch.kind]
    article = "an" if sketch.tile[0] in "aei" else "a"
    words = f"{verb} {article} {title_of(sketch.tile)} on {sketch.hex}"
    source = lifted_from(document, sketch.tile) if sketch.kind == "drop" else None
    return words + (f" (from {source})" if source else "") + (", forced" if sketch.forced else "")


def _bloc_in_words(sketch: Sketch, document: Document, blocs: Iterable[BlocView], rules: Rules) -> str:
    bloc = find_bloc(document, blocs, sketch.hex, sketch.section)
    if bloc is None:
        raise NotationError(f'"{sketch.text}" cannot be drawn: there is no such bloc on {sketch.hex}')
    words = f"the {title_of(bloc.industry)} bloc of {sketch.hex}"
    if sketch.kind == "automate":
        return f"automates {words}"
    if sketch.kind == "token":
        return f"gives a token to {words}"
    if sketch.with_ore:
        return f"runs {words}, fed with {assets_text({'ore': rules['produce']['ore_per_automated_bloc']})}"
    return f"runs {words}" + (f", {sketch.fed} of {len(bloc.hexes)} tiles fed" if sketch.fed else "")
