"""What a position is worth: several independent searches of it, with an error that they agree on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from wonai.game import CHANCE, State
from wonai.report import FEW_VISITS, HintReport, MoveLine
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import Searcher, SearchOptions, StopSignal

RUNS = 6
"""Searches of a position, each with a seed of its own: one tree agrees with itself more than it should."""
MAX_FOLLOWED = 8
"""Moves that a searcher plays without searching (it sees one choice only) before a position is taken as it is."""


def shared(limit: Limit, parts: int) -> Limit:
    """A limit for each of several searches."""
    time = None if limit.time is None else limit.time / parts
    nodes = None if limit.nodes is None else max(1, limit.nodes // parts)
    return replace(limit, time=time, nodes=nodes)


def outlook_of(state: State, searcher: Searcher, limit: Limit, move: str, stop: StopSignal | None = None) -> MoveLine:
    """What is expected of a position: the mean of its best lines, or the result of a game that is over."""
    state, forced = _to_the_next_choice(state)
    if state.is_over:
        winners = state.winners()
        win = {seat: (1 / len(winners) if seat in winners else 0.0) for seat in state.seats}
        vp = {seat: float(score) for seat, score in state.scores().items()}
        certain = dict.fromkeys(state.seats, 0.0)
        return MoveLine(move, FEW_VISITS, win, vp, (move, *forced), win_error=certain, vp_error=certain)
    if state.to_move == CHANCE:
        drawn = _drawn(state, limit)
        return _mean([(outlook_of(after, searcher, part, move, stop), weight) for after, part, weight in drawn], move)
    part = shared(limit, RUNS)
    runs = [_searched(state, independent(searcher, run), part, stop) for run in range(RUNS)]
    line = _pooled(runs)
    pv = (move, *forced, *line.pv) if move else (*forced, *line.pv)
    return replace(line, move=move or line.move, pv=pv)


def independent(searcher: Searcher, run: int = 0) -> Searcher:
    """The same searcher with another seed, if it has one, and without a memory of earlier searches."""
    options = getattr(searcher, "options", None)
    if not isinstance(options, SearchOptions):
        return searcher
    return bots.get(searcher.name, replace(options, multipv=1, seed=options.seed + run, planner=False))


def was_searched(report: HintReport, limit: Limit) -> bool:
    """Whether there was a choice: a searcher that sees one only plays it without a search, and long before the time."""
    is_late = limit.time is not None and report.seconds >= limit.time / 2
    return is_late or report.nodes >= min(FEW_VISITS, limit.nodes or FEW_VISITS)


def _searched(state: State, searcher: Searcher, limit: Limit, stop: StopSignal | None) -> MoveLine:
    """The best line; where the searcher saw one choice and did not search, that of the position it leads to."""
    followed: list[str] = []
    state = state.copy()
    while True:
        report = searcher.analyse(state, limit, stop=stop)
        line = report.lines[0]
        if was_searched(report, limit) or len(followed) == MAX_FOLLOWED or (stop is not None and stop.is_set()):
            return replace(line, pv=(*followed, *line.pv))
        after = state.copy()
        after.play(line.move)
        after, forced = _to_the_next_choice(after)
        if after.is_over or after.to_move == CHANCE:
            return replace(line, pv=(*followed, *line.pv))
        state, followed = after, [*followed, line.move, *forced]


def _pooled(runs: Sequence[MoveLine]) -> MoveLine:
    """The mean of several runs; its error is what each run says or what they differ by, whichever is more."""
    mean = _mean([(line, 1) for line in runs], runs[0].move)
    errors = {}
    for seat in mean.win:
        within = math.sqrt(sum(line.error_of_win(seat) ** 2 for line in runs)) / len(runs)
        errors[seat] = max(within, _error_of_mean([line.win[seat] for line in runs]))
    points = {seat: _error_of_mean([line.vp[seat] for line in runs]) for seat in mean.vp}
    return replace(mean, pv=runs[0].pv, win_error=errors, vp_error=points, visits=max(mean.visits, FEW_VISITS))


def _error_of_mean(values: Sequence[float]) -> float:
    """The standard error of the mean of several runs, by what they differ by."""
    mean = sum(values) / len(values)
    return math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1) / len(values))


def _to_the_next_choice(state: State) -> tuple[State, list[str]]:
    """The position after the only moves there are: searchers spend no time where nothing can be chosen."""
    state, forced = state.copy(), []
    while not state.is_over and state.to_move != CHANCE and len(moves := state.legal_moves()) == 1:
        state.play(moves[0])
        forced += moves
    return state, forced


def _drawn(state: State, limit: Limit) -> Iterable[tuple[State, Limit, int]]:
    outcomes = state.outcomes()
    for outcome, weight in outcomes:
        after = state.copy()
        after.play(outcome)
        yield after, shared(limit, len(outcomes)), weight


def _mean(parts: Sequence[tuple[MoveLine, int]], move: str) -> MoveLine:
    """The expectation over a draw."""
    total = sum(weight for _, weight in parts)

    def mean(of: Callable[[MoveLine, str], float]) -> dict[str, float]:
        return {seat: sum(of(line, seat) * weight for line, weight in parts) / total for seat in parts[0][0].win}

    return MoveLine(
        move,
        sum(line.visits for line, _ in parts),
        win=mean(lambda line, seat: line.win[seat]),
        vp=mean(lambda line, seat: line.vp[seat]),
        pv=(move,),
        win_error=mean(MoveLine.error_of_win),
        vp_error=mean(lambda line, seat: line.vp_error.get(seat, 0.0)),
    )
