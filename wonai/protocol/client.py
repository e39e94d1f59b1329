"""Drives an engine: handshake, options, searches and the stream of what it finds. Async; knows no game by name.

    async with await open_engine(["wonai", "engine"]) as engine:
        await engine.configure({"Threads": 2})
        result = await engine.play(state, Limit(time=1.0))

An engine that dies, hangs, breaks the protocol or plays an illegal move raises a kind of `EngineError`.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Self

from wonai.errors import did_you_mean
from wonai.game import CHANCE, State
from wonai.protocol.answers import (
    NEEDS_MOVES,
    AnswerError,
    EngineOption,
    OptionError,
    OptionValue,
    Refusal,
    parse_error,
    parse_option,
    shortened,
)
from wonai.protocol.engine_errors import EngineDied, EngineError, EngineRefused, EngineTimeout, ProtocolViolation
from wonai.protocol.stream import SearchResult, SearchStream, Timeouts
from wonai.protocol.transport import ProcessTransport, Transport
from wonai.search.limits import Limit

MAX_LAST_LINES = 10
"""So many lines of an engine are kept, to be shown when it dies."""
MAX_OPTIONS = 1_000
MAX_REPLY_LINES = 100_000
"""Lines of an answer to `ask`."""

_log = logging.getLogger("wonai.client")


async def open_engine(
    command: Sequence[str],
    *,
    timeouts: Timeouts | None = None,
    cwd: str | os.PathLike[str] | None = None,
    env: Mapping[str, str] | None = None,
) -> EngineClient:
    """Start the engine with that command line, a list of words, and shake hands."""
    client = EngineClient(ProcessTransport(command, cwd=cwd, env=env), name=str(command[0]), timeouts=timeouts)
    await client.connect()
    return client


class EngineClient:
    """One engine. One search at a time; `close` it, or use it in an `async with`."""

    def __init__(self, transport: Transport, *, name: str = "the engine", timeouts: Timeouts | None = None) -> None:
        self.name = name
        """As the engine calls itself, once it has said so."""
        self.author = ""
        self.options: dict[str, EngineOption] = {}
        self.timeouts = timeouts or Timeouts()
        self.last_lines: deque[str] = deque(maxlen=MAX_LAST_LINES)
        """The end of what the engine has said, also on its error output."""
        self.n_ignored = 0
        """Lines that were no part of the protocol."""
        self._transport = transport
        self._handshake: asyncio.Future[None] | None = None
        self._ready: asyncio.Future[None] | None = None
        self._ready_lock = asyncio.Lock()
        self._n_owed = 0
        """`readyok`s still to come, so that one that comes too late is not taken for the next."""
        self._reply: list[str] | None = None
        self._refusals: deque[Refusal] = deque(maxlen=MAX_LAST_LINES)
        self._search: SearchStream | None = None
        self._is_at_once = False
        """Whether the position of the search was sent without waiting for what the engine says to it."""
        self._gone: EngineError | None = None
        self._is_closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # -----------------------------------------------------------------------------------------------------------------
    # Life and death

    async def connect(self) -> None:
        """Start the engine and shake hands; on failure the engine is ended."""
        self._handshake = asyncio.get_running_loop().create_future()
        try:
            await self._start()
            self._send("wep")
            await self._within(self.timeouts.handshake, self._handshake, "wep")
        except BaseException:
            await self.close()
            raise
        finally:
            self._handshake = None

    async def _start(self) -> None:
        try:
            await self._transport.start(self)
        except OSError as error:
            self._gone = EngineDied(f"{self.name}: cannot be started: {error.strerror or error}")
            raise self._gone from None

    async def close(self) -> None:
        """Say `quit` and see that the engine is gone, by force if need be. May be called at any time, also twice."""
        if not self._is_closed:
            self._is_closed = True
            if self._gone is None:
                self._transport.send("quit")
        await self._transport.close(0.0 if self._gone else self.timeouts.quit)
        self._fail(EngineDied(f"{self.name}: was closed"))

    @property
    def is_alive(self) -> bool:
        """Whether the engine can be spoken to."""
        return self._gone is None and not self._is_closed

    # -----------------------------------------------------------------------------------------------------------------
    # Commands

    async def ping(self) -> None:
        """See that the engine answers; works during a search."""
        await self._say([], "isready", self.timeouts.ready)

    async def configure(self, values: Mapping[str, OptionValue]) -> None:
        """Set options; all are checked against what the engine announced before the first one is set."""
        lines = [_setoption(self._option(name), value) for name, value in values.items()]
        await self._settle()
        await self._say(lines, "setoption", self.timeouts.ready)

    async def new_game(self) -> None:
        """Have the engine forget the old game."""
        await self._settle()
        await self._say(["newgame"], "newgame", self.timeouts.ready)

    async def ask(self, command: str, *, timeout: float | None = None) -> list[str]:
        """The lines with which the engine answers a command for people: `d`, `legal`, `eval` ..."""
        await self._settle()
        if not command.isprintable():
            raise ValueError(f"expected a command of one line, got {command!r}")
        self._reply = []
        try:
            await self._say([command], command, self.timeouts.ready if timeout is None else timeout)
            return self._reply
        finally:
            self._reply = None

    async def play(
        self,
        state: State,
        limit: Limit,
        *,
        moves: Sequence[str] = (),
        searchmoves: Sequence[str] | None = None,
        timeout: float | None = None,
        at_once: bool = False,
    ) -> SearchResult:
        """The engine's move in the position that `moves` lead to from `state`.

        That includes the answer to an offer that waits for the seat to move. A node limit alone has no time-out
        unless one is given. `at_once` does not wait for the engine to have read the position before it says `go`:
        quicker, but an engine that refuses the position cannot be asked again.
        """
        if limit == Limit():
            raise ValueError("play needs a limit; use search for a stream that is stopped by hand")
        stream = await self._searching(state, limit, moves, searchmoves, ponder=False, at_once=at_once)
        return await stream.result(timeout)

    async def analyse(
        self,
        state: State,
        limit: Limit,
        *,
        moves: Sequence[str] = (),
        searchmoves: Sequence[str] | None = None,
        multipv: int | None = None,
        timeout: float | None = None,
    ) -> SearchResult:
        """Like `play`, with as many lines as `multipv` asks for."""
        if multipv is not None:
            await self.configure({"MultiPV": multipv})
        return await self.play(state, limit, moves=moves, searchmoves=searchmoves, timeout=timeout)

    async def search(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        moves: Sequence[str] = (),
        searchmoves: Sequence[str] | None = None,
        ponder: bool = False,
    ) -> SearchStream:
        """Start a search and return the stream of what it finds; without a limit it runs until it is stopped."""
        return await self._searching(state, limit or Limit(), moves, searchmoves, ponder=ponder, at_once=False)

    async def _searching(
        self,
        state: State,
        limit: Limit,
        moves: Sequence[str],
        searchmoves: Sequence[str] | None,
        *,
        ponder: bool,
        at_once: bool,
    ) -> SearchStream:
        here = _position_after(state, moves)
        if searchmoves is None and NEEDS_MOVES in self.options:
            searchmoves = here.legal_moves()
        await self._settle()
        question = [position_line(state, moves), go_line(limit, searchmoves, ponder)]
        if not at_once:
            await self._say(question[:1], "position", self.timeouts.ready)
            del question[0]
        self._search = SearchStream(self, here, limit, searchmoves, ponder)
        self._is_at_once = at_once
        self._send(*question)
        return self._search

    async def _settle(self) -> None:
        """See that no search is going on; one that its caller has left is stopped and waited for."""
        search = self._search
        if search is None or search.is_done:
            return
        if not search.is_abandoned:
            raise EngineError(f"{self.name}: is searching already; stop that search first")
        await search.end()

    def _option(self, name: str) -> EngineOption:
        if name not in self.options:
            raise OptionError(f'{self.name}: has no option "{name}"{did_you_mean(name, self.options)}')
        return self.options[name]

    async def _say(self, lines: Sequence[str], what: str, seconds: float) -> None:
        """Send lines and wait until the engine has carried them out; `EngineRefused` if it objected."""
        async with self._ready_lock:
            self._refusals.clear()
            self._ready = asyncio.get_running_loop().create_future()
            try:
                self._send(*lines, "isready")
                self._n_owed += 1
                await self._within(seconds, self._ready, what)
            finally:
                self._ready = None
            if lines and self._refusals:
                raise self._refused(what, self._refusals[0])

    def _refused(self, what: str, refusal: Refusal) -> EngineRefused:
        return EngineRefused(f"{self.name}: refused {what}: {refusal.code}: {refusal.sentence}", refusal)

    async def _within(self, seconds: float, future: asyncio.Future[None], what: str) -> None:
        try:
            async with asyncio.timeout(seconds):
                await future
        except TimeoutError:
            raise self.timed_out(what, seconds) from None

    def timed_out(self, what: str, seconds: float) -> EngineTimeout:
        """The error for an answer that did not come."""
        return EngineTimeout(f'{self.name}: no answer to "{what}" within {seconds:g} s{self._tail()}')

    def _send(self, *lines: str) -> None:
        if self._gone is not None:
            raise self._gone
        if self._is_closed:
            raise EngineDied(f"{self.name}: was closed")
        for line in lines:
            _log.debug("%s << %s", self.name, line)
        self._transport.send(*lines)

    def tell(self, word: str) -> None:
        """Say something if the engine still listens."""
        if self.is_alive:
            self._send(word)

    # -----------------------------------------------------------------------------------------------------------------
    # What the engine says

    def line_received(self, line: str) -> None:
        """One line of its output."""
        _log.debug("%s >> %s", self.name, line)
        self.last_lines.append(shortened(line))
        try:
            self._dispatch(line)
        except AnswerError as error:
            self._broken(f'said "{shortened(line)}": {error}')

    def complaint_received(self, line: str) -> None:
        """One line of its error output."""
        _log.debug("%s !! %s", self.name, line)
        self.last_lines.append(shortened(line))

    def engine_gone(self, how: str) -> None:
        """It says nothing any more."""
        self._fail(EngineDied(f"{self.name}: {how}{self._tail()}"))

    def _dispatch(self, line: str) -> None:
        match line.split(maxsplit=2):
            case ["readyok"]:
                self._n_owed = max(0, self._n_owed - 1)
                if not self._n_owed:
                    _fulfil(self._ready)
            case ["info", *_]:
                self._info_received(line)
            case ["bestmove", *_]:
                self._best_received(line)
            case ["error", *_]:
                self._error_received(line)
            case ["id", "name", name] if self._handshake:
                self.name = shortened(name, 80)
            case ["id", "author", author] if self._handshake:
                self.author = shortened(author, 80)
            case ["option", *_] if self._handshake:
                self._option_received(line)
            case ["wepok"] if self._handshake:
                _fulfil(self._handshake)
            case _ if self._reply is not None and len(self._reply) < MAX_REPLY_LINES:
                self._reply.append(line)
            case _:
                self.n_ignored += 1

    def _option_received(self, line: str) -> None:
        if len(self.options) >= MAX_OPTIONS:
            raise AnswerError(f"more than {MAX_OPTIONS:,} options")
        option = parse_option(line)
        self.options[option.name] = option

    def _info_received(self, line: str) -> None:
        if self._search is not None and not self._search.is_done:
            self._search.info_received(line)
        elif self._reply is not None and len(self._reply) < MAX_REPLY_LINES:
            self._reply.append(line)
        else:
            self.n_ignored += 1

    def _best_received(self, line: str) -> None:
        if self._search is not None and not self._search.is_done:
            self._search.best_received(line)
        else:
            self.n_ignored += 1

    def _error_received(self, line: str) -> None:
        try:
            refusal = parse_error(line)
        except AnswerError:
            refusal = Refusal("unknown", shortened(line))
        if self._search is not None and not self._search.is_done:  # nothing else but pings is said meanwhile
            if self._is_at_once:  # it may search an old position now, and nobody could tell that answer from the next
                self._fail(self._refused("position or go", refusal))
            else:
                self._search.fail(self._refused("go", refusal))
        else:
            self._refusals.append(refusal)

    def _broken(self, what: str) -> None:
        """The handshake or the search at hand fails; the engine may be asked again."""
        error = ProtocolViolation(f"{self.name}: {what}")
        if self._handshake is not None and not self._handshake.done():
            self._handshake.set_exception(error)
        elif self._search is not None and not self._search.is_done:
            self._search.fail(error)
        else:
            self.n_ignored += 1

    def _fail(self, error: EngineError) -> None:
        if self._gone is not None:
            return
        self._gone = error
        for future in (self._handshake, self._ready):
            if future is not None and not future.done():
                future.set_exception(error)
        if self._search is not None:
            self._search.fail(error)

    def _tail(self) -> str:
        if not self.last_lines:
            return "; it said nothing"
        return "; its last lines:" + "".join(f"\n  {line}" for line in self.last_lines)


# ---------------------------------------------------------------------------------------------------------------------
# Lines for the engine


def position_line(state: State, moves: Sequence[str] = ()) -> str:
    """`position json {…} moves …`: of constant length however long the game has been, if `state` is the present."""
    line = f"position json {state.to_json()}"
    return f"{line} moves {' '.join(moves)}" if moves else line


def go_line(limit: Limit, searchmoves: Sequence[str] | None = None, ponder: bool = False) -> str:
    """`go movetime 1000 nodes 500 searchmoves …`; no limit at all is `infinite`."""
    words = ["go"]
    if limit.time is not None:
        words.append(f"movetime {max(1, round(1000 * limit.time))}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.rounds is not None:
        words.append(f"rounds {limit.rounds}")
    if limit == Limit():
        words.append("infinite")
    if ponder:
        words.append("ponder")
    if searchmoves is not None:
        words.append("searchmoves " + " ".join(searchmoves))
    return " ".join(words)


def _setoption(option: EngineOption, value: OptionValue) -> str:
    text = option.text_of(value)
    return f"setoption name {option.name} value {text}" if option.type != "button" else f"setoption name {option.name}"


def _position_after(state: State, moves: Sequence[str]) -> State:
    here = state.copy()
    for move in moves:
        here.play(move)
    if here.is_over:
        raise EngineError("the game is over: there is no move to ask for")
    if here.to_move == CHANCE:
        raise EngineError("a draw is due: there is no move to ask for")
    return here


def _fulfil(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
