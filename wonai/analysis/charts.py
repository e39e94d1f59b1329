"""Charts of a page as inline SVG: each with a text alternative; colours are those of the seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from wonai.analysis.figures import bar, percent, points

WIDTH = 420
ROW = 34
LABEL = 108
VALUE = 104
INK, MUTED, GRID = "#22303c", "#5d6670", "#d9d0bd"


def chance_bars(
    chances: Mapping[str, float], errors: Mapping[str, float], names: Mapping[str, str], colours: Mapping[str, str]
) -> str:
    """The chance of each seat to win, with one standard error to either side."""
    top = max(0.25, *chances.values())
    room = WIDTH - LABEL - VALUE
    rows = []
    for place, (seat, chance) in enumerate(chances.items()):
        y = 10 + place * ROW
        scale, error = room / top, errors.get(seat, 0.0)
        low, high = max(chance - error, 0) * scale, min(chance + error, top) * scale
        rows.append(_label(y, names[seat]))
        rows.append(_bar(LABEL, y, chance * scale, colours[seat]))
        rows.append(_whisker(LABEL + low, LABEL + high, y))
        rows.append(_value(y, f"{percent(chance, 1)} ±{bar(error)}"))
    told = ", ".join(f"{names[seat]} {percent(chance, 1)}" for seat, chance in chances.items())
    return _chart(f"Chance to win: {told}", len(chances), rows)


def score_bars(
    scores: Mapping[str, float],
    errors: Mapping[str, float],
    now: Mapping[str, int],
    names: Mapping[str, str],
    colours: Mapping[str, str],
) -> str:
    """The score expected of each seat at the end; a tick shows what it would count now."""
    least, most = min(0.0, *scores.values(), *now.values()), max(1.0, *scores.values(), *now.values())
    room = WIDTH - LABEL - VALUE
    scale = room / (most - least)
    zero = LABEL - least * scale
    rows = [f'<path d="M{zero:.1f} 4V{6 + len(scores) * ROW}" stroke="{MUTED}" stroke-width="1"/>'] if least < 0 else []
    for place, (seat, score) in enumerate(scores.items()):
        y = 10 + place * ROW
        rows.append(_label(y, names[seat]))
        rows.append(_bar(min(zero, zero + score * scale), y, abs(score) * scale, colours[seat]))
        tick = zero + now[seat] * scale
        rows.append(f'<path d="M{tick:.1f} {y - 2}v26" stroke="#fff" stroke-width="6"/>')
        rows.append(f'<path d="M{tick:.1f} {y - 2}v26" stroke="{INK}" stroke-width="2.5"/>')
        error = f" ±{errors[seat]:.1f}" if seat in errors else ""
        rows.append(_value(y, points(score) + error))
    told = ", ".join(f"{names[seat]} {points(score)} (now {now[seat]})" for seat, score in scores.items())
    return _chart(f"Expected points at the end: {told}", len(scores), rows)


def story(
    chances: Sequence[Mapping[str, float]], marks: Sequence[int], names: Mapping[str, str], colours: Mapping[str, str]
) -> str:
    """The chances of all seats over a game; `marks` are the places of turning points."""
    width, height, left, top = 900, 250, 40, 12
    steps = max(len(chances) - 1, 1)
    room, deep = width - left - 12, height - top - 26

    def spot(place: int, chance: float) -> str:
        return f"{left + room * place / steps:.1f} {top + deep * (1 - chance):.1f}"

    parts = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = top + deep * (1 - share)
        parts.append(f'<path d="M{left} {y:.1f}H{width - 12}" stroke="{GRID}"/>')
        parts.append(_text(left - 6, y + 4, f"{share:.0%}", 12, MUTED, "end"))
    for place in _ticks(steps):
        x = left + room * place / steps
        parts.append(f'<path d="M{x:.1f} {top + deep}v5" stroke="{MUTED}"/>')
        parts.append(_text(x, top + deep + 18, f"move {place}" if place else "start", 12, MUTED, "middle"))
    for mark in marks:
        x = left + room * mark / steps
        parts.append(f'<path d="M{x:.1f} {top}v{deep}" stroke="#c2185b" stroke-dasharray="3 3"/>')
    for seat in names:
        path = "L".join(spot(place, chance[seat]) for place, chance in enumerate(chances))
        parts.append(f'<path d="M{path}" fill="none" stroke="{colours[seat]}" stroke-width="2.5"/>')
    parts.append(f'<path id="story-now" d="M{left} {top}v{deep}" stroke="{INK}" stroke-width="1.5"/>')
    last = chances[-1] if chances else {}
    told = ", ".join(f"{names[seat]} {percent(last[seat])}" for seat in names if seat in last)
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" class="chart story" data-left="{left}" data-room="{room}" '
        f'aria-label="Chances to win over the game; at its end: {escape(told)}">{"".join(parts)}</svg>'
    )


def _ticks(steps: int) -> range:
    """Round numbers of moves, at most eight of them and the start; none so near the end that it would be cut off."""
    step = next(unit * power for power in (1, 10, 100, 1000, 10_000) for unit in (1, 2, 5) if unit * power * 8 >= steps)
    return range(0, steps - step // 3, step)


def _chart(label: str, rows: int, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {12 + rows * ROW}" role="img" class="chart" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def _label(y: float, name: str) -> str:
    return _text(LABEL - 10, y + 17, name, 16, INK, "end")


def _value(y: float, value: str) -> str:
    return _text(WIDTH - 2, y + 17, value, 16, INK, "end")


def _bar(x: float, y: float, width: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y}" width="{max(width, 1.5):.1f}" height="20" rx="3" fill="{colour}"/>'


def _whisker(low: float, high: float, y: float) -> str:
    path = f"M{low:.1f} {y + 11}H{high:.1f}M{low:.1f} {y + 5}v12M{high:.1f} {y + 5}v12"
    halo = f'<path d="{path}" stroke="#fff" stroke-width="5" stroke-linecap="round"/>'
    return f'{halo}<path d="{path}" stroke="{INK}" stroke-width="2"/>'


def _text(x: float, y: float, text: str, size: int, colour: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">{escape(text)}</text>'
    )
