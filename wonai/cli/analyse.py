"""`wonai analyse`: what to play in a position, and why."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import click

from wonai.cli.files import STANDARD, check_writable, emit, load_state, write_text
from wonai.cli.numbers import FiniteRange
from wonai.cli.sentences import sentence_of
from wonai.errors import WonaiError
from wonai.game import State
from wonai.report import SearchInfo
from wonai.search.limits import Limit

if TYPE_CHECKING:
    from wonai.analysis.paper import Paper
    from wonai.analysis.study import Study
    from wonai.search.searcher import Searcher

SECONDS = 2.0
LEAST_SECONDS = 0.01
LEAST_SHARE = 0.25
"""Of the time asked for: so much is for thinking, whatever the start took."""
LINES = 3
CLEAR_LINE = "\r\x1b[K"
STARTUP = 0.2
"""Seconds of work that starting the program takes at most; what a process did besides was something else."""
AFTERWARDS = 0.25
"""Seconds of work after the thinking: the report, and the end of the program."""
MOST_SLOW = 4.0
LOOK_AGAIN = 0.2
"""Seconds between two looks at a watched file."""


@dataclass(frozen=True)
class Wishes:
    """The options of one call."""

    file: str
    limit: Limit
    lines: int
    seed: int
    seat: str | None
    as_json: bool
    html: str | None
    svg: str | None
    tried: tuple[str, ...]
    settings: tuple[str, ...]

    def limit_from(self, begun: Begun) -> Limit:
        """What is left of the time; starting the program and loading its libraries have had their part."""
        if self.limit.time is None:
            return self.limit
        return replace(self.limit, time=max(self.limit.time - begun.spent(), LEAST_SHARE * self.limit.time))


class Begun:
    """The moment when an analysis began, by the clock and by the processor's time."""

    def __init__(self) -> None:
        self._clock, self._worked = time.monotonic(), time.process_time()

    @property
    def seconds(self) -> float:
        """Since then."""
        return time.monotonic() - self._clock

    def spent(self) -> float:
        """Seconds of the user's that are gone, and those that are lost to other programs before and afterwards.

        Where others use the machine too, the start of the program took as many times longer than its work as reading
        the position did, and the end of it will.
        """
        worked = time.process_time() - self._worked
        slowness = min(max(self.seconds / max(worked, LEAST_SECONDS), 1.0), MOST_SLOW)
        return self.seconds + slowness * min(self._worked, STARTUP) + (slowness - 1) * AFTERWARDS


@click.command()
@click.argument("file")
@click.argument("moves", nargs=-1, metavar="[--try MOVE...]")
@click.option(
    "--time", "seconds", type=FiniteRange(0.01, 86_400), metavar="S", help="Think for S seconds. [default: 2]"
)
@click.option("--nodes", type=click.IntRange(1), metavar="N", help="Think for N simulations instead.")
@click.option(
    "--lines", type=click.IntRange(1, 50), default=LINES, show_default=True, metavar="K", help="Best moves shown."
)
@click.option("--seat", metavar="pN", help="Plan and offers for this seat, when another is to move.")
@click.option("--try", "tried", multiple=True, metavar="MOVE...", help="Compare these moves.")
@click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change the position first: p1.goods.ore=+1."
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON object.")
@click.option("--html", metavar="OUT", help="Write the report as a page that needs nothing else.")
@click.option("--svg", metavar="OUT", help="Write a picture of the position with the best move.")
@click.option("--watch", is_flag=True, help="Analyse again whenever FILE changes.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the search.")
def command(
    file: str,
    moves: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    lines: int,
    seat: str | None,
    tried: tuple[str, ...],
    settings: tuple[str, ...],
    as_json: bool,
    html: str | None,
    svg: str | None,
    watch: bool,
    seed: int,
) -> None:
    """Say what to play in a position, and why.

    The best moves with the chances and expected points of every seat, reasons with their amounts,
    the plan for the round and the offers worth making. With --try, chosen moves are compared; with
    --set, the position is first changed and compared with what it was.

    \b
    Example:
      wonai analyse game.json
      wonai analyse game.json --time 10 --html report.html
      wonai analyse game.json --try buy:ore sell:food pass
      wonai analyse game.json --set p1.goods.ore=+1
    """
    if seconds is not None and nodes is not None:
        raise click.UsageError("--time and --nodes do not go together.")
    if moves and not tried:
        raise click.UsageError(f"Got unexpected extra argument ({moves[0]}); moves to compare follow --try.")
    if watch and file == STANDARD:
        raise click.UsageError("--watch needs a file, not standard input.")
    if STANDARD in (html, svg) and as_json:
        raise click.UsageError("Only one report can go to standard output.")
    limit = Limit(nodes=nodes) if nodes else Limit(time=seconds or SECONDS)
    wishes = Wishes(file, limit, lines, seed, seat, as_json, html, svg, (*tried, *moves), settings)
    if watch:
        _watch(wishes)
    else:
        _analyse(wishes, None)


class Changed:
    """A stop signal: says stop when the watched file is no longer what it was."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._seen = self._stamp()
        self._next_look = 0.0
        self._is_set = False

    def is_set(self) -> bool:
        now = time.monotonic()
        if not self._is_set and now >= self._next_look:
            self._next_look = now + LOOK_AGAIN
            self._is_set = self._stamp() != self._seen
        return self._is_set

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._file)
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size


def _watch(wishes: Wishes) -> None:
    """Until ^C; a file that cannot be read for a moment is told and waited for."""
    while True:
        changed = Changed(wishes.file)
        try:
            _analyse(wishes, changed)
        except (WonaiError, OSError) as error:
            click.echo(f"Error: {sentence_of(error)}", err=True)
        if not changed.is_set() and sys.stderr.isatty():
            click.echo(f"(watching {wishes.file}; ^C ends)", err=True)
        while not changed.is_set():
            time.sleep(LOOK_AGAIN)
        if sys.stderr.isatty():
            click.echo(f"\n({wishes.file} changed at {time.strftime('%H:%M:%S')})\n", err=True)


def _analyse(wishes: Wishes, stop: Changed | None) -> None:
    # The search and its libraries are loaded only once the position has been read and shown.
    begun = Begun()
    check_writable(wishes.html, wishes.svg)
    state = load_state(wishes.file)
    original = state
    if wishes.settings:
        from wonai.analysis.change import changed

        state = changed(state, wishes.settings)
    from wonai.analysis.study import check_seat

    check_seat(state, wishes.seat)
    if wishes.tried:
        from wonai.analysis.compare import check_moves

        check_moves(state, wishes.tried)
    paper = terminal_paper()
    is_text = not wishes.as_json and STANDARD not in (wishes.html, wishes.svg)
    if is_text:
        from wonai.analysis.terminal import position_lines

        _print([*position_lines(state, paper), ""])
    if wishes.tried or wishes.settings:
        _compare(wishes, begun, original, state, paper, stop, is_text)
    if not wishes.tried:
        _report(wishes, begun, state, paper, stop, is_text)


def _report(wishes: Wishes, begun: Begun, state: State, paper: Paper, stop: Changed | None, is_text: bool) -> None:
    from wonai.analysis.study import analyse
    from wonai.analysis.terminal import report_lines

    searcher, progress = _searcher(wishes), _progress(str(state.to_move))
    limit = wishes.limit_from(begun)
    if wishes.settings and limit.nodes is not None:
        limit = _half(limit)
    study = analyse(state, searcher, limit, seat=wishes.seat, on_info=progress, stop=stop)
    if progress is not None:
        click.echo(CLEAR_LINE, err=True, nl=False)
    if wishes.as_json and not wishes.settings:
        emit(json.dumps(study.to_document(), ensure_ascii=False, separators=(",", ":")))
    if is_text:
        _print(report_lines(study, paper))
    _write_pages(wishes, study)


def _write_pages(wishes: Wishes, study: Study) -> None:
    if wishes.svg is not None:
        write_text(wishes.svg, study.state.to_svg(study.report.best).rstrip("\n"))
    if wishes.html is not None:
        from wonai.analysis.page import report_page

        write_text(wishes.html, report_page(study).rstrip("\n"))


def _compare(
    wishes: Wishes, begun: Begun, original: State, state: State, paper: Paper, stop: Changed | None, is_text: bool
) -> None:
    from wonai.analysis.compare import compare_moves, compare_positions, comparison_lines, study_of

    searcher = _searcher(wishes)
    limit = wishes.limit_from(begun)
    if wishes.tried:
        found = compare_moves(state, wishes.tried, searcher, limit, stop, _outlooks())
    else:
        found = compare_positions(original, state, searcher, _half(limit), stop, _outlooks())
    if sys.stderr.isatty():
        click.echo(CLEAR_LINE, err=True, nl=False)
    if wishes.as_json:
        document = {"format": "wonai-comparison/1", "position": json.loads(state.to_json())}
        emit(json.dumps(document | found.to_document(), ensure_ascii=False, separators=(",", ":")))
    if is_text:
        _print([*comparison_lines(found, paper), *([""] if not wishes.tried else [])])
    if wishes.tried:
        from wonai.search import bots
        from wonai.search.searcher import engine_name

        name, seconds = engine_name(bots.DEFAULT_BOT), begun.seconds
        _write_pages(wishes, study_of(state, found, seconds=seconds, engine=name))


def _half(limit: Limit) -> Limit:
    from wonai.analysis.outlook import shared

    return shared(limit, 2)


def _searcher(wishes: Wishes) -> Searcher:
    from wonai.search import bots
    from wonai.search.searcher import SearchOptions

    return bots.get(bots.DEFAULT_BOT, SearchOptions(multipv=wishes.lines, seed=wishes.seed))


def _progress(seat: str) -> Callable[[SearchInfo], None] | None:
    """One line on standard error that follows the search; nothing where nobody sees it."""
    if not sys.stderr.isatty():
        return None
    from wonai.analysis.figures import percent

    def show(info: SearchInfo) -> None:
        best = info.lines[0]
        width = shutil.get_terminal_size().columns
        chances = "  ".join(f"{'>' if one == seat else ''}{one} {percent(share)}" for one, share in best.win.items())
        line = f"{info.seconds:4.1f} s  {info.nodes:>7,} nodes  {chances}  {' '.join(best.pv)}"
        click.echo(CLEAR_LINE + line[: width - 1], err=True, nl=False)

    return show


def _outlooks() -> Callable[[str], None] | None:
    """The same while positions are compared."""
    if not sys.stderr.isatty():
        return None

    def show(name: str) -> None:
        click.echo(CLEAR_LINE + f"weighing {name}"[: shutil.get_terminal_size().columns - 1], err=True, nl=False)

    return show


def terminal_paper() -> Paper:
    """As wide as the terminal; in colours if it is one."""
    from wonai.analysis.paper import Paper

    is_terminal = sys.stdout.isatty()
    return Paper(shutil.get_terminal_size().columns, colour=is_terminal and "NO_COLOR" not in os.environ)


def _print(lines: list[str]) -> None:
    emit("\n".join(lines))
    sys.stdout.flush()
