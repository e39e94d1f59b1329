"""Moves as text: codes <-> the notation of the protocol and the files.

A code says nothing about a position: `parse` reads what a text means, and whether it is legal (and
which hex a bloc is named by) is the position's affair.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from wonai._core import hexgrid
from wonai._core.won import codes
from wonai.errors import NotationError, did_you_mean


class Offer(NamedTuple):
    """A barter offer: seven assets a side (the goods, money, notes)."""

    partner: int
    give: tuple[int, ...]
    get: tuple[int, ...]


_WORDS = {
    codes.ACCEPT: "accept",
    codes.AUTOMATE: "automate",
    codes.BARTER: "barter",
    codes.BUILD: "build",
    codes.BUY: "buy",
    codes.DONE: "done",
    codes.DRAFT_PACKAGE: "draft",
    codes.DROP: "drop",
    codes.FLAG: "flag",
    codes.LIFT: "lift",
    codes.NOTE_REPAY: "note:repay",
    codes.NOTE_TAKE: "note:take",
    codes.PASS: "pass",
    codes.PLACE: "place",
    codes.REJECT: "reject",
    codes.RUN: "run",
    codes.SELL: "sell",
    codes.TOKEN: "token",
}
_KINDS = {word: kind for kind, word in _WORDS.items()}
_BARE = {codes.ACCEPT, codes.DONE, codes.NOTE_REPAY, codes.NOTE_TAKE, codes.PASS, codes.REJECT}
_SHAPES = {
    codes.AUTOMATE: "automate:HEX, with :farm or :generator on an Integrated Economy",
    codes.BARTER: "barter:SEAT:GIVEN>WANTED, such as barter:p3:food2,$5>ore1",
    codes.BUILD: "build:TILE@HEX/ROTATION",
    codes.BUY: "buy:GOOD or buy:GOOD,GOOD,...",
    codes.DRAFT_PACKAGE: "draft:PACKAGE",
    codes.DROP: "drop:TILE@HEX/ROTATION",
    codes.FLAG: "flag:HEX",
    codes.LIFT: "lift:HEX",
    codes.PLACE: "place:TILE@HEX/ROTATION",
    codes.RUN: "run:HEX, with *TILES for a part of the bloc or +ore",
    codes.SELL: "sell:GOOD or sell:GOOD,GOOD,...",
    codes.TOKEN: "token:HEX, with :farm or :generator on an Integrated Economy",
}
_TILE = re.compile(r"([a-z-]+)@([a-z][0-9])/([0-9])(!?)")
_BLOC = re.compile(r"([a-z][0-9])(?::([a-z]+))?")
_RUN = re.compile(r"([a-z][0-9])(?::([a-z]+))?(?:\*([1-9][0-9]?)|(\+ore))?")
_OFFER = re.compile(r"(p[0-9]):([^>]*)>([^>]*)")
_ASSET = re.compile(r"(\$|[a-z]+)([1-9][0-9]*)")
_MAX_TEXT = 200
_MAX_AMOUNT = 10**9
"""More than anybody could hold: such an offer can be read, never made."""


class Notation:
    """The words of one set of rules data: hexes, industries, goods and packages by name."""

    def __init__(
        self, data: dict[str, Any], faces: list[tuple[int, int]], look_alike: dict[tuple[int, int], int]
    ) -> None:
        """`faces` are (industry, rotation) by face number; `look_alike` finds the face of any rotation."""
        self.hexes = hexgrid.hex_names(data["board"]["radius"])
        self.goods: list[str] = data["goods"]
        self.industries = [*data["industries"], *data["super_industries"]]
        self.packages = [name for kind in data["packages"]["first"].values() for name in kind]
        self.sections = self._two_sections(data)
        self._hex_index = {name: k for k, name in enumerate(self.hexes)}
        self._assets = [*self.goods, "$", "note"]
        self._faces = faces
        self._look_alike = look_alike

    @staticmethod
    def _two_sections(data: dict[str, Any]) -> list[str]:
        """The sections of a tile that has two, in slot order."""
        (tile,) = data["super_industries"].values()
        return [name for name in data["industries"] if name in tile["half"]]

    def format(self, code: int) -> str:
        """The canonical text of a code."""
        kind = code & codes.KIND_MASK
        word = _WORDS[kind]
        if kind in _BARE:
            return word
        if kind in (codes.BUY, codes.SELL):
            return f"{word}:{','.join(self._cubes(code))}"
        if kind == codes.DRAFT_PACKAGE:
            return f"{word}:{self.packages[code >> codes.HEX_SHIFT & 15]}"
        if kind == codes.BARTER:
            return self.format_offer(Offer(*codes.offer_of(code)))
        place = self.hexes[code >> codes.HEX_SHIFT & 63]
        if kind in (codes.BUILD, codes.DROP, codes.PLACE):
            industry, rotation = self._faces[code >> codes.FACE_SHIFT & 31]
            forced = "!" if code >> codes.FORCED_SHIFT & 1 else ""
            return f"{word}:{self.industries[industry]}@{place}/{rotation}{forced}"
        section, fed = code >> codes.SECTION_SHIFT & 3, code >> codes.FED_SHIFT & 63
        text = f"{word}:{place}" + (f":{self.sections[section - 1]}" if section else "")
        return text + (f"*{fed}" if fed else "") + ("+ore" if code >> codes.ORE_SHIFT & 1 else "")

    def format_offer(self, offer: Offer) -> str:
        """`barter:p3:food2,$5>ore1,note1`."""
        return f"barter:p{offer.partner + 1}:{self._side(offer.give)}>{self._side(offer.get)}"

    def _side(self, amounts: tuple[int, ...]) -> str:
        return ",".join(f"{asset}{n}" for asset, n in zip(self._assets, amounts, strict=True) if n) or "-"

    def _cubes(self, code: int) -> list[str]:
        counts = [code >> (codes.HEX_SHIFT + codes.CUBE_BITS * k) & 15 for k in range(len(self.goods))]
        return [name for name, count in zip(self.goods, counts, strict=True) for _ in range(count)]

    def parse(self, text: str) -> int | Offer:
        """What a text says; `NotationError` if it says nothing. Spelling is strict (C17)."""
        shown = text if len(text) <= _MAX_TEXT else text[:_MAX_TEXT] + "..."
        if text in _KINDS and _KINDS[text] in _BARE:
            return _KINDS[text]
        word, colon, rest = text.partition(":")
        kind = _KINDS.get(word)
        if word == "note":
            raise NotationError(f'"{shown}" is no move: notes are note:take or note:repay')
        if kind is None:
            words = sorted({known.partition(":")[0] for known in _KINDS})
            hint = did_you_mean(word[:_MAX_TEXT], words)
            raise NotationError(f'"{shown}" is no move: unknown word "{shown.partition(":")[0]}"{hint}')
        if kind in _BARE or not colon:
            expected = f"it is written {_SHAPES[kind]}" if kind in _SHAPES else f'"{word}" stands alone'
            raise NotationError(f'"{shown}" is no move: {expected}')
        try:
            return self._parse_rest(kind, rest)
        except NotationError as error:
            raise NotationError(f'"{shown}" is no move: {error}') from None

    def _parse_rest(self, kind: int, rest: str) -> int | Offer:
        if kind in (codes.BUY, codes.SELL):
            return kind | self._parse_cubes(rest)
        if kind == codes.DRAFT_PACKAGE:
            return kind | self._known(rest, self.packages, "package") << codes.HEX_SHIFT
        if kind == codes.BARTER:
            return self._parse_offer(rest)
        if kind in (codes.BUILD, codes.DROP, codes.PLACE):
            return kind | self._parse_tile(kind, rest)
        if kind in (codes.FLAG, codes.LIFT):
            return kind | self._known(rest, self.hexes, "hex") << codes.HEX_SHIFT
        return kind | self._parse_bloc(kind, rest)

    @staticmethod
    def _known(name: str, known: list[str], what: str) -> int:
        if name not in known:
            raise NotationError(f'unknown {what} "{name[:_MAX_TEXT]}"{did_you_mean(name[:_MAX_TEXT], known)}')
        return known.index(name)

    def _parse_cubes(self, rest: str) -> int:
        names = rest.split(",")
        goods = [self._known(name, self.goods, "good") for name in names[:16]]
        if goods != sorted(goods):
            raise NotationError(f"goods are written in the order {', '.join(self.goods)}")
        if len(names) > codes.MAX_CUBES:
            raise NotationError(f"at most {codes.MAX_CUBES} cubes can be written")
        return sum(1 << (codes.HEX_SHIFT + codes.CUBE_BITS * good) for good in goods)

    def _parse_tile(self, kind: int, rest: str) -> int:
        match = _TILE.fullmatch(rest)
        if match is None or (match[4] and kind == codes.PLACE):
            raise NotationError(f"it is written {_SHAPES[kind]}")
        industry = self._known(match[1], self.industries, "industry")
        place = self._known(match[2], self.hexes, "hex")
        face = self._look_alike.get((industry, int(match[3])))
        if face is None:
            raise NotationError(f"rotations are 0 to 5, not {match[3]}")
        forced = 1 if match[4] else 0
        return place << codes.HEX_SHIFT | face << codes.FACE_SHIFT | forced << codes.FORCED_SHIFT

    def _parse_bloc(self, kind: int, rest: str) -> int:
        match = (_RUN if kind == codes.RUN else _BLOC).fullmatch(rest)
        if match is None:
            raise NotationError(f"it is written {_SHAPES[kind]}")
        code = self._known(match[1], self.hexes, "hex") << codes.HEX_SHIFT
        if match[2]:
            code |= self._known(match[2], self.sections, "section") + 1 << codes.SECTION_SHIFT
        if kind == codes.RUN:
            fed = int(match[3] or 0)
            if fed >= len(self.hexes):
                raise NotationError(f"no bloc has {fed} tiles")
            code |= fed << codes.FED_SHIFT | (1 if match[4] else 0) << codes.ORE_SHIFT
        return code

    def _parse_offer(self, rest: str) -> Offer:
        match = _OFFER.fullmatch(rest)
        if match is None:
            raise NotationError(f"it is written {_SHAPES[codes.BARTER]}")
        give, get = self._parse_side(match[2]), self._parse_side(match[3])
        if not any(give) and not any(get):
            raise NotationError("at least one side gives something")
        return Offer(int(match[1][1:]) - 1, give, get)

    def _parse_side(self, side: str) -> tuple[int, ...]:
        amounts = [0] * len(self._assets)
        last = -1
        for part in side.split(",") if side != "-" else []:
            match = _ASSET.fullmatch(part)
            if match is None:
                raise NotationError(f'"{part[:_MAX_TEXT]}" is no amount: write food2, $5, note1, or - for nothing')
            asset = self._known(match[1], self._assets, "asset")
            if asset <= last:
                raise NotationError(f"each asset stands once a side, in the order {', '.join(self._assets)}")
            amounts[asset] = int(match[2]) if len(match[2]) < 10 else _MAX_AMOUNT
            last = asset
        return tuple(amounts)
