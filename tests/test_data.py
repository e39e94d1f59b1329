"""The rules data: totals and order of every table, figures that follow from them, and that slips are seen."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import wonai
from wonai._core import hexgrid
from wonai.games.won.tables import check_data, rules_data

DATA = rules_data()
GOODS: list[str] = DATA["goods"]
INDUSTRIES: list[str] = list(DATA["industries"])
HEXES = hexgrid.hex_names(DATA["board"]["radius"])
NEIGHBOURS = hexgrid.neighbours(DATA["board"]["radius"])


def looks(tile: dict[str, Any]) -> list[set[tuple[str, str, int]]]:
    """The partial dots of a face in each rotation."""
    if isinstance(tile["half"], dict):
        dots = [("half", colour, edge) for colour, edges in tile["half"].items() for edge in edges]
    else:
        dots = [("half", "", edge) for edge in tile["half"]] + [("third", "", corner) for corner in tile["third"]]
    return [{(kind, colour, (side + turn) % 6) for kind, colour, side in dots} for turn in range(6)]


# ---------------------------------------------------------------------------------------------------------------------
# Tables


def test_board() -> None:
    assert (len(HEXES), HEXES[0], HEXES[-1], HEXES[30]) == (61, "a1", "i5", "e5")
    assert sorted(HEXES) == HEXES
    rows = [sum(name[0] == row for name in HEXES) for row in "abcdefghi"]
    assert rows == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert [HEXES[there] for there in NEIGHBOURS[HEXES.index("d4")] if there is not None] == [
        *("c4", "d5", "e5", "e4", "d3", "c3")
    ]


def test_neighbours_are_mutual_and_points_agree() -> None:
    """The neighbour across edge k has this hex across edge k+3; three hexes meet at corner k, as the rules say."""
    for here, around in enumerate(NEIGHBOURS):
        for edge, there in enumerate(around):
            beyond = around[(edge + 1) % 6]
            if there is not None:
                assert NEIGHBOURS[there][(edge + 3) % 6] == here
            if there is not None and beyond is not None:
                assert NEIGHBOURS[there][(edge + 2) % 6] == beyond
                assert NEIGHBOURS[beyond][(edge + 4) % 6] == here


def test_order_of_goods_and_industries() -> None:
    assert GOODS == ["food", "energy", "labor", "ore", "capital"]
    assert INDUSTRIES == ["farm", "generator", "academy", "mine", "factory", "bank"]
    assert [tile["makes"] for tile in DATA["industries"].values()] == [*GOODS, "money"]


@pytest.mark.parametrize(
    ("tile", "n_rotations"),
    [
        *(("farm", 1), ("generator", 2), ("academy", 6), ("mine", 3), ("factory", 6), ("bank", 6)),
        ("integrated-economy", 6),
    ],
)
def test_rotations_that_look_different(tile: str, n_rotations: int) -> None:
    faces = looks((DATA["industries"] | DATA["super_industries"])[tile])
    assert len([face for turn, face in enumerate(faces) if face not in faces[:turn]]) == n_rotations
    assert [int(written_with(tile, turn).split("/")[1]) for turn in range(6)] == [faces.index(face) for face in faces]


def written_with(tile: str, turn: int) -> str:
    """A placement as it is written when it is read with some rotation."""
    notation = wonai.Position.start(3, "second").tables.lexicon.notation
    code = notation.parse(f"place:{tile}@a1/{turn}")
    assert isinstance(code, int)
    return notation.format(code)


def test_dots_of_the_faces() -> None:
    """Centre, half and third dots of each tile, worth 1, 1/2 and 1/3: what the faces add up to."""
    worth = {
        name: int(tile["centre"]) + Fraction(len(tile["half"]), 2) + Fraction(len(tile["third"]), 3)
        for name, tile in DATA["industries"].items()
    }
    assert worth == {
        "farm": 4, "generator": Fraction(5, 2), "academy": Fraction(8, 3), "mine": 2, "factory": 2, "bank": 1,
    }  # fmt: skip


@pytest.mark.parametrize("good", GOODS)
def test_markets(good: str) -> None:
    market = DATA["markets"][good]
    wells = sum(market["row_lengths"])
    for track in ("sell", "buy", "barter"):
        assert len(market[track]) == wells
        assert market[track] == sorted(market[track], reverse=True)
    # With L cubes left, selling one and buying it back costs money, and the suggested price lies between the two.
    assert all(sell < buy for sell, buy in zip(market["sell"], market["buy"], strict=True))
    between = zip(market["sell"][1:], market["barter"], market["buy"], strict=False)
    assert all(sell <= price <= buy for sell, price, buy in between)
    assert market["empty_buy"] >= market["buy"][0]
    assert market["full_sell"] <= market["sell"][-1]
    assert market["start"] * 2 == wells
    assert market["cubes"] > wells


def test_opening_prices() -> None:
    prices = {
        good: (market["buy"][market["start"] - 1], market["sell"][market["start"]])
        for good, market in DATA["markets"].items()
    }
    assert prices == {"food": (7, 4), "energy": (13, 9), "labor": (17, 13), "ore": (20, 15), "capital": (25, 19)}


def test_tiles_of_editions_and_packages() -> None:
    first, second = DATA["editions"]["first"], DATA["editions"]["second"]
    assert first["stacks"]["farm"] + 5 * first["stacks"]["other"] == 60 == DATA["board"]["playable"]
    assert second["stacks"]["farm"] + 5 * second["stacks"]["other"] == 47
    assert {name: tile["stack"] for name, tile in DATA["industries"].items()} == {
        name: first["stacks"].get(name, first["stacks"]["other"]) for name in INDUSTRIES
    }
    for edition, n_tiles, money in (("first", 14, 40), ("second", 13, 80)):
        kinds = DATA["packages"][edition]
        assert [list(kind) for kind in kinds.values()] == [[f"{k}{n}" for n in range(1, 7)] for k in "ic"]
        assert sum(len(package["tiles"]) for package in kinds["industry"].values()) == n_tiles
        assert {package["money"] for package in kinds["commodity"].values()} == {money}


def test_draft_gives_every_seat_the_same_number_of_packages() -> None:
    assert {players: len(rounds) for players, rounds in DATA["draft"].items()} == {"3": 4, "4": 3, "5": 2, "6": 2}
    for rounds in DATA["draft"].values():
        assert [direction for direction, _ in rounds] == ["clockwise", "counter", "clockwise", "counter"][: len(rounds)]


# ---------------------------------------------------------------------------------------------------------------------
# Figures computed from the data


def opening_price(cost: dict[str, int]) -> int:
    """Goods at the opening buy prices, without slippage."""
    return sum(n * DATA["markets"][good]["buy"][DATA["markets"][good]["start"] - 1] for good, n in cost.items())


def test_flag_and_tile_at_opening_prices() -> None:
    flag = opening_price(DATA["actions"]["flag"])
    prices = {name: flag + opening_price(tile["cost"]) for name, tile in DATA["industries"].items()}
    assert prices == {"farm": 62, "generator": 62, "academy": 62, "mine": 72, "factory": 74, "bank": 75}
    assert opening_price(DATA["actions"]["automate"]) == 63


def test_notes() -> None:
    """Cash in hand and cost to repay after 1, 4, 6, ... notes, as played."""
    document = json.loads(wonai.Position.start(3).to_json()) | {"phase": "trade"}
    del document["draft"]
    position = wonai.Position.from_json(json.dumps(document))
    cash = {}
    while position.is_legal("note:take"):
        position.play("note:take")
        player = json.loads(position.to_json())["players"][0]
        cash[player["notes"]] = (player["money"], player["notes"] * DATA["notes"]["repay"])
    assert {n: cash[n] for n in (1, 4, 6, 8, 10, 12)} == {
        1: (20, 25), 4: (74, 100), 6: (105, 150), 8: (132, 200), 10: (155, 250), 12: (174, 300),
    }  # fmt: skip
    assert max(cash) == 20


def best_outputs(industry: str, most_tiles: int) -> list[int]:
    """The most that one bloc of 1, 2, ... tiles makes: blocs grown tile by tile in every way."""
    tile = DATA["industries"][industry]
    faces = looks(tile)
    turns = [turn for turn, face in enumerate(faces) if face not in faces[:turn]]
    sides = [({(e + k) % 6 for e in tile["half"]}, {(c + k) % 6 for c in tile["third"]}) for k in range(6)]
    blocs = {frozenset({((0, 0), turn)}) for turn in turns}
    best = []
    for size in range(1, most_tiles + 1):
        best.append(max(n_dots(dict(bloc), sides, tile["centre"]) for bloc in blocs) * tile.get("per_dot", 1))
        if size < most_tiles:
            blocs = {moved(bloc | {new}) for bloc in blocs for new in joining(dict(bloc), turns, sides)}
    return best


Cell = tuple[int, int]
Sides = list[tuple[set[int], set[int]]]


def across(cell: Cell, edge: int) -> Cell:
    dq, dr = hexgrid.DIRECTIONS[edge]
    return cell[0] + dq, cell[1] + dr


def moved(bloc: frozenset[tuple[Cell, int]]) -> frozenset[tuple[Cell, int]]:
    """The same bloc at a fixed place."""
    q0, r0 = min(cell for cell, _ in bloc)
    return frozenset(((q - q0, r - r0), turn) for (q, r), turn in bloc)


def joining(bloc: dict[Cell, int], turns: list[int], sides: Sides) -> set[tuple[Cell, int]]:
    """Every tile that can be added so that its dots touch those of the bloc."""
    found = set()
    for here, turn in bloc.items():
        half, third = sides[turn]
        for edge in range(6):
            there = across(here, edge)
            if there in bloc:
                continue
            for other in turns:
                its_half, its_third = sides[other]
                touches = (
                    (edge in half and (edge + 3) % 6 in its_half)
                    or (edge in third and (edge + 2) % 6 in its_third)
                    or ((edge + 5) % 6 in third and (edge + 3) % 6 in its_third)
                )
                if touches:
                    found.add((there, other))
    return found


def n_dots(bloc: dict[Cell, int], sides: Sides, has_centre: bool) -> int:
    """Centre dots, edges with a half dot on both sides, points with three third dots."""
    dots = len(bloc) * has_centre
    for here, turn in bloc.items():
        half, third = sides[turn]
        for edge in range(3):  # each shared edge from one of its two sides
            there = across(here, edge)
            dots += there in bloc and edge in half and (edge + 3) % 6 in sides[bloc[there]][0]
        for corner in (0, 1):  # each point from the one of its three hexes that has it there
            one, two = across(here, corner), across(here, corner + 1)
            dots += (
                one in bloc and two in bloc and corner in third
                and (corner + 2) % 6 in sides[bloc[one]][1] and (corner + 4) % 6 in sides[bloc[two]][1]
            )  # fmt: skip
    return dots


@pytest.mark.parametrize(
    ("industry", "outputs"),
    [
        ("farm", [1, 3, 6, 9, 12]),
        ("generator", [1, 3, 5, 7, 9]),
        ("academy", [1, 3, 5, 7, 9]),
        ("mine", [1, 3, 5, 7, 9]),
        ("factory", [1, 2, 4, 6, 7]),
        ("bank", [0, 30, 90, 90, 120]),
    ],
)
def test_best_output_of_one_bloc(industry: str, outputs: list[int]) -> None:
    assert best_outputs(industry, len(outputs)) == outputs


def test_supply_clock_of_four_players() -> None:
    """First edition: 14 tiles of the packages on the board when all are taken; the last five stacks to empty."""
    stacks = {name: tile["stack"] for name, tile in DATA["industries"].items()}
    for package in DATA["packages"]["first"]["industry"].values():
        for tile in package["tiles"]:
            stacks[tile] -= 1
    assert sum(stacks.values()) == 60 - 14
    assert sum(sorted(stacks.values())[: DATA["end"]["empty_stacks"]]) == 37


# ---------------------------------------------------------------------------------------------------------------------
# Spoiled data


def set_at(*place_and_value: Any) -> Callable[[Any], None]:
    """Puts a value at a place of the data."""
    *place, last, value = place_and_value

    def spoil(data: Any) -> None:
        for key in place:
            data = data[key]
        data[last] = value

    return spoil


SPOILED = {
    "board.hexes": set_at("board", "hexes", 60),
    "board.centre": set_at("board", "centre", "e4"),
    "board.playable": set_at("board", "playable", 61),
    "markets.food.sell": set_at("markets", "food", "sell", 5, 9),
    "markets.energy.buy": set_at("markets", "energy", "buy", [1]),
    "markets.labor.barter": set_at("markets", "labor", "barter", 3, 99),
    "markets.ore.row_lengths": set_at("markets", "ore", "row_lengths", [10, 10]),
    "markets.ore.start": set_at("markets", "ore", "start", 31),
    "markets.ore.cubes": set_at("markets", "ore", "cubes", 29),
    "markets.capital.empty_buy": set_at("markets", "capital", "empty_buy", 1),
    "markets.capital.full_sell": set_at("markets", "capital", "full_sell", 99),
    "markets.food.buy[39]": set_at("markets", "food", "buy", 39, 1),
    "industries.bank.half": set_at("industries", "bank", "half", [1, 1]),
    "industries.factory.third": set_at("industries", "factory", "third", [2, 6]),
    "industries.mine.makes": set_at("industries", "mine", "makes", "gold"),
    "super_industries.integrated-economy.half": set_at(
        "super_industries", "integrated-economy", "half", {"generator": [0, 2], "farm": [0]}
    ),
    "editions.first.stacks": set_at("editions", "first", "stacks", {"farm": 5, "other": 9}),
    "draft.6": set_at("draft", "6", [["clockwise", "industry"], ["counter", "any"], ["clockwise", "any"]]),
    "draft.3": set_at("draft", "3", [["clockwise", "commodity"]]),
}


@pytest.mark.parametrize("place", SPOILED)
def test_spoiled_data_is_refused(place: str) -> None:
    data = copy.deepcopy(DATA)
    SPOILED[place](data)
    named = place if "row_lengths" not in place else "markets.ore."
    with pytest.raises(ValueError, match=named.replace("[", r"\[").replace("]", r"\]")):
        check_data(data)


def test_any_two_neighbouring_prices_that_change_places_are_seen() -> None:
    """Unless they are equal: a swap makes a price rise."""
    for good, track in itertools.product(GOODS, ("sell", "buy", "barter")):
        prices = DATA["markets"][good][track]
        for level in range(len(prices) - 1):
            data = copy.deepcopy(DATA)
            spoiled = data["markets"][good][track]
            spoiled[level], spoiled[level + 1] = prices[level + 1], prices[level]
            if prices[level] == prices[level + 1]:
                check_data(data)
            else:
                with pytest.raises(ValueError, match=f"markets.{good}"):
                    check_data(data)
