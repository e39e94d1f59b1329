"""Engine: the full bot. Runs trees of decisions within limits, reports to a callback, prints nothing."""

from __future__ import annotations

import dataclasses
import math
import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from wonai import registry
from wonai._core.core_state import CoreState
from wonai.errors import WonaiError
from wonai.game import CHANCE, State
from wonai.report import HintReport, MoveLine, SearchInfo
from wonai.search.choice_tree import ChoiceTree, Intention
from wonai.search.limits import Limit, with_end
from wonai.search.mcts import Tree
from wonai.search.searcher import OnInfo, Searcher, SearchOptions, StopSignal, engine_name
from wonai.search.skill import MAX_SKILL, Skill
from wonai.strict_json import parse_document

FIRST_INFO = 0.05
"""Seconds from the start to the first report; later ones come every `INFO_EVERY`."""
INFO_EVERY = 0.25
STOP_WITHIN = 0.002
"""Seconds that one uninterrupted stretch of simulations may take: how soon a stop is seen."""
FIRST_STRETCH = 4
"""Simulations before the first look at the clock."""
UCB_EXPLORATION = 0.7
"""Of the text-book bot's UCB1: how much an uncertain move is worth a try."""
SETTINGS = {
    "exploration": 0.5,
    "doubt": 0.2,
    "widening": 1.0,
    "first_play": 0.05,
    "lead_share": 0.3,
    "lead_spread": 12.0,
    "policy_share": 0.3,
    "proof": 0.5,
    "open_after": 400,
    "points": 0.0005,
    "horizon": 0,
}
"""Of the tree of decisions; measured in docs/strength.md."""
WELL_LOOKED_AT = 0.25
"""Of the visits of the choice visited most: below that a value is not trusted."""
MAX_LINES = 1000
"""No position has more choices worth a line."""
Trees = Sequence[ChoiceTree | Tree]


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
        self._skill = Skill(self.options.skill)
        self._intention: Intention | None = None
        self._last_line: MoveLine | None = None

    def new_game(self) -> None:
        self._intention = None

    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        on_info: OnInfo | None = None,
        searchmoves: Sequence[str] | None = None,
        stop: StopSignal | None = None,
    ) -> HintReport:
        began = time.perf_counter()
        _check(state)
        moves = list(searchmoves) if searchmoves is not None else None
        if moves is not None and not moves:
            raise WonaiError("searchmoves: none of these moves can be searched")
        limit = self._skill.limited(with_end(limit or Limit()))
        if moves is None and (limit.time is not None or limit.nodes is not None):
            known = self._carried_on(state, began)
            if known is not None:
                return known
        trees = self._trees(state, limit, moves)
        search = _Search(self, state, trees, limit, on_info, stop or threading.Event(), began)
        is_forced = len(trees[0].lines()) == 1
        report = search.run(is_forced=is_forced)
        if moves is None:
            self._remember(state, trees, search.best_choice)
            self._last_line = report.lines[0]
        report = self._skill.weakened(report, random.Random(f"{self.options.seed}:{state.key}"))
        if report.best != (self._last_line.move if self._last_line else None):
            self._intention = None      # a weaker move was chosen
        return dataclasses.replace(report, lines=report.lines[: self.options.multipv])

    def _carried_on(self, state: State, began: float) -> HintReport | None:
        """The next move of what was decided before: shopping for a plan, running the blocs; found at once."""
        if not self.options.planner or self.options.multipv > 1:
            return None
        if self._intention is None or self._last_line is None or not isinstance(state, CoreState):
            return None
        move = self._intention.next_move(state)
        if move is None:
            return None
        line = dataclasses.replace(self._last_line, move=move, pv=(move,))
        return HintReport(
            position=parse_document(state.to_json()),
            to_move=str(state.to_move),
            best=move,
            lines=(line,),
            nodes=1,
            seconds=time.perf_counter() - began,
            engine=engine_name(self.name),
        )

    def _trees(self, state: State, limit: Limit, moves: list[str] | None) -> Trees:
        """One a thread, each with a seed of its own; their counts are added up."""
        assert isinstance(state, CoreState)
        options = self.options
        weights = registry.get(state.game).weights(options.eval_file, options.style)
        settings = SETTINGS | ({"horizon": limit.rounds} if limit.rounds else {}) | {"barter": int(options.barter)}
        return [
            ChoiceTree(
                state,
                options.hash_mb * 2**20 // options.threads,
                options.seed * 1000 + thread,
                weights,
                settings,
                moves,
                self._intention if options.planner else None,
            )
            for thread in range(options.threads)
        ]

    def _remember(self, state: State, trees: Trees, best_choice: int) -> None:
        first = trees[0]
        assert isinstance(first, ChoiceTree)
        self._intention = first.intention(best_choice)


class UctBot(Engine):
    """Plain UCT with random playouts: the text-book baseline."""

    name = "uct"

    def _trees(self, state: State, limit: Limit, moves: list[str] | None) -> Trees:
        assert isinstance(state, CoreState)
        options = self.options
        listed = moves if moves is not None else state.legal_moves()
        bytes_each = options.hash_mb * 2**20 // options.threads
        return [
            Tree(state, bytes_each, options.seed * 1000 + thread, UCB_EXPLORATION, listed)
            for thread in range(options.threads)
        ]

    def _remember(self, state: State, trees: Trees, best_choice: int) -> None:
        """Every move is searched anew."""


def _check(state: State) -> None:
    if state.is_over:
        raise WonaiError("the game is over: there is nothing to search")
    if state.to_move == CHANCE:
        raise WonaiError("a draw is due: there is nothing to choose")
    if not isinstance(state, CoreState):
        raise WonaiError(f"{state.game} has no compiled rules to search")


@dataclasses.dataclass(frozen=True, slots=True)
class _Choice:
    """A choice at the root, over all trees."""

    index: int
    tree: int
    """In which it was visited most."""
    line: MoveLine
    """Without the line of play, which is walked only where it is shown."""
    value: float
    """To the mover, as selection sees it."""
    variance: float
    """Of that mean."""


class _Search:
    """One search: the trees of all threads, the clock, and the reports."""

    def __init__(
        self,
        engine: Engine,
        state: State,
        trees: Trees,
        limit: Limit,
        on_info: OnInfo | None,
        stop: StopSignal,
        began: float,
    ) -> None:
        self._name = engine.name
        self._state = state
        self._options = engine.options
        self._limit = limit
        self._on_info = on_info
        self._stop = stop
        self._start = began
        self._trees = trees
        self._is_over = False
        # Without a limit of its own, one thread must not outrun the others: a node limit is shared out evenly.
        self._shares = _shared(limit.nodes, len(trees))
        self.best_choice = 0
        """The index of the root choice behind the best line."""

    def run(self, *, is_forced: bool) -> HintReport:
        if is_forced:
            self._trees[0].run(1)
        elif len(self._trees) == 1:
            self._run_tree(self._trees[0], self._shares[0], reports=True)
        else:
            self._run_together()
        return self._report()

    def _run_together(self) -> None:
        """One thread a tree. The pool is not waited for: on a busy machine that takes longer than the rest."""
        pool = ThreadPoolExecutor(len(self._trees) - 1)
        try:
            rest = [
                pool.submit(self._run_tree, tree, share, reports=False)
                for tree, share in zip(self._trees[1:], self._shares[1:], strict=True)
            ]
            self._run_tree(self._trees[0], self._shares[0], reports=True)
            for future in rest:
                future.result()
        finally:
            self._is_over = True
            pool.shutdown(wait=False)

    def _run_tree(self, tree: ChoiceTree | Tree, share: int | None, *, reports: bool) -> None:
        """Stretches of simulations, each about as long as a stop may wait."""
        stretch, next_info = FIRST_STRETCH, FIRST_INFO
        while not self._is_over and not self._stop.is_set() and not self._is_time_up():
            if share is not None:
                stretch = min(stretch, share - tree.simulations)
                if stretch <= 0:
                    return
            began = time.perf_counter()
            tree.run(stretch)
            spent = time.perf_counter() - began
            stretch = max(1, min(2 * stretch, round(stretch * self._stretch_seconds() / max(spent, 1e-6))))
            if reports and self._on_info is not None and self._seconds() >= next_info:
                self._on_info(self._info())
                next_info = self._seconds() + INFO_EVERY

    def _stretch_seconds(self) -> float:
        if self._limit.time is None:
            return STOP_WITHIN
        return max(min(STOP_WITHIN, self._limit.time - self._seconds()), 0.0)

    def _seconds(self) -> float:
        return time.perf_counter() - self._start

    def _is_time_up(self) -> bool:
        return self._limit.time is not None and self._seconds() >= self._limit.time

    def _nodes(self) -> int:
        return sum(tree.simulations for tree in self._trees)

    def _info(self) -> SearchInfo:
        depth = max(tree.deepest for tree in self._trees)
        return SearchInfo(depth, self._nodes(), self._seconds(), self._lines(self._options.multipv))

    def _lines(self, most: int) -> tuple[MoveLine, ...]:
        """So many of the moves that were tried: first what is to be played, then by visits and by the mover's value.

        Several choices may begin with the same move (two plans that both start with a purchase): the move gets
        the visits of all of them, and the values and the line of the one to be played or visited most.
        """
        choices = self._choices()
        if not choices:
            return ()
        first = self._first(choices)
        self.best_choice = first.index
        by_move: dict[str, list[_Choice]] = {}
        for choice in sorted(choices, key=lambda choice: (choice is not first, -choice.line.visits, -choice.value)):
            by_move.setdefault(choice.line.move, []).append(choice)
        lines = [(group[0], sum(choice.line.visits for choice in group)) for group in by_move.values()]
        lines.sort(key=lambda row: (row[0] is not first, -row[1], -row[0].value))
        return tuple(
            dataclasses.replace(choice.line, visits=visits, pv=tuple(self._trees[choice.tree].pv(choice.index)))
            for choice, visits in lines[:most]
        )

    def _choices(self) -> list[_Choice]:
        """The root choices that were tried, over all trees."""
        seats = self._state.seats
        found = []
        for index, rows in enumerate(zip(*(tree.lines() for tree in self._trees), strict=True)):
            counts = [row.visits for row in rows]
            visits = sum(counts)
            if not visits:
                continue
            win = [sum(row.visits * row.win[k] for row in rows) / visits for k in range(len(seats))]
            score = [sum(row.visits * row.score[k] for row in rows) / visits for k in range(len(seats))]
            win_error = _errors([row.win_squares for row in rows], win, visits)
            score_error = _errors([row.score_squares for row in rows], score, visits)
            value = sum(row.visits * row.value for row in rows) / visits
            line = MoveLine(
                rows[0].move,
                visits,
                dict(zip(seats, win, strict=True)),
                dict(zip(seats, score, strict=True)),
                (),
                win_error=dict(zip(seats, win_error, strict=True)),
                vp_error=dict(zip(seats, score_error, strict=True)),
            )
            spread = max(sum(row.value_squares for row in rows) / visits - value * value, 0.0)
            found.append(_Choice(index, counts.index(max(counts)), line, value, spread / visits))
        return found

    def _first(self, choices: Sequence[_Choice]) -> _Choice:
        """The best value among choices that were looked at well; the policy's own unless it is beaten beyond doubt."""
        tree = self._trees[0]
        most = max(choice.line.visits for choice in choices)
        if not isinstance(tree, ChoiceTree):
            return max(choices, key=lambda choice: (choice.line.visits, choice.value))
        well = [choice for choice in choices if choice.line.visits >= WELL_LOOKED_AT * most]
        best = max(well, key=lambda choice: choice.value)
        index = tree.usual
        usual = next((choice for choice in choices if choice.index == index), best)
        doubt = SETTINGS["proof"] * math.sqrt(usual.variance + best.variance)
        return best if best.value - usual.value > doubt else usual

    def _report(self) -> HintReport:
        most = self._options.multipv if self._options.skill == MAX_SKILL else MAX_LINES
        lines = self._lines(most)
        if not lines:
            self._trees[0].run(1)
            lines = self._lines(most)
        return HintReport(
            position=parse_document(self._state.to_json()),
            to_move=str(self._state.to_move),
            best=lines[0].move,
            lines=lines,
            nodes=self._nodes(),
            seconds=self._seconds(),
            engine=engine_name(self._name),
        )


def _errors(squares: Sequence[Sequence[float]], means: Sequence[float], visits: int) -> list[float]:
    """Standard errors of the means of several trees together."""
    totals = [sum(column) / visits for column in zip(*squares, strict=True)]
    return [math.sqrt(max(total - mean * mean, 0) / visits) for total, mean in zip(totals, means, strict=True)]


def _shared(nodes: int | None, threads: int) -> list[int | None]:
    """A node limit shared out among the threads, the first ones getting what is left over."""
    if nodes is None:
        return [None] * threads
    return [nodes // threads + (thread < nodes % threads) for thread in range(threads)]
