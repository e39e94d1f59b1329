"""Waiting for input that anything else may end: another thread, or a signal.

Python runs the handler of a signal between two instructions of the main thread. A signal that comes in the moment
before a `select`, or that the system hands to another thread, would be heard only with the next line of input. So
every signal also writes a byte to a pipe that the `select` watches.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
from collections.abc import Iterator


class Wakeup:
    """A pipe to be watched beside the input."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)

    def wake(self) -> None:
        """End the wait, this one or the next; for any thread."""
        with contextlib.suppress(OSError):  # full is just as well
            os.write(self._write, b"x")

    def wait_for(self, fd: int) -> bool:
        """Wait for input; False if the wait was ended."""
        ready, _, _ = select.select([fd, self._read], [], [])
        return self._read not in ready

    @contextlib.contextmanager
    def woken_by_signals(self) -> Iterator[None]:
        """Every signal that has a handler ends the wait, too; for the main thread."""
        before = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)

    def close(self) -> None:
        """No more waiting, and nobody wakes any more."""
        os.close(self._read)
        os.close(self._write)
