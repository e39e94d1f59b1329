"""Game records: whole games as text, one line a move. Owns the format `wonai-record/1`.

The format is described in docs/record-format.md. The reader replays what it reads through
`State` alone and checks every move, seat and result, so a `Record` that was read can be trusted.
The writer is canonical, and `RecordWriter` writes a move at a time: a game that was cut short
leaves a file that `read(..., allow_unfinished=True)` still understands.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from os import PathLike
from typing import Final, ParamSpec, TextIO

import wonai
from wonai import registry
from wonai.errors import IllegalMove, PositionError, RecordError, did_you_mean
from wonai.game import State

P = ParamSpec("P")

HEADER: Final = "wonai-record/1"

MAX_BYTES: Final = 4 * 1024 * 1024
MAX_LINE: Final = 65_536
"""Long enough for a position of any game; every other line is far shorter."""

MAX_SENTENCE: Final = 400
"""As much of a message is shown; a hostile line may be quoted in it."""

TAGS: Final = ("event", "site", "date", "round", "limit", "seed", "annotator")
"""The tags of a whole game, in the order they are written."""
SEAT_TAGS: Final = ("player", "engine")
"""The tags of one seat: `player p1: Ada`."""
PRIVATE_TAG: Final = "x-"
"""What any other tag begins with."""

NORMAL: Final = "normal"
TERMINATIONS: Final = (NORMAL, "adjudicated", "time", "illegal-move", "crash", "stall", "protocol", "abandoned")
"""How a game may end: by its rules, or without reaching their end."""

NOBODY: Final = "-"
"""The result of a game that was broken off without a winner."""

_INDENT: Final = " " * 5
_UNSAFE = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_TAG = re.compile(r"([a-z][a-z0-9-]*(?: +[a-z0-9]+)?) *: *(.*)")
_MOVE = re.compile(r"([0-9]{1,9}) +([^ ]+) +([^ ]+)")
_START = re.compile(r"players +([0-9]{1,3})((?: +[^ ]+)*)")
_COUNT = re.compile(r"[0-9]{1,15}")
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an engine thought before it moved; whatever it did not say is empty or None."""

    win: tuple[float, ...] = ()
    """The chance of each seat to win, from 0 to 1; written with four decimals."""
    vp: tuple[float, ...] = ()
    """The score expected for each seat at the end; written with two decimals."""
    nodes: int | None = None
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move, with the seat that made it (or `chance`) and the phase it was made in."""

    seat: str
    move: str
    phase: str
    evaluation: Evaluation | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winners: tuple[str, ...]
    scores: Mapping[str, int]
    termination: str = NORMAL
    fault: str | None = None
    """The seat through which the game was broken off."""


@dataclass(frozen=True, slots=True)
class WordsStart:
    """A start position by the words of the protocol: `players 4 edition first first p2`."""

    game: str
    players: int
    words: tuple[str, ...] = ()

    def new_state(self) -> State:
        """The position these words stand for."""
        return registry.get(self.game).new_from_words(self.players, self.words)

    def lines(self) -> list[str]:
        """As in the header of a record."""
        return [f"game: {self.game}", " ".join(["start: players", str(self.players), *self.words])]


@dataclass(frozen=True, slots=True)
class PositionStart:
    """Any position at all, as its canonical JSON."""

    game: str
    position: str

    @classmethod
    def of(cls, state: State) -> PositionStart:
        """A game that begins in the middle of another."""
        return cls(state.game, state.to_json())

    def new_state(self) -> State:
        """The position itself."""
        return wonai.loads(self.position)

    def lines(self) -> list[str]:
        """As in the header of a record."""
        return [f"game: {self.game}", f"position: {self.position}"]


Start = WordsStart | PositionStart


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, or with `result` None the beginning of one."""

    start: Start
    moves: tuple[RecordedMove, ...] = ()
    result: Result | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""

    def state(self, at: int | None = None) -> State:
        """The position after `at` moves, or after all of them."""
        state = self.start.new_state()
        for played in self.moves[:at]:
            state.play(played.move)
        return state


def read(text: str | bytes, *, allow_unfinished: bool = False) -> Record:
    """The game a text tells; `RecordError` naming the line if it is none, or does not replay.

    With `allow_unfinished` the result may be missing and the last line may be cut off, which then
    does not count: a cut move can look like another one.
    """
    return _Reader(_split(text, allow_unfinished), allow_unfinished).record()


def read_file(path: str | PathLike[str], *, allow_unfinished: bool = False) -> Record:
    """`read` on a file."""
    with open(path, "rb") as file:
        return read(file.read(MAX_BYTES + 1), allow_unfinished=allow_unfinished)


def write(record: Record) -> str:
    """The canonical text of a game."""
    headings = _Headings()
    parts = [_header_text(record.start, record.tags, record.comment)]
    for ply, played in enumerate(record.moves, 1):
        parts.append(_move_text(ply, played, headings.due(played.phase)))
        headings.enter(played.phase)
    if record.result is not None:
        parts.append(_result_text(record.result))
    return "".join(parts)


class RecordWriter:
    """Writes a game while it is played; after every call the file is a readable record."""

    def __init__(self, out: TextIO, start: Start, tags: Mapping[str, str] | None = None, comment: str = "") -> None:
        self._out = out
        self._state = start.new_state()
        self._ply = 0
        self._finished = False
        self._headings = _Headings()
        for name, value in (tags or {}).items():
            _check_tag(name, value, self._state.seats)
        self._write(_header_text(start, tags or {}, comment))

    @property
    def state(self) -> State:
        """A copy of the position the record has reached."""
        return self._state.copy()

    def move(self, move: str, evaluation: Evaluation | None = None, comment: str = "") -> None:
        """Play and write one move; `IllegalMove` if it is none, and nothing is written then."""
        seat, phase = self._state.to_move, self._state.phase
        if self._finished or seat is None:
            raise RecordError(f'move {self._ply + 1}: "{move}" comes after the end of the game')
        if evaluation is not None:
            _check_evaluation(evaluation, self._state.seats)
        played = RecordedMove(seat, move, phase, evaluation, comment)
        text = _move_text(self._ply + 1, played, self._headings.due(phase))
        self._state.play(move)
        self._ply += 1
        self._headings.enter(phase)
        self._write(text)

    def finish(
        self, termination: str = NORMAL, fault: str | None = None, winners: Iterable[str] | None = None
    ) -> Result:
        """Write the result: that of the rules, or `winners` for a game that was broken off."""
        if self._finished:
            raise RecordError("the result is written already")
        chosen = self._state.winners() if winners is None else winners
        result = Result(tuple(chosen), self._state.scores(), termination, fault)
        _check_result(result, self._state)
        self._finished = True
        self._write(_result_text(result))
        return result

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()


class _Headings:
    """Numbers the stretches of each phase: the third time of trading is `[trade 3]`."""

    def __init__(self) -> None:
        self._phase: str | None = None
        self._entered: Counter[str] = Counter()

    def due(self, phase: str) -> str | None:
        """The heading that belongs before a move of this phase, None within a stretch."""
        return None if phase == self._phase else f"[{phase} {self._entered[phase] + 1}]"

    def enter(self, phase: str) -> None:
        """From here on it is this phase."""
        if phase != self._phase:
            self._phase = phase
            self._entered[phase] += 1


# --- writing ---------------------------------------------------------------------------------


def _header_text(start: Start, tags: Mapping[str, str], comment: str) -> str:
    names = sorted(tags, key=_tag_order)
    lines = [HEADER, *start.lines(), *(f"{name}: {tags[name]}" for name in names), *_comment_lines(comment)]
    return _joined(lines)


def _tag_order(name: str) -> tuple[int, str, int]:
    """Tags of the game, then seat by seat, then private ones by name."""
    if name in TAGS:
        return TAGS.index(name), "", 0
    kind, _, seat = name.partition(" ")
    if kind in SEAT_TAGS:
        return len(TAGS), seat, SEAT_TAGS.index(kind)
    return len(TAGS) + 1, name, 0


def _move_text(ply: int, played: RecordedMove, heading: str | None) -> str:
    lines = [] if heading is None else ["", heading]
    lines.append(f"{ply:>4} {played.seat} {played.move}")
    if played.evaluation is not None and (words := _evaluation_words(played.evaluation)):
        lines.append(" ".join([f"{_INDENT}=", *words]))
    lines += [f"{_INDENT}{line}" for line in _comment_lines(played.comment)]
    return _joined(lines)


def _evaluation_words(evaluation: Evaluation) -> list[str]:
    words: list[str] = []
    if evaluation.win:
        words += ["win", *(f"{chance:.4f}" for chance in evaluation.win)]
    if evaluation.vp:
        words += ["vp", *(_two_decimals(score) for score in evaluation.vp)]
    if evaluation.nodes is not None:
        words += ["nodes", str(evaluation.nodes)]
    if evaluation.milliseconds is not None:
        words += ["ms", str(evaluation.milliseconds)]
    return words


def _two_decimals(number: float) -> str:
    return f"{round(number, 2) + 0.0:.2f}"  # adding zero turns -0.0 into 0.0


def _comment_lines(comment: str) -> list[str]:
    if not comment:
        return []
    return [f"; {line.strip(' ')}".rstrip(" ") for line in comment.split("\n")]


def _result_text(result: Result) -> str:
    end = result.termination if result.fault is None else f"{result.termination} {result.fault}"
    scores = " ".join(f"{seat} {score}" for seat, score in result.scores.items())
    winners = " ".join(result.winners) or NOBODY
    return _joined(["", f"end: {end}", f"scores: {scores}", f"result: {winners}"])


def _joined(lines: list[str]) -> str:
    """The lines as text; refuses what the reader would refuse."""
    for line in lines:
        if len(line) > MAX_LINE:
            raise RecordError(
                f'cannot write a line of {len(line)} characters ("{line[:30]}..."); {MAX_LINE} are allowed'
            )
        if (found := _UNSAFE.search(line) or re.search("\n", line)) is not None:
            raise RecordError(f'cannot write the character {_code(found)} in "{line[:30]}"')
    return "".join(f"{line}\n" for line in lines)


# --- checks shared by reader and writer --------------------------------------------------------


def _check_tag(name: str, value: str, seats: tuple[str, ...]) -> None:
    kind, blank, seat = name.partition(" ")
    if blank and kind in SEAT_TAGS:
        if seat not in seats:
            raise RecordError(f'{name}: there is no seat "{seat}" in this game{did_you_mean(seat, seats)}')
    elif blank or not (name in TAGS or name.startswith(PRIVATE_TAG)):
        known = [*TAGS, *(f"{kind} {seat}" for kind in SEAT_TAGS for seat in seats)]
        raise RecordError(f'unknown tag "{name}"{did_you_mean(name, known)}')
    if not value or value != value.strip(" "):
        raise RecordError(f"{name}: expected a text without blanks around it, got {value!r}")
    if name == "date":
        _check_date(value)


def _check_date(value: str) -> None:
    try:
        valid = date.fromisoformat(value).isoformat() == value
    except ValueError:
        valid = False
    if not valid:
        raise RecordError(f'date: expected a day like 2026-03-31, got "{value}"')


def _check_evaluation(evaluation: Evaluation, seats: tuple[str, ...]) -> None:
    for name, numbers in (("win", evaluation.win), ("vp", evaluation.vp)):
        if numbers and len(numbers) != len(seats):
            raise RecordError(f"{name}: expected a number for each of {len(seats)} seats, got {len(numbers)}")
    for chance in evaluation.win:
        if not 0 <= chance <= 1:
            raise RecordError(f"win: expected a chance from 0 to 1, got {chance}")
    for score in evaluation.vp:
        if not math.isfinite(score) or abs(score) >= 1e9:
            raise RecordError(f"vp: expected a score, got {score}")
    for name, count in (("nodes", evaluation.nodes), ("ms", evaluation.milliseconds)):
        if count is not None and not 0 <= count < 10**15:
            raise RecordError(f"{name}: expected a whole number from 0, got {count}")


def _check_result(result: Result, state: State) -> None:
    if result.termination not in TERMINATIONS:
        raise RecordError(f'end: unknown ending "{result.termination}"{did_you_mean(result.termination, TERMINATIONS)}')
    if (result.termination == NORMAL) != state.is_over:
        raise RecordError(f'end: "{result.termination}", but the game is {"" if state.is_over else "not "}over')
    if result.fault is not None and (result.termination == NORMAL or result.fault not in state.seats):
        raise RecordError(f'end: "{result.fault}" cannot be at fault')
    if dict(result.scores) != state.scores():
        raise RecordError(f"scores: expected {_scores_text(state.scores())}, got {_scores_text(result.scores)}")
    if result.termination == NORMAL and list(result.winners) != state.winners():
        raise RecordError(f"result: expected {' '.join(state.winners())}, got {' '.join(result.winners) or NOBODY}")
    if list(result.winners) != [seat for seat in state.seats if seat in result.winners]:
        raise RecordError(f"result: expected seats in their order, got {' '.join(result.winners)}")


def _scores_text(scores: Mapping[str, int]) -> str:
    return " ".join(f"{seat} {score}" for seat, score in scores.items())


# --- reading -----------------------------------------------------------------------------------


def _split(text: str | bytes, allow_unfinished: bool) -> list[str]:
    """The lines of a text, without blanks around them, checked for what no line may contain."""
    if len(text) > MAX_BYTES:
        raise RecordError(f"line 1: the record is larger than {MAX_BYTES:,} bytes")
    if isinstance(text, bytes):
        text = _decode((text[: text.rfind(b"\n") + 1] or text) if allow_unfinished else text)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    whole = text[: text.rfind("\n") + 1]
    if len(whole) < len(text) and not allow_unfinished:
        raise RecordError(f"line {_line_at(text, len(text))}: the last line is cut off: no line feed ends it")
    if (found := _UNSAFE.search(whole)) is not None:
        raise RecordError(f"line {_line_at(whole, found.start())}: the character {_code(found)} is not allowed")
    lines = [line.strip(" ") for line in whole.split("\n")[:-1]]
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise RecordError(f"line {number}: {len(line)} characters, {MAX_LINE} are allowed")
    return lines


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: not UTF-8 (byte {data[error.start]:#04x})") from None


def _line_at(text: str, index: int) -> int:
    return text.count("\n", 0, index) + 1


def _code(found: re.Match[str]) -> str:
    return f"U+{ord(found.group()):04X}"


class _Reader:
    """Goes through the lines once: header, moves, result. `_number` is the line it is at."""

    def __init__(self, lines: list[str], allow_unfinished: bool) -> None:
        self._lines = lines
        self._number = 0
        self._allow_unfinished = allow_unfinished
        self._tags: dict[str, tuple[int, str]] = {}
        self._comment: list[str] = []
        self._start: Start | None = None
        self._state: State | None = None
        self._moves: list[RecordedMove] = []
        self._move_comment: list[str] = []
        self._headings = _Headings()
        self._ending: dict[str, str] = {}
        self._result: Result | None = None

    def record(self) -> Record:
        """The whole game."""
        self._read_first_line()
        for number, line in enumerate(self._lines[1:], 2):
            if line:
                self._number = number
                self._read_line(line)
        self._number = max(len(self._lines), 1)
        self._begin()
        self._close_comment()
        if self._result is None and not self._allow_unfinished:
            raise self._error("the record ends without a result")
        assert self._start is not None
        tags = {name: value for name, (_, value) in self._tags.items()}
        return Record(self._start, tuple(self._moves), self._result, tags, "\n".join(self._comment))

    def _read_first_line(self) -> None:
        self._number = 1
        first = self._lines[0] if self._lines else ""
        if first != HEADER:
            raise self._error(f'expected "{HEADER}", got "{first[:40]}"')

    def _read_line(self, line: str) -> None:
        if self._result is not None:
            raise self._error("nothing may follow the result")
        readers: dict[str, Callable[[str], None]] = {
            ";": self._read_comment,
            "[": self._read_heading,
            "=": self._read_evaluation,
        }
        read_kind = self._read_move if line[0] in "0123456789" else readers.get(line[0], self._read_tag)
        if self._ending and read_kind != self._read_tag:
            raise self._error("only the scores and the result may follow the end")
        read_kind(line)

    # header

    def _read_tag(self, line: str) -> None:
        found = _TAG.fullmatch(line)
        if found is None:
            raise self._error(f'expected a tag, a move or a comment, got "{line[:40]}"')
        name, value = re.sub(" +", " ", found[1]), found[2]
        if name in ("end", "scores", "result"):
            self._read_ending(name, value)
            return
        if self._state is not None:
            raise self._error(f'the tag "{name}" must stand before the moves')
        if name in self._tags:
            raise self._error(f'a second "{name}"; the first is in line {self._tags[name][0]}')
        self._tags[name] = self._number, value

    def _begin(self) -> None:
        """Start the game the header names, at the first line that is no longer header."""
        if self._state is not None:
            return
        game = self._take_tag("game")
        kinds = [name for name in ("start", "position") if name in self._tags]
        if game is None or len(kinds) != 1:
            raise self._error('the header needs "game" and either "start" or "position"')
        here = self._number
        self._number, value = self._tags.pop(kinds[0])
        self._state = self._state_of(game, kinds[0], value)
        for name, (line, value) in self._tags.items():
            self._number = line
            self._checked(_check_tag, name, value, self._state.seats)
        self._number = here

    def _take_tag(self, name: str) -> str | None:
        return self._tags.pop(name)[1] if name in self._tags else None

    def _state_of(self, game: str, kind: str, value: str) -> State:
        try:
            start = self._words_start(game, value) if kind == "start" else PositionStart(game, value)
            state = start.new_state()
        except PositionError as error:
            raise self._error(f"{kind}: {error}") from None
        if state.game != game:
            raise self._error(f'position: a position of "{state.game}" in a record of "{game}"')
        self._start = PositionStart.of(state) if kind == "position" else start
        return state

    def _words_start(self, game: str, value: str) -> WordsStart:
        found = _START.fullmatch(value)
        if found is None:
            raise self._error(f'start: expected "players N" and the words of the game, got "{value[:40]}"')
        return WordsStart(game, int(found[1]), tuple(found[2].split()))

    # moves

    def _playing(self) -> State:
        self._begin()
        assert self._state is not None
        return self._state

    def _read_heading(self, line: str) -> None:
        state = self._playing()
        self._close_comment()
        due = None if state.is_over else self._headings.due(state.phase)
        if line != due:
            raise self._error(f'expected {f"the heading {due}" if due else "no heading"}, got "{line[:40]}"')
        self._headings.enter(state.phase)

    def _read_move(self, line: str) -> None:
        state = self._playing()
        self._close_comment()
        found = _MOVE.fullmatch(line)
        if found is None:
            raise self._error(f'expected number, seat and move, got "{line[:40]}"')
        ply, seat, move = len(self._moves) + 1, found[2], found[3]
        if int(found[1]) != ply:
            raise self._error(f"expected move {ply}, got move {found[1]}")
        if state.to_move is None:
            raise self._error(f'move {ply}: "{move[:40]}" comes after the end of the game')
        if seat != state.to_move:
            raise self._error(f'move {ply}: it is for {state.to_move} to move, not for "{seat[:40]}"')
        played = RecordedMove(seat, move, state.phase)
        try:
            state.play(move)
        except IllegalMove as error:
            raise self._error(f'move {ply}: illegal move "{move[:200]}" for {seat}: {error}') from None
        self._headings.enter(played.phase)
        self._moves.append(played)

    def _read_evaluation(self, line: str) -> None:
        if not self._moves or self._moves[-1].evaluation is not None or self._move_comment:
            raise self._error("an evaluation stands once, right after its move")
        seats = self._playing().seats
        words = line[1:].split()
        if len(words) > 2 * (1 + len(seats)) + 4:  # win and vp with their numbers, nodes N, ms N
            raise self._error(f"an evaluation of {len(seats)} seats has no {len(words)} words")
        evaluation = Evaluation(
            self._numbers("win", words),
            self._numbers("vp", words),
            self._count("nodes", words),
            self._count("ms", words),
        )
        if words or evaluation == Evaluation():
            raise self._error(f'expected "= win ... vp ... nodes N ms N", got "{line[:60]}"')
        self._checked(_check_evaluation, evaluation, seats)
        self._change_last_move(evaluation, "")

    def _numbers(self, name: str, words: list[str]) -> tuple[float, ...]:
        """Takes `name` and the numbers after it off the front of `words`."""
        if not words or words[0] != name:
            return ()
        words.pop(0)
        numbers: list[float] = []
        while words and _NUMBER.fullmatch(words[0]):
            numbers.append(float(words.pop(0)))
        if not numbers:
            raise self._error(f"{name}: expected numbers")
        return tuple(numbers)

    def _count(self, name: str, words: list[str]) -> int | None:
        if not words or words[0] != name:
            return None
        if len(words) < 2 or not _COUNT.fullmatch(words[1]):
            raise self._error(f"{name}: expected a whole number from 0")
        count = int(words[1])
        del words[:2]
        return count

    def _read_comment(self, line: str) -> None:
        text = line[1:].strip(" ")
        (self._move_comment if self._moves else self._comment).append(text)

    def _close_comment(self) -> None:
        """Give the comment lines read since the last move to that move."""
        if self._move_comment:
            self._change_last_move(self._moves[-1].evaluation, "\n".join(self._move_comment))
            self._move_comment = []

    def _change_last_move(self, evaluation: Evaluation | None, comment: str) -> None:
        last = self._moves[-1]
        self._moves[-1] = RecordedMove(last.seat, last.move, last.phase, evaluation, comment)

    # result

    def _read_ending(self, name: str, value: str) -> None:
        expected = ("end", "scores", "result")[len(self._ending)]
        if name != expected:
            raise self._error(f'expected "{expected}", got "{name}"')
        self._playing()
        self._ending[name] = value
        if name == "result":
            self._result = self._checked_result()

    def _checked_result(self) -> Result:
        termination, _, fault = self._ending["end"].partition(" ")
        winners = () if self._ending["result"] == NOBODY else tuple(self._ending["result"].split())
        result = Result(winners, self._scores(), termination, fault.strip(" ") or None)
        self._checked(_check_result, result, self._playing())
        return result

    def _scores(self) -> dict[str, int]:
        words = self._ending["scores"].split()
        seats, numbers = words[0::2], words[1::2]
        if tuple(seats) != self._playing().seats or not all(re.fullmatch("-?[0-9]{1,15}", text) for text in numbers):
            raise self._error(f'scores: expected each seat and its score, got "{self._ending["scores"][:60]}"')
        if len(numbers) != len(seats):
            raise self._error(f"scores: the score of {seats[-1]} is missing")
        return {seat: int(number) for seat, number in zip(seats, numbers, strict=True)}

    # errors

    def _checked(self, check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run a check that knows no lines, and name the line if it refuses."""
        try:
            check(*args, **kwargs)
        except RecordError as error:
            raise self._error(str(error)) from None

    def _error(self, sentence: str) -> RecordError:
        shown = sentence if len(sentence) <= MAX_SENTENCE else f"{sentence[:MAX_SENTENCE]}..."
        return RecordError(f"line {self._number}: {shown}")
