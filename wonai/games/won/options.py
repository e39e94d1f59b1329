"""The resolved rules of one game: an edition for a number of players, with single entries overridden (C6, C7)."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from wonai._core.hexgrid import hex_names
from wonai.strict_json import as_list, as_object, as_whole, as_word, child, describe, fail

FINAL_TRADES = ("open", "uniform")
END_FLAGS = ("any", "all")
MOST_CUBES = 9
"""The largest `cubes_per_action` (C30)."""

OVERRIDES = (
    "packages", "draft_without", "flags", "stacks", "integrated_economy_stack", "cubes_per_action", "note_interest",
    "final_trade", "end_flags", "blocked", "round_limit", "trade_actions_per_seat", "offers_per_action",
)  # fmt: skip
"""What may be overridden, in canonical order (C6, C7)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one game, complete; equal and hashable by what is played, not by how it was asked for."""

    edition: str
    players: int
    packages: str
    draft_without: tuple[str, ...]
    """Packages left out, in package order."""
    flags: int
    """Of each player."""
    stacks: tuple[int, ...]
    """Tiles of each industry, in industry order."""
    cubes_per_action: int
    note_interest: int
    final_trade: str
    end_flags: str
    blocked: tuple[str, ...]
    """Hexes, in board order."""
    round_limit: int
    trade_actions_per_seat: int
    offers_per_action: int
    _differences: tuple[tuple[str, Any], ...] = field(default=(), compare=False, repr=False)
    """What differs from the edition, in canonical order."""

    @classmethod
    def resolve(
        cls, edition: str, players: int, overrides: Mapping[str, Any], data: Mapping[str, Any], where: str = "rules"
    ) -> Self:
        """The edition for this number of players with `overrides`; `PositionError` names the place below `where`."""
        as_word(edition, child(where, "edition"), data["editions"], "edition")
        check_players(players, data)
        as_object(overrides, where, OVERRIDES, unknown="unknown rule")
        plain = cls._of_edition(edition, players, data)
        if not overrides:
            return plain
        chosen = dataclasses.replace(plain, **dict(_changes(plain, overrides, data, where)))
        _check_left_out(chosen, data, child(where, "draft_without"))
        return dataclasses.replace(chosen, _differences=tuple(_differences(chosen, plain, data)))

    @classmethod
    def _of_edition(cls, edition: str, players: int, data: Mapping[str, Any]) -> Self:
        rules, limits = data["editions"][edition], data["engine_limits"]
        return cls(
            edition=edition,
            players=players,
            packages=rules["packages"],
            draft_without=tuple(rules["draft_without"].get(str(players), ())),
            flags=rules["flags"][str(players)],
            stacks=(*_stacks_by_industry(rules["stacks"], data), rules["integrated_economy_stack"]),
            cubes_per_action=rules["cubes_per_action"],
            note_interest=rules["note_interest"],
            final_trade=rules["final_trade"],
            end_flags=rules["end_flags"],
            blocked=(),
            round_limit=limits["round_limit"],
            trade_actions_per_seat=limits["trade_actions_per_seat"],
            offers_per_action=limits["offers_per_action"],
        )

    def canonical(self) -> dict[str, Any]:
        """The `rules` of the canonical text: the edition and what differs from it (C7)."""
        rules: dict[str, Any] = {"edition": self.edition}
        for name, value in self._differences:
            rules[name] = dict(value) if name == "stacks" else list(value) if isinstance(value, tuple) else value
        return rules


def check_players(players: Any, data: Mapping[str, Any]) -> None:
    """Refuse a number of players that the game is not for."""
    if type(players) is not int or str(players) not in data["draft"]:
        counts = sorted(data["draft"])
        fail("players", f"expected {counts[0]} to {counts[-1]} players, got {describe(players)}")


def package_names(data: Mapping[str, Any]) -> list[str]:
    """The packages in package order, the same in every edition."""
    kinds = next(iter(data["packages"].values()))
    return [name for packages in kinds.values() for name in packages]


def _changes(
    plain: Options, overrides: Mapping[str, Any], data: Mapping[str, Any], where: str
) -> Iterator[tuple[str, Any]]:
    """Each overridden entry as the field of `Options` that it sets, with its checked value."""
    for name, value in overrides.items():
        place = child(where, name)
        match name:
            case "packages":
                yield name, as_word(value, place, data["packages"], "set of packages")
            case "draft_without":
                yield name, _in_order(value, place, package_names(data), "package")
            case "blocked":
                yield name, _blocked(value, place, data)
            case "flags":
                yield name, _flags(value, place, plain, data)
            case "stacks" | "integrated_economy_stack":
                yield "stacks", _stacks(overrides, plain, data, where)
            case "final_trade":
                yield name, as_word(value, place, FINAL_TRADES, "kind of final trade")
            case "end_flags":
                yield name, as_word(value, place, END_FLAGS, "way to end by flags")
            case "cubes_per_action":
                yield name, as_whole(value, place, least=1, most=MOST_CUBES)
            case "round_limit":
                yield name, as_whole(value, place, least=1)
            case _:
                yield name, as_whole(value, place)


def _in_order(value: Any, place: str, known: Collection[str], kind: str) -> tuple[str, ...]:
    """A list of `known` names without repeats, brought into their order."""
    given: set[str] = set()
    for index, name in enumerate(as_list(value, place)):
        as_word(name, f"{place}[{index}]", known, kind)
        if name in given:
            fail(f"{place}[{index}]", f"{name} stands twice")
        given.add(name)
    return tuple(name for name in known if name in given)


def _blocked(value: Any, place: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    names = _in_order(value, place, hex_names(data["board"]["radius"]), "hex")
    centre = data["board"]["centre"]
    if centre in names:
        fail(f"{place}[{value.index(centre)}]", f"{centre} is the centre, which is never playable")
    return names


def _flags(value: Any, place: str, plain: Options, data: Mapping[str, Any]) -> int:
    """One number, or numbers by player count, of which this game's is taken."""
    if not isinstance(value, Mapping):
        return as_whole(value, place)
    as_object(value, place, data["draft"], unknown="no such number of players")
    counts = {players: as_whole(count, child(place, players)) for players, count in value.items()}
    return counts.get(str(plain.players), plain.flags)


def _stacks(overrides: Mapping[str, Any], plain: Options, data: Mapping[str, Any], where: str) -> tuple[int, ...]:
    """`stacks` and `integrated_economy_stack` together; what neither names keeps the edition's number."""
    place = child(where, "stacks")
    given = as_object(overrides.get("stacks", {}), place, (*data["industries"], "other"), unknown="no such industry")
    counts = {name: as_whole(count, child(place, name)) for name, count in given.items()}
    name = "integrated_economy_stack"
    integrated = as_whole(overrides.get(name, plain.stacks[-1]), child(where, name))
    return (*_stacks_by_industry(data["editions"][plain.edition]["stacks"] | counts, data), integrated)


def _stacks_by_industry(counts: Mapping[str, int], data: Mapping[str, Any]) -> Iterable[int]:
    return (counts.get(name, counts["other"]) for name in data["industries"])


def _check_left_out(options: Options, data: Mapping[str, Any], place: str) -> None:
    """Every seat must find a package of the right kind in every round of the draft (C1)."""
    kinds = data["packages"][options.packages]
    needed: Counter[str] = Counter()
    for _, kind in data["draft"][str(options.players)]:
        needed[kind] += options.players
    spare_of_all = sum(map(len, kinds.values())) - needed.total()
    for kind, packages in kinds.items():
        spare = min(len(packages) - needed[kind], spare_of_all)
        if sum(name in packages for name in options.draft_without) > spare:
            fail(place, f"with {options.players} players no more than {spare} {kind} packages can be left out")


def _differences(chosen: Options, plain: Options, data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name in OVERRIDES:
        match name:
            case "stacks":
                stacks = zip(data["industries"], chosen.stacks, plain.stacks, strict=False)
                value: Any = tuple((industry, count) for industry, count, before in stacks if count != before)
                before: Any = ()
            case "integrated_economy_stack":
                value, before = chosen.stacks[-1], plain.stacks[-1]
            case _:
                value, before = getattr(chosen, name), getattr(plain, name)
        if value != before:
            yield name, value
