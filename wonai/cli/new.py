"""`wonai new`: the start position of a game."""

from __future__ import annotations

import json
import re
from typing import Any

import click

from wonai import registry
from wonai.cli.files import STANDARD, write_text

_BARE_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def parse_rules(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> list[tuple[str, Any]]:
    """For an option that may be repeated."""
    return [_parse_rule(text) for text in texts]


def _parse_rule(rule: str) -> tuple[str, Any]:
    """`KEY=VALUE` with a JSON value; a bare word needs no quotes."""
    key, equals, text = rule.partition("=")
    if not equals or not key.isidentifier():
        raise click.BadParameter(f'expected KEY=VALUE, got "{rule}"')
    try:
        return key, json.loads(text)
    except (ValueError, RecursionError):
        if not _BARE_WORD.fullmatch(text):
            raise click.BadParameter(f'{key}: expected JSON or a word, got "{text}"') from None
        return key, text


@click.command()
@click.option("--game", default=registry.DEFAULT_GAME, show_default=True, help="Which game.")
@click.option("--players", type=int, required=True, help="How many seats play.")
@click.option("--edition", help="The edition of the rules.")
@click.option("--first", metavar="SEAT", help="The seat that begins, as p2.")
@click.option(
    "--rule",
    "rules",
    metavar="KEY=VALUE",
    multiple=True,
    callback=parse_rules,
    help="Change one rule; VALUE is JSON. Repeatable.",
)
@click.option("-o", "--output", metavar="OUT", default=STANDARD, help="Write to a file instead of printing.")
def command(
    game: str,
    players: int,
    edition: str | None,
    first: str | None,
    rules: list[tuple[str, Any]],
    output: str,
) -> None:
    """Write the start position of a game.

    What editions and rules there are is the affair of the game; its documentation lists them.
    Nothing is drawn at random: the first seat is p1 unless --first says otherwise.

    \b
    Example:
      wonai new --players 4 --edition second --first p3 \\
        --rule round_limit=5 --rule 'blocked=["c3", "c4"]' -o game.json
    """
    options: dict[str, Any] = {"edition": edition, "first": first}
    options = {name: value for name, value in options.items() if value is not None}
    for key, value in rules:
        if key in options or key in ("game", "players"):
            raise click.UsageError(f'"{key}" is given twice.')
        options[key] = value
    write_text(output, registry.get(game).new(players, **options).to_json())
