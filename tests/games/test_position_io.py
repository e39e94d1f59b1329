"""The position file: a fault is refused at its place, all else is read and written canonically, the schema agrees.

The conformance set has more of both kinds.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import conformance
from tests.fuzz import position_reader
from wonai import Position, registry
from wonai._core.hexgrid import hex_names
from wonai.errors import PositionError
from wonai.games.won.options import OVERRIDES
from wonai.games.won.position_fields import KEYS, MAX_TOKENS, PHASES
from wonai.games.won.position_reader import MAX_NAME
from wonai.games.won.tables import rules_data

MISSING = object()
Document = dict[str, Any]


def refusal(document: Document) -> str:
    with pytest.raises(PositionError) as caught:
        Position.from_json(json.dumps(document))
    sentence = str(caught.value)
    assert sentence.isprintable()
    return sentence


# ---------------------------------------------------------------------------------------------------------------------
# Positions to damage


def _position(phase: str, to_move: str = "p1", edition: str = "first", **entries: Any) -> Document:
    """A small table of three: p1 owns mines and an Integrated Economy next to a farm, p2 a bank, p3 a bare flag."""
    return {
        "format": "wonai-position/1",
        "game": "wealth-of-nations",
        "rules": {"edition": edition, "integrated_economy_stack": 2},
        "players": [
            {"seat": "p1", "money": 12, "notes": 1, "goods": {"food": 5, "energy": 5}, "flags": 5},
            {"seat": "p2", "money": 30, "goods": {"ore": 1}, "flags": 5},
            {"seat": "p3", "name": "Zoë", "flags": 5},
        ],
        "board": {
            "b1": {"owner": "p1", "tile": "mine", "rotation": 0},
            "d2": {"owner": "p1", "tile": "integrated-economy", "rotation": 0},
            "d3": {"owner": "p1", "tile": "farm"},
            "g4": {"owner": "p2", "tile": "bank", "rotation": 1},
            "g6": {"owner": "p3"},
            "h1": {"owner": "p1", "tile": "mine", "rotation": 0},
        },
        "tokens": [{"hex": "d2", "section": "generator"}, {"hex": "d3"}, {"hex": "g4"}],
        "markets": {"food": 20, "ore": 15},
        "stacks": {"farm": 5, "mine": 5, "integrated-economy": 1},
        "round": 2,
        "phase": phase,
        "first": "p1",
        "to_move": to_move,
        **entries,
    }


def draft() -> Document:
    document = _position("draft", "p2", draft={"round": 1, "taken": ["i5", "i4"], "to_place": ["academy"]})
    return document | {
        "round": 1,
        "tokens": [],
        "rules": {"edition": "first", "integrated_economy_stack": 2, "flags": 18},
    }


def trade() -> Document:
    offer = {"from": "p1", "to": "p2", "give": {"food": 1, "money": 20}, "get": {"ore": 1, "notes": 3}}
    return _position("trade", "p2", passes=1, offers=1, actions=7, offer=offer)


def move() -> Document:
    document = _position("develop", passes=0)
    document["board"] |= {"c4": {"owner": "p1", "tile": "mine", "rotation": 2}}
    tiles = [{"tile": "farm", "from": "e3"}, {"tile": "mine", "from": "a1", "to": "c4"}, {"tile": "mine", "from": "c4"}]
    blocs = [
        {"industry": "farm", "hexes": ["e3", "d3"], "tokens": 2},
        {"industry": "mine", "hexes": ["a1", "b1"], "tokens": 1},
    ]
    return document | {"lifted": {"tiles": tiles, "dropped": True, "blocs": blocs}}


def split() -> Document:
    return _position("develop", split=[{"industry": "mine", "among": ["h1", "b1"], "tokens": 2}])


def produce() -> Document:
    ran = [{"hex": "h1", "makes": {"ore": 1}}, {"hex": "d2", "section": "generator", "makes": {"energy": 0}}]
    return _position("produce", ending=True, ran=ran)


def settle() -> Document:
    return _position("settle", "p2", "second", passes=1, ending=True)


def over() -> Document:
    document = _position("over", ending=True)
    del document["to_move"]
    return document


BASES = {base.__name__: base for base in (draft, trade, move, split, produce, settle, over)}


def _parts(place: str) -> list[str | int]:
    """`players[1].goods.ore` as keys and indices."""
    return [int(index) if index else key for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", place)]


def changed(document: Document, **changes: Any) -> Document:
    """A copy with other values at some places; `MISSING` takes a key away."""
    document = deepcopy(document)
    for place, value in changes.items():
        *parents, last = _parts(place)
        container: Any = document
        for part in parents:
            container = container[part]
        if value is MISSING:
            del container[last]
        elif isinstance(container, list) and last == len(container):
            container.append(value)
        else:
            container[last] = value
    return document


def places(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a document with its place."""
    if place:
        yield place, value
    if isinstance(value, dict):
        for key, entry in value.items():
            yield from places(entry, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for index, entry in enumerate(value):
            yield from places(entry, f"{place}[{index}]")


@pytest.mark.parametrize("base", BASES)
def test_the_undamaged_positions_are_read(base: str) -> None:
    written = Position.from_json(json.dumps(BASES[base]())).to_json()
    assert Position.from_json(written).to_json() == written


# ---------------------------------------------------------------------------------------------------------------------
# Faults


OF_EVERY_TYPE: list[Any] = [None, True, 1.5, 10**30, 7, "x", [], {}]


@pytest.mark.parametrize("base", BASES)
def test_another_type_is_refused_at_its_place(base: str) -> None:
    document = BASES[base]()
    for place, value in places(document):
        for other in OF_EVERY_TYPE:
            same_type = type(other) is type(value) or (place == "rules.flags" and other == {})
            if not same_type:
                assert place in refusal(changed(document, **{place: other}))


@pytest.mark.parametrize("base", BASES)
def test_an_unknown_key_is_refused_at_its_place(base: str) -> None:
    document = BASES[base]()
    assert refusal(document | {"colour": 1}).startswith("colour: unknown key")
    for place, value in places(document):
        if isinstance(value, dict):
            assert f"{place}.colour: " in refusal(changed(document, **{f"{place}.colour": 1}))


@pytest.mark.parametrize("base", BASES)
def test_numbers_have_limits(base: str) -> None:
    document = BASES[base]()
    for place, value in places(document):
        if type(value) is int:
            for other in (-1, 1_000_001):
                assert place in refusal(changed(document, **{place: other}))


@pytest.mark.parametrize("base", BASES)
def test_unknown_words_are_refused_at_their_place(base: str) -> None:
    document = BASES[base]()
    for place, value in places(document):
        if isinstance(value, str) and not place.endswith(".name"):
            assert place in refusal(changed(document, **{place: f"{value}x"}))


REQUIRED = """
    format game rules rules.edition players players[0].seat board board.b1.owner tokens[0].hex tokens[0].section markets
    stacks phase first to_move draft offer.from offer.to lifted.tiles lifted.tiles[0].tile lifted.tiles[0].from
    lifted.dropped lifted.blocs[0].industry lifted.blocs[0].hexes lifted.blocs[0].tokens split[0].industry
    split[0].among split[0].tokens ran[0].hex ran[0].makes ran[0].makes.ore ran[1].section ending
"""


@pytest.mark.parametrize("place", REQUIRED.split())
def test_a_missing_key_is_refused_at_its_place(place: str) -> None:
    n_refused = 0
    for base in (draft, trade, move, split, produce, settle, over):
        document = base()
        if place in dict(places(document)) and not (place == "ending" and base is produce):
            assert place in refusal(changed(document, **{place: MISSING}))
            n_refused += 1
    assert n_refused


OPTIONAL = """
    players[0].money players[0].notes players[0].goods players[0].goods.food players[2].name players[0].flags
    board.b1.rotation tokens markets.food stacks.farm passes ending actions
"""


@pytest.mark.parametrize("place", OPTIONAL.split())
def test_what_may_be_left_out(place: str) -> None:
    document = _position("trade", passes=1, actions=2, ending=False)
    Position.from_json(json.dumps(changed(document, **{place: MISSING})))


EMPTY = {"tokens": [], "round": 1, "passes": 0, "ending": False, "offers": 0, "actions": 0, "split": [], "ran": []}


@pytest.mark.parametrize("base", [trade, split, produce, draft])
def test_the_empty_value_is_as_good_as_none(base: Any) -> None:
    document = {key: value for key, value in base().items() if key not in {*EMPTY, "offer"}}
    spelled_out = Position.from_json(json.dumps(document | EMPTY))
    assert spelled_out.to_json() == Position.from_json(json.dumps(document)).to_json()


MINE, FARM = {"tile": "mine", "from": "a1"}, {"tile": "farm", "from": "e3"}
FAULTS: list[tuple[Any, str, dict[str, Any]]] = [
    # the phase and its counters
    (trade, "round", {"round": 0}),
    (trade, "phase", {"phase": "Trade"}),
    (trade, "first", {"first": "p4"}),
    (trade, "passes", {"passes": 3}),
    (trade, "ending", {"ending": True}),
    (trade, "offers", {"offers": 7, "offer": MISSING}),
    (trade, "actions", {"actions": 301, "offer": MISSING, "offers": 0}),
    (trade, "offers", {"actions": 300, "offer": MISSING}),
    (draft, "round", {"round": 2}),
    (draft, "passes", {"passes": 1}),
    (draft, "ending", {"ending": True}),
    (draft, "offers", {"offers": 1}),
    (split, "ending", {"ending": True}),
    (split, "actions", {"actions": 1}),
    (split, "offers", {"offers": 1}),
    (split, "passes", {"passes": 1}),
    (move, "passes", {"passes": 1}),
    (produce, "passes", {"passes": 1}),
    (produce, "actions", {"actions": 1}),
    (settle, "ending", {"ending": False}),
    (settle, "phase", {"phase": "final-trade"}),
    (settle, "phase", {"rules.final_trade": "open"}),
    (settle, "passes", {"passes": 0}),
    (settle, "to_move", {"to_move": "p1"}),
    (settle, "offers", {"offers": 1}),
    (settle, "actions", {"actions": 1}),
    (over, "to_move", {"to_move": "p1"}),
    (over, "to_move", {"to_move": None}),
    (over, "passes", {"passes": 1}),
    (over, "ending", {"ending": False}),
    (over, "actions", {"actions": 1}),
    # keys of other phases
    *((base, "draft", {"draft": draft()["draft"]}) for base in (trade, move, split, produce, settle, over)),
    *((base, "offer", {"offer": trade()["offer"]}) for base in (draft, move, split, produce, settle, over)),
    *((base, "lifted", {"lifted": move()["lifted"]}) for base in (draft, trade, produce, settle, over)),
    *((base, "split", {"split": split()["split"]}) for base in (draft, trade, produce, settle, over)),
    *((base, "ran", {"ran": produce()["ran"]}) for base in (draft, trade, move, split, settle, over)),
    (trade, "draft", {"draft": {}}),
    (trade, "lifted", {"lifted": {}}),
    (move, "offer", {"offer": {}}),
    # players, board and pieces
    (trade, "players[1].seat", {"players[1].seat": "p3"}),
    (trade, "players[2].name", {"players[2].name": "x" * (MAX_NAME + 1)}),
    (trade, "players", {"players": []}),
    (trade, "board.e5", {"board.e5": {"owner": "p1"}}),
    (trade, "board.g6", {"rules.blocked": ["g6"]}),
    (trade, "board.g6.rotation", {"board.g6.rotation": 0}),
    (trade, "stacks.mine", {"stacks.mine": 8}),
    (trade, "stacks.integrated-economy", {"stacks.integrated-economy": 2}),
    (trade, "stacks.integrated-economy", {"rules.integrated_economy_stack": 0, "stacks": {}}),
    (trade, "stacks.factory", {"rules.stacks": {"factory": 3}, "stacks.factory": 4}),
    (draft, "stacks.academy", {"stacks.academy": 9}),
    (move, "stacks.mine", {"stacks.mine": 6}),
    (trade, "players[0].flags", {"players[0].flags": 15}),
    (move, "players[0].flags", {"players[0].flags": 12}),
    (trade, "players[2].flags", {"players[2].flags": 18}),
    (trade, "markets.ore", {"markets.ore": 31}),
    (trade, "tokens[1].hex", {"tokens[1].hex": "e5"}),
    (trade, "tokens[1].hex", {"tokens[1].hex": "g6"}),
    (trade, "tokens[1].section", {"tokens[1].section": "farm"}),
    (trade, "tokens[0].section", {"tokens[0].section": "mine"}),
    (trade, "tokens", {"tokens": [{"hex": "d3"}] * (MAX_TOKENS + 1)}),
    # the draft
    (draft, "draft.round", {"draft.round": 0}),
    (draft, "draft.round", {"draft.round": 5}),
    (draft, "draft.taken", {"draft.round": 2}),
    (draft, "draft.taken", {"draft.taken": ["i4"]}),
    (draft, "draft.taken", {"draft.taken": ["i4", "i4"]}),
    (draft, "draft.taken", {"draft.taken": ["i4", "c1"]}),
    (draft, "draft.taken", {"draft.taken": ["i4", "i7"]}),
    (draft, "draft.taken", {"draft.to_place": []}),
    (draft, "to_move", {"to_move": "p3"}),
    (draft, "draft.to_place", {"draft.to_place": ["bank"]}),
    (draft, "draft.to_place", {"draft.to_place": ["academy"] * 3}),
    (draft, "draft.to_place", {"draft.to_place": ["academy", "mine"]}),
    (draft, "draft.to_place", {"players[1].flags": 0}),
    (draft, "to_move", {"players[1].flags": 0}),
    # an offer
    (trade, "offer.to", {"offer.to": "p3"}),
    (trade, "offer.from", {"offer.from": "p4"}),
    (trade, "offer", {"offer.from": "p2"}),
    (trade, "offer", {"offer.give": {}, "offer.get": {}}),
    (trade, "offer", {"offer.give": {"food": 0}, "offer.get": {"ore": 0}}),
    (trade, "offer.give.food", {"offer.give.food": 6}),
    (trade, "offer.give.notes", {"offer.give.notes": 2}),
    (trade, "offer.give.money", {"offer.give.money": 203}),
    (trade, "offer.get.ore", {"offer.get.ore": 2}),
    (trade, "offer.get.gold", {"offer.get.gold": 1}),
    (trade, "offer", {"offers": 6}),
    (trade, "offer", {"offers": 0, "rules.offers_per_action": 0}),
    (trade, "offer", {"offers": 0, "actions": 300}),
    # a Move
    (move, "lifted.tiles", {"lifted.tiles": [], "lifted.blocs": []}),
    (
        move,
        "lifted.tiles",
        {"lifted.tiles": [FARM, MINE, {"tile": "mine", "from": "a2"}, {"tile": "mine", "from": "a3"}]},
    ),
    (move, "lifted.tiles", {"lifted.tiles": [MINE | {"to": "c4"}], "lifted.blocs": []}),
    (move, "lifted.tiles[2].from", {"lifted.tiles[2].from": "a1"}),
    (move, "lifted.tiles[2].from", {"lifted.tiles[2].from": "g6"}),
    (move, "lifted.tiles[2].from", {"lifted.tiles[2].from": "e5"}),
    (move, "lifted.tiles[1].to", {"lifted.tiles[1].to": "c5"}),
    (move, "lifted.tiles[1].to", {"lifted.tiles[1].to": "g4"}),
    (move, "lifted.tiles[1].to", {"board.c4.owner": "p2"}),
    (move, "lifted.tiles[1].to", {"lifted.tiles[1]": {"tile": "bank", "from": "a1", "to": "c4"}}),
    (move, "lifted.tiles[2].to", {"lifted.tiles[2].to": "c4"}),
    (move, "lifted.tiles[2].to", {"lifted.tiles[1]": MINE, "lifted.tiles[2].to": "c4"}),
    (move, "lifted.dropped", {"lifted.dropped": False}),
    (move, "lifted.dropped", {"lifted.tiles": [FARM, MINE], "lifted.blocs": []}),
    (move, "lifted.blocs[0].industry", {"lifted.blocs[0].industry": "integrated-economy"}),
    (move, "lifted.blocs[0].hexes", {"lifted.blocs[0].hexes": []}),
    (move, "lifted.blocs[0].hexes", {"lifted.blocs[0].hexes": ["d3"]}),
    (move, "lifted.blocs[0].hexes", {"lifted.blocs[0].hexes": ["e3", "e3"]}),
    (move, "lifted.blocs[0].hexes", {"lifted.blocs[0].hexes": ["e3", "b1"]}),
    (move, "lifted.blocs[0].hexes", {"lifted.blocs[0].hexes": ["e3", "c4"]}),
    (move, "lifted.blocs[0].tokens", {"lifted.blocs[0].tokens": 0}),
    (move, "lifted.blocs[2].hexes", {"lifted.blocs[2]": {"industry": "mine", "hexes": ["a1"], "tokens": 1}}),
    (move, "tokens", {"lifted.blocs[0].tokens": MAX_TOKENS}),
    (move, "split", {"split": split()["split"]}),
    # token choices
    (split, "split[0].tokens", {"split[0].tokens": 0}),
    (split, "split[0].tokens", {"split[0].tokens": MAX_TOKENS + 1}),
    (split, "split[0].industry", {"split[0].industry": "integrated-economy"}),
    (split, "split[0].among", {"split[0].among": []}),
    (split, "split[0].among", {"split[0].among": ["b1"]}),
    (split, "split[0].among", {"split[0].among": ["b1", "b1"]}),
    (split, "split[0].among", {"split[0].among": ["b1", "d3"]}),
    (split, "split[0].among", {"split[0].among": ["b1", "g6"]}),
    (split, "split[0].among", {"split[0]": {"industry": "farm", "among": ["d2", "d3"], "tokens": 1}}),
    (split, "split", {"split": split()["split"] * 7}),
    # blocs that ran
    (produce, "ran[0].hex", {"ran[0].hex": "g6"}),
    (produce, "ran[0].hex", {"ran[0]": {"hex": "g4", "makes": {"money": 0}}}),
    (produce, "ran[0].makes", {"ran[0].makes": {}}),
    (produce, "ran[0].makes", {"ran[0].makes": {"food": 1}}),
    (produce, "ran[0].makes", {"ran[0].makes": {"ore": 1, "food": 0}}),
    (produce, "ran[0].makes.ore", {"ran[0].makes.ore": 2}),
    (produce, "ran[0].makes.ore", {"ran[0].makes.ore": 255}),
    (produce, "ran[0].section", {"ran[0].section": "mine"}),
    (produce, "ran[2]", {"ran[2]": {"hex": "h1", "makes": {"ore": 1}}}),
    (produce, "ran[0].makes.money", {"to_move": "p2", "ran": [{"hex": "g4", "makes": {"money": 45}}]}),
]


@pytest.mark.parametrize(
    ("base", "place", "changes"), FAULTS, ids=[f"{base.__name__}-{place}" for base, place, _ in FAULTS]
)
def test_a_fault_is_refused_at_its_place(base: Any, place: str, changes: dict[str, Any]) -> None:
    assert place in refusal(changed(base(), **changes))


def test_a_near_miss_is_told() -> None:
    sentence = refusal(changed(trade(), **{"board.b1.tile": "mien"}))
    assert sentence == 'board.b1.tile: unknown industry "mien"; did you mean "mine"?'


def test_a_document_from_python_is_read_as_strictly() -> None:
    with pytest.raises(PositionError, match=r"^players\[0\]\.money: "):
        Position.from_document(changed(trade(), **{"players[0].money": 1.0}))
    with pytest.raises(PositionError, match=r"^players\[0\]\.name: "):
        Position.from_document(changed(trade(), **{"players[0].name": "\ud800"}))
    with pytest.raises(PositionError, match=r"^7: unknown key"):
        Position.from_document({**trade(), 7: 1})  # type: ignore[dict-item]


# ---------------------------------------------------------------------------------------------------------------------
# What must be read


def test_a_partner_may_have_repaid_the_notes_that_were_asked_for() -> None:
    document = changed(trade(), **{"offer.get": {"notes": 9, "money": 500}})
    assert json.loads(Position.from_json(json.dumps(document)).to_json())["offer"]["get"] == {"money": 500, "notes": 9}


def test_blocs_may_be_named_by_any_hex_and_in_any_order() -> None:
    written = json.loads(Position.from_json(json.dumps(produce())).to_json())
    assert [token["hex"] for token in written["tokens"]] == ["d2", "d2", "g4"]
    assert [bloc["hex"] for bloc in written["ran"]] == ["d2", "h1"]
    written = json.loads(Position.from_json(json.dumps(move())).to_json())
    assert [bloc["hexes"] for bloc in written["lifted"]["blocs"]] == [["a1", "b1"], ["d3", "e3"]]


@pytest.mark.parametrize("name", ["", " ", 'Zoë "Z"', "\\", "\0\n\u2028\x7f", "\U0001d7d9", "x" * MAX_NAME])
def test_any_name_is_kept(name: str) -> None:
    document = changed(trade(), **{"players[0].name": name})
    for ensure_ascii in (True, False):
        position = Position.from_json(json.dumps(document, ensure_ascii=ensure_ascii))
        assert json.loads(position.to_json())["players"][0]["name"] == name


@cache
def samples() -> list[str]:
    return position_reader.sample_positions(random.Random(5), games=8)


def test_the_samples_have_every_key_and_phase() -> None:
    documents = [json.loads(text) for text in samples()]
    assert {document["phase"] for document in documents} == set(PHASES)
    assert set().union(*documents) == set(KEYS)


def test_a_bloc_may_gain_tokens_beyond_those_of_any_file() -> None:
    """Blocs that join keep the tokens of both (A1), also when a file has as many as may be."""
    tiles = {name: {"owner": "p1", "tile": "farm"} for name in ("d3", "d5")}
    document = _position("develop", tokens=[{"hex": "d3"}] * MAX_TOKENS, board=tiles | {"d4": {"owner": "p1"}})
    document["players"][0]["goods"] = {"energy": 1, "ore": 1, "capital": 3}
    position = Position.from_json(json.dumps(document))
    for move in ("automate:d5", "pass", "pass", "build:farm@d4/0"):
        position.play(move)
    assert [bloc.tokens for bloc in position.blocs()] == [MAX_TOKENS + 1]


@settings(deadline=None)
@given(st.data())
def test_key_order_and_white_space_do_not_matter(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(samples()))
    document = json.loads(text)
    shuffled = {key: document[key] for key in data.draw(st.permutations(list(document)))}
    shuffled["board"] = dict(reversed(document["board"].items()))
    assert Position.from_json(json.dumps(shuffled, indent=1).encode()).to_json() == text


def test_damaged_positions_keep_the_promises() -> None:
    assert position_reader.run(300, seed=1) > 0


# ---------------------------------------------------------------------------------------------------------------------
# The schema


@cache
def validator() -> jsonschema.Draft202012Validator:
    schema = registry.get("wealth-of-nations").schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_schema_speaks_the_words_of_the_rules() -> None:
    schema, data = validator().schema, rules_data()
    (pattern,) = schema["properties"]["board"]["patternProperties"]
    names = [f"{row}{place}" for row in "abcdefghij" for place in range(11)]
    playable = [name for name in hex_names(data["board"]["radius"]) if name != data["board"]["centre"]]
    assert [name for name in names if re.fullmatch(pattern, name)] == playable
    definitions = schema["$defs"]
    assert list(schema["properties"]) == list(KEYS)
    assert schema["properties"]["phase"]["enum"] == list(PHASES)
    assert list(definitions["rules"]["properties"]) == ["edition", *OVERRIDES]
    assert definitions["tile"]["enum"] == [*data["industries"], *data["super_industries"]]
    assert list(definitions["goods"]["properties"]) == data["goods"]
    for good, market in data["markets"].items():
        assert schema["properties"]["markets"]["properties"][good]["maximum"] == sum(market["row_lengths"])


def test_valid_positions_are_valid_by_the_schema() -> None:
    documents = [*conformance.positions(), *map(json.loads, samples()), *(base() for base in BASES.values())]
    for document in documents:
        validator().validate(document)


def test_what_the_reader_accepts_is_valid_by_the_schema() -> None:
    rng = random.Random(3)
    n_accepted = 0
    for _ in range(600):
        source = position_reader.damaged(rng, samples())
        with contextlib.suppress(PositionError):
            Position.from_json(source)
            validator().validate(json.loads(source))
            n_accepted += 1
    assert n_accepted


def test_the_schema_sees_what_a_schema_can_see() -> None:
    """Of the faults above, all but those that need counting or a look at another place."""
    seen = [not validator().is_valid(changed(base(), **changes)) for base, _, changes in FAULTS]
    assert sum(seen) > 0.6 * len(FAULTS)
