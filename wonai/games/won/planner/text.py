"""A plan in words: the round as a person would want to follow it, in 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from wonai.games.won.views import assets_text

WIDTH = 80
MOST_PRICES = 5
"""Prices that are listed one by one; of more the first and the last are told."""
_MOVE, _EACH = 30, 15
"""Widths of the first columns of the trades."""
_NOTHING = "There is nothing to plan in this phase."
_PARTS = {"later": "later rounds", "prices": "drift"}
"""Names of what a worth lies in, where they are not those of the document."""


def plan_text(plan: Mapping[str, Any]) -> str:
    """Shopping list, notes, builds, runs, what is left, worths and proof."""
    return "\n".join(_lines(plan)) if plan else _NOTHING


def _lines(plan: Mapping[str, Any]) -> Iterator[str]:
    yield f"Plan for {plan['seat']}, round {plan['round']}, {plan['phase']}"
    if plan.get("drift"):
        yield from _wrapped(f"The others are expected to {_drift_words(plan['drift'])}.")
    if plan["trade"]:
        yield from _trade(plan)
    if plan.get("builds"):
        yield from _builds(plan["builds"])
    if plan.get("runs"):
        yield from _runs(plan["runs"])
    yield ""
    yield from _end(plan)
    if "race" in plan:
        yield from _race(plan)
    if plan.get("one_more"):
        yield ""
        yield from _one_more(plan["one_more"], plan.get("estimated", ()))
    if "proof" in plan:
        yield from _wrapped(_proof(plan["proof"]))


def _wrapped(text: str, indent: int = 0) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)


def _drift_words(drift: Mapping[str, int]) -> str:
    words = [f"{word} {assets_text(some)}" for word, some in (
        ("buy", {good: n for good, n in drift.items() if n > 0}),
        ("sell", {good: -n for good, n in drift.items() if n < 0}),
    ) if some]  # fmt: skip
    return " and ".join(words)


# --- trade ---------------------------------------------------------------------------------------


def _trade(plan: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    head = f"Trade, with ${plan['start']['money']} at hand"
    yield f"{head:<{_MOVE + 2}}{'price each':<{_EACH}}{'money':>6}{'left':>7}  then buy/sell"
    for entries in _equal_moves(plan["trade"]):
        yield from _trade_row(entries)


def _trade_row(entries: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Equal moves after one another as one row; a move too long for its column stands above its figures."""
    last = entries[-1]
    times, move = len(entries), last["move"]
    label = f"  {times} x {move}" if times > 1 else f"  {move}"
    if len(label) > _MOVE + 1:
        yield label
        label = ""
    is_note = move.startswith("note:")
    each = [abs(entry["money"]) for entry in entries] if is_note else _unmixed(entries)
    money = sum(entry["money"] for entry in entries)
    left = f"${last['money_after']}"
    row = f"{label:<{_MOVE + 2}}{_each(each):<{_EACH}}{money:>+6}{left:>7}  "
    then = [f"{good} {p['buy']}/{p['sell']}" for good, p in last.get("price_after", {}).items()]
    first, *rest = _filled(then, WIDTH - len(row)) or [""]
    yield f"{row}{first}".rstrip()
    yield from (f"{'':<{len(row)}}{text}" for text in rest)


def _equal_moves(trade: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    for _, group in groupby(trade, key=lambda entry: entry["move"]):
        yield list(group)


def _unmixed(entries: Sequence[Mapping[str, Any]]) -> list[int]:
    """The price of every cube, in order; nothing where a move mixes goods, whose prices would tell nothing."""
    is_mixed = any(len(entry["price_after"]) > 1 for entry in entries)
    return [] if is_mixed else [price for entry in entries for price in entry["prices"]]


def _each(prices: Sequence[int]) -> str:
    if len(set(prices)) == 1:
        return f"${prices[0]}"
    if len(prices) > MOST_PRICES:
        return f"${prices[0]} to {prices[-1]}"
    return f"${' '.join(map(str, prices))}" if prices else ""


def _filled(words: Sequence[str], width: int) -> list[str]:
    """Words in rows of at most so many columns, joined by commas."""
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + len(word) + 2 <= width:
            rows[-1] += f", {word}"
        else:
            rows.append(word)
    return rows


# --- develop and produce -------------------------------------------------------------------------


def _builds(builds: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield ""
    yield "Develop"
    for step in builds:
        mark = f"{step['mark']:>2}" if "mark" in step else "  "
        done = ", ".join(_bloc_words(bloc) for bloc in step.get("blocs", ()))
        uses = assets_text(step["uses"]) if step["uses"] else ""
        yield from _row([f"{mark} {step['move']}", uses, done], (0, 27, 58))


def _bloc_words(bloc: Mapping[str, Any]) -> str:
    gained = f" ({bloc['gained']:+})" if bloc["gained"] != bloc["dots"] else ""
    return f"{bloc['industry']} {_count(bloc['dots'], 'dot')}{gained}"


def _runs(runs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield ""
    yield "Produce"
    for entry in runs:
        bloc = f"{entry['industry']}, {_count(entry['tiles'], 'tile')}"
        uses = assets_text(entry["uses"]) if entry["uses"] else ""
        yield from _row([f"   {entry['move']}", bloc, uses, f"-> {assets_text(entry['makes'])}"], (0, 22, 42, 61))


def _row(cells: Sequence[str], columns: Sequence[int]) -> Iterator[str]:
    """Cells at their columns; one that does not fit begins a new line there."""
    row = ""
    for cell, column in zip(cells, columns, strict=True):
        padded = f"{row:<{column}}" if len(row) < column else f"{row}  "
        if len(padded) + len(cell) > WIDTH and row:
            yield row.rstrip()
            padded = " " * min(column, WIDTH - len(cell))
        row = padded + cell
    yield row.rstrip()


# --- what is left, worths, proof -----------------------------------------------------------------


def _end(plan: Mapping[str, Any]) -> Iterator[str]:
    end = plan["end"]
    goods = {good: n for good, n in end["goods"].items() if n}
    counts = f"{_count(end['notes'], 'note')}, {_count(end['tiles'], 'tile')}, {_count(end['flags'], 'flag')} in hand"
    yield from _wrapped(f"At the end: ${end['money']}, {assets_text(goods) if goods else 'no cubes'}, {counts}", 2)
    if "worth" in plan:
        parts = [f"{_PARTS.get(name, name)} {_whole(worth)}" for name, worth in plan["parts"].items() if round(worth)]
        yield from _wrapped(f"Worth {_whole(plan['worth'])} by the planner's estimates: {', '.join(parts)}", 2)
        if plan["phase"] != "produce":
            yield f"  {_whole(plan['gain'])} more than the best round without Develop"


def _race(plan: Mapping[str, Any]) -> Iterator[str]:
    race, points = plan["race"], plan["points"]
    if plan["trade"] and race["proceeds"] != race["alone"]:
        order = "best order of all" if race["complete"] else "best order found"
        yield f"Against rivals who sell too: ${race['proceeds']} instead of ${race['alone']} ({order})"
    yield f"Points of money and notes: {points['before']} before repaying, {points['after']} after"


def _one_more(one_more: Mapping[str, float | None], estimated: Sequence[str]) -> Iterator[str]:
    worths = dict(one_more)
    notes = [(words, worths.pop(name, None)) for name, words in (("note_more", "more"), ("note_less", "fewer"))]
    known = [(name, worth) for name, worth in worths.items() if worth is not None]
    cells = [f"{'~' if name in estimated else ''}{_dollars(worth)}" for name, worth in known]
    wide = max(8, *(len(cell) + 1 for cell in cells))
    yield "One more     " + "".join(f"{'dollar' if name == 'money' else name:>{wide}}" for name, _ in known)
    yield "  is worth   " + "".join(f"{cell:>{wide}}" for cell in cells)
    told = [f"one note {words} {_dollars(worth)}" for words, worth in notes if worth is not None]
    if told:
        yield f"Than planned, {', '.join(told)}"
    if estimated:
        yield "(~ estimated by the quick planner)"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _whole(worth: float) -> str:
    return f"{'-' if round(worth) < 0 else ''}${abs(worth):.0f}"


def _dollars(worth: float) -> str:
    return f"{'-' if worth < 0 else ''}${abs(worth):.2f}"


def _proof(proof: Mapping[str, Any]) -> str:
    among = f" over {_count(proof['candidates'], 'candidate')}" if proof["candidates"] else ""
    spent = f" in {proof['seconds']:.2f} s"
    if proof["proved"]:
        return f"Proved best{among}{spent}"
    if proof["gap"] is None:
        return f"By the quick planner: there was no time to look for the best{among}{spent}"
    return f"Best found{among}{spent}; at most {_dollars(proof['gap'])} could be missing"
