"""A searcher that says always the same: reports, pages and snapshots are tested, not the taste of an engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import wonai
from wonai.analysis.study import Study, analyse
from wonai.game import CHANCE, State
from wonai.report import HintReport, MoveLine
from wonai.search.limits import Limit
from wonai.search.searcher import OnInfo, Searcher, StopSignal

ROOT = Path(__file__).parents[2]
AT_ONCE = Limit(time=0.2)
"""Too short for a plan; offers are looked for as briefly as can be."""
PV_MOVES = 6


class Canned(Searcher):
    """Certain moves (the first three of the list), with figures made up from their order."""

    name = "canned"

    def __init__(self, moves: Sequence[str] = ()) -> None:
        self._moves = moves

    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        on_info: OnInfo | None = None,
        searchmoves: Sequence[str] | None = None,
        stop: StopSignal | None = None,
    ) -> HintReport:
        seats = state.seats
        lines = []
        moves = self._moves or state.legal_moves()[:3]
        for k, move in enumerate(moves):
            win = {seat: (n + 1 + k * (n == 0)) / (sum(range(len(seats) + 1)) + k) for n, seat in enumerate(seats)}
            vp = {seat: 60.0 + 7.3 * n - 2.1 * k for n, seat in enumerate(seats)}
            lines.append(MoveLine(move, 5000 // (k + 1) ** 3, win, vp, _line(state, move)))
        return HintReport(
            json.loads(state.to_json()), str(state.to_move), moves[0], tuple(lines), 6789, 1.9, "canned 1"
        )


def _line(state: State, move: str) -> tuple[str, ...]:
    """The move, then the first legal move of everybody."""
    now, played = state.copy(), [move]
    now.play(move)
    while len(played) < PV_MOVES and not now.is_over and now.to_move != CHANCE:
        played.append(now.legal_moves()[0])
        now.play(played[-1])
    return tuple(played)


def study_of(name: str, moves: Sequence[str] = ()) -> Study:
    """An example with a canned search and brief advice."""
    return analyse(wonai.load(ROOT / f"examples/{name}.json"), Canned(moves), AT_ONCE)
