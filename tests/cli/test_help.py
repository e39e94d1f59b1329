"""Help and usage errors: snapshots, the table of commands, near misses, and speed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

from tests.cli.conftest import Run
from wonai import __version__
from wonai.cli.main import COMMANDS, main

SNAPSHOTS = Path(__file__).parent / "snapshots"
HELP_SECONDS = 0.15
"""`wonai --help` answers within this time, interpreter and all."""

USAGE_ERRORS = [
    ["shwo"],
    ["show"],
    ["show", "a.json", "--svgg", "a.svg"],
    ["show", "a.json", "extra"],
    ["new", "--playres", "4"],
    ["new", "--players", "four"],
    ["new", "--players", "3", "--rule", "round_limit"],
    ["new", "--players", "3", "--rule", "blocked=[c3"],
    ["new", "--players", "3", "--first", "p2", "--rule", "first=p1"],
    ["perft", "a.json", "-1"],
    ["replay", "a.record", "--at", "first"],
]


def same_as_snapshot(name: str, text: str) -> bool:
    """Compare with the stored text; with UPDATE_SNAPSHOTS set, store it instead."""
    path = SNAPSHOTS / f"{name}.txt"
    if "UPDATE_SNAPSHOTS" in os.environ:
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", ["wonai", *COMMANDS])
def test_help(run: Run, name: str) -> None:
    result = run(*([] if name == "wonai" else [name]), "--help")
    assert result.exit_code == 0
    commands_of_others = re.sub(r"(?s)\nCommands:.*", "\n", result.output)  # the table is tested below
    assert same_as_snapshot(f"help-{name}", commands_of_others)
    assert "Example:" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_tells_the_truth(run: Run, name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert (command.help or "").split("\n")[0] == COMMANDS[name]
    assert f"{COMMANDS[name]}\n" in run("--help").output


def test_usage_errors(run: Run) -> None:
    said = []
    for args in USAGE_ERRORS:
        result = run(*args)
        assert (result.exit_code, result.stdout) == (2, "")
        said.append(f"$ wonai {' '.join(args)}\n{result.stderr}")
    assert same_as_snapshot("usage-errors", "\n".join(said))


def test_near_misses(run: Run) -> None:
    assert 'did you mean "validate"?' in run("valdiate").stderr
    assert "Did you mean '--divide'?" in run("perft", "x", "2", "--devide").stderr


def test_version(run: Run) -> None:
    assert run("--version").output == f"wonai {__version__}\n"


def test_help_is_fast() -> None:
    """Processor time, the best of several: on a busy machine the clock on the wall says nothing."""
    seconds = []
    for _ in range(7):
        before = os.times()
        subprocess.run([sys.executable, "-m", "wonai.cli", "--help"], check=True, capture_output=True)
        after = os.times()
        seconds.append(sum(after[2:4]) - sum(before[2:4]))
    assert min(seconds) < 2 * HELP_SECONDS  # twice, because a busy machine is no fault of the command


def test_help_loads_no_game() -> None:
    script = "import sys, wonai.cli.main; print(*sorted(name for name in sys.modules if name.startswith('wonai')))"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert set(loaded) <= {"wonai", "wonai.errors", "wonai.cli", "wonai.cli.main", "wonai.cli.sentences"}
