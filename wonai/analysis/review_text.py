"""A review as text for a terminal."""

from __future__ import annotations

from wonai.analysis.figures import bar, percent
from wonai.analysis.paper import Paper, table
from wonai.analysis.review import Decision, Review, Tally


def review_lines(review: Review, paper: Paper) -> list[str]:
    """Players, kinds of decisions, turning points."""
    lines = [
        paper.heading("Players"),
        *_players(review),
        "",
        paper.heading("Win chance given away, by kind"),
        *_kinds(review),
    ]
    lines += ["", paper.heading("Turning points")]
    points = review.turning_points()
    for decision in points:
        lines += _turning_point(decision, paper)
    if not points:
        lines.append("  none: no decision cost more than can be told from chance")
    note = (
        f"{len(review.decisions)} decisions of {len(review.record.moves)} moves, judged by {review.engine}. "
        "Accuracy is the mean share of win chance that a decision kept; losses within one standard error count as none."
    )
    return [*lines, "", *[paper.ink(line, "dim") for line in paper.wrapped(note)]]


def _players(review: Review) -> list[str]:
    rows = [["", "accuracy", "decisions", "best", "win lost", "VP lost", ""]]
    result = review.record.result
    for seat, tally in review.by_seat().items():
        end = "" if result is None else f"{result.scores[seat]} VP{', won' if seat in result.winners else ''}"
        rows.append([f"{seat} {review.names.get(seat, '')}".rstrip(), *_cells(tally), end])
    return [f"  {line}" for line in table(rows)]


def _cells(tally: Tally) -> list[str]:
    return [
        percent(tally.accuracy, 1),
        str(tally.decisions),
        percent(tally.best / tally.decisions) if tally.decisions else "-",
        f"{100 * tally.loss:.1f}",
        f"{tally.vp_loss:.1f}",
    ]


def _kinds(review: Review) -> list[str]:
    kinds = list(review.by_kind())
    rows = [["", *kinds]]
    for seat in review.seats:
        tallies = review.by_kind(seat)
        rows.append([seat, *(f"{100 * tallies[kind].loss:.1f}" if tallies[kind].decisions else "-" for kind in kinds)])
    return [f"  {line}" for line in table(rows)]


def _turning_point(decision: Decision, paper: Paper) -> list[str]:
    cost = f"{100 * decision.loss:.1f} ±{bar(decision.loss_error)} points of win chance, {decision.vp_loss:.1f} VP"
    head = f"{decision.ply} {decision.seat} {decision.move}"
    lines = [f"  {paper.ink(head, 'bold', 'red')}", *paper.wrapped(f"cost {cost}", first="    ")]
    lines += paper.wrapped(f"better: {decision.best}", first="    ")
    for reason in decision.why:
        lines += paper.wrapped(reason, first="      - ")
    return lines
