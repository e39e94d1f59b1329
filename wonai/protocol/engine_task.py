"""What the engine does beside reading: a search, or a command for people that takes its time. One thread each."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from wonai.errors import WonaiError
from wonai.game import State
from wonai.protocol.answers import format_bestmove, format_info
from wonai.protocol.commands import Refused
from wonai.protocol.output import Output
from wonai.report import HintReport, SearchInfo
from wonai.search.limits import Limit, with_end
from wonai.search.searcher import Searcher

INFO_EVERY = 0.1
"""Seconds between two reports of a search, at least."""
INFO_LINE_EVERY = 0.01
"""Seconds between two lines, at least, where many of them belong together."""
LEAST_TIME = 0.001
"""Seconds that a search gets, however little `movetime` leaves."""


class Task:
    """Work in a thread of its own that ends with one closing answer.

    `is_over` is set before that answer goes out: whoever has read the answer finds the engine free.
    """

    def __init__(self, name: str, output: Output) -> None:
        self.name = name
        """The command that began it."""
        self.stop = threading.Event()
        self.is_over = False
        self._output = output
        self._lock = threading.Lock()
        self._postponed: list[str] = []
        self._thread = threading.Thread(target=self._run, name=f"wonai-{name}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def end(self) -> None:
        """Have it answer as soon as it can."""
        self.stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for its end; whether it has come."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def postpone(self, line: str) -> bool:
        """Have a line said after the answer; False if that is out already."""
        with self._lock:
            if not self.is_over:
                self._postponed.append(line)
            return not self.is_over

    def _run(self) -> None:
        try:
            answer = self._answer()
        except Exception as error:  # whatever it is, the command gets its answer and the engine lives on
            answer = [error_line(error)]
        with self._lock:
            self.is_over = True
        self._output.say(*answer, *self._postponed)

    def _answer(self) -> list[str]:
        raise NotImplementedError


class WorkTask(Task):
    """A command for people."""

    def __init__(self, name: str, output: Output, work: Callable[[Task], list[str]]) -> None:
        super().__init__(name, output)
        self._work = work

    def remark(self, text: str) -> None:
        """A line for the eye."""
        self._output.say(f"info string {text}".rstrip())

    def check_stop(self) -> None:
        """`Refused` if the GUI has said stop."""
        if self.stop.is_set():
            raise Refused("stopped", f"{self.name} was stopped before its end")

    def _answer(self) -> list[str]:
        return self._work(self)


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """What a `go` asks for."""

    state: State
    limit: Limit
    searchmoves: tuple[str, ...] | None
    is_infinite: bool
    """Whether the answer waits for `stop`, even if the search ends before."""
    is_ponder: bool
    """Whether nothing counts before `ponderhit`."""
    names_ponder: bool
    """Whether the answer tells which move to ponder on."""
    overhead: float
    """Seconds taken off the time limit for the way to the GUI."""


class SearchTask(Task):
    """A search."""

    def __init__(self, output: Output, searcher: Searcher, order: SearchOrder) -> None:
        super().__init__("go", output)
        self.is_pondering = order.is_ponder
        self._searcher = searcher
        self._order = order
        self._pondered = threading.Event()
        self._began = time.monotonic()
        self._last: SearchInfo | None = None
        self._next_info = 0.0

    def end(self) -> None:
        super().end()
        self._pondered.set()

    def ponder_hit(self) -> None:
        """What was pondered on has happened: from now on the limits count."""
        self.is_pondering = False
        self._began = time.monotonic()
        self._pondered.set()

    def _answer(self) -> list[str]:
        order = self._order
        if order.is_ponder:
            report = self._search(Limit(), self._pondered)
            self._pondered.wait()
        if not order.is_ponder or not self.stop.is_set():
            report = self._search(self._limit(), self.stop)
        if order.is_infinite:
            self.stop.wait()
        return [*self._closing_infos(report), format_bestmove(report.best, self._ponder_move(report))]

    def _search(self, limit: Limit, stop: threading.Event) -> HintReport:
        order = self._order
        return self._searcher.analyse(
            order.state, limit, on_info=self._inform, searchmoves=order.searchmoves, stop=stop
        )

    def _limit(self) -> Limit:
        """What is left of the time from the command on."""
        limit = self._order.limit if self._order.is_infinite else with_end(self._order.limit)
        if limit.time is None:
            return limit
        spent = time.monotonic() - self._began + self._order.overhead
        return Limit(max(LEAST_TIME, limit.time - spent), limit.nodes, limit.rounds)

    def _inform(self, info: SearchInfo) -> None:
        now = time.monotonic()
        if info.lines and now >= self._next_info:
            self._last = info
            self._next_info = now + max(INFO_EVERY, len(info.lines) * INFO_LINE_EVERY)
            self._output.offer(*self._lines(info))

    def _closing_infos(self, report: HintReport) -> list[str]:
        """The lines that the answer rests on."""
        depth = self._last.depth if self._last else max((len(line.pv) for line in report.lines), default=0)
        return self._lines(SearchInfo(depth, report.nodes, report.seconds, report.lines))

    def _lines(self, info: SearchInfo) -> list[str]:
        seats = self._order.state.seats
        return [format_info(info, rank, seats) for rank in range(1, len(info.lines) + 1)]

    def _ponder_move(self, report: HintReport) -> str | None:
        if not self._order.names_ponder:
            return None
        return next((line.pv[1] for line in report.lines if line.move == report.best and len(line.pv) > 1), None)


def error_line(error: Exception) -> str:
    """`error <code> <sentence>` for whatever went wrong."""
    match error:
        case Refused():
            return error.to_line()
        case WonaiError():
            return Refused("refused", str(error)).to_line()
        case MemoryError():
            return Refused("no-memory", str(error) or "not enough memory; lower Hash or Threads").to_line()
    return Refused("internal", f"{type(error).__name__}: {error}").to_line()
