"""What the engine says: whole lines to a descriptor, from several threads, and a log of all traffic."""

from __future__ import annotations

import contextlib
import os
import select
import stat
import threading
from collections.abc import Callable
from datetime import datetime

from wonai.protocol.lines import printable

_PIECE = select.PIPE_BUF
"""Bytes that a pipe which is ready takes without blocking."""
_LOOK_UP = 100
"""Milliseconds of waiting for a reader before it is asked whether there is any use in it."""


class TrafficLog:
    """A file to which every line is appended, with the time and who said it."""

    def __init__(self, path: str) -> None:
        # Without O_NONBLOCK the opening of a named pipe would wait for its reader.
        self._fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
        if not stat.S_ISREG(os.fstat(self._fd).st_mode):
            os.close(self._fd)
            raise OSError(0, "not a regular file")

    def note(self, arrow: str, lines: tuple[str, ...]) -> None:
        """`<<` for what was heard, `>>` for what was said."""
        now = datetime.now().isoformat(timespec="milliseconds")
        text = "".join(f"{now} {arrow} {printable(line)}\n" for line in lines)
        os.write(self._fd, text.encode())

    def close(self) -> None:
        """No more."""
        os.close(self._fd)


class Output:
    """Writes lines that belong together without others between them.

    When nobody reads any more, `on_closed` is called once and everything else is dropped.
    """

    def __init__(self, fd: int, on_closed: Callable[[], None] = lambda: None) -> None:
        self._fd = fd
        self._on_closed = on_closed
        self._lock = threading.Lock()
        self._log: TrafficLog | None = None
        self._is_closed = False

    def say(self, *lines: str) -> None:
        """Write lines; waits for a reader that is behind."""
        with self._lock:
            if not self._is_closed and lines:
                self._write(lines)

    def offer(self, *lines: str) -> None:
        """The same for lines that may be left out: they are, if the reader is behind."""
        with self._lock:
            if not self._is_closed and lines and self._is_ready(0):
                self._write(lines)

    def heard(self, line: str) -> None:
        """Note in the log what came in."""
        with self._lock:
            self._note("<<", (line,))

    def log_to(self, path: str) -> None:
        """Log to a file from now on, or no more without a path; `OSError` if it cannot be, and nothing changes then."""
        log = TrafficLog(path) if path else None
        with self._lock:
            if self._log is not None:
                self._log.close()
            self._log = log

    def close(self) -> None:
        """Say nothing more; does not wait for a reader that is behind."""
        self._is_closed = True

    def _write(self, lines: tuple[str, ...]) -> None:
        self._note(">>", lines)
        data = memoryview("".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
        try:
            while data and not self._is_closed:
                if self._is_ready(_LOOK_UP):
                    data = data[os.write(self._fd, data[:_PIECE]) :]
        except OSError:
            self._is_closed = True
            self._on_closed()

    def _is_ready(self, milliseconds: int) -> bool:
        """Whether a piece can be written now, or never again."""
        poll = select.poll()
        poll.register(self._fd, select.POLLOUT)
        return bool(poll.poll(milliseconds))

    def _note(self, arrow: str, lines: tuple[str, ...]) -> None:
        if self._log is None:
            return
        try:
            self._log.note(arrow, lines)
        except OSError:  # a full disk, say: the engine plays on without a log
            with contextlib.suppress(OSError):
                self._log.close()
            self._log = None
