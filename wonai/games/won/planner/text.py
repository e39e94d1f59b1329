"""A plan in words: the round as a person would want to follow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from wonai.games.won.views import assets_text

_OTHERS = {"money": "dollar", "note_more": "note taken", "note_less": "note fewer"}
_NOTHING = "There is nothing to plan in this phase."


def plan_text(plan: Mapping[str, Any]) -> str:
    """Shopping list, notes, builds, runs, what is left, worths and proof."""
    return "\n".join(_lines(plan)) if plan else _NOTHING


def _lines(plan: Mapping[str, Any]) -> Iterator[str]:
    yield f"Plan for {plan['seat']}, round {plan['round']}, {plan['phase']}"
    if plan["trade"]:
        yield ""
        yield f"Trade (starting with ${plan['start']['money']})"
        for times, money, entry in _in_rows(plan["trade"]):
            move = f"{times} x {entry['move']}" if times > 1 else entry["move"]
            yield f"  {move:<28} {money:>+5}  ${entry['money_after']:<5} {_prices(entry)}".rstrip()
    if plan.get("builds"):
        yield ""
        yield "Develop"
        for entry in plan["builds"]:
            yield f"  {entry['move']:<28} {_assets(entry['uses'])}".rstrip()
    if plan.get("runs"):
        yield ""
        yield "Produce"
        for entry in plan["runs"]:
            yield f"  {entry['move']:<28} {_assets(entry['uses'])} -> {_assets(entry['makes'])}"
    end = plan["end"]
    yield ""
    goods = {good: n for good, n in end["goods"].items() if n}
    counts = f"{_count(end['notes'], 'note')}, {_count(end['tiles'], 'tile')}"
    yield f"At the end: ${end['money']}, {_assets(goods)}, {counts}"
    if "worth" in plan:
        yield f"Worth ${plan['worth']:.0f} by the planner's estimates, ${plan['gain']:.0f} more than without builds"
    if plan.get("one_more"):
        worths = dict(plan["one_more"])
        others = {name: worths.pop(name, None) for name in _OTHERS}
        estimated = plan.get("estimated", ())
        for what, known in (("cube is worth", worths), ("dollar or note", others)):
            told = [_worth(name, worth, name in estimated) for name, worth in known.items() if worth is not None]
            yield from [f"One more {what}: {', '.join(told)}"] if told else []
    if "proof" in plan:
        yield _proof(plan["proof"])


def _in_rows(trade: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, int, Mapping[str, Any]]]:
    """Equal moves after one another as one row: how many, their money, and how the last one leaves things."""
    for _, group in groupby(trade, key=lambda entry: entry["move"]):
        entries = list(group)
        yield len(entries), sum(entry["money"] for entry in entries), entries[-1]


def _assets(assets: Mapping[str, int]) -> str:
    return assets_text(assets) if assets else "nothing"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _prices(entry: Mapping[str, Any]) -> str:
    """What the market asks and pays afterwards."""
    return ", ".join(f"{good} then ${p['buy']}/{p['sell']}" for good, p in entry.get("price_after", {}).items())


def _worth(name: str, worth: float, is_estimated: bool) -> str:
    return f"{_OTHERS.get(name, name)} {'about ' if is_estimated else ''}{_dollars(worth)}"


def _dollars(worth: float) -> str:
    return f"{'-' if worth < 0 else ''}${abs(worth):.2f}"


def _proof(proof: Mapping[str, Any]) -> str:
    over = f"over {proof['candidates']} candidates in {proof['seconds']:.2f} s"
    if proof["proved"]:
        return f"Proved best {over}"
    if proof["gap"] is None:
        return f"By the quick planner: there was no time to look for the best {over}"
    return f"Best found {over}; at most ${proof['gap']:.2f} could be missing"
