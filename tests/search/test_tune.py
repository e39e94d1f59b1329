"""Tuning: candidates stay in their ranges, the gain is measured, and what is written can be played with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.toygame import OrchardGame
from wonai import registry
from wonai.errors import WonaiError
from wonai.game import Game
from wonai.games.won.weights import load_weights
from wonai.search.tune import Plan, tune

SMALL = Plan(seconds=0.01, games=18, check_games=12)
"""One generation: enough to see that every step does its work."""


@pytest.fixture(scope="module")
def game() -> Game:
    return registry.get("wealth-of-nations")


def test_one_generation(game: Game, tmp_path: Path) -> None:
    seen: list[str] = []
    tuned = tune(game, SMALL, seen.append)
    tunable = game.tunable()
    assert tunable is not None
    for name, (low, high) in (*tunable.policy.items(), *tunable.evaluation.items()):
        assert low <= tuned.weights[name] <= high, name
    assert tuned.generations == 1
    assert "generation 1" in seen[0]
    assert set(tuned.check) == {"3 players", "4 players", "5 players", "6 players"}
    assert all(row["low"] <= row["share"] <= row["high"] for row in tuned.check.values())
    assert tuned.loss_after <= tuned.loss_before
    path = tmp_path / "tuned.json"
    path.write_text(json.dumps(tuned.to_document()), encoding="utf-8")
    loaded = load_weights(str(path))
    assert loaded == pytest.approx([tuned.weights[name] for name in tunable.names], abs=1e-4)


def test_same_seed_same_weights(game: Game) -> None:
    assert tune(game, SMALL, lambda _: None).weights == tune(game, SMALL, lambda _: None).weights


def test_the_ranges_hold_the_weights_of_the_package(game: Game) -> None:
    tunable = game.tunable()
    assert tunable is not None
    weights = dict(zip(tunable.names, game.weights(), strict=True))
    for name, (low, high) in (*tunable.policy.items(), *tunable.evaluation.items()):
        assert low <= weights[name] <= high, name


def test_a_game_without_weights_is_refused() -> None:
    with pytest.raises(WonaiError, match="no weights to tune"):
        tune(OrchardGame(), SMALL, lambda _: None)
