"""A fixed workload: does the search still do the same, and how fast.

Every position of a game's workload is searched by the full bot with the same seed, one thread and a
fixed number of nodes. What the search found, down to the visits of each line, is condensed to one
number: a change that is not meant to alter play must leave this signature as it is, on every machine.
"""

from __future__ import annotations

import platform
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from wonai import registry
from wonai._core import build_info
from wonai.report import HintReport
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions, engine_name

NODES = 150
"""A position."""
HASH_MB = 64
LINES = 8
"""Of each position, that count in the signature."""


@dataclass(frozen=True, slots=True)
class BenchedPosition:
    """What the search made of one position."""

    name: str
    best: str
    nodes: int
    seconds: float
    checksum: int


@dataclass(frozen=True, slots=True)
class BenchResult:
    """The whole workload."""

    positions: tuple[BenchedPosition, ...]

    @property
    def nodes(self) -> int:
        """Simulations of all positions."""
        return sum(position.nodes for position in self.positions)

    @property
    def seconds(self) -> float:
        """For all of them."""
        return sum(position.seconds for position in self.positions)

    @property
    def nodes_per_second(self) -> int:
        """Over the whole workload."""
        return round(self.nodes / max(self.seconds, 1e-9))

    @property
    def signature(self) -> int:
        """One number for all that was found: positions, moves and visits."""
        return zlib.crc32(" ".join(f"{each.name}:{each.checksum}" for each in self.positions).encode())

    def lines(self) -> list[str]:
        """As the command and the protocol print it; the signature stands last but for the speed."""
        return [
            *build_lines(),
            f"nodes {self.nodes}",
            f"signature {self.signature}",
            f"seconds {self.seconds:.2f}",
            f"nps {self.nodes_per_second}",
        ]


def run_bench(
    progress: Callable[[BenchedPosition], None] | None = None, *, game: str = registry.DEFAULT_GAME, nodes: int = NODES
) -> BenchResult:
    """Search the workload; `progress` is told of each position when it is done."""
    done = []
    for name, state in registry.get(game).workload().items():
        bot = bots.get(bots.DEFAULT_BOT, SearchOptions(threads=1, hash_mb=HASH_MB, multipv=LINES, seed=0))
        begun = time.perf_counter()
        report = bot.analyse(state, Limit(nodes=nodes))
        spent = time.perf_counter() - begun
        done.append(BenchedPosition(name, report.best, report.nodes, spent, _checksum(report)))
        if progress is not None:
            progress(done[-1])
    return BenchResult(tuple(done))


def build_lines() -> list[str]:
    """What was measured: version, interpreter, compiler and its flags, machine."""
    return [
        f"engine {engine_name(bots.DEFAULT_BOT)}",
        f"python {platform.python_implementation()} {platform.python_version()}",
        f"cython {build_info.CYTHON}",
        f"compiler {build_info.COMPILER}",
        f"flags {build_info.FLAGS}",
        f"machine {platform.system()} {platform.machine()}",
    ]


def _checksum(report: HintReport) -> int:
    # No values: their last digits may differ between machines where the choices do not.
    words = [report.best, str(report.nodes), *(f"{line.move}={line.visits}" for line in report.lines)]
    return zlib.crc32(" ".join(words).encode())
