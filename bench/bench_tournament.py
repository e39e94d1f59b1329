"""Owns the overhead of the tournament runner: `python -m bench.bench_tournament`, one JSON line a kind of engine.

Overhead is the part of the time in which no engine had the move, from the first game to the last file, at 20 ms a move:
the referee, the client, the pipes, records and results on disk, and the start of game processes and engines. On a
machine that others use, waiting for a core comes to it. So the processor time of runner and game process is given as
well, which is what is left on a quiet one; with bots in the game process that cannot be told apart from theirs. At
real-time priority nobody is waited for, but caches are still shared: `chrt -f 10 python -m bench.bench_tournament
--players engines` (bots at that priority would keep a core from everybody else).
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import click

from bench.sleeping_engine import SECONDS
from wonai.tournament.config import setup_of
from wonai.tournament.runner import LocalBackend, run
from wonai.tournament.store import Store, read_timings

GAMES = 15
TARGET = 0.03
ENGINE = Path(__file__).with_name("sleeping_engine.py")


def overhead(engines: list[dict[str, Any]], folder: Path, log: Path | None) -> dict[str, Any]:
    """Play one game at a time, and compare the time it took with the time of the engines."""
    setup = setup_of(
        {
            "tournament": {"players": 3, "games": GAMES, "format": "all-in"},
            "limit": {"time": SECONDS},
            "fault": {"margin": 10.0},
            "engine": engines,
        }
    )
    used = _processor_seconds()
    began = time.perf_counter()
    with Store(folder, setup, resume=False) as store, LocalBackend(setup, 1) as backend:
        run(store, backend)
        wall = time.perf_counter() - began
        faults = sum(len(result.faults) for result in store.results.values())
    timings = read_timings(folder).values()
    moves, asked = sum(sum(timing.asked) for timing in timings), sum(sum(timing.thinking) for timing in timings)
    in_games = sum(timing.seconds for timing in timings)
    used = _processor_seconds() - used
    busy, cpu = asked, {}
    if log is not None:
        busy = _engines_say(log)
        cpu["processor_ms_a_move"] = round(1000 * used / moves, 3)
        cpu["processor_overhead"] = round(used / (used + busy), 4)
    return {
        "games": GAMES,
        "moves": moves,
        "faults": faults,
        "seconds": round(wall, 2),
        "ms_a_move": round(1000 * busy / moves, 2),
        "overhead_ms_a_move": round(1000 * (wall - busy) / moves, 3),
        "of_which_way_to_the_engine": round(1000 * (asked - busy) / moves, 3),
        "of_which_referee": round(1000 * (in_games - asked) / moves, 3),
        "of_which_between_games": round(1000 * (wall - in_games) / moves, 3),
        "overhead": round(1 - busy / wall, 4),
        "target": TARGET,
        "met": wall - busy <= TARGET * wall,
        **cpu,
        "load": round(os.getloadavg()[0], 1),
    }


def _processor_seconds() -> float:
    """Of this process and of the game processes it has ended; engines are children of those, and not counted."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


def _engines_say(log: Path) -> float:
    """Seconds that engines had the move by their own count, not by that of the client."""
    return sum(float(line) for line in log.read_text(encoding="utf-8").splitlines())


@click.command()
@click.option("--players", type=click.Choice(["bots", "engines"]), multiple=True, default=("bots", "engines"))
def main(players: tuple[str, ...]) -> None:
    """Measure bots in the game process and engines in processes of their own."""
    for name in players:
        with tempfile.TemporaryDirectory() as scratch:
            log = Path(scratch) / "busy.log"
            command = [sys.executable, str(ENGINE), str(log)]
            rows: list[dict[str, Any]] = [{"name": f"{name} {number}"} for number in range(3)]
            for row in rows:
                row.update({"bot": "uct"} if name == "bots" else {"command": command})
            found = overhead(rows, Path(scratch) / "league", None if name == "bots" else log)
            click.echo(json.dumps({"bench": "tournament", "players": name, **found}))


if __name__ == "__main__":
    main()
