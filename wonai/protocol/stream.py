"""One search of an engine as it runs: the infos, the way to stop it, and the answer, which is checked for legality."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from wonai.errors import IllegalMove
from wonai.game import State
from wonai.protocol.answers import AnswerError, Info, parse_bestmove, parse_info, shortened
from wonai.protocol.engine_errors import EngineError, EngineTimeout, IllegalEngineMove
from wonai.search.limits import Limit

MAX_QUEUED_INFOS = 1_000
"""Infos that a stream keeps for a slow reader, and ranks of lines; what is beyond is dropped."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds that an engine has to answer."""

    handshake: float = 10.0
    """From its start to `wepok`."""
    ready: float = 10.0
    """To `isready`, which also covers options and positions."""
    overrun: float = 5.0
    """To answer a `go` beyond its time limit."""
    stop: float = 5.0
    """To answer a `stop`."""
    quit: float = 1.0
    """To leave, before it is ended by force."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What an engine answered to `go`."""

    best: str
    ponder: str | None
    """The answer to the best move that the engine expects."""
    lines: tuple[Info, ...]
    """The last info of each rank, best first; empty if the engine gave none."""


class Driver(Protocol):
    """What a stream needs of the client that made it."""

    name: str
    timeouts: Timeouts
    n_ignored: int

    def tell(self, word: str) -> None:
        """Say something if the engine still listens."""

    def timed_out(self, what: str, seconds: float) -> EngineTimeout:
        """The error for an answer that did not come."""


class SearchStream:
    """One search as it runs: an async iterator of infos, which ends with the search.

        async with await engine.search(state) as stream:
            async for info in stream:
                if info.nodes and info.nodes > 10_000:
                    stream.stop()
        result = await stream.result()

    Leaving the block stops the search.
    """

    def __init__(
        self, client: Driver, state: State, limit: Limit, searchmoves: Sequence[str] | None, is_pondering: bool
    ) -> None:
        self.is_abandoned = False
        """Whether nobody waits for the result any more."""
        self._client = client
        self._state = state
        self._limit = limit
        self._searchmoves = None if searchmoves is None else frozenset(searchmoves)
        self._is_pondering = is_pondering
        self._is_stopped = False
        self._infos: deque[Info] = deque(maxlen=MAX_QUEUED_INFOS)
        self._lines: dict[int, Info] = {}
        self._news = asyncio.Event()
        self._result: asyncio.Future[SearchResult] = asyncio.get_running_loop().create_future()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.abandon()
        await self.end()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        while not self._infos:
            if self._result.done():
                self._result.result()  # a failed search ends its stream with the error
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._infos.popleft()

    @property
    def is_done(self) -> bool:
        """Whether the engine has given its answer, or never will."""
        return self._result.done()

    def stop(self) -> None:
        """Have the engine answer now; the result is then the best move so far."""
        if not self._is_stopped and not self.is_done:
            self._is_stopped = True
            self._client.tell("stop")

    def ponder_hit(self) -> None:
        """What was pondered on has happened: from now on the limits count."""
        if self._is_pondering and not self.is_done:
            self._is_pondering = False
            self._client.tell("ponderhit")

    async def result(self, timeout: float | None = None) -> SearchResult:
        """The answer; `EngineTimeout` if it does not come in time, and the engine is told to stop then."""
        if timeout is None and self._limit.time is not None and not self._is_pondering:
            timeout = self._limit.time + self._client.timeouts.overrun
        try:
            done, _ = await asyncio.wait([self._result], timeout=timeout)
        except asyncio.CancelledError:
            self.abandon()
            raise
        if not done:
            self.abandon()
            raise self._client.timed_out("go", timeout or 0.0)
        return self._result.result()

    async def end(self) -> None:
        """Wait until the engine is free again; an engine that does not stop raises `EngineTimeout`."""
        self.stop()
        seconds = self._client.timeouts.stop
        done, _ = await asyncio.wait([self._result], timeout=seconds)
        if not done:
            raise self._client.timed_out("stop", seconds)

    def abandon(self) -> None:
        """Nobody waits for the answer: have it stopped, and forget it when it comes."""
        self.is_abandoned = True
        self.stop()

    def info_received(self, line: str) -> None:
        """One line of news; those without a line of play, and bad ones, do not count for the result."""
        try:
            info = parse_info(line, self._state.seats)
        except AnswerError:
            self._client.n_ignored += 1
            return
        if info.pv:
            self._lines[info.multipv] = info
            if len(self._lines) > MAX_QUEUED_INFOS:
                del self._lines[max(self._lines)]
        self._infos.append(info)
        self._news.set()

    def best_received(self, line: str) -> None:
        """The answer: a move, legal or not."""
        answer = parse_bestmove(line)
        problem = self._objection(answer.move)
        if problem:
            self.fail(IllegalEngineMove(f"{self._client.name}: {problem}", answer.move))
            return
        lines = tuple(self._lines[rank] for rank in sorted(self._lines))
        self._news.set()
        self._result.set_result(SearchResult(answer.move, answer.ponder, lines))

    def fail(self, error: EngineError) -> None:
        """There will be no answer."""
        if not self._result.done():
            self._news.set()
            self._result.set_exception(error)
            self._result.exception()  # somebody may never ask for it

    def _objection(self, move: str) -> str:
        shown = shortened(move, 80)
        if self._searchmoves is not None and move not in self._searchmoves:
            return f'answered "{shown}", which is none of the moves it was to choose from'
        if self._state.is_legal(move):
            return ""
        try:
            self._state.copy().play(move)
        except IllegalMove as error:
            return f'answered "{shown}", which is illegal: {error}'
        return f'answered "{shown}", which is illegal'
