"""How lines get to an engine and back: the interface, and engines as processes of their own.

Whatever the engine does, memory stays bounded: a line has a longest length, an engine that floods is read slowly, and
one that does not read its input is given up.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Protocol

from wonai.errors import WonaiError
from wonai.protocol import guard

MAX_LINE = 2**20
"""Bytes; no longer line is read from an engine."""
MAX_UNSENT = 16 * 2**20
"""Bytes waiting for an engine to read them, before it is given up."""
LINES_PER_SECOND = 5_000
"""An engine that says more is read no faster: its own output pipe holds it up."""
LAST_WORDS = 0.2
"""Seconds for the output of a dead engine to arrive, and for one that closed its output to die."""

_OUT, _ERR = 1, 2


class Listener(Protocol):
    """Who hears what an engine says. All calls come from the event loop."""

    def line_received(self, line: str) -> None:
        """One line of its output, without the line feed."""

    def complaint_received(self, line: str) -> None:
        """One line of its error output."""

    def engine_gone(self, how: str) -> None:
        """The last call: it says nothing any more. `how` is half a sentence: `exited with status 3`."""


class Transport(ABC):
    """The way to one engine."""

    @abstractmethod
    async def start(self, listener: Listener) -> None:
        """Begin; the listener hears everything from now on. `OSError` if there is no such engine."""

    @abstractmethod
    def send(self, *lines: str) -> None:
        """Hand over lines, at one stroke, so that the engine wakes up once; a dead engine does not hear them."""

    @abstractmethod
    async def close(self, grace: float) -> None:
        """Close the engine's input, wait so many seconds for it to leave, then end it by force."""


class LineSplitter:
    """Bytes in any pieces in, whole lines out."""

    def __init__(self, most: int = MAX_LINE) -> None:
        self._most = most
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now; `WonaiError` if one is too long."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > self._most or any(len(line) > self._most for line in lines):
            self._rest = b""
            raise WonaiError(f"a line is longer than {self._most:,} bytes")
        return [line.removesuffix(b"\r") for line in lines]

    def rest(self) -> bytes:
        """What stands behind the last line feed."""
        rest, self._rest = self._rest, b""
        return rest


class ProcessTransport(Transport):
    """An engine as a process with a group of its own, which never outlives this process."""

    def __init__(
        self, command: Sequence[str], *, cwd: str | os.PathLike[str] | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        if isinstance(command, str) or not command:
            raise WonaiError(f"expected the command line as a list of words, got {command!r}")
        self._command = [str(word) for word in command]
        self._cwd = cwd
        self._env = env
        self._pipes: _Pipes | None = None
        self._transport: asyncio.SubprocessTransport | None = None

    @property
    def pid(self) -> int:
        """The number of the process, which is also that of its group."""
        assert self._transport is not None
        pid = self._transport.get_pid()
        assert pid is not None
        return pid

    async def start(self, listener: Listener) -> None:
        self._transport, self._pipes = await asyncio.get_running_loop().subprocess_exec(
            lambda: _Pipes(listener), *self._command, cwd=self._cwd, env=self._env, start_new_session=True
        )
        guard.GUARD.watch(self.pid)

    def send(self, *lines: str) -> None:
        assert self._transport is not None
        assert self._pipes is not None
        pipe = self._transport.get_pipe_transport(0)
        if self._pipes.is_gone or not isinstance(pipe, asyncio.WriteTransport) or pipe.is_closing():
            return
        pipe.write("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))
        if pipe.get_write_buffer_size() > MAX_UNSENT:
            self._pipes.give_up("does not read its input")

    async def close(self, grace: float) -> None:
        if self._transport is None or self._pipes is None:
            return
        pipe = self._transport.get_pipe_transport(0)
        if isinstance(pipe, asyncio.WriteTransport):
            pipe.close()
        try:
            async with asyncio.timeout(grace):
                await self._pipes.exited.wait()
        except TimeoutError:
            pass
        finally:
            self._pipes.kill()
        await self._pipes.exited.wait()
        self._transport.close()


class _Pipes(asyncio.SubprocessProtocol):
    """The three pipes of one process, and its end."""

    def __init__(self, listener: Listener) -> None:
        self.exited = asyncio.Event()
        self.is_gone = False
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._transport: asyncio.SubprocessTransport | None = None
        self._splitters = {_OUT: LineSplitter(), _ERR: LineSplitter()}
        self._open = {_OUT, _ERR}
        self._heard = dict.fromkeys(self._open, 0)
        self._second = self._loop.time()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self._transport = transport

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if self.is_gone:
            return
        try:
            lines = self._splitters[fd].feed(data)
        except WonaiError as error:
            if fd == _OUT:
                self.give_up(f"broke the protocol: {error}")
            return
        for line in lines:
            self._hear(fd, line)
        self._slow_down(fd, len(lines))

    def _hear(self, fd: int, data: bytes) -> None:
        line = data.decode("utf-8", "replace")
        if not line.strip() or self.is_gone:
            return
        if fd == _OUT:
            self._listener.line_received(line)
        else:
            self._listener.complaint_received(line)

    def _slow_down(self, fd: int, n_lines: int) -> None:
        """Stop reading for the rest of the second once too much was said in it."""
        now = self._loop.time()
        if now - self._second >= 1.0:
            self._second = now
            self._heard = dict.fromkeys(self._heard, 0)
        self._heard[fd] += n_lines
        if self._heard[fd] <= LINES_PER_SECOND:
            return
        pipe = self._transport.get_pipe_transport(fd) if self._transport is not None else None
        if isinstance(pipe, asyncio.ReadTransport) and not pipe.is_closing():
            pipe.pause_reading()
            self._loop.call_later(self._second + 1.0 - now, _read_on, pipe)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd not in self._open:
            return
        self._hear(fd, self._splitters[fd].rest())
        self._open.discard(fd)
        if self.exited.is_set() and not self._open:
            self._report(self._how())
        elif fd == _OUT:
            self._loop.call_later(LAST_WORDS, self.give_up, "closed its output")

    def process_exited(self) -> None:
        self.exited.set()
        self._clean_up()
        if self._open:  # a child of the engine may hold them open for ever
            self._loop.call_later(LAST_WORDS, lambda: self._report(self._how()))
        else:
            self._report(self._how())

    def give_up(self, how: str) -> None:
        """The engine is beyond use: end it."""
        self._report(how)
        self.kill()

    def kill(self) -> None:
        """End the process and its children by force, unless that has happened."""
        if not self.exited.is_set():
            guard.kill_group(self._group())

    def _clean_up(self) -> None:
        """End the children that the engine left behind."""
        guard.kill_group(self._group())
        guard.GUARD.release(self._group())

    def _group(self) -> int:
        assert self._transport is not None
        pid = self._transport.get_pid()
        assert pid is not None
        return pid

    def _report(self, how: str) -> None:
        if not self.is_gone:
            self.is_gone = True
            self._listener.engine_gone(self._how() if self.exited.is_set() else how)

    def _how(self) -> str:
        assert self._transport is not None
        status = self._transport.get_returncode()
        if status is None or status >= 0:
            return f"exited with status {status}"
        with contextlib.suppress(ValueError):
            return f"was killed by {signal.Signals(-status).name}"
        return f"was killed by signal {-status}"


def _read_on(pipe: asyncio.ReadTransport) -> None:
    with contextlib.suppress(RuntimeError):  # it was closed meanwhile
        if not pipe.is_closing():
            pipe.resume_reading()
