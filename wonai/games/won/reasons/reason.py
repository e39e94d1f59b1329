"""Reason: one thing that a move does, with its exact amounts; and the words that all reasons share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from wonai.games.won.views import asset_text, plural_of

Amount = int | float | str


@dataclass(frozen=True, slots=True)
class Reason:
    """What a move brings, costs or prevents. Every number in `text` stands in `amounts` too."""

    kind: str
    text: str
    amounts: Mapping[str, Amount] = field(default_factory=dict)
    weight: float = 0.0
    """Roughly in dollars, good or bad alike: the weightiest are told first."""


def plural(amount: int, word: str) -> str:
    """`1 dot`, `3 dots`, `2 hexes`."""
    return f"{amount} {word if amount == 1 else plural_of(word)}"


def a(word: str) -> str:
    """`a mine`, `an academy`."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def cubes(goods: Mapping[str, int]) -> str:
    """`1 labor + 2 ore`."""
    return " + ".join(asset_text(good, amount) for good, amount in goods.items() if amount) or "nothing"


def listed(words: list[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def dollars(amount: float) -> str:
    """`$5`, `$5.5`, `-$3`."""
    return f"{'-' if amount < 0 else ''}${abs(amount):g}"
