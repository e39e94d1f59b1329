"""Game review: every decision of every player, what it cost against the best move, and where the game turned."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import IO, Any

from wonai.analysis.figures import both
from wonai.analysis.outlook import independent, outlook_of, shared
from wonai.analysis.study import advisor_of, describe
from wonai.errors import WonaiError
from wonai.game import CHANCE, Advisor, State
from wonai.record import Record, write
from wonai.search.limits import Limit
from wonai.search.searcher import Searcher

REVIEW_FORMAT = "wonai-review/1"
PROGRESS_FORMAT = "wonai-review-progress/1"
SEARCHES = 4
"""Parts of a decision's limit: two to find the best move, one each to weigh it and the move that was played."""
TURNING_LOSS = 0.03
"""Win chance that a decision must cost at least to be called a turning point ..."""
TURNING_ERRORS = 2.0
"""... and how many standard errors."""
MAX_TURNING_POINTS = 8
AGAIN = 3
"""Times around the table within which the same chance missed once more is the same turning point."""
WHY = 4
"""Reasons given for the better move."""


@dataclass(frozen=True)
class Decision:
    """A move of the game where there was a choice."""

    ply: int
    """Its number in the record, from 1."""
    seat: str
    kind: str
    move: str
    best: str
    win: Mapping[str, float]
    """The chance of each seat after the move that was played."""
    vp: Mapping[str, float]
    best_win: float
    """The chance of the seat to move after the best move."""
    loss: float
    """Win chance given away, 0 where the best move was played."""
    loss_error: float
    """Its standard error."""
    vp_loss: float
    words: str = ""
    best_words: str = ""
    why: Sequence[str] = ()
    """What the best move had over the one that was played."""

    @property
    def is_certain(self) -> bool:
        """Whether the loss is more than one standard error, so that it counts."""
        return self.loss > self.loss_error

    @property
    def counted_loss(self) -> float:
        return self.loss if self.is_certain else 0.0

    @property
    def accuracy(self) -> float:
        """The share of the win chance that the move kept, 0 to 1."""
        return 1 - self.counted_loss / self.best_win if self.best_win > 0 else 1.0


@dataclass(frozen=True)
class Tally:
    """The decisions of one seat, or of one kind."""

    decisions: int = 0
    best: int = 0
    """How often the best move was played, or one as good."""
    loss: float = 0.0
    """Win chance given away in all."""
    vp_loss: float = 0.0
    accuracy: float = 1.0

    @classmethod
    def of(cls, decisions: Sequence[Decision]) -> Tally:
        """The sums and the mean accuracy."""
        if not decisions:
            return cls()
        counted = [decision for decision in decisions if decision.is_certain]
        return cls(
            len(decisions),
            len(decisions) - len(counted),
            sum(decision.counted_loss for decision in decisions),
            sum(decision.vp_loss for decision in counted),
            sum(decision.accuracy for decision in decisions) / len(decisions),
        )


@dataclass(frozen=True)
class Review:
    """A reviewed game."""

    record: Record
    seats: tuple[str, ...]
    decisions: Sequence[Decision]
    engine: str
    names: Mapping[str, str] = field(default_factory=dict)

    def by_seat(self) -> dict[str, Tally]:
        """The tally of each player."""
        return {seat: Tally.of([one for one in self.decisions if one.seat == seat]) for seat in self.seats}

    def by_kind(self, seat: str | None = None) -> dict[str, Tally]:
        """The tally of each kind of decision, of one seat or of all."""
        chosen = [one for one in self.decisions if seat in (None, one.seat)]
        kinds = dict.fromkeys(one.kind for one in self.decisions)
        return {kind: Tally.of([one for one in chosen if one.kind == kind]) for kind in kinds}

    def turning_points(self) -> list[Decision]:
        """The dearest decisions, in the order of the game; what a seat misses again and again counts once."""
        dear: list[Decision] = []
        seen: dict[tuple[str, str], tuple[int, int]] = {}  # what was missed: where last, and its place in the list
        for one in self.decisions:
            if one.loss < TURNING_LOSS or one.loss <= TURNING_ERRORS * one.loss_error:
                continue
            missed = one.seat, one.best
            last, place = seen.get(missed, (-AGAIN * len(self.seats), len(dear)))
            if one.ply - last > AGAIN * len(self.seats):
                place = len(dear)
                dear.append(one)
            elif one.loss > dear[place].loss:
                dear[place] = one
            seen[missed] = one.ply, place
        dearest = sorted(dear, key=lambda one: -one.loss)[:MAX_TURNING_POINTS]
        return sorted(dearest, key=lambda one: one.ply)

    @property
    def usual_error(self) -> float:
        """The mean standard error of a loss, over the decisions where another move was found better."""
        errors = [one.loss_error for one in self.decisions if one.loss]
        return sum(errors) / len(errors) if errors else 0.0

    def to_document(self) -> dict[str, Any]:
        """As `wonai review --json` prints it."""
        return {
            "format": REVIEW_FORMAT,
            "game": self.record.start.game,
            "moves": len(self.record.moves),
            "engine": self.engine,
            "players": {seat: _tally(tally) for seat, tally in self.by_seat().items()},
            "kinds": {
                seat: {kind: _tally(tally) for kind, tally in self.by_kind(seat).items() if tally.decisions}
                for seat in self.seats
            },
            "turning_points": [one.ply for one in self.turning_points()],
            "decisions": [decision_document(one) for one in self.decisions],
        }


def _tally(tally: Tally) -> dict[str, Any]:
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in asdict(tally).items()}


def decision_document(decision: Decision) -> dict[str, Any]:
    """One decision as in the report and in the side file."""
    document = asdict(decision)
    for name in ("best_win", "loss", "loss_error"):
        document[name] = round(document[name], 4)
    document["vp_loss"] = round(decision.vp_loss, 2)
    document["win"] = {seat: round(share, 4) for seat, share in decision.win.items()}
    document["vp"] = {seat: round(score, 2) for seat, score in decision.vp.items()}
    document["why"] = list(decision.why)
    return document


# ---------------------------------------------------------------------------------------------------------------------
# The work


def choices(record: Record) -> Iterator[tuple[int, State, str]]:
    """Every move where there was a choice: its number, the position before it, and the move."""
    state = record.start.new_state()
    for ply, played in enumerate(record.moves, 1):
        if state.to_move != CHANCE and len(state.legal_moves()) > 1:
            yield ply, state.copy(), played.move
        state.play(played.move)


def judge(ply: int, state: State, move: str, searcher: Searcher, limit: Limit, advisor: Advisor | None) -> Decision:
    """What a move cost against the best one."""
    seat = str(state.to_move)
    part = shared(limit, SEARCHES)
    # Without a memory of the decisions before it: so a review that was broken off ends as one that was not.
    report = independent(searcher).analyse(state, shared(limit, SEARCHES // 2))
    best = report.best
    is_best = _after(state, best).key == _after(state, move).key
    played = outlook_of(_after(state, move), searcher, part, move)
    if is_best:
        best, better = move, played
    else:
        better = outlook_of(_after(state, best), searcher, part, best)
    loss = max(0.0, better.win[seat] - played.win[seat])
    error = both(better.error_of_win(seat), played.error_of_win(seat)) if loss else 0.0
    told = () if is_best or advisor is None else advisor.reasons(state, best, move)[:WHY]
    return Decision(
        ply=ply,
        seat=seat,
        kind=advisor.kind_of(state, move) if advisor is not None else state.phase,
        move=move,
        best=best,
        win=dict(played.win),
        vp=dict(played.vp),
        best_win=max(better.win[seat], played.win[seat]),
        loss=loss,
        loss_error=error,
        vp_loss=0.0 if is_best else better.vp[seat] - played.vp[seat],
        words=describe(state, move, advisor),
        best_words=describe(state, best, advisor),
        why=tuple(told),
    )


def _after(state: State, move: str) -> State:
    after = state.copy()
    after.play(move)
    return after


def review(
    record: Record,
    searcher: Searcher,
    limit: Limit,
    *,
    engine: str,
    progress: Progress | None = None,
    on_decision: Callable[[int, int], None] | None = None,
) -> Review:
    """Judge every decision of a game; those that `progress` already knows are not judged again."""
    start = record.start.new_state()
    advisor = advisor_of(start)
    todo = list(choices(record))
    known = progress.known if progress is not None else {}
    decisions = []
    for number, (ply, state, move) in enumerate(todo, 1):
        decision = known.get(ply)
        if decision is None:
            decision = judge(ply, state, move, searcher, limit, advisor)
            if progress is not None:
                progress.add(decision)
        decisions.append(decision)
        if on_decision is not None:
            on_decision(number, len(todo))
    names = {seat: record.tags.get(f"player {seat}") or record.tags.get(f"engine {seat}", "") for seat in start.seats}
    return Review(record, start.seats, decisions, engine, names)


# ---------------------------------------------------------------------------------------------------------------------
# The side file


class Progress:
    """What has been judged so far, one line a decision, so that a long review can go on where it was broken off.

    The first line names the game, the limit and the engine; a file of another review is begun anew. A last line that
    was cut off does not count.
    """

    def __init__(self, path: str, record: Record, limit: Limit, engine: str) -> None:
        digest = hashlib.sha256(write(record).encode("utf-8")).hexdigest()
        self._header = {
            "format": PROGRESS_FORMAT,
            "record": digest,
            "limit": {"time": limit.time, "nodes": limit.nodes},
            "engine": engine,
        }
        self.known: dict[int, Decision] = {}
        lines = self._read(path)
        self._file: IO[str] = open(path, "w", encoding="utf-8")  # noqa: SIM115  (kept open, closed by close())
        self._write([self._header, *(decision_document(decision) for decision in lines)])

    def _read(self, path: str) -> Iterable[Decision]:
        try:
            with open(path, encoding="utf-8") as file:
                lines = file.read().split("\n")[:-1]
        except FileNotFoundError:
            return []
        except UnicodeDecodeError:
            lines = [""]
        try:
            header = json.loads(lines[0]) if lines else self._header
            if header["format"] != PROGRESS_FORMAT:
                raise ValueError
            if header != self._header:
                return []
            self.known = {one.ply: one for one in (Decision(**json.loads(line)) for line in lines[1:])}
        except (ValueError, TypeError, KeyError):
            # It may be anything: nothing is overwritten that was not written here.
            raise WonaiError(f"{path}: this is no side file of a review; remove it or name another one") from None
        return self.known.values()

    def add(self, decision: Decision) -> None:
        """Remember a decision, on disk too."""
        self.known[decision.ply] = decision
        self._write([decision_document(decision)])

    def _write(self, documents: Iterable[Mapping[str, Any]]) -> None:
        for document in documents:
            self._file.write(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()

    def close(self) -> None:
        """No more decisions come."""
        self._file.close()


def side_file(record: str) -> str:
    """Where the progress of a review is kept unless said otherwise."""
    return os.path.join(os.path.dirname(record), f"{os.path.basename(record)}.review")
