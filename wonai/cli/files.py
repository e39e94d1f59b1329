"""Files for the commands: reading with `-` for standard input, and writing whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import sys
from pathlib import Path

import click

import wonai
from wonai.errors import PositionError, RecordError, WonaiError
from wonai.game import State
from wonai.record import HEADER, MAX_BYTES, Record, read

STANDARD = "-"
"""The name that stands for standard input or output."""


def read_bytes(name: str) -> bytes:
    """What is in a file, or one byte more than any file may have."""
    if name == STANDARD:
        if sys.stdin is None:  # closed by the caller
            raise OSError(errno.EBADF, os.strerror(errno.EBADF), STANDARD)
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with open(name, "rb") as file:
        return file.read(MAX_BYTES + 1)


def load_state(name: str) -> State:
    """The position in a file; the sentence of a `PositionError` begins with the file's name."""
    data = read_bytes(name)
    if _is_record(data):
        raise PositionError(f"{name}: this is a game record; `wonai replay --at N --json` gives the position at a move")
    return _position(name, data)


def load_record(name: str) -> Record:
    """The game in a file, also an unfinished one."""
    data = read_bytes(name)
    if data.lstrip().startswith(b"{"):
        raise RecordError(f"{name}: this looks like a position, not like a game record; `wonai show` shows positions")
    try:
        return read(data, allow_unfinished=True)
    except WonaiError as error:
        raise _named(name, error) from None


def check(name: str) -> None:
    """Read a position or a finished record and forget it; an error names the file."""
    data = read_bytes(name)
    if not _is_record(data):
        _position(name, data)
        return
    try:
        read(data)
    except WonaiError as error:
        raise _named(name, error) from None


def _is_record(data: bytes) -> bool:
    """Of this version of the format or another."""
    return data.startswith(HEADER.rpartition("/")[0].encode())


def _position(name: str, data: bytes) -> State:
    try:
        return wonai.loads(data)
    except WonaiError as error:
        raise _named(name, error) from None


def _named(name: str, error: WonaiError) -> WonaiError:
    return type(error)(f"{name}: {error}")


def emit(text: str) -> None:
    """Print a text and a line feed as UTF-8, whatever the locale."""
    click.echo(text.encode("utf-8", "backslashreplace"))


def check_writable(*names: str | None) -> None:
    """Say at once, and not after the work, that there is no place for a file; `None` and `-` always have theirs."""
    for name in names:
        if name is None or name == STANDARD:
            continue
        target = Path(os.path.realpath(name))
        if target.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), name)
        if not target.parent.is_dir():
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), name)
        if not target.exists() and not os.access(target.parent, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES), name)


def write_text(name: str, text: str) -> None:
    """Write a text and a line feed to a file, or print it for `-`."""
    if name == STANDARD:
        emit(text)
    else:
        write_bytes(name, f"{text}\n".encode("utf-8", "backslashreplace"))


def write_bytes(name: str, data: bytes) -> None:
    """Replace a file at one stroke: after an error the old one is still there, unchanged."""
    if name == STANDARD:
        click.echo(data, nl=False)
        return
    target = Path(os.path.realpath(name))
    if target.exists() and not stat.S_ISREG(target.stat().st_mode):
        target.write_bytes(data)  # a pipe or device cannot be replaced
        return
    draft = target.with_name(f".{target.name[:80]}.{os.urandom(4).hex()}.tmp")
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        os.replace(draft, target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None  # the user knows no draft
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
