"""The bots that do not search a tree: random, greedy, planner."""

from __future__ import annotations

import random
import time
from abc import abstractmethod
from array import array
from collections.abc import Sequence

from wonai import registry
from wonai._core.core_state import CoreState
from wonai.errors import WonaiError
from wonai.game import State
from wonai.report import HintReport, MoveLine
from wonai.search.choice_tree import Follower, evaluate
from wonai.search.limits import Limit
from wonai.search.searcher import OnInfo, Searcher, SearchOptions, StopSignal, engine_name
from wonai.strict_json import parse_document


class SimpleBot(Searcher):
    """A bot that needs one look at the position."""

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
        began = time.perf_counter()
        moves = list(searchmoves) if searchmoves is not None else state.legal_moves()
        if not moves:
            raise WonaiError("there is no move to choose")
        lines = self.ranked(state, moves, may_offer=searchmoves is None)
        return HintReport(
            position=parse_document(state.to_json()),
            to_move=str(state.to_move),
            best=lines[0].move,
            lines=tuple(lines[: self.options.multipv]),
            nodes=len(lines),
            seconds=time.perf_counter() - began,
            engine=engine_name(self.name),
        )

    @abstractmethod
    def ranked(self, state: State, moves: Sequence[str], *, may_offer: bool) -> list[MoveLine]:
        """Some of the moves, the best first; or an offer, which no list of moves holds, where that is allowed."""

    def weights(self, state: State) -> array[float]:
        """The opinions of the game's own evaluation."""
        return registry.get(state.game).weights(self.options.eval_file, self.options.style)

    def expected(self, state: State, move: str) -> MoveLine:
        """A move with the evaluation of the position after it."""
        after = state.copy()
        after.play(move)
        assert isinstance(after, CoreState)
        win, score = evaluate(after, self.weights(state))
        seats = state.seats
        return MoveLine(move, 1, dict(zip(seats, win, strict=True)), dict(zip(seats, score, strict=True)), (move,))


class RandomBot(SimpleBot):
    """Any listed legal move, each as likely; the seed and the position decide."""

    name = "random"

    def ranked(self, state: State, moves: Sequence[str], *, may_offer: bool) -> list[MoveLine]:
        move = random.Random(f"{self.options.seed}:{state.key}").choice(moves)
        even = dict.fromkeys(state.seats, 1 / len(state.seats))
        return [MoveLine(move, 1, even, {seat: float(score) for seat, score in state.scores().items()}, (move,))]


class GreedyBot(SimpleBot):
    """The best single move by a plain evaluation of the position after it."""

    name = "greedy"

    def weights(self, state: State) -> array[float]:
        """Plain ones, so that the bot stays the same yardstick when the others are tuned."""
        game = registry.get(state.game)
        return game.weights(self.options.eval_file) if self.options.eval_file else game.plain_weights()

    def ranked(self, state: State, moves: Sequence[str], *, may_offer: bool) -> list[MoveLine]:
        mover = str(state.to_move)
        draw = random.Random(f"{self.options.seed}:{state.key}")
        lines = [(self.expected(state, move), draw.random()) for move in moves]
        return [line for line, _ in sorted(lines, key=lambda pair: (-round(pair[0].vp[mover], 6), pair[1]))]


class PlannerBot(SimpleBot):
    """Makes a plan for every round and follows it; no search."""

    name = "planner"

    def __init__(self, options: SearchOptions | None = None) -> None:
        super().__init__(options)
        self._follower: Follower | None = None

    def new_game(self) -> None:
        self._follower = None

    def ranked(self, state: State, moves: Sequence[str], *, may_offer: bool) -> list[MoveLine]:
        assert isinstance(state, CoreState)
        if self._follower is None:
            self._follower = Follower(self.weights(state), self.options.seed)
        move = self._follower.move(state)
        is_allowed = move in moves or (may_offer and state.is_legal(move))
        return [self.expected(state, move if is_allowed else moves[0])]
