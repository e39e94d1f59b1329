"""The engine as a process: how it ends, one-shot use, the log, and whole games through the client."""

from __future__ import annotations

import asyncio
import ctypes
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import wonai
from tests.fuzz import engine_lines
from tests.protocol import stops
from wonai import registry
from wonai.client import EngineClient, EngineDied, EngineRefused, Limit, ProcessTransport, SyncEngineClient, Timeouts
from wonai.protocol.check_subject import Settings
from wonai.protocol.checker import Outcome, check

ENGINE = [sys.executable, "-m", "wonai.cli", "engine"]
PATIENT = Timeouts(handshake=60, ready=60, overrun=60, stop=60)
"""For a machine that is busy with other tests."""
SOON = 20.0
"""Seconds that `at once` may take on such a machine."""


def started() -> subprocess.Popen[bytes]:
    """An engine in mid-search."""
    engine = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(b"position startpos players 4\ngo infinite\nisready\n")
    engine.stdin.flush()
    while engine.stdout.readline() != b"readyok\n":
        pass
    return engine


def send_to_thread(pid: int, number: signal.Signals, *, is_main: bool) -> None:
    """Have a signal delivered to the main thread of a process, or to one of its others."""
    threads = [int(name) for name in os.listdir(f"/proc/{pid}/task")]
    thread = next(thread for thread in threads if (thread == pid) == is_main)
    assert ctypes.CDLL(None).tgkill(pid, thread, int(number)) == 0


def status_of(engine: subprocess.Popen[bytes]) -> int:
    """Its exit status, which comes soon and without a word on the error output."""
    try:
        status = engine.wait(SOON)
        assert engine.stderr is not None
        assert engine.stderr.read() == b""
        return status
    finally:
        engine.kill()
        engine.wait()


# ---------------------------------------------------------------------------------------------------------------------
# The end


def test_the_end_of_input_ends_a_search() -> None:
    engine = started()
    assert engine.stdin is not None
    engine.stdin.close()
    assert status_of(engine) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("hearer", ["main", "other"])
def test_a_signal_ends_a_search(number: signal.Signals, hearer: str) -> None:
    """Whichever thread the system hands it to; the main thread waits for input meanwhile."""
    engine = started()
    send_to_thread(engine.pid, number, is_main=hearer == "main")
    assert status_of(engine) == 128 + number


def test_a_closed_output_ends_the_engine() -> None:
    engine = started()
    assert engine.stdout is not None
    engine.stdout.close()
    assert status_of(engine) == 0  # the next info line finds nobody there


def test_an_engine_that_nobody_reads_can_be_ended() -> None:
    """Info lines are left out when the pipe is full, so that quit is heard; everything else waits, but not a signal."""
    engine = started()
    assert engine.stdin is not None
    engine.stdin.write(b"d\n" * 50)  # more than a pipe holds
    engine.stdin.flush()
    time.sleep(0.3)
    assert engine.poll() is None
    engine.send_signal(signal.SIGTERM)
    assert status_of(engine) == 128 + signal.SIGTERM


@pytest.mark.parametrize("redirection", ["<&-", ">&-", "<&- >&-"])
def test_closed_from_the_start(redirection: str) -> None:
    command = f"exec {sys.executable} -m wonai.cli engine {redirection}"
    result = subprocess.run(["sh", "-c", command], input=b"", capture_output=True, timeout=20, check=False)
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_last_line_without_its_end_is_obeyed() -> None:
    result = subprocess.run(ENGINE, input=b"isready\nisready", capture_output=True, timeout=20, check=False)
    assert (result.returncode, result.stdout) == (0, b"readyok\nreadyok\n")


# ---------------------------------------------------------------------------------------------------------------------
# One-shot use and the log


@pytest.mark.parametrize(
    ("commands", "status", "said"),
    [
        (["position startpos players 4", "go nodes 100"], 0, "\nbestmove draft:"),
        (["position startpos players 3", "perft 2", "isready"], 0, "perft 1140\nreadyok\n"),
        (["position startpos players 3", "go nodes 5", "go nodes 5 searchmoves draft:i2"], 0, "\nbestmove draft:i2\n"),
        (["go nodes 5"], 1, "error no-position"),
        (["position startpos players 3", "go infinite"], 1, "error syntax go: needs a limit here"),
        (["position startpos players 3", "go"], 1, "error syntax go: needs a limit here"),
        (["quit", "isready"], 0, ""),
    ],
)
def test_commands_as_arguments(commands: list[str], status: int, said: str) -> None:
    result = subprocess.run([*ENGINE, *commands], capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, result.stderr) == (status, "")
    assert said in result.stdout


def test_the_log_has_all_traffic(tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    log.write_text("what was there before\n")
    commands = [f"setoption name Log value {log}", "isready", "bad\x07word", "setoption name Log value", "isready"]
    subprocess.run([*ENGINE, *commands], capture_output=True, timeout=60, check=False)
    before, *lines = log.read_text().splitlines()
    assert before == "what was there before"
    assert [line.split(" ", 1)[1] for line in lines] == [
        "<< isready",
        ">> readyok",
        "<< bad\\x07word",
        '>> error unknown-command unknown command "bad\\x07word"',
        "<< setoption name Log value",
    ]


# ---------------------------------------------------------------------------------------------------------------------
# Promises


def test_the_same_answer_every_time() -> None:
    commands = ["setoption name Seed value 7", "position startpos players 4", "go nodes 300"]
    first, second = (subprocess.run([*ENGINE, *commands], capture_output=True, timeout=60).stdout for _ in range(2))
    assert first.split(b" win ")[-1] == second.split(b" win ")[-1]  # what stands before tells the time
    assert b"\nbestmove " in first


def test_the_checker_passes() -> None:
    settings = Settings(registry.get(registry.DEFAULT_GAME), players=3, slack=10.0)

    async def failures() -> list[str]:
        verdicts = [verdict async for verdict in check(settings, lambda: ProcessTransport(ENGINE))]
        return [f"{v.step.name}: {v.reason}" for v in verdicts if v.outcome is not Outcome.PASSED]

    assert asyncio.run(failures()) == []


def test_stop_is_answered_at_once() -> None:
    """1,000 of them are timed by `python -m tests.protocol.stops 1000`; here the machine may be busy."""
    times = sorted(stops.stop_times(20, threads=2))
    assert times[len(times) // 2] < 1.0


def test_movetime_is_kept() -> None:
    with SyncEngineClient.open(ENGINE, timeouts=PATIENT) as engine:
        engine.play(wonai.new(players=4), Limit(time=0.01))
        engine.configure({"MoveOverhead": 300})
        for _ in range(5):  # the first answer in time will do: a busy machine may hold one up
            began = time.monotonic()
            engine.play(wonai.new(players=4), Limit(time=0.6))
            seconds = time.monotonic() - began
            assert seconds > 0.25
            if seconds < 0.6:
                break
        assert seconds < 0.6


def test_fuzzed_lines() -> None:
    """100,000 of them: `python -m tests.fuzz.engine_lines 100000`."""
    engine_lines.run(2_000, seed=random.Random().randrange(10**6))


# ---------------------------------------------------------------------------------------------------------------------
# Whole games


def test_a_thousand_moves() -> None:
    """The whole game is sent with every question, from its start."""
    with SyncEngineClient.open(ENGINE, timeouts=PATIENT) as engine:
        engine.configure({"Bot": "random", "Seed": 1})
        start = wonai.new(players=6)
        state, moves, n_asked = start.copy(), [], 0
        while n_asked < 1_000:
            moves.append(engine.play(start, Limit(nodes=1), moves=moves).best)
            state.play(moves[-1])
            n_asked += 1
            if state.is_over:
                engine.new_game()
                state, moves = start.copy(), []


def test_two_processes_play_to_the_end() -> None:
    with (
        SyncEngineClient.open(ENGINE, timeouts=PATIENT) as searcher,
        SyncEngineClient.open(ENGINE, timeouts=PATIENT) as guesser,
    ):
        guesser.configure({"Bot": "random", "Seed": 3})
        state = wonai.new(players=3, round_limit=2)
        while not state.is_over:
            engine = searcher if state.to_move == "p1" else guesser
            state.play(engine.play(state, Limit(nodes=8)).best)
        assert state.winners()


def test_kill_9_in_mid_search() -> None:
    async def murder() -> None:
        transport = ProcessTransport(ENGINE)
        client = EngineClient(transport, timeouts=PATIENT)
        await client.connect()
        stream = await client.search(wonai.new(players=4))
        await anext(stream)
        began = time.monotonic()
        os.kill(transport.pid, signal.SIGKILL)
        with pytest.raises(EngineDied, match=r"(?s)was killed by SIGKILL.*its last lines:.*info depth"):
            await stream.result()
        assert time.monotonic() - began < 1.0
        await client.close()

    asyncio.run(murder())


def test_the_client_asks_what_people_ask() -> None:
    with SyncEngineClient.open(ENGINE, timeouts=PATIENT) as engine:
        with pytest.raises(EngineRefused, match="no-position"):
            engine.ask("legal")
        state = wonai.new(players=3)
        engine.play(state, Limit(nodes=1))
        assert engine.ask("legal") == [f"legal {' '.join(state.legal_moves())}"]
        assert engine.ask("d")[-1] == f"d {state.to_json()}"
        assert engine.ask("perft 2", timeout=60)[-1] == f"perft {state.perft(2)}"
