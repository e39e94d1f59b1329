"""The resolved rules: editions, overrides, their canonical form, and each refusal with its place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wonai import Position
from wonai.errors import PositionError
from wonai.games.won.options import OVERRIDES, Options
from wonai.games.won.tables import rules_data

COUNT = st.integers(0, 1_000_000)
HEXES = [f"{row}{place}" for row in "abcd" for place in range(1, 6)]
OVERRIDE_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "packages": st.sampled_from(["first", "second"]),
    "draft_without": st.just([]),
    "flags": COUNT | st.dictionaries(st.sampled_from("3456"), COUNT),
    "stacks": st.dictionaries(st.sampled_from([*rules_data()["industries"], "other"]), COUNT),
    "integrated_economy_stack": COUNT,
    "cubes_per_action": st.integers(1, 9),
    "note_interest": COUNT,
    "final_trade": st.sampled_from(["open", "uniform"]),
    "end_flags": st.sampled_from(["any", "all"]),
    "blocked": st.lists(st.sampled_from(HEXES), unique=True, max_size=8),
    "round_limit": st.integers(1, 1_000_000),
    "trade_actions_per_seat": COUNT,
    "offers_per_action": COUNT,
}
EDITION = st.sampled_from(["first", "second"])
PLAYERS = st.integers(3, 6)


def resolve(edition: Any = "first", players: Any = 4, **overrides: Any) -> Options:
    return Options.resolve(edition, players, overrides, rules_data())


def test_every_override_has_a_strategy() -> None:
    assert list(OVERRIDE_VALUES) == list(OVERRIDES)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("edition", ["first", "second"])
def test_an_edition_is_what_the_data_says(edition: str, players: int) -> None:
    rules = rules_data()["editions"][edition]
    options = resolve(edition, players)
    assert options.canonical() == {"edition": edition}
    assert options.flags == rules["flags"][str(players)]
    assert options.draft_without == (("i2",) if players == 5 else ())
    assert options.stacks == (
        rules["stacks"]["farm"],
        *[rules["stacks"]["other"]] * 5,
        rules["integrated_economy_stack"],
    )
    assert options.round_limit == rules_data()["engine_limits"]["round_limit"]


@given(EDITION, PLAYERS, st.fixed_dictionaries({}, optional=OVERRIDE_VALUES))
def test_canonical_rules_resolve_to_the_same(edition: str, players: int, overrides: dict[str, Any]) -> None:
    options = resolve(edition, players, **overrides)
    canonical = options.canonical()
    assert canonical.pop("edition") == edition
    again = resolve(edition, players, **canonical)
    assert again == options
    assert hash(again) == hash(options)
    assert again.canonical() == options.canonical()
    assert [name for name in OVERRIDES if name in canonical] == list(canonical)
    assert set(canonical) <= set(overrides)


@given(EDITION, PLAYERS)
def test_naming_what_the_edition_says_changes_nothing(edition: str, players: int) -> None:
    rules = rules_data()["editions"][edition]
    overrides = {**rules, "draft_without": rules["draft_without"].get(str(players), []), "blocked": []}
    assert resolve(edition, players, **overrides).canonical() == {"edition": edition}


def test_a_named_industry_wins_over_other() -> None:
    options = resolve(stacks={"bank": 3, "other": 5}, integrated_economy_stack=2)
    assert options.stacks == (15, 5, 5, 5, 5, 3, 2)
    stacks = {"generator": 5, "academy": 5, "mine": 5, "factory": 5, "bank": 3}
    assert options.canonical() == {"edition": "first", "stacks": stacks, "integrated_economy_stack": 2}


def test_flags_by_number_of_players() -> None:
    assert resolve(flags={"3": 5, "4": 7}).flags == 7
    assert resolve(flags={"3": 5}).flags == 18
    assert resolve(flags={"3": 5, "4": 7}).canonical()["flags"] == 7


def test_lists_are_brought_into_order() -> None:
    assert resolve(blocked=["i1", "a3", "e4"]).blocked == ("a3", "e4", "i1")
    assert resolve(players=5, draft_without=("c1", "i4")).canonical()["draft_without"] == ["i4", "c1"]
    assert resolve(players=5, draft_without=[]).canonical() == {"edition": "first", "draft_without": []}


@pytest.mark.parametrize(
    ("place", "changes"),
    [
        ("players: expected 3 to 6", {"players": 2}),
        ("players: ", {"players": 7}),
        ("players: ", {"players": "4"}),
        ("players: ", {"players": True}),
        ("players: ", {"players": 4.0}),
        ("players: ", {"players": None}),
        ('rules.edition: unknown edition "frist"; did you mean "first"?', {"edition": "frist"}),
        ("rules.edition: ", {"edition": 1}),
        ("rules.edition: ", {"edition": ["first"]}),
        ('rules.interest: unknown rule; did you mean "note_interest"?', {"interest": 1}),
        ("rules.packages: ", {"packages": "third"}),
        ("rules.packages: ", {"packages": 2}),
        ("rules.draft_without: ", {"draft_without": "i2"}),
        ("rules.draft_without[0]: ", {"draft_without": ["i7"], "players": 5}),
        ("rules.draft_without[0]: ", {"draft_without": [2], "players": 5}),
        ("rules.draft_without[1]: ", {"draft_without": ["i2", "i2"], "players": 5}),
        ("rules.draft_without: ", {"draft_without": ["i2", "i3"], "players": 5}),
        ("rules.draft_without: ", {"draft_without": ["c2", "i3", "c1"], "players": 5}),
        ("rules.draft_without: ", {"draft_without": ["i2"], "players": 3}),
        ("rules.draft_without: ", {"draft_without": ["c1"], "players": 4}),
        ("rules.draft_without: ", {"draft_without": ["c1"], "players": 6}),
        ("rules.flags: ", {"flags": -1}),
        ("rules.flags: ", {"flags": "18"}),
        ("rules.flags: ", {"flags": [18]}),
        ("rules.flags: ", {"flags": 1_000_001}),
        ("rules.flags.7: ", {"flags": {"7": 1}}),
        ("rules.flags.3: ", {"flags": {"3": -1}}),
        ("rules.stacks: ", {"stacks": 9}),
        ('rules.stacks.farms: no such industry; did you mean "farm"?', {"stacks": {"farms": 1}}),
        ("rules.stacks.integrated-economy: ", {"stacks": {"integrated-economy": 1}}),
        ("rules.stacks.other: ", {"stacks": {"other": None}}),
        ("rules.integrated_economy_stack: ", {"integrated_economy_stack": True}),
        ("rules.integrated_economy_stack: ", {"integrated_economy_stack": None}),
        ("rules.cubes_per_action: ", {"cubes_per_action": 0}),
        ("rules.cubes_per_action: ", {"cubes_per_action": 10}),
        ("rules.note_interest: ", {"note_interest": 0.5}),
        ("rules.final_trade: ", {"final_trade": "closed"}),
        ("rules.end_flags: ", {"end_flags": None}),
        ("rules.blocked: ", {"blocked": "c3"}),
        ("rules.blocked[1]: ", {"blocked": ["c3", "c8"]}),
        ("rules.blocked[1]: ", {"blocked": ["c3", "c3"]}),
        ("rules.blocked[1]: ", {"blocked": ["c3", "e5"]}),
        ("rules.round_limit: ", {"round_limit": 0}),
        ("rules.trade_actions_per_seat: ", {"trade_actions_per_seat": -1}),
        ("rules.offers_per_action: ", {"offers_per_action": {}}),
    ],
)
def test_refused_with_the_place(place: str, changes: dict[str, Any]) -> None:
    with pytest.raises(PositionError) as caught:
        resolve(**changes)
    assert str(caught.value).startswith(place)
    with pytest.raises(PositionError, match=place.partition(":")[0].replace("[", r"\[")):
        Position.start(**{"players": 4} | changes)
