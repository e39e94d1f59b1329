"""Laws that hold in every position: round trips, conservation, keys, copies, legal moves.

Positions are drawn from the conformance games, the rare moments (offers, Moves under way, splits, runs) more often than
the common ones.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wonai
from tests import conformance
from wonai._core.won.notation import Offer
from wonai._core.won.position import _py_whole_key
from wonai.games.won.tables import rules_data

DATA = rules_data()
GOODS: list[str] = DATA["goods"]
RARE = ("draft", "offer", "lifted", "split", "ran")
EVERY_COMMON, EVERY_RARE = 17, 4

many = settings(max_examples=200, deadline=None, derandomize=True, database=None)
few = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def text_of(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def document_of(position: wonai.Position) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(position.to_json())
    return document


@cache
def pool() -> list[wonai.Position]:
    """Positions of the conformance games; nobody plays on them."""
    return [position for name in conformance.names("games") for position in moments(name)]


def moments(name: str) -> Iterator[wonai.Position]:
    """Every so many positions of a game, and its end."""
    head, *plies, _ = conformance.game(name)
    position = wonai.Position.from_json(text_of(head["start"]))
    for ply in plies:
        fields = position.fields()
        is_rare = position.phase == "draft" or any(fields[name] for name in RARE[1:])
        if ply["ply"] % (EVERY_RARE if is_rare else EVERY_COMMON) == 0:
            yield position.copy()
        position.play(ply["move"])
    yield position


positions = st.deferred(lambda: st.integers(0, len(pool()) - 1)).map(lambda number: pool()[number])
unfinished = positions.filter(lambda position: not position.is_over)


def after(position: wonai.Position, move: str) -> wonai.Position:
    twin = position.copy()
    twin.play(move)
    return twin


# ---------------------------------------------------------------------------------------------------------------------
# Round trips


@many
@given(positions)
def test_reading_what_was_written_gives_the_same_position(position: wonai.Position) -> None:
    again = wonai.Position.from_json(position.to_json())
    assert again == position
    assert (again.key, again.to_json()) == (position.key, position.to_json())
    assert again.legal_moves() == position.legal_moves()
    assert wonai.loads(position.to_json().encode()) == position


@many
@given(positions)
def test_reading_the_text_of_a_move_gives_the_same_move(position: wonai.Position) -> None:
    notation = position.tables.lexicon.notation
    for text in position.legal_moves():
        code = notation.parse(text)
        assert isinstance(code, int)
        assert notation.format(code) == text
        assert position.tables.lexicon.parse(text) == code


amounts = st.lists(st.just(0) | st.integers(1, 1_000), min_size=7, max_size=7).filter(any)


@many
@given(st.integers(2, 6), amounts, amounts)
def test_reading_the_text_of_an_offer_gives_the_same_offer(partner: int, give: list[int], get: list[int]) -> None:
    names = [*GOODS, "$", "note"]
    sides = [",".join(f"{name}{n}" for name, n in zip(names, side, strict=True) if n) for side in (give, get)]
    meant = pool()[0].tables.lexicon.parse(f"barter:p{partner}:{sides[0]}>{sides[1]}")
    assert meant == Offer(partner - 1, tuple(give), tuple(get))


@many
@given(positions)
def test_pickled_and_copied_positions_are_equal(position: wonai.Position) -> None:
    for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position), position.copy()):
        assert twin is not position
        assert twin == position
        assert (type(twin), twin.key) == (wonai.Position, position.key)


# ---------------------------------------------------------------------------------------------------------------------
# Conservation


def tiles_of(document: dict[str, Any]) -> Counter[str]:
    """Tiles by industry: stacks, board, still to be placed, in the air (C2)."""
    tiles = Counter(document["stacks"])
    tiles.update(cell["tile"] for cell in document["board"].values() if "tile" in cell)
    tiles.update(document.get("draft", {}).get("to_place", []))
    tiles.update(entry["tile"] for entry in tiles_in_the_air(document))
    return tiles


def tiles_in_the_air(document: dict[str, Any]) -> list[dict[str, str]]:
    return [entry for entry in document.get("lifted", {}).get("tiles", []) if "to" not in entry]


def flags_of(document: dict[str, Any]) -> Counter[str]:
    """Flags by seat: in hand, on the board, with tiles in the air (C21)."""
    flags = Counter({player["seat"]: player["flags"] for player in document["players"]})
    flags.update(cell["owner"] for cell in document["board"].values())
    flags[document.get("to_move", "p1")] += len(tiles_in_the_air(document))
    return flags


@many
@given(unfinished, st.data())
def test_tiles_and_flags_are_conserved(position: wonai.Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(position.legal_moves()))
    before, now = document_of(position), document_of(after(position, move))
    assert tiles_of(now) == tiles_of(before)
    assert flags_of(now) == flags_of(before)


def holdings(document: dict[str, Any]) -> dict[str, Counter[str]]:
    """What each seat has."""
    return {
        player["seat"]: Counter(player["goods"], money=player["money"], notes=player["notes"])
        for player in document["players"]
    }


def flow(position: wonai.Position, move: str) -> dict[str, dict[str, int]]:
    """What each seat gains and pays by a move."""
    before, now = holdings(document_of(position)), holdings(document_of(after(position, move)))
    changes = {seat: {asset: now[seat][asset] - had[asset] for asset in had} for seat, had in before.items()}
    return {
        seat: {asset: change for asset, change in assets.items() if change}
        for seat, assets in changes.items()
        if any(assets.values())
    }


def price_of(position: wonai.Position, goods: list[str], word: str) -> int:
    """What a mix costs or brings, cube after cube (C19)."""
    levels = document_of(position)["markets"]
    total = 0
    for good in goods:
        market, level = DATA["markets"][good], levels[good]
        prices = [market["empty_buy"], *market["buy"]] if word == "buy" else [*market["sell"], market["full_sell"]]
        total += prices[level]
        levels[good] = max(level - 1, 0) if word == "buy" else min(level + 1, len(market["sell"]))
    return total


def expected_flow(position: wonai.Position, move: str) -> dict[str, int] | None:
    """What the seat to move gains and pays, from the rules data; None where a phase may end or others are concerned."""
    word, _, rest = move.partition(":")
    document = document_of(position)
    me = next(player for player in document["players"] if player["seat"] == position.to_move)
    notes, actions = DATA["notes"], DATA["actions"]
    match word:
        case "draft":
            kinds = DATA["packages"][position.tables.options.packages]
            return {k: v for kind in kinds.values() for k, v in kind.get(rest, {}).items() if k != "tiles"}
        case "place" | "token" | "reject":
            return {}
        case "buy" | "sell":
            goods, sign = rest.split(","), 1 if word == "buy" else -1
            return {"money": -sign * price_of(position, goods, word)} | {g: sign * goods.count(g) for g in goods}
        case "note" if rest == "take":
            return {"money": notes["first_value"] - notes["step"] * me["notes"], "notes": 1}
        case "note":
            return {"money": -notes["repay"], "notes": -1}
        case "flag" | "automate":
            return negative(actions[word])
        case "lift":
            return {} if "lifted" in document else negative(actions["move"])
        case "build" | "drop":
            tile = rest.split("@")[0]
            cost = Counter((DATA["industries"] | DATA["super_industries"])[tile]["cost"] if word == "build" else {})
            return negative(cost + Counter(actions["force"] if move.endswith("!") else {}))
        case _:
            return None


def negative(cost: dict[str, int]) -> dict[str, int]:
    """The goods of a cost, as paid."""
    return {good: -n for good, n in cost.items() if good in GOODS}


@many
@given(unfinished, st.data())
def test_every_move_costs_and_brings_what_the_rules_say(position: wonai.Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(position.legal_moves()))
    expected = expected_flow(position, move)
    if expected is None:
        return
    assert position.to_move is not None
    assert flow(position, move) == ({position.to_move: expected} if expected else {}), move


@many
@given(unfinished.filter(lambda position: position.is_legal("accept")))
def test_a_deal_moves_goods_and_creates_no_money_but_by_notes(position: wonai.Position) -> None:
    changes = Counter[str]()
    for assets in flow(position, "accept").values():
        changes.update(assets)
    assert not any(changes[good] for good in GOODS)
    assert 0 <= changes["money"] <= changes["notes"] * DATA["notes"]["first_value"]


def test_runs_pay_at_once_and_are_made_at_done() -> None:
    """P1: what a seat's runs make comes in at `done`; the marker may then cost interest, so a middle seat is asked."""
    asked = 0
    for position in pool():
        document = document_of(position)
        if not document.get("ran") or len(document["players"]) < 3 or follows(document) == document["first"]:
            continue
        made = Counter[str]()
        for run in document["ran"]:
            made.update(run["makes"])
        assert flow(position, "done") == ({position.to_move: dict(+made)} if +made else {})
        asked += 1
    assert asked > 10


def follows(document: dict[str, Any]) -> str:
    """The seat to the left of the one to move."""
    seats = [player["seat"] for player in document["players"]]
    return str(seats[(seats.index(document["to_move"]) + 1) % len(seats)])


# ---------------------------------------------------------------------------------------------------------------------
# Keys


@many
@given(unfinished, st.data())
def test_the_key_is_kept_by_every_move(position: wonai.Position, data: st.DataObject) -> None:
    now = after(position, data.draw(st.sampled_from(position.legal_moves())))
    assert now.key == _py_whole_key(now) == wonai.Position.from_json(now.to_json()).key


def without_names(position: wonai.Position) -> str:
    document = document_of(position)
    for player in document["players"]:
        del player["name"]
    return text_of(document)


def test_equal_positions_and_equal_keys_are_the_same() -> None:
    """Over all positions of the pool and all that can follow from every fifth."""
    found: dict[int, str] = {}
    for number, position in enumerate(pool()):
        following = [after(position, move) for move in position.legal_moves()] if number % 5 == 0 else []
        for moment in (position, *following):
            assert found.setdefault(moment.key, without_names(moment)) == without_names(moment)
    assert len(set(found.values())) == len(found) > 10_000


def leaves(document: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every single field, with its value."""
    entries = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in entries:
        if isinstance(value, dict | list):
            yield from leaves(value, (*place, key))
        else:
            yield (*place, key), value


def others(place: tuple[str | int, ...], value: Any) -> list[Any]:
    """Other values of a field, of its own kind."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    kinds: list[list[str]] = [
        ["p1", "p2", "p3", "p4", "p5", "p6"],
        [*DATA["industries"], *DATA["super_industries"]],
        ["trade", "develop", "produce", "final-trade", "settle"],
        ["first", "second"],
        ["open", "uniform"],
        ["any", "all"],
    ]
    return [other for kind in kinds if value in kind for other in kind if other != value]


def changed(document: dict[str, Any], place: tuple[str | int, ...], value: Any) -> wonai.Position | None:
    """The position with one field changed; None if there is no such position."""
    twin = copy.deepcopy(document)
    inner: Any = twin
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    try:
        return wonai.Position.from_json(text_of(twin))
    except wonai.PositionError:
        return None


@few
@given(positions)
def test_a_change_of_any_single_field_changes_the_key(position: wonai.Position) -> None:
    document = document_of(position)
    n_changed = 0
    for place, value in leaves(document):
        for other in others(place, value):
            twin = changed(document, place, other)
            if twin is not None:
                is_same = without_names(twin) == without_names(position)
                assert (twin.key == position.key) is is_same, f"{place}: {value} -> {other}"
                n_changed += not is_same
    assert n_changed > 10


def test_names_play_no_part_in_the_key() -> None:
    document = document_of(pool()[0])
    document["players"][1]["name"] = "Showa"
    named = wonai.Position.from_json(text_of(document))
    assert named.key == pool()[0].key
    assert named != pool()[0]


# ---------------------------------------------------------------------------------------------------------------------
# Moves and copies


@many
@given(positions)
def test_legal_moves_are_sorted_different_and_legal(position: wonai.Position) -> None:
    moves = position.legal_moves()
    assert moves == sorted(set(moves))
    assert all(map(position.is_legal, moves))
    assert (moves == []) is position.is_over
    assert position.perft(1) == len(moves)


@many
@given(unfinished, st.data())
def test_a_copy_leaves_the_original_alone(position: wonai.Position, data: st.DataObject) -> None:
    before, key = position.to_json(), position.key
    twin = position.copy()
    for _ in range(5):
        if moves := twin.legal_moves():
            twin.play(data.draw(st.sampled_from(moves)))
    assert (position.to_json(), position.key) == (before, key)


@many
@given(positions, positions, st.data())
def test_an_illegal_move_changes_nothing(one: wonai.Position, other: wonai.Position, data: st.DataObject) -> None:
    strange = st.text(max_size=30) | st.sampled_from(other.legal_moves() or ["pass"])
    move = data.draw(strange.filter(lambda text: not one.is_legal(text)))
    twin = one.copy()
    with pytest.raises(wonai.IllegalMove):
        twin.play(move)
    assert (twin, twin.key) == (one, one.key)


@pytest.mark.parametrize("nonsense", [None, 7, b"pass", ["pass"], object()])
def test_a_move_is_a_text(nonsense: Any) -> None:
    position = pool()[0]
    assert not position.is_legal(nonsense)
    with pytest.raises(wonai.NotationError):
        position.play(nonsense)


def test_a_position_is_made_by_its_own_methods_and_cannot_be_hashed() -> None:
    with pytest.raises(TypeError, match="start"):
        wonai.Position()
    with pytest.raises(TypeError):
        hash(pool()[0])


def test_separate_positions_may_be_used_by_several_threads() -> None:
    def counts(number: int) -> list[tuple[int, int, str]]:
        found = []
        for position in pool()[number::97]:
            twin = position.copy()
            for move in position.legal_moves()[:1]:
                twin.play(move)
            found.append((twin.perft(2), twin.key, twin.to_json()))
        return found

    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(counts, range(16)))
    assert together == [counts(number) for number in range(16)]
