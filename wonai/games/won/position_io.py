"""position.json <-> position: the strict reader and the canonical writer; every error names the field.

Between the document and the compiled core stands a plain record of `fields`, in numbers alone: hexes in board order,
seats, industries, goods and phases by index, -1 for none. The section of a tile that makes a bloc is named by its
industry, so a bloc is (hex, industry). Reading takes three steps: `read` checks all that can be seen without finding
blocs, the caller builds a position from the fields, and `check` asks that position for the rest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, Protocol, TypeVar

from wonai._core.hexgrid import DIRECTIONS, hex_names
from wonai.games.won.options import Options, check_players, package_names
from wonai.strict_json import MAX_NUMBER, as_list, as_object, as_text, as_truth, as_whole, as_word, describe, fail

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
MAX_TOKENS = 65_535
"""On all blocs together; the core counts those of one bloc in 16 bits."""
MAX_DOTS = 254
"""Of a bloc that has run; the core counts them in 8 bits, and the board has no room for as many."""
MAX_NAME = 10_000
"""Characters of a player's name; so what is written stays below the size that is read."""

Fields = dict[str, Any]
"""The record between document and core: money, notes, flags, goods (by seat), owner, tile, rotation (by hex), tokens,
levels, stacks, round, phase, first, to_move, passes, ending, offers, actions, draft_round (0 outside the draft), taken,
to_place (counts by industry), offer, lifted, lifted_blocs, split, ran."""


class Asked(Protocol):
    """What `check` asks of a position."""

    def bloc(self, place: int, industry: int, /) -> Sequence[int]:
        """The hexes, in board order, of the bloc that this section of the tile belongs to."""

    def best_dots(self, place: int, industry: int, fed: int, /) -> int:
        """The most full dots that so many tiles of that bloc can have."""

    def legal_moves(self) -> list[str]:
        """All listed moves of the seat to move."""


P = TypeVar("P", bound=Asked)


def read_position(document: Any, data: Mapping[str, Any], build: Callable[[Options, Fields, list[str]], P]) -> P:
    """The position that a parsed file describes; `PositionError` naming the place if there is none."""
    options, fields, names = read(document, data)
    position = build(options, fields, names)
    check(position, fields, data)
    return position


def read(document: Any, data: Mapping[str, Any]) -> tuple[Options, Fields, list[str]]:
    """Options, fields and names of the players; blocs and rotations stand in the fields as the file names them."""
    reader = _Reader(document, _words(data))
    reader.read()
    return reader.options, reader.fields, reader.names


def check(position: Asked, fields: Fields, data: Mapping[str, Any]) -> None:
    """Refuse what only the blocs and the legal moves of the built position can show to be impossible."""
    words = _words(data)
    _check_ran(position, fields, words)
    for index, (industry, among, _) in enumerate(fields["split"]):
        for place in among:
            if position.bloc(place, industry)[0] != place:
                fail(f"split[{index}].among", f"{words.hexes[place]} is not the first hex of a bloc")
    # Everywhere else there is a pass, a `done`, a package to take or an offer to reject.
    if (any(fields["to_place"]) or fields["lifted"] or fields["split"]) and not position.legal_moves():
        where = "draft.to_place: none of these tiles can be placed" if fields["phase"] == DRAFT else "to_move"
        fail(where, f"p{fields['to_move'] + 1}, who is to_move, has no legal move")


def _check_ran(position: Asked, fields: Fields, words: Words) -> None:
    """A bloc runs once in a phase, and makes no more than it has full dots."""
    earlier = set()
    for index, (place, industry, dots) in enumerate(fields["ran"]):
        bloc = position.bloc(place, industry)
        if (bloc[0], industry) in earlier:
            fail(f"ran[{index}].hex", f"the bloc of {words.hexes[place]} has run already")
        earlier.add((bloc[0], industry))
        most = position.best_dots(place, industry, len(bloc))
        if dots > most:
            product, per_dot = words.product(industry)
            fail(f"ran[{index}].makes.{product}", f"this bloc makes at most {most * per_dot}, got {dots * per_dot}")


# ---------------------------------------------------------------------------------------------------------------------
# Words


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


_WORDS: dict[int, Words] = {}  # by the identity of the rules data, which the words keep alive


def _words(data: Mapping[str, Any]) -> Words:
    if id(data) not in _WORDS:
        _WORDS[id(data)] = Words(data)
    return _WORDS[id(data)]


# ---------------------------------------------------------------------------------------------------------------------
# Reading


class _Reader:
    """Reads one document: first every entry by itself, then what the entries say together."""

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
        self._check_pieces()
        self._check_counters()
        self._check_draft()
        self._check_offer()
        self._check_move()

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
        self._check_tokens(len(tokens))
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
        fields["draft_round"] = as_whole(draft.get("round", 1), "draft.round", least=1, most=len(self._draft_rounds()))
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

    def _draft_rounds(self) -> list[tuple[str, str]]:
        rounds: list[tuple[str, str]] = self._words.data["draft"][str(len(self._seats))]
        return rounds

    # --- the entries together

    def _check_pieces(self) -> None:
        """Never more tiles, flags and tokens than there are (C30)."""
        fields = self.fields
        in_the_air = Counter(tile for tile, _, to in fields["lifted"] if to < 0)
        on_board: Counter[int] = Counter(fields["tile"])
        for tile, name in enumerate(self._words.tiles):
            there, most = fields["stacks"][tile] + fields["to_place"][tile], self.options.stacks[tile]
            there += on_board[tile] + in_the_air[tile]
            if there > most:
                fail(f"stacks.{name}", f"with those in play there are {there} tiles, but the game has {most}")
        placed: Counter[int] = Counter(fields["owner"])
        placed[fields["to_move"]] += in_the_air.total()  # a lifted tile has its flag with it (C21)
        for seat, in_hand in enumerate(fields["flags"]):
            there, most = in_hand + placed[seat], self.options.flags
            if there > most:
                fail(f"players[{seat}].flags", f"with those in play there are {there}, but a player has {most}")
        self._check_tokens(sum(entry[-1] for name in ("tokens", "lifted_blocs", "split") for entry in fields[name]))

    def _check_tokens(self, count: int) -> None:
        if count > MAX_TOKENS:
            fail("tokens", f"expected at most {MAX_TOKENS:,} in the whole game, got {count:,}")

    def _check_counters(self) -> None:
        """Each counter goes with the phase (C5, C9, C11, C12)."""
        fields, phase = self.fields, self.fields["phase"]
        name = PHASES[phase]
        if phase == DRAFT and fields["round"] != 1:
            fail("round", f"must be 1 in phase draft, got {fields['round']}")
        for key, phases in (("passes", PASSING), ("offers", TRADING), ("actions", TRADING)):
            if fields[key] and phase not in phases:
                fail(key, f"must be 0 in phase {name}, got {fields[key]}")
        if fields["ending"] and phase in (DRAFT, TRADE, DEVELOP):
            fail("ending", f"must be false in phase {name}")
        if not fields["ending"] and phase in (FINAL_TRADE, SETTLE, OVER):
            fail("ending", f"must be true in phase {name}")
        if phase == (SETTLE if self.options.final_trade == "open" else FINAL_TRADE):
            fail("phase", f'there is no phase {name} when rules.final_trade is "{self.options.final_trade}"')
        if phase == SETTLE and (fields["first"] + fields["passes"]) % len(self._seats) != fields["to_move"]:
            fail("passes", f"seats settle in turn from `first`, so {fields['passes']} does not go with this to_move")
        self._check_trade_limits()

    def _check_trade_limits(self) -> None:
        fields, options = self.fields, self.options
        most = options.trade_actions_per_seat * len(self._seats)
        if fields["actions"] > most:
            fail("actions", f"a phase of this game has at most {most}, got {fields['actions']}")
        if fields["offers"] > options.offers_per_action:
            fail("offers", f"an action of this game has at most {options.offers_per_action}, got {fields['offers']}")
        if fields["offers"] and fields["actions"] == most:
            fail("offers", f"none could be made after the last of the {most} actions of this phase")

    def _check_draft(self) -> None:
        """What has been taken is what the rounds so far and the seats before this one have taken (C30)."""
        fields = self.fields
        if fields["phase"] != DRAFT:
            return
        is_placing = any(fields["to_place"])
        picks = list(self._picks())[: self._n_picks() + is_placing]
        kinds = self._words.data["packages"][self.options.packages]
        taken = fields["taken"]
        if len(taken) != len(picks):
            fail("draft.taken", f"draft.round and to_move want {len(picks)} packages to be taken, got {len(taken)}")
        for kind, packages in kinds.items():
            if sum(name in packages for name in taken) < picks.count(kind):
                fail("draft.taken", f"by now at least {picks.count(kind)} {kind} packages have been taken")
        if is_placing and (picks[-1] not in (INDUSTRY, "any") or not self._is_brought_by(taken)):
            fail("draft.to_place", "no package that can just have been taken brings these tiles")

    def _picks(self) -> Iterator[str]:
        """The kind of package that each pick of the draft allows, one after the other."""
        for _, kind in self._draft_rounds():
            yield from [kind] * len(self._seats)

    def _n_picks(self) -> int:
        """How many picks come before the turn of the seat to move."""
        fields, n_seats = self.fields, len(self._seats)
        direction, _ = self._draft_rounds()[fields["draft_round"] - 1]
        seat, first = fields["to_move"], fields["first"]
        ahead: int = seat - first if direction == "clockwise" else first - 1 - seat
        return int(fields["draft_round"] - 1) * n_seats + ahead % n_seats

    def _is_brought_by(self, taken: list[str]) -> bool:
        """Whether one of these packages has all the tiles that are to be placed."""
        industry = self._words.data["packages"][self.options.packages][INDUSTRY]
        to_place = Counter(dict(zip(self._words.tiles, self.fields["to_place"], strict=True)))
        return any(to_place <= Counter(industry[name]["tiles"]) for name in taken if name in industry)

    def _check_offer(self) -> None:
        """An offer waits for the seat to move, and could be made: by its maker's holdings and by the limits (C18)."""
        fields = self.fields
        if fields["offer"] is None:
            return
        maker, partner, give, get = fields["offer"]
        if maker == partner:
            fail("offer.to", "nobody makes an offer to himself")
        if partner != fields["to_move"]:
            fail("offer.to", f"the one to answer is to move, but to_move is {self._seats[fields['to_move']]}")
        if not any(give) and not any(get):
            fail("offer", "at least one side must not be empty")
        if fields["offers"] >= self.options.offers_per_action:
            fail("offer", "could not have been made, as `offers` has reached rules.offers_per_action")
        if fields["actions"] >= self.options.trade_actions_per_seat * len(self._seats):
            fail("offer", "could not have been made, as no `actions` are left in this phase")
        self._check_holdings(maker, give, get, partner)

    def _check_holdings(self, maker: int, give: list[int], get: list[int], partner: int) -> None:
        """The maker's holdings are what they were; the partner may have repaid notes since, but has the same cubes."""
        fields, words = self.fields, self._words
        *_, money, notes = give
        for side, seat, amounts in (("give", maker, give), ("get", partner, get)):
            for good, held, amount in zip(words.goods, fields["goods"][seat], amounts, strict=False):
                if amount > held:
                    fail(f"offer.{side}.{good}", f"{self._seats[seat]} has only {held}, got {amount}")
        if notes > fields["notes"][maker]:
            fail("offer.give.notes", f"{self._seats[maker]} has only {fields['notes'][maker]}, got {notes}")
        most = fields["money"][maker] + _loan(fields["notes"][maker], words.data["notes"])
        if money > most:
            fail("offer.give.money", f"{self._seats[maker]} has at most {most} with all notes taken, got {money}")

    def _check_move(self) -> None:
        """A Move, or the token choices after it, as far as it can be seen without finding blocs (C21, C22)."""
        fields = self.fields
        if fields["lifted"] and fields["split"]:
            fail("split", "tokens are chosen for when no tile is in the air any more, but there is `lifted`")
        if (fields["lifted"] or fields["split"]) and fields["passes"]:
            fail("passes", f"must be 0 during a Move, got {fields['passes']}")
        self._check_lifted_tiles()
        self._check_lifted_blocs()
        self._check_split()

    def _check_lifted_tiles(self) -> None:
        fields, words = self.fields, self._words
        origins, targets, in_the_air = set(), set(), set()
        all_targets = {to for _, _, to in fields["lifted"]}
        for index, (tile, origin, to) in enumerate(fields["lifted"]):
            place = f"lifted.tiles[{index}]"
            if origin in origins or (fields["owner"][origin] >= 0 and origin not in all_targets):
                fail(f"{place}.from", f"no tile can have been lifted from {words.hexes[origin]}")
            origins.add(origin)
            if to < 0:
                in_the_air.add(tile)
            elif to in targets or not self._holds(to, tile):
                fail(f"{place}.to", f"there is no such {words.tiles[tile]} on {words.hexes[to]}")
            elif tile in in_the_air:
                fail(f"{place}.to", f"the {words.tiles[tile]} lifted first is put down first")
            targets.add(to)

    def _holds(self, here: int, tile: int) -> bool:
        return bool(self.fields["owner"][here] == self.fields["to_move"] and self.fields["tile"][here] == tile)

    def _check_lifted_blocs(self) -> None:
        """Each has lost a tile; the others are where they were. Blocs of one industry share no hex."""
        fields, words = self.fields, self._words
        # What stood before the Move where it has changed the board: nothing where a tile was put down, unless one left.
        before: dict[int, tuple[int, ...]] = {to: () for _, _, to in fields["lifted"]}
        before |= {origin: words.sections[tile] for tile, origin, _ in fields["lifted"]}
        earlier: set[tuple[int, int]] = set()
        for index, (industry, hexes, _) in enumerate(fields["lifted_blocs"]):
            place = f"lifted.blocs[{index}].hexes"
            if not any(industry in before.get(here, ()) for here in hexes):
                fail(place, "no tile of this bloc has been lifted")
            for here in hexes:
                if (here, industry) in earlier:
                    fail(place, f"{words.hexes[here]} is in another of these blocs")
                was_there = industry in before[here] if here in before else self._has_section(here, industry)
                if not was_there:
                    fail(place, f"no {words.industries[industry]} of the seat to move was on {words.hexes[here]}")
                earlier.add((here, industry))
        fields["lifted_blocs"].sort(key=lambda bloc: (bloc[1][0], bloc[0]))

    def _check_split(self) -> None:
        words = self._words
        for index, (industry, among, _) in enumerate(self.fields["split"]):
            place = f"split[{index}].among"
            if len(among) < 2:
                fail(place, "a choice needs two blocs or more")
            for here in among:
                if not self._has_section(here, industry):
                    fail(place, f"there is no {words.industries[industry]} of the seat to move on {words.hexes[here]}")

    def _has_section(self, here: int, industry: int) -> bool:
        """Whether the seat to move has a tile with a section of that industry there."""
        tile, owner = self.fields["tile"][here], self.fields["owner"][here]
        return tile >= 0 and owner == self.fields["to_move"] and industry in self._words.sections[tile]


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


def _loan(held: int, notes: Mapping[str, int]) -> int:
    """What the notes bring that somebody with `held` of them can still take."""
    value, total = notes["first_value"] - held * notes["step"], 0
    while value >= notes["least_value"]:
        total += value
        value -= notes["step"]
    return total


# ---------------------------------------------------------------------------------------------------------------------
# Writing


def write(options: Options, fields: Fields, names: Sequence[str], data: Mapping[str, Any]) -> str:
    """The canonical text; the fields name each bloc by its first hex, in board order."""
    document = _Writer(options, fields, names, _words(data)).document()
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


class _Writer:
    """Makes the document of a position, its keys in canonical order."""

    def __init__(self, options: Options, fields: Fields, names: Sequence[str], words: Words) -> None:
        self._options = options
        self._fields = fields
        self._names = names
        self._words = words

    def document(self) -> dict[str, Any]:
        return self._lasting_part() | self._passing_part()

    def _lasting_part(self) -> dict[str, Any]:
        """What is always written, but for `to_move` when the game is over."""
        fields, words = self._fields, self._words
        document = {
            "format": FORMAT,
            "game": words.data["game"],
            "rules": self._options.canonical(),
            "players": [self._player(seat) for seat in range(self._options.players)],
            "board": {words.hexes[here]: self._cell(here) for here, owner in enumerate(fields["owner"]) if owner >= 0},
            "tokens": [self._bloc(here, industry) for here, industry, count in fields["tokens"] for _ in range(count)],
            "markets": dict(zip(words.goods, fields["levels"], strict=True)),
            "stacks": self._stacks(),
            "round": fields["round"],
            "phase": PHASES[fields["phase"]],
            "first": _seat_name(fields["first"]),
            "to_move": _seat_name(fields["to_move"]),
            "passes": fields["passes"],
            "ending": bool(fields["ending"]),
        }
        if fields["phase"] == OVER:
            del document["to_move"]
        return document

    def _passing_part(self) -> dict[str, Any]:
        """What is written only while it matters."""
        fields = self._fields
        document: dict[str, Any] = {}
        if fields["phase"] == DRAFT:
            document["draft"] = self._draft()
        if fields["offer"] is not None:
            document["offer"] = self._offer()
        for name in ("offers", "actions"):
            if fields[name]:
                document[name] = fields[name]
        if fields["lifted"]:
            document["lifted"] = self._lifted()
        if fields["split"]:
            document["split"] = [self._old_bloc(bloc, "among") for bloc in fields["split"]]
        if fields["ran"]:
            document["ran"] = [self._ran(*bloc) for bloc in fields["ran"]]
        return document

    def _player(self, seat: int) -> dict[str, Any]:
        fields = self._fields
        return {
            "seat": _seat_name(seat),
            "name": self._names[seat],
            "money": fields["money"][seat],
            "notes": fields["notes"][seat],
            "goods": dict(zip(self._words.goods, fields["goods"][seat], strict=True)),
            "flags": fields["flags"][seat],
        }

    def _cell(self, here: int) -> dict[str, Any]:
        cell: dict[str, Any] = {"owner": _seat_name(self._fields["owner"][here])}
        tile = self._fields["tile"][here]
        if tile >= 0:
            cell |= {"tile": self._words.tiles[tile], "rotation": self._fields["rotation"][here]}
        return cell

    def _stacks(self) -> dict[str, int]:
        """The industries with two sections stand only where the game has such tiles (C29)."""
        words = self._words
        return {
            name: count
            for name, count, in_game in zip(words.tiles, self._fields["stacks"], self._options.stacks, strict=True)
            if in_game or name in words.industries
        }

    def _bloc(self, here: int, industry: int) -> dict[str, Any]:
        bloc = {"hex": self._words.hexes[here]}
        if len(self._words.sections[self._fields["tile"][here]]) > 1:
            bloc["section"] = self._words.industries[industry]
        return bloc

    def _draft(self) -> dict[str, Any]:
        fields = self._fields
        to_place = Counter(dict(zip(self._words.tiles, fields["to_place"], strict=True)))
        return {"round": fields["draft_round"], "taken": list(fields["taken"]), "to_place": list(to_place.elements())}

    def _offer(self) -> dict[str, Any]:
        maker, partner, *sides = self._fields["offer"]
        give, get = (
            {name: amount for name, amount in zip(self._words.assets, side, strict=True) if amount} for side in sides
        )
        return {"from": _seat_name(maker), "to": _seat_name(partner), "give": give, "get": get}

    def _lifted(self) -> dict[str, Any]:
        fields, hexes = self._fields, self._words.hexes
        lifted: dict[str, Any] = {"tiles": []}
        for tile, origin, to in fields["lifted"]:
            entry = {"tile": self._words.tiles[tile], "from": hexes[origin]}
            lifted["tiles"].append(entry | ({"to": hexes[to]} if to >= 0 else {}))
        if any(to >= 0 for _, _, to in fields["lifted"]):
            lifted["dropped"] = True
        if fields["lifted_blocs"]:
            lifted["blocs"] = [self._old_bloc(bloc, "hexes") for bloc in fields["lifted_blocs"]]
        return lifted

    def _old_bloc(self, bloc: tuple[int, Sequence[int], int], hexes: str) -> dict[str, Any]:
        industry, places, tokens = bloc
        names = [self._words.hexes[here] for here in places]
        return {"industry": self._words.industries[industry], hexes: names, "tokens": tokens}

    def _ran(self, here: int, industry: int, dots: int) -> dict[str, Any]:
        product, per_dot = self._words.product(industry)
        return self._bloc(here, industry) | {"makes": {product: dots * per_dot}}


def _seat_name(seat: int) -> str:
    return f"p{seat + 1}"
