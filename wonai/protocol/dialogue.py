"""A strict conversation with an engine, for the checker: every line counts, nothing is forgiven."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from wonai.protocol.answers import (
    AnswerError,
    EngineOption,
    Info,
    Refusal,
    parse_bestmove,
    parse_error,
    parse_info,
    parse_option,
    shortened,
)
from wonai.protocol.transport import Transport

MAX_WAITING = 2_000
"""Lines that may wait to be read: more than this, and the engine floods."""
MAX_SHOWN = 5
"""Lines of the engine that a failure shows."""

_WORDS = frozenset({"id", "option", "wepok", "readyok", "info", "bestmove", "error"})


class Failure(Exception):
    """The engine does not do what a step demands; the message says what it did."""


@dataclass(frozen=True, slots=True)
class Handshake:
    """What the engine said to `wep`."""

    name: str
    author: str
    options: dict[str, EngineOption]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine said to `go`."""

    move: str
    infos: tuple[Info, ...]
    seconds: float
    """From the command to the answer."""


class Dialogue:
    """Lines to and from one engine."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._waiting: deque[str] = deque()
        self._last: deque[str] = deque(maxlen=MAX_SHOWN)
        self._news = asyncio.Event()
        self._is_flooded = False
        self.gone = ""
        """How the engine ended, once it has."""

    async def start(self) -> None:
        """Start the engine."""
        try:
            await self._transport.start(self)
        except OSError as error:
            raise Failure(f"cannot be started: {error.strerror or error}") from None

    async def close(self, grace: float = 0.0) -> None:
        """Close its input, wait so long for it to leave, then end it by force."""
        await self._transport.close(grace)

    # -----------------------------------------------------------------------------------------------------------------
    # The engine speaks

    def line_received(self, line: str) -> None:
        """One line of its output."""
        self._last.append(shortened(line))
        if len(self._waiting) >= MAX_WAITING:
            self._is_flooded = True
        else:
            self._waiting.append(line)
        self._news.set()

    def complaint_received(self, line: str) -> None:
        """One line of its error output."""
        self._last.append(shortened(line))

    def engine_gone(self, how: str) -> None:
        """It says nothing any more."""
        self.gone = how
        self._news.set()

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The end of what it said, also on its error output."""
        return tuple(self._last)

    # -----------------------------------------------------------------------------------------------------------------
    # The checker speaks

    def say(self, line: str) -> None:
        """Send a line."""
        self._transport.send(line)

    async def _next(self, seconds: float, awaited: str) -> str | None:
        """The next line, or None if there is none in time."""
        try:
            async with asyncio.timeout(seconds):
                while not self._waiting and not self.gone:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            return None
        if self._is_flooded:
            raise Failure(f"floods: more than {MAX_WAITING:,} lines while {awaited} was awaited")
        if not self._waiting:
            raise Failure(f"{self.gone} while {awaited} was awaited")
        return self._waiting.popleft()

    async def until(self, word: str, seconds: float, between: Collection[str] = ()) -> list[str]:
        """The lines up to the one that begins with `word`; the others must begin with a word in `between`."""
        lines: list[str] = []
        deadline = time.monotonic() + seconds
        while True:
            line = await self._next(max(0.0, deadline - time.monotonic()), word)
            if line is None:
                raise Failure(f"no {word} within {seconds:g} s")
            lines.append(line)
            first = line.split(maxsplit=1)[0]
            if first == word:
                return lines
            if first not in _WORDS:
                raise Failure(f'chatter that is no part of the protocol: "{shortened(line)}"')
            if first not in between:
                raise Failure(f'unexpected "{shortened(line)}" while {word} was awaited')
            if len(lines) > MAX_WAITING:
                raise Failure(f"floods: more than {MAX_WAITING:,} lines while {word} was awaited")

    async def silence(self, seconds: float, between: Collection[str] = ()) -> None:
        """Nothing is said for so long, but for lines that begin with a word in `between`."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            line = await self._next(left, "nothing")
            if line is not None and line.split(maxsplit=1)[0] not in between:
                raise Failure(f'said "{shortened(line)}" unasked')

    async def ready(self, seconds: float) -> list[Refusal]:
        """`isready`, and the errors that come before `readyok`."""
        self.say("isready")
        lines = await self.until("readyok", seconds, between=("error",))
        if lines[-1].split() != ["readyok"]:
            raise Failure(f'said "{shortened(lines[-1])}" where a bare readyok was due')
        return [_parsed_error(line) for line in lines[:-1]]

    async def shake_hands(self, seconds: float) -> Handshake:
        """`wep` up to `wepok`."""
        self.say("wep")
        names: dict[str, str] = {}
        options: dict[str, EngineOption] = {}
        for line in await self.until("wepok", seconds, between=("id", "option")):
            match line.split(maxsplit=2):
                case ["id", ("name" | "author") as what, text]:
                    names[what] = text
                case ["id", *_]:
                    raise Failure(f'said "{shortened(line)}"; expected "id name ..." or "id author ..."')
                case ["option", *_]:
                    option = _parsed_option(line)
                    options[option.name] = option
        for what in ("name", "author"):
            if what not in names:
                raise Failure(f"said wepok without an id {what}")
        return Handshake(names["name"], names["author"], options)

    async def answer(self, seconds: float, seats: Sequence[str], began: float) -> Answer:
        """What comes up to `bestmove`."""
        lines = await self.until("bestmove", seconds, between=("info",))
        spent = time.monotonic() - began
        try:
            infos = tuple(parse_info(line, seats) for line in lines[:-1])
            return Answer(parse_bestmove(lines[-1]).move, infos, spent)
        except AnswerError as error:
            raise Failure(f"{error}, in one of its lines for this search") from None


def _parsed_option(line: str) -> EngineOption:
    try:
        return parse_option(line)
    except AnswerError as error:
        raise Failure(f'said "{shortened(line)}": {error}') from None


def _parsed_error(line: str) -> Refusal:
    try:
        return parse_error(line)
    except AnswerError as error:
        raise Failure(f'said "{shortened(line)}": {error}') from None
