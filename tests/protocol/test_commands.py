"""Lines to commands and back, and the options."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wonai.protocol.commands import (
    CODES,
    Bare,
    Command,
    Go,
    JsonPosition,
    Perft,
    Refused,
    SetOption,
    StartPosition,
    format_command,
    parse_command,
)
from wonai.protocol.options import OPTIONS, Settings, find_option
from wonai.search import bots
from wonai.search.searcher import SearchOptions

WORDS = st.text("abcxyz:@/0129", min_size=1, max_size=8).filter(lambda word: word not in ("moves", "value"))
MOVES = st.lists(WORDS, max_size=4).map(tuple)
COMMANDS: st.SearchStrategy[Command] = st.one_of(
    st.builds(Bare, st.sampled_from(["wep", "isready", "newgame", "stop", "ponderhit", "quit", "legal", "scores"])),
    st.builds(SetOption, WORDS, WORDS),
    st.builds(StartPosition, st.integers(1, 99), WORDS, MOVES, MOVES),
    st.builds(JsonPosition, st.sampled_from(["{}", '{"a": {"b": "}"}}', '{"a": "\\\\\\"{"}']), MOVES),
    st.builds(
        Go,
        movetime=st.none() | st.integers(1, 10**9),
        nodes=st.none() | st.integers(1, 10**12),
        rounds=st.none() | st.integers(1, 1000),
        infinite=st.booleans(),
        ponder=st.booleans(),
        searchmoves=st.none() | st.lists(WORDS, min_size=1, max_size=5, unique=True).map(tuple),
    ),
    st.builds(Perft, st.integers(0, 50)),
)


@given(COMMANDS)
def test_what_is_written_is_read(command: Command) -> None:
    assert parse_command(format_command(command)) == command


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        parse_command(text)
    except Refused as refused:
        line = refused.to_line()
        assert line.isprintable()
        assert line.split()[1] in CODES


@pytest.mark.parametrize("line", ["", "   ", "\t", "# go", "  # wep", "\r\n"])
def test_nothing_is_said(line: str) -> None:
    assert parse_command(line) is None


def test_words_behind_the_moves() -> None:
    go = parse_command("go searchmoves a b a nodes 5 ponder")
    assert go == Go(nodes=5, ponder=True, searchmoves=("a", "b"))
    position = parse_command("position startpos game orchard players 2 bag small moves draw:pear take")
    assert position == StartPosition(2, "orchard", ("bag", "small"), ("draw:pear", "take"))


@pytest.mark.parametrize(
    "line",
    [
        "setoption name" + " " * 8_000_000 + "x",
        "setoption name value" + " value" * 1_000_000,
        "position json " + '{"' * 2_000_000,
        "position json " + "{" * 4_000_000,
        "position json " + '{"a":"' + "\\" * 4_000_000,
        "go searchmoves" + " a" * 2_000_000,
        "go " + "nodes " * 1_000_000,
        "x" * 8_000_000,
    ],
    ids=range(8),
)
def test_hostile_lines_take_no_time(line: str) -> None:
    began = time.process_time()
    with contextlib.suppress(Refused):
        parse_command(line)
    assert time.process_time() - began < 3


# ---------------------------------------------------------------------------------------------------------------------
# Options


def test_every_option_has_an_effect() -> None:
    assert [option.name for option in OPTIONS if not option.has_effect] == []


def test_every_default_can_be_set() -> None:
    for option in OPTIONS:
        words = option.describe().split()
        assert option.parse(words[3]) == option.default


def test_what_the_search_gets() -> None:
    settings = Settings().with_value("threads", 3).with_value("log", "x").with_value("barter", False)
    assert settings.search_options() == SearchOptions(threads=3, multipv=1, barter=False)
    assert settings.searcher_key() == settings.with_value("log", "").with_value("ponder", True).searcher_key()
    assert settings.searcher_key() != settings.with_value("bot", "random").searcher_key()


def test_every_bot_can_be_chosen() -> None:
    for name in bots.names():
        assert find_option("BOT").parse(name.upper()) == name
