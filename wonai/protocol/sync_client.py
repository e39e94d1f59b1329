"""The client without async: the same calls, each of which waits. All engines share one event loop in a thread."""

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

    def __init__(self, client: EngineClient) -> None:
        self.asynchronous = client
        """The client that does the work, in its own thread."""

    @classmethod
    def open(
        cls,
        command: Sequence[str],
        *,
        timeouts: Timeouts | None = None,
        cwd: str | os.PathLike[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Self:
        """Start the engine with that command line, a list of words, and shake hands."""
        return cls(_LOOP.run(open_engine(command, timeouts=timeouts, cwd=cwd, env=env)))

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
        """See that the engine is gone."""
        _LOOP.run(self.asynchronous.close())

    def ping(self) -> None:
        """See that the engine answers."""
        _LOOP.run(self.asynchronous.ping())

    def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Set options."""
        _LOOP.run(self.asynchronous.configure(values))

    def new_game(self) -> None:
        """Have the engine forget the old game."""
        _LOOP.run(self.asynchronous.new_game())

    def ask(self, command: str, *, timeout: float | None = None) -> list[str]:
        """The lines with which the engine answers a command for people."""
        return _LOOP.run(self.asynchronous.ask(command, timeout=timeout))

    def play(
        self,
        state: State,
        limit: Limit,
        *,
        moves: Sequence[str] = (),
        searchmoves: Sequence[str] | None = None,
        timeout: float | None = None,
    ) -> SearchResult:
        """The engine's move."""
        work = self.asynchronous.play(state, limit, moves=moves, searchmoves=searchmoves, timeout=timeout)
        return _LOOP.run(work)

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
        return _LOOP.run(
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
        return SyncSearchStream(_LOOP.run(work))


class SyncSearchStream:
    """One search as it runs: iterate over its infos, stop it, ask for its result."""

    def __init__(self, stream: SearchStream) -> None:
        self._stream = stream

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _LOOP.run(self._stream.__aexit__(kind, error, trace))

    def __iter__(self) -> Iterator[Info]:
        while True:
            try:
                info = _LOOP.run(self._stream.__anext__())
            except StopAsyncIteration:
                return
            yield info

    def stop(self) -> None:
        """Have the engine answer now."""
        _LOOP.call(self._stream.stop)

    def ponder_hit(self) -> None:
        """What was pondered on has happened."""
        _LOOP.call(self._stream.ponder_hit)

    def result(self, timeout: float | None = None) -> SearchResult:
        """The answer."""
        return _LOOP.run(self._stream.result(timeout))
