"""`wonai ladder`: all built-in bots and levels against each other."""

from __future__ import annotations

from typing import Any

import click

from wonai.cli.engine_spec import limit_options, limit_table
from wonai.cli.tournament_run import run_options, run_tournament
from wonai.search import bots
from wonai.tournament import config

NODES = {"uct": 60, "wonai": 100}
"""Nodes a move of the bots that search, unless a limit is given: none of them takes most of the time of a game."""
LEVELS = (5, 10)


@click.command()
@click.option("--bot", "chosen", metavar="NAME", multiple=True, help="Only these bots. Repeatable.")
@click.option(
    "--level", "levels", metavar="0-20", type=click.IntRange(0, 20), multiple=True,
    help="Also the strongest bot at this skill; 5 and 10 if no bots are chosen. Repeatable.",
)  # fmt: skip
@click.option("--games", type=int, default=400, show_default=True, help="How many; rounded up to whole rounds.")
@click.option("--players", type=int, default=4, show_default=True, help="Seats of a game.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the schedule and all seeds.")
@limit_options
@run_options
def command(
    chosen: tuple[str, ...],
    levels: tuple[int, ...],
    games: int,
    players: int,
    seed: int,
    nodes: int | None,
    seconds: float | None,
    clock: str | None,
    **where: Any,
) -> None:
    """Rate the built-in bots against each other.

    The table for a document is standings.md in the folder, the page is index.html. Without a limit,
    uct has 60 nodes a move and wonai 100.

    \b
    Example:
      wonai ladder -o ladder
      wonai ladder --games 400 --nodes 500 --level 0 --level 15 -o ladder --resume
    """
    strongest = bots.names()[-1]
    engines: list[dict[str, Any]] = [{"bot": name} for name in chosen or bots.names()]
    for level in levels or (() if chosen else LEVELS):
        engines.append({"name": f"{strongest} {level}", "bot": strongest, "options": {"skill": level}})
    general = {"name": "ladder", "format": "round-robin", "games": games, "players": players, "seed": seed}
    document: dict[str, Any] = {"tournament": general, "engine": engines}
    limit = limit_table(nodes, seconds, clock)
    if limit:
        document["limit"] = limit
    else:
        document["limit"] = {"nodes": NODES[strongest]}
        for engine in engines:
            if engine["bot"] != strongest and engine["bot"] in NODES:
                engine["limit"] = {"nodes": NODES[engine["bot"]]}
    run_tournament(config.setup_of(document), **where)
