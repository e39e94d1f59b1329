"""The numbers of the rulebook: reads and checks the rules data, and builds the tables the core uses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from wonai._core import hexgrid
from wonai._core.won.tables import Tables
from wonai.games.won.options import Options

RulesData = dict[str, Any]


@cache
def rules_data() -> RulesData:
    """`rules/won/wealth-of-nations.json`, checked. Shared: nobody writes to it."""
    text = (files("wonai") / "rules" / "won" / "wealth-of-nations.json").read_text(encoding="utf-8")
    data: RulesData = json.loads(text)
    check_data(data)
    return data


@lru_cache(maxsize=256)
def tables_for(options: Options) -> Tables:
    """The tables of a game with these rules; the same object for the same rules."""
    return Tables(rules_data(), options)


def check_data(data: RulesData) -> None:
    """Refuse rules data that cannot be right: a slip in a number would be a wrong game.

    Raises `ValueError` naming the entry.
    """
    _check_board(data["board"])
    for good in data["goods"]:
        _check_market(f"markets.{good}", data["markets"][good])
    for name, tile in data["industries"].items():
        _check_sides(f"industries.{name}", [*tile["half"]], [*tile["third"]])
        _expect(tile["makes"] in [*data["goods"], "money"], f"industries.{name}.makes", "no such good")
    for name, tile in data["super_industries"].items():
        halves = [edge for edges in tile["half"].values() for edge in edges]
        _check_sides(f"super_industries.{name}", halves, [c for corners in tile["third"].values() for c in corners])
    for edition, rules in data["editions"].items():
        _check_edition(f"editions.{edition}", rules, data)
    for players, rounds in data["draft"].items():
        _check_draft(f"draft.{players}", int(players), rounds, data)


def _expect(holds: bool, place: str, sentence: str) -> None:
    if not holds:
        raise ValueError(f"rules data: {place}: {sentence}")


def _check_board(board: dict[str, Any]) -> None:
    names = hexgrid.hex_names(board["radius"])
    _expect(len(names) == board["hexes"], "board.hexes", f"a board of this radius has {len(names)}")
    _expect(names[len(names) // 2] == board["centre"], "board.centre", "not the middle of the board")
    _expect(board["playable"] == board["hexes"] - 1, "board.playable", "all hexes but the centre")


def _check_market(place: str, market: dict[str, Any]) -> None:
    """A price track: one price a well, dear when scarce, and never a profit from buying and selling back."""
    wells = sum(market["row_lengths"])
    for name in ("sell", "buy", "barter"):
        prices = market[name]
        _expect(len(prices) == wells, f"{place}.{name}", f"expected {wells} prices, got {len(prices)}")
        _expect(all(a >= b for a, b in pairwise(prices)), f"{place}.{name}", "a price rises")
    _expect(market["start"] <= wells, f"{place}.start", "more cubes than wells")
    _expect(market["cubes"] >= wells, f"{place}.cubes", "fewer cubes than wells")
    _expect(market["empty_buy"] >= market["buy"][0], f"{place}.empty_buy", "cheaper than the last cube")
    _expect(market["full_sell"] <= market["sell"][-1], f"{place}.full_sell", "dearer than the last well")
    for level, (sell, buy) in enumerate(zip(market["sell"], market["buy"], strict=True)):
        _expect(sell < buy, f"{place}.buy[{level}]", "not above the price for which the same cube was sold")


def _check_sides(place: str, half: Sequence[int], third: Sequence[int]) -> None:
    for name, sides in (("half", half), ("third", third)):
        sound = len(set(sides)) == len(sides) and all(side in range(len(hexgrid.DIRECTIONS)) for side in sides)
        _expect(sound, f"{place}.{name}", "expected different sides from 0 to 5")


def _check_edition(place: str, rules: dict[str, Any], data: RulesData) -> None:
    packages = data["packages"][rules["packages"]]
    stacks = {name: rules["stacks"].get(name, rules["stacks"]["other"]) for name in data["industries"]}
    stacks |= dict.fromkeys(data["super_industries"], rules["integrated_economy_stack"])
    needed = [tile for package in packages["industry"].values() for tile in package["tiles"]]
    for tile in set(needed):
        _expect(needed.count(tile) <= stacks[tile], f"{place}.stacks", f"too few {tile} tiles for the packages")


def _check_draft(place: str, players: int, rounds: list[list[str]], data: RulesData) -> None:
    """Every seat finds a package in every round, and takes at least one industry."""
    _expect(rounds[0] == ["clockwise", "industry"], place, "the first round is clockwise, for industries")
    for edition in data["editions"].values():
        packages = data["packages"][edition["packages"]]
        left_out = edition["draft_without"].get(str(players), [])
        n_left = sum(name not in left_out for kind in packages.values() for name in kind)
        _expect(players * len(rounds) <= n_left, place, "more picks than packages")
