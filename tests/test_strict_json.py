"""Strict JSON: what is refused, at once and with one sentence, and where; and that all else is read as JSON is."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wonai.errors import PositionError
from wonai.strict_json import (
    MAX_BYTES,
    MAX_DEPTH,
    OddNumber,
    as_list,
    as_object,
    as_text,
    as_truth,
    as_whole,
    as_word,
    child,
    describe,
    parse_document,
)

SECONDS = 2.0
"""No refusal takes longer, however busy the machine is."""

KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
DOCUMENTS = st.dictionaries(
    KEYS,
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**17) + 1, 10**17) | KEYS,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
        max_leaves=12,
    ),
    max_size=5,
)


def refusal(source: Any) -> str:
    start = time.process_time()
    with pytest.raises(PositionError) as caught:
        parse_document(source)
    assert time.process_time() - start < SECONDS
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        (b"", "empty"),
        ("[]", "got a list"),
        ("1", "got 1"),
        ("null", "got null"),
        ('"{}"', 'got "{}"'),
        ("{", "line 1, column 2"),
        ('{"a": 1,\n "b" 2}', "line 2, column 6"),
        ('{"a": 1,}', "line 1, column 9"),
        ('{"a": 01}', "line 1, column 8"),
        ('{"a": "\t"}', "line 1, column 8"),
        ("{'a': 1}", "line 1, column 2"),
        ("{} x", "text after the end"),
        ("{}{}", "text after the end"),
        ('{"a": [1, {"b": NaN}]}', "a[1].b: NaN"),
        ('{"a": -Infinity}', "a: -Infinity"),
        ('{"round": 1, "round": 1}', "round: "),
        ('{"players": [{}, {"goods": {"ore": 1, "ore": 2}}]}', "players[1].goods.ore: "),
        ('{"a": {"x": 1, "x": 2}, "a": 3}', "a: "),
        (r'{"a": "\ud800"}', "a: "),
        (r'{"a": {"\udc00b": 1}}', r'a."\udc00b": '),
        ('{"a": "\ud800"}', "surrogate"),
        (b'{"a": "\xff"}', "byte 8"),
        (b'\xef\xbb\xbf{"a": 1}', "byte order mark"),
        ('\ufeff{"a": 1}', "byte order mark"),
        ('{"a": 1}'.encode("utf-16"), "UTF-16"),
        ('{"a": 1}'.encode("utf-16-be"), "UTF-16"),
        ('{"a": 1}'.encode("utf-32-le"), "UTF-16"),
        (None, "got null"),
        (bytearray(b"{}"), "got a Python bytearray"),
    ],
)
def test_refused_with_the_place(source: Any, part: str) -> None:
    assert part in refusal(source)


@pytest.mark.parametrize(
    "source",
    [
        '{"a": ' + "[" * 20_000,
        '{"a": ' + "[" * 20_000 + "]" * 20_000 + "}",
        '{"a": ' * 20_000,
        '{"a": "' + '\\"' * 20_000 + '", "b": ' + "[" * 20_000,
        b" " * (50 * 1024 * 1024),
        "é" * (MAX_BYTES - 1),
        '{"a": "' + '\\"' * (MAX_BYTES // 2 - 10),
        '{"a": [' + "1," * (MAX_BYTES // 2 - 10),
        "{" + ",".join(f'"{key}": 0' for key in range(100_000)) + ', "0": 1}',
    ],
    ids=["open", "closed", "objects", "quotes", "huge", "wide", "unended", "long", "keys"],
)
def test_hostile_texts_are_refused_at_once(source: str | bytes) -> None:
    assert len(refusal(source)) < 200


def test_nesting_up_to_the_limit_is_read() -> None:
    inside = "[" * (MAX_DEPTH - 1) + '"]]}}[[{{"' + "]" * (MAX_DEPTH - 1)
    assert list(parse_document('{"a": ' + inside + "}")) == ["a"]
    assert "nested" in refusal('{"a": [' + inside + "]}")


@pytest.mark.parametrize("text", ["1.0", "1e3", "-0.5", "1E400", "9" * 5000, "-" + "9" * 5000])
def test_odd_numbers_wait_for_the_reader(text: str) -> None:
    document = parse_document(f'{{"a": {text}}}')
    assert document == {"a": OddNumber(text)}
    with pytest.raises(PositionError, match=r"^x\.a: expected a whole number from 0 to 9, got ") as caught:
        as_whole(document["a"], "x.a", most=9)
    assert len(str(caught.value)) < 200


@given(DOCUMENTS, st.booleans(), st.sampled_from([None, 1]))
def test_reads_what_json_writes(document: dict[str, Any], ensure_ascii: bool, indent: int | None) -> None:
    text = json.dumps(document, ensure_ascii=ensure_ascii, indent=indent)
    assert parse_document(text) == document
    assert parse_document(text.encode()) == document


@given(st.text() | st.binary())
def test_anything_else_is_refused_in_one_way(source: str | bytes) -> None:
    with contextlib.suppress(PositionError):
        assert isinstance(parse_document(source), dict)


@pytest.mark.parametrize(
    ("access", "sentence"),
    [
        (lambda: as_object([], "a", ()), "a: expected an object, got a list"),
        (lambda: as_object({"bored": 1}, "", ("board",)), 'bored: unknown key; did you mean "board"?'),
        (lambda: as_object({"b": 1}, "a", ("b", "c"), ("c",)), "a.c: is required"),
        (lambda: as_object({7: 1}, "a", ("b",)), "a.7: unknown key"),
        (lambda: as_object({"x y": 1}, "a", ("b",)), 'a."x y": unknown key'),
        (lambda: as_list("b", "a"), 'a: expected a list, got "b"'),
        (lambda: as_whole(True, "a"), "a: expected a whole number from 0 to 1,000,000, got true"),
        (lambda: as_whole(1.0, "a"), "a: expected a whole number from 0 to 1,000,000, got 1.0"),
        (lambda: as_whole(0, "a", 1, 2), "a: expected a whole number from 1 to 2, got 0"),
        (lambda: as_truth(1, "a"), "a: expected true or false, got 1"),
        (lambda: as_text(1, "a"), "a: expected a text, got 1"),
        (lambda: as_word("mien", "a", ("mine",), "tile"), 'a: unknown tile "mien"; did you mean "mine"?'),
        (lambda: as_word(None, "a", ("mine",), "tile"), "a: expected the name of a tile, got null"),
        (lambda: as_word(7, "a", ("mine",), "industry"), "a: expected the name of an industry, got 7"),
    ],
)
def test_access_names_the_place(access: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        access()
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "value",
    [10**5000, -(10**5000), "x" * 5000, "\n\x1b[2J", "\ud800", {1: {}}, object(), float("nan")],
    ids=["large", "small", "long", "control", "surrogate", "nested", "object", "nan"],
)
def test_what_is_shown_is_short_and_printable(value: Any) -> None:
    for shown in (describe(value), child("a", value)):
        assert shown.isprintable()
        assert len(shown) < 100
