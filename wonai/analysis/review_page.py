"""A review as a page: the game to step through, chances over time, players, turning points."""

from __future__ import annotations

from html import escape
from typing import Any

from wonai.analysis.charts import story
from wonai.analysis.figures import percent
from wonai.analysis.film import Film
from wonai.analysis.page import bullets, colours_of, section, stepper, whole_page
from wonai.analysis.review import Decision, Review
from wonai.analysis.review_text import NOTE, precision, result_words, vp_words
from wonai.analysis.study import advisor_of, describe
from wonai.game import CHANCE


def review_page(review: Review) -> str:
    """The whole game on one page."""
    film, steps, chances = _film(review)
    state = review.record.start.new_state()
    colours = colours_of(state, advisor_of(state))
    names = {seat: f"{seat} {review.names.get(seat, '')}".strip() for seat in review.seats}
    points = review.turning_points()
    legend = "".join(
        f'<span class="swatch" style="background:{colours[seat]}"></span>{escape(names[seat])} &nbsp; '
        for seat in review.seats
    )
    chart = story(chances, [one.ply - 1 for one in points], names, colours)
    slider = f'<input type="range" id="slider" min="0" max="{len(steps) - 1}" value="0" aria-label="Move of the game">'
    viewer = (
        f"{stepper([])}{slider}"
        f'<p class="caption" id="caption" aria-live="polite"><strong>{escape(steps[0]["title"])}</strong></p>'
        f'<div class="film" id="film" tabindex="0">{film.svg(0)}</div>'
    )
    parts = [
        section("The game", viewer, attributes=' id="viewer"'),
        section("Players", _players(review, names) + _kinds(review)),
        section(
            "Chances to win",
            f'<p class="muted">{legend} dashed: turning points</p><div class="scroll" tabindex="0">{chart}</div>',
            wide=True,
        ),
        section("Turning points", _turning_points(points)),
        section("All decisions", _decisions(review)),
    ]
    result = review.record.result
    end = "unfinished" if result is None else f"won by {' and '.join(result.winners) or 'nobody'}"
    return whole_page(
        title="Game review by wonai",
        heading="Game review",
        subtitle=f"{len(review.record.moves)} moves, {len(review.decisions)} decisions, {end}",
        body="\n".join(parts),
        footer=f"Judged by {review.engine}. {NOTE} {precision(review)} Arrow keys step through the game.",
        data={"film": film.to_document(), "lines": [{"steps": steps}]},
    )


def _film(review: Review) -> tuple[Film, list[dict[str, Any]], list[dict[str, float]]]:
    """A frame before every move with the move drawn on it, one at the end, and the chances at each."""
    film = Film()
    state = review.record.start.new_state()
    advisor = advisor_of(state)
    judged = {one.ply: one for one in review.decisions}
    steps: list[dict[str, Any]] = []
    chances: list[dict[str, float]] = []
    now = dict.fromkeys(review.seats, 1 / len(review.seats))
    for ply, played in enumerate(review.record.moves, 1):
        decision = judged.get(ply)
        is_choice = state.to_move != CHANCE
        words = decision.words if decision else describe(state, played.move, advisor) if is_choice else played.move
        frame = film.add(state.to_svg(played.move if is_choice else None))
        now = dict(decision.win) if decision else now
        steps.append({"frame": frame, "title": f"{ply}. {words}", "text": _verdict(decision)})
        chances.append(now)
        state.play(played.move)
    steps.append({"frame": film.add(state.to_svg()), "title": "The position after the last move", "text": ""})
    chances.append(now)
    return film, steps, chances


def _verdict(decision: Decision | None) -> str:
    if decision is None:
        return "the only move"
    if not decision.is_certain:
        is_best = decision.move == decision.best
        return f"{decision.move}: {'the best move' if is_best else 'no worse than the best, as far as can be told'}"
    return (
        f"{decision.move} cost {100 * decision.loss:.1f} points of win chance; better: {decision.best} "
        f"({decision.best_words})"
    )


def _players(review: Review, names: dict[str, str]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(names[seat])}</th><td>{percent(tally.accuracy, 1)}</td><td>{tally.decisions}</td>'
        f"<td>{100 * tally.loss:.1f}</td><td>{tally.vp_loss:.1f}</td><td>{escape(result_words(review, seat))}</td></tr>"
        for seat, tally in review.by_seat().items()
    )
    head = "".join(
        f'<th scope="col">{word}</th>' for word in ("Player", "Accuracy", "Decisions", "Win lost", "VP lost", "Result")
    )
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _kinds(review: Review) -> str:
    kinds = list(review.by_kind())
    head = "".join(f'<th scope="col">{escape(seat)}</th>' for seat in review.seats)
    tallies = {seat: review.by_kind(seat) for seat in review.seats}
    rows = []
    for kind in kinds:
        told = [tallies[seat][kind] for seat in review.seats]
        cells = "".join(f"<td>{100 * one.loss:.1f}</td>" if one.decisions else "<td>-</td>" for one in told)
        rows.append(f'<tr><th scope="row">{escape(kind)}</th>{cells}</tr>')
    table = f'<thead><tr><th scope="col">Win lost by kind</th>{head}</tr></thead><tbody>{"".join(rows)}</tbody>'
    return f'<div class="scroll" tabindex="0"><table>{table}</table></div>'


def _turning_points(points: list[Decision]) -> str:
    if not points:
        return "<p>None: no decision cost more than can be told from chance.</p>"
    return "".join(
        f'<h3><button type="button" data-go="{one.ply - 1}">Move {one.ply}</button> {escape(one.words)}</h3>'
        f'<p><span class="bad">{100 * one.loss:.1f} ±{100 * one.loss_error:.1f}</span> points of win chance'
        f"{vp_words(one)}. Better: {escape(one.best_words)} <code>{escape(one.best)}</code></p>{bullets(one.why)}"
        for one in points
    )


def _decisions(review: Review) -> str:
    rows = "".join(
        f'<tr data-at="{one.ply - 1}"><td>{one.ply}</td><td>{one.seat}</td>'
        f'<td class="words"><code>{escape(one.move)}</code></td>'
        f'<td class="kind">{escape(one.kind)}</td><td>{_cost(one)}</td></tr>'
        for one in review.decisions
    )
    kinds = {"Played": ' class="words"', "Kind": ' class="kind"'}
    head = "".join(
        f'<th scope="col"{kinds.get(word, "")}>{word}</th>' for word in ("Move", "Seat", "Played", "Kind", "Win lost")
    )
    return f'<div class="moves" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _cost(decision: Decision) -> str:
    return f'<span class="bad">{100 * decision.loss:.1f}</span>' if decision.is_certain else "0"
