"""What the two renderings of a position share: hexes and their neighbours, dots on faces, prices, points, safe names.

Works on the parsed position document and the rules data alone.
Who belongs to which bloc is the core's business: it hands over `BlocView`s.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

Document = Mapping[str, Any]
"""A position as in the file, in canonical form."""
Rules = Mapping[str, Any]
"""The rules data, as in `wealth-of-nations.json`."""

INTEGRATED = "integrated-economy"
CENTRE, HALF, THIRD = "centre", "half", "third"
N_SIDES = 6
PARTS_OF_A_DOT = {HALF: 2, THIRD: 3}

# Axial steps across edges 0..5: NE, E, SE, SW, W, NW.
_STEPS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

GOODS_FORMS = {"money": "${}", "notes": "{} note{s}"}


class BlocView(NamedTuple):
    """A bloc as the core sees it: its hexes in board order, its full dots and its automation tokens."""

    owner: str
    industry: str
    hexes: tuple[str, ...]
    dots: int
    tokens: int


class BoardMap:
    """Hexes by name: `a1` is the first of the top row; `axial` gives (q, r), the centre being (0, 0)."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.axial: dict[str, tuple[int, int]] = {}
        for r in range(-radius, radius + 1):
            row = chr(ord("a") + r + radius)
            first_q = max(-radius, -radius - r)
            for place in range(2 * radius + 1 - abs(r)):
                self.axial[f"{row}{place + 1}"] = (first_q + place, r)
        self._names = {cell: name for name, cell in self.axial.items()}

    def neighbour(self, name: str, edge: int) -> str | None:
        """The hex across that edge, None beyond the rim."""
        (q, r), (dq, dr) = self.axial[name], _STEPS[edge % N_SIDES]
        return self._names.get((q + dq, r + dr))

    def spots(self, kind: str, name: str, at: int) -> list[tuple[str, int]]:
        """Every (hex, edge) that is this same edge, or every (hex, corner) that is this same point."""
        if kind == HALF:
            around = [(self.neighbour(name, at), at + 3)]
        else:
            around = [(self.neighbour(name, at), at + 2), (self.neighbour(name, at + 1), at + 4)]
        return [(name, at)] + [(there, k % N_SIDES) for there, k in around if there is not None]


class Dot(NamedTuple):
    """A dot on a tile: `at` is the edge of a half dot, the corner of a third dot, 0 for the centre."""

    kind: str
    at: int
    industry: str


def tile_dots(rules: Rules, tile: str, rotation: int = 0) -> list[Dot]:
    """The dots of a face turned clockwise by `rotation` steps."""
    if tile == INTEGRATED:
        face = rules["super_industries"][tile]
        parts = {kind: face[kind] for kind in (HALF, THIRD)}
        centre = [face[CENTRE]] if face[CENTRE] else []
    else:
        face = rules["industries"][tile]
        parts = {kind: {tile: face[kind]} for kind in (HALF, THIRD)}
        centre = [tile] if face[CENTRE] else []
    dots = [Dot(CENTRE, 0, industry) for industry in centre]
    for kind, by_industry in parts.items():
        for industry, places in by_industry.items():
            dots += [Dot(kind, (place + rotation) % N_SIDES, industry) for place in places]
    return dots


Meeting = Literal["part", "full", "shared", "conflict"]


class Joint(NamedTuple):
    """An edge or point with partial dots on it, named from the first of its hexes in board order.

    `full`: counts for a bloc; `shared`: complete, but of several blocs, so it makes nothing for anybody;
    `conflict`: different colours touch; `part`: still incomplete.
    """

    kind: str
    hex: str
    at: int
    state: Meeting
    industries: tuple[str, ...]
    holders: tuple[str, ...]


def joints(document: Document, blocs: Iterable[BlocView], rules: Rules, board_map: BoardMap) -> list[Joint]:
    """All places between tiles where partial dots lie."""
    bloc_of = {(name, bloc.industry): bloc for bloc in blocs for name in bloc.hexes}
    found: dict[tuple[str, str, int], list[tuple[str, str]]] = {}
    for name, cell in document["board"].items():
        if "tile" not in cell:
            continue
        for dot in tile_dots(rules, cell["tile"], cell["rotation"]):
            if dot.kind != CENTRE:
                first, at = min(board_map.spots(dot.kind, name, dot.at))
                found.setdefault((dot.kind, first, at), []).append((name, dot.industry))
    result = []
    for (kind, first, at), parts in found.items():
        industries = tuple(industry for _, industry in parts)
        state: Meeting = "part"
        if len(set(industries)) > 1:
            state = "conflict"
        elif len(parts) == PARTS_OF_A_DOT[kind]:
            bloc = bloc_of.get(parts[0])
            state = "full" if bloc and all(bloc_of.get(part) == bloc for part in parts) else "shared"
        result.append(Joint(kind, first, at, state, industries, tuple(name for name, _ in parts)))
    return result


def find_bloc(document: Document, blocs: Iterable[BlocView], name: str, section: str | None = None) -> BlocView | None:
    """The bloc of the tile on that hex; of an Integrated Economy, the one of the named section."""
    industry = section or document["board"].get(name, {}).get("tile")
    return next((bloc for bloc in blocs if name in bloc.hexes and bloc.industry == industry), None)


def setting(document: Document, rules: Rules, name: str) -> Any:
    """An option of this game: the override, else the edition's entry, else the engine's limit."""
    given = document["rules"]
    if name in given:
        return given[name]
    return rules["editions"][given["edition"]].get(name, rules["engine_limits"].get(name))


def blocked_hexes(document: Document, rules: Rules) -> set[str]:
    """Hexes that never hold anything, the centre apart."""
    return set(setting(document, rules, "blocked") or ())


class Quote(NamedTuple):
    """One market: cubes in the rows, wells there are, price of the next cube bought and sold."""

    level: int
    wells: int
    buy: int
    sell: int


def quote(rules: Rules, good: str, level: int) -> Quote:
    """What the market says with `level` cubes in its rows."""
    track = rules["markets"][good]
    wells = len(track["buy"])
    buy = track["buy"][level - 1] if level else track["empty_buy"]
    sell = track["sell"][level] if level < wells else track["full_sell"]
    return Quote(level, wells, buy, sell)


def price_of(rules: Rules, levels: Mapping[str, int], goods: Sequence[str], *, buying: bool) -> int:
    """What these cubes cost or bring, taken one after another (C19)."""
    now, total = dict(levels), 0
    for good in goods:
        market = quote(rules, good, now[good])
        if buying:
            total, now[good] = total + market.buy, max(market.level - 1, 0)
        else:
            total, now[good] = total + market.sell, min(market.level + 1, market.wells)
    return total


def tiles_in_the_air(document: Document) -> list[Mapping[str, str]]:
    """Tiles lifted and not yet put down."""
    return [tile for tile in document.get("lifted", {}).get("tiles", ()) if "to" not in tile]


def tile_count(document: Document, seat: str) -> int:
    """Tiles of a seat; those in the air count, as each must be put down (D1)."""
    on_board = sum(1 for cell in document["board"].values() if cell["owner"] == seat and "tile" in cell)
    return on_board + (len(tiles_in_the_air(document)) if document.get("to_move") == seat else 0)


def victory_points(document: Document, rules: Rules, player: Mapping[str, Any]) -> int:
    """The score of this player if the game were counted now."""
    score = rules["score"]
    tiles: int = tile_count(document, player["seat"]) * score["tile"]
    money: int = player["money"] // score["money_per_vp"]
    notes: int = player["notes"] * rules["notes"]["vp"]
    return tiles + money + notes


def asset_text(asset: str, amount: int) -> str:
    """`$5`, `2 notes`, `3 ore`."""
    return GOODS_FORMS.get(asset, "{} " + asset).format(amount, s="" if amount == 1 else "s")


def assets_text(assets: Mapping[str, int]) -> str:
    """`2 food + $5`, or `nothing`."""
    return " + ".join(asset_text(asset, amount) for asset, amount in assets.items() if amount) or "nothing"


def plural_of(word: str) -> str:
    """`dots`, `hexes`, `factories`."""
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}es" if word.endswith("x") else f"{word}s"


def title_of(word: str) -> str:
    """`integrated-economy` -> `Integrated Economy`."""
    return word.replace("-", " ").title()


def char_width(char: str) -> int:
    """Columns of a character in a terminal."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def safe_name(name: str, columns: int) -> str:
    """A player's name as it may be shown: one line, no control or direction characters, at most `columns` wide.

    Names come from outside: they may hold anything JSON can hold, also what XML cannot.
    """
    kept: list[str] = []
    used = 0
    text = " ".join(unicodedata.normalize("NFC", name).split())
    for char in text:
        # Cc, Cf, Cs, Co, Cn: controls, invisible and direction marks, halves of pairs, code points without a sign.
        if unicodedata.category(char).startswith("C"):
            char = "\N{REPLACEMENT CHARACTER}"
        width = char_width(char)
        if not width and (not kept or not char_width(kept[-1])):
            continue  # one accent to a letter: a pile of them would spill over its neighbours
        if used + width > columns:
            while kept and used >= columns:
                used -= char_width(kept.pop())
            return "".join(kept) + "\N{HORIZONTAL ELLIPSIS}"
        kept.append(char)
        used += width
    return "".join(kept)
