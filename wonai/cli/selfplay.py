"""`wonai selfplay`: quick games between bots, with a table of the results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

import click

from wonai import registry
from wonai.cli.files import emit, write_bytes
from wonai.cli.new import parse_rules
from wonai.cli.numbers import FiniteRange
from wonai.errors import WonaiError
from wonai.record import Evaluation, PositionStart, Record, RecordedMove, Result, write
from wonai.search.bot_spec import parse_list
from wonai.search.limits import Limit
from wonai.search.selfplay import Figure, GameResult, Match, Standing, decided, figures, play_games, standings

SELFPLAY_FORMAT = "wonai-selfplay/1"
DEFAULT_SECONDS = 0.05
"""A decision, when neither time nor nodes are given."""


@click.command()
@click.option("--bots", required=True, metavar="BOT,BOT,...", help="Who plays; the last one fills the seats left over.")
@click.option("--games", default=20, show_default=True, type=click.IntRange(1), help="How many games.")
@click.option("--game", default=registry.DEFAULT_GAME, show_default=True, help="Which game.")
@click.option("--players", type=int, help="How many seats play; default: as many as bots, but as few as can play.")
@click.option("--edition", help="The edition of the rules.")
@click.option("--rule", "rules", metavar="KEY=VALUE", multiple=True, callback=parse_rules, help="As of `wonai new`.")
@click.option("--time", "seconds", type=FiniteRange(0, min_open=True), help="Seconds a decision.")
@click.option("--nodes", type=click.IntRange(1), help="Simulations a decision: the same games every time.")
@click.option(
    "--decide",
    type=FiniteRange(0, 1, min_open=True, max_open=True),
    metavar="SHARE",
    help="Stop as soon as the first bot's interval lies above or below this share.",
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0), help="Of the bots and the seating.")
@click.option("--concurrency", default=1, show_default=True, type=click.IntRange(1, 512), help="Games at a time.")
@click.option("--stats", is_flag=True, help="Print what the games were like, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON instead of tables.")
@click.option("--records", type=click.Path(file_okay=False, path_type=Path), help="Write every game into this folder.")
def command(
    bots: str,
    games: int,
    game: str,
    players: int | None,
    edition: str | None,
    rules: list[tuple[str, Any]],
    seconds: float | None,
    nodes: int | None,
    decide: float | None,
    seed: int,
    concurrency: int,
    stats: bool,
    as_json: bool,
    records: Path | None,
) -> None:
    """Play quick games between bots.

    A BOT is a name with options of its own: `wonai`, `uct@nodes=400`, `wonai@skill=5@time=0.3`. The
    seats rotate: in as many games as there are seats, every bot has every seat once. Equal words
    count together. With --nodes the same seed gives the same games, however many run at a time.

    \b
    Example:
      wonai selfplay --bots wonai,uct --players 4 --games 60 --time 0.05 --concurrency 2
      wonai selfplay --bots wonai --players 4 --games 100 --nodes 100 --stats
    """
    if seconds is None and nodes is None:
        seconds = DEFAULT_SECONDS
    specs = parse_list(bots, limit=Limit(time=seconds, nodes=nodes))
    players = max(len(specs), registry.get(game).min_players) if players is None else players
    if len(specs) > players:
        raise WonaiError(f"--bots: {len(specs)} bots do not fit on {players} seats")
    line_up = tuple(specs) + (specs[-1],) * (players - len(specs))
    options: dict[str, Any] = {} if edition is None else {"edition": edition}
    for key, value in rules:
        if key in options or key in ("game", "players"):
            raise click.UsageError(f'"{key}" is given twice.')
        options[key] = value
    match = Match(game, players, line_up, options, seed, stats)
    match.start()  # refuses what cannot be played before any process starts
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    results: list[GameResult] = []
    with _progress(games) as progress:
        for result in play_games(match, games, concurrency):
            results.append(result)
            progress.finished(result, standings(results))
            if records is not None:
                write_bytes(str(records / f"game-{result.number + 1:04}.record"), _record(match, result).encode())
            if decide is not None and (enough := decided(results, specs[0].label, decide, players)) is not None:
                results = enough
                break
    results.sort(key=lambda result: result.number)
    if as_json:
        emit(json.dumps(_document(match, results), ensure_ascii=False, separators=(",", ":")))
        return
    emit(_standings_table(standings(results)))
    if stats:
        emit("\n" + _figures_table(figures(results)))


# --- progress: a bar for a person, lines for a file ---------------------------------------------


class _Progress(Protocol):
    def finished(self, result: GameResult, lines: Sequence[Standing]) -> None:
        """One more game has ended."""


class _Lines:
    """A line a game on standard error."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._done = 0

    def finished(self, result: GameResult, lines: Sequence[Standing]) -> None:
        self._done += 1
        won = ", ".join(f"{result.bots[seat]} ({seat})" for seat in result.winners) or "nobody"
        scores = " ".join(str(score) for score in result.scores.values())
        click.echo(f"{self._done}/{self._games} game {result.number + 1}: {won} won, {scores}", err=True)


class _Bar:
    """A bar with the leader's share."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def finished(self, result: GameResult, lines: Sequence[Standing]) -> None:
        self._bar.update(1, lines[0])


@contextmanager
def _progress(games: int) -> Iterator[_Progress]:
    if not sys.stderr.isatty():
        yield _Lines(games)
        return
    bar: Any = click.progressbar(
        length=games,
        label="games",
        file=sys.stderr,
        show_pos=True,
        item_show_func=lambda line: "" if line is None else f"{line.label} {line.share:.0%}",
    )
    with bar:
        yield _Bar(bar)


# --- what is printed and written ----------------------------------------------------------------


def _standings_table(lines: Sequence[Standing]) -> str:
    rows = [("bot", "seats", "games", "wins", "share", "95 % interval", "mean score", "ms a move")]
    for line in lines:
        low, high = line.interval
        rows.append(
            (
                line.label,
                str(line.seats),
                str(line.games),
                f"{line.wins:g}" if line.wins == int(line.wins) else f"{line.wins:.2f}",
                f"{line.share:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{line.mean_score:.1f}",
                f"{line.seconds_per_move * 1000:.1f}",
            )
        )
    return _table(rows)


def _figures_table(lines: Sequence[Figure]) -> str:
    if not lines:
        return "This game has no statistics of its own."
    rows: list[tuple[str, ...]] = [("statistic", "values", "median", "mean", "least", "most")]
    for line in lines:
        numbers = (line.median, line.mean, line.least, line.most)
        rows.append((line.name, str(line.count), *(f"{number:.4g}" for number in numbers)))
    return _table(rows)


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    """Columns two blanks apart, the first to the left, numbers to the right."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(widths[0]) if k == 0 else cell.rjust(widths[k]) for k, cell in enumerate(row)).rstrip()
        for row in rows
    )


def _document(match: Match, results: Sequence[GameResult]) -> dict[str, Any]:
    return {
        "format": SELFPLAY_FORMAT,
        "game": match.game,
        "players": match.players,
        "options": dict(match.options),
        "seed": match.seed,
        "bots": [asdict(line) | {"share": line.share, "interval": list(line.interval)} for line in standings(results)],
        "statistics": [asdict(line) for line in figures(results)],
        "games": [
            {
                "number": result.number + 1,
                "bots": dict(result.bots),
                "winners": list(result.winners),
                "scores": dict(result.scores),
                "moves": len(result.plies),
            }
            for result in results
        ],
    }


def _record(match: Match, result: GameResult) -> str:
    tags = {"event": "selfplay", "seed": str(match.seed), "round": str(result.number + 1)}
    tags |= {f"engine {seat}": label for seat, label in result.bots.items()}
    moves = tuple(
        RecordedMove(
            ply.seat,
            ply.move,
            ply.phase,
            Evaluation(ply.win, ply.vp, ply.nodes, round(ply.seconds * 1000)) if ply.win else None,
        )
        for ply in result.plies
    )
    ending = Result(result.winners, result.scores)
    return write(Record(PositionStart.of(match.start()), moves, ending, tags))
