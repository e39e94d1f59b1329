"""The page of a tournament: one HTML file that needs nothing else, with links to the records beside it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from wonai.tournament.setup import Setup
from wonai.tournament.stats import Row, Standings, Tally
from wonai.tournament.store import FAULTS, Result, Timing

COLOURS = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5", "#9c6b4e", "#9498a0")
MAX_GAMES_LISTED = 5_000
_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _RIGHT = 760, 320, 44, 26, 120

_STYLE = """
:root{color-scheme:light dark;--line:#8884;--soft:#8882}
body{font:15px/1.45 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin-top:2.2rem}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th.name,td.name{text-align:left}thead th{border-bottom:2px solid var(--line)}
.scroll{overflow-x:auto}.note{opacity:.75}svg{max-width:100%;height:auto}.scroll svg{min-width:44rem}
svg text{font:12px system-ui,sans-serif;fill:currentColor}
details summary{cursor:pointer}.bar{fill:#4269d0}.fault{color:#d33}
"""


def page(setup: Setup, table: Standings, results: Sequence[Result], timings: Mapping[int, Timing]) -> str:
    """The whole page as text."""
    parts = [
        f"<h1>{escape(table.name)}</h1>",
        f'<p class="note">{table.games} of {table.planned} games, {table.players} seats, {escape(setup.form)}, '
        f"{escape(_limits(setup))}, seed {setup.seed}.</p>",
        _verdict(setup, table),
        "<h2>Standings</h2>",
        _standings(table, _pace(results, timings)),
        '<p class="note">Rating: Plackett-Luce (openskill), with twice its deviation. Share: of the victories, with '
        "its interval of 95 %. VP: mean score in games the engine played to the end itself. Who fails comes last in "
        "that game.</p>",
        "<h2>Ratings over the games</h2>",
        _curves(table),
        "<h2>Seats</h2>",
        _seats(table),
        "<h2>Against each other</h2>",
        _against(table),
        "<h2>Games</h2>",
        _games(results),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(table.name)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body></html>\n"
    )


def _limits(setup: Setup) -> str:
    """The limit of all engines, and those that have their own."""
    own = [f"{engine.name}: {engine.allowance}" for engine in setup.engines if engine.allowance is not None]
    return f"{setup.allowance} ({', '.join(own)})" if own else str(setup.allowance)


def _verdict(setup: Setup, table: Standings) -> str:
    if table.verdict is None or setup.sequential is None:
        return ""
    verdict, test = table.verdict, setup.sequential
    rival = "its fair share" if test.versus is None else escape(setup.engines[test.versus].name)
    return (
        f"<p>Sequential test, {escape(setup.engines[test.engine].name)} by {100 * test.effect:g} points of victory "
        f"share over {rival}: <b>{verdict.state}</b> after {verdict.blocks} starts, log-likelihood ratio "
        f"{verdict.ratio:.2f} in [{verdict.lower:.2f}, {verdict.upper:.2f}].</p>"
    )


def _pace(results: Sequence[Result], timings: Mapping[int, Timing]) -> dict[str, float]:
    """Milliseconds a move of each engine, where known."""
    spent: dict[str, list[float]] = {}
    for result in results:
        timing = timings.get(result.game)
        if timing is None:
            continue
        for name, seconds, asked in zip(result.engines, timing.thinking, timing.asked, strict=False):
            total = spent.setdefault(name, [0.0, 0.0])
            total[0] += seconds
            total[1] += asked
    return {name: 1000 * seconds / asked for name, (seconds, asked) in spent.items() if asked}


def _standings(table: Standings, pace: Mapping[str, float]) -> str:
    head = ["#", "engine", "rating", "&plusmn;", "share", "95 %", "mean rank", "mean VP", "games", "ms/move", "faults"]
    rows = []
    for place, row in enumerate(table.rows, 1):
        low, high = row.interval
        faults = ", ".join(f"{number}&nbsp;{kind}" for kind, number in row.faults.items())
        score = "&ndash;" if row.mean_score is None else f"{row.mean_score:.1f}"
        rows.append([
            str(place), escape(row.name), f"{row.rating:.2f}", f"{2 * row.deviation:.2f}", f"{100 * row.share:.1f} %",
            f"{100 * low:.1f}&ndash;{100 * high:.1f}", f"{row.mean_rank:.2f}", score, str(row.games),
            f"{pace[row.name]:.1f}" if row.name in pace else "&ndash;",
            f'<span class="fault">{faults}</span>' if faults else "&ndash;",
        ])  # fmt: skip
    return _table(head, rows, names=(1,))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], names: Sequence[int] = (0,)) -> str:
    def line(cells: Sequence[str], tag: str) -> str:
        marks = [' class="name"' if column in names else "" for column in range(len(cells))]
        inner = "".join(f"<{tag}{mark}>{cell}</{tag}>" for mark, cell in zip(marks, cells, strict=True))
        return f"<tr>{inner}</tr>"

    body = "".join(line(row, "td") for row in rows)
    return f'<div class="scroll"><table><thead>{line(head, "th")}</thead><tbody>{body}</tbody></table></div>'


def _curves(table: Standings) -> str:
    """Ratings with a band of twice the deviation."""
    points = [point for row in table.rows for point in row.curve]
    last = max(1, max(game for game, _, _ in points))
    low = min(mu - 2 * sigma for game, mu, sigma in points if game or last == 1 or len(points) < 3)
    high = max(mu + 2 * sigma for game, mu, sigma in points if game or last == 1 or len(points) < 3)
    span = max(1e-9, high - low)

    def x(game: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * game / last

    def y(rating: float) -> float:
        return 8 + (_HEIGHT - 8 - _BOTTOM) * (high - min(max(rating, low), high)) / span

    parts = [
        '<div class="scroll">'  # on a telephone the curves are moved about rather than made too small to read
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Ratings over the games">'
    ]
    for rating in _round_numbers(low, high):
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(rating):.1f}" y2="{y(rating):.1f}" stroke="#8884"/>'
            f'<text x="{_LEFT - 6}" y="{y(rating) + 4:.1f}" text-anchor="end">{rating:g}</text>'
        )
    parts.append(f'<text x="{_LEFT}" y="{_HEIGHT - 6}">0</text>')
    parts.append(f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - 6}" text-anchor="end">game {last}</text>')
    labels: list[float] = []
    for number, row in enumerate(table.rows):
        colour = COLOURS[number % len(COLOURS)]
        above = [f"{x(game):.1f},{y(mu + 2 * sigma):.1f}" for game, mu, sigma in row.curve]
        below = [f"{x(game):.1f},{y(mu - 2 * sigma):.1f}" for game, mu, sigma in reversed(row.curve)]
        line = " ".join(f"{x(game):.1f},{y(mu):.1f}" for game, mu, _ in row.curve)
        at = y(row.rating) + 4
        while any(abs(at - label) < 13 for label in labels):
            at += 3
        labels.append(at)
        parts.append(f'<polygon points="{" ".join(above + below)}" fill="{colour}" opacity=".14"/>')
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        label = escape(row.name[:16])
        parts.append(f'<text x="{_WIDTH - _RIGHT + 6}" y="{at:.1f}" style="fill:{colour}">{label}</text>')
    return "".join(parts) + "</svg></div>"


def _round_numbers(low: float, high: float) -> list[float]:
    """Two to seven of them, at even distances."""
    rough = max(1e-9, high - low) / 6
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    return [step * number for number in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _seats(table: Standings) -> str:
    """What each seat wins, as bars with intervals, and engine by engine."""
    width, height, scale = 460, 24 * len(table.seats) + 8, 300.0
    parts = [f'<svg viewBox="0 0 {width} {height}" style="width:{width}px" role="img" aria-label="Victories by seat">']
    fair = 40 + scale / table.players
    for seat, tally in enumerate(table.seats):
        at = 4 + 24 * seat
        low, high = tally.interval
        parts.append(
            f'<text x="34" y="{at + 14}" text-anchor="end">p{seat + 1}</text>'
            f'<rect class="bar" x="40" y="{at + 3}" height="14" width="{scale * tally.share:.1f}" opacity=".7"/>'
            f'<line x1="{40 + scale * low:.1f}" x2="{40 + scale * high:.1f}" y1="{at + 10}" y2="{at + 10}" '
            f'stroke="currentColor"/>'
            f'<text x="{width - 8}" y="{at + 14}" text-anchor="end">{100 * tally.share:.1f} %</text>'
        )
    dashed = 'stroke="#d33" stroke-dasharray="4 3"'
    parts.append(f'<line x1="{fair:.1f}" x2="{fair:.1f}" y1="0" y2="{height}" {dashed}/></svg>')
    head = ["engine", *(f"p{seat}" for seat in range(1, table.players + 1))]
    rows = [[escape(row.name), *(_share(tally) for tally in row.by_seat)] for row in table.rows]
    return "".join(parts) + '<p class="note">Dashed: the fair share.</p>' + _table(head, rows)


def _share(tally: Tally) -> str:
    return f"{100 * tally.share:.0f} %&nbsp;<small>of {tally.games}</small>" if tally.games else "&ndash;"


def _against(table: Standings) -> str:
    def cell(row: Row, other: Row) -> str:
        tally = table.against.get((row.name, other.name))
        return "&ndash;" if tally is None else _share(tally)

    head = ["ahead of", *(escape(row.name) for row in table.rows)]
    return _table(head, [[escape(row.name), *(cell(row, other) for other in table.rows)] for row in table.rows])


def _games(results: Sequence[Result]) -> str:
    rows = []
    for result in results[:MAX_GAMES_LISTED]:
        failed = dict(result.faults)
        seats = []
        for seat, name in enumerate(result.engines):
            text = f"{escape(name)}&nbsp;{result.scores[seat]}"
            text = f"<b>{text}</b>" if result.shares[seat] else text
            if seat in failed:
                log = f"{FAULTS}/{result.game:06}-p{seat + 1}.txt"
                text += f' <a class="fault" href="{log}">{failed[seat]}</a>'
            seats.append(text)
        link = f'<a href="{escape(result.record)}">{result.game}</a>'
        rows.append([link, str(result.start + 1), ", ".join(seats), str(result.moves), escape(result.end)])
    table = _table(["game", "start", "seats p1, p2, ... with VP; winners bold", "moves", "end"], rows, names=(2,))
    more = len(results) - len(rows)
    note = f'<p class="note">and {more} more in results.jsonl</p>' if more > 0 else ""
    return (
        f"<details><summary>{len(results)} games with their records</summary>{table}{note}</details>"
        '<p class="note">Each record is a text file: <code>wonai replay</code> shows its game move by move, '
        "<code>wonai review</code> says where it was won and lost.</p>"
    )
