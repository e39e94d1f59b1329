"""Ledger: the figures of one position that reasons compare: blocs, needs, prices, ends. Exact, and nothing guessed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from wonai.games.won.tables import rules_data
from wonai.games.won.views import (
    N_SIDES,
    BlocView,
    BoardMap,
    price_of,
    quote,
    setting,
)
from wonai.strict_json import parse_document

if TYPE_CHECKING:
    from wonai.games.won.position import Position

MONEY = "money"
PLENTY = 9
"""Cubes of each good: any tile can be paid with so many."""
_BOARD_KEYS = ("format", "game", "rules", "players", "board", "tokens", "markets", "stacks", "round", "first")


class Site(NamedTuple):
    """What a tile on a hex would bring its owner."""

    earns: int
    """Dollars a round more at today's prices."""
    dots: int
    tile: str


class Way(NamedTuple):
    """One way to run a bloc: what it takes and what it makes."""

    takes: Mapping[str, int]
    makes: int


class Ledger:
    """What can be counted in a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.data: Mapping[str, Any] = rules_data()
        self.document: Mapping[str, Any] = parse_document(position.to_json())
        self.blocs: list[BlocView] = position.blocs()
        self._map = BoardMap(self.data["board"]["radius"])

    # -- holdings -----------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[str, ...]:
        return self.position.seats

    @property
    def round(self) -> int:
        return int(self.document["round"])

    def player(self, seat: str) -> Mapping[str, Any]:
        player: Mapping[str, Any] = self.document["players"][self.seats.index(seat)]
        return player

    def goods(self, seat: str) -> Mapping[str, int]:
        goods: Mapping[str, int] = self.player(seat)["goods"]
        return goods

    @cached_property
    def scores(self) -> dict[str, int]:
        return self.position.scores()

    def can_pay(self, seat: str, cost: Mapping[str, int]) -> bool:
        held = self.goods(seat)
        return all(held[good] >= amount for good, amount in cost.items())

    def setting(self, name: str) -> Any:
        """An option of this game."""
        return setting(self.document, self.data, name)

    # -- prices -------------------------------------------------------------------------------------------------------

    def buy_price(self, good: str) -> int:
        return quote(self.data, good, self.document["markets"][good]).buy

    def sell_price(self, good: str) -> int:
        return quote(self.data, good, self.document["markets"][good]).sell

    def cost_of(self, cubes: Mapping[str, int]) -> int:
        """What the market takes for these cubes, bought one after another (C19)."""
        return self._track(cubes, buying=True)

    def sale_of(self, cubes: Mapping[str, int]) -> int:
        """What the market pays for these cubes, sold one after another."""
        return self._track(cubes, buying=False)

    def _track(self, cubes: Mapping[str, int], *, buying: bool) -> int:
        row = [good for good in self.data["goods"] for _ in range(cubes.get(good, 0))]
        return price_of(self.data, self.document["markets"], row, buying=buying)

    def printed_price(self, cubes: Mapping[str, int]) -> float | None:
        """These cubes at the suggested barter prices of now; None where a market has none (C20)."""
        total = 0.0
        for good in self.data["goods"]:
            level = self.document["markets"][good]
            if cubes.get(good, 0) and not level:
                return None
            total += cubes.get(good, 0) * (self.data["markets"][good]["barter"][level - 1] if level else 0)
        return total

    def note_value(self, seat: str) -> int:
        """What the next note brings."""
        notes = self.data["notes"]
        value: int = notes["first_value"] - notes["step"] * self.player(seat)["notes"]
        return value

    # -- production ---------------------------------------------------------------------------------------------------

    def own_blocs(self, seat: str) -> list[BlocView]:
        return [bloc for bloc in self.blocs if bloc.owner == seat]

    def dots(self, seat: str) -> Counter[str]:
        """Full dots by industry."""
        count: Counter[str] = Counter()
        for bloc in self.own_blocs(seat):
            count[bloc.industry] += bloc.dots
        return count

    def product(self, industry: str) -> str:
        """The good an industry makes, or `money`."""
        return str(self.data["industries"][industry]["makes"])

    def per_dot(self, industry: str) -> int:
        return int(self.data["industries"][industry].get("per_dot", 1))

    def needs(self, seat: str) -> Counter[str]:
        """What it takes to run every bloc in full; an automated one is fed with ore."""
        takes: Counter[str] = Counter()
        for bloc in self.own_blocs(seat):
            takes.update(self.full_takes(bloc))
        return takes

    def full_takes(self, bloc: BlocView) -> Mapping[str, int]:
        """What it takes to feed every tile of a bloc; an automated one is fed with ore."""
        rules = self.data["produce"]
        takes = {} if bloc.industry in rules["free_energy"] else {"energy": rules["energy_per_bloc"]}
        if bloc.industry in rules["free_food"]:
            return takes
        food = {"food": len(bloc.hexes) * rules["food_per_tile"]}
        return takes | ({"ore": rules["ore_per_automated_bloc"]} if bloc.tokens else food)

    def ways(self, bloc: BlocView) -> Iterator[Way]:
        """Every way to run a bloc: from few tiles fed to all of them, then with ore."""
        rules = self.data["produce"]
        power = {} if bloc.industry in rules["free_energy"] else {"energy": rules["energy_per_bloc"]}
        whole = bloc.dots * self.per_dot(bloc.industry)
        if bloc.industry in rules["free_food"]:
            yield Way(power, whole)
            return
        for fed in range(1, len(bloc.hexes) + 1):
            yield Way(power | {"food": fed * rules["food_per_tile"]}, self.made_by(bloc, fed))
        if bloc.tokens:
            yield Way(power | {"ore": rules["ore_per_automated_bloc"]}, whole)

    def made_by(self, bloc: BlocView, fed: int) -> int:
        """What a bloc makes with its best `fed` tiles fed (P2)."""
        notation = self.position.tables.lexicon.notation
        place = notation.hexes.index(bloc.hexes[0])
        dots = self.position.best_dots(place, notation.industries.index(bloc.industry), fed)
        return dots * self.per_dot(bloc.industry)

    def income(self, seat: str) -> int:
        """Dollars of a round at today's prices: everything made and sold, everything needed bought."""
        return self.income_of(self.own_blocs(seat))

    def income_of(self, blocs: Iterable[BlocView]) -> int:
        """The same of some blocs."""
        made, takes = Counter[str](), Counter[str]()
        for bloc in blocs:
            made[self.product(bloc.industry)] += bloc.dots * self.per_dot(bloc.industry)
            takes.update(self.full_takes(bloc))
        return made.pop(MONEY, 0) + self.sale_of(made) - self.cost_of(takes)

    def has_run(self, bloc: BlocView) -> bool:
        """Whether the bloc has run in this Produce phase."""
        ran = self.document.get("ran", ()) if bloc.owner == self.document.get("to_move") else ()
        return any(
            entry["hex"] == bloc.hexes[0]
            and entry.get("section", self.document["board"][entry["hex"]]["tile"]) == bloc.industry
            for entry in ran
        )

    def lack(self, seat: str) -> dict[str, int]:
        """The cubes missing to run in full every bloc that has not run."""
        takes: Counter[str] = Counter()
        for bloc in self.own_blocs(seat):
            if not self.has_run(bloc):
                takes.update(self.full_takes(bloc))
        held = self.goods(seat)
        return {good: takes[good] - held[good] for good in self.data["goods"] if takes[good] > held[good]}

    def best_production(self, seat: str) -> int:
        """The most that the blocs which have not run can make of what is at hand, in dollars of today's sell prices."""
        blocs = [bloc for bloc in self.own_blocs(seat) if not self.has_run(bloc)]
        held = self.goods(seat)
        best = {(held["food"], held["energy"], held["ore"]): 0}
        for bloc in blocs:
            product = self.product(bloc.industry)
            price = 1 if product == MONEY else self.sell_price(product)
            after = dict(best)
            for way in self.ways(bloc):
                for (food, energy, ore), worth in best.items():
                    left = (
                        food - way.takes.get("food", 0),
                        energy - way.takes.get("energy", 0),
                        ore - way.takes.get("ore", 0),
                    )
                    if min(left) >= 0:
                        after[left] = max(after.get(left, 0), worth + way.makes * price)
            best = after
        return max(best.values())

    # -- the board ----------------------------------------------------------------------------------------------------

    def around(self, place: str) -> list[str]:
        """The hexes next to this one."""
        neighbours = (self._map.neighbour(place, edge) for edge in range(N_SIDES))
        return [there for there in neighbours if there is not None]

    def is_empty(self, place: str) -> bool:
        return (
            place not in self.document["board"]
            and place != self.data["board"]["centre"]
            and place not in (self.setting("blocked") or ())
        )

    def empty_hexes(self) -> list[str]:
        return [place for place in self._map.axial if self.is_empty(place)]

    def is_near(self, place: str, seat: str) -> bool:
        """Whether the seat has a flag or tile next to the hex."""
        board = self.document["board"]
        return any(there in board and board[there]["owner"] == seat for there in self.around(place))

    def best_site(self, place: str, seat: str) -> Site | None:
        """The tile of the stacks that would earn the seat most there, built without a conflict; None if none goes."""
        yard = self._yard(place, seat)
        before = [bloc for bloc in yard.blocs() if bloc.owner == seat]
        best: Site | None = None
        for tile in self.data["industries"]:
            for rotation in range(N_SIDES):
                trial, move = yard.copy(), f"build:{tile}@{place}/{rotation}"
                if not trial.is_legal(move):
                    continue
                trial.play(move)
                blocs = [bloc for bloc in trial.blocs() if bloc.owner == seat]
                earns = self.income_of(blocs) - self.income_of(before)
                if best is None or earns > best.earns:
                    dots = sum(bloc.dots for bloc in blocs) - sum(bloc.dots for bloc in before)
                    best = Site(earns, dots, tile)
        return best

    def best_drop(self, seat: str) -> tuple[int, str]:
        """What the seat's blocs would earn with the lifted tile put down best, unforced; and the hex."""
        earned = []
        for move in self.position.legal_moves():
            if not move.startswith("drop:") or move.endswith("!"):
                continue
            trial = self.position.copy()
            trial.play(move)
            blocs = [bloc for bloc in trial.blocs() if bloc.owner == seat]
            earned.append((self.income_of(blocs), move.partition("@")[2].partition("/")[0]))
        return max(earned, key=lambda entry: entry[0], default=(0, ""))

    def _yard(self, place: str, seat: str) -> Position:
        """This board with a flag of the seat on the hex, and the seat free to build there whatever it likes."""
        document = {key: self.document[key] for key in _BOARD_KEYS if key in self.document}
        plenty = dict.fromkeys(self.data["goods"], PLENTY)
        players = [dict(player) for player in document["players"]]
        mine = players[self.seats.index(seat)]
        mine |= {"goods": plenty, "flags": mine["flags"] - 1}
        board = document["board"] | {place: {"owner": seat}}
        document |= {"players": players, "board": board, "phase": "develop", "to_move": seat}
        return type(self.position).from_json(json.dumps(document))

    # -- the end of the game ------------------------------------------------------------------------------------------

    def end_causes(self) -> dict[str, str]:
        """What would end the game at the end of this Develop phase, by its name, as a clause."""
        causes = {}
        bare = [seat for seat in self.seats if not self.player(seat)["flags"]]
        if len(bare) >= (len(self.seats) if self.setting("end_flags") == "all" else 1):
            causes["flags"] = f"{bare[0]} has no flag in hand"
        if not self.empty_hexes():
            causes["hexes"] = "the board is full"
        if len(self.empty_stacks()) >= self.data["end"]["empty_stacks"]:
            causes["stacks"] = f"{len(self.empty_stacks())} stacks are empty"
        return causes

    def empty_stacks(self) -> list[str]:
        return [tile for tile in self.data["industries"] if not self.document["stacks"].get(tile)]
