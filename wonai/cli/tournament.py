"""`wonai tournament`: engines against each other."""

from __future__ import annotations

from typing import Any

import click

from wonai.cli.engine_spec import SPEC_HELP, engine_table, limit_options, limit_table, rule_table
from wonai.cli.numbers import FiniteRange
from wonai.cli.tournament_run import run_options, run_tournament
from wonai.tournament import config
from wonai.tournament.schedule import FORMATS


@click.command()
@click.argument("file", required=False)
@click.option("--engine", "engines", metavar="SPEC", multiple=True, help=f"An engine: {SPEC_HELP}. Repeatable.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Who meets whom.")
@click.option("--games", type=int, metavar="N", help="How many; rounded up to whole rounds.")
@click.option("--players", type=int, metavar="N", help="Seats of a game.")
@click.option("--seed", type=int, metavar="N", help="Decides the schedule, all luck and the seeds of the engines.")
@click.option("--name", help="What the tournament is called.")
@limit_options
@click.option("--game", help="Which game.")
@click.option("--rule", "rules", metavar="KEY=VALUE", multiple=True, help="An option of the game. Repeatable.")
@click.option("--book", metavar="PATH", multiple=True, help="Begin from the positions in a file or folder. Repeatable.")
@click.option("--substitute", metavar="BOT", help="Who plays on for an engine that failed.")
@click.option("--forfeit", is_flag=True, help="End a game in which an engine fails.")
@click.option(
    "--stall", type=FiniteRange(), metavar="SECONDS", help="Without an answer for so long, an engine has failed."
)
@run_options
def command(
    file: str | None,
    engines: tuple[str, ...],
    form: str | None,
    games: int | None,
    players: int | None,
    seed: int | None,
    name: str | None,
    nodes: int | None,
    seconds: float | None,
    clock: str | None,
    game: str | None,
    rules: tuple[str, ...],
    book: tuple[str, ...],
    substitute: str | None,
    forfeit: bool,
    stall: float | None,
    **where: Any,
) -> None:
    """Play engines against each other and rate them.

    FILE is a tournament in TOML (see docs/tournaments.md); options go before what it says. Every game
    is on disk before the next one begins: after any end, --resume goes on.

    \b
    Example:
      wonai tournament --engine random --engine uct --engine "mine=cmd:./my_engine" \\
        --players 3 --games 120 --nodes 200 -o league
      wonai tournament league.toml -o league --resume
    """
    document = config.load(file) if file is not None else {}
    if engines:
        document["engine"] = [engine_table(spec) for spec in engines]
    _put(document, "tournament", format=form, games=games, players=players, seed=seed, name=name)
    _put(document, "fault", substitute=substitute, stall=stall, then="forfeit" if forfeit else None)
    _put(document, "game", name=game, **rule_table(rules))
    limit = limit_table(nodes, seconds, clock)
    if limit:
        document["limit"] = limit
    if book:
        document["book"] = {"positions": list(book)}
    run_tournament(config.setup_of(document), **where)


def _put(document: dict[str, Any], table: str, **values: Any) -> None:
    given = {key: value for key, value in values.items() if value is not None}
    if given and isinstance(document.get(table, {}), dict):  # what is no table is refused where all of it is checked
        document[table] = {**document.get(table, {}), **given}
