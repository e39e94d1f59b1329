"""An engine for tests that is no process: a script of what it hears and says."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence

from wonai.protocol.transport import Listener, Transport


class MockTransport(Transport):
    """Says what it was told to say, and holds the client to the script.

        mock = MockTransport()
        mock.expect("wep", "id name Mock", "id author me", "wepok")
        client = EngineClient(mock)
        await client.connect()
        mock.assert_done()

    `isready` is answered by itself unless `answers_ready` is false, so that scripts stay short.
    """

    def __init__(self, *, answers_ready: bool = True) -> None:
        self.answers_ready = answers_ready
        self.heard: list[str] = []
        """Every line the client has sent."""
        self.is_closed = False
        self._script: deque[tuple[str, tuple[str, ...]]] = deque()
        self._listener: Listener | None = None

    def expect(self, line: str, *answers: str) -> None:
        """The next line to come, or how it begins if `line` ends with `…`, and what to say then."""
        self._script.append((line, answers))

    def expect_handshake(self, options: Sequence[str] = ()) -> None:
        """`wep`, answered in full."""
        self.expect("wep", "id name Mock", "id author nobody", *options, "wepok")

    def say(self, *lines: str) -> None:
        """Have the engine say something of its own accord."""
        for line in lines:
            if self._listener is not None:
                asyncio.get_running_loop().call_soon(self._listener.line_received, line)

    def die(self, how: str = "exited with status 1") -> None:
        """Have the engine die."""
        if self._listener is not None:
            asyncio.get_running_loop().call_soon(self._listener.engine_gone, how)

    def assert_done(self) -> None:
        """Everything expected has come."""
        assert not self._script, f"still expected: {[line for line, _ in self._script]}"

    async def start(self, listener: Listener) -> None:
        self._listener = listener

    def send(self, *lines: str) -> None:
        for line in lines:
            self._hear(line)

    def _hear(self, line: str) -> None:
        self.heard.append(line)
        if line == "isready" and self.answers_ready:
            self.say("readyok")
        elif line != "quit" or self._script:
            assert self._script, f"unexpected: {line}"
            expected, answers = self._script.popleft()
            assert _fits(line, expected), f"expected {expected!r}, got {line!r}"
            self.say(*answers)

    async def close(self, grace: float) -> None:
        self.is_closed = True


def _fits(line: str, expected: str) -> bool:
    if expected.endswith("…"):
        return line.startswith(expected[:-1])
    return line == expected
