"""A plan in words: the round as a person would want to follow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wonai.games.won.views import assets_text

_NOTHING = "There is nothing to plan in this phase."


def plan_text(plan: Mapping[str, Any]) -> str:
    """Shopping list, notes, builds, runs, what is left, worths and proof."""
    return "\n".join(_lines(plan)) if plan else _NOTHING


def _lines(plan: Mapping[str, Any]) -> Iterator[str]:
    yield f"Plan for {plan['seat']}, round {plan['round']}, {plan['phase']}"
    if plan["trade"]:
        yield ""
        yield f"Trade (starting with ${plan['start']['money']})"
        for entry in plan["trade"]:
            yield f"  {entry['move']:<28} {entry['money']:>+5}  ${entry['money_after']:<5} {_prices(entry)}".rstrip()
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
        yield f"Worth ${plan['worth']:.2f}, ${plan['gain']:.2f} more than without builds"
    if plan.get("one_more"):
        yield "One more is worth: " + ", ".join(_worth(name, worth) for name, worth in plan["one_more"].items())
    if "proof" in plan:
        yield _proof(plan["proof"])


def _assets(assets: Mapping[str, int]) -> str:
    return assets_text(assets) if assets else "nothing"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _prices(entry: Mapping[str, Any]) -> str:
    """What the market asks and pays afterwards."""
    return ", ".join(f"{good} then {p['buy']}/{p['sell']}" for good, p in entry.get("price_after", {}).items())


def _worth(name: str, worth: float | None) -> str:
    words = {"money": "dollar", "note_more": "note taken", "note_less": "note fewer"}
    return f"{words.get(name, name)} {'?' if worth is None else f'${worth:.2f}'}"


def _proof(proof: Mapping[str, Any]) -> str:
    over = f"over {proof['candidates']} candidates in {proof['seconds']:.2f} s"
    if proof["proved"]:
        return f"Proved best {over}"
    return f"Best found {over}; at most ${proof['gap']:.2f} could be missing"
