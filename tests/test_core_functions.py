"""Functions of the core against brute force: blocs, dots, the best tiles to feed, prices, evenly drawn moves."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from typing import Any

import pytest

import wonai
from tests import conformance
from tests.lockstep import crowd, rich_start
from tests.reference import won as reference
from wonai._core import hexgrid
from wonai._core.won.position import (
    _py_list_moves,
    _py_random_plies,
    _py_sampled_moves,
    _py_sampled_plies,
    _py_state_size,
)
from wonai.games.won.tables import rules_data

DATA = rules_data()
TILES = [*DATA["industries"], *DATA["super_industries"]]
HEXES = hexgrid.hex_names(DATA["board"]["radius"])
NEIGHBOURS = hexgrid.neighbours(DATA["board"]["radius"])
MOST_TRIED = 3_000
"""Choices of tiles to feed that brute force tries."""


def random_position(seed: int) -> wonai.Position:
    """Patches of tiles, some boards quite full, so that blocs of all sizes are there."""
    rng = random.Random(seed)
    start = wonai.Position.start(rng.randint(3, 6), "second", flags=40, stacks={"farm": 30, "other": 30})
    document = rich_start(rng, start)
    if seed % 2:
        document["rules"]["blocked"] = [
            name for name in rng.sample(HEXES, 25) if name != "e5" and name not in document["board"]
        ]
        crowd(rng, document)
    return wonai.Position.from_json(json.dumps(document))


def partial_dots(document: dict[str, Any], industry: str) -> dict[str, tuple[bool, set[int], set[int]]]:
    """For each tile with a section of an industry: whether it has a centre dot, its half edges, its third corners."""
    found = {}
    for name, cell in document["board"].items():
        tile, turn = cell.get("tile"), cell.get("rotation", 0)
        if tile == industry:
            face = DATA["industries"][tile]
            centre, half, third = face["centre"], face["half"], face["third"]
        elif tile in DATA["super_industries"] and industry in DATA["super_industries"][tile]["half"]:
            face = DATA["super_industries"][tile]
            centre, half, third = face["centre"] == industry, face["half"][industry], face["third"].get(industry, [])
        else:
            continue
        found[name] = (centre, {(e + turn) % 6 for e in half}, {(c + turn) % 6 for c in third})
    return found


def full_dots(dots: dict[str, tuple[bool, set[int], set[int]]], tiles: set[str]) -> int:
    """Full dots lying wholly on some tiles: every centre, edge and point looked at from each side, then shared out."""
    centres, edges, points = 0, 0, 0
    for name in tiles:
        centre, half, third = dots[name]
        around = [None if there is None else HEXES[there] for there in NEIGHBOURS[HEXES.index(name)]]
        centres += centre
        for k in range(6):
            one, two = around[k], around[(k + 1) % 6]
            edges += one in tiles and k in half and (k + 3) % 6 in dots[one][1]
            points += one in tiles and two in tiles and k in third and (
                (k + 2) % 6 in dots[one][2] and (k + 4) % 6 in dots[two][2]
            )  # fmt: skip
    return centres + edges // 2 + points // 3


@pytest.mark.parametrize("seed", range(40))
def test_blocs_and_best_dots(seed: int) -> None:
    """Dots counted by hand, the best k tiles by trying every choice (P2)."""
    position = random_position(seed)
    document = json.loads(position.to_json())
    blocs = position.blocs()
    game = reference.Game.from_json(position.to_json())
    assert [(b.owner, b.industry, b.hexes, b.tokens, b.dots) for b in blocs] == reference.blocs(game)
    for bloc in blocs:
        dots = partial_dots(document, bloc.industry)
        place, industry = HEXES.index(bloc.hexes[0]), TILES.index(bloc.industry)
        assert bloc.dots == full_dots(dots, set(bloc.hexes))
        assert position.bloc(place, industry) == [HEXES.index(name) for name in bloc.hexes]
        for fed in range(len(bloc.hexes) + 1):
            if math.comb(len(bloc.hexes), fed) > MOST_TRIED:
                continue
            best = max(full_dots(dots, set(choice)) for choice in itertools.combinations(bloc.hexes, fed))
            assert position.best_dots(place, industry, fed) == best, f"{bloc.hexes} *{fed}"


@pytest.mark.parametrize("industry", DATA["industries"])
def test_best_dots_of_one_bloc_over_the_whole_board(industry: str) -> None:
    """The widest a bloc can be: the sweep of the core against the reference's own."""
    document = json.loads(wonai.Position.start(3, stacks={industry: 60}, flags=60).to_json()) | {"phase": "produce"}
    del document["draft"]
    rng = random.Random(1)
    for name in HEXES:
        if name != DATA["board"]["centre"]:
            document["board"][name] = {"owner": "p1", "tile": industry, "rotation": rng.randrange(6)}
            document["players"][0]["flags"] -= 1
            document["stacks"][industry] -= 1
    position = wonai.Position.from_json(json.dumps(document))
    game = reference.Game.from_json(position.to_json())
    bloc = max(reference.blocs(game), key=lambda facts: len(facts[2]))
    place = HEXES.index(bloc[2][0])
    for fed in sorted({0, 1, 2, len(bloc[2]) // 2, len(bloc[2]) - 1, len(bloc[2])} & set(range(len(bloc[2]) + 1))):
        assert position.best_dots(place, TILES.index(industry), fed) == reference.best_dots(game, bloc, fed)


def test_bloc_functions_check_their_arguments() -> None:
    position = random_position(0)
    bloc = position.blocs()[0]
    place, industry = HEXES.index(bloc.hexes[0]), TILES.index(bloc.industry)
    for wrong in (-1, 61, 1_000):
        with pytest.raises(ValueError, match="no section"):
            position.bloc(wrong, industry)
    with pytest.raises(ValueError, match="no section"):
        position.bloc(HEXES.index("e5"), 0)
    for fed in (-1, len(bloc.hexes) + 1):
        with pytest.raises(ValueError, match="fed"):
            position.best_dots(place, industry, fed)


# ---------------------------------------------------------------------------------------------------------------------
# Markets


@pytest.mark.parametrize("good", DATA["goods"])
def test_prices_at_every_level(good: str) -> None:
    market = DATA["markets"][good]
    document = json.loads(wonai.Position.start(3).to_json()) | {"phase": "trade"}
    del document["draft"]
    for level in range(sum(market["row_lengths"]) + 1):
        document["markets"][good] = level
        document["players"][0] |= {"money": 100, "goods": {good: 1}}
        bought, sold = (after(document, f"{word}:{good}") for word in ("buy", "sell"))
        cost = market["buy"][level - 1] if level else market["empty_buy"]
        price = market["sell"][level] if level < len(market["sell"]) else market["full_sell"]
        assert (bought["players"][0]["money"], bought["markets"][good]) == (100 - cost, max(level - 1, 0))
        filled = min(level + 1, len(market["sell"]))
        assert (sold["players"][0]["money"], sold["markets"][good]) == (100 + price, filled)


def after(document: dict[str, Any], move: str) -> dict[str, Any]:
    position = wonai.Position.from_json(json.dumps(document))
    position.play(move)
    result: dict[str, Any] = json.loads(position.to_json())
    return result


def test_the_longest_list_of_all() -> None:
    """Nine cubes an action, the most there may be: every mix to buy and to sell, and the reference has the same."""
    document = json.loads(wonai.Position.start(3, cubes_per_action=9).to_json()) | {"phase": "trade"}
    del document["draft"]
    document["players"][0] |= {"money": 10_000, "notes": 2, "goods": dict.fromkeys(DATA["goods"], 9)}
    position = wonai.Position.from_json(json.dumps(document))
    mixes = sum(math.comb(cubes + 4, 4) for cubes in range(1, 10))
    moves = position.legal_moves()
    assert len(moves) == 2 * mixes + len(["note:repay", "note:take", "pass"])
    assert moves == reference.Game.from_json(position.to_json()).legal_moves()


# ---------------------------------------------------------------------------------------------------------------------
# Moves drawn without a list


def drawn_positions() -> dict[str, wonai.Position]:
    """One position with some choice of each phase and kind of game, from the conformance games."""
    found: dict[str, wonai.Position] = {}
    for name in conformance.names("games"):
        for entry in conformance.game(name):
            if "position" not in entry:
                continue
            position = wonai.Position.from_json(json.dumps(entry["position"]))
            n_moves = len(position.legal_moves())
            if 3 <= n_moves <= 150:
                width = "narrow" if n_moves < 24 else "wide"
                moment = "-move" if "lifted" in entry["position"] else ""
                found.setdefault(f"{position.phase}{moment}-{position.rules['edition']}-{width}", position)
    for name in ("D2-nowhere-to-go", "D2-judged-for-each-industry", "D2-forcing-counts-as-a-place"):
        case = conformance.case(name)
        found[f"develop-{name}"] = wonai.Position.from_json(json.dumps(case["position"]))
        for move in case["line"]:
            found[f"develop-{name}"].play(move)
    for cubes in (1, 2, 3, 4):
        found |= {f"trade-{cubes}-{name}": position for name, position in trades(cubes).items()}
    return found


def trades(cubes: int) -> dict[str, wonai.Position]:
    """The moments of a Trade phase of so many cubes an action: some mixes out of reach, all of them, an offer made."""
    document = json.loads(wonai.Position.start(3, cubes_per_action=cubes).to_json()) | {"phase": "trade"}
    del document["draft"]
    found = {}
    for name, money, goods in (("poor", 25, (0, 1, 2, 0, 1)), ("bare", 0, (0,) * 5), ("rich", 900, (9,) * 5)):
        document["players"][0] |= {"money": money, "notes": 1, "goods": dict(zip(DATA["goods"], goods, strict=True))}
        found[name] = wonai.Position.from_json(json.dumps(document))
    found["asked"] = found["poor"].copy()
    found["asked"].play("barter:p2:labor1>-")
    document["actions"] = 3 * DATA["engine_limits"]["trade_actions_per_seat"]
    found["spent"] = wonai.Position.from_json(json.dumps(document))
    return found


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_sampled_moves_are_drawn_evenly() -> None:
    """Chi-square over all listed moves, seed fixed; six standard deviations are out of reach of chance."""
    positions = drawn_positions()
    assert {name.split("-")[0] for name in positions} == {"draft", "trade", "develop", "produce", "final"}
    assert "develop-move-first-wide" in positions
    for name, position in positions.items():
        moves = position.legal_moves()
        each = 400
        counts = Counter(_py_sampled_moves(position, each * len(moves), seed=11))
        assert set(counts) <= set(moves), name
        freedom = len(moves) - 1
        found = chi_square([counts[move] for move in moves], each)
        assert found < freedom + 6 * math.sqrt(2 * freedom), f"{name}: {counts}"


def test_random_games_reach_their_end() -> None:
    position = wonai.Position.start(4, round_limit=3)
    before = position.to_json()
    assert _py_random_plies(position, games=20, seed=5) > 20 * 50
    assert _py_sampled_plies(position, games=20, seed=5) > 20 * 50
    assert _py_random_plies(position, games=20, seed=5) == _py_random_plies(position, games=20, seed=5)
    assert _py_list_moves(position, 3) == 3 * len(position.legal_moves())
    assert position.to_json() == before


def test_a_state_is_small() -> None:
    assert _py_state_size() <= 1024
