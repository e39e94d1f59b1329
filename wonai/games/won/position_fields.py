"""What stands between a position file and the core: a plain record in numbers alone, and the words for them.

Hexes in board order, seats, industries, goods and phases by index, -1 for none. The section of a tile that makes a bloc
is named by its industry, so a bloc is (hex, industry).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wonai._core.hexgrid import DIRECTIONS, hex_names
from wonai.games.won.options import package_names
from wonai.strict_json import fail

FORMAT = "wonai-position/1"
PHASES = ("draft", "trade", "develop", "produce", "final-trade", "settle", "over")
DRAFT, TRADE, DEVELOP, PRODUCE, FINAL_TRADE, SETTLE, OVER = range(len(PHASES))
TRADING = (TRADE, FINAL_TRADE)
PASSING = (*TRADING, DEVELOP, SETTLE)
KEYS = (
    "format", "game", "rules", "players", "board", "tokens", "markets", "stacks", "round", "phase", "first", "to_move",
    "passes", "ending", "draft", "offer", "offers", "actions", "lifted", "split", "ran",
)  # fmt: skip
INDUSTRY = "industry"
"""The kind of packages that bring tiles."""
N_SIDES = len(DIRECTIONS)
MAX_TOKENS = 60_000
"""On all blocs together, in a file. The core counts those of one bloc in 16 bits: thousands more fit in play."""
MAX_DOTS = 254
"""Of a bloc that has run; the core counts them in 8 bits, and the board has no room for as many."""

Fields = dict[str, Any]
"""The record between document and core: money, notes, flags, goods (by seat), owner, tile, rotation (by hex), tokens,
levels, stacks, round, phase, first, to_move, passes, ending, offers, actions, draft_round (0 outside the draft), taken,
to_place (counts by industry), offer, lifted, lifted_blocs, split, ran."""


class Words:
    """The names of the rules data, and what the position file needs to know of the things they name."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.hexes = tuple(hex_names(data["board"]["radius"]))
        self.goods: tuple[str, ...] = tuple(data["goods"])
        self.assets = (*self.goods, "money", "notes")
        self.industries: tuple[str, ...] = tuple(data["industries"])
        self.tiles = (*self.industries, *data["super_industries"])
        self.packages = package_names(data)
        self.wells = [sum(data["markets"][good]["row_lengths"]) for good in self.goods]
        self.hex_index = {name: index for index, name in enumerate(self.hexes)}
        self.tile_index = {name: index for index, name in enumerate(self.tiles)}
        two_sections = [tile["half"] for tile in data["super_industries"].values()]
        self.sections = (
            *((index,) for index in range(len(self.industries))),
            *(tuple(sorted(self.tile_index[name] for name in sections)) for sections in two_sections),
        )
        """Of each tile: the industries it belongs to, in industry order."""

    def product(self, industry: int) -> tuple[str, int]:
        """What a bloc makes, and how much of it a full dot gives."""
        entry = self.data["industries"][self.industries[industry]]
        return entry["makes"], entry.get("per_dot", 1)

    def draft_rounds(self, players: int) -> list[tuple[str, str]]:
        """Direction and kind of package of each round."""
        rounds: list[tuple[str, str]] = self.data["draft"][str(players)]
        return rounds


_WORDS: dict[int, Words] = {}  # by the identity of the rules data, which the words keep alive


def words_of(data: Mapping[str, Any]) -> Words:
    if id(data) not in _WORDS:
        _WORDS[id(data)] = Words(data)
    return _WORDS[id(data)]


def check_tokens(count: int) -> None:
    """Refuse more tokens than can be counted."""
    if count > MAX_TOKENS:
        fail("tokens", f"expected at most {MAX_TOKENS:,} in the whole game, got {count:,}")
