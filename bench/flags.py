"""Owns the comparison of build flags: two builds of the same sources, timed in turn, each in its own process.

Run in a build (`python -m bench.flags`), it answers every line of its standard input, which names a cost, with one
sample of it in nanoseconds.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench import ours
from bench.measure import Claim, Cost

ROOT = Path(__file__).parent.parent
PORTABLE = "-O3"
NATIVE = "-O3 -march=native"
TARGET = 1.05
NOT_SOURCES = shutil.ignore_patterns(".git", "build", "dist", "*.so", "*.egg-info", "__pycache__", ".*_cache")


class BuildFailed(Exception):
    """The sources do not compile with the flags to compare."""


def _build(cflags: str, folder: Path) -> Path:
    """Compiles the sources with these flags in a copy of the tree; gives the tree."""
    tree = folder / cflags.replace(" ", "")
    shutil.copytree(ROOT, tree, ignore=NOT_SOURCES)
    environment = {**os.environ, "WONAI_CFLAGS": cflags}
    command = [sys.executable, "setup.py", "build_ext", "--inplace", "--force"]
    built = subprocess.run(command, cwd=tree, env=environment, check=False, capture_output=True, text=True)
    if built.returncode:
        raise BuildFailed(f"the build with {cflags} failed: {built.stderr.strip().splitlines()[-1:]}")
    return tree


class _Probe:
    """A process that times one build whenever it is asked."""

    def __init__(self, tree: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.flags"],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, what: str) -> float:
        """Nanoseconds of one unit of `what`, sampled once."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the probe has no pipes")
        self._process.stdin.write(what + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """Ends the process: the end of its input tells it to."""
        self._process.communicate()


def _costs() -> dict[str, Cost]:
    return {"random ply": ours.random_ply(), "listed move": ours.listed_move()}


@contextmanager
def claims() -> Iterator[list[Claim]]:
    """The claims, which can be measured while the context lasts."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        probes = {}
        for cflags in (PORTABLE, NATIVE):
            probes[cflags] = _Probe(_build(cflags, folder))
            stack.callback(probes[cflags].close)
        yield [_claim(what, unit, probes) for what, unit in (("random ply", "ply"), ("listed move", "move"))]


def _claim(what: str, unit: str, probes: dict[str, _Probe]) -> Claim:
    portable, native = (
        Cost(f"{what} with {cflags}", unit, lambda probe=probes[cflags]: probe.ask(what))  # type: ignore[misc]
        for cflags in (PORTABLE, NATIVE)
    )
    return Claim(f"A {what} built with `{PORTABLE}`, against `{NATIVE}`", portable, native, "times the cost", TARGET)


def main() -> None:
    """Answers lines until there are no more."""
    costs = _costs()
    for line in sys.stdin:
        print(costs[line.strip()].sample(), flush=True)


if __name__ == "__main__":
    main()
