"""The client without async: the same calls, each of which waits.

All engines share one event loop in a thread, unless they are opened with one of their own.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

from wonai.game import State
from wonai.protocol.answers import EngineOption, Info, OptionValue
from wonai.protocol.client import EngineClient, open_engine
from wonai.protocol.engine_errors import EngineDied
from wonai.protocol.stream import SearchResult, SearchStream, Timeouts
from wonai.search.limits import Limit

T = TypeVar("T")


class _LoopThread:
    """An event loop that runs in a thread from the first call on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for the work; an interrupt (^C) cancels it."""
        future = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def call(self, function: Any, *arguments: Any) -> None:
        """Have the loop call a function soon."""
        self._running().call_soon_threadsafe(function, *arguments)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="wonai-client", daemon=True).start()
            return self._loop


class _OwnLoop:
    """An event loop that runs in the caller's thread, and only while a call waits.

    No other thread has to wake up, which halves the turns of the scheduler that a move costs. What the engine says
    between two calls waits in its pipe.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work; an interrupt (^C) leaves it."""
        if self._loop.is_closed():
            work.close()
            raise EngineDied("the engine was closed")
        return self._loop.run_until_complete(work)

    def call(self, function: Any, *arguments: Any) -> None:
        """Call a function in the loop."""

        async def now() -> None:
            function(*arguments)

        self.run(now())

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be done any more."""
        return self._loop.is_closed()

    def close(self) -> None:
        """For good."""
        self._loop.close()


def _start_anew() -> None:
    """Threads do not survive a fork."""
    global _LOOP
    _LOOP = _LoopThread()


_LOOP = _LoopThread()
os.register_at_fork(after_in_child=_start_anew)


class SyncEngineClient:
    """One engine, for code that is not async.

        with SyncEngineClient.open(["wonai", "engine"]) as engine:
            print(engine.play(state, Limit(time=1.0)).best)

    Every call waits for its answer; `search` gives a stream to iterate over.
    """

    def __init__(self, client: EngineClient, loop: _OwnLoop | None = None) -> None:
        self.asynchronous = client
        """The client that does the work."""
        self._own = loop

    @classmethod
    def open(
        cls,
        command: Sequence[str],
        *,
        timeouts: Timeouts | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
        is_threaded: bool = True,
    ) -> Self:
        """Start the engine with that command line, a list of words, and shake hands.

        Without the thread a move costs less, but the client may only be used by the thread that opened it, and
        reads what the engine says only during a call.
        """
        work = open_engine(command, timeouts=timeouts, cwd=cwd, env=env)
        if is_threaded:
            return cls(_LOOP.run(work))
        loop = _OwnLoop()
        try:
            return cls(loop.run(work), loop)
        except BaseException:
            loop.close()
            raise

    @property
    def _loop(self) -> _LoopThread | _OwnLoop:
        return self._own or _LOOP

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """As the engine calls itself."""
        return self.asynchronous.name

    @property
    def author(self) -> str:
        """Who made it."""
        return self.asynchronous.author

    @property
    def options(self) -> Mapping[str, EngineOption]:
        """What can be set."""
        return self.asynchronous.options

    @property
    def is_alive(self) -> bool:
        """Whether the engine can be spoken to."""
        return self.asynchronous.is_alive

    def close(self) -> None:
        """See that the engine is gone; may be called twice."""
        if self._own is None:
            _LOOP.run(self.asynchronous.close())
        elif not self._own.is_closed:
            try:
                self._own.run(self.asynchronous.close())
            finally:
                self._own.close()

    def ping(self) -> None:
        """See that the engine answers."""
        self._loop.run(self.asynchronous.ping())

    def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Set options."""
        self._loop.run(self.asynchronous.configure(values))

    def new_game(self) -> None:
        """Have the engine forget the old game."""
        self._loop.run(self.asynchronous.new_game())

    def ask(self, command: str, *, timeout: float | None = None) -> list[str]:
        """The lines with which the engine answers a command for people."""
        return self._loop.run(self.asynchronous.ask(command, timeout=timeout))

    def play(
        self,
        state: State,
        limit: Limit,
        *,
        moves: Sequence[str] = (),
        searchmoves: Sequence[str] | None = None,
        timeout: float | None = None,
        at_once: bool = False,
    ) -> SearchResult:
        """The engine's move."""
        work = self.asynchronous.play(
            state, limit, moves=moves, searchmoves=searchmoves, timeout=timeout, at_once=at_once
        )
        return self._loop.run(work)

    def analyse(
        self,
        state: State,
        limit: Limit,
        *,
        moves: Sequence[str] = (),
        searchmoves: Sequence[str] | None = None,
        multipv: int | None = None,
        timeout: float | None = None,
    ) -> SearchResult:
        """The engine's best lines."""
        return self._loop.run(
            self.asynchronous.analyse(
                state, limit, moves=moves, searchmoves=searchmoves, multipv=multipv, timeout=timeout
            )
        )

    def search(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        moves: Sequence[str] = (),
        searchmoves: Sequence[str] | None = None,
        ponder: bool = False,
    ) -> SyncSearchStream:
        """Start a search and return the stream of what it finds."""
        work = self.asynchronous.search(state, limit, moves=moves, searchmoves=searchmoves, ponder=ponder)
        return SyncSearchStream(self._loop.run(work), self._loop)


class SyncSearchStream:
    """One search as it runs: iterate over its infos, stop it, ask for its result."""

    def __init__(self, stream: SearchStream, loop: _LoopThread | _OwnLoop) -> None:
        self._stream = stream
        self._loop = loop

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.run(self._stream.__aexit__(kind, error, trace))

    def __iter__(self) -> Iterator[Info]:
        while True:
            try:
                info = self._loop.run(self._stream.__anext__())
            except StopAsyncIteration:
                return
            yield info

    def stop(self) -> None:
        """Have the engine answer now."""
        self._loop.call(self._stream.stop)

    def ponder_hit(self) -> None:
        """What was pondered on has happened."""
        self._loop.call(self._stream.ponder_hit)

    def result(self, timeout: float | None = None) -> SearchResult:
        """The answer."""
        return self._loop.run(self._stream.result(timeout))
