"""Engines that fail: every game is recorded, every fault has its right name, and nobody waits for a wedged engine."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from wonai.record import read_file
from wonai.tournament import report
from wonai.tournament.config import setup_of
from wonai.tournament.errors import TournamentError
from wonai.tournament.process import GameProcess
from wonai.tournament.runner import LocalBackend, preflight, run
from wonai.tournament.store import Store, read_results

ROOT = Path(__file__).parents[2]
BROKEN = ROOT / "tests" / "protocol" / "broken_engines"
MINIMAL = [sys.executable, str(ROOT / "examples" / "minimal_engine.py")]
FAULTY = {"crashing": "crash", "silent-go": "stall", "slow-go": "time", "illegal_moves": "illegal-move"}

HANGING_GO = """
import sys, time
sys.path.insert(0, {broken!r})
from sound import SoundEngine

class Hanging(SoundEngine):
    def on_go(self, rest):
        print("about to think", file=sys.stderr, flush=True)
        time.sleep({seconds})
        super().on_go(rest)

Hanging().run()
"""
"""Thinks for so long at every move."""


@pytest.fixture(autouse=True)
def _engines_find_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))


@pytest.fixture
def faulty(tmp_path: Path) -> list[dict[str, Any]]:
    """One engine for each kind of fault."""
    commands = {name: [sys.executable, str(BROKEN / f"{name}.py")] for name in ("crashing", "illegal_moves")}
    for name, seconds in (("silent-go", 3600), ("slow-go", 1.0)):
        path = tmp_path / f"{name}.py"
        path.write_text(HANGING_GO.format(broken=str(BROKEN), seconds=seconds), encoding="utf-8")
        commands[name] = [sys.executable, str(path)]
    return [{"name": name, "command": commands[name]} for name in FAULTY]


def test_forty_games_with_four_faulty_engines(faulty: list[dict[str, Any]], tmp_path: Path) -> None:
    setup = setup_of(
        {
            "tournament": {"players": 3, "games": 40, "seed": 3},
            "limit": {"time": 0.05},
            "fault": {"stall": 3.0, "margin": 0.5, "startup": 60},
            "game": {"round_limit": 1},
            "engine": [*faulty, {"bot": "random"}],
        }
    )
    folder = tmp_path / "league"
    with Store(folder, setup, resume=False) as store, LocalBackend(setup, 10) as backend:
        run(store, backend)
    results = read_results(folder)
    assert len(results) == 40
    kinds: Counter[tuple[str, str]] = Counter()
    for result in results:
        record = read_file(folder / result.record)  # replays every move
        assert record.result is not None
        assert result.end == "normal"
        for seat, kind in result.faults:
            kinds[result.engines[seat], kind] += 1
            assert result.shares[seat] == 0
            assert (folder / "faults" / f"{result.game:06}-p{seat + 1}.txt").exists()
        assert {result.engines[seat] for seat, _ in result.faults} == set(result.engines) & set(FAULTY)
    assert kinds == dict.fromkeys(FAULTY.items(), 24)
    logs = [path.read_text(encoding="utf-8") for path in (folder / "faults").iterdir()]
    assert sum("a bug on purpose" in log for log in logs) == 24
    assert sum("about to think" in log for log in logs) >= 24
    table = report.write_reports(folder)
    assert table.rows[0].name == "random"
    assert {row.name: row.faults for row in table.rows if row.faults} == {
        name: {kind: 24} for name, kind in FAULTY.items()
    }


def test_forfeit(faulty: list[dict[str, Any]], tmp_path: Path) -> None:
    setup = setup_of(
        {
            "tournament": {"players": 3, "games": 3, "format": "all-in"},
            "limit": {"nodes": 5},
            "fault": {"then": "forfeit"},
            "engine": [faulty[0], {"bot": "random"}, {"bot": "uct"}],
        }
    )
    process = GameProcess(setup)
    outcome = process.play(setup.pairings()[0])
    process.close()
    seat = outcome.engines.index(0)
    assert (outcome.end, [fault.kind for fault in outcome.faults]) == ("crash", ["crash"])
    assert outcome.shares == tuple(0.0 if at == seat else 0.5 for at in range(3))
    assert outcome.ranks == tuple(3 if at == seat else 1 for at in range(3))
    assert f"end: crash p{seat + 1}\n" in outcome.record
    (tmp_path / "x.record").write_text(outcome.record, encoding="utf-8")
    read_file(tmp_path / "x.record")


@pytest.mark.parametrize(
    ("engine", "kind"),
    [
        ("endless_line", "protocol"),
        ("wrong_handshake", "stall"),
        ("silent", "stall"),
        ("closing_output", "crash"),
        ("bad_option", "protocol"),
    ],
)
def test_kinds(engine: str, kind: str) -> None:
    setup = setup_of(
        {
            "tournament": {"players": 3, "games": 3, "format": "all-in"},
            "limit": {"nodes": 5},
            "fault": {"stall": 1.0, "startup": 3.0 if kind == "stall" else 30.0},
            "game": {"round_limit": 1},
            "engine": [
                {"command": [sys.executable, str(BROKEN / f"{engine}.py")]}, {"bot": "random"}, {"bot": "uct"},
            ],
        }
    )  # fmt: skip
    process = GameProcess(setup)
    outcome = process.play(setup.pairings()[0])
    process.close()
    assert [fault.kind for fault in outcome.faults] == [kind]
    assert outcome.end == "normal"


def test_clock(faulty: list[dict[str, Any]]) -> None:
    """A clock for the game: who overruns it has lost on time, the others never do."""
    setup = setup_of(
        {
            "tournament": {"players": 3, "games": 3, "format": "all-in"},
            "limit": {"clock": 0.4, "increment": 0.001},
            "fault": {"margin": 0.5, "stall": 10},
            "game": {"round_limit": 1},
            "engine": [{"name": "slow", "command": faulty[2]["command"]}, {"bot": "random"}, {"bot": "uct"}],
        }
    )
    process = GameProcess(setup)
    outcome = process.play(setup.pairings()[0])
    process.close()
    assert [(outcome.engines[fault.seat], fault.kind) for fault in outcome.faults] == [(0, "time")]


BAD_BOTS = """
import os, time
from wonai.search import bots, simple_bots

class Bad(simple_bots.RandomBot):
    def analyse(self, state, limit=None, **more):
        if state.phase == "trade":
            {deed}
        return super().analyse(state, limit, **more)

bots._BOTS["uct"] = ("sitecustomize:Bad", "fails")
"""


@pytest.fixture
def bad_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that game processes read first: a bot in it is broken."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]))
    return tmp_path / "sitecustomize.py"


@pytest.mark.parametrize(
    ("deed", "kind"),
    [
        ("os.abort()", "crash"),
        ("time.sleep(3600)", "stall"),
        ("raise RuntimeError('a bug')", "crash"),
        ("return super().analyse(state, limit, searchmoves=['castle'])", "illegal-move"),
    ],
)
def test_a_bot_in_the_game_process(bad_bots: Path, deed: str, kind: str) -> None:
    """Even a bot that brings its process down, or hangs in it, has a name, and the game goes on without it."""
    bad_bots.write_text(BAD_BOTS.format(deed=deed), encoding="utf-8")
    setup = setup_of(
        {
            "tournament": {"players": 3, "games": 3, "format": "all-in"},
            "limit": {"nodes": 5},
            "fault": {"stall": 1.0},
            "game": {"round_limit": 1},
            "engine": [{"bot": "uct"}, {"bot": "random"}, {"name": "other", "bot": "random"}],
        }
    )
    process = GameProcess(setup)
    began = time.monotonic()
    outcome = process.play(setup.pairings()[0])
    process.close()
    assert [(outcome.engines[fault.seat], fault.kind) for fault in outcome.faults] == [(0, kind)]
    assert outcome.faults[0].ply > 1
    assert outcome.end == "normal"
    assert time.monotonic() - began < 30


def test_a_set_up_that_cannot_work_is_said_before_the_first_game() -> None:
    missing = setup_of({"engine": [{"command": ["./no-such-engine"]}, {"bot": "random"}]})
    with pytest.raises(TournamentError, match=r"engine no-such-engine: .*cannot be started: No such file"):
        preflight(missing)
    wrong = setup_of({"engine": [{"name": "m", "command": MINIMAL, "options": {"Sed": 3}}, {"bot": "random"}]})
    with pytest.raises(TournamentError, match='has no option "Sed"; did you mean "Seed"'):
        preflight(wrong)
