"""Files and resume: whatever happens, no game is lost, doubled or changed."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from wonai.record import read_file
from wonai.tournament import report
from wonai.tournament.config import setup_of
from wonai.tournament.errors import TournamentError
from wonai.tournament.runner import LocalBackend, run
from wonai.tournament.setup import Setup
from wonai.tournament.store import FAULTS, TIMINGS, Result, Store, read_results, read_setup

ROOT = Path(__file__).parents[2]
MINIMAL = [sys.executable, str(ROOT / "examples" / "minimal_engine.py")]
KILLS = int(os.environ.get("WONAI_KILLS", "4"))
"""The long version of the proof: WONAI_KILLS=20."""
N_GAMES = max(18, 6 * KILLS)

FIELD: dict[str, Any] = {
    "tournament": {"name": "test", "players": 3, "games": N_GAMES, "seed": 4},
    "limit": {"nodes": 8},
    "engine": [{"bot": "random"}, {"bot": "uct"}, {"name": "minimal", "command": MINIMAL}],
}


def played(setup: Setup, folder: Path, *, concurrency: int = 2, resume: bool = False) -> Path:
    with Store(folder, setup, resume=resume) as store, LocalBackend(setup, concurrency) as backend:
        run(store, backend)
    report.write_reports(folder)
    return folder


def digest(folder: Path) -> dict[str, str]:
    """Every file that may not depend on the clock."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in (TIMINGS, "index.html", ".lock") and path.parent.name != FAULTS
    }


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament that nothing happened to, one game at a time."""
    return played(setup_of(FIELD), tmp_path_factory.mktemp("unbroken") / "league", concurrency=1)


def test_every_game_is_recorded(unbroken: Path) -> None:
    results = read_results(unbroken)
    assert [result.game for result in results] == list(range(1, N_GAMES + 1))
    for result in results:
        record = read_file(unbroken / result.record)
        assert record.result is not None
        assert tuple(record.result.scores.values()) == result.scores
        assert tuple(record.tags[f"player p{seat}"] for seat in (1, 2, 3)) == result.engines
        assert sum(result.shares) == pytest.approx(1)
    assert read_setup(unbroken) == setup_of(FIELD)


def test_concurrency_changes_nothing(unbroken: Path, tmp_path: Path) -> None:
    assert digest(played(setup_of(FIELD), tmp_path / "league", concurrency=3)) == digest(unbroken)


def test_kill_and_resume(unbroken: Path, tmp_path: Path) -> None:
    """Killed at random moments without warning, the tournament ends with the same files."""
    folder, config = tmp_path / "league", tmp_path / "league.toml"
    config.write_text(toml_of(FIELD), encoding="utf-8")
    command = [sys.executable, "-m", "wonai.cli", "tournament", str(config), "-o", str(folder), "--resume", "--quiet"]
    rng, n_killed, counts = random.Random(11), 0, [0]
    while n_killed < KILLS:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        if n_killed % 2:  # once it has got on, at any moment of a game or of writing
            while process.poll() is None and len(lines_of(folder)) <= counts[-1]:
                time.sleep(0.005)
            time.sleep(rng.uniform(0, 0.25))
        else:  # at any moment of its start
            time.sleep(rng.uniform(0.1, 1.2))
        assert process.poll() is None, "the tournament was over too soon for the test"
        process.send_signal(signal.SIGKILL)
        n_killed += 1
        process.communicate()
        whole = [line for line in lines_of(folder) if line.endswith("\n")]
        assert len(whole) >= counts[-1], "a finished game was lost"
        counts.append(len(whole))
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stderr
    assert digest(folder) == digest(unbroken)


def lines_of(folder: Path) -> list[str]:
    path = folder / "results.jsonl"
    return path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []


def toml_of(document: dict[str, Any]) -> str:
    parts = []
    for name, table in document.items():
        for entry in table if isinstance(table, list) else [table]:
            parts.append(f"[[{name}]]" if isinstance(table, list) else f"[{name}]")
            parts += [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
    return "\n".join(parts) + "\n"


def copy_of(folder: Path, target: Path) -> Path:
    for path in folder.rglob("*"):
        if path.is_file():
            (target / path.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            (target / path.relative_to(folder)).write_bytes(path.read_bytes())
    return target


@pytest.mark.parametrize("harm", ["torn", "half a character", "no record", "changed record", "doubled", "a draft"])
def test_harm_is_repaired(unbroken: Path, tmp_path: Path, harm: str) -> None:
    folder = copy_of(unbroken, tmp_path / "league")
    results = folder / "results.jsonl"
    lines = results.read_bytes().splitlines(keepends=True)
    if harm == "torn":
        results.write_bytes(b"".join(lines[:9]) + lines[9][:40])
    elif harm == "half a character":
        results.write_bytes(b"".join(lines[:9]) + b'{"game":10,"engines":["\xc3\n')
    elif harm == "no record":
        (folder / "records" / "000005.record").unlink()
    elif harm == "changed record":
        (folder / "records" / "000005.record").write_text("x", encoding="utf-8")
    elif harm == "doubled":
        results.write_bytes(b"".join([*lines, lines[3]]))
    else:
        results.write_bytes(b"".join(lines[:-1]))
        (folder / "records" / ".000012.record.tmp").write_text("wonai-rec", encoding="utf-8")
    played(setup_of(FIELD), folder, resume=True)
    assert digest(folder) == digest(unbroken)


def test_a_bad_line_in_the_middle_is_named(unbroken: Path, tmp_path: Path) -> None:
    folder = copy_of(unbroken, tmp_path / "league")
    lines = (folder / "results.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (folder / "results.jsonl").write_text("".join([*lines[:3], "{}\n", *lines[4:]]), encoding="utf-8")
    with pytest.raises(TournamentError, match="line 4: no result of a game"):
        played(setup_of(FIELD), folder, resume=True)


def test_another_setup_is_refused(unbroken: Path, tmp_path: Path) -> None:
    folder = copy_of(unbroken, tmp_path / "league")
    before = digest(folder)
    other = setup_of({**FIELD, "limit": {"nodes": 9}})
    with pytest.raises(TournamentError, match="say --resume"):
        played(other, folder)
    with pytest.raises(TournamentError, match="is another one: allowance"):
        played(other, folder, resume=True)
    assert digest(folder) == before


def test_a_folder_is_for_one_tournament_at_a_time(unbroken: Path, tmp_path: Path) -> None:
    folder = copy_of(unbroken, tmp_path / "league")
    with (
        Store(folder, setup_of(FIELD), resume=True),
        pytest.raises(TournamentError, match="another tournament runs"),
        Store(folder, setup_of(FIELD), resume=True),
    ):
        pass


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk: the write fails half-way."""
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))\n"
        "from wonai.cli.main import main\n"
        "main(sys.argv[1:], prog_name='wonai')\n"
    )
    command = ["tournament", "--engine", "random", "--engine", "a=random", "--players", "3", "--games", "4"]
    command += ["--quiet", "--concurrency", "1"]
    done = subprocess.run(
        [sys.executable, "-c", script, *command, "-o", str(tmp_path / "out")],
        capture_output=True, text=True, timeout=60, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 1
    assert "000001.record: File too large; every game counted so far is safe" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((tmp_path / "out" / "records").glob(".*"))


def test_no_space_left_is_said(tmp_path: Path) -> None:
    setup = setup_of({**FIELD, "engine": [{"bot": "random"}, {"name": "b", "bot": "random"}]})
    with Store(tmp_path / "out", setup, resume=False) as store, LocalBackend(setup, 1) as backend:
        assert store._out is not None
        store._out.close()
        store._out = open("/dev/full", "ab")  # noqa: SIM115
        with pytest.raises(TournamentError, match="the disk is full; every game counted so far is safe"):
            run(store, backend)


def test_an_unwritable_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    command = [sys.executable, "-m", "wonai.cli", "tournament", "--engine", "random", "--engine", "uct", "-o"]
    for place in (tmp_path / "file" / "out", Path("/proc/out")):
        done = subprocess.run([*command, str(place)], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith(f"Error: {place}: ")
        assert "Traceback" not in done.stderr


def test_results_read_what_they_write() -> None:
    result = Result(3, 1, ("a", "b"), (4, 5), (2, 1), (0.0, 1.0), 9, "normal", ((0, "time"),), "records/x", "0")
    assert Result.from_line(result.to_line()) == result
