"""The entries of a position file, one by one; every error names the field. `position_checks` sees them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import repeat
from typing import Any

from wonai.games.won.options import Options, check_players
from wonai.games.won.position_fields import (
    DEVELOP,
    DRAFT,
    FORMAT,
    KEYS,
    MAX_DOTS,
    MAX_TOKENS,
    N_SIDES,
    OVER,
    PHASES,
    PRODUCE,
    TRADING,
    Fields,
    Words,
    check_tokens,
)  # fmt: skip
from wonai.strict_json import MAX_NUMBER, as_list, as_object, as_text, as_truth, as_whole, as_word, describe, fail

MAX_NAME = 10_000
"""Characters of a player's name; so what is written stays below the size that is read."""


class Reader:
    """Reads one document, every entry by itself; `options`, `fields` and `names` are what it says."""

    def __init__(self, document: Any, words: Words) -> None:
        self._words = words
        self._document = _opened(document, words)
        players = as_list(self._document["players"], "players")
        check_players(len(players), words.data)
        self._seats = tuple(f"p{number}" for number in range(1, len(players) + 1))
        self.options = self._rules()
        self.names: list[str] = []
        self.fields: Fields = {}

    def read(self) -> None:
        self._read_moment()
        self._read_players()
        self._read_board()
        self._read_supplies()
        self.fields["tokens"] = self._tokens()
        self._read_draft()
        self.fields["offer"] = self._offer()
        self._read_lifted()
        self.fields["split"] = self._split()
        self.fields["ran"] = self._ran()

    # --- entries

    def _rules(self) -> Options:
        rules = self._document.get("rules", {})
        if not isinstance(rules, Mapping):
            fail("rules", f"expected an object, got {describe(rules)}")
        if "edition" not in rules:
            fail("rules.edition", "is required")
        overrides = {name: value for name, value in rules.items() if name != "edition"}
        return Options.resolve(rules["edition"], len(self._seats), overrides, self._words.data)

    def _read_moment(self) -> None:
        document, fields = self._document, self.fields
        fields["phase"] = PHASES.index(as_word(document["phase"], "phase", PHASES, "phase"))
        fields["round"] = as_whole(document.get("round", 1), "round", least=1)
        fields["first"] = self._seat(document["first"], "first")
        fields["to_move"] = self._to_move()
        fields["passes"] = as_whole(document.get("passes", 0), "passes", most=len(self._seats) - 1)
        fields["ending"] = as_truth(document.get("ending", False), "ending")
        fields["offers"] = as_whole(document.get("offers", 0), "offers")
        fields["actions"] = as_whole(document.get("actions", 0), "actions")

    def _to_move(self) -> int:
        if self.fields["phase"] != OVER:
            if "to_move" not in self._document:
                fail("to_move", "is required before the game is over")
            return self._seat(self._document["to_move"], "to_move")
        if "to_move" in self._document:
            fail("to_move", "nobody is to move when the game is over")
        return -1

    def _read_players(self) -> None:
        fields = self.fields
        for name in ("money", "notes", "flags", "goods"):
            fields[name] = []
        for index, entry in enumerate(self._document["players"]):
            place, seat = f"players[{index}]", self._seats[index]
            player = as_object(entry, place, ("seat", "name", "money", "notes", "goods", "flags"), ("seat",))
            if player["seat"] != seat:
                fail(f"{place}.seat", f'expected "{seat}", as seats stand in order, got {describe(player["seat"])}')
            self.names.append(_name(player.get("name", seat), f"{place}.name"))
            for name in ("money", "notes", "flags"):
                fields[name].append(as_whole(player.get(name, 0), f"{place}.{name}"))
            fields["goods"].append(_counts(player.get("goods", {}), f"{place}.goods", self._words.goods, "good"))

    def _read_board(self) -> None:
        words, fields = self._words, self.fields
        fields["owner"], fields["tile"] = [-1] * len(words.hexes), [-1] * len(words.hexes)
        fields["rotation"] = [0] * len(words.hexes)
        board = as_object(self._document["board"], "board", words.hex_index, unknown="no such hex")
        for name, entry in board.items():
            place, here = f"board.{name}", words.hex_index[name]
            self._check_playable(name, place)
            cell = as_object(entry, place, ("owner", "tile", "rotation"), ("owner",))
            fields["owner"][here] = self._seat(cell["owner"], f"{place}.owner")
            if "tile" in cell:
                tile = words.tile_index[as_word(cell["tile"], f"{place}.tile", words.tiles, "industry")]
                fields["tile"][here] = tile
                fields["rotation"][here] = as_whole(cell.get("rotation", 0), f"{place}.rotation", most=N_SIDES - 1)
            elif "rotation" in cell:
                fail(f"{place}.rotation", "there is no tile to be turned")

    def _read_supplies(self) -> None:
        words, fields = self._words, self.fields
        fields["levels"] = _counts(self._document["markets"], "markets", words.goods, "good", words.wells)
        fields["stacks"] = _counts(self._document["stacks"], "stacks", words.tiles, "industry")

    def _tokens(self) -> list[tuple[int, int, int]]:
        counts: Counter[tuple[int, int]] = Counter()
        tokens = as_list(self._document.get("tokens", []), "tokens")
        check_tokens(len(tokens))
        for index, entry in enumerate(tokens):
            place = f"tokens[{index}]"
            counts[self._bloc(as_object(entry, place, ("hex", "section"), ("hex",)), place)] += 1
        return [(here, industry, count) for (here, industry), count in sorted(counts.items())]

    def _read_draft(self) -> None:
        words, fields = self._words, self.fields
        fields["draft_round"], fields["taken"], fields["to_place"] = 0, [], [0] * len(words.tiles)
        if not self._stands("draft", (DRAFT,)):
            if fields["phase"] == DRAFT:
                fail("draft", "is required in phase draft")
            return
        draft = as_object(self._document["draft"], "draft", ("round", "taken", "to_place"))
        rounds = self._words.draft_rounds(len(self._seats))
        fields["draft_round"] = as_whole(draft.get("round", 1), "draft.round", least=1, most=len(rounds))
        taken = _distinct(draft.get("taken", []), "draft.taken", words.packages, "package")
        for name in taken:
            if name in self.options.draft_without:
                fail("draft.taken", f"package {name} is left out of this game")
        fields["taken"] = [name for name in words.packages if name in taken]
        for index, entry in enumerate(as_list(draft.get("to_place", []), "draft.to_place")):
            tile = as_word(entry, f"draft.to_place[{index}]", words.tiles, "industry")
            fields["to_place"][words.tile_index[tile]] += 1

    def _offer(self) -> tuple[int, int, list[int], list[int]] | None:
        if not self._stands("offer", TRADING):
            return None
        offer = as_object(self._document["offer"], "offer", ("from", "to", "give", "get"), ("from", "to"))
        maker, partner = self._seat(offer["from"], "offer.from"), self._seat(offer["to"], "offer.to")
        give = _counts(offer.get("give", {}), "offer.give", self._words.assets, "asset")
        get = _counts(offer.get("get", {}), "offer.get", self._words.assets, "asset")
        return maker, partner, give, get

    def _read_lifted(self) -> None:
        fields = self.fields
        fields["lifted"], fields["lifted_blocs"] = [], []
        if not self._stands("lifted", (DEVELOP,)):
            return
        lifted = as_object(self._document["lifted"], "lifted", ("tiles", "dropped", "blocs"), ("tiles",))
        tiles, most = as_list(lifted["tiles"], "lifted.tiles"), self._words.data["actions"]["move"]["tiles"]
        if not 1 <= len(tiles) <= most:
            fail("lifted.tiles", f"a Move under way has 1 to {most} tiles, got {len(tiles)}")
        fields["lifted"] = [self._lifted_tile(entry, f"lifted.tiles[{index}]") for index, entry in enumerate(tiles)]
        is_dropped = [to >= 0 for _, _, to in fields["lifted"]]
        if all(is_dropped):
            fail("lifted.tiles", "no tile is in the air, so the Move is over")
        if as_truth(lifted.get("dropped", False), "lifted.dropped") != any(is_dropped):
            fail("lifted.dropped", "must be true exactly if a tile has been put down, that is, has a `to`")
        blocs = as_list(lifted.get("blocs", []), "lifted.blocs")
        fields["lifted_blocs"] = [
            self._old_bloc(entry, f"lifted.blocs[{index}]", "hexes") for index, entry in enumerate(blocs)
        ]

    def _lifted_tile(self, entry: Any, place: str) -> tuple[int, int, int]:
        tile = as_object(entry, place, ("tile", "from", "to"), ("tile", "from"))
        industry = self._words.tile_index[as_word(tile["tile"], f"{place}.tile", self._words.tiles, "industry")]
        to = self._hex(tile["to"], f"{place}.to") if "to" in tile else -1
        return industry, self._hex(tile["from"], f"{place}.from"), to

    def _split(self) -> list[tuple[int, list[int], int]]:
        split = as_list(self._document.get("split", []), "split")
        if split and self.fields["phase"] != DEVELOP:
            self._refuse_in_this_phase("split")
        most = self._words.data["actions"]["move"]["tiles"] * max(map(len, self._words.sections))
        if len(split) > most:
            fail("split", f"a Move breaks into at most {most} blocs, got {len(split)}")
        return [self._old_bloc(entry, f"split[{index}]", "among") for index, entry in enumerate(split)]

    def _old_bloc(self, entry: Any, place: str, hexes: str) -> tuple[int, list[int], int]:
        """A bloc with tokens that a Move has broken into: of `lifted.blocs`, or of `split`."""
        bloc = as_object(entry, place, ("industry", hexes, "tokens"), ("industry", hexes, "tokens"))
        industries = self._words.industries
        industry = industries.index(as_word(bloc["industry"], f"{place}.industry", industries, "industry"))
        names = _distinct(bloc[hexes], f"{place}.{hexes}", self._words.hex_index, "hex")
        tokens = as_whole(bloc["tokens"], f"{place}.tokens", least=1, most=MAX_TOKENS)
        return industry, sorted(self._words.hex_index[name] for name in names), tokens

    def _ran(self) -> list[tuple[int, int, int]]:
        ran = as_list(self._document.get("ran", []), "ran")
        if ran and self.fields["phase"] != PRODUCE:
            self._refuse_in_this_phase("ran")
        most = len(self._words.hexes) * max(map(len, self._words.sections))
        if len(ran) > most:
            fail("ran", f"the board has room for at most {most} blocs, got {len(ran)}")
        return [self._ran_bloc(entry, f"ran[{index}]") for index, entry in enumerate(ran)]

    def _ran_bloc(self, entry: Any, place: str) -> tuple[int, int, int]:
        bloc = as_object(entry, place, ("hex", "section", "makes"), ("hex", "makes"))
        here, industry = self._bloc(bloc, place)
        if self.fields["owner"][here] != self.fields["to_move"]:
            fail(f"{place}.hex", f"{bloc['hex']} is not a tile of the seat to move")
        product, per_dot = self._words.product(industry)
        name = self._words.industries[industry]
        makes = as_object(bloc["makes"], f"{place}.makes", (product,), (product,), f"a {name} bloc makes {product}")
        amount = as_whole(makes[product], f"{place}.makes.{product}", most=MAX_DOTS * per_dot)
        if amount % per_dot:
            fail(f"{place}.makes.{product}", f"expected a multiple of {per_dot}, got {amount}")
        return here, industry, amount // per_dot

    # --- parts of entries

    def _stands(self, key: str, phases: Collection[int]) -> bool:
        """Whether `key` is there; it may stand in no other than these phases."""
        if key in self._document and self.fields["phase"] not in phases:
            self._refuse_in_this_phase(key)
        return key in self._document

    def _refuse_in_this_phase(self, key: str) -> None:
        fail(key, f"does not belong in phase {PHASES[self.fields['phase']]}")

    def _seat(self, value: Any, place: str) -> int:
        return self._seats.index(as_word(value, place, self._seats, "seat"))

    def _hex(self, value: Any, place: str) -> int:
        """A hex on which something may stand."""
        name = as_word(value, place, self._words.hex_index, "hex")
        self._check_playable(name, place)
        return self._words.hex_index[name]

    def _check_playable(self, name: str, place: str) -> None:
        if name == self._words.data["board"]["centre"]:
            fail(place, f"{name} is the centre, which is never playable")
        if name in self.options.blocked:
            fail(place, f"{name} is blocked in this game")

    def _bloc(self, entry: Mapping[str, Any], place: str) -> tuple[int, int]:
        """The bloc that `hex` and, on a tile with several sections, `section` name (C29)."""
        name = as_word(entry["hex"], f"{place}.hex", self._words.hex_index, "hex")
        here = self._words.hex_index[name]
        tile = self.fields["tile"][here]
        if tile < 0:
            fail(f"{place}.hex", f"there is no tile on {name}")
        sections = self._words.sections[tile]
        if len(sections) == 1:
            if "section" in entry:
                fail(f"{place}.section", f"the {self._words.tiles[tile]} on {name} has no sections to choose from")
            return here, sections[0]
        names = [self._words.tiles[section] for section in sections]
        if "section" not in entry:
            fail(f"{place}.section", f"is required on {name}: {' or '.join(names)}")
        return here, sections[names.index(as_word(entry["section"], f"{place}.section", names, "section"))]


def _opened(document: Any, words: Words) -> Mapping[str, Any]:
    """The document, if it is of this format and game and has all the keys of a position and no others."""
    if not isinstance(document, Mapping):
        fail("", f"expected an object, got {describe(document)}")
    for key, expected in (("format", FORMAT), ("game", words.data["game"])):
        if key not in document:
            fail(key, "is required")
        as_word(document[key], key, (expected,), key)
    return as_object(document, "", KEYS, ("players", "board", "markets", "stacks", "phase", "first"))


def _name(value: Any, place: str) -> str:
    name = as_text(value, place)
    if len(name) > MAX_NAME:
        fail(place, f"expected at most {MAX_NAME:,} characters, got {len(name):,}")
    return name


def _counts(value: Any, place: str, names: Sequence[str], kind: str, limits: Sequence[int] = ()) -> list[int]:
    """Numbers by name, 0 where a name is left out."""
    counts = as_object(value, place, names, unknown=f"no such {kind}")
    limited = zip(names, limits or repeat(MAX_NUMBER), strict=False)
    return [as_whole(counts.get(name, 0), f"{place}.{name}", most=most) for name, most in limited]


def _distinct(value: Any, place: str, known: Collection[str], kind: str) -> list[str]:
    """A list of names without repeats."""
    names: list[str] = []
    for index, name in enumerate(as_list(value, place)):
        as_word(name, f"{place}[{index}]", known, kind)
        if name in names:
            fail(f"{place}[{index}]", f"{name} stands twice")
        names.append(name)
    return names
