"""`wonai tune`: better weights by self-play, written as a file that every bot can be given."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click

from wonai import registry
from wonai.cli.files import emit, write_bytes
from wonai.cli.numbers import FiniteRange
from wonai.search.tune import Plan, Tuned, tune


@click.command()
@click.option("--minutes", default=10.0, show_default=True, type=FiniteRange(0), help="For the policy; 0: none.")
@click.option("--games", default=192, show_default=True, type=click.IntRange(1), help="Of a candidate in a generation.")
@click.option("--check", default=2000, show_default=True, type=click.IntRange(10), help="Games that measure the gain.")
@click.option("--fit", default=8000, show_default=True, type=click.IntRange(10), help="Games of each size to fit to.")
@click.option("--from", "start", default="", metavar="FILE", help="Weights to begin with; none: the package's.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Of candidates and games.")
@click.option("--game", default=registry.DEFAULT_GAME, show_default=True, help="Which game.")
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), help="What to write.")
def command(minutes: float, games: int, check: int, fit: int, start: str, seed: int, game: str, output: Path) -> None:
    """Tune the weights of the policy by self-play, and fit the evaluation to its games.

    Writes a file of weights together with how many games they took and what they gain over
    the old ones, with intervals. Use it with the option EvalFile, or `wonai(eval_file=FILE)`.

    \b
    Example:
      wonai tune --minutes 10 -o better.json
    """
    plan = Plan(seconds=60 * minutes, games=games, check_games=check, fit_games=fit, seed=seed, start=start)
    tuned = tune(registry.get(game), plan, _show)
    write_bytes(str(output), _text(tuned).encode())
    emit("\n".join(_lines(tuned)))


def _text(tuned: Tuned) -> str:
    """The file, a row of numbers to a line."""
    text = json.dumps(tuned.to_document(), indent=1)
    return re.sub(r"\[[^][]*\]", lambda row: " ".join(row[0].split()), text) + "\n"


def _show(text: str) -> None:
    click.echo(text, file=sys.stderr)


def _lines(tuned: Tuned) -> list[str]:
    rows = [f"{tuned.generations} generations, {tuned.games:,} games"]
    for table, row in tuned.check.items():
        rows.append(
            f"{table}: {row['share']:.1%} against the old weights, fair {row['fair']:.1%} "
            f"({row['low']:.1%} to {row['high']:.1%}, {row['games']:,.0f} games)"
        )
    return [*rows, *(f"{table}: evaluation with a loss of {loss:.4f}" for table, loss in tuned.loss.items())]
