"""Untrusted JSON: text to document, and checked access to its values that names the place.

Owns what holds for the files of every game. Which keys and words a file has is the game's own affair.
A place is written with dots for keys and `[n]`, from 0, for items of a list: `players[1].goods.ore`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from wonai.errors import PositionError, did_you_mean

MAX_BYTES = 4 * 1024 * 1024
"""No larger file is read; the largest position that can be written stays below it."""
MAX_DEPTH = 32
"""No deeper nesting is read; it keeps every walk through a document within the interpreter's stack."""
MAX_DIGITS = 18
"""Longer whole numbers stay text: they are beyond every limit, and converting them is slow on purpose."""
MAX_NUMBER = 1_000_000
"""The largest number of any file (C30)."""
MAX_SHOWN = 40
"""As much of an unexpected text is repeated in a message."""

_OPENING = frozenset(b"[{")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SIMPLE_KEY = re.compile(r"[\w.-]{1,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class OddNumber:
    """A number as it stood in the text, because no file has such: with fraction or exponent, or far too long.

    It is kept until its place is read, so that the message can name the place.
    """

    text: str


# ---------------------------------------------------------------------------------------------------------------------
# From text to document


def read_bytes(path: str | Path) -> bytes:
    """The content of a file, and of a huge one no more than it takes to refuse it."""
    with open(path, "rb") as file:
        return file.read(MAX_BYTES + 1)


def parse_document(source: str | bytes) -> dict[str, Any]:
    """The one JSON object that `source` is; `PositionError` if it is anything else."""
    text = _decoded(source)
    if not text or text.isspace():
        raise PositionError("the file is empty; expected one JSON object")
    _refuse_deep_nesting(text)
    odd = _Oddities()
    document = _parsed(text, odd)
    if not isinstance(document, dict):
        raise PositionError(f"expected one JSON object, got {describe(document)}")
    if odd.seen or _SURROGATE_ESCAPE.search(text):
        odd.refuse_first(document, "")
    return document


def _decoded(source: str | bytes) -> str:
    if not isinstance(source, (str, bytes)):
        raise PositionError(f"expected JSON text, got {describe(source)}")
    if len(source) > MAX_BYTES:
        raise PositionError(f"the file is larger than {MAX_BYTES:,} bytes")
    try:
        encoded = source.encode() if isinstance(source, str) else source
    except UnicodeEncodeError as error:
        raise PositionError(f"character {error.start + 1} is half of a surrogate pair, which is no text") from None
    if len(encoded) > MAX_BYTES:
        raise PositionError(f"the file is larger than {MAX_BYTES:,} bytes")
    if encoded.startswith(b"\xef\xbb\xbf"):
        raise PositionError("the file begins with a byte order mark; save it as UTF-8 without one")
    if encoded.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in encoded[:4]:
        raise PositionError("the file is not UTF-8 but looks like UTF-16 or UTF-32; save it as UTF-8")
    try:
        return encoded.decode()
    except UnicodeDecodeError as error:
        raise PositionError(f"the file is not UTF-8: byte {error.start + 1} belongs to no character") from None


def _refuse_deep_nesting(text: str) -> None:
    """Count brackets outside strings; wrong only behind a syntax error, where nothing is parsed any more."""
    outside_strings = text.replace("\\\\", "").replace('\\"', "").split('"')[::2]
    depth = 0
    for bracket in "".join(outside_strings).encode().translate(None, delete=_NO_BRACKETS):
        depth += 1 if bracket in _OPENING else -1
        if depth > MAX_DEPTH:
            raise PositionError(f"nested too deeply: more than {MAX_DEPTH} brackets are open at once")


class _Oddities:
    """Hooks for the JSON parser, which knows no places: they note what is odd, to be looked for afterwards."""

    def __init__(self) -> None:
        self.seen = False
        self._repeated: dict[int, tuple[dict[str, Any], str]] = {}

    def object_of(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            self.seen = True
            self._repeated[id(result)] = result, _first_repeated(pairs)
        return result

    def constant(self, text: str) -> OddNumber:
        self.seen = True
        return OddNumber(text)

    def refuse_first(self, value: Any, place: str) -> None:
        """Raise for the first repeated key, NaN, infinity or half surrogate pair in the order of the text."""
        if isinstance(value, dict):
            if id(value) in self._repeated:
                fail(child(place, self._repeated[id(value)][1]), "this key stands twice")
            for key, entry in value.items():
                self.refuse_first(key, child(place, key))
                self.refuse_first(entry, child(place, key))
        elif isinstance(value, list):
            for index, entry in enumerate(value):
                self.refuse_first(entry, f"{place}[{index}]")
        elif isinstance(value, str):
            as_text(value, place)
        elif isinstance(value, OddNumber) and value.text.lstrip("-")[0] in "NI":
            fail(place, f"{value.text} is not JSON")


def _first_repeated(pairs: list[tuple[str, Any]]) -> str:
    earlier: set[str] = set()
    for key, _ in pairs:
        if key in earlier:
            break
        earlier.add(key)
    return key


def _parsed(text: str, odd: _Oddities) -> Any:
    try:
        return json.loads(
            text,
            object_pairs_hook=odd.object_of,
            parse_int=_whole_number,
            parse_float=OddNumber,
            parse_constant=odd.constant,
        )
    except json.JSONDecodeError as error:
        problem = "text after the end" if error.msg == "Extra data" else error.msg[0].lower() + error.msg[1:]
        raise PositionError(f"not JSON at line {error.lineno}, column {error.colno}: {problem}") from None


def _whole_number(text: str) -> int | OddNumber:
    return int(text) if len(text) <= MAX_DIGITS else OddNumber(text)


# ---------------------------------------------------------------------------------------------------------------------
# Places and sentences


def fail(place: str, sentence: str) -> NoReturn:
    """Refuse what stands at `place`."""
    raise PositionError(f"{place}: {sentence}" if place else sentence)


def child(place: str, key: Any) -> str:
    """The place of `key` in the object at `place`; odd keys are quoted and shortened."""
    shown = key if isinstance(key, str) and _SIMPLE_KEY.fullmatch(key) else describe(key)
    return f"{place}.{shown}" if place else shown


def describe(value: Any) -> str:
    """What stands there, in a few words."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value) if abs(value) < 10**MAX_DIGITS else f"a number of more than {MAX_DIGITS} digits"
        case float():
            return repr(value)
        case OddNumber():
            return value.text if len(value.text) <= MAX_SHOWN else f"{value.text[:MAX_SHOWN]}..."
        case str():
            shown = value if len(value) <= MAX_SHOWN else f"{value[:MAX_SHOWN]}..."
            return json.dumps(shown, ensure_ascii=not shown.isprintable())
        case Mapping():
            return "an object"
        case list() | tuple():
            return "a list"
        case _:
            return f"a Python {type(value).__name__}"


# ---------------------------------------------------------------------------------------------------------------------
# Checked access: each returns the value with its type, or refuses it


def as_object(
    value: Any, place: str, known: Collection[str], required: Collection[str] = (), unknown: str = "unknown key"
) -> Mapping[str, Any]:
    """An object that has no key but the `known` ones and all the `required` ones."""
    if not isinstance(value, Mapping):
        fail(place, f"expected an object, got {describe(value)}")
    for key in value:
        if key not in known:
            fail(child(place, key), f"{unknown}{near_miss(key, known)}")
    for key in required:
        if key not in value:
            fail(child(place, key), "is required")
    return value


def as_list(value: Any, place: str) -> list[Any] | tuple[Any, ...]:
    """A list; a tuple, which only Python callers can give, is as good."""
    if not isinstance(value, (list, tuple)):
        fail(place, f"expected a list, got {describe(value)}")
    return value


def as_whole(value: Any, place: str, least: int = 0, most: int = MAX_NUMBER) -> int:
    """A whole number within limits, both included; true and false are none."""
    if type(value) is int and least <= value <= most:
        return value
    fail(place, f"expected a whole number from {least} to {most:,}, got {describe(value)}")


def as_truth(value: Any, place: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        fail(place, f"expected true or false, got {describe(value)}")
    return value


def as_text(value: Any, place: str) -> str:
    """Any text that can be written as UTF-8."""
    if not isinstance(value, str):
        fail(place, f"expected a text, got {describe(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        fail(place, f"{describe(value)} has half of a surrogate pair, which is no text")
    return value


def as_word(value: Any, place: str, known: Collection[str], kind: str) -> str:
    """One of the `known` words; `kind` says what they are: `industry`."""
    if not isinstance(value, str):
        article = "an" if kind[0] in "aeiou" else "a"
        fail(place, f"expected the name of {article} {kind}, got {describe(value)}")
    if value not in known:
        fail(place, f"unknown {kind} {describe(value)}{near_miss(value, known)}")
    return value


def near_miss(word: Any, known: Collection[str]) -> str:
    """`; did you mean "mine"?` if one of the `known` words is close."""
    return did_you_mean(word, known) if isinstance(word, str) and len(word) <= MAX_SHOWN else ""
