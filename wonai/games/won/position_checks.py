"""What the entries of a position file say together, and what only blocs and legal moves can show to be impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from wonai.games.won.options import Options
from wonai.games.won.position_fields import (
    DEVELOP,
    DRAFT,
    FINAL_TRADE,
    INDUSTRY,
    OVER,
    PASSING,
    PHASES,
    SETTLE,
    TRADE,
    TRADING,
    Fields,
    Words,
    check_tokens,
)  # fmt: skip
from wonai.strict_json import fail


class Checks:
    """Refuses entries that do not go together, before a position is built from them."""

    def __init__(self, options: Options, fields: Fields, words: Words) -> None:
        self._options = options
        self._fields = fields
        self._words = words
        self._seats = tuple(f"p{number}" for number in range(1, options.players + 1))

    def run(self) -> None:
        """Raise at the first fault."""
        self._check_pieces()
        self._check_counters()
        self._check_draft()
        self._check_offer()
        self._check_move()

    def _check_pieces(self) -> None:
        """Never more tiles, flags and tokens than there are (C30)."""
        fields = self._fields
        in_the_air = Counter(tile for tile, _, to in fields["lifted"] if to < 0)
        on_board: Counter[int] = Counter(fields["tile"])
        for tile, name in enumerate(self._words.tiles):
            there, most = fields["stacks"][tile] + fields["to_place"][tile], self._options.stacks[tile]
            there += on_board[tile] + in_the_air[tile]
            if there > most:
                fail(f"stacks.{name}", f"with those in play there are {there} tiles, but the game has {most}")
        placed: Counter[int] = Counter(fields["owner"])
        placed[fields["to_move"]] += in_the_air.total()  # a lifted tile has its flag with it (C21)
        for seat, in_hand in enumerate(fields["flags"]):
            there, most = in_hand + placed[seat], self._options.flags
            if there > most:
                fail(f"players[{seat}].flags", f"with those in play there are {there}, but a player has {most}")
        check_tokens(sum(entry[-1] for name in ("tokens", "lifted_blocs", "split") for entry in fields[name]))

    def _check_counters(self) -> None:
        """Each counter goes with the phase (C5, C9, C11, C12)."""
        fields, phase = self._fields, self._fields["phase"]
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
        if phase == (SETTLE if self._options.final_trade == "open" else FINAL_TRADE):
            fail("phase", f'there is no phase {name} when rules.final_trade is "{self._options.final_trade}"')
        if phase == SETTLE and (fields["first"] + fields["passes"]) % len(self._seats) != fields["to_move"]:
            fail("passes", f"seats settle in turn from `first`, so {fields['passes']} does not go with this to_move")
        self._check_trade_limits()

    def _check_trade_limits(self) -> None:
        fields, options = self._fields, self._options
        most = options.trade_actions_per_seat * len(self._seats)
        if fields["actions"] > most:
            fail("actions", f"a phase of this game has at most {most}, got {fields['actions']}")
        if fields["offers"] > options.offers_per_action:
            fail("offers", f"an action of this game has at most {options.offers_per_action}, got {fields['offers']}")
        if fields["offers"] and fields["actions"] == most:
            fail("offers", f"none could be made after the last of the {most} actions of this phase")

    def _check_draft(self) -> None:
        """What has been taken is what the rounds so far and the seats before this one have taken (C30)."""
        fields = self._fields
        if fields["phase"] != DRAFT:
            return
        is_placing = any(fields["to_place"])
        picks = list(self._picks())[: self._n_picks() + is_placing]
        kinds = self._words.data["packages"][self._options.packages]
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
        for _, kind in self._words.draft_rounds(len(self._seats)):
            yield from [kind] * len(self._seats)

    def _n_picks(self) -> int:
        """How many picks come before the turn of the seat to move."""
        fields, n_seats = self._fields, len(self._seats)
        direction, _ = self._words.draft_rounds(len(self._seats))[fields["draft_round"] - 1]
        seat, first = fields["to_move"], fields["first"]
        ahead: int = seat - first if direction == "clockwise" else first - 1 - seat
        return int(fields["draft_round"] - 1) * n_seats + ahead % n_seats

    def _is_brought_by(self, taken: list[str]) -> bool:
        """Whether one of these packages has all the tiles that are to be placed."""
        industry = self._words.data["packages"][self._options.packages][INDUSTRY]
        to_place = Counter(dict(zip(self._words.tiles, self._fields["to_place"], strict=True)))
        return any(to_place <= Counter(industry[name]["tiles"]) for name in taken if name in industry)

    def _check_offer(self) -> None:
        """An offer waits for the seat to move, and could be made: by its maker's holdings and by the limits (C18)."""
        fields = self._fields
        if fields["offer"] is None:
            return
        maker, partner, give, get = fields["offer"]
        if maker == partner:
            fail("offer.to", "nobody makes an offer to himself")
        if partner != fields["to_move"]:
            fail("offer.to", f"the one to answer is to move, but to_move is {self._seats[fields['to_move']]}")
        if not any(give) and not any(get):
            fail("offer", "at least one side must not be empty")
        if fields["offers"] >= self._options.offers_per_action:
            fail("offer", "could not have been made, as `offers` has reached rules.offers_per_action")
        if fields["actions"] >= self._options.trade_actions_per_seat * len(self._seats):
            fail("offer", "could not have been made, as no `actions` are left in this phase")
        self._check_holdings(maker, give, get, partner)

    def _check_holdings(self, maker: int, give: list[int], get: list[int], partner: int) -> None:
        """The maker's holdings are what they were; the partner may have repaid notes since, but has the same cubes."""
        fields, words = self._fields, self._words
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
        fields = self._fields
        if fields["lifted"] and fields["split"]:
            fail("split", "tokens are chosen for when no tile is in the air any more, but there is `lifted`")
        if (fields["lifted"] or fields["split"]) and fields["passes"]:
            fail("passes", f"must be 0 during a Move, got {fields['passes']}")
        self._check_lifted_tiles()
        self._check_lifted_blocs()
        self._check_split()

    def _check_lifted_tiles(self) -> None:
        fields, words = self._fields, self._words
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
        return bool(self._fields["owner"][here] == self._fields["to_move"] and self._fields["tile"][here] == tile)

    def _check_lifted_blocs(self) -> None:
        """Each has lost a tile; the others are where they were. Blocs of one industry share no hex."""
        fields, words = self._fields, self._words
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
        for index, (industry, among, _) in enumerate(self._fields["split"]):
            place = f"split[{index}].among"
            if len(among) < 2:
                fail(place, "a choice needs two blocs or more")
            for here in among:
                if not self._has_section(here, industry):
                    fail(place, f"there is no {words.industries[industry]} of the seat to move on {words.hexes[here]}")

    def _has_section(self, here: int, industry: int) -> bool:
        """Whether the seat to move has a tile with a section of that industry there."""
        tile, owner = self._fields["tile"][here], self._fields["owner"][here]
        return tile >= 0 and owner == self._fields["to_move"] and industry in self._words.sections[tile]


def _loan(held: int, notes: Mapping[str, int]) -> int:
    """What the notes bring that somebody with `held` of them can still take."""
    value, total = notes["first_value"] - held * notes["step"], 0
    while value >= notes["least_value"]:
        total += value
        value -= notes["step"]
    return total


# ---------------------------------------------------------------------------------------------------------------------
# On the built position


class Asked(Protocol):
    """What `check` asks of a position."""

    def bloc(self, place: int, industry: int, /) -> Sequence[int]:
        """The hexes, in board order, of the bloc that this section of the tile belongs to."""

    def best_dots(self, place: int, industry: int, fed: int, /) -> int:
        """The most full dots that so many tiles of that bloc can have."""

    def legal_moves(self) -> list[str]:
        """All listed moves of the seat to move."""


def check_built(position: Asked, fields: Fields, words: Words) -> None:
    """Refuse what only the blocs and the legal moves of the built position can show to be impossible."""
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
