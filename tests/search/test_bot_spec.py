"""Bots by one word: what is read, what is refused, and what whoever plays may still choose."""

from __future__ import annotations

import pytest

from wonai.errors import WonaiError
from wonai.search import bot_spec
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions


def test_a_name_alone_takes_what_is_given() -> None:
    spec = bot_spec.parse("uct", SearchOptions(hash_mb=7), Limit(nodes=9))
    assert (spec.label, spec.name, spec.options, spec.limit) == ("uct", "uct", SearchOptions(hash_mb=7), Limit(nodes=9))


def test_every_option_reaches_its_field() -> None:
    word = "wonai@skill=5@style=trader@seed=3@threads=2@hash=8@barter=off@planner=on@eval=w.json@nodes=4@rounds=2"
    spec = bot_spec.parse(word, limit=Limit(time=1.0))
    assert spec.options == SearchOptions(
        skill=5, style="trader", seed=3, threads=2, hash_mb=8, barter=False, planner=True, eval_file="w.json"
    )
    assert spec.limit == Limit(nodes=4, rounds=2), "a limit of its own replaces the common one"
    assert spec.label == word


def test_a_seed_in_the_word_wins() -> None:
    given, free = bot_spec.parse("random@seed=5").make(9), bot_spec.parse("random").make(9)
    assert [bot.options.seed for bot in (given, free)] == [5, 9]  # type: ignore[attr-defined]


def test_a_list() -> None:
    assert [spec.label for spec in bot_spec.parse_list("uct@time=0.3, random")] == ["uct@time=0.3", "random"]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("wonia", 'unknown bot "wonia"; did you mean "wonai"?'),
        ("", 'unknown bot ""'),
        ("uct@noeds=4", 'bot "uct@noeds=4": unknown option "noeds"; did you mean "nodes"?'),
        ("uct@nodes", 'bot "uct@nodes": expected KEY=VALUE after "@", got "nodes"'),
        ("uct@nodes=4@nodes=5", 'bot "uct@nodes=4@nodes=5": nodes is given twice'),
        ("uct@nodes=0", 'bot "uct@nodes=0": nodes: expected a whole number from 1 to 2147483647, got "0"'),
        ("uct@nodes=" + "9" * 5000, None),
        ("wonai@skill=21", 'bot "wonai@skill=21": skill: expected a whole number from 0 to 20, got "21"'),
        ("wonai@skill=-1", 'bot "wonai@skill=-1": skill: expected a whole number from 0 to 20, got "-1"'),
        ("uct@time=nan", 'bot "uct@time=nan": time: expected seconds above 0, got "nan"'),
        ("uct@time=soon", 'bot "uct@time=soon": time: expected seconds above 0, got "soon"'),
        ("wonai@barter=yes", 'bot "wonai@barter=yes": barter: expected "on" or "off", got "yes"'),
        ("wonai@style=", 'bot "wonai@style=": style: expected a word, got nothing'),
    ],
)
def test_refused(word: str, sentence: str | None) -> None:
    with pytest.raises(WonaiError) as error:
        bot_spec.parse(word)
    assert sentence is None or str(error.value) == sentence
