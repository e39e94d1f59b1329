"""`wonai engine`: reads lines, has them obeyed, and ends at once when it should.

Input is read by one thread, also while a search runs in another: the end of the input, a signal or a closed output
wakes it up at any time.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from types import FrameType

from wonai.protocol.commands import Go, Refused, parse_command
from wonai.protocol.engine_session import EngineSession
from wonai.protocol.lines import BoundedLines
from wonai.protocol.output import Output
from wonai.protocol.wakeup import Wakeup
from wonai.strict_json import MAX_BYTES

MAX_LINE = 2 * MAX_BYTES
"""Bytes of a line: the largest position that can be read, and many moves."""
LAST_MOMENT = 0.3
"""Seconds that a search has to stop when the engine ends."""
_CHUNK = 65_536
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class EngineLoop:
    """The engine on two descriptors."""

    def __init__(self, fd_in: int, fd_out: int) -> None:
        self.is_stuck = False
        """Whether a search still runs after the end."""
        self._fd_in = fd_in
        self._wakeup = Wakeup()
        self._signal = 0
        self._output = Output(fd_out, on_closed=self._wakeup.wake)
        self._session = EngineSession(self._output)

    def run(self) -> int:
        """Until `quit`, the end of the input, a closed output or a signal; the exit status."""
        with self._signals_heard():
            try:
                with self._wakeup.woken_by_signals():
                    self._converse()
            finally:
                self.is_stuck = not self._session.close(LAST_MOMENT)
                self._wakeup.close()
        return 128 + self._signal if self._signal else 0

    def _converse(self) -> None:
        lines = BoundedLines(MAX_LINE)
        while self._wakeup.wait_for(self._fd_in):
            data = self._read()
            if not self._obey_all(lines.feed(data) if data else lines.end()) or not data:
                return

    def _read(self) -> bytes:
        try:
            return os.read(self._fd_in, _CHUNK)
        except OSError:  # a terminal that is gone, say: the same as the end
            return b""

    def _obey_all(self, lines: Iterable[bytes | None]) -> bool:
        """Whether the conversation goes on."""
        return all(self._obey(line) and not self._signal for line in lines)

    def _obey(self, line: bytes | None) -> bool:
        if line is None:
            self._session.refuse(Refused("too-long", f"the line is longer than {MAX_LINE:,} bytes"))
            return True
        try:
            return self._session.obey(line.decode())
        except UnicodeDecodeError as error:
            self._session.refuse(Refused("bad-encoding", f"the line is not UTF-8 at byte {error.start + 1}"))
            return True

    @contextlib.contextmanager
    def _signals_heard(self) -> Iterator[None]:
        old = {number: signal.signal(number, self._signalled) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self._signal = number
        self._output.close()  # nobody may read, and a signal does not wait for that


def run_commands(commands: Sequence[str], fd_out: int) -> int:
    """Obey commands one after another, waiting for each; 1 if one of them was refused, otherwise 0."""
    n_refused = 0

    class Witness(Output):
        """Counts the errors."""

        def say(self, *lines: str) -> None:
            nonlocal n_refused
            n_refused += sum(line.startswith("error ") for line in lines)
            super().say(*lines)

    session = EngineSession(Witness(fd_out))
    for command in commands:
        if _is_endless(command):
            session.refuse(Refused("syntax", "go: needs a limit here, where nobody can say stop"))
        elif not session.obey(command):
            break
        session.wait()
    session.close(LAST_MOMENT)
    return min(1, n_refused)


def _is_endless(line: str) -> bool:
    with contextlib.suppress(Refused):
        command = parse_command(line)
        return isinstance(command, Go) and (
            command.infinite or command.ponder or not (command.movetime or command.nodes or command.rounds)
        )
    return False
