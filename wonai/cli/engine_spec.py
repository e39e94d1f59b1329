"""Engines and limits on the command line: words to the tables of a configuration."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from wonai.cli.numbers import FiniteRange
from wonai.search import bots

F = TypeVar("F", bound=Callable[..., Any])

COMMAND = "cmd:"
LIMITS = ("nodes", "time", "clock", "increment")
SPEC_HELP = "[NAME=]BOT[:KEY=VALUE,...] or [NAME=]cmd:COMMAND LINE"

_NAMED = re.compile(r"([^=:,]{1,40})=(.+)", re.DOTALL)


def engine_table(spec: str) -> dict[str, Any]:
    """`strong=uct:nodes=500,skill=10` or `mine=cmd:./my_engine --fast` as an [[engine]] table."""
    table: dict[str, Any] = {}
    named = _NAMED.fullmatch(spec)
    if named and (named[2].startswith(COMMAND) or named[2].split(":")[0] in bots.names()):
        table["name"], spec = named[1].strip(), named[2]
    if spec.startswith(COMMAND):
        return {**table, "command": spec.removeprefix(COMMAND)}
    bot, colon, rest = spec.partition(":")
    table.setdefault("name", spec.replace(",", " "))
    table["bot"] = bot
    for pair in rest.split(",") if colon else []:
        key, equals, text = pair.partition("=")
        if not equals:
            raise click.UsageError(f'--engine {spec}: expected KEY=VALUE, got "{pair}"')
        kind = "limit" if key in LIMITS else "options"
        table.setdefault(kind, {})[key] = _value(text)
    return table


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def limit_options(function: F) -> F:
    """`--nodes`, `--time` and `--clock`."""
    for option in reversed([
        click.option("--nodes", type=click.IntRange(1), metavar="N", help="Nodes a move."),
        click.option("--time", "seconds", type=FiniteRange(0.001), metavar="SECONDS", help="Time a move."),
        click.option("--clock", metavar="SECONDS[+INCREMENT]", help="Time a game for the moves of an engine."),
    ]):  # fmt: skip
        function = option(function)
    return function


def limit_table(nodes: int | None, seconds: float | None, clock: str | None) -> dict[str, Any]:
    """The [limit] table; empty if nothing was given."""
    table: dict[str, Any] = {"nodes": nodes, "time": seconds}
    if clock is not None:
        whole, _, more = clock.partition("+")
        try:
            table["clock"] = float(whole)
            table["increment"] = float(more) if more else None
        except ValueError:
            raise click.UsageError(f'--clock: expected SECONDS or SECONDS+INCREMENT, got "{clock}"') from None
    return {key: value for key, value in table.items() if value is not None}


def rule_table(rules: Sequence[str]) -> dict[str, Any]:
    """`edition=second` and the like as the [game] table."""
    table = {}
    for rule in rules:
        key, equals, text = rule.partition("=")
        if not equals or not key.isidentifier():
            raise click.UsageError(f'--rule: expected KEY=VALUE, got "{rule}"')
        table[key] = _value(text)
    return table

