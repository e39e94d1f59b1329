"""Owns the command that measures the search: `python -m bench.search` writes `docs/search-performance.md`."""

from __future__ import annotations

import datetime
import platform
from collections.abc import Sequence
from pathlib import Path

import click

from bench import full_bot, report, search_yardsticks, yardsticks
from bench.claims import costs_of
from bench.measure import interleave
from wonai.search.bench import NODES, build_lines, run_bench

OUTPUT = Path(__file__).parent.parent / "docs" / "search-performance.md"


def page(claim_rows: Sequence[str], bot_rows: Sequence[str], facts: Sequence[str], rounds: int) -> str:
    """The whole page."""
    listed = "\n".join(f"- {fact}" for fact in facts)
    return f"""# Performance of the search

Written by `python -m bench.search`; do not edit. Absolute figures belong to one machine and one hour, the ratios are
what counts. Strength is another question: see `docs/strength.md`.

## The plain `uct` bot against yardsticks
{report.HEAD}
{chr(10).join(claim_rows)}

## The full bot
| what | value | target | met |
|---|---|---|---|
{chr(10).join(bot_rows)}

## This run
- {datetime.date.today().isoformat()}; {platform.system()} {platform.machine()}.
{listed}
- {rounds} interleaved rounds after one to warm up; a ratio is taken between two samples of the same round, the table
  gives the median, the lowest and the highest. Time is processor time, but for the first report.

## What is in a number
- **A simulation of `uct`** walks down the tree, adds a leaf and plays on at random to the end of the game; making the
  tree and the report is counted too. OpenSpiel's bots do the same on the same position with one random playout a
  simulation; our game reaches them through `wonai.adapters.open_spiel`, so every move of theirs passes through Python,
  as every game written in Python does. The package `mcts` works on `Position` directly.
- **By move**: a simulation is one whole game from the root, so its moves are counted by the mean length of such games
  on either side. Here OpenSpiel works inside C++ alone.
- **The full bot**: a simulation is a walk down the tree of decisions, and the policy's play from there to the end.
"""


@click.command()
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(min=1), help="Interleaved rounds.")
@click.option("--output", default=OUTPUT, type=click.Path(dir_okay=False, path_type=Path), help="The page to write.")
def main(rounds: int, output: Path) -> None:
    """Measures the search and writes the page; exit status 1 when a target is missed."""
    try:
        claims = search_yardsticks.claims()
        samples = interleave(costs_of(claims), rounds)
    except yardsticks.MissingYardstick as error:
        raise click.ClickException(str(error)) from error
    claim_rows = [report.claim_row(claim, samples) for claim in claims]
    findings = full_bot.findings(rounds)
    bench = run_bench()
    facts = [
        *(f"{line.partition(' ')[0]}: {line.partition(' ')[2]}." for line in build_lines()),
        f"`wonai bench`: {NODES:,} simulations on each of {len(bench.positions)} positions, signature "
        f"{bench.signature}, {bench.nodes_per_second:,} simulations a second by the clock.",
        *search_yardsticks.facts(),
    ]
    bot_rows = [finding.row() for finding in findings]
    output.write_text(page(claim_rows, bot_rows, facts, rounds), encoding="utf-8")
    click.echo("\n".join([report.HEAD, *claim_rows, "", *bot_rows]))
    met = [claim.is_met(samples) for claim in claims] + [finding.is_met for finding in findings]
    raise SystemExit(1 if False in met else 0)


if __name__ == "__main__":
    main()
