"""The folder of a tournament: a game counts once its record and then its line of results are safely on disk.

    tournament.json   the set-up; `--resume` refuses another one
    results.jsonl     one line a finished game; in order of the games once the tournament is over
    records/          one record a game
    faults/           what engines that failed had said
    timings.jsonl     how long the games took; the only file, with faults/, that differs between equal runs
    standings.*, index.html   made from the others at the end

Whatever stands in the folder after a loss of power, `resume` finds the games that are whole and drops the rest.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from wonai.tournament.errors import TournamentError
from wonai.tournament.referee import Outcome
from wonai.tournament.schedule import Pairing
from wonai.tournament.setup import Setup

SETUP = "tournament.json"
RESULTS = "results.jsonl"
TIMINGS = "timings.jsonl"
RECORDS = "records"
FAULTS = "faults"
LOCK = ".lock"


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game as in the results file. Lists are by seat."""

    game: int
    start: int
    engines: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    shares: tuple[float, ...]
    moves: int
    end: str
    faults: tuple[tuple[int, str], ...]
    """Seats that failed, from 0, with the kind."""
    record: str
    """Its file, from the folder."""
    sha256: str
    """Of the record."""

    def to_line(self) -> str:
        """One line of JSON."""
        document = {key: getattr(self, key) for key in Result.__slots__}
        document["shares"] = [round(share, 6) for share in self.shares]
        document["faults"] = [{"seat": seat, "kind": kind} for seat, kind in self.faults]
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"

    @classmethod
    def from_line(cls, line: str) -> Result:
        """What `to_line` wrote; `ValueError` if it did not."""
        try:
            document = json.loads(line)
            faults = tuple((fault["seat"], fault["kind"]) for fault in document.pop("faults"))
            values: dict[str, Any] = {key: tuple(x) if isinstance(x, list) else x for key, x in document.items()}
            return cls(faults=faults, **values)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(str(error)) from None


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one game took."""

    game: int
    seconds: float
    thinking: tuple[float, ...]
    asked: tuple[int, ...]


class Store:
    """The folder while a tournament is played. One at a time: it is locked."""

    def __init__(self, folder: str | Path, setup: Setup, *, resume: bool) -> None:
        self.folder = Path(folder)
        self.setup = setup
        self.dropped: list[str] = []
        """Games that were on disk and will be played again, each with the reason."""
        self.results: dict[int, Result] = {}
        self._lock: IO[bytes] | None = None
        self._out: IO[bytes] | None = None
        self._timings: IO[bytes] | None = None
        self._resume = resume

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = open(self.folder / LOCK, "wb")  # noqa: SIM115  (held until close)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TournamentError(f"{self.folder}: another tournament runs in this folder") from None
        text = self.setup.to_json()
        if (self.folder / SETUP).exists():
            if not self._resume:
                raise TournamentError(f"{self.folder}: holds a tournament already; say --resume to go on with it")
            _check_same(read_setup_document(self.folder), json.loads(text))
        elif any((self.folder / name).exists() for name in (RESULTS, RECORDS)):
            raise TournamentError(f"{self.folder}: holds results, but no {SETUP}")
        for name in (RECORDS, FAULTS):
            (self.folder / name).mkdir(exist_ok=True)
            for draft in (self.folder / name).glob(".*.tmp"):  # of a run that was killed
                draft.unlink()
        if not (self.folder / SETUP).exists():
            write_file(self.folder / SETUP, text.encode())
        self._load()
        self._out = open(self.folder / RESULTS, "ab")  # noqa: SIM115
        self._timings = open(self.folder / TIMINGS, "ab")  # noqa: SIM115

    def close(self) -> None:
        """Give the folder free."""
        for file in (self._out, self._timings, self._lock):
            if file is not None:
                with contextlib.suppress(OSError):
                    file.close()

    def _load(self) -> None:
        """Read the finished games; what is torn, doubled or without its record is dropped from the file."""
        schedule = {pairing.game: pairing for pairing in self.setup.pairings()}
        results, self.dropped = _read_lines(self.folder)
        names = [engine.name for engine in self.setup.engines]
        for result in results:
            _check_scheduled(result, schedule, names)
            if result.game in self.results:
                self.dropped.append(f"game {result.game}: stands twice")
            elif _is_intact(self.folder, result):
                self.results[result.game] = result
            else:
                self.dropped.append(f"game {result.game}: its record is missing or changed")
        if self.dropped:
            self.rewrite(self.results.values())

    def add(self, outcome: Outcome) -> Result:
        """Make a game count: record, then line, each on disk before the next step."""
        assert self._out is not None
        assert self._timings is not None
        name = f"{RECORDS}/{outcome.game:06}.record"
        data = outcome.record.encode()
        for fault in outcome.faults:
            path = self.folder / FAULTS / f"{outcome.game:06}-p{fault.seat + 1}.txt"
            engine = self.setup.engines[outcome.engines[fault.seat]].name
            head = f"game {outcome.game}, seat p{fault.seat + 1}, {engine}: {fault.kind} at move {fault.ply}\n"
            write_file(path, f"{head}{fault.detail}\n".encode("utf-8", "replace"))
        write_file(self.folder / name, data)
        result = Result(
            game=outcome.game,
            start=outcome.start,
            engines=tuple(self.setup.engines[engine].name for engine in outcome.engines),
            scores=outcome.scores,
            ranks=outcome.ranks,
            shares=outcome.shares,
            moves=outcome.moves,
            end=outcome.end,
            faults=tuple((fault.seat, fault.kind) for fault in outcome.faults),
            record=name,
            sha256=hashlib.sha256(data).hexdigest(),
        )
        timing = {
            "game": outcome.game,
            "seconds": round(outcome.seconds, 3),
            "thinking": [round(seconds, 3) for seconds in outcome.thinking],
            "asked": list(outcome.asked),
        }
        self._append(self._timings, json.dumps(timing) + "\n", is_precious=False)
        self._append(self._out, result.to_line(), is_precious=True)
        self.results[outcome.game] = result
        return result

    def _append(self, file: IO[bytes], line: str, *, is_precious: bool) -> None:
        try:
            file.write(line.encode())
            file.flush()
            if is_precious:
                os.fsync(file.fileno())
        except OSError as error:
            raise disk_error(error, file.name) from None

    def rewrite(self, results: Iterable[Result]) -> None:
        """Replace the results file by these, in order of the games."""
        lines = [result.to_line() for result in sorted(results, key=lambda result: result.game)]
        write_file(self.folder / RESULTS, "".join(lines).encode())

    def finish(self) -> None:
        """Put the results in order."""
        self.rewrite(self.results.values())


# ---------------------------------------------------------------------------------------------------------------------
# Reading a folder


def read_setup_document(folder: Path) -> dict[str, Any]:
    """The set-up of a tournament as it stands in its folder."""
    try:
        document = json.loads((folder / SETUP).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise TournamentError(f"{folder}: holds no tournament; there is no {SETUP}") from None
    except ValueError as error:
        raise TournamentError(f"{folder / SETUP}: {error}") from None
    if not isinstance(document, dict):
        raise TournamentError(f"{folder / SETUP}: expected an object")
    return document


def read_setup(folder: str | Path) -> Setup:
    """The tournament of a folder."""
    return Setup.from_json(json.dumps(read_setup_document(Path(folder))))


def read_results(folder: str | Path) -> list[Result]:
    """The finished games of a folder, in order; also while the tournament goes on."""
    results, _ = _read_lines(Path(folder))
    return sorted({result.game: result for result in results}.values(), key=lambda result: result.game)


def read_timings(folder: str | Path) -> dict[int, Timing]:
    """How long the games took, as far as that is known."""
    timings = {}
    with contextlib.suppress(FileNotFoundError):
        for line in (Path(folder) / TIMINGS).read_text(encoding="utf-8", errors="replace").splitlines():
            with contextlib.suppress(ValueError, TypeError, KeyError):
                entry = json.loads(line)
                timings[entry["game"]] = Timing(
                    entry["game"], entry["seconds"], tuple(entry["thinking"]), tuple(entry["asked"])
                )
    return timings


def _read_lines(folder: Path) -> tuple[list[Result], list[str]]:
    """The lines of the results file. Only the last one may be torn; it is dropped then."""
    try:
        data = (folder / RESULTS).read_bytes()
    except FileNotFoundError:
        return [], []
    lines = data.split(b"\n")
    results: list[Result] = []
    dropped = ["the last line of the results was torn"] if lines.pop() else []
    for number, line in enumerate(lines, 1):
        try:
            results.append(Result.from_line(line.decode("utf-8")))
        except ValueError as error:
            if number < len(lines):
                raise TournamentError(f"{folder / RESULTS}: line {number}: no result of a game: {error}") from None
            dropped.append("the last line of the results was torn")
    return results, dropped


def _check_same(old: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    for key in {**old, **new}:
        if old.get(key) != new.get(key):
            raise TournamentError(
                f"--resume: the tournament in the folder is another one: {key} is {_short(old.get(key))} there, "
                f"{_short(new.get(key))} here"
            )


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:80] + "..."


def _check_scheduled(result: Result, schedule: Mapping[int, Pairing], names: list[str]) -> None:
    pairing = schedule.get(result.game)
    if pairing is None or tuple(names[engine] for engine in pairing.engines) != result.engines:
        raise TournamentError(f"{RESULTS}: game {result.game} is not that of the schedule")


def _is_intact(folder: Path, result: Result) -> bool:
    try:
        return hashlib.sha256((folder / result.record).read_bytes()).hexdigest() == result.sha256
    except OSError:
        return False


# ---------------------------------------------------------------------------------------------------------------------
# Writing


def write_file(path: Path, data: bytes) -> None:
    """Replace a file at one stroke, and see that it stays after a loss of power."""
    draft = path.with_name(f".{path.name}.tmp")
    try:
        with open(draft, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
        raise disk_error(error, str(path)) from None


def disk_error(error: OSError, path: str) -> TournamentError:
    """What is wrong with the disk, and that nothing is lost."""
    why = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror or str(error)
    return TournamentError(f"{path}: {why}; every game counted so far is safe, --resume goes on")
