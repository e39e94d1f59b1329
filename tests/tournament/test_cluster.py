"""The same tournament on a Dask cluster: real scheduler and workers on loopback, one of them killed in mid-run."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

from tests.tournament.test_store_and_runner import MINIMAL, digest, played
from wonai.tournament import report
from wonai.tournament.cluster import ClusterBackend
from wonai.tournament.config import setup_of
from wonai.tournament.errors import TournamentError
from wonai.tournament.referee import Outcome
from wonai.tournament.runner import run
from wonai.tournament.store import Result, Store

ROOT = Path(__file__).parents[2]
FIELD: dict[str, Any] = {
    "tournament": {"name": "cluster", "players": 3, "games": 15, "seed": 8},
    "limit": {"nodes": 20},
    "engine": [{"bot": "random"}, {"bot": "uct"}, {"name": "minimal", "command": MINIMAL}],
}


def start(*words: str) -> subprocess.Popen[bytes]:
    """`dask scheduler ...` or `dask worker ...` as on the command line."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words],
        env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    port = address.rpartition(":")[2]
    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    folder = ["--local-directory", str(tmp_path)]
    workers = [
        start("worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard", *folder) for _ in range(3)
    ]
    yield address, workers
    for process in (*workers, scheduler):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_a_cluster_plays_the_same_games(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path
) -> None:
    address, workers = cluster
    setup = setup_of(FIELD)
    local = played(setup, tmp_path / "local")
    folder = tmp_path / "cluster"
    seen: list[int] = []

    def kill_one(result: Result, outcome: Outcome) -> None:
        seen.append(result.game)
        if len(seen) == 4:
            workers[0].send_signal(signal.SIGKILL)

    with Store(folder, setup, resume=False) as store, ClusterBackend(setup, address) as backend:
        deadline = time.monotonic() + 60
        while backend.threads() < 3 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert backend.threads() == 3
        run(store, backend, kill_one)
    report.write_reports(folder)
    assert workers[0].poll() is not None
    assert sorted(seen) == list(range(1, 16))
    assert digest(folder) == digest(local)


def test_a_local_cluster_plays_the_same_games(tmp_path: Path) -> None:
    """`--local-cluster`, with one of its workers killed; its nanny starts another."""
    setup = setup_of({**FIELD, "tournament": {**FIELD["tournament"], "games": 9}})
    local = played(setup, tmp_path / "local")
    folder = tmp_path / "cluster"
    killed: list[int] = []
    with Store(folder, setup, resume=False) as store, ClusterBackend(setup, workers=2) as backend:

        def kill_one(result: Result, outcome: Outcome) -> None:
            if not killed:
                killed.append(backend._cluster.workers[0].pid)
                os.kill(killed[0], signal.SIGKILL)

        run(store, backend, kill_one)
    report.write_reports(folder)
    assert killed
    assert digest(folder) == digest(local)


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wonai.tournament.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(TournamentError, match="no scheduler answers there"):
        ClusterBackend(setup_of(FIELD), "tcp://127.0.0.1:9")
