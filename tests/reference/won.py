"""The rules of Wealth of Nations in slow, plain Python: the oracle that the compiled core is compared with.

Written from the rules text and its rulings (S1, C18, ...) alone; it shares no code with the package and reads only the
rules data from it. Clarity comes before speed: a position is a handful of dictionaries, blocs are searched for anew in
every position, and a move is legal when its canonical text is in the list of legal moves.
"""

from __future__ import annotations

import copy
import dataclasses
import functools
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import resources
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

FORMAT = "wonai-position/1"
DIRECTIONS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))  # clockwise: NE, E, SE, SW, W, NW
SIDES = len(DIRECTIONS)
EDGE_TILES, POINT_TILES = 2, 3  # how many hexes meet at an edge and at a corner
MONEY, NOTES = "money", "notes"
MOST_SUBSETS = 5_000  # up to here the best tiles to feed are found by trying every choice

PLACEMENT = re.compile(r"(place|build|drop):([a-z-]+)@([a-z][0-9])/([0-5])(!?)")
BLOC_MOVE = re.compile(r"(run|automate|token):([a-z][0-9])(?::([a-z]+))?(\*[0-9]+|\+ore)?")
BARTER = re.compile(r"barter:(p[0-9]):([^>]+)>([^>]+)")
ASSET = re.compile(r"([a-z]+|\$)([1-9][0-9]{0,8})")

Dot = tuple[str, ...]  # the hexes that a full dot lies on
BlocFacts = tuple[str, str, tuple[str, ...], int, int]  # owner, industry, hexes, tokens, full dots


class IllegalMove(ValueError):
    """The text is no legal move in this position."""


# ---------------------------------------------------------------------------------------------------------------------
# Rules data: board, tile faces, editions
# ---------------------------------------------------------------------------------------------------------------------


class Section(NamedTuple):
    """The dots of one colour on a tile (rotation 0). Only the Integrated Economy has two sections."""

    industry: str
    has_centre: bool
    half: tuple[int, ...]
    third: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Options:
    """What the game is played with: the edition's entries and the overrides (C6), in canonical order (C7)."""

    packages: str
    draft_without: list[str]
    flags: int
    stacks: dict[str, int]
    integrated_economy_stack: int
    cubes_per_action: int
    note_interest: int
    final_trade: str
    end_flags: str
    blocked: list[str]
    round_limit: int
    trade_actions_per_seat: int
    offers_per_action: int


class Rules:
    """The numbers of the game and the tables that follow from them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.goods: list[str] = data["goods"]
        self.industries: list[str] = list(data["industries"])
        self.tiles: list[str] = self.industries + list(data["super_industries"])
        self.sections = {tile: self._sections_of(tile) for tile in self.tiles}
        self._lay_out_board()
        self._number_spots()
        self.smallest_turn = {tile: self._smallest_turns(tile) for tile in self.tiles}
        self.rotations = {tile: sorted(set(turns)) for tile, turns in self.smallest_turn.items()}
        self.face = {
            (tile, name, turn): self._face(tile, name, turn)
            for tile in self.tiles
            for name in self.hexes
            for turn in self.rotations[tile]
        }

    @staticmethod
    @functools.cache
    def load(path: Path | None = None) -> Rules:
        """The rules from a JSON file; without a path, from the package data."""
        source = path or resources.files("wonai") / "rules/won/wealth-of-nations.json"
        return Rules(json.loads(source.read_text(encoding="utf-8")))

    def _lay_out_board(self) -> None:
        """Hex names in board order, and who lies across which edge (R1)."""
        radius = self.data["board"]["radius"]
        at: dict[tuple[int, int], str] = {}
        for row, r in enumerate(range(-radius, radius + 1)):
            columns = range(max(-radius, -radius - r), min(radius, radius - r) + 1)
            for place, q in enumerate(columns, start=1):
                at[q, r] = f"{chr(ord('a') + row)}{place}"
        self.hexes = list(at.values())
        self.order = {name: index for index, name in enumerate(self.hexes)}
        self.across = {name: [at.get((q + dq, r + dr)) for dq, dr in DIRECTIONS] for (q, r), name in at.items()}
        self.neighbours = {name: [other for other in row if other] for name, row in self.across.items()}

    def _number_spots(self) -> None:
        """A spot is an edge or a point of the board: partial dots touch when they lie on the same spot."""
        numbers: dict[tuple[str, str, int], int] = {}
        self.edge_spot: dict[tuple[str, int], int] = {}
        self.point_spot: dict[tuple[str, int], int] = {}
        self.spot_size: dict[int, int] = {}
        for name in self.hexes:
            for k in range(SIDES):
                first, last = self.across[name][k], self.across[name][(k + 1) % SIDES]
                sharing_edge = [(name, k), (first, (k + 3) % SIDES)]
                sharing_point = [(name, k), (first, (k + 2) % SIDES), (last, (k + 4) % SIDES)]
                edge = min((other, side) for other, side in sharing_edge if other)
                point = min((other, corner) for other, corner in sharing_point if other)
                self.edge_spot[name, k] = numbers.setdefault(("edge", *edge), len(numbers))
                self.point_spot[name, k] = numbers.setdefault(("point", *point), len(numbers))
                self.spot_size[self.edge_spot[name, k]] = EDGE_TILES
                self.spot_size[self.point_spot[name, k]] = POINT_TILES

    def _sections_of(self, tile: str) -> tuple[Section, ...]:
        if tile in self.data["industries"]:
            face = self.data["industries"][tile]
            return (Section(tile, face["centre"], tuple(face["half"]), tuple(face["third"])),)
        face = self.data["super_industries"][tile]
        return tuple(
            Section(industry, face["centre"] == industry, tuple(half), tuple(face["third"].get(industry, ())))
            for industry in self.industries
            if (half := face["half"].get(industry))
        )

    def _smallest_turns(self, tile: str) -> list[int]:
        """For each rotation the smallest one that looks alike."""

        def look(turn: int) -> set[tuple[str, str, int]]:
            dots = {(s.industry, "half", (edge + turn) % SIDES) for s in self.sections[tile] for edge in s.half}
            return dots | {(s.industry, "third", (c + turn) % SIDES) for s in self.sections[tile] for c in s.third}

        looks = [look(turn) for turn in range(SIDES)]
        return [looks.index(look) for look in looks]

    def _face(self, tile: str, name: str, turn: int) -> tuple[tuple[int, str], ...]:
        """The partial dots of a tile lying on a hex: spot and colour (the industry)."""
        dots: list[tuple[int, str]] = []
        for section in self.sections[tile]:
            dots += [(self.edge_spot[name, (edge + turn) % SIDES], section.industry) for edge in section.half]
            dots += [(self.point_spot[name, (corner + turn) % SIDES], section.industry) for corner in section.third]
        return tuple(dots)

    def cost(self, tile: str) -> dict[str, int]:
        """What building a tile costs."""
        group = "industries" if tile in self.data["industries"] else "super_industries"
        cost: dict[str, int] = self.data[group][tile]["cost"]
        return cost

    def action_cost(self, action: str) -> dict[str, int]:
        """What an action costs in goods."""
        return {good: n for good, n in self.data["actions"][action].items() if good in self.goods}

    def wells(self, good: str) -> int:
        """How many cubes the rows of a market hold."""
        return len(self.data["markets"][good]["sell"])

    def buy_price(self, good: str, level: int) -> int:
        market = self.data["markets"][good]
        price: int = market["buy"][level - 1] if level > 0 else market["empty_buy"]
        return price

    def sell_price(self, good: str, level: int) -> int:
        market = self.data["markets"][good]
        price: int = market["sell"][level] if level < self.wells(good) else market["full_sell"]
        return price

    def options(self, edition: str, players: int, overrides: dict[str, Any]) -> Options:
        """The edition's entries for this number of players, with the overrides over them (C6)."""
        entries = self.data["editions"][edition]
        known = {field.name for field in dataclasses.fields(Options)}
        if unknown := sorted(set(overrides) - known):
            raise ValueError(f"unknown option: {unknown[0]}")
        values: dict[str, Any] = {**entries, **self.data["engine_limits"], "blocked": [], **overrides}
        without = overrides.get("draft_without", entries["draft_without"].get(str(players), []))
        flags = overrides.get("flags", {})
        if isinstance(flags, dict):
            flags = flags.get(str(players), entries["flags"][str(players)])
        values["draft_without"] = self.in_package_order(values["packages"], without)
        values["flags"] = flags
        values["stacks"] = self._stack_sizes(entries["stacks"], overrides.get("stacks", {}))
        values["blocked"] = sorted(values["blocked"], key=self.order.__getitem__)
        return Options(**values)

    def _stack_sizes(self, edition: dict[str, int], override: dict[str, int]) -> dict[str, int]:
        """One number an industry; a named one wins over `other`, which is all that the edition does not name (C6)."""
        sizes = {}
        for industry in self.industries:
            keys = [industry] if industry in edition else [industry, "other"]
            sizes[industry] = next(table[key] for table in (override, edition) for key in keys if key in table)
        return sizes

    def package_names(self, packages: str, kind: str) -> list[str]:
        """The packages of a kind (`industry`, `commodity`, `any`) in package order."""
        kinds = self.data["packages"][packages]
        return [name for group in kinds if kind in (group, "any") for name in kinds[group]]

    def in_package_order(self, packages: str, names: Iterable[str]) -> list[str]:
        wanted = set(names)
        return [name for name in self.package_names(packages, "any") if name in wanted]


# ---------------------------------------------------------------------------------------------------------------------
# The pieces of a position
# ---------------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Player:
    name: str
    money: int
    notes: int
    goods: dict[str, int]
    flags: int  # in hand


class Piece(NamedTuple):
    """What lies on a hex: a tile with its flag, or a bare flag (`tile` is None)."""

    owner: str
    tile: str | None = None
    rotation: int = 0


class Bloc(NamedTuple):
    """Tiles of one industry and one owner, connected through touching partial dots (R2)."""

    owner: str
    industry: str
    hexes: tuple[str, ...]  # in board order
    dots: tuple[Dot, ...]  # the full dots

    @property
    def first(self) -> str:
        return self.hexes[0]


class Offer(NamedTuple):
    sender: str
    receiver: str
    give: dict[str, int]
    get: dict[str, int]


class LiftedTile(NamedTuple):
    tile: str
    origin: str
    target: str | None = None  # once put down


class OldBloc(NamedTuple):
    """A bloc with tokens that lost a tile in this Move, with its hexes before the Move (C21)."""

    industry: str
    hexes: tuple[str, ...]
    tokens: int


@dataclasses.dataclass
class Lifted:
    """A Move under way."""

    tiles: list[LiftedTile]  # in the order of lifting
    blocs: list[OldBloc]

    @property
    def in_the_air(self) -> list[LiftedTile]:
        return [tile for tile in self.tiles if tile.target is None]

    @property
    def dropped(self) -> bool:
        return len(self.in_the_air) < len(self.tiles)


class Split(NamedTuple):
    """Tokens of a bloc that fell apart, still to be given out (C22)."""

    industry: str
    among: list[str]  # the first hexes of the blocs to choose from
    tokens: int


@dataclasses.dataclass
class Draft:
    round: int
    taken: list[str]
    to_place: list[str]


# ---------------------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------------------


class Game:
    """One moment of one game. Mutable: copy() before trying a move."""

    # Worked out when first asked for; forgotten with every move, and with every change of the board.
    _moves: list[str] | None
    _blocs: list[Bloc] | None
    _dots: dict[int, list[tuple[str, str, str]]] | None

    def __init__(self, rules: Rules, edition: str, options: Options, players: dict[str, Player], first: str) -> None:
        self.rules = rules
        self.edition = edition
        self.options = options
        self.players = players
        self.seats = list(players)
        self.first = first
        self.to_move: str | None = first
        self.board: dict[str, Piece] = {}
        self.tokens: Counter[tuple[str, str]] = Counter()  # (any hex of the bloc, industry)
        self.markets = dict.fromkeys(rules.goods, 0)
        self.stacks = dict.fromkeys(rules.tiles, 0)
        self.round = 1
        self.phase = "draft"
        self.passes = 0
        self.ending = False
        self.draft: Draft | None = None
        self.offer: Offer | None = None
        self.offers = 0
        self.actions = 0
        self.lifted: Lifted | None = None
        self.split: list[Split] = []
        self.ran: dict[tuple[str, str], int] = {}  # (first hex, industry) of a bloc -> what it will make
        self._forget()

    # -- beginning, reading, writing ----------------------------------------------------------------------------------

    @classmethod
    def start(
        cls, players: int, edition: str = "first", first: str = "p1", rules_path: Path | None = None, **overrides: Any
    ) -> Game:
        """A new game before its first draft move (R3)."""
        rules = Rules.load(rules_path)
        options = rules.options(edition, players, overrides)
        seats = [f"p{number}" for number in range(1, players + 1)]
        hands = {seat: Player(seat, 0, 0, dict.fromkeys(rules.goods, 0), options.flags) for seat in seats}
        game = cls(rules, edition, options, hands, first)
        game.markets = {good: rules.data["markets"][good]["start"] for good in rules.goods}
        game.stacks = {tile: options.stacks.get(tile, options.integrated_economy_stack) for tile in rules.tiles}
        game.draft = Draft(round=1, taken=[], to_place=[])
        return game

    @classmethod
    def from_json(cls, text: str, rules_path: Path | None = None) -> Game:
        """The position of a valid document; what is left out is empty, zero or false (C30)."""
        doc = json.loads(text)
        rules = Rules.load(rules_path)
        overrides = dict(doc["rules"])
        edition = overrides.pop("edition")
        options = rules.options(edition, len(doc["players"]), overrides)
        players = {
            entry["seat"]: Player(
                name=entry.get("name", entry["seat"]),
                money=entry.get("money", 0),
                notes=entry.get("notes", 0),
                goods={good: entry.get("goods", {}).get(good, 0) for good in rules.goods},
                flags=entry.get("flags", 0),
            )
            for entry in doc["players"]
        }
        game = cls(rules, edition, options, players, doc["first"])
        game._read_table(doc)
        game._read_moment(doc)
        return game

    def _read_table(self, doc: dict[str, Any]) -> None:
        """Board, tokens, markets and stacks."""
        for name, cell in doc["board"].items():
            tile = cell.get("tile")
            rotation = self.rules.smallest_turn[tile][cell.get("rotation", 0)] if tile else 0
            self.board[name] = Piece(cell["owner"], tile, rotation)
        for token in doc.get("tokens", []):
            self.tokens[token["hex"], self._read_industry(token)] += 1
        self.markets = {good: doc["markets"].get(good, 0) for good in self.rules.goods}
        self.stacks = {tile: doc["stacks"].get(tile, 0) for tile in self.rules.tiles}

    def _read_moment(self, doc: dict[str, Any]) -> None:
        """Whose turn it is and what is under way."""
        self.round = doc.get("round", 1)
        self.phase = doc["phase"]
        self.to_move = doc.get("to_move")
        self.passes = doc.get("passes", 0)
        self.ending = doc.get("ending", False)
        self.offers = doc.get("offers", 0)
        self.actions = doc.get("actions", 0)
        if "draft" in doc:
            draft = doc["draft"]
            self.draft = Draft(draft.get("round", 1), draft.get("taken", []), draft.get("to_place", []))
        if "offer" in doc:
            offer = doc["offer"]
            give, get = ({key: n for key, n in offer.get(side, {}).items() if n} for side in ("give", "get"))
            self.offer = Offer(offer["from"], offer["to"], give, get)
        if "lifted" in doc:
            self.lifted = Lifted(
                [LiftedTile(tile["tile"], tile["from"], tile.get("to")) for tile in doc["lifted"]["tiles"]],
                [
                    OldBloc(bloc["industry"], self._in_board_order(bloc["hexes"]), bloc["tokens"])
                    for bloc in doc["lifted"].get("blocs", [])
                ],
            )
        self.split = [Split(entry["industry"], entry["among"], entry["tokens"]) for entry in doc.get("split", [])]
        for entry in doc.get("ran", []):
            bloc = self._bloc_at(entry["hex"], self._read_industry(entry))
            self.ran[bloc.first, bloc.industry] = sum(entry["makes"].values())

    def _read_industry(self, entry: dict[str, str]) -> str:
        """The industry meant by an entry of `tokens` or `ran`: the section on an Integrated Economy (C29)."""
        tile = self.board[entry["hex"]].tile
        assert tile is not None
        return entry.get("section", tile)

    def to_json(self) -> str:
        """The canonical text (C34)."""
        doc: dict[str, Any] = {
            "format": FORMAT,
            "game": self.rules.data["game"],
            "rules": self._write_rules(),
            "players": [self._write_player(seat) for seat in self.seats],
            "board": {name: self._write_piece(name) for name in self._in_board_order(self.board)},
            "tokens": [self._write_bloc(bloc) for bloc in self.blocs() for _ in range(self.tokens_of(bloc))],
            "markets": self.markets,
            "stacks": self._write_stacks(),
            "round": self.round,
            "phase": self.phase,
            "first": self.first,
            "to_move": self.to_move,
            "passes": self.passes,
            "ending": self.ending,
        }
        if self.to_move is None:
            del doc["to_move"]
        doc |= self._write_under_way()
        return json.dumps(doc, ensure_ascii=False, separators=(",", ":"))

    def _write_rules(self) -> dict[str, Any]:
        """The edition and only what differs from it (C7)."""
        plain = self.rules.options(self.edition, len(self.seats), {})
        written: dict[str, Any] = {"edition": self.edition}
        for field in dataclasses.fields(Options):
            value, usual = getattr(self.options, field.name), getattr(plain, field.name)
            if value != usual:
                written[field.name] = value
        if "stacks" in written:
            written["stacks"] = {tile: n for tile, n in self.options.stacks.items() if n != plain.stacks[tile]}
        return written

    def _write_player(self, seat: str) -> dict[str, Any]:
        player = self.players[seat]
        return {
            "seat": seat,
            "name": player.name,
            "money": player.money,
            "notes": player.notes,
            "goods": player.goods,
            "flags": player.flags,
        }

    def _write_piece(self, name: str) -> dict[str, Any]:
        piece = self.board[name]
        if piece.tile is None:
            return {"owner": piece.owner}
        return {"owner": piece.owner, "tile": piece.tile, "rotation": piece.rotation}

    def _write_bloc(self, bloc: Bloc) -> dict[str, Any]:
        """A bloc is named by its first hex, and by the section if that holds an Integrated Economy (C29)."""
        if self._has_sections(bloc.first):
            return {"hex": bloc.first, "section": bloc.industry}
        return {"hex": bloc.first}

    def _write_stacks(self) -> dict[str, int]:
        with_super = self.options.integrated_economy_stack > 0
        return {tile: n for tile, n in self.stacks.items() if with_super or tile in self.rules.industries}

    def _write_under_way(self) -> dict[str, Any]:
        """The keys that are written only while they matter."""
        doc: dict[str, Any] = {}
        if self.draft:
            doc["draft"] = {
                "round": self.draft.round,
                "taken": self.rules.in_package_order(self.options.packages, self.draft.taken),
                "to_place": sorted(self.draft.to_place, key=self.rules.tiles.index),
            }
        if self.offer:
            doc["offer"] = {
                "from": self.offer.sender,
                "to": self.offer.receiver,
                "give": self._write_side(self.offer.give),
                "get": self._write_side(self.offer.get),
            }
        if self.offers:
            doc["offers"] = self.offers
        if self.actions:
            doc["actions"] = self.actions
        if self.lifted:
            doc["lifted"] = self._write_lifted(self.lifted)
        if self.split:
            doc["split"] = [split._asdict() for split in self.split]
        if self.ran:
            doc["ran"] = [
                self._write_bloc(bloc) | {"makes": {self._product(bloc.industry): self.ran[bloc.first, bloc.industry]}}
                for bloc in self.blocs()
                if (bloc.first, bloc.industry) in self.ran
            ]
        return doc

    def _write_side(self, side: dict[str, int]) -> dict[str, int]:
        return {asset: side[asset] for asset in self._assets() if asset in side}

    def _write_lifted(self, lifted: Lifted) -> dict[str, Any]:
        doc: dict[str, Any] = {
            "tiles": [
                {"tile": tile.tile, "from": tile.origin} | ({"to": tile.target} if tile.target else {})
                for tile in lifted.tiles
            ]
        }
        if lifted.dropped:
            doc["dropped"] = True
        if lifted.blocs:
            doc["blocs"] = [
                {"industry": bloc.industry, "hexes": list(bloc.hexes), "tokens": bloc.tokens}
                for bloc in self._old_blocs_in_order(lifted)
            ]
        return doc

    def copy(self) -> Game:
        twin = copy.copy(self)
        twin.players = {
            seat: dataclasses.replace(player, goods=dict(player.goods)) for seat, player in self.players.items()
        }
        twin.board = dict(self.board)
        twin.tokens = self.tokens.copy()
        twin.markets = dict(self.markets)
        twin.stacks = dict(self.stacks)
        twin.split = list(self.split)
        twin.ran = dict(self.ran)
        if self.draft:
            twin.draft = Draft(self.draft.round, list(self.draft.taken), list(self.draft.to_place))
        if self.lifted:
            twin.lifted = Lifted(list(self.lifted.tiles), list(self.lifted.blocs))
        return twin

    # -- questions ----------------------------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    def scores(self) -> dict[str, int]:
        """Victory points by seat, at any time (R6, C32). A tile in the air is still its owner's tile."""
        score, note = self.rules.data["score"], self.rules.data["notes"]
        tiles = Counter(piece.owner for piece in self.board.values() if piece.tile)
        if self.lifted:
            tiles[self._mover()] += len(self.lifted.in_the_air)
        return {
            seat: score["tile"] * tiles[seat] + player.money // score["money_per_vp"] + note["vp"] * player.notes
            for seat, player in self.players.items()
        }

    def winners(self) -> list[str]:
        """Most points; then most money; then most flags on the board, those on tiles too (C16); then shared."""
        if not self.is_over:
            return []
        scores = self.scores()
        flags = Counter(piece.owner for piece in self.board.values())
        rank = {seat: (scores[seat], self.players[seat].money, flags[seat]) for seat in self.seats}
        best = max(rank.values())
        return [seat for seat in self.seats if rank[seat] == best]

    def legal_moves(self) -> list[str]:
        """Every legal move but barter offers, in plain ASCII order (C33)."""
        if self._moves is None:
            self._moves = sorted(self._list_moves())
        return list(self._moves)

    def is_legal(self, text: str) -> bool:
        if text.startswith("barter:"):
            return self._legal_offer(text) is not None
        return self._canonical(text) in self.legal_moves()

    def _list_moves(self) -> Iterator[str]:
        match self.phase:
            case "draft":
                return self._draft_moves()
            case "trade" | "final-trade":
                return self._trade_moves()
            case "develop":
                return self._develop_moves()
            case "produce":
                return self._produce_moves()
            case "settle":
                return self._settle_moves()
        return iter(())

    def _canonical(self, text: str) -> str:
        """The one spelling of a move: the smallest rotation, the first hex of a bloc. Other texts stay as they are."""
        if found := PLACEMENT.fullmatch(text):
            kind, tile, name, turn, force = found.groups()
            if tile in self.rules.tiles:
                return f"{kind}:{tile}@{name}/{self.rules.smallest_turn[tile][int(turn)]}{force}"
        if found := BLOC_MOVE.fullmatch(text):
            kind, name, section, rest = found.groups()
            piece = self.board.get(name)
            # The section is named exactly on an Integrated Economy (C27).
            if piece and piece.tile and self._has_sections(name) == (section is not None):
                for bloc in self.blocs():
                    if name in bloc.hexes and bloc.industry == (section or piece.tile):
                        return f"{kind}:{self._name_of(bloc)}{rest or ''}"
            return ""
        return text

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self, text: str) -> None:
        """Play a move; an illegal one raises IllegalMove and changes nothing."""
        if not self.is_legal(text):
            raise IllegalMove(f"not a legal move here: {text!r}")
        board_before = dict(self.board)
        self._carry_out(self._canonical(text))
        self._moves = None
        if self.board != board_before:
            self._forget()

    def _carry_out(self, move: str) -> None:
        kind, _, rest = move.partition(":")
        match kind:
            case "draft":
                self._play_draft(rest)
            case "place":
                self._play_place(*self._read_placement(move))
            case "buy":
                self._play_buy(rest.split(","))
            case "sell":
                self._play_sell(rest.split(","))
            case "note":
                self._play_note(rest)
            case "barter":
                self._play_barter(move)
            case "accept":
                self._play_accept()
            case "reject":
                self._play_reject()
            case "pass":
                self._play_pass()
            case "flag":
                self._play_flag(rest)
            case "build":
                self._play_build(*self._read_placement(move))
            case "lift":
                self._play_lift(rest)
            case "drop":
                self._play_drop(*self._read_placement(move))
            case "token":
                self._play_token(move)
            case "automate":
                self._play_automate(move)
            case "run":
                self._play_run(move)
            case "done":
                self._play_done()

    def _forget(self) -> None:
        """The board has changed: drop what was worked out for the one before."""
        self._moves = self._blocs = self._dots = None

    # -- small helpers ------------------------------------------------------------------------------------------------

    def _mover(self) -> str:
        assert self.to_move is not None
        return self.to_move

    @property
    def _me(self) -> Player:
        """The player to move."""
        return self.players[self._mover()]

    def _after(self, seat: str) -> str:
        """The next seat clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _clockwise_from_first(self) -> list[str]:
        start = self.seats.index(self.first)
        return self.seats[start:] + self.seats[:start]

    def _in_board_order(self, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(names, key=self.rules.order.__getitem__))

    def _assets(self) -> list[str]:
        """What can be bartered, in the order it is written in (C17)."""
        return [*self.rules.goods, MONEY, NOTES]

    def _can_pay(self, cost: dict[str, int]) -> bool:
        goods = self._me.goods
        return all(goods[good] >= n for good, n in cost.items())

    def _pay(self, cost: dict[str, int]) -> None:
        for good, n in cost.items():
            self._me.goods[good] -= n

    def _gain(self, seat: str, asset: str, amount: int) -> None:
        """Give a player goods, money or notes; a negative amount takes them."""
        player = self.players[seat]
        if asset == MONEY:
            player.money += amount
        elif asset == NOTES:
            player.notes += amount
        else:
            player.goods[asset] += amount

    def _is_playable(self, name: str) -> bool:
        return name != self.rules.data["board"]["centre"] and name not in self.options.blocked

    def _is_empty(self, name: str) -> bool:
        return name not in self.board and self._is_playable(name)

    def _own_tiles(self) -> list[str]:
        return [name for name, piece in self.board.items() if piece.owner == self.to_move and piece.tile]

    def _own_bare_flags(self) -> list[str]:
        return [name for name, piece in self.board.items() if piece.owner == self.to_move and not piece.tile]

    def _start_phase(self, phase: str) -> None:
        self.phase = phase
        self.to_move = self.first
        self.passes = self.offers = self.actions = 0

    def _end_action(self) -> None:
        """A Trade or Develop action is over: the next seat is to act."""
        self.passes = self.offers = 0
        self.to_move = self._after(self._mover())

    # -- dots and blocs (R2, R5) --------------------------------------------------------------------------------------

    def dots_by_spot(self) -> dict[int, list[tuple[str, str, str]]]:
        """The partial dots on each edge and point of the board: owner, industry (the colour), hex."""
        if self._dots is None:
            self._dots = {}
            for name, piece in self.board.items():
                if piece.tile:
                    for spot, industry in self.rules.face[piece.tile, name, piece.rotation]:
                        self._dots.setdefault(spot, []).append((piece.owner, industry, name))
        return self._dots

    def _conflicts(self, tile: str, name: str, rotation: int) -> bool:
        """Whether the tile, put there, would touch partial dots of another colour."""
        lying = self.dots_by_spot()
        return any(
            other != industry
            for spot, industry in self.rules.face[tile, name, rotation]
            for _, other, _ in lying.get(spot, ())
        )

    def _ways_to_put(self, tile: str, names: Iterable[str], force: bool) -> Iterator[str]:
        """`tile@hex/rotation` for each placement without conflict; with `force` also the others, marked `!`."""
        for name in names:
            for rotation in self.rules.rotations[tile]:
                if not self._conflicts(tile, name, rotation):
                    yield f"{tile}@{name}/{rotation}"
                elif force:
                    yield f"{tile}@{name}/{rotation}!"

    @staticmethod
    def _read_placement(move: str) -> tuple[str, str, int, bool]:
        """Tile, hex, rotation and whether it is forced."""
        found = PLACEMENT.fullmatch(move)
        assert found
        return found[2], found[3], int(found[4]), found[5] == "!"

    def blocs(self) -> list[Bloc]:
        """All blocs in board order of their first hexes, on one hex farm before generator."""
        if self._blocs is None:
            self._blocs = []
            seen: set[tuple[str, str]] = set()
            for name in self._in_board_order(self.board):
                tile = self.board[name].tile
                for section in self.rules.sections[tile] if tile else ():
                    if (name, section.industry) not in seen:
                        hexes = self._connected(name, section.industry)
                        seen.update((other, section.industry) for other in hexes)
                        self._blocs.append(self._make_bloc(section.industry, hexes))
        return self._blocs

    def _partial_dots(self, name: str, industry: str) -> list[int]:
        """The spots on which the tile on a hex has a partial dot of the industry."""
        piece = self.board[name]
        assert piece.tile is not None
        return [spot for spot, colour in self.rules.face[piece.tile, name, piece.rotation] if colour == industry]

    def _connected(self, start: str, industry: str) -> tuple[str, ...]:
        """The hexes of the bloc around a tile."""
        lying = self.dots_by_spot()
        found, todo = {start}, [start]
        while todo:
            for spot in self._partial_dots(todo.pop(), industry):
                for owner, colour, name in lying[spot]:
                    if owner == self.board[start].owner and colour == industry and name not in found:
                        found.add(name)
                        todo.append(name)
        return self._in_board_order(found)

    def _make_bloc(self, industry: str, hexes: tuple[str, ...]) -> Bloc:
        dots: list[Dot] = []
        on_spot: dict[int, list[str]] = {}
        for name in hexes:
            tile = self.board[name].tile
            assert tile is not None
            sections = self.rules.sections[tile]
            dots += [(name,) for section in sections if section.industry == industry and section.has_centre]
            for spot in self._partial_dots(name, industry):
                on_spot.setdefault(spot, []).append(name)
        dots += [tuple(names) for spot, names in on_spot.items() if len(names) == self.rules.spot_size[spot]]
        return Bloc(self.board[hexes[0]].owner, industry, hexes, tuple(dots))

    def _bloc_at(self, name: str, industry: str) -> Bloc:
        return next(bloc for bloc in self.blocs() if bloc.industry == industry and name in bloc.hexes)

    def _own_blocs(self) -> list[Bloc]:
        return [bloc for bloc in self.blocs() if bloc.owner == self.to_move]

    def tokens_of(self, bloc: Bloc) -> int:
        """Tokens belong to blocs: whatever lies on one of its hexes for its industry (A1)."""
        return sum(self.tokens[name, bloc.industry] for name in bloc.hexes)

    def _has_sections(self, name: str) -> bool:
        tile = self.board[name].tile
        return tile is not None and len(self.rules.sections[tile]) > 1

    def _name_of(self, bloc: Bloc) -> str:
        """How a written move names a bloc."""
        return f"{bloc.first}:{bloc.industry}" if self._has_sections(bloc.first) else bloc.first

    def _bloc_named(self, move: str) -> Bloc:
        found = BLOC_MOVE.fullmatch(move)
        assert found
        tile = self.board[found[2]].tile
        assert tile is not None
        return self._bloc_at(found[2], found[3] or tile)

    # -- the draft (R3) -----------------------------------------------------------------------------------------------

    def _the_draft(self) -> Draft:
        assert self.draft is not None
        return self.draft

    def _draft_rounds(self) -> list[tuple[str, str]]:
        """Direction and kind of package of each draft round."""
        rounds: list[tuple[str, str]] = self.rules.data["draft"][str(len(self.seats))]
        return rounds

    def _draft_moves(self) -> Iterator[str]:
        draft = self._the_draft()
        if draft.to_place:
            yield from self._place_moves()
            return
        _, kind = self._draft_rounds()[draft.round - 1]
        for name in self.rules.package_names(self.options.packages, kind):
            if name not in draft.taken and name not in self.options.draft_without:
                yield f"draft:{name}"

    def _place_moves(self) -> Iterator[str]:
        """Starting tiles: a flag in hand, an unoccupied hex, one contiguous group (S1), no forcing."""
        if self._me.flags == 0:
            return
        own = self._own_tiles()
        beside = {other for name in own for other in self.rules.neighbours[name]}
        names = [name for name in self.rules.hexes if self._is_empty(name) and (name in beside or not own)]
        for tile in set(self._the_draft().to_place):
            for way in self._ways_to_put(tile, names, force=False):
                yield f"place:{way}"

    def _play_draft(self, name: str) -> None:
        draft = self._the_draft()
        draft.taken.append(name)
        packages = self.rules.data["packages"][self.options.packages]
        package = next(group[name] for group in packages.values() if name in group)
        for asset in self._assets():
            self._gain(self._mover(), asset, package.get(asset, 0))
        for tile in package.get("tiles", []):
            if self.stacks[tile] > 0:  # C4: a package brings only what its stack holds
                self.stacks[tile] -= 1
                draft.to_place.append(tile)
        self._go_on_drafting()

    def _play_place(self, tile: str, name: str, rotation: int, _force: bool) -> None:
        self._the_draft().to_place.remove(tile)
        self.board[name] = Piece(self._mover(), tile, rotation)
        self._me.flags -= 1
        self._go_on_drafting()

    def _go_on_drafting(self) -> None:
        """The seat goes on placing; or what has no place goes back (S2, C3) and the next seat drafts."""
        draft = self._the_draft()
        self._forget()
        if draft.to_place and any(self._place_moves()):
            return
        for tile in draft.to_place:
            self.stacks[tile] += 1
        draft.to_place.clear()
        order = self._clockwise_from_first()
        if self._draft_rounds()[draft.round - 1][0] == "counter":
            order.reverse()
        if self.to_move != order[-1]:
            self.to_move = order[order.index(self._mover()) + 1]
        elif draft.round < len(self._draft_rounds()):
            # The next round turns round: whoever was last is now first.
            draft.round += 1
            order = self._clockwise_from_first()
            self.to_move = order[-1] if self._draft_rounds()[draft.round - 1][0] == "counter" else order[0]
        else:
            self.draft = None
            self._start_phase("trade")

    # -- Trade (R4) ---------------------------------------------------------------------------------------------------

    def _trade_moves(self) -> Iterator[str]:
        yield from self._note_moves()
        if self.offer:
            yield "reject"
            if self._can_carry_out(self.offer):
                yield "accept"
            return
        yield "pass"
        if self._may_act():
            for size in range(1, self.options.cubes_per_action + 1):
                for mix in itertools.combinations_with_replacement(self.rules.goods, size):
                    if self._price_of_buying(mix) <= self._me.money:
                        yield f"buy:{','.join(mix)}"
                    if self._can_pay(Counter(mix)):
                        yield f"sell:{','.join(mix)}"

    def _may_act(self) -> bool:
        """T4: after so many actions in one phase only passing and notes remain."""
        return self.actions < self.options.trade_actions_per_seat * len(self.seats)

    def _note_moves(self) -> Iterator[str]:
        if self._note_value(self._me) >= self.rules.data["notes"]["least_value"]:
            yield "note:take"
        yield from self._repay_moves()

    def _repay_moves(self) -> Iterator[str]:
        if self._me.notes > 0 and self._me.money >= self.rules.data["notes"]["repay"]:
            yield "note:repay"

    def _note_value(self, player: Player) -> int:
        """What the next note brings."""
        notes = self.rules.data["notes"]
        value: int = notes["first_value"] - notes["step"] * player.notes
        return value

    def _take_note(self, player: Player) -> None:
        player.money += self._note_value(player)
        player.notes += 1

    def _borrow(self, player: Player, amount: int) -> None:
        """Take as few notes as are needed to have the amount, as long as a note is worth anything."""
        while player.money < amount and self._note_value(player) >= self.rules.data["notes"]["least_value"]:
            self._take_note(player)

    def _price_of_buying(self, mix: Iterable[str]) -> int:
        """The cubes are taken one after another (C19)."""
        levels = dict(self.markets)
        total = 0
        for good in mix:
            total += self.rules.buy_price(good, levels[good])
            levels[good] = max(levels[good] - 1, 0)
        return total

    def _play_buy(self, mix: list[str]) -> None:
        for good in mix:
            self._me.money -= self.rules.buy_price(good, self.markets[good])
            self._me.goods[good] += 1
            self.markets[good] = max(self.markets[good] - 1, 0)
        self._end_trade_action()

    def _play_sell(self, mix: list[str]) -> None:
        for good in mix:
            self._me.money += self.rules.sell_price(good, self.markets[good])
            self._me.goods[good] -= 1
            self.markets[good] = min(self.markets[good] + 1, self.rules.wells(good))
        self._end_trade_action()

    def _end_trade_action(self) -> None:
        self.actions += 1
        self._end_action()

    def _play_note(self, what: str) -> None:
        if what == "take":
            self._take_note(self._me)
        else:
            self._me.money -= self.rules.data["notes"]["repay"]
            self._me.notes -= 1

    def _legal_offer(self, text: str) -> Offer | None:
        """The offer that a text makes, if it is one and may be made now (T1, T4, C17, C18)."""
        found = BARTER.fullmatch(text)
        if not found or self.phase not in ("trade", "final-trade") or self.offer or not self._may_act():
            return None
        give, get = self._read_side(found[2]), self._read_side(found[3])
        if give is None or get is None or not (give or get):
            return None
        offer = Offer(self._mover(), found[1], give, get)
        is_partner = offer.receiver in self.seats and offer.receiver != offer.sender
        may_offer = self.offers < self.options.offers_per_action
        return offer if is_partner and may_offer and self._can_carry_out(offer) else None

    def _read_side(self, text: str) -> dict[str, int] | None:
        """One side of an offer: each asset at most once, in order; `-` is nothing. None if it is misspelt."""
        side: dict[str, int] = {}
        if text == "-":
            return side
        spelling = {"$": MONEY, "note": NOTES} | {good: good for good in self.rules.goods}
        for item in text.split(","):
            found = ASSET.fullmatch(item)
            if not found or found[1] not in spelling:
                return None
            asset = spelling[found[1]]
            if any(self._assets().index(other) >= self._assets().index(asset) for other in side):
                return None
            side[asset] = int(found[2])
        return side

    def _can_carry_out(self, offer: Offer) -> bool:
        return self._can_give(offer.sender, offer.give) and self._can_give(offer.receiver, offer.get)

    def _can_give(self, seat: str, side: dict[str, int]) -> bool:
        """Cubes and notes must be at hand; money may be what notes can still bring (C18)."""
        purse = dataclasses.replace(self.players[seat])
        if purse.notes < side.get(NOTES, 0) or any(purse.goods[good] < side.get(good, 0) for good in purse.goods):
            return False
        self._borrow(purse, side.get(MONEY, 0))
        return purse.money >= side.get(MONEY, 0)

    def _play_barter(self, text: str) -> None:
        self.offer = self._legal_offer(text)
        assert self.offer is not None
        self.to_move = self.offer.receiver

    def _play_accept(self) -> None:
        assert self.offer is not None
        sender, receiver, give, get = self.offer
        self._borrow(self.players[sender], give.get(MONEY, 0))
        self._borrow(self.players[receiver], get.get(MONEY, 0))
        for giver, taker, side in ((sender, receiver, give), (receiver, sender, get)):
            for asset, amount in side.items():
                self._gain(giver, asset, -amount)
                self._gain(taker, asset, amount)
        self.offer = None
        self.to_move = sender  # whose action it was
        self._end_trade_action()

    def _play_reject(self) -> None:
        assert self.offer is not None
        self.to_move = self.offer.sender
        self.offer = None
        self.offers += 1

    # -- passing and the order of the phases (R4, R6) -----------------------------------------------------------------

    def _play_pass(self) -> None:
        self.passes += 1
        self.offers = 0
        if self.passes < len(self.seats):
            self.to_move = self._after(self._mover())
        elif self.phase == "trade":
            self._start_phase("develop")
        elif self.phase == "develop":
            self.ending = self._end_is_reached()
            self._start_phase("produce")
        else:
            self._start_phase("over")
            self.to_move = None

    def _end_is_reached(self) -> bool:
        """Judged at the end of a Develop phase (R6)."""
        hands_empty = [player.flags == 0 for player in self.players.values()]
        stacks_empty = sum(self.stacks[industry] == 0 for industry in self.rules.industries)
        return (
            (all(hands_empty) if self.options.end_flags == "all" else any(hands_empty))
            or not any(self._is_empty(name) for name in self.rules.hexes)
            or stacks_empty >= self.rules.data["end"]["empty_stacks"]
            or self.round >= self.options.round_limit
        )

    def _pass_the_marker(self) -> None:
        """After Produce: the next round, or the final Trade phase; interest is due either way (I1)."""
        self.first = self._after(self.first)
        self.round += 1
        for player in self.players.values():
            self._pay_interest(player)
        if not self.ending:
            self._start_phase("trade")
        elif self.options.final_trade == "open":
            self._start_phase("final-trade")
        else:
            self._sell_everything()
            self._start_phase("settle")

    def _pay_interest(self, player: Player) -> None:
        """On the notes held before; what no note can bring is forgiven (C14)."""
        due = self.options.note_interest * player.notes
        self._borrow(player, due)
        player.money -= min(due, player.money)

    def _sell_everything(self) -> None:
        """The uniform final trade: one price for all cubes of a good (C16)."""
        for good in self.rules.goods:
            cubes = sum(player.goods[good] for player in self.players.values())
            level = self.markets[good] + cubes // 2
            for player in self.players.values():
                player.money += self.rules.sell_price(good, level) * player.goods[good]
                player.goods[good] = 0
            self.markets[good] = min(level, self.rules.wells(good))

    def _settle_moves(self) -> Iterator[str]:
        yield "pass"
        yield from self._repay_moves()

    # -- Develop (R4) -------------------------------------------------------------------------------------------------

    def _develop_moves(self) -> Iterator[str]:
        if self.split:
            for first in self.split[0].among:
                yield f"token:{self._name_of(self._bloc_at(first, self.split[0].industry))}"
        elif self.lifted:
            yield from self._lift_moves(self.lifted)
            yield from self._drop_moves(self.lifted)
        else:
            yield "pass"
            yield from self._flag_moves()
            yield from self._build_moves()
            yield from self._automate_moves()
            if self._can_pay(self.rules.action_cost("move")):
                yield from (f"lift:{name}" for name in self._own_tiles())

    def _flag_moves(self) -> Iterator[str]:
        if self._me.flags > 0 and self._can_pay(self.rules.action_cost("flag")):
            for name in self.rules.hexes:
                if self._is_empty(name) and any(self._is_mine(other) for other in self.rules.neighbours[name]):
                    yield f"flag:{name}"

    def _is_mine(self, name: str) -> bool:
        return name in self.board and self.board[name].owner == self.to_move

    def _build_moves(self) -> Iterator[str]:
        for tile in self.rules.tiles:
            cost = self.rules.cost(tile)
            if self.stacks[tile] > 0 and self._can_pay(cost):
                force = self._can_pay(Counter(cost) + Counter(self.rules.action_cost("force")))
                for way in self._ways_to_put(tile, self._own_bare_flags(), force):
                    yield f"build:{way}"

    def _automate_moves(self) -> Iterator[str]:
        if self._can_pay(self.rules.action_cost("automate")):
            for bloc in self._own_blocs():
                if self.tokens_of(bloc) == 0:
                    yield f"automate:{self._name_of(bloc)}"

    def _play_flag(self, name: str) -> None:
        self._pay(self.rules.action_cost("flag"))
        self._me.flags -= 1
        self.board[name] = Piece(self._mover())
        self._end_action()

    def _play_build(self, tile: str, name: str, rotation: int, force: bool) -> None:
        self._pay(self.rules.cost(tile))
        if force:
            self._pay(self.rules.action_cost("force"))
        self.stacks[tile] -= 1
        self.board[name] = Piece(self._mover(), tile, rotation)
        self._end_action()

    def _play_automate(self, move: str) -> None:
        bloc = self._bloc_named(move)
        self._pay(self.rules.action_cost("automate"))
        self.tokens[bloc.first, bloc.industry] += 1
        self._end_action()

    # -- Develop: the Move (D1, D2, A1) -------------------------------------------------------------------------------

    def _lift_moves(self, lifted: Lifted) -> Iterator[str]:
        """More tiles, up to the limit, until the first one has been put down (D1)."""
        if not lifted.dropped and len(lifted.tiles) < self.rules.data["actions"]["move"]["tiles"]:
            yield from (f"lift:{name}" for name in self._own_tiles())

    def _drop_moves(self, lifted: Lifted) -> Iterator[str]:
        names = [name for name in self.rules.hexes if self._is_empty(name)] + self._own_bare_flags()
        vacated = [tile.origin for tile in lifted.tiles if self._is_empty(tile.origin)]
        force = self._can_pay(self.rules.action_cost("force"))
        for tile in {tile.tile for tile in lifted.in_the_air}:
            ways = list(self._ways_to_put(tile, names, force))
            if not ways:  # D2: nowhere to go, so anywhere this Move made room, unpaid
                ways = [f"{tile}@{name}/{rotation}" for name in vacated for rotation in self.rules.rotations[tile]]
            yield from (f"drop:{way}" for way in ways)

    def _play_lift(self, name: str) -> None:
        if self.lifted is None:
            self._pay(self.rules.action_cost("move"))
            self.passes = 0
            self.lifted = Lifted([], [])
        for bloc in self._own_blocs():
            if name in bloc.hexes and (tokens := self.tokens_of(bloc)):
                # A bloc that lost a tile before has no tokens left on the board, so this one is still whole.
                self.lifted.blocs.append(OldBloc(bloc.industry, bloc.hexes, tokens))
                for other in bloc.hexes:
                    del self.tokens[other, bloc.industry]
        tile = self.board.pop(name).tile
        assert tile is not None
        self.lifted.tiles.append(LiftedTile(tile, name))

    def _play_drop(self, tile: str, name: str, rotation: int, force: bool) -> None:
        assert self.lifted is not None
        if force:
            self._pay(self.rules.action_cost("force"))
        if name in self.board:
            self._me.flags += 1  # the flag that lay there; the tile brings its own
        self.board[name] = Piece(self._mover(), tile, rotation)
        # C21: of several tiles of one industry, the one lifted first is put down first.
        landing = next(lifted for lifted in self.lifted.in_the_air if lifted.tile == tile)
        self.lifted.tiles[self.lifted.tiles.index(landing)] = landing._replace(target=name)
        if not self.lifted.in_the_air:
            self._forget()
            self._hand_out_tokens(self.lifted)

    def _old_blocs_in_order(self, lifted: Lifted) -> list[OldBloc]:
        """In board order of their first hexes before the Move, on one hex farm first."""
        rules = self.rules
        return sorted(lifted.blocs, key=lambda old: (rules.order[old.hexes[0]], rules.industries.index(old.industry)))

    def _hand_out_tokens(self, lifted: Lifted) -> None:
        """All tiles are down: tokens with one place to go go there, the others wait for their owner's choice (A1)."""
        moved = {tile.origin: tile.target or tile.origin for tile in lifted.tiles}
        for old in self._old_blocs_in_order(lifted):
            now = {self._bloc_at(moved.get(name, name), old.industry).first for name in old.hexes}
            if len(now) == 1:
                self.tokens[now.pop(), old.industry] += old.tokens
            else:
                self.split.append(Split(old.industry, list(self._in_board_order(now)), old.tokens))
        self.lifted = None
        if not self.split:
            self._end_action()

    def _play_token(self, move: str) -> None:
        bloc, split = self._bloc_named(move), self.split.pop(0)
        self.tokens[bloc.first, bloc.industry] += 1
        if split.tokens > 1:
            self.split.insert(0, split._replace(tokens=split.tokens - 1))
        if not self.split:
            self._end_action()

    # -- Produce (R4) -------------------------------------------------------------------------------------------------

    def _product(self, industry: str) -> str:
        product: str = self.rules.data["industries"][industry]["makes"]
        return product

    def _produce_moves(self) -> Iterator[str]:
        yield "done"
        for bloc in self._own_blocs():
            if (bloc.first, bloc.industry) not in self.ran:
                for feeding, (_, cost) in self._ways_to_run(bloc).items():
                    if self._can_pay(cost):
                        yield f"run:{self._name_of(bloc)}{feeding}"

    def _ways_to_run(self, bloc: Bloc) -> dict[str, tuple[int, dict[str, int]]]:
        """By the ending of the move (`*2`, `+ore` or nothing): how many tiles are fed, and what power and feed cost."""
        produce = self.rules.data["produce"]
        power = {} if bloc.industry in produce["free_energy"] else {"energy": produce["energy_per_bloc"]}
        size = len(bloc.hexes)
        if bloc.industry in produce["free_food"]:
            return {"": (size, power)}
        ways = {f"*{fed}": (fed, power | {"food": fed * produce["food_per_tile"]}) for fed in range(1, size)}
        ways[""] = size, power | {"food": size * produce["food_per_tile"]}
        if self.tokens_of(bloc):
            ways["+ore"] = size, power | {"ore": produce["ore_per_automated_bloc"]}
        return ways

    def _play_run(self, move: str) -> None:
        bloc = self._bloc_named(move)
        found = BLOC_MOVE.fullmatch(move)
        assert found
        fed, cost = self._ways_to_run(bloc)[found[4] or ""]
        self._pay(cost)
        per_dot = self.rules.data["industries"][bloc.industry].get("per_dot", 1)
        self.ran[bloc.first, bloc.industry] = per_dot * most_dots(bloc.hexes, bloc.dots, fed)

    def _play_done(self) -> None:
        """What was made comes in now (P1)."""
        for (_, industry), amount in self.ran.items():
            self._gain(self._mover(), self._product(industry), amount)
        self.ran = {}
        self.to_move = self._after(self._mover())
        if self.to_move == self.first:
            self._pass_the_marker()


# ---------------------------------------------------------------------------------------------------------------------
# Which tiles to feed (P2)
# ---------------------------------------------------------------------------------------------------------------------


def most_dots(hexes: tuple[str, ...], dots: tuple[Dot, ...], fed: int) -> int:
    """The most full dots that can lie wholly on `fed` of the hexes."""
    if fed >= len(hexes):
        return len(dots)
    if comb(len(hexes), fed) <= MOST_SUBSETS:
        return most_dots_by_trying(hexes, dots, fed)
    return most_dots_by_sweep(hexes, dots, fed)


def most_dots_by_trying(hexes: tuple[str, ...], dots: tuple[Dot, ...], fed: int) -> int:
    """Every choice of tiles."""
    return max(sum(chosen.issuperset(dot) for dot in dots) for chosen in map(set, itertools.combinations(hexes, fed)))


def most_dots_by_sweep(hexes: tuple[str, ...], dots: tuple[Dot, ...], fed: int) -> int:
    """Tile by tile, keeping for each set of fed tiles that still matter, and each count, only the best so far.

    A fed tile matters while one of its dots also lies on a tile still to come; in board order these are few.
    """
    place = {name: index for index, name in enumerate(hexes)}
    last = {dot: max(dot, key=place.__getitem__) for dot in dots}
    best: dict[tuple[frozenset[str], int], int] = {(frozenset(), 0): 0}
    for index, name in enumerate(hexes):
        complete = [dot for dot in dots if last[dot] == name]
        matters = {other for dot in dots if place[last[dot]] > index for other in dot}
        after: dict[tuple[frozenset[str], int], int] = {}
        for (chosen, count), made in best.items():
            for now in {chosen, chosen | {name}} if count < fed else {chosen}:
                state = now & matters, count + len(now - chosen)
                made_now = made + sum(now.issuperset(dot) for dot in complete)
                after[state] = max(after.get(state, 0), made_now)
        best = after
    return max(made for (_, count), made in best.items() if count == fed)


# ---------------------------------------------------------------------------------------------------------------------
# For tests
# ---------------------------------------------------------------------------------------------------------------------


def perft(game: Game, depth: int) -> int:
    """How many lines of so many listed moves there are."""
    if depth == 0:
        return 1
    total = 0
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def blocs(game: Game) -> list[BlocFacts]:
    """Owner, industry, hexes in board order, tokens and full dots of every bloc, in board order of the first hexes."""
    return [(bloc.owner, bloc.industry, bloc.hexes, game.tokens_of(bloc), len(bloc.dots)) for bloc in game.blocs()]


def best_dots(game: Game, bloc: BlocFacts, fed: int) -> int:
    """The full dots that count when the best `fed` tiles of a bloc, one of `blocs(game)`, are fed (P2)."""
    _, industry, hexes, _, _ = bloc
    found = next(other for other in game.blocs() if other.industry == industry and other.hexes == hexes)
    return most_dots(found.hexes, found.dots, fed)
