"""The options of the engine: their types and bounds, the values they hold, and where the search gets them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from wonai.errors import did_you_mean
from wonai.protocol.commands import MAX_SHOWN, Refused, quoted
from wonai.search import bots
from wonai.search.bots import DEFAULT_BOT
from wonai.search.searcher import SearchOptions

EMPTY = "<empty>"
"""How an empty text is written."""

_DIGITS = re.compile(r"-?[0-9]{1,18}")
_TRUTHS = {"true": True, "on": True, "false": False, "off": False}


@dataclass(frozen=True, slots=True)
class Settings:
    """The value of every option. A field that `SearchOptions` has too is handed on to the search."""

    bot: str = DEFAULT_BOT
    threads: int = 1
    hash_mb: int = 64
    multipv: int = 1
    seed: int = 0
    skill: int = 20
    style: str = "balanced"
    ponder: bool = False
    move_overhead: int = 20
    barter: bool = True
    planner: bool = True
    eval_file: str = ""
    log: str = ""

    def search_options(self) -> SearchOptions:
        """What of this concerns the search."""
        ours = {field.name for field in dataclasses.fields(self)}
        return SearchOptions(**{name: getattr(self, name) for name in _search_fields() if name in ours})

    def with_value(self, field: str, value: Any) -> Settings:
        """The same with one value changed."""
        return dataclasses.replace(self, **{field: value})

    def searcher_key(self) -> tuple[str, SearchOptions]:
        """Equal for settings that one searcher can serve."""
        return self.bot, self.search_options()


def _search_fields() -> set[str]:
    return {field.name for field in dataclasses.fields(SearchOptions)}


_LOOP_FIELDS = frozenset({"bot", "ponder", "move_overhead", "log"})
"""What is not handed on to the search."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its name for the GUI and its field in `Settings`."""

    name: str
    field: str

    @property
    def default(self) -> Any:
        """The value before any `setoption`."""
        return getattr(Settings(), self.field)

    @property
    def has_effect(self) -> bool:
        """Whether anything asks for this setting."""
        return self.field in _LOOP_FIELDS or self.field in _search_fields()

    def parse(self, text: str) -> bool | int | str:
        """The value of a text; `Refused` with what is allowed if it is none."""
        raise NotImplementedError

    def describe(self) -> str:
        """Type, default and bounds as in the handshake."""
        raise NotImplementedError

    def _refused(self, expected: str, text: str, hint: str = "") -> Refused:
        return Refused("bad-value", f"{self.name}: expected {expected}, got {quoted(text)}{hint}")


@dataclass(frozen=True, slots=True)
class Spin(Option):
    """A whole number within bounds."""

    least: int
    most: int

    def parse(self, text: str) -> int:
        if not _DIGITS.fullmatch(text) or not self.least <= int(text) <= self.most:
            raise self._refused(f"a whole number from {self.least} to {self.most}", text)
        return int(text)

    def describe(self) -> str:
        return f"type spin default {self.default} min {self.least} max {self.most}"


@dataclass(frozen=True, slots=True)
class Check(Option):
    """True or false; `on` and `off` are understood, too."""

    def parse(self, text: str) -> bool:
        if text.lower() not in _TRUTHS:
            raise self._refused("true or false", text)
        return _TRUTHS[text.lower()]

    def describe(self) -> str:
        return f"type check default {str(self.default).lower()}"


@dataclass(frozen=True, slots=True)
class Combo(Option):
    """One of some words."""

    words: tuple[str, ...]

    def parse(self, text: str) -> str:
        if text.lower() not in self.words:
            hint = did_you_mean(text.lower()[:MAX_SHOWN], self.words)
            raise self._refused(f"one of {', '.join(self.words)}", text, hint)
        return text.lower()

    def describe(self) -> str:
        return " ".join([f"type combo default {self.default}", *(f"var {word}" for word in self.words)])


@dataclass(frozen=True, slots=True)
class Text(Option):
    """Any text of one line, such as a file name."""

    def parse(self, text: str) -> str:
        if not text.isprintable():
            raise self._refused("a text without control characters", text)
        return "" if text == EMPTY else text

    def describe(self) -> str:
        return f"type string default {self.default or EMPTY}"


OPTIONS: tuple[Option, ...] = (
    Combo("Bot", "bot", tuple(bots.names())),
    Spin("Threads", "threads", 1, 128),
    Spin("Hash", "hash_mb", 1, 65_536),
    Spin("MultiPV", "multipv", 1, 500),
    Spin("Seed", "seed", 0, 2**31 - 1),
    Spin("Skill", "skill", 0, 20),
    Combo("Style", "style", ("balanced", "builder", "trader", "banker")),
    Check("Ponder", "ponder"),
    Spin("MoveOverhead", "move_overhead", 0, 5_000),
    Check("Barter", "barter"),
    Check("Planner", "planner"),
    Text("EvalFile", "eval_file"),
    Text("Log", "log"),
)
_BY_NAME = {option.name.lower(): option for option in OPTIONS}


def find_option(name: str) -> Option:
    """The option of that name, in whatever case; `Refused` with the nearest one if there is none."""
    option = _BY_NAME.get(name.lower())
    if option is None:
        hint = did_you_mean(name[:MAX_SHOWN], [option.name for option in OPTIONS])
        raise Refused("unknown-option", f"unknown option {quoted(name)}{hint}")
    return option


def describe_options() -> Iterator[str]:
    """The `option` lines of the handshake."""
    for option in OPTIONS:
        yield f"option name {option.name} {option.describe()}"
