"""`wonai ladder`: all built-in bots and levels against each other."""

from __future__ import annotations

from typing import Any

import click

from wonai.cli.engine_spec import limit_options, limit_table
from wonai.cli.tournament_run import run_options, run_tournament
from wonai.search import bots
from wonai.tournament import config


@click.command()
@click.option("--bot", "chosen", metavar="NAME", multiple=True, help="Only these bots. Repeatable.")
@click.option(
    "--level", "levels", metavar="0-20", type=click.IntRange(0, 20), multiple=True,
    help="Also the strongest bot at this skill. Repeatable.",
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

    The table for a document is standings.md in the folder, the page is index.html.

    \b
    Example:
      wonai ladder --games 400 --nodes 500 --level 5 --level 10 -o ladder
    """
    engines: list[dict[str, Any]] = [{"bot": name} for name in chosen or bots.names()]
    strongest = bots.names()[-1]
    engines += [{"name": f"{strongest} {level}", "bot": strongest, "options": {"skill": level}} for level in levels]
    general = {"name": "ladder", "format": "round-robin", "games": games, "players": players, "seed": seed}
    document: dict[str, Any] = {"tournament": general, "engine": engines}
    limit = limit_table(nodes, seconds, clock)
    if limit:
        document["limit"] = limit
    run_tournament(config.setup_of(document), **where)
