"""The bots that do not search a tree: random, greedy, planner."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from wonai.errors import WonaiError
from wonai.game import State
from wonai.report import HintReport, MoveLine
from wonai.search.limits import Limit
from wonai.search.searcher import OnInfo, Searcher, SearchOptions, StopSignal, engine_name


class RandomBot(Searcher):
    """Any listed legal move, each as likely; the seed and the position decide."""

    name = "random"

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
        moves = list(searchmoves) if searchmoves is not None else state.legal_moves()
        if not moves:
            raise WonaiError("there is no move to choose")
        move = random.Random(f"{self.options.seed}:{state.key}").choice(moves)
        even = dict.fromkeys(state.seats, 1 / len(state.seats))
        line = MoveLine(move, 1, even, {seat: float(score) for seat, score in state.scores().items()}, (move,))
        return HintReport(
            json.loads(state.to_json()), str(state.to_move), move, (line,), 1, 0.0, engine_name(self.name)
        )
