"""What if: chosen moves, or the position with and without a change, side by side with the error of the difference."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wonai.analysis.figures import bar, both, percent, score, signed_percent
from wonai.analysis.outlook import outlook_of, shared
from wonai.analysis.paper import Paper, table
from wonai.analysis.study import Advice, Study, advisor_of, describe
from wonai.analysis.terminal import MAX_REASONS
from wonai.errors import IllegalMove
from wonai.game import Advisor, State
from wonai.report import HintReport, MoveLine
from wonai.search.limits import Limit
from wonai.search.searcher import Searcher, StopSignal


@dataclass(frozen=True)
class Outlook:
    """What is expected of a position, for every seat."""

    name: str
    words: str
    line: MoveLine
    why: tuple[str, ...] = ()
    against: str = ""
    """The move that the reasons compare this one with; empty: with none."""

    def difference(self, other: Outlook, seat: str) -> tuple[float, float]:
        """How much better than `other` the seat's chance is, and the standard error of that."""
        error = both(self.line.error_of_win(seat), other.line.error_of_win(seat))
        return self.line.win[seat] - other.line.win[seat], error

    def vp_difference(self, other: Outlook, seat: str) -> tuple[float, float]:
        """Likewise of the expected points."""
        error = both(self.line.vp_error.get(seat, 0.0), other.line.vp_error.get(seat, 0.0))
        return self.line.vp[seat] - other.line.vp[seat], error


@dataclass(frozen=True)
class Comparison:
    """Outlooks, the best for `seat` first; differences are to that one, or to `base`."""

    seat: str
    seats: tuple[str, ...]
    outlooks: tuple[Outlook, ...]
    base: Outlook
    title: str

    def to_document(self) -> dict[str, Any]:
        """As the `compare` of a report."""
        entries = []
        for outlook in self.outlooks:
            entry = outlook.line.to_document()
            del entry["pv"]
            entry |= {"name": outlook.name, "words": outlook.words, "why": list(outlook.why)}
            if outlook.against:
                entry["against"] = outlook.against
            difference, error = outlook.difference(self.base, self.seat)
            entry["difference"] = {"win": round(difference, 4), "win_error": round(error, 4)}
            points, error = outlook.vp_difference(self.base, self.seat)
            entry["difference"] |= {"vp": round(points, 2), "vp_error": round(error, 2)}
            entries.append(entry)
        return {"seat": self.seat, "base": self.base.name, "outlooks": entries}


def study_of(state: State, comparison: Comparison, *, seconds: float, engine: str) -> Study:
    """Compared moves as what a page shows: each is a line; nothing is planned."""
    lines = tuple(replace(outlook.line, why=outlook.why) for outlook in comparison.outlooks)
    report = HintReport(
        position=json.loads(state.to_json()),
        to_move=comparison.seat,
        best=lines[0].move,
        lines=lines,
        nodes=sum(line.visits for line in lines),
        seconds=seconds,
        engine=engine,
    )
    words = {outlook.name: outlook.words for outlook in comparison.outlooks}
    return Study(state, report, Advice(comparison.seat), words, is_chosen=True)


def check_moves(state: State, moves: Sequence[str]) -> None:
    """Each must be legal; the sentence of an `IllegalMove` gives the rule that forbids it."""
    for move in moves:
        try:
            state.copy().play(move)
        except IllegalMove as error:
            raise IllegalMove(f"--try: {error}") from None


def compare_moves(
    state: State,
    moves: Sequence[str],
    searcher: Searcher,
    limit: Limit,
    stop: StopSignal | None = None,
    on_outlook: Callable[[str], None] | None = None,
) -> Comparison:
    """Each move played, and what follows searched as deeply as for the others; `on_outlook` hears what comes next."""
    check_moves(state, moves)
    seat, advisor = str(state.to_move), advisor_of(state)
    chosen = list(dict.fromkeys(moves))
    share = shared(limit, len(chosen))
    found = []
    for number, move in enumerate(chosen, 1):
        if on_outlook is not None:
            on_outlook(f"{number} of {len(chosen)}: {move}")
        after = state.copy()
        after.play(move)
        found.append(Outlook(move, describe(state, move, advisor), outlook_of(after, searcher, share, move, stop)))
    found.sort(key=lambda outlook: -outlook.line.win[seat])
    best = found[0]
    second = found[1] if len(found) > 1 else None
    told = [_told(state, outlook, second if outlook is best else best, advisor) for outlook in found]
    return Comparison(seat, state.seats, tuple(told), told[0], "Chosen moves")


def _told(state: State, outlook: Outlook, rival: Outlook | None, advisor: Advisor | None) -> Outlook:
    """With its reasons against another move, or by itself."""
    if advisor is None:
        return outlook
    against = rival.name if rival else ""
    return replace(outlook, why=advisor.reasons(state, outlook.name, against or None), against=against)


def compare_positions(
    state: State,
    other: State,
    searcher: Searcher,
    limit: Limit,
    stop: StopSignal | None = None,
    on_outlook: Callable[[str], None] | None = None,
) -> Comparison:
    """A position as it stands and the same changed."""
    share = shared(limit, 2)
    seat = str(other.to_move)
    if on_outlook is not None:
        on_outlook("the position as it stands, and changed")
    base = Outlook("as it stands", "the position as it stands", outlook_of(state, searcher, share, "", stop))
    new = Outlook("changed", "with the changes", outlook_of(other, searcher, share, "", stop))
    return Comparison(seat, state.seats, (base, new), base, "With and without the change")


def comparison_lines(comparison: Comparison, paper: Paper) -> list[str]:
    """The comparison as text."""
    seat = comparison.seat
    rows = [["", f"{seat} wins", "difference", f"{seat} VP", "difference"]]
    for outlook in comparison.outlooks:
        line, (gain, error) = outlook.line, outlook.difference(comparison.base, seat)
        is_base = outlook is comparison.base
        won = f"{percent(line.win[seat], 1)} ±{bar(line.error_of_win(seat))}"
        gained = "" if is_base else f"{signed_percent(gain)} ±{bar(error)}"
        shift, shift_error = outlook.vp_difference(comparison.base, seat)
        shifted = "" if is_base else f"{shift:+.1f} ±{shift_error:.1f}"
        rows.append([outlook.name, won, gained, score(line, seat), shifted])
    lines = [paper.heading(comparison.title)]
    lines += [f"  {text}" for text in table(rows)]
    others = [[""] + [other for other in comparison.seats if other != seat]]
    for outlook in comparison.outlooks:
        others.append([outlook.name, *(percent(outlook.line.win[other], 1) for other in others[0][1:])])
    lines += ["", "  the others' chances", *(f"  {text}" for text in table(others))]
    for outlook in comparison.outlooks:
        if outlook.why:
            head = f"{outlook.name} against {outlook.against}" if outlook.against else f"Why {outlook.name}"
            lines += ["", *[paper.heading(line) for line in paper.wrapped(head)]]
            for reason in outlook.why[:MAX_REASONS]:
                lines += paper.wrapped(reason, first="  - ")
    if len(comparison.outlooks) == 1:
        return lines
    note = "Differences in percentage points, with one standard error: less than two of them may be chance."
    return [*lines, "", *[paper.ink(text, "dim") for text in paper.wrapped(note)]]
