"""Owns what is measured of the full bot: compiled share, threads, growth, memory, first report."""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wonai import registry
from wonai.game import State
from wonai.report import SearchInfo
from wonai.search import bots, engine
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions

LEAST_COMPILED = 0.9
LEAST_SPEEDUP = 1.9
LEAST_GROWN = 0.4
FEW, MANY = 10_000, 1_000_000
HASH_MB = 64
MEMORY_BEYOND_HASH_MB = 64
FIRST_INFO_SECONDS = 0.1
SECONDS = 1.0
THREAD_NODES = 20_000


@dataclass(frozen=True)
class Finding:
    """One line of the table."""

    what: str
    value: str
    target: str
    is_met: bool | None

    def row(self) -> str:
        """As Markdown."""
        met = {True: "yes", False: "**no**", None: ""}[self.is_met]
        return f"| {self.what} | {self.value} | {self.target} | {met} |"


def workload() -> dict[str, State]:
    """The positions of `wonai bench` where there is something to choose."""
    states = registry.get(registry.DEFAULT_GAME).workload()
    return {name: state for name, state in states.items() if len(state.legal_moves()) > 1}


def busy_state() -> State:
    """A position in the middle of a game with many moves."""
    return max(workload().values(), key=lambda state: (state.phase == "develop", len(state.legal_moves())))


def make_bot(**options: Any) -> Any:
    """The full bot."""
    return bots.get(bots.DEFAULT_BOT, SearchOptions(**{"hash_mb": HASH_MB, "seed": 1} | options))


TREES = ("Tree", "ChoiceTree")
"""The compiled classes of the engine whose `run` works without the interpreter."""


@contextmanager
def timed_trees() -> Iterator[list[float]]:
    """While it lasts, the processor time inside their `run` is noted."""
    spent: list[float] = []
    module: Any = engine
    real = {name: getattr(module, name) for name in TREES if hasattr(module, name)}
    for name, tree in real.items():
        setattr(module, name, _timed(tree, spent))
    try:
        yield spent
    finally:
        for name, tree in real.items():
            setattr(module, name, tree)


def _timed(tree: Any, spent: list[float]) -> Any:
    class TimedTree(tree):  # type: ignore[misc]
        def run(self, *args: Any, **kwargs: Any) -> Any:
            begun = time.thread_time()
            try:
                return super().run(*args, **kwargs)
            finally:
                spent.append(time.thread_time() - begun)

    return TimedTree


def compiled_share() -> Finding:
    """How much of a search's processor time is spent in compiled code without the GIL."""
    shares = {}
    for name, state in workload().items():
        with timed_trees() as spent:
            begun = time.thread_time()
            make_bot().analyse(state, Limit(time=SECONDS))
            whole = time.thread_time() - begun
        shares[name] = sum(spent) / whole
    worst = min(shares, key=lambda name: shares[name])
    middle = statistics.median(shares.values())
    return Finding(
        f"Full bot: processor time in compiled code without the GIL, {SECONDS:g} s a position, median of {len(shares)}",
        f"{middle:.1%} (lowest {shares[worst]:.1%}, `{worst}`)",
        f"at least {LEAST_COMPILED:.0%}",
        middle >= LEAST_COMPILED,
    )


def speeds() -> list[Finding]:
    """Simulations a second by position, for the reader."""
    rates = {}
    for name, state in workload().items():
        begun = time.process_time()
        nodes = make_bot().analyse(state, Limit(time=SECONDS)).nodes
        rates[name] = nodes / (time.process_time() - begun)
    listed = ", ".join(f"`{name}` {rate:,.0f}" for name, rate in rates.items())
    return [Finding("Full bot: simulations a second of processor time", listed, "", None)]


def thread_speedup(rounds: int) -> Finding:
    """Two threads against one, in interleaved rounds: simulations a second of each processor, times the processors."""
    state, ratios, walls = busy_state(), [], []
    for _ in range(rounds):
        costs, seconds = [], []
        for threads in (1, 2):
            cpu, wall = time.process_time(), time.perf_counter()
            nodes = make_bot(threads=threads).analyse(state, Limit(nodes=THREAD_NODES * threads)).nodes
            costs.append((time.process_time() - cpu) / nodes)
            seconds.append((time.perf_counter() - wall) / nodes)
        ratios.append(2 * costs[0] / costs[1])
        walls.append(seconds[0] / seconds[1])
    median = statistics.median(ratios)
    return Finding(
        "Full bot: simulations with two threads against one, by processor time",
        f"{median:.2f} times ({min(ratios):.2f} to {max(ratios):.2f}); by the clock on a machine with other work "
        f"{statistics.median(walls):.2f}",
        f"at least {LEAST_SPEEDUP:g}",
        median >= LEAST_SPEEDUP,
    )


def growth() -> list[Finding]:
    """A long search in a process of its own against a short one: speed and memory."""
    few, many = _measured(FEW), _measured(MANY)
    ratio = (many["nodes"] / many["seconds"]) / (few["nodes"] / few["seconds"])
    return [
        Finding(
            f"Full bot: simulations a second over {MANY:,} against over {FEW:,}",
            f"{ratio:.0%} ({many['nodes'] / many['seconds']:,.0f} against {few['nodes'] / few['seconds']:,.0f})",
            f"at least {LEAST_GROWN:.0%}",
            ratio >= LEAST_GROWN,
        ),
        Finding(
            f"Full bot: memory that a search of {MANY:,} simulations adds, Hash {HASH_MB} MB",
            f"{many['added_mb']:.0f} MB (whole process {many['peak_mb']:.0f} MB)",
            f"at most {HASH_MB} + {MEMORY_BEYOND_HASH_MB} MB",
            many["added_mb"] <= HASH_MB + MEMORY_BEYOND_HASH_MB,
        ),
    ]


def _measured(nodes: int) -> dict[str, float]:
    """One search in a fresh process."""
    command = [sys.executable, "-m", "bench.full_bot", str(nodes)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def _search_alone(nodes: int) -> None:
    """What the fresh process does: load everything with a tiny search, then measure one."""
    state = busy_state()
    make_bot(hash_mb=1).analyse(state, Limit(nodes=2))
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    before = pages * resource.getpagesize() / 2**20
    begun = time.process_time()
    report = make_bot().analyse(state, Limit(nodes=nodes))
    seconds = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"nodes": report.nodes, "seconds": seconds, "peak_mb": peak, "added_mb": peak - before}))


def first_info() -> Finding:
    """From the call of `analyse` to the first report, on every position."""
    waits = []
    for state in workload().values():
        seen: list[float] = []
        begun = time.perf_counter()

        def note(info: SearchInfo, begun: float = begun, seen: list[float] = seen) -> None:
            seen.append(time.perf_counter() - begun)

        make_bot().analyse(state, Limit(time=4 * FIRST_INFO_SECONDS), on_info=note)
        waits.append(seen[0] if seen else float("inf"))
    middle = statistics.median(waits)
    return Finding(
        f"Full bot: time to the first report, median of {len(waits)} positions",
        f"{middle * 1000:.0f} ms (longest {max(waits) * 1000:.0f} ms)",
        f"at most {FIRST_INFO_SECONDS * 1000:.0f} ms",
        middle <= FIRST_INFO_SECONDS,
    )


def findings(rounds: int) -> list[Finding]:
    """All of it, in the order of the table."""
    return [compiled_share(), *speeds(), thread_speedup(rounds), *growth(), first_info()]


if __name__ == "__main__":
    _search_alone(int(sys.argv[1]))
