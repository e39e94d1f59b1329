"""What if: chosen moves, or the position with and without a change, side by side with the error of the difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from wonai.analysis.figures import bar, both, percent, points, signed_percent
from wonai.analysis.paper import Paper, table
from wonai.analysis.study import advisor_of, describe
from wonai.errors import IllegalMove
from wonai.game import CHANCE, Advisor, State
from wonai.report import FEW_VISITS, MoveLine
from wonai.search.limits import Limit
from wonai.search.searcher import Searcher, StopSignal


@dataclass(frozen=True)
class Outlook:
    """What is expected of a position, for every seat."""

    name: str
    words: str
    line: MoveLine
    why: tuple[str, ...] = ()

    def difference(self, other: Outlook, seat: str) -> tuple[float, float]:
        """How much better than `other` the seat's chance is, and the standard error of that."""
        error = both(self.line.error_of_win(seat), other.line.error_of_win(seat))
        return self.line.win[seat] - other.line.win[seat], error


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
            difference, error = outlook.difference(self.base, self.seat)
            entry["difference"] = {"win": round(difference, 4), "win_error": round(error, 4)}
            entry["difference"]["vp"] = round(outlook.line.vp[self.seat] - self.base.line.vp[self.seat], 2)
            entries.append(entry)
        return {"seat": self.seat, "base": self.base.name, "outlooks": entries}


def check_moves(state: State, moves: Sequence[str]) -> None:
    """Each must be legal; the sentence of an `IllegalMove` gives the rule that forbids it."""
    for move in moves:
        try:
            state.copy().play(move)
        except IllegalMove as error:
            raise IllegalMove(f'--try: illegal move "{move}" for {state.to_move}: {error}') from None


def compare_moves(
    state: State, moves: Sequence[str], searcher: Searcher, limit: Limit, stop: StopSignal | None = None
) -> Comparison:
    """Each move played, and what follows searched as deeply as for the others."""
    check_moves(state, moves)
    seat, advisor = str(state.to_move), advisor_of(state)
    chosen = list(dict.fromkeys(moves))
    share = shared(limit, len(chosen))
    found = []
    for move in chosen:
        after = state.copy()
        after.play(move)
        found.append(Outlook(move, describe(state, move, advisor), outlook_of(after, searcher, share, move, stop)))
    found.sort(key=lambda outlook: -outlook.line.win[seat])
    best = found[0]
    told = [replace(outlook, why=_why(state, outlook, best, found, advisor)) for outlook in found]
    return Comparison(seat, state.seats, tuple(told), told[0], "Chosen moves")


def _why(
    state: State, outlook: Outlook, best: Outlook, found: Sequence[Outlook], advisor: Advisor | None
) -> tuple[str, ...]:
    """Reasons against the best of them; of the best against the next."""
    if advisor is None:
        return ()
    rival = best if outlook is not best else found[1] if len(found) > 1 else None
    return advisor.reasons(state, outlook.name, rival.name if rival else None)


def compare_positions(
    state: State, other: State, searcher: Searcher, limit: Limit, stop: StopSignal | None = None
) -> Comparison:
    """A position as it stands and the same changed."""
    share = shared(limit, 2)
    seat = str(other.to_move)
    base = Outlook("as it stands", "the position as it stands", outlook_of(state, searcher, share, "", stop))
    new = Outlook("changed", "with the changes", outlook_of(other, searcher, share, "", stop))
    return Comparison(seat, state.seats, (base, new), base, "With and without the change")


def shared(limit: Limit, parts: int) -> Limit:
    """A limit for each of several searches."""
    time = None if limit.time is None else limit.time / parts
    nodes = None if limit.nodes is None else max(1, limit.nodes // parts)
    return replace(limit, time=time, nodes=nodes)


def outlook_of(state: State, searcher: Searcher, limit: Limit, move: str, stop: StopSignal | None = None) -> MoveLine:
    """What is expected of a position: its best line, or the result of a game that is over."""
    state, forced = _to_the_next_choice(state)
    if state.is_over:
        winners = state.winners()
        win = {seat: (1 / len(winners) if seat in winners else 0.0) for seat in state.seats}
        vp = {seat: float(score) for seat, score in state.scores().items()}
        return MoveLine(move, FEW_VISITS, win, vp, (move, *forced), win_error=dict.fromkeys(state.seats, 0.0))
    if state.to_move == CHANCE:
        return _mean(
            [(outlook_of(after, searcher, part, move, stop), weight) for after, part, weight in _drawn(state, limit)],
            move,
        )
    report = searcher.analyse(state, limit, stop=stop)
    best = report.lines[0]
    pv = (move, *forced, *best.pv) if move else (*forced, *best.pv)
    errors = {seat: best.error_of_win(seat) for seat in best.win}
    return replace(best, move=move or best.move, pv=pv, win_error=errors)


def _to_the_next_choice(state: State) -> tuple[State, list[str]]:
    """The position after the only moves there are: searchers spend no time where nothing can be chosen."""
    state, forced = state.copy(), []
    while not state.is_over and state.to_move != CHANCE and len(moves := state.legal_moves()) == 1:
        state.play(moves[0])
        forced += moves
    return state, forced


def _drawn(state: State, limit: Limit) -> Iterable[tuple[State, Limit, int]]:
    outcomes = state.outcomes()
    for outcome, weight in outcomes:
        after = state.copy()
        after.play(outcome)
        yield after, shared(limit, len(outcomes)), weight


def _mean(parts: Sequence[tuple[MoveLine, int]], move: str) -> MoveLine:
    """The expectation over a draw."""
    total = sum(weight for _, weight in parts)

    def mean(of: Callable[[MoveLine, str], float]) -> dict[str, float]:
        return {seat: sum(of(line, seat) * weight for line, weight in parts) / total for seat in parts[0][0].win}

    return MoveLine(
        move,
        sum(line.visits for line, _ in parts),
        win=mean(lambda line, seat: line.win[seat]),
        vp=mean(lambda line, seat: line.vp[seat]),
        pv=(move,),
        win_error=mean(MoveLine.error_of_win),
    )


def comparison_lines(comparison: Comparison, paper: Paper) -> list[str]:
    """The comparison as text."""
    seat = comparison.seat
    rows = [["", f"{seat} wins", "difference", f"{seat} VP", "difference"]]
    for outlook in comparison.outlooks:
        line, (gain, error) = outlook.line, outlook.difference(comparison.base, seat)
        is_base = outlook is comparison.base
        won = f"{percent(line.win[seat], 1)} ±{bar(line.error_of_win(seat))}"
        gained = "" if is_base else f"{signed_percent(gain)} ±{bar(error)}"
        shifted = "" if is_base else f"{line.vp[seat] - comparison.base.line.vp[seat]:+.1f}"
        rows.append([outlook.name, won, gained, points(line.vp[seat]), shifted])
    lines = [paper.heading(comparison.title)]
    lines += [f"  {text}" for text in table(rows)]
    others = [[""] + [other for other in comparison.seats if other != seat]]
    for outlook in comparison.outlooks:
        others.append([outlook.name, *(percent(outlook.line.win[other], 1) for other in others[0][1:])])
    lines += ["", "  the others' chances", *(f"  {text}" for text in table(others))]
    for outlook in comparison.outlooks:
        if outlook.why:
            lines += ["", paper.heading(f"Why {outlook.name}")]
            for reason in outlook.why[:4]:
                lines += paper.wrapped(reason, first="  - ")
    note = "Differences in percentage points, with one standard error: less than two of them may be chance."
    return [*lines, "", *[paper.ink(text, "dim") for text in paper.wrapped(note)]]
