"""The commands on tournaments, in this process and with real game processes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wonai.cli.engine_spec import engine_table
from wonai.cli.main import main

QUICK = ["--nodes", "4", "--concurrency", "2"]


def wonai(*words: str) -> Result:
    result = CliRunner().invoke(main, list(words), prog_name="wonai")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_tournament_and_standings(tmp_path: Path) -> None:
    folder = str(tmp_path / "league")
    words = ["tournament", "--engine", "random", "--engine", "two=uct:nodes=9", "--players", "3", "--games", "4"]
    words += QUICK
    done = wonai(*words, "--rule", "round_limit=1", "-o", folder)
    assert done.exit_code == 0, done.output
    assert "tournament: 4 of 4 games, 3 seats, round-robin" in done.stdout
    assert "game 1 (" in done.stderr
    assert wonai("standings", folder).stdout in done.stdout
    assert json.loads(wonai("standings", folder, "--json").stdout)["games"] == 4
    assert wonai("standings", folder, "--csv").stdout.startswith("place,engine,rating")
    assert wonai("standings", folder, "--markdown").stdout.startswith("| # | engine |")
    assert (tmp_path / "league" / "index.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    record = str(tmp_path / "league" / "records" / "000002.record")
    assert wonai("validate", record).exit_code == 0
    again = wonai(*words, "--rule", "round_limit=1", "-o", folder)
    assert (again.exit_code, again.stdout) == (1, "")
    assert "say --resume to go on" in again.stderr


def test_sprt_stops_early(tmp_path: Path) -> None:
    words = ["sprt", "new=uct:nodes=40", "base=random", "--players", "3", "--effect", "0.3", "--rule", "round_limit=1"]
    done = wonai(*words, *QUICK, "--quiet", "-o", str(tmp_path / "test"))
    assert done.exit_code == 0, done.output
    assert "new wins 30 points more than its fair share of 33.3 %?" in done.stdout
    assert "of 20001 games" in done.stdout
    assert "LLR" in done.stdout


def test_ladder(tmp_path: Path) -> None:
    words = ["ladder", "--bot", "random", "--bot", "uct", "--games", "2", "--players", "3", *QUICK]
    done = wonai(*words, "--quiet", "-o", str(tmp_path / "ladder"))
    assert done.exit_code == 0, done.output
    assert (tmp_path / "ladder" / "standings.md").read_text(encoding="utf-8").count("\n") == 4


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tournament", "-o", "x"], "engine: expected at least 2 engines, got 0"),
        (["tournament", "nowhere.toml", "-o", "x"], "nowhere.toml: No such file"),
        (["tournament", "--engine", "rnadom", "--engine", "uct", "-o", "x"], 'did you mean "random"?'),
        (["tournament", "--engine", "uct", "--engine", "random:skill", "-o", "x"], 'expected KEY=VALUE, got "skill"'),
        (["tournament", "--engine", "uct", "--engine", "random", "--clock", "a", "-o", "x"], "SECONDS+INCREMENT"),
        (["tournament", "--engine", "a=cmd:./none", "--engine", "uct", "-o", "x"], "./none: cannot be started"),
        (["standings", "nowhere"], "nowhere: holds no tournament"),
    ],
)
def test_errors(words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = wonai(*words)
    assert done.exit_code != 0
    assert sentence in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_table_is_said(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text("tournament = 5\n", encoding="utf-8")
    done = wonai("tournament", str(tmp_path / "x.toml"), "--games", "3", "-o", str(tmp_path / "o"))
    assert (done.exit_code, done.stderr) == (1, "Error: tournament: expected a table, got 5\n")


def test_engines_on_the_command_line() -> None:
    assert engine_table("uct") == {"name": "uct", "bot": "uct"}
    assert engine_table("a=uct:nodes=5,skill=3,style=x") == {
        "name": "a", "bot": "uct", "limit": {"nodes": 5}, "options": {"skill": 3, "style": "x"},
    }  # fmt: skip
    assert engine_table("my engine=cmd:./e --a=b:c") == {"name": "my engine", "command": "./e --a=b:c"}


def test_an_interrupt_says_how_to_go_on(tmp_path: Path) -> None:
    words = ["tournament", "--engine", "random", "--engine", "b=random", "--players", "3", "--games", "3000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "wonai.cli", *words, "-o", str(tmp_path / "x")],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert process.stderr is not None
    assert process.stderr.readline().startswith("game ")
    process.send_signal(signal.SIGINT)
    said = process.stderr.read()
    assert process.wait(30) == 130
    assert "of 3000 games are on disk, --resume goes on" in said
    assert "Traceback" not in said


def test_live_view(tmp_path: Path) -> None:
    """On a terminal there is a bar and a table that are drawn again and again."""
    words = ["tournament", "--engine", "random", "--engine", "b=random", "--players", "3", "--games", "4"]
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "wonai.cli", *words, "-o", str(tmp_path / "x")],
        stdout=subprocess.DEVNULL, stderr=theirs, env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    )  # fmt: skip
    os.close(theirs)
    seen = b""
    try:
        while data := os.read(ours, 65536):
            seen += data
    except OSError:  # how a terminal ends
        pass
    os.close(ours)
    assert process.wait(30) == 0
    assert b"4/4" in seen or b"3/4" in seen
    assert b"rating" in seen
    assert b"\x1b[" in seen
