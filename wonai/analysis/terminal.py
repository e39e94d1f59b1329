"""The analysis report as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from wonai.analysis.figures import chance, score
from wonai.analysis.paper import Paper, table
from wonai.analysis.study import Study, advisor_of, offer_words
from wonai.game import State
from wonai.report import MoveLine

MAX_REASONS = 6
"""As many are told of the best move; of the others `OTHER_REASONS`."""
OTHER_REASONS = 3
PV_MOVES = 10
ANOTHER_PLAN = "The plan below begins with {move} instead: it looks at this round of {seat} alone."
ONE_LINE = "Other moves were hardly looked at: think longer, or compare them with --try MOVE..."


def position_lines(state: State, paper: Paper) -> list[str]:
    """The position in a few lines."""
    advisor = advisor_of(state)
    if advisor is not None:
        text = advisor.summary(state, paper.width)
    else:
        scores = ", ".join(f"{seat} {points}" for seat, points in state.scores().items())
        text = f"{state.game}, {state.phase}, {state.to_move} to move\nscore now: {scores}"
    first, *rest = text.rstrip("\n").split("\n")
    return [paper.heading(first), *rest]


def report_lines(study: Study, paper: Paper) -> list[str]:
    """What the analysis found, without the position."""
    parts = [
        _verdict(study, paper),
        _figures(study, paper),
        *[_reasons(study, line, paper, k) for k, line in enumerate(study.report.lines)],
        _plan(study, paper),
        _offers(study, paper),
        [paper.ink(_colophon(study), "dim")],
    ]
    lines: list[str] = []
    for part in parts:
        block = list(part)
        if block:
            lines += [*block, ""]
    return lines[:-1]


def _verdict(study: Study, paper: Paper) -> Iterable[str]:
    best = study.report.lines[0]
    yield paper.heading("Best move  ") + paper.ink(best.move, "bold", "green")
    planned = ", as in the plan below" if study.is_planned(best.move) else ""
    yield from paper.wrapped(study.words[best.move] + planned, first="  ")
    if other := study.planned_instead:
        yield from paper.wrapped(ANOTHER_PLAN.format(move=other, seat=study.seat), first="  ")
    if study.advice.seat != study.seat:
        other = f"It is {study.seat}'s move; the plan and the offers below are those of {study.advice.seat}."
        yield from paper.wrapped(other, first="  ")


def _figures(study: Study, paper: Paper) -> Iterable[str]:
    """Win chances and scores of every seat, two rows a move."""
    yield from _table(study, paper)
    if len(study.report.lines) == 1:
        yield from paper.wrapped(ONE_LINE)


def _table(study: Study, paper: Paper) -> Iterable[str]:
    seats = study.state.seats
    lines = study.report.lines
    rows = [["", "", *seats]]
    for number, line in enumerate(lines, 1):
        rows.append([f"{number} {line.move}", "win", *(chance(line, seat) for seat in seats)])
        rows.append([f"  {line.visits:,} visits", "VP", *(score(line, seat) for seat in seats)])
    if max(map(len, table(rows, left=2))) > paper.width:  # a move too long, or too many seats: the move goes above
        yield from _narrow_figures(study, paper)
        return
    mover = 2 + seats.index(study.seat)
    for k, row in enumerate(rows):
        row[mover] = paper.ink(row[mover], "bold") if k else paper.ink(row[mover], "bold", "cyan")
    yield from table(rows, left=2)


def _narrow_figures(study: Study, paper: Paper) -> Iterable[str]:
    seats = study.state.seats
    for number, line in enumerate(study.report.lines, 1):
        yield paper.ink(f"{number} {line.move}", "bold")
        cells = [[seat, "win", chance(line, seat), "VP", score(line, seat)] for seat in seats]
        yield from (f"  {text}" for text in table(cells, left=2))


def _reasons(study: Study, line: MoveLine, paper: Paper, k: int) -> Iterable[str]:
    shown = line.why[: OTHER_REASONS if k else MAX_REASONS]
    if not shown and len(line.pv) < 2:
        return
    yield from _head(
        f"Why {line.move}" if shown else line.move,
        study.words[line.move] if k and not line.move.isalpha() else "",
        paper,
    )
    for reason in shown:
        yield from paper.wrapped(reason, first="  - ")
    if len(played := study.played(line)) > 1:
        yield from paper.wrapped(line_words(played[1:], PV_MOVES), first="  then  ")


def _head(head: str, words: str, paper: Paper) -> Iterable[str]:
    """The move, and what it means: beside it or below."""
    is_beside = len(f"{head}  {words}") <= paper.width
    yield paper.heading(head) + (f"  {paper.ink(words, 'dim')}" if words and is_beside else "")
    if words and not is_beside:
        yield from (paper.ink(line, "dim") for line in paper.wrapped(words, first="  "))


def line_words(played: Sequence[tuple[str, str]], most: int) -> str:
    """A line of play with who plays: `p1 buy:ore, p2 pass pass, p3 sell:food ...`."""
    turns = [
        f"{seat} {' '.join(move for _, move in group)}"
        for seat, group in groupby(played[:most], key=lambda entry: entry[0])
    ]
    return ", ".join(turns) + (" ..." if len(played) > most else "")


def _plan(study: Study, paper: Paper) -> Iterable[str]:
    if study.advice.plan_text:
        title, *rest = study.advice.plan_text.rstrip("\n").split("\n")
        yield paper.heading(title)
        yield from paper.indented("\n".join(rest).lstrip("\n"), "")


def _offers(study: Study, paper: Paper) -> Iterable[str]:
    if not study.advice.offers:
        return
    yield paper.heading(f"Offers worth making by {study.advice.seat}")
    for offer in study.advice.offers:
        yield paper.ink(f"  {offer['move']}", "cyan")
        if words := offer_words(offer, study.advice.seat):
            yield from paper.wrapped(words, first="    ")


def _colophon(study: Study) -> str:
    report = study.report
    return f"{report.nodes:,} nodes in {report.seconds:.1f} s by {report.engine}; chances with one standard error"
