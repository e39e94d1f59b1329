"""What goes wrong outside: bad files, full disks, closed pipes, ^C. One sentence, no traceback, nothing lost."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from tests.cli.conftest import Run
from wonai.cli.files import write_bytes
from wonai.record import MAX_BYTES

WONAI = [sys.executable, "-m", "wonai.cli"]


def sentence(run: Run, *args: str, stdin: bytes = b"") -> str:
    """The one line a failing command says."""
    result = run(*args, stdin=stdin)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("Error: ").rstrip("\n")


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999"])
@pytest.mark.parametrize(
    "arguments",
    [
        *(("analyse", "-", "--time"), ("review", "-", "--time"), ("plan", "-", "--time"), ("check-engine", "--slack")),
        *(("selfplay", "--time"), ("selfplay", "--decide"), ("barter", "-", "--firmness"), ("serve", "--time")),
        *(("sprt", "a", "b", "--alpha"), ("sprt", "a", "b", "--effect"), ("tournament", "--stall")),
    ],
    ids=" ".join,
)
def test_numbers_that_are_none(run: Run, arguments: tuple[str, ...], number: str) -> None:
    result = run(*arguments, number)
    assert result.exit_code == 2
    assert "Error: Invalid value for " in result.stderr


def test_a_file_in_place_of_a_folder(run: Run) -> None:
    """The message names what the user named, not the draft beside it."""
    Path("file").write_text("", encoding="utf-8")
    assert sentence(run, "new", "--players", "3", "-o", "file/game.json") == "file/game.json: Not a directory"


def test_files_that_cannot_be_read(run: Run) -> None:
    Path("folder").mkdir()
    assert sentence(run, "show", "nowhere.json") == "nowhere.json: No such file or directory"
    assert sentence(run, "show", "folder") == "folder: Is a directory"
    assert sentence(run, "show", "-", stdin=b"\xff\xfe").startswith("-: ")
    assert sentence(run, "replay", "-", stdin=b"\xff\xfe") == "-: line 1: not UTF-8 (byte 0xff)"
    assert sentence(run, "show", "-", stdin=b"").startswith("-: ")
    assert sentence(run, "show", "-", stdin=b" " * (MAX_BYTES + 1)) == f"-: the file is larger than {MAX_BYTES:,} bytes"
    assert "larger than" in sentence(run, "replay", "-", stdin=b" " * (MAX_BYTES + 1))
    assert sentence(run, "show", "-", stdin=b"[" * 100_000).startswith("-: ")
    assert sentence(run, "show", "-", stdin=b'{"game": "chess"}').startswith("-: ")
    assert sentence(run, "replay", "-", stdin=b"wonai-record/9\n").startswith('-: line 1: expected "wonai-record/1"')


def test_a_record_is_told_from_a_position(run: Run, start: str) -> None:
    record = b"wonai-record/1\ngame: orchard\n"
    assert "this is a game record; `wonai replay" in sentence(run, "show", "-", stdin=record)
    assert "this looks like a position" in sentence(run, "replay", start)


def test_messages_do_not_drive_the_terminal(run: Run) -> None:
    hostile = "wonai-record/1\ngame: orchard\nstart: players 2\n   1 chance \x1b[2J\n"
    assert "\x1b" not in sentence(run, "replay", "-", stdin=hostile.encode())
    assert "\x1b" not in sentence(run, "show", "\x1b[2J.json")
    assert "\x1b" not in sentence(run, "new", "--game", "\x1b[2J", "--players", "3")


def test_a_failed_write_changes_nothing(run: Run, start: str) -> None:
    before = sorted(os.listdir()), Path(start).read_bytes()
    full = OSError(errno.ENOSPC, "No space left on device")
    for step in ("os.fsync", "os.replace"):
        with mock.patch(step, side_effect=full):
            assert sentence(run, "apply", start, "draw:pear", "-o", start) == "start.json: No space left on device"
        assert (sorted(os.listdir()), Path(start).read_bytes()) == before
    assert sentence(run, "show", start, "--svg", "nowhere/out.svg") == "nowhere/out.svg: No such file or directory"


def test_a_replaced_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_bytes(str(link), b"new")
    assert (target.read_bytes(), target.stat().st_mode & 0o777, link.is_symlink()) == (b"new", 0o640, True)


def test_a_device_is_written_not_replaced(run: Run, start: str) -> None:
    assert run("show", start, "--svg", "/dev/null").exit_code == 0
    assert not Path("/dev/null").is_file()


def test_output_is_utf8_in_any_locale(tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    position = subprocess.run([*WONAI, "new", "--players", "3"], check=True, capture_output=True).stdout
    shown = subprocess.run([*WONAI, "show", "-"], input=position, capture_output=True, env=environment, check=False)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout.decode("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_a_closed_pipe_is_quiet() -> None:
    position = subprocess.run([*WONAI, "new", "--players", "3"], check=True, capture_output=True).stdout
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*WONAI, "moves", "-"], input=position, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.skipif(os.name != "posix", reason="pipes and signals of POSIX")
def test_interrupt_is_quiet() -> None:
    process = subprocess.Popen([*WONAI, "show", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b" " * 1_000_000)  # more than a pipe holds: it returns only when the command is reading
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=10)
    assert (process.returncode, said.strip()) == (130, b"")


def test_real_process_reports_one_sentence() -> None:
    done = subprocess.run([*WONAI, "show", "nowhere.json"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Error: nowhere.json: No such file or directory\n")
