"""Pages: a report as one HTML file that needs nothing else and asks no network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from wonai.analysis.charts import chance_bars, score_bars
from wonai.analysis.figures import chance, score
from wonai.analysis.film import Film
from wonai.analysis.paper import Paper
from wonai.analysis.study import Study, advisor_of, describe, offer_words
from wonai.analysis.terminal import ANOTHER_PLAN, ONE_LINE, line_words
from wonai.game import CHANCE, Advisor, State
from wonai.report import MoveLine

MAX_STEPS = 24
"""Moves of a line that can be stepped through."""
PLAIN_COLOUR = "#4a5a68"
PLAN_COLUMNS = 64
PLAN_TAB = "plan"
PLAN_PICTURE = "as the plan leaves the board: what is new is ringed and numbered in order"
MARKETS = "What the next cubes cost one after the other (dark bars) and what cubes sold bring (light), in dollars."


def report_page(study: Study) -> str:
    """The analysis of a position."""
    state, report = study.state, study.report
    advisor = advisor_of(state)
    film = Film()
    lines = [{"steps": _steps(state, line, film, advisor)} for line in report.lines]
    best, tabs = report.lines[0], [line.move for line in report.lines]
    if advisor is not None and study.advice.plan:
        lines.append({"steps": [_planned(study, film, advisor)]})
        tabs.append(PLAN_TAB)
    parts = [
        _viewer(tabs, film.svg(lines[0]["steps"][0]["frame"]), lines[0]["steps"][0]),
        _verdict(study, best, advisor),
        _figures(study),
        *_plan(study),
        *_reasons(study),
        *_offers(study),
        *_markets(state, advisor),
        section("The position", f'<pre tabindex="0">{escape(summary(state, advisor))}</pre>', wide=True),
    ]
    moment = re.split(r"\s{2,}", summary(state, advisor).split("\n")[0])
    return whole_page(
        title=f"{study.words[best.move]}: analysis by wonai",
        heading=f"{study.words[best.move]}",
        subtitle=" \N{MIDDLE DOT} ".join(moment),
        body="\n".join(parts),
        footer=f"{report.nodes:,} nodes in {report.seconds:.1f} s by {report.engine}. "
        "Chances with one standard error. Arrow keys step through a line, figures choose one.",
        data={"film": film.to_document(), "lines": lines},
    )


def whole_page(*, title: str, heading: str, subtitle: str, body: str, footer: str, data: Mapping[str, Any]) -> str:
    """A page from its parts; `body` is HTML, everything else text."""
    # Within a script only these could end it or begin a comment.
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    parts = {
        "title": escape(title),
        "css": resource("page.css"),
        "heading": escape(heading),
        "subtitle": escape(subtitle),
        "body": body,
        "footer": escape(footer),
        "data": packed,
        "script": resource("page.js"),
    }
    page = resource("page.html")
    out = []
    for piece in page.split("{{"):
        name, braces, rest = piece.partition("}}")
        out.append(parts[name] + rest if braces else piece)
    return "".join(out)


@cache
def resource(name: str) -> str:
    """A file of this package."""
    return (files(__package__) / name).read_text(encoding="utf-8").rstrip("\n")


def summary(state: State, advisor: Advisor | None) -> str:
    """The position in a few lines."""
    if advisor is not None:
        return advisor.summary(state, 100)
    return f"{state.game}, {state.phase}, {state.to_move} to move"


def names_of(state: State) -> dict[str, str]:
    """The seats with the names of their players, where the position has any."""
    players = json.loads(state.to_json()).get("players", ())
    found = {
        entry["seat"]: str(entry.get("name", "")) for entry in players if isinstance(entry, dict) and "seat" in entry
    }
    return {seat: f"{seat} {found[seat][:9]}" if found.get(seat, seat) != seat else seat for seat in state.seats}


def colours_of(state: State, advisor: Advisor | None) -> dict[str, str]:
    """The colour of each seat."""
    return {seat: advisor.colour_of(seat) if advisor is not None else PLAIN_COLOUR for seat in state.seats}


def _steps(state: State, line: MoveLine, film: Film, advisor: Advisor | None) -> list[dict[str, Any]]:
    """The positions of a line, each with the move that comes next drawn on it; then the last one without."""
    steps = []
    now, moves = state.copy(), line.pv[:MAX_STEPS] or (line.move,)
    for number, move in enumerate(moves, 1):
        if now.to_move in (None, CHANCE) or not now.is_legal(move):
            break
        words = describe(now, move, advisor)
        frame = film.add(now.to_svg(move))
        steps.append({"frame": frame, "title": words, "text": f"move {number} of {len(moves)}: {move}"})
        now.play(move)
    steps.append({"frame": film.add(now.to_svg()), "title": "The position after these moves", "text": ""})
    return steps


def _planned(study: Study, film: Film, advisor: Advisor) -> dict[str, Any]:
    """The picture of the plan: what it puts on the board."""
    frame = film.add(advisor.plan_svg(study.state, study.advice.plan))
    return {"frame": frame, "title": f"The plan of {study.advice.seat} for this round", "text": PLAN_PICTURE}


def section(title: str, body: str, *, wide: bool = False, attributes: str = "") -> str:
    """A part of the page with its heading; `body` is HTML."""
    name = title.lower().replace(" ", "-")
    kind = ' class="wide"' if wide else ""
    return (
        f'<section{kind} aria-labelledby="h-{name}"{attributes}><h2 id="h-{name}">{escape(title)}</h2>{body}</section>'
    )


def stepper(moves: Sequence[str]) -> str:
    """The buttons: lines of play, then first, back, next and last."""
    tabs = "".join(
        f'<button type="button" data-line="{k}" aria-pressed="{"false" if k else "true"}">'
        f'{k + 1}<span class="move"> {escape(move)}</span></button>'
        for k, move in enumerate(moves)
    )
    signs = {
        "first": ("|&lt;", "First move"),
        "back": ("&lt;", "Back"),
        "next": ("&gt;", "Next"),
        "last": ("&gt;|", "Last move"),
    }
    steps = "".join(
        f'<button type="button" data-step="{step}" aria-label="{label}">{sign}</button>'
        for step, (sign, label) in signs.items()
    )
    lines = f'<div class="stepper" role="group" aria-label="Lines of play">{tabs}</div>' if tabs else ""
    return f'{lines}<div class="stepper" role="group" aria-label="Steps">{steps}</div>'


def _viewer(moves: Sequence[str], svg: str, step: Mapping[str, Any]) -> str:
    body = (
        f"{stepper(moves)}"
        f'<p class="caption" id="caption" aria-live="polite"><strong>{escape(step["title"])}</strong>'
        f"{escape(step['text'])}</p>"
        f'<div class="film" id="film" tabindex="0">{svg}</div>'
        "<noscript><p>Stepping through the lines needs scripts; the picture shows the best move.</p></noscript>"
    )
    return section("Board", body, attributes=' id="viewer"')


def _verdict(study: Study, best: MoveLine, advisor: Advisor | None) -> str:
    state = study.state
    names, colours = names_of(state), colours_of(state, advisor)
    errors = {seat: best.error_of_win(seat) for seat in state.seats}
    body = f'<p class="verdict">{escape(study.words[best.move])}</p><p><code>{escape(best.move)}</code></p>'
    if best.why:
        body += f"<h3>Why</h3>{bullets(best.why)}"
    if other := study.planned_instead:
        body += f'<p class="muted">{escape(ANOTHER_PLAN.format(move=other, seat=study.seat))}</p>'
    body += (
        f"<h3>Chance to win</h3>{chance_bars(best.win, errors, names, colours)}"
        f"<h3>Expected points at the end <span class='muted'>(tick: if counted now)</span></h3>"
        f"{score_bars(best.vp, best.vp_error, state.scores(), names, colours)}"
    )
    return section(study.title, body)


def _figures(study: Study) -> str:
    """A row a seat, a column a move: so it fits on a phone."""
    names, lines = names_of(study.state), study.report.lines
    heads = "".join(
        f'<th scope="col">{number} <code>{breakable(line.move)}</code><br>{line.visits:,} visits</th>'
        for number, line in enumerate(lines, 1)
    )
    rows = []
    for seat in study.state.seats:
        cells = "".join(
            f'<td>{escape(chance(line, seat))}<br><span class="muted">{escape(score(line, seat))} VP</span></td>'
            for line in lines
        )
        mover = ' class="mover"' if seat == study.seat else ""
        rows.append(f'<tr{mover}><th scope="row">{escape(names[seat])}</th>{cells}</tr>')
    caption = "Chances to win and expected points of every seat, by move"
    table = f'<thead><tr><th scope="col">Seat</th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody>'
    body = f'<div class="scroll" tabindex="0"><table class="figures" aria-label="{caption}">{table}</table></div>'
    body += '<p class="muted">Chance to win with one standard error, and the points expected at the end.</p>'
    if len(lines) == 1 and not study.is_chosen:
        body += f'<p class="muted">{escape(ONE_LINE)}</p>'
    return section("The moves side by side", body, wide=True)


def breakable(move: str) -> str:
    """A move as HTML that may be broken after its punctuation."""
    return "".join(f"{escape(part)}<wbr>" if part in ":@>," else escape(part) for part in re.split("([:@>,])", move))


def bullets(sentences: Iterable[str]) -> str:
    """Sentences as a list."""
    return "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences) + "</ul>"


def _reasons(study: Study) -> Iterable[str]:
    """The best move's line, and the reasons of the others: those of the best stand with the verdict."""
    told = []
    for number, line in enumerate(study.report.lines, 1):
        told.append(f"<h3>{number}. {escape(study.words[line.move])} <code>{escape(line.move)}</code></h3>")
        told.append(bullets(line.why) if number > 1 and line.why else "")
        expected = line_words(study.played(line), MAX_STEPS)
        told.append(f'<p class="muted">expected: <span class="move">{escape(expected)}</span></p>')
    yield section("Lines of play", "".join(told))


def _plan(study: Study) -> Iterable[str]:
    if study.advice.plan_text:
        text = "\n".join(Paper(PLAN_COLUMNS).indented(study.advice.plan_text, ""))
        yield section(f"Plan of {study.advice.seat}", f'<pre class="plan" tabindex="0">{escape(text)}</pre>')


def _offers(study: Study) -> Iterable[str]:
    if study.advice.offers:
        deals = "".join(
            f"<li><code>{escape(str(offer['move']))}</code><br>{escape(offer_words(offer, study.advice.seat))}</li>"
            for offer in study.advice.offers
        )
        yield section(f"Offers of {study.advice.seat}", f"<ul>{deals}</ul>")


def _markets(state: State, advisor: Advisor | None) -> Iterable[str]:
    """The price ladders: what the next cubes cost and bring."""
    report = advisor.market(state) if advisor is not None else {}
    if advisor is not None and report:
        picture = advisor.market_svg(report)
        head, mark, rest = picture.partition(">")
        if "aria-label" not in head:
            head += f' aria-label="{escape(advisor.market_text(report))}"'
        told = f'<p class="muted">{MARKETS}</p>'
        yield section("Markets", f'{told}<div class="film wide" tabindex="0">{head}{mark}{rest}</div>', wide=True)
