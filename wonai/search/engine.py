"""Engine: the one entry to search. Runs trees within limits, reports to a callback, prints nothing."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from wonai._core.core_state import CoreState
from wonai.errors import WonaiError
from wonai.game import CHANCE, State
from wonai.report import HintReport, MoveLine, SearchInfo
from wonai.search.limits import Limit
from wonai.search.mcts import Tree
from wonai.search.searcher import OnInfo, Searcher, SearchOptions, StopSignal, engine_name

FIRST_INFO = 0.05
"""Seconds from the start to the first report; later ones come every `INFO_EVERY`."""
INFO_EVERY = 0.25
STOP_WITHIN = 0.01
"""Seconds that one uninterrupted stretch of simulations may take: how soon a stop is seen."""
EXPLORATION = 0.7
"""Of UCB1: how much an uncertain move is worth a try."""
FIRST_STRETCH = 16
"""Simulations before the first look at the clock."""


class Engine(Searcher):
    """Analyses positions of any game whose rules are compiled.

    >>> import wonai
    >>> report = wonai.Engine().analyse(wonai.Position.start(players=4), wonai.Limit(nodes=200))
    >>> report.best in wonai.Position.start(players=4).legal_moves()
    True
    """

    name = "wonai"

    def __init__(self, options: SearchOptions | None = None) -> None:
        self.options = options or SearchOptions()

    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        on_info: OnInfo | None = None,
        searchmoves: Sequence[str] | None = None,
        stop: StopSignal | None = None,
    ) -> HintReport:
        """The best moves of the seat to move; ends at the limit or when `stop` is set."""
        if state.is_over:
            raise WonaiError("the game is over: there is nothing to search")
        if state.to_move == CHANCE:
            raise WonaiError("a draw is due: there is nothing to choose")
        if not isinstance(state, CoreState):
            raise WonaiError(f"{state.game} has no compiled rules to search")
        return _Search(state, self.options, limit or Limit(), on_info, searchmoves, stop or threading.Event()).run()


class UctBot(Engine):
    """Plain UCT with random playouts: the text-book baseline."""

    name = "uct"


class _Search:
    """One search: the trees of all threads, the clock, and the reports."""

    def __init__(
        self,
        state: State,
        options: SearchOptions,
        limit: Limit,
        on_info: OnInfo | None,
        searchmoves: Sequence[str] | None,
        stop: StopSignal,
    ) -> None:
        assert isinstance(state, CoreState)
        self._state: State = state
        self._options = options
        self._limit = limit
        self._on_info = on_info
        self._stop = stop
        self._start = time.perf_counter()
        moves = list(searchmoves) if searchmoves is not None else state.legal_moves()
        if not moves:
            raise WonaiError("searchmoves: none of these moves can be searched")
        self._is_forced = len(moves) == 1
        bytes_each = options.hash_mb * 2**20 // options.threads
        # Without a limit of its own, one thread must not outrun the others: a node limit is shared out evenly.
        self._shares = _shared(limit.nodes, options.threads)
        self._trees = [
            Tree(state, bytes_each, options.seed * 1000 + thread, EXPLORATION, moves)
            for thread in range(options.threads)
        ]

    def run(self) -> HintReport:
        if self._is_forced:
            self._trees[0].run(1)
        elif self._options.threads == 1:
            self._run_tree(self._trees[0], self._shares[0], reports=True)
        else:
            with ThreadPoolExecutor(self._options.threads) as pool:
                rest = [
                    pool.submit(self._run_tree, tree, share, reports=False)
                    for tree, share in zip(self._trees[1:], self._shares[1:], strict=True)
                ]
                self._run_tree(self._trees[0], self._shares[0], reports=True)
                for future in rest:
                    future.result()
        return self._report()

    def _run_tree(self, tree: Tree, share: int | None, *, reports: bool) -> None:
        """Stretches of simulations, each about as long as a stop may wait."""
        stretch, next_info = FIRST_STRETCH, FIRST_INFO
        while not self._stop.is_set() and not self._is_time_up():
            if share is not None:
                stretch = min(stretch, share - tree.simulations)
                if stretch <= 0:
                    return
            began = time.perf_counter()
            tree.run(stretch)
            spent = time.perf_counter() - began
            stretch = max(1, min(2 * stretch, round(stretch * STOP_WITHIN / max(spent, 1e-6))))
            if reports and self._on_info is not None and self._seconds() >= next_info:
                self._on_info(self._info())
                next_info = self._seconds() + INFO_EVERY

    def _seconds(self) -> float:
        return time.perf_counter() - self._start

    def _is_time_up(self) -> bool:
        return self._limit.time is not None and self._seconds() >= self._limit.time

    def _nodes(self) -> int:
        return sum(tree.simulations for tree in self._trees)

    def _info(self) -> SearchInfo:
        depth = max(tree.deepest for tree in self._trees)
        return SearchInfo(depth, self._nodes(), self._seconds(), self._lines()[: self._options.multipv])

    def _lines(self) -> tuple[MoveLine, ...]:
        """All root moves that were tried, best first: by visits, then by the mover's chance."""
        seats = self._state.seats
        mover = seats.index(str(self._state.to_move))
        ranked = []
        for index, rows in enumerate(zip(*(tree.lines() for tree in self._trees), strict=True)):
            visits = sum(row[1] for row in rows)
            if not visits:
                continue
            win = [sum(row[2][k] for row in rows) / visits for k in range(len(seats))]
            score = [sum(row[3][k] for row in rows) / visits for k in range(len(seats))]
            pv = max(self._trees, key=lambda tree: tree.lines()[index][1]).pv(index)
            line = MoveLine(
                rows[0][0], visits, dict(zip(seats, win, strict=True)), dict(zip(seats, score, strict=True)), tuple(pv)
            )
            ranked.append((-visits, -win[mover], index, line))
        return tuple(line for *_, line in sorted(ranked, key=lambda row: row[:3]))

    def _report(self) -> HintReport:
        lines = self._lines()
        if not lines:
            self._trees[0].run(1)
            lines = self._lines()
        return HintReport(
            position=json.loads(self._state.to_json()),
            to_move=str(self._state.to_move),
            best=lines[0].move,
            lines=lines[: self._options.multipv],
            nodes=self._nodes(),
            seconds=self._seconds(),
            engine=engine_name(Engine.name),
        )


def _shared(nodes: int | None, threads: int) -> list[int | None]:
    """A node limit shared out among the threads, the first ones getting what is left over."""
    if nodes is None:
        return [None] * threads
    return [nodes // threads + (thread < nodes % threads) for thread in range(threads)]
