"""The analysis service: a queue of positions, the workers that search them, and the sessions that ask.

Whatever happens to a position (searched, cancelled, refused by the search), its session gets exactly one final answer.
"""

from __future__ import annotations

import heapq
import itertools
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from wonai.errors import WonaiError, did_you_mean
from wonai.game import State
from wonai.protocol.service_query import (
    Bounds,
    Cancel,
    Query,
    QueryError,
    QueryId,
    Request,
    parse_request,
)
from wonai.report import SearchInfo
from wonai.search import bots
from wonai.search.limits import Limit

SERVICE_FORMAT = "wonai-service/1"
LOOK_UP = 0.5
"""Seconds after which whoever waits hears of an interrupt at the latest, also of one that another thread got."""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """How the service runs, and what it allows."""

    workers: int = 1
    """Positions searched at once."""
    limit: Limit = field(default_factory=lambda: Limit(time=1.0))
    """For queries that give none."""
    max_queue: int = 10_000
    """Positions that may wait, of all sessions together."""
    bounds: Bounds = field(default_factory=Bounds)


class _Stage(Enum):
    WAITING = 0
    RUNNING = 1
    DONE = 2


class _Job:
    """One position of one query."""

    def __init__(self, session: Session, query: Query, ply: int, state: State) -> None:
        self.session = session
        self.query = query
        self.ply = ply
        self.state = state
        self.stage = _Stage.WAITING
        self.stop = threading.Event()
        self._last_partial = 0.0

    def run(self) -> dict[str, Any]:
        """Search, and give the final answer."""
        query = self.query
        try:
            report = bots.get(query.bot, query.options).analyse(
                self.state,
                query.limit,
                on_info=self._informed if query.partial is not None else None,
                searchmoves=query.searchmoves,
                stop=self.stop,
            )
        except WonaiError as error:
            return self.answer(error=str(error))
        except Exception as error:  # whatever it is, the position gets its answer and the service lives on
            return self.answer(error=f"internal error: {type(error).__name__}: {error}")
        return self.answer(**({"cancelled": True} if self.stop.is_set() else {}), analysis=report.to_document())

    def answer(self, *, final: bool = True, **content: Any) -> dict[str, Any]:
        """An answer about this position."""
        return {"id": self.query.id, "ply": self.ply, "final": final, **content}

    def _informed(self, info: SearchInfo) -> None:
        now = time.monotonic()
        assert self.query.partial is not None
        if now - self._last_partial < self.query.partial:
            return
        self._last_partial = now
        self.session.send(
            self.answer(
                final=False,
                depth=info.depth,
                nodes=info.nodes,
                seconds=round(info.seconds, 3),
                lines=[line.to_document() for line in info.lines],
            )
        )


class Session:
    """One who asks: a standard input, or a connection."""

    def __init__(self, service: AnalysisService, write: Callable[[bytes], None]) -> None:
        self.is_dead = False
        """Whether nobody hears the answers any more."""
        self.has_asked = False
        """Whether there was a line that was a request, good or bad, and not just noise."""
        self._service = service
        self._write = write
        self._write_lock = threading.Lock()

    def line_received(self, line: bytes) -> None:
        """Obey one line; whatever is wrong with it is answered."""
        if not line.strip():
            return
        try:
            request = parse_request(line, self._service.settings.limit, self._service.settings.bounds)
        except QueryError as error:
            self.has_asked |= error.query_id is not None
            self.send({"id": error.query_id, "field": error.field, "error": str(error)})
            return
        self.has_asked = True
        for place, sentence in request.warnings:
            self.send({"id": request.id, "field": place, "warning": sentence})
        try:
            self._obey(request)
        except QueryError as error:
            self.send({"id": request.id, "field": error.field, "error": str(error)})

    def refuse(self, sentence: str) -> None:
        """Answer something that was no request at all."""
        self.send({"id": None, "field": "", "error": sentence})

    def _obey(self, request: Request) -> None:
        match request:
            case Query():
                self._service.submit(self, request)
            case Cancel():
                n_cancelled = self._service.cancel(self, request.query)
                self.send({"id": request.id, "query": request.query, "cancelled": n_cancelled})
            case Request(action="cancel-all"):
                self.send({"id": request.id, "cancelled": self._service.cancel_all(self)})
            case _:
                self.send({"id": request.id, **self._service.about()})

    def drain(self) -> None:
        """Wait until every position asked for has its final answer."""
        self._service.wait_for(self)

    def send(self, document: dict[str, Any]) -> None:
        """Write one line; a session that cannot be written to is dead, and what it asked for is dropped."""
        line = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
        with self._write_lock:
            if self.is_dead:
                return
            try:
                self._write(line + b"\n")
                return
            except OSError:
                self.is_dead = True
        self._service.cancel_all(self)


class AnalysisService:
    """The queue and its workers."""

    def __init__(self, settings: ServiceSettings | None = None) -> None:
        self.settings = settings or ServiceSettings()
        self._lock = threading.Condition()
        self._heap: list[tuple[int, int, _Job]] = []
        self._count = itertools.count()
        self._jobs: dict[tuple[Session, QueryId], list[_Job]] = {}
        """The positions under way, by query."""
        self._is_closed = False
        self._workers = [
            threading.Thread(target=self._work, name=f"wonai-analysis-{number}", daemon=True)
            for number in range(self.settings.workers)
        ]
        for worker in self._workers:
            worker.start()

    def about(self) -> dict[str, Any]:
        """What this service is and allows."""
        from wonai import __version__

        bounds = self.settings.bounds
        return {
            "format": SERVICE_FORMAT,
            "engine": f"wonai {__version__}",
            "workers": self.settings.workers,
            "max_queue": self.settings.max_queue,
            "max_threads": bounds.threads,
            "max_hash_mb": bounds.hash_mb,
            "waiting": self._n_waiting(),
        }

    def submit(self, session: Session, query: Query) -> None:
        """Put all positions of a query into the queue, or none: `QueryError` if they do not fit."""
        with self._lock:
            if (session, query.id) in self._jobs:
                raise QueryError("id", "a query with this id is still under way")
            if self._n_waiting() + len(query.states) > self.settings.max_queue:
                sentence = f"the queue is full: at most {self.settings.max_queue:,} positions may wait"
                raise QueryError("", sentence)
            jobs = [_Job(session, query, ply, state) for ply, state in query.states]
            self._jobs[session, query.id] = jobs
            for job in jobs:
                heapq.heappush(self._heap, (-query.priority, next(self._count), job))
            self._lock.notify_all()

    def cancel(self, session: Session, query_id: QueryId) -> int:
        """Have what is left of a query answered at once; how many positions that was."""
        with self._lock:
            if (session, query_id) not in self._jobs:
                known = [str(other) for owner, other in self._jobs if owner is session]
                near = did_you_mean(str(query_id), known)
                raise QueryError("query", f"no query {json.dumps(query_id)} is under way{near}")
            jobs = list(self._jobs[session, query_id])
        return self._drop(jobs)

    def cancel_all(self, session: Session) -> int:
        """The same for every query of a session."""
        with self._lock:
            jobs = [job for (owner, _), jobs in self._jobs.items() if owner is session for job in jobs]
        return self._drop(jobs)

    def wait_for(self, session: Session) -> None:
        """Wait until a session has all its answers."""
        with self._lock:
            while not self._lock.wait_for(lambda: all(owner is not session for owner, _ in self._jobs), LOOK_UP):
                pass

    def close(self) -> None:
        """Drop everything and end the workers."""
        with self._lock:
            self._is_closed = True
            jobs = [job for jobs in self._jobs.values() for job in jobs]
            self._lock.notify_all()
        self._drop(jobs)
        for worker in self._workers:
            worker.join()

    def _n_waiting(self) -> int:
        return len(self._heap)

    def _drop(self, jobs: list[_Job]) -> int:
        """Waiting positions are answered here, running ones by their worker as soon as it has stopped."""
        waiting = []
        n_dropped = 0
        with self._lock:
            for job in jobs:
                n_dropped += job.stage is not _Stage.DONE
                if job.stage is _Stage.WAITING:
                    job.stage = _Stage.DONE
                    waiting.append(job)
                job.stop.set()
            self._heap = [entry for entry in self._heap if entry[2].stage is _Stage.WAITING]
            heapq.heapify(self._heap)
        for job in waiting:
            self._finish(job, job.answer(cancelled=True))
        return n_dropped

    def _work(self) -> None:
        while (job := self._next()) is not None:
            self._finish(job, job.run())

    def _next(self) -> _Job | None:
        with self._lock:
            self._lock.wait_for(lambda: self._heap or self._is_closed)
            if not self._heap:
                return None
            job = heapq.heappop(self._heap)[2]
            job.stage = _Stage.RUNNING
            return job

    def _finish(self, job: _Job, answer: dict[str, Any]) -> None:
        """The final answer goes out before the query counts as done: after a drain, everything has been said."""
        job.session.send(answer)
        with self._lock:
            job.stage = _Stage.DONE
            key = (job.session, job.query.id)
            self._jobs[key].remove(job)
            if not self._jobs[key]:
                del self._jobs[key]
            self._lock.notify_all()
