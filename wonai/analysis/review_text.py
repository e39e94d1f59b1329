"""A review as text for a terminal."""

from __future__ import annotations

from wonai.analysis.figures import bar, percent
from wonai.analysis.paper import Paper, table
from wonai.analysis.review import Decision, Review, Tally

NOTE = "Accuracy is the mean share of win chance that a decision kept; losses within one standard error count as none."
ROUGH = 0.05
"""A usual error from which on a review is too rough for small mistakes."""


LEAST_VP = 0.05
"""Points that are shown: fewer would be written as none."""


def precision(review: Review) -> str:
    """How exactly the losses are known."""
    advice = ": think longer to see smaller mistakes" if review.usual_error > ROUGH else ""
    return f"A loss is known to \N{PLUS-MINUS SIGN}{bar(review.usual_error)} points on average{advice}."


def vp_words(decision: Decision) -> str:
    """What the loss is in points; a better move may bring fewer of them, and win more often."""
    if abs(decision.vp_loss) < LEAST_VP:
        return ""
    if decision.vp_loss < 0:
        return f", though it brings {-decision.vp_loss:.1f} VP more"
    return f", {decision.vp_loss:.1f} VP"


def result_words(review: Review, seat: str) -> str:
    """`38 VP, won`; empty for an unfinished game."""
    result = review.record.result
    return "" if result is None else f"{result.scores[seat]} VP{', won' if seat in result.winners else ''}"


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
        f"{len(review.decisions)} decisions of {len(review.record.moves)} moves, judged by {review.engine}. {NOTE} "
        f"{precision(review)}"
    )
    return [*lines, "", *[paper.ink(line, "dim") for line in paper.wrapped(note)]]


def _players(review: Review) -> list[str]:
    rows = [["", "accuracy", "decisions", "best", "win lost", "VP lost", ""]]
    for seat, tally in review.by_seat().items():
        rows.append([f"{seat} {review.names.get(seat, '')}".rstrip(), *_cells(tally), result_words(review, seat)])
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
    cost = f"{100 * decision.loss:.1f} ±{bar(decision.loss_error)} points of win chance{vp_words(decision)}"
    head = f"{decision.ply} {decision.seat} {decision.move}"
    lines = [f"  {paper.ink(head, 'bold', 'red')}", *paper.wrapped(f"cost {cost}", first="    ")]
    lines += paper.wrapped(f"better: {decision.best}", first="    ")
    for reason in decision.why:
        lines += paper.wrapped(reason, first="      - ")
    return lines
