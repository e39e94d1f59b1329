"""A game process, watched: whatever happens in it, the game gets its outcome and the fault its name."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import select
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from typing import IO

from wonai.tournament.errors import TournamentError
from wonai.tournament.faults import CRASH, STALL, Fault
from wonai.tournament.referee import NO_SEAT, Outcome
from wonai.tournament.schedule import Pairing
from wonai.tournament.setup import HORIZON, Setup
from wonai.tournament.worker import PROGRESS

LOOK_EVERY = 0.25
"""Seconds between two looks at the progress of a game."""
MAX_DEATHS = 3
"""How often the process of a game may end without anybody to blame, before the tournament gives up."""
MAX_TAIL = 2_000
GRACE = 10.0
"""Seconds that the process itself may take for anything that is not thinking."""


class _Lost(Exception):
    """The process is gone; who was thinking then, and how it went."""

    def __init__(self, kind: str, ply: int, seat: int, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.ply = ply
        self.seat = seat
        self.detail = detail


class GameProcess:
    """Plays one game after the other in a process of its own, which is started when needed. For one thread."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._process: subprocess.Popen[bytes] | None = None
        self._progress: mmap.mmap | None = None
        self._errors: IO[bytes] | None = None
        self._rest = b""
        self._is_closed = False

    def play(self, pairing: Pairing) -> Outcome:
        """The outcome of a game. An in-process bot that hangs, or crashes twice, is named and replaced."""
        known: list[Fault] = []
        suspects: list[int] = []
        while True:
            try:
                return self._try(pairing, known)
            except _Lost as lost:
                self._end()
                if self._is_closed:
                    raise TournamentError("the tournament was closed") from None
                is_bot = lost.seat != NO_SEAT and self._setup.engines[pairing.engines[lost.seat]].bot is not None
                # A process may also be ended from outside: only whoever was thinking both times is to blame.
                if is_bot and (lost.kind == STALL or lost.seat in suspects):
                    known.append(Fault(lost.seat, lost.ply, lost.kind, lost.detail))
                    suspects.clear()
                else:
                    suspects.append(lost.seat)
                if len(suspects) >= MAX_DEATHS or len(known) > 2 * len(pairing.engines):
                    raise TournamentError(
                        f"game {pairing.game}: its process ended {MAX_DEATHS} times: {lost.detail}"
                    ) from None

    def close(self) -> None:
        """End the process and its engines, in the middle of a game if need be."""
        self._is_closed = True
        self._end()

    # -----------------------------------------------------------------------------------------------------------------

    def _try(self, pairing: Pairing, known: list[Fault]) -> Outcome:
        process = self._started()
        task = {**asdict(pairing), "known": [asdict(fault) for fault in known]}
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(task).encode() + b"\n")
            process.stdin.flush()
        except OSError:
            raise self._lost(CRASH) from None
        return Outcome.from_document(json.loads(self._line(process, pairing)))

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        with tempfile.TemporaryFile() as shared:
            shared.write(bytes(PROGRESS.size))
            shared.flush()
            self._progress = mmap.mmap(shared.fileno(), PROGRESS.size)
            PROGRESS.pack_into(self._progress, 0, 0, NO_SEAT)
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (kept with the process)
            self._process = subprocess.Popen(
                [sys.executable, "-m", "wonai.tournament.worker", str(shared.fileno())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                pass_fds=[shared.fileno()],
                start_new_session=True,  # ^C is for the runner, which then ends it in order
            )
        self._rest = b""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(self._setup.to_json()).encode() + b"\n")
        return self._process

    def _line(self, process: subprocess.Popen[bytes], pairing: Pairing) -> bytes:
        """The next line of the process; `_Lost` if it ends or does not get on."""
        assert process.stdout is not None
        pipe = process.stdout.fileno()
        before, since = self._turn(), time.monotonic()
        pieces = [self._rest]
        while b"\n" not in pieces[-1]:
            if select.select([pipe], [], [], LOOK_EVERY)[0]:
                data = os.read(pipe, 1 << 20)
                if not data:
                    raise self._lost(CRASH)
                pieces.append(data)
                continue
            now = self._turn()
            if now != before:
                before, since = now, time.monotonic()
            elif time.monotonic() - since > self._patience(pairing, now[1]):
                raise self._lost(STALL)
        line, _, self._rest = b"".join(pieces).partition(b"\n")
        return line

    def _patience(self, pairing: Pairing, seat: int) -> float:
        """Seconds that a turn may take at most. An engine is watched by its own client, so its turns get more."""
        if seat == NO_SEAT:
            return GRACE + self._setup.stall
        engine = pairing.engines[seat]
        allowance = self._setup.allowance_of(engine)
        seconds = allowance.time or 0.0
        if allowance.clock is not None:
            seconds = max(seconds, allowance.clock / HORIZON + allowance.increment)
        if self._setup.engines[engine].bot is not None:
            return seconds + self._setup.stall
        return seconds + self._setup.startup + 4 * self._setup.stall + GRACE

    def _turn(self) -> tuple[int, int]:
        assert self._progress is not None
        ply, seat = PROGRESS.unpack_from(self._progress, 0)
        return ply, seat

    def _lost(self, kind: str) -> _Lost:
        assert self._process is not None
        if kind == STALL:
            self._process.kill()
        status = self._process.wait()
        how = f"its process ended with status {status}" if kind == CRASH else "did not answer; its process was ended"
        return _Lost(kind, *self._turn(), f"{how}\n{self._tail()}".strip())

    def _tail(self) -> str:
        """The end of what the process said on its error output."""
        assert self._errors is not None
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - MAX_TAIL))
        return self._errors.read().decode("utf-8", "replace")

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, self._errors):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still unsent
                    pipe.close()
