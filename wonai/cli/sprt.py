"""`wonai sprt`: is a new engine better, decided with as few games as possible."""

from __future__ import annotations

from typing import Any

import click

from wonai.cli.engine_spec import engine_table, limit_options, limit_table, rule_table
from wonai.cli.numbers import FiniteRange
from wonai.cli.tournament_run import run_options, run_tournament
from wonai.tournament import config

DEFAULT_MOST = 20_000


@click.command()
@click.argument("new")
@click.argument("base")
@click.option("--field", metavar="SPEC", multiple=True, help="Who else plays; without it all other seats are BASE.")
@click.option("--players", type=int, default=4, show_default=True, help="Seats of a game.")
@click.option(
    "--effect",
    type=FiniteRange(),
    default=0.05,
    show_default=True,
    help="By how much NEW is to be better, in victory share.",
)
@click.option("--alpha", type=FiniteRange(), default=0.05, show_default=True, help="Chance of a false alarm.")
@click.option("--beta", type=FiniteRange(), default=0.05, show_default=True, help="Chance to miss the effect.")
@click.option("--most", type=int, default=DEFAULT_MOST, show_default=True, help="Games after which to give up.")
@click.option("--seed", type=int, default=1, show_default=True, help="Decides the schedule and all seeds.")
@limit_options
@click.option("--rule", "rules", metavar="KEY=VALUE", multiple=True, help="An option of the game. Repeatable.")
@run_options
def command(
    new: str,
    base: str,
    field: tuple[str, ...],
    players: int,
    effect: float,
    alpha: float,
    beta: float,
    most: int,
    seed: int,
    nodes: int | None,
    seconds: float | None,
    clock: str | None,
    rules: tuple[str, ...],
    **where: Any,
) -> None:
    """Test whether an engine is better than another.

    NEW and BASE are engines as for `wonai tournament --engine`. NEW goes round the seats of every
    start against copies of BASE: is its share of the victories above the fair one? With --field,
    NEW and BASE play in the same games among others, and their shares are compared.

    \b
    Example:
      wonai sprt new=uct:nodes=400 base=uct:nodes=200 --players 3 --effect 0.1 -o test
    """
    tables = [engine_table(spec) for spec in (new, base, *field)]
    document: dict[str, Any] = {
        "tournament": {
            "name": f"{tables[0].get('name', 'new')} against {tables[1].get('name', 'base')}",
            "format": "round-robin" if field else "gauntlet",
            "players": players,
            "games": most,
            "seed": seed,
        },
        "game": rule_table(rules),
        "engine": tables,
    }
    limit = limit_table(nodes, seconds, clock)
    if limit:
        document["limit"] = limit
    setup = config.setup_of({**document, "test": {"effect": effect, "alpha": alpha, "beta": beta}})
    if field:
        versus = setup.engines[1].name
        test = {"effect": effect, "alpha": alpha, "beta": beta, "versus": versus}
        setup = config.setup_of({**document, "test": test})
    run_tournament(setup, **where)
