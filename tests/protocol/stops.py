"""How soon `stop` is answered: `python -m tests.protocol.stops N [threads]`.

The engine searches without limit, is told to stop after a moment, and the time up to `bestmove` is taken; the
position changes from search to search.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time

import wonai

LONGEST_WAIT = 0.03
"""Seconds from `go` to `stop`, at most."""
PLIES = 400


def positions(rng: random.Random) -> list[str]:
    """One game played at random, as position files."""
    state = wonai.new(players=4)
    found = []
    while not state.is_over and len(found) < PLIES:
        if len(state.legal_moves()) > 1:
            found.append(state.to_json())
        state.play(rng.choice(state.legal_moves()))
    return found


def stop_times(count: int, threads: int, seed: int = 0) -> list[float]:
    """Seconds from each `stop` to its `bestmove`."""
    rng = random.Random(seed)
    files = positions(rng)
    command = [sys.executable, "-m", "wonai.cli", "engine"]
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    assert engine.stdin is not None
    assert engine.stdout is not None
    times = []
    try:
        engine.stdin.write(f"setoption name Threads value {threads}\n")
        for _ in range(count):
            engine.stdin.write(f"position json {rng.choice(files)}\ngo infinite\nisready\n")
            while (line := engine.stdout.readline()) != "readyok\n":
                assert line.startswith("info "), line
            time.sleep(rng.uniform(0, LONGEST_WAIT))
            began = time.perf_counter()
            engine.stdin.write("stop\n")
            while not (line := engine.stdout.readline()).startswith("bestmove "):
                assert line.startswith("info "), line
            times.append(time.perf_counter() - began)
        engine.stdin.write("quit\n")
        assert engine.wait(5) == 0
    finally:
        engine.kill()
        engine.wait()
    return times


if __name__ == "__main__":
    n_stops, n_threads = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2
    found = sorted(1000 * seconds for seconds in stop_times(n_stops, n_threads))
    print(
        f"{n_stops} stops with {n_threads} threads: median {found[n_stops // 2]:.1f} ms,"
        f" 99 of 100 within {found[n_stops * 99 // 100]:.1f} ms, the last {found[-1]:.1f} ms,"
        f" {sum(time > 50 for time in found)} above 50 ms"
    )
