"""No engine outlives its client: one small watcher per client process, and the process groups it watches.

The watcher is a shell that reads the numbers of process groups from a pipe. The pipe closes when the client process
ends, however it ends (also by `kill -9`), and then the watcher kills every group that is still on its list.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import threading

_WATCHER = """
trap '' INT TERM HUP QUIT
groups=
while read -r verb group; do
  case $verb in
    +) groups="$groups $group" ;;
    -) kept=; for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done; groups=$kept ;;
  esac
done
for one in $groups; do kill -s KILL -- "-$one"; done
"""

_LAST_MOMENT = 2.0
"""Seconds that the end of the client process may wait for the watcher to finish."""


class Guard:
    """The watcher of this process; started with the first engine."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self._watcher: subprocess.Popen[bytes] | None = None

    def watch(self, group: int) -> None:
        """Have the group killed when this process ends."""
        with self._lock:
            self._groups.add(group)
            self._tell(f"+ {group}\n")

    def release(self, group: int) -> None:
        """The group is gone."""
        with self._lock:
            if group in self._groups:
                self._groups.remove(group)
                self._tell(f"- {group}\n")

    def close(self) -> None:
        """Kill what is left, and end the watcher."""
        with self._lock:
            if self._watcher is None or self._watcher.stdin is None:
                return
            with contextlib.suppress(OSError):
                self._watcher.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._watcher.wait(_LAST_MOMENT)
            self._watcher = None

    def _tell(self, line: str) -> None:
        try:
            if self._watcher is not None:
                self._send(line)
                return
        except OSError:
            self._watcher = None  # somebody ended it; the new one gets the whole list
        self._watcher = subprocess.Popen(
            ["/bin/sh", "-c", _WATCHER],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        self._send("".join(f"+ {group}\n" for group in sorted(self._groups)))

    def _send(self, text: str) -> None:
        assert self._watcher is not None
        assert self._watcher.stdin is not None
        self._watcher.stdin.write(text.encode())
        self._watcher.stdin.flush()


def kill_group(group: int) -> None:
    """End every process of a group at once; none left is just as well."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _start_anew() -> None:
    """A forked child has none of its parent's engines to answer for."""
    global GUARD
    GUARD = Guard()


GUARD = Guard()
atexit.register(lambda: GUARD.close())
os.register_at_fork(after_in_child=_start_anew)
