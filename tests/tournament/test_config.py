"""Configurations: what they mean, and one clear sentence for each that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import wonai
from tests import toygame
from wonai import registry
from wonai.record import PositionStart, WordsStart
from wonai.search.limits import Limit
from wonai.tournament.config import load, setup_of
from wonai.tournament.errors import TournamentError
from wonai.tournament.players import Cast
from wonai.tournament.referee import play_game
from wonai.tournament.setup import Allowance, Setup

TWO: list[dict[str, Any]] = [{"bot": "random"}, {"bot": "uct"}]


@pytest.fixture(autouse=True)
def _orchard() -> Iterator[None]:
    with mock.patch.dict(registry._GAMES, toygame.REGISTRATION):
        yield


def test_defaults() -> None:
    setup = setup_of({"engine": TWO})
    assert (setup.form, setup.players, setup.allowance) == ("round-robin", 3, Allowance(nodes=200))
    assert Setup.from_json(setup.to_json()) == setup


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "engine.sh").write_text("", encoding="utf-8")
    (tmp_path / "a.json").write_text(wonai.new(players=4).to_json(), encoding="utf-8")
    (tmp_path / "x.toml").write_text(
        """
        [tournament]
        name = "Spring league"
        format = "gauntlet"
        games = 10
        seed = 7
        [limit]
        clock = 60
        increment = 0.5
        [game]
        edition = "second"
        [book]
        positions = ["*.json"]
        [fault]
        then = "forfeit"
        stall = 5
        [[engine]]
        bot = "uct"
        options = { threads = 2, barter = false }
        limit = { nodes = 50 }
        [[engine]]
        name = "mine"
        command = "./engine.sh --fast 'a b'"
        options = { Hash = 16 }
        [test]
        effect = 0.1
        """,
        encoding="utf-8",
    )
    setup = setup_of(load(tmp_path / "x.toml"))
    assert (setup.name, setup.form, setup.players, setup.games) == ("Spring league", "gauntlet", 4, 12)
    assert setup.engines[0].allowance == Allowance(nodes=50)
    assert setup.engines[1].command == (str(tmp_path / "engine.sh"), "--fast", "a b")
    assert setup.allowance.limit(50.0) == Limit(time=1.5)
    assert isinstance(setup.start(0), PositionStart)
    assert setup.sequential is not None
    assert Setup.from_json(setup.to_json()) == setup


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "engine: expected at least 2 engines, got 0"),
        ({"engine": TWO, "tournamnet": {}}, 'unknown table "tournamnet"; did you mean "tournament"?'),
        ({"engine": TWO, "tournament": {"game": 3}}, 'tournament: unknown entry "game"; did you mean "games"?'),
        ({"engine": TWO, "tournament": {"players": 9}}, "players: expected a whole number from 3 to 6, got 9"),
        ({"engine": TWO, "tournament": {"games": True}}, "tournament.games: expected a whole number"),
        ({"engine": TWO, "tournament": {"format": "gauntle"}}, 'did you mean "gauntlet"?'),
        ({"engine": TWO, "limit": {"node": 3}}, 'limit: unknown limit "node"; did you mean "nodes"?'),
        ({"engine": TWO, "limit": {"increment": 3}}, "limit.increment: needs a clock"),
        ({"engine": TWO, "limit": {"time": "1"}}, "limit.time: expected a number from 0.001"),
        ({"engine": [*TWO, {"bot": "rnadom"}]}, r"engine\[2\].bot: expected one of .* did you mean \"random\"\?"),
        ({"engine": [*TWO, {"bot": "uct"}]}, 'two are named "uct"'),
        ({"engine": [*TWO, {}]}, r"engine\[2\]: expected either bot or command"),
        ({"engine": [*TWO, {"bot": "uct", "command": "x"}]}, "expected either bot or command"),
        ({"engine": [*TWO, {"command": "a 'b"}]}, "expected a command line"),
        ({"engine": [*TWO, {"name": "z", "bot": "uct", "options": {"skil": 3}}]}, 'did you mean "skill"'),
        ({"engine": [*TWO, {"name": "z", "bot": "uct", "options": {"skill": "3"}}]}, "skill: expected a whole number"),
        ({"engine": [*TWO, {"name": "z", "bot": "uct", "options": {"skill": 99}}]}, "skill: .* from 0 to 20, got 99"),
        ({"engine": [*TWO, {"name": "z", "bot": "uct", "options": {"threads": 0}}]}, "threads: .* from 1 to 512"),
        ({"engine": [*TWO, {"bot": "wonai", "options": {"style": "nope"}}]}, r"engine\[2\].options: .*nope"),
        ({"engine": [*TWO, {"bot": "wonai", "options": {"eval_file": "nofile"}}]}, r"engine\[2\].options: .*nofile"),
        ({"engine": TWO, "game": {"players": 3}}, "game.players: the seats of a game are tournament.players"),
        ({"engine": [*TWO, {"name": "a,b", "bot": "uct"}]}, "no comma"),
        ({"engine": TWO, "game": {"editon": "first"}}, "game: .*edit"),
        ({"engine": TWO, "game": {"name": "wealth-of-nation"}}, "did you mean"),
        ({"engine": TWO, "book": {"positions": ["nowhere/*.json"]}}, "there is no file nowhere"),
        ({"engine": TWO, "fault": {"then": "forfiet"}}, 'did you mean "forfeit"?'),
        ({"engine": TWO, "test": {}}, "test.effect: required"),
        ({"engine": TWO, "test": {"effect": 0.1, "engine": "uct", "versus": "uct"}}, "with itself"),
        ({"engine": TWO, "tournament": {"format": "all-in", "players": 3}}, "as many engines as seats"),
    ],
)  # fmt: skip
def test_what_cannot_be(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(wonai.WonaiError, match=sentence):
        setup_of(document)


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("[tournament\n", encoding="utf-8")
    with pytest.raises(TournamentError, match=r"x\.toml: not TOML: .*line 1"):
        load(tmp_path / "x.toml")


def test_options_in_the_words_of_the_protocol() -> None:
    plain = setup_of({"engine": TWO, "game": {"edition": "second", "first": "p2"}})
    assert plain.start(0) == WordsStart(registry.DEFAULT_GAME, 3, ("edition", "second", "first", "p2"))
    changed = setup_of({"engine": TWO, "game": {"blocked": ["c3"]}})
    assert isinstance(changed.start(0), PositionStart)


def test_another_game_with_luck() -> None:
    """Nothing here knows a game; rotations of a start have the same luck."""
    engines = [{"name": name, "bot": "random"} for name in ("a", "b", "c")]
    setup = setup_of({"game": {"name": "orchard"}, "tournament": {"games": 9, "players": 3}, "engine": engines})
    cast = Cast(setup)
    outcomes = [play_game(setup, pairing, cast) for pairing in setup.pairings()]
    drawn = [[line.split()[2] for line in out.record.splitlines() if " chance " in line] for out in outcomes]
    assert drawn[0] == drawn[1] == drawn[2]
    assert len({tuple(draw) for draw in drawn}) > 1
    assert [play_game(setup, pairing, cast).record for pairing in setup.pairings()] == [out.record for out in outcomes]


def test_seeds_depend_on_the_game_alone() -> None:
    setup = setup_of({"engine": TWO})
    seeds = {setup.seed_of(game, seat) for game in range(1, 200) for seat in range(3)}
    assert len(seeds) == 199 * 3
    assert setup.seed_of(7, 1) == setup_of({"engine": TWO, "tournament": {"games": 300}}).seed_of(7, 1)
    assert all(0 <= seed < 2**31 for seed in seeds)
