"""Why a move is refused: the first rule that forbids it, in one sentence and in the words of the game.

Reads the position as anybody at the table sees it (its document and its blocs) and knows nothing of how the core lists
moves. Each kind of move has one function that yields its obstacles, the first one first; `_KINDS` says which and when.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from wonai._core.won.notation import Offer
from wonai.errors import NotationError
from wonai.games.won.options import Options
from wonai.games.won.tables import rules_data
from wonai.games.won.views import (
    CENTRE,
    INTEGRATED,
    N_SIDES,
    BlocView,
    BoardMap,
    asset_text,
    find_bloc,
    price_of,
    tile_dots,
    tiles_in_the_air,
    title_of,
)
from wonai.strict_json import parse_document

if TYPE_CHECKING:
    from wonai.games.won.position import Position

MAX_SHOWN = 200
"""As much of a move is repeated: amounts in an offer can be written with any number of digits."""

_PHASES = {
    "draft": "the setup",
    "trade": "the Trade phase",
    "develop": "the Develop phase",
    "produce": "the Produce phase",
    "final-trade": "the final Trade phase",
    "settle": "the settling of notes, which allows only note:repay and pass (ruling E3)",
}


def refusal(position: Position, move: str) -> str:
    """One sentence: the first rule against `move`, which is not legal in `position`, or why it is no move at all."""
    try:
        meant: int | Offer = position.tables.lexicon.parse(move)
    except NotationError as error:
        return " ".join(str(error).split())
    text = move if len(move) <= MAX_SHOWN else move[:MAX_SHOWN] + "..."
    obstacle = next(_obstacles(_Scene.of(position), _Move.of(move, meant)), None)
    return f"{text} is not legal here" if obstacle is None else f"{text} is not legal: {obstacle}"


class _Move(NamedTuple):
    """A move that can be read: its word, what follows the word, and what the notation makes of it."""

    kind: str
    rest: str
    meant: int | Offer

    @classmethod
    def of(cls, text: str, meant: int | Offer) -> _Move:
        kind, _, rest = (text, "", "") if text in _KINDS else text.partition(":")
        return cls(kind, rest, meant)


@dataclass(frozen=True)
class _Scene:
    """What can be seen of a position, and the rules it is played by."""

    document: dict[str, Any]
    blocs: list[BlocView]
    listed: list[str]
    """The legal moves, only to say which of them would do."""
    options: Options
    data: Mapping[str, Any]
    board_map: BoardMap

    @classmethod
    def of(cls, position: Position) -> _Scene:
        data = rules_data()
        return cls(
            document=parse_document(position.to_json()),
            blocs=position.blocs(),
            listed=position.legal_moves(),
            options=position.tables.options,
            data=data,
            board_map=BoardMap(data["board"]["radius"]),
        )

    @property
    def phase(self) -> str:
        return str(self.document["phase"])

    @property
    def seat(self) -> str:
        """Whose move it is."""
        return str(self.document["to_move"])

    @property
    def seats(self) -> list[str]:
        return [player["seat"] for player in self.document["players"]]

    @property
    def board(self) -> Mapping[str, Mapping[str, Any]]:
        cells: Mapping[str, Mapping[str, Any]] = self.document["board"]
        return cells

    def player(self, seat: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.document["players"][self.seats.index(seat)]
        return found

    def is_mine(self, place: str) -> bool:
        """Whether the seat to move has a flag or tile there."""
        return place in self.board and self.board[place]["owner"] == self.seat

    def around(self, place: str) -> list[str]:
        """The hexes next to this one."""
        neighbours = (self.board_map.neighbour(place, edge) for edge in range(N_SIDES))
        return [there for there in neighbours if there is not None]


# ---------------------------------------------------------------------------------------------------------------------
# What holds for every kind of move: the phase, and what must be done first


def _obstacles(scene: _Scene, move: _Move) -> Iterator[str]:
    kind = _KINDS[move.kind]
    if scene.phase not in kind.phases:
        yield _wrong_phase(scene, move.kind, kind.phases[0])
        return
    duty = _duty(scene)
    if duty is not None and move.kind not in duty.kinds:
        yield f"{scene.seat} must first {duty.sentence}"
    elif duty is None and kind.needs_duty:
        yield kind.needs_duty
    else:
        yield from kind.obstacles(scene, move)


def _wrong_phase(scene: _Scene, kind: str, home: str) -> str:
    match kind, scene.phase:
        case _, "over":
            return "the game is over"
        case "pass", "draft":
            return "nobody passes in the draft (C3)"
        case "pass", "produce":
            return "production ends with done"
    return f"{kind} is for {_PHASES[home]}; this is {_PHASES[scene.phase]}"


class _Duty(NamedTuple):
    """Something begun that must be ended before anything else: the moves that do it, and what they do."""

    kinds: tuple[str, ...]
    sentence: str


def _duty(scene: _Scene) -> _Duty | None:
    document = scene.document
    if to_place := document.get("draft", {}).get("to_place"):
        return _Duty(("place",), f"place the starting tiles of its package: {', '.join(to_place)}")
    if offer := document.get("offer"):
        answers = ("accept", "reject", "note:take", "note:repay")
        return _Duty(answers, f"answer the offer of {offer['from']} with accept or reject")
    if "split" in document:
        return _Duty(("token",), f"settle the broken bloc's token (ruling A1): {_one_of(scene.listed)}")
    if in_the_air := [tile["tile"] for tile in tiles_in_the_air(document)]:
        return _Duty(("drop", "lift"), f"put down what it has lifted (ruling D1): {', '.join(in_the_air)}")
    return None


def _one_of(words: list[str]) -> str:
    return " or ".join(words)


# ---------------------------------------------------------------------------------------------------------------------
# What several kinds of move share: costs, hexes, conflicts, blocs


def _cannot_pay(scene: _Scene, cost: Mapping[str, int], what: str = "it") -> Iterator[str]:
    if short := _shortage(scene, cost):
        price = ", ".join(asset_text(good, cost[good]) for good in scene.data["goods"] if cost.get(good))
        yield f"{what} costs {price} and {scene.seat} has {short}"


def _shortage(scene: _Scene, cost: Mapping[str, int]) -> str:
    """`no energy and only 1 ore`; empty if the cost can be paid."""
    held = scene.player(scene.seat)["goods"]
    return " and ".join(_only(held[good], good) for good in scene.data["goods"] if held[good] < cost.get(good, 0))


def _only(amount: int, asset: str) -> str:
    return f"only {asset_text(asset, amount)}" if amount else f"no {asset}"


def _unplayable(scene: _Scene, place: str) -> Iterator[str]:
    if place == scene.data["board"]["centre"]:
        yield f"{place} is the centre, where nothing may be put"
    if place in scene.options.blocked:
        yield f"{place} is blocked (rough terrain)"


def _of_another(scene: _Scene, place: str) -> Iterator[str]:
    if place in scene.board and not scene.is_mine(place):
        yield f"{place} is taken by {scene.board[place]['owner']}"


def _has_tile(scene: _Scene, place: str) -> Iterator[str]:
    if tile := scene.board.get(place, {}).get("tile"):
        yield f"{place} already holds {scene.board[place]['owner']}'s {tile}"


def _occupied(scene: _Scene, place: str) -> Iterator[str]:
    yield from _of_another(scene, place)
    yield from _has_tile(scene, place)
    if scene.is_mine(place):
        yield f"{place} already has a flag of {scene.seat}"


class _Placement(NamedTuple):
    """A tile on a hex, as written: `mine@d4/2!`."""

    tile: str
    place: str
    rotation: int
    is_forced: bool

    @classmethod
    def of(cls, rest: str) -> _Placement:
        tile, _, where = rest.partition("@")
        place, _, turn = where.partition("/")
        return cls(tile, place, int(turn.removesuffix("!")), turn.endswith("!"))


def _conflict(scene: _Scene, put: _Placement) -> str | None:
    """The first partial dot of the tile that would touch one of another colour."""
    for kind, side, industry in tile_dots(scene.data, put.tile, put.rotation):
        for there, at in _touching(scene, kind, put.place, side):
            cell = scene.board.get(there, {})
            for other in tile_dots(scene.data, cell["tile"], cell["rotation"]) if "tile" in cell else ():
                if (other.kind, other.at) == (kind, at) and other.industry != industry:
                    dots = f"its {industry} {kind} dot touches the {other.industry} {kind} dot of {there}"
                    return f"in rotation {put.rotation} {dots}"
    return None


def _touching(scene: _Scene, kind: str, place: str, side: int) -> list[tuple[str, int]]:
    """The other hexes, each with its own name of the side, that meet this edge or corner; none meets a centre."""
    return [] if kind == CENTRE else [spot for spot in scene.board_map.spots(kind, place, side) if spot[0] != place]


def _forcing(scene: _Scene, move: _Move, put: _Placement, cost: Mapping[str, int]) -> Iterator[str]:
    """A conflict must be forced and forcing paid for, on top of `cost`; nothing else may be forced."""
    conflict = _conflict(scene, put)
    force = scene.data["actions"]["force"]
    price = ", ".join(asset_text(good, amount) for good, amount in force.items())
    both = Counter(cost) + Counter(force)
    if conflict and not put.is_forced:
        short = _shortage(scene, both)
        way_out = f"write {move.kind}:{move.rest}! to force it for {price} more"
        yield f"{conflict}; " + (f"forcing it costs {price} more and {scene.seat} has {short}" if short else way_out)
    if put.is_forced and not conflict:
        yield f"forcing is only for conflicts: write {move.kind}:{move.rest.removesuffix('!')}"
    if put.is_forced:
        yield from _cannot_pay(scene, both, "with forcing it")


class _BlocMove(NamedTuple):
    """A bloc as a move names it, with how it is run: `d4:farm*3`, `d4+ore`."""

    place: str
    section: str | None
    fed: int
    with_ore: bool

    @classmethod
    def of(cls, rest: str) -> _BlocMove:
        bloc, _, fed = rest.removesuffix("+ore").partition("*")
        place, _, section = bloc.partition(":")
        return cls(place, section or None, int(fed or 0), rest.endswith("+ore"))

    def in_scene(self, scene: _Scene) -> BlocView | None:
        """The bloc meant; there always is one where `_no_bloc` has nothing to say."""
        return find_bloc(scene.document, scene.blocs, self.place, self.section)


def _no_bloc(scene: _Scene, named: _BlocMove) -> Iterator[str]:
    """What stands there must be the seat's own tile; a section is named on an Integrated Economy and only there."""
    tile = scene.board.get(named.place, {}).get("tile")
    if tile is None:
        yield f"{named.place} has no tile"
    elif not scene.is_mine(named.place):
        yield f"the {tile} on {named.place} is {scene.board[named.place]['owner']}'s"
    elif tile == INTEGRATED and named.section is None:
        sections = [f"{named.place}:{section}" for section in scene.data["super_industries"][tile]["half"]]
        yield f"the {title_of(tile)} on {named.place} is in two blocs, named {_one_of(sections)} (C27)"
    elif tile != INTEGRATED and named.section is not None:
        yield f"the {tile} on {named.place} has no sections: its bloc is named {named.place} (C27)"


# ---------------------------------------------------------------------------------------------------------------------
# Draft


def _draft(scene: _Scene, move: _Move) -> Iterator[str]:
    draft, package = scene.document["draft"], move.rest
    _, allowed = scene.data["draft"][str(scene.options.players)][draft["round"] - 1]
    packages = scene.data["packages"][scene.options.packages]
    if package in scene.options.draft_without:
        yield f"{package} is left out of this game"
    if package in draft["taken"]:
        yield f"{package} has been taken"
    if allowed in packages and package not in packages[allowed]:
        yield f"round {draft['round']} of the draft is for {allowed} packages"


def _place(scene: _Scene, move: _Move) -> Iterator[str]:
    put, to_place = _Placement.of(move.rest), scene.document["draft"]["to_place"]
    if put.tile not in to_place:
        yield f"there is no {put.tile} to place, only {', '.join(to_place)}"
    yield from _unplayable(scene, put.place)
    yield from _occupied(scene, put.place)
    group = {place for place, cell in scene.board.items() if "tile" in cell and scene.is_mine(place)}
    if group and not group.intersection(scene.around(put.place)):
        yield f"{put.place} is not next to one of {scene.seat}'s tiles (ruling S1)"
    if conflict := _conflict(scene, put):
        yield f"{conflict}, and starting tiles cannot be forced"


# ---------------------------------------------------------------------------------------------------------------------
# Trade


def _no_action_left(scene: _Scene) -> Iterator[str]:
    limit = scene.options.trade_actions_per_seat * scene.options.players
    if scene.document.get("actions", 0) >= limit:
        yield f"the limit of {limit} actions in one Trade phase is reached: only notes and pass remain (ruling T4)"


def _too_many_cubes(scene: _Scene, cubes: list[str]) -> Iterator[str]:
    yield from _no_action_left(scene)
    limit = scene.options.cubes_per_action
    if len(cubes) > limit:
        yield f"an action is for at most {limit} cube{'s' if limit > 1 else ''}, not {len(cubes)}"


def _buy(scene: _Scene, move: _Move) -> Iterator[str]:
    cubes = move.rest.split(",")
    yield from _too_many_cubes(scene, cubes)
    price = price_of(scene.data, scene.document["markets"], cubes, buying=True)
    money = scene.player(scene.seat)["money"]
    if price > money:
        yield f"it costs ${price} and {scene.seat} has ${money}"


def _sell(scene: _Scene, move: _Move) -> Iterator[str]:
    cubes = move.rest.split(",")
    yield from _too_many_cubes(scene, cubes)
    if short := _shortage(scene, Counter(cubes)):
        yield f"{scene.seat} has {short}"


def _take_note(scene: _Scene, move: _Move) -> Iterator[str]:
    notes, held = scene.data["notes"], scene.player(scene.seat)["notes"]
    if notes["first_value"] - held * notes["step"] < notes["least_value"]:
        yield f"{scene.seat} holds {held} notes, and the next would bring less than ${notes['least_value']} (ruling T3)"


def _repay_note(scene: _Scene, move: _Move) -> Iterator[str]:
    player, price = scene.player(scene.seat), scene.data["notes"]["repay"]
    if not player["notes"]:
        yield f"{scene.seat} holds no note"
    if player["money"] < price:
        yield f"repaying costs ${price} and {scene.seat} has ${player['money']}"


def _barter(scene: _Scene, move: _Move) -> Iterator[str]:
    assert isinstance(move.meant, Offer)
    partner, assets = f"p{move.meant.partner + 1}", [*scene.data["goods"], "money", "notes"]
    made, limit = scene.document.get("offers", 0), scene.options.offers_per_action
    yield from _no_action_left(scene)
    if partner == scene.seat:
        yield f"{scene.seat} cannot barter with itself"
    if partner not in scene.seats:
        yield f"there is no {partner} among the {len(scene.seats)} seats"
        return
    if made >= limit:
        yield f"an action is for at most {limit} offers and {scene.seat} has made {made} (ruling T1)"
    yield from _cannot_give(scene, scene.seat, dict(zip(assets, move.meant.give, strict=True)))
    yield from _cannot_give(scene, partner, dict(zip(assets, move.meant.get, strict=True)))


def _accept(scene: _Scene, move: _Move) -> Iterator[str]:
    offer = scene.document["offer"]
    yield from _cannot_give(scene, offer["from"], offer["give"])
    yield from _cannot_give(scene, offer["to"], offer["get"])


def _cannot_give(scene: _Scene, seat: str, side: Mapping[str, int]) -> Iterator[str]:
    """Cubes and notes must be at hand, money at hand or to be borrowed (ruling T2)."""
    player, notes = scene.player(seat), scene.data["notes"]
    held = {**player["goods"], "notes": player["notes"]}
    for asset, amount in held.items():
        if amount < side.get(asset, 0):
            yield f"{seat} cannot give what it does not hold: it has {_only(amount, asset)} (ruling T2)"
    next_note = notes["first_value"] - player["notes"] * notes["step"]
    loan = sum(range(next_note, notes["least_value"] - 1, -notes["step"]))
    if player["money"] + loan < side.get("money", 0):
        yield f"{seat} has ${player['money']} and can borrow no more than ${loan} (ruling T2)"


# ---------------------------------------------------------------------------------------------------------------------
# Develop


def _flag(scene: _Scene, move: _Move) -> Iterator[str]:
    place = move.rest
    yield from _unplayable(scene, place)
    yield from _occupied(scene, place)
    if not any(map(scene.is_mine, scene.around(place))):
        yield f"{place} is not next to one of {scene.seat}'s flags"
    if not scene.player(scene.seat)["flags"]:
        yield f"{scene.seat} has no flag in hand"
    yield from _cannot_pay(scene, scene.data["actions"]["flag"])


def _build(scene: _Scene, move: _Move) -> Iterator[str]:
    put = _Placement.of(move.rest)
    yield from _unplayable(scene, put.place)
    yield from _of_another(scene, put.place)
    yield from _has_tile(scene, put.place)
    if put.place not in scene.board:
        yield f"{put.place} has no flag of {scene.seat}"
    yield from _empty_stack(scene, put.tile)
    tiles = scene.data["industries"] | scene.data["super_industries"]
    yield from _cannot_pay(scene, tiles[put.tile]["cost"])
    yield from _forcing(scene, move, put, tiles[put.tile]["cost"])


def _empty_stack(scene: _Scene, tile: str) -> Iterator[str]:
    stacks = scene.document["stacks"]
    if tile not in stacks:
        yield f"there are no {title_of(tile)} tiles in this game"
    elif not stacks[tile]:
        yield f"the {tile} stack is empty"


def _lift(scene: _Scene, move: _Move) -> Iterator[str]:
    lifted, place = scene.document.get("lifted"), move.rest
    cost = {good: amount for good, amount in scene.data["actions"]["move"].items() if good in scene.data["goods"]}
    limit = scene.data["actions"]["move"]["tiles"]
    if lifted and "dropped" in lifted:
        yield "nothing is lifted after the first tile has been put down (ruling D1)"
    if lifted and len(lifted["tiles"]) >= limit:
        yield f"a Move is for at most {limit} tiles"
    yield from _of_another(scene, place)
    if "tile" not in scene.board.get(place, {}):
        yield f"{place} has no tile of {scene.seat}"
    if not lifted:
        yield from _cannot_pay(scene, cost, "a Move")


def _drop(scene: _Scene, move: _Move) -> Iterator[str]:
    put, in_the_air = _Placement.of(move.rest), [tile["tile"] for tile in tiles_in_the_air(scene.document)]
    if put.tile not in in_the_air:
        yield f"no {put.tile} is in the air, only {', '.join(in_the_air)}"
    yield from _unplayable(scene, put.place)
    yield from _of_another(scene, put.place)
    yield from _has_tile(scene, put.place)
    holes = _holes_for(scene, put.tile)
    if not holes:
        yield from _forcing(scene, move, put, {})
    elif put.is_forced or put.place not in holes:
        yield f"the {put.tile} has no legal place, so it goes without forcing to {_one_of(holes)} (ruling D2)"


def _holes_for(scene: _Scene, tile: str) -> list[str]:
    """Where a lifted tile that has no legal place goes (ruling D2): it alone is listed in a conflict without force."""
    drops = [_Placement.of(text.partition(":")[2]) for text in scene.listed if text.startswith(f"drop:{tile}@")]
    unforced = [put for put in drops if not put.is_forced]
    return list(dict.fromkeys(put.place for put in unforced)) if any(_conflict(scene, put) for put in unforced) else []


def _automate(scene: _Scene, move: _Move) -> Iterator[str]:
    named = _BlocMove.of(move.rest)
    yield from _no_bloc(scene, named)
    bloc = named.in_scene(scene)
    if bloc and bloc.tokens:
        yield f"the {bloc.industry} bloc of {named.place} is already automated (C22)"
    yield from _cannot_pay(scene, scene.data["actions"]["automate"])


def _token(scene: _Scene, move: _Move) -> Iterator[str]:
    named = _BlocMove.of(move.rest)
    yield from _no_bloc(scene, named)
    bloc, split = named.in_scene(scene), scene.document["split"][0]
    if bloc and (bloc.industry != split["industry"] or bloc.hexes[0] not in split["among"]):
        parts = _one_of(scene.listed)
        yield f"the token of the broken {split['industry']} bloc goes to one of its parts (C22): {parts}"


# ---------------------------------------------------------------------------------------------------------------------
# Produce


def _run(scene: _Scene, move: _Move) -> Iterator[str]:
    named = _BlocMove.of(move.rest)
    yield from _no_bloc(scene, named)
    bloc = named.in_scene(scene)
    if bloc is None:
        return
    name = f"the {bloc.industry} bloc of {named.place}"
    if _has_run(scene, bloc):
        yield f"{name} has already run"
    whole = f"{move.kind}:{named.place}" + (f":{named.section}" if named.section else "")
    if bloc.industry in scene.data["produce"]["free_food"] and (named.fed or named.with_ore):
        yield f"{bloc.industry} blocs are not fed: write {whole} (C25)"
    if named.fed >= len(bloc.hexes):
        yield f"*{named.fed} is for a bloc of more tiles, and {name} has {len(bloc.hexes)}: write {whole} (C26)"
    if named.with_ore and not bloc.tokens:
        yield f"{name} is not automated, so it cannot be fed with ore"
    yield from _cannot_pay(scene, _running_cost(scene, bloc, named))


def _has_run(scene: _Scene, bloc: BlocView) -> bool:
    """`ran` names a bloc by its first hex, and its section only where there are two (C28)."""
    ran = [(entry["hex"], entry.get("section", bloc.industry)) for entry in scene.document.get("ran", ())]
    return (bloc.hexes[0], bloc.industry) in ran


def _running_cost(scene: _Scene, bloc: BlocView, named: _BlocMove) -> dict[str, int]:
    """Power for the bloc, and food for each fed tile or ore for all of them."""
    produce = scene.data["produce"]
    cost = {}
    if bloc.industry not in produce["free_energy"]:
        cost["energy"] = produce["energy_per_bloc"]
    if named.with_ore:
        cost["ore"] = produce["ore_per_automated_bloc"]
    elif bloc.industry not in produce["free_food"]:
        cost["food"] = produce["food_per_tile"] * (named.fed or len(bloc.hexes))
    return cost


# ---------------------------------------------------------------------------------------------------------------------
# The kinds of move


def _nothing(scene: _Scene, move: _Move) -> Iterator[str]:
    yield from ()


class _Kind(NamedTuple):
    """When a kind of move is made, its own obstacles, and what is missing if it ends a duty that nobody has."""

    phases: tuple[str, ...]
    obstacles: Callable[[_Scene, _Move], Iterator[str]]
    needs_duty: str = ""


_TRADE = ("trade", "final-trade")
_DEVELOP = ("develop",)
_KINDS = {
    "accept": _Kind(_TRADE, _accept, "no offer waits for an answer"),
    "automate": _Kind(_DEVELOP, _automate),
    "barter": _Kind(_TRADE, _barter),
    "build": _Kind(_DEVELOP, _build),
    "buy": _Kind(_TRADE, _buy),
    "done": _Kind(("produce",), _nothing),
    "draft": _Kind(("draft",), _draft),
    "drop": _Kind(_DEVELOP, _drop, "no tile is in the air: lift one first"),
    "flag": _Kind(_DEVELOP, _flag),
    "lift": _Kind(_DEVELOP, _lift),
    "note:repay": _Kind((*_TRADE, "settle"), _repay_note),
    "note:take": _Kind(_TRADE, _take_note),
    "pass": _Kind((*_TRADE, *_DEVELOP, "settle"), _nothing),
    "place": _Kind(("draft",), _place, "there is no starting tile to place: draft a package first"),
    "reject": _Kind(_TRADE, _nothing, "no offer waits for an answer"),
    "run": _Kind(("produce",), _run),
    "sell": _Kind(_TRADE, _sell),
    "token": _Kind(_DEVELOP, _token, "no token waits for a bloc"),
}
