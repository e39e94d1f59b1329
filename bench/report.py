"""Owns the words and the layout of `docs/performance.md`."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

import wonai
from bench.measure import LEAST_SAMPLE_NS, Claim, Cost, Samples, Spread

HEAD = "| what | ours | yardstick | ratio: median (lowest to highest) | target | met |\n|---|---|---|---|---|---|"
PACKAGES = ("open_spiel", "catanatron", "Cython", "numpy")


def figure(cost: Cost, samples: Samples) -> str:
    """Nanoseconds a unit and units a second, as the median of all rounds."""
    nanoseconds = Spread.of(samples[cost.name]).median
    return f"{_number(nanoseconds)} ns a {cost.unit}, {_rate(1e9 / nanoseconds)}/s"


def _rate(per_second: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if per_second >= size:
            return f"{_number(per_second / size)} {letter}"
    return _number(per_second)


def _number(value: float) -> str:
    """Three figures that mean something, and no exponent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _met(is_met: bool | None) -> str:
    return {True: "yes", False: "**no**", None: ""}[is_met]


def claim_row(claim: Claim, samples: Samples) -> str:
    """One line of the table."""
    ratio = claim.ratio(samples)
    bound = "at least" if claim.kind == "times as fast" else "at most"
    target = "" if claim.target is None else f"{bound} {_number(claim.target)}"
    cells = (
        claim.what,
        figure(claim.ours, samples),
        figure(claim.yardstick, samples),
        f"{_number(ratio.median)} {claim.kind} ({_number(ratio.low)} to {_number(ratio.high)})",
        target,
        _met(claim.is_met(samples)),
    )
    return "| " + " | ".join(cells) + " |"


def size_row(n_bytes: int, limit: int) -> str:
    """The line for the size of the state, which has no yardstick."""
    return f"| Size of the state | {n_bytes:,} bytes | | | at most {limit:,} bytes | {_met(n_bytes <= limit)} |"


def _processor() -> str:
    """The processor's name as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _versions() -> str:
    found = [f"wonai {wonai.__version__}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def page(rows: Sequence[str], rounds: int, repeats: int, facts: Iterable[str]) -> str:
    """The whole page."""
    listed = "\n".join(f"- {fact}" for fact in facts)
    return f"""# Performance

Written by `python -m bench.run`; do not edit. Absolute figures belong to one machine and one hour, the ratios are what
counts.

{HEAD}
{chr(10).join(rows)}

## This run
- {datetime.date.today().isoformat()}; {_processor()}, {os.cpu_count()} cores; {platform.system()} {platform.machine()}.
- Python {platform.python_version()}, {_versions()}.
- {rounds} interleaved rounds after one to warm up, every other one in reverse order. A ratio is taken between two
  samples of the same round; the table gives the median of these ratios, the lowest and the highest. The figures of
  either side are medians by themselves. Time is processor time: waiting for a busy machine is not counted.
- A sample repeats its work for at least {LEAST_SAMPLE_NS // 1_000_000} ms.
{listed}

## What is in a number
- **A random ply inside C** lists all legal moves, chooses one, applies it and keeps the key, over whole uniformly
  random four-player games of the first edition. OpenSpiel's playouts do the same for their game; they run as the
  single simulation of a search, and their moves are counted by the mean length of such games. Catanatron's games are
  played by four of its random players; setting them up is not counted.
- **Listing inside C** calls the move generator {repeats} times on each position, and OpenSpiel's `legal_actions()` is
  called as often on each of some states of a random game. It can only be called from Python, so the cost of handing
  over a list of the same length (`history()` of a state with that many moves behind it) is taken off: what remains is
  at most the cost inside C++.
- **Sampling**: the plies of a random game of the first edition have about five moves, and so short a list is made all
  the same, only on the spot and in any order; where there are many moves, drawing one is the faster by far.
- **From Python**, `legal_moves()` gives finished texts in order, so OpenSpiel's side makes the texts too. In the loops
  of random plies each side handles what its interface gives: texts here, numbers there.
- **Copying**: both sides copy between buffers that begin on a cache line.
- **perft** in the core counts the last ply without playing it; the reference is plain Python. Both count the same
  lines.
- **Build flags**: two builds of the same sources, each in its own process, asked in turn.
"""
