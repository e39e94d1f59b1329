"""What `tournament`, `sprt` and `ladder` share: where to play, the run itself, and how it looks meanwhile."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import click

from wonai.cli.files import emit
from wonai.cli.sentences import one_line
from wonai.tournament.errors import TournamentError
from wonai.tournament.referee import Outcome
from wonai.tournament.setup import Setup

F = TypeVar("F", bound=Callable[..., Any])

_CORES = os.cpu_count() or 1
PLAIN_EVERY = 30.0
"""Seconds between two standings when the output is no terminal."""
DRAW_EVERY = 1.0
"""Seconds between two standings on a terminal; they take a while to compute when games are many."""


def run_options(function: F) -> F:
    """The options of where and how to play, which change nothing about the games."""
    for option in reversed([
        click.option("-o", "--output", metavar="FOLDER", required=True, help="Where the tournament is kept."),
        click.option("--resume", is_flag=True, help="Go on with the tournament in the folder."),
        click.option(
            "--concurrency",
            type=click.IntRange(1, 1024),
            default=_CORES,
            show_default="one a core",
            help="Games at once.",
        ),
        click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: the address of its scheduler."),
        click.option("--local-cluster", is_flag=True, help="Play on a Dask cluster started here."),
        click.option("--quiet", is_flag=True, help="Print the final standings only."),
    ]):  # fmt: skip
        function = option(function)
    return function


def run_tournament(
    setup: Setup,
    *,
    output: str,
    resume: bool,
    concurrency: int,
    cluster: str | None,
    local_cluster: bool,
    quiet: bool,
) -> None:
    """Play, report and print the standings."""
    from wonai.tournament import report
    from wonai.tournament.runner import preflight, run
    from wonai.tournament.store import Store

    if cluster is not None and local_cluster:
        raise click.UsageError("Expected either --cluster or --local-cluster.")
    _need("openskill", "tournament")
    if cluster is None:  # the machines of a cluster have engines of their own
        for warning in preflight(setup):
            click.echo(f"warning: {one_line(warning)}", err=True)
    with Store(output, setup, resume=resume) as store:
        for note in store.dropped:
            click.echo(f"played again: {one_line(note)}", err=True)
        view = _view(setup, store, quiet)
        try:
            with view, _backend(setup, concurrency, cluster, local_cluster) as backend:
                run(store, backend, view.on_result)
        except KeyboardInterrupt:
            done = len(store.results)
            click.echo(f"stopped: {done} of {setup.games} games are on disk, --resume goes on", err=True)
            raise
        table = report.write_reports(output)
    emit(report.to_text(setup, table))
    emit(f"\nfiles: {Path(output) / 'index.html'}, standings.csv, standings.json, standings.md, records/")


def _need(module: str, extra: str) -> None:
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise TournamentError(f"tournaments need more libraries: pip install 'wonai[{extra}]'")


def _backend(setup: Setup, concurrency: int, cluster: str | None, local_cluster: bool) -> Any:
    if cluster is not None or local_cluster:
        from wonai.tournament.cluster import ClusterBackend

        return ClusterBackend(setup, cluster, workers=concurrency)
    from wonai.tournament.runner import LocalBackend

    return LocalBackend(setup, concurrency)


def _view(setup: Setup, store: Any, quiet: bool) -> View:
    from importlib.util import find_spec

    if quiet:
        return View(setup, store)
    if sys.stderr.isatty() and find_spec("rich") is not None:
        return RichView(setup, store)
    return PlainView(setup, store)


class View:
    """Shows nothing."""

    def __init__(self, setup: Setup, store: Any) -> None:
        self.setup = setup
        self.store = store
        self.began = time.monotonic()
        self.n_before = len(store.results)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is left behind."""

    def on_result(self, result: Any, outcome: Outcome) -> None:
        """A game is on disk."""

    @property
    def rate(self) -> float:
        """Games a minute."""
        return 60 * (len(self.store.results) - self.n_before) / max(1e-3, time.monotonic() - self.began)

    def table(self) -> Any:
        """The standings now."""
        from wonai.tournament.stats import standings

        return standings(self.setup, list(self.store.results.values()))


class PlainView(View):
    """One line a game, for files and pipes."""

    def __init__(self, setup: Setup, store: Any) -> None:
        super().__init__(setup, store)
        self._last = time.monotonic()
        if self.n_before:
            click.echo(f"resumed: {self.n_before} of {setup.games} games are there", err=True)

    def on_result(self, result: Any, outcome: Outcome) -> None:
        seats = ", ".join(
            f"{name} {score}{'*' if share else ''}"
            for name, score, share in zip(result.engines, result.scores, result.shares, strict=True)
        )
        faults = "".join(f"; {result.engines[seat]}: {kind}" for seat, kind in result.faults)
        done = len(self.store.results)
        click.echo(one_line(f"game {result.game} ({done}/{self.setup.games}): {seats}{faults}"), err=True)
        if time.monotonic() - self._last >= PLAIN_EVERY:
            self._last = time.monotonic()
            best = "  ".join(f"{row.name} {row.rating:.1f}" for row in self.table().rows)
            left = (self.setup.games - done) / max(1e-3, self.rate)
            word = "about" if self.setup.sequential is None else "at most"
            pace = f"{self.rate:.1f} games a minute, {word} {left:.0f} minutes left"
            click.echo(one_line(f"{pace}; ratings: {best}"), err=True)


class RichView(View):
    """A progress bar and the standings, kept up to date."""

    def __init__(self, setup: Setup, store: Any) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        super().__init__(setup, store)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[rate]}"),
        )
        self._task = self._progress.add_task(setup.name, total=setup.games, completed=self.n_before, rate="")
        self._live = Live(console=Console(stderr=True), refresh_per_second=4, transient=True)
        self._last = 0.0

    def __enter__(self) -> Self:
        self._live.start()
        self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def on_result(self, result: Any, outcome: Outcome) -> None:
        done = len(self.store.results)
        self._progress.update(self._task, completed=done, rate=f"{self.rate:.1f} games/min")
        if time.monotonic() - self._last >= DRAW_EVERY:
            self._draw()

    def _draw(self) -> None:
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        from wonai.tournament import report

        self._last = time.monotonic()
        table = self.table()
        grid = Table(box=None, pad_edge=False)
        head, *rows = report.that_fit(table, self._live.console.width)
        for name in head:
            grid.add_column(name, justify="left" if name in ("engine", "faults") else "right", no_wrap=True)
        for cells in rows:
            grid.add_row(*(Text(cell) for cell in cells))
        lines: list[Any] = [self._progress, grid]
        if table.verdict is not None and self.setup.sequential is not None:
            lines.append(Text(report.sentence(self.setup, self.setup.sequential, table.verdict)))
        self._live.update(Group(*lines))
