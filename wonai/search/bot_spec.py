"""Bots by one word: `wonai`, `wonai@skill=5`, `uct@nodes=400@seed=7`.

The word is the same on the command line, in tournaments and in their files. Each `@KEY=VALUE` sets one
option or limit of this bot alone; reading is strict.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from wonai.errors import WonaiError, did_you_mean
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import Searcher, SearchOptions

SEPARATOR = "@"


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot with its options and its limit; making the bot is left to whoever plays."""

    label: str
    """As it was written; what tables and records call it."""
    name: str
    options: SearchOptions
    limit: Limit
    is_seeded: bool = False
    """Whether the word itself gives the seed; otherwise whoever plays chooses one for each game."""

    def make(self, seed: int | None = None) -> Searcher:
        """A new bot; `seed` counts where the word gives none."""
        if seed is None or self.is_seeded:
            return bots.get(self.name, replace(self.options, multipv=1))
        return bots.get(self.name, replace(self.options, seed=seed, multipv=1))


def parse(text: str, options: SearchOptions | None = None, limit: Limit | None = None) -> BotSpec:
    """The bot a word stands for; `options` and `limit` hold where the word says nothing.

    A limit in the word replaces the given one whole: `uct@nodes=50` is not cut off by a time.

    >>> spec = parse("wonai@skill=5@time=0.3")
    >>> spec.name, spec.options.skill, spec.limit.time
    ('wonai', 5, 0.3)
    """
    name, *settings = text.split(SEPARATOR)
    if name not in bots.names():
        raise WonaiError(f'unknown bot "{name}"{did_you_mean(name, bots.names())}')
    chosen: dict[str, Any] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise WonaiError(f'bot "{text}": expected KEY=VALUE after "{SEPARATOR}", got "{setting}"')
        if key not in _READERS:
            raise WonaiError(f'bot "{text}": unknown option "{key}"{did_you_mean(key, _READERS)}')
        if key in chosen:
            raise WonaiError(f'bot "{text}": {key} is given twice')
        try:
            chosen[key] = _READERS[key](value)
        except ValueError as error:
            raise WonaiError(f'bot "{text}": {key}: {error}') from None
    limits = {key: value for key, value in chosen.items() if key in _LIMITS}
    fields = {_FIELDS.get(key, key): value for key, value in chosen.items() if key not in _LIMITS}
    return BotSpec(
        label=text,
        name=name,
        options=replace(options or SearchOptions(), **fields),
        limit=Limit(**limits) if limits else limit or Limit(),
        is_seeded="seed" in chosen,
    )


def parse_list(text: str, options: SearchOptions | None = None, limit: Limit | None = None) -> list[BotSpec]:
    """Several bots, separated by commas."""
    return [parse(word.strip(), options, limit) for word in text.split(",")]


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if text.isascii() and text.isdecimal() and least <= int(text[:20]) <= most:
            return int(text)
        raise ValueError(f'expected a whole number from {least} to {most}, got "{text}"')

    return read


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ValueError(f'expected seconds above 0, got "{text}"')
    return seconds


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError(f'expected "on" or "off", got "{text}"')
    return text == "on"


def _word(text: str) -> str:
    if not text:
        raise ValueError("expected a word, got nothing")
    return text


_MANY = 2**31 - 1

_LIMITS = ("time", "nodes", "rounds")
_FIELDS = {"hash": "hash_mb", "eval": "eval_file"}
"""Options whose field has another name."""
BOUNDS = {"skill": (0, 20), "threads": (1, 512), "hash_mb": (1, 1 << 20)}
"""Of the options that are numbers, by the name of their field."""
_READERS: Mapping[str, Callable[[str], Any]] = {
    "time": _seconds,
    "nodes": _whole(1, _MANY),
    "rounds": _whole(1, _MANY),
    "skill": _whole(*BOUNDS["skill"]),
    "style": _word,
    "seed": _whole(0, _MANY),
    "threads": _whole(*BOUNDS["threads"]),
    "hash": _whole(*BOUNDS["hash_mb"]),
    "barter": _switch,
    "planner": _switch,
    "eval": _word,
}
