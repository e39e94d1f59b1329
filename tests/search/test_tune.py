"""Tuning: candidates stay in their ranges, the gain is measured, and what is written can be played with."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from tests.toygame import OrchardGame
from wonai import Position, registry
from wonai._core.won.features import features_of
from wonai._core.won.terms import parts_of
from wonai.errors import WonaiError
from wonai.game import Game
from wonai.games.won.weights import load_weights
from wonai.search.choice_tree import evaluate, sample_game
from wonai.search.fit import Evaluation, Rows
from wonai.search.tune import Plan, Tuned, tune

SMALL = Plan(seconds=0.01, games=18, check_games=12, fit_games=10)
"""One generation: enough to see that every step does its work."""


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.get("wealth-of-nations")


@pytest.fixture(scope="module")
def tuned(game: Game) -> Tuned:
    return tune(game, SMALL, lambda _: None)


def test_one_generation(game: Game, tuned: Tuned, tmp_path: Path) -> None:
    tunable = game.tunable()
    assert tunable is not None
    for name, (low, high) in tunable.ranges.items():
        assert low <= tuned.weights[name] <= high, name
    assert tuned.generations == 1
    assert set(tuned.check) == set(tuned.loss) == {"3 players", "4 players", "5 players", "6 players"}
    assert all(row["low"] <= row["share"] <= row["high"] for row in tuned.check.values())
    path = tmp_path / "tuned.json"
    path.write_text(json.dumps(tuned.to_document()), encoding="utf-8")
    loaded = load_weights(str(path))
    assert list(loaded[: len(tunable.names)]) == pytest.approx([tuned.weights[n] for n in tunable.names], abs=1e-4)


def test_the_core_computes_what_was_fitted(tuned: Tuned, tmp_path: Path) -> None:
    """Python's arrays and the compiled evaluation give the same points."""
    path = tmp_path / "tuned.json"
    path.write_text(json.dumps(tuned.to_document()), encoding="utf-8")
    weights = load_weights(str(path))
    fitted = Evaluation(
        np.array(list(tuned.evaluation["terms"].values())),
        np.array(tuned.evaluation["spread"]),
        {name: np.array(rows) for name, rows in tuned.evaluation["net"].items()},
    )
    state = Position.start(players=5)
    own, table, clock = features_of(state)
    nothing = np.zeros((1, 5))
    rows = Rows(np.array([own]), np.array([table]), np.array([clock]), nothing, nothing)
    assert evaluate(state, weights)[1] == pytest.approx(fitted.points(rows)[0], abs=1e-6)
    parts = parts_of(state, weights)
    assert [sum(row.values()) for row in parts] == pytest.approx(fitted.points(rows)[0], abs=1e-6)


def test_the_package_knows_who_will_win(game: Game) -> None:
    """On games that it was not fitted to, its chances beat those of even odds by far."""
    weights = game.weights()
    even = told = 0.0
    for seed in range(30):
        start = Position.start(players=4)
        positions, shares, _ = sample_game(start, weights, 0.03, 10_000, 77_000 + seed)
        for state in positions:
            chances, _ = evaluate(state, weights)
            even += math.log(4)
            told -= sum(share * math.log(max(chance, 1e-9)) for share, chance in zip(shares, chances, strict=True))
    assert told < 0.65 * even


def test_same_seed_same_weights(game: Game, tuned: Tuned) -> None:
    again = tune(game, SMALL, lambda _: None)
    assert (again.weights, again.evaluation) == (tuned.weights, tuned.evaluation)


def test_the_ranges_hold_the_weights_of_the_package(game: Game) -> None:
    tunable = game.tunable()
    assert tunable is not None
    weights = dict(zip(tunable.names, game.weights(), strict=False))
    for name, (low, high) in tunable.ranges.items():
        assert low <= weights[name] <= high, name


def test_a_game_without_weights_is_refused() -> None:
    with pytest.raises(WonaiError, match="no weights to tune"):
        tune(OrchardGame(), SMALL, lambda _: None)
