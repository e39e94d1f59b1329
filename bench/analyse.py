"""Owns the time of `wonai analyse`: `python -m bench.analyse` runs it on every example and prints a table.

Each run is a process of its own, from its start to its end, as a player waits for it. The first output is the first
line on standard output. Exit status 1 when a run misses one of the targets.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import click

EXAMPLES = Path(__file__).parent.parent / "examples"
FIRST_OUTPUT = 1.0
OVER_BUDGET = 0.5
BY_DEFAULT = 4.0
DEFAULT_BUDGET = 2.0


class Run(NamedTuple):
    """Seconds from the start of the process."""

    first: float
    whole: float


def timed(path: Path, options: list[str]) -> Run:
    """One analysis, its output read as it comes."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "wonai.cli", "analyse", str(path), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first = time.perf_counter() - begun
        process.stdout.read()
    if process.returncode:
        raise click.ClickException(f"{path.name}: exit status {process.returncode}")
    return Run(first, time.perf_counter() - begun)


@click.command()
@click.option("--time", "budgets", type=float, multiple=True, help="Budgets beside the default. [default: 1, 5]")
@click.option("--runs", default=1, show_default=True, help="Of each; the slowest counts.")
def main(budgets: tuple[float, ...], runs: int) -> None:
    """Times the analysis of every example."""
    columns: list[float | None] = [None, *(budgets or (1.0, 5.0))]
    heads = ["by default" if budget is None else f"--time {budget:g}" for budget in columns]
    click.echo(f"| example | first output | {' | '.join(heads)} |")
    click.echo(f"|---{'|---' * (1 + len(heads))}|")
    is_met = True
    for path in sorted(EXAMPLES.glob("*.json")):
        cells, slowest_first = [], 0.0
        for budget in columns:
            options = [] if budget is None else ["--time", str(budget)]
            found = [timed(path, options) for _ in range(runs)]
            whole = max(run.whole for run in found)
            slowest_first = max(slowest_first, *(run.first for run in found))
            is_late = whole > (budget or DEFAULT_BUDGET) + OVER_BUDGET or (budget is None and whole > BY_DEFAULT)
            is_met = is_met and not is_late
            cells.append(f"**{whole:.2f}**" if is_late else f"{whole:.2f}")
        is_met = is_met and slowest_first <= FIRST_OUTPUT
        click.echo(f"| `{path.stem}` | {slowest_first:.2f} | {' | '.join(cells)} |")
    loads = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    click.echo(f"\nSeconds, the slowest of {runs}; load of the {os.cpu_count()} cores at the end: {loads}")
    sys.exit(not is_met)


if __name__ == "__main__":
    main()
