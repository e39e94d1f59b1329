"""Random damage to texts, for the fuzzers."""

from __future__ import annotations

import random

ODD: list[str] = [
    *' \n\t\0\x85\u2028\ud800é\U0001d7d9٣-:,@/!*+>$01{}[]";=',
    *("", "\r\n", "\x1b[2J", "9" * 20, "-1", "1e9", "0.5", "nan", "p1", "p9", "chance"),
]
"""What languages of moves and records trip over: separators, odd digits, numbers of all kinds, half characters."""


def mutate(rng: random.Random, text: str, words: list[str]) -> str:
    """One to three random changes; `words` are what the language of the text is made of."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(_CHANGES)(rng, text, words)
    return text


def _span(rng: random.Random, text: str) -> tuple[int, int]:
    start = rng.randint(0, len(text))
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20)))


def _replace(rng: random.Random, text: str, words: list[str]) -> str:
    start, end = _span(rng, text)
    return text[:start] + rng.choice(words if rng.random() < 0.5 else ODD) + text[end:]


def _delete(rng: random.Random, text: str, words: list[str]) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[end:]


def _double(rng: random.Random, text: str, words: list[str]) -> str:
    start, end = _span(rng, text)
    return text[:end] + text[start:]


def _flip(rng: random.Random, text: str, words: list[str]) -> str:
    if not text:
        return rng.choice(ODD)
    at = rng.randrange(len(text))
    return text[:at] + chr(ord(text[at]) ^ (1 << rng.randrange(7))) + text[at + 1 :]


def _cut(rng: random.Random, text: str, words: list[str]) -> str:
    return text[: rng.randint(0, len(text))]


_CHANGES = (_replace, _replace, _delete, _double, _flip, _cut)
