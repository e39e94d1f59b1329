"""`wonai review`: how a recorded game was played."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import click

from wonai.cli.analyse import CLEAR_LINE, terminal_paper
from wonai.cli.files import STANDARD, check_writable, emit, load_record, write_text
from wonai.cli.numbers import FiniteRange
from wonai.search.limits import Limit

SECONDS = 1.0
"""For one decision."""


@click.command()
@click.argument("record")
@click.option("--time", "seconds", type=FiniteRange(0.01, 86_400), metavar="S", help="Seconds a decision. [default: 1]")
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Simulations a decision instead.")
@click.option("--html", metavar="OUT", help="Write the review as a page to step through the game.")
@click.option("--json", "as_json", is_flag=True, help="Print the review as one JSON object.")
@click.option("--progress", "side", metavar="FILE", help="Where judged decisions are kept. [default: RECORD.review]")
@click.option("--fresh", is_flag=True, help="Judge everything anew and keep nothing.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the search.")
def command(
    record: str,
    seconds: float | None,
    nodes: int | None,
    html: str | None,
    as_json: bool,
    side: str | None,
    fresh: bool,
    seed: int,
) -> None:
    """Say how a recorded game was played.

    Every decision of every player: the win chance and points it gave away against the best move,
    by kind of decision, with the turning points and the accuracy of each player. What has been
    judged is kept in a side file: a review that was broken off goes on where it was.

    \b
    Example:
      wonai review game.record --html review.html
    """
    if seconds is not None and nodes is not None:
        raise click.UsageError("--time and --nodes do not go together.")
    if fresh and side is not None:
        raise click.UsageError("--fresh and --progress do not go together.")
    if html == STANDARD and as_json:
        raise click.UsageError("Only one report can go to standard output.")
    check_writable(html)
    game = load_record(record)
    from wonai.analysis.review import Progress, review, side_file
    from wonai.search import bots
    from wonai.search.searcher import SearchOptions, engine_name

    limit = Limit(nodes=nodes) if nodes else Limit(time=seconds or SECONDS)
    engine = engine_name(bots.DEFAULT_BOT)
    if side is None and record != STANDARD and not fresh:
        side = side_file(record)
    progress = Progress(side, game, limit, engine) if side is not None else None
    shown = _counter(len(progress.known) if progress is not None else 0)
    try:
        searcher = bots.get(bots.DEFAULT_BOT, SearchOptions(multipv=1, seed=seed, planner=False))
        result = review(game, searcher, limit, engine=engine, progress=progress, on_decision=shown)
    except KeyboardInterrupt:
        if progress is not None:
            kept = f"{len(progress.known)} decisions are kept in {side}"
            click.echo(f"\n({kept}: the same command goes on there)", err=True)
        raise
    finally:
        if progress is not None:
            progress.close()
        if shown is not None:
            click.echo(CLEAR_LINE, err=True, nl=False)
    if as_json:
        emit(json.dumps(result.to_document(), ensure_ascii=False, separators=(",", ":")))
    elif html != STANDARD:
        from wonai.analysis.review_text import review_lines

        emit("\n".join(review_lines(result, terminal_paper())))
        if side is not None and sys.stderr.isatty():
            click.echo(f"(what was judged is kept in {side}: another report of it comes at once)", err=True)
    if html is not None:
        from wonai.analysis.review_page import review_page

        write_text(html, review_page(result).rstrip("\n"))


def _counter(known: int) -> Callable[[int, int], None] | None:
    """One line on standard error; nothing where nobody sees it. So many decisions are judged already."""
    if not sys.stderr.isatty():
        return None
    begun = time.monotonic()

    def show(number: int, total: int) -> None:
        if number <= known:
            return
        left = round((time.monotonic() - begun) / (number - known) * (total - number))
        words = f"{left // 60} min {left % 60} s" if left >= 60 else f"{left} s"
        click.echo(f"{CLEAR_LINE}decision {number} of {total}, {words} left", err=True, nl=False)

    return show
