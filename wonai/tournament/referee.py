"""One game from start to end: asks the players, keeps the clocks, tells faults apart, writes the record."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from wonai.errors import RecordError
from wonai.game import CHANCE, State
from wonai.record import NORMAL, Evaluation, RecordWriter, WordsStart
from wonai.tournament.faults import TIME, EngineFault, Fault
from wonai.tournament.players import Answer, BotPlayer, Cast, Player
from wonai.tournament.schedule import Pairing
from wonai.tournament.setup import FORFEIT, Contestant, Setup

OnTurn = Callable[[int, int], None]
"""Called with the number of the move and the seat, or -1 for none, before a player is asked."""
NO_SEAT = -1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game leaves behind."""

    game: int
    start: int
    engines: tuple[int, ...]
    """In each seat."""
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """From 1; seats that are level share the better rank. Whoever failed comes last."""
    shares: tuple[float, ...]
    """Of the victory: 1 for a sole winner, 1/2 each for two."""
    moves: int
    end: str
    """`normal`, or the kind of fault that broke the game off."""
    faults: tuple[Fault, ...]
    record: str
    """The text of the record."""
    seconds: float
    """The whole game."""
    thinking: tuple[float, ...]
    """Seconds in which each seat's engine was asked."""
    asked: tuple[int, ...]
    """How often each seat's engine was asked."""

    def to_document(self) -> dict[str, Any]:
        """For the way between processes."""
        return asdict(self)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Outcome:
        """What `to_document` gave, perhaps by way of JSON."""
        values: dict[str, Any] = {key: tuple(x) if isinstance(x, list) else x for key, x in document.items()}
        values["faults"] = tuple(Fault(**fault) for fault in document["faults"])
        return cls(**values)


def play_game(
    setup: Setup, pairing: Pairing, cast: Cast, known: Sequence[Fault] = (), on_turn: OnTurn | None = None
) -> Outcome:
    """Play one game to its end. `known` faults brought down the process of an earlier try: they are not tried again."""
    return _Game(setup, pairing, cast, known, on_turn or (lambda ply, seat: None)).run()


class _Forfeit(Exception):
    """The game is broken off."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.kind)
        self.fault = fault


class _Game:
    def __init__(self, setup: Setup, pairing: Pairing, cast: Cast, known: Sequence[Fault], on_turn: OnTurn) -> None:
        self._setup = setup
        self._pairing = pairing
        self._known = known
        self._on_turn = on_turn
        self._text = io.StringIO()
        start = setup.start(pairing.start)
        self._state = start.new_state()
        self._writer = RecordWriter(self._text, start, self._tags(isinstance(start, WordsStart)))
        self._luck = random.Random(setup.seed_of("luck", pairing.start))
        self._seats = {seat: number for number, seat in enumerate(self._state.seats)}
        self._players: list[Player] = cast.players(pairing.engines)
        self._substituted: dict[int, Fault] = {}
        self._clocks = [setup.allowance_of(engine).clock for engine in pairing.engines]
        self._thinking = [0.0] * len(self._seats)
        self._asked = [0] * len(self._seats)
        self._ply = 1

    def _tags(self, is_from_start: bool) -> dict[str, str]:
        setup, tags = self._setup, {"event": self._setup.name, "round": str(self._pairing.game)}
        if str(setup.allowance):
            tags["limit"] = str(setup.allowance)
        tags["seed"] = str(setup.seed)
        for number, engine in enumerate(self._pairing.engines, 1):
            contestant = setup.engines[engine]
            tags[f"player p{number}"] = contestant.name
            tags[f"engine p{number}"] = _described(contestant)
        return tags

    def run(self) -> Outcome:
        began = time.perf_counter()
        end, broken_by = NORMAL, None
        try:
            self._seat_everybody()
            while not self._state.is_over:
                self._move()
        except _Forfeit as forfeit:
            end, broken_by = forfeit.fault.kind, forfeit.fault.seat
        self._on_turn(self._ply, NO_SEAT)
        self._finish(end, broken_by)
        scores = tuple(self._state.scores().values())
        failed = frozenset(self._substituted)
        ranks, shares = standing(self._state, scores, failed, is_broken_off=broken_by is not None)
        return Outcome(
            game=self._pairing.game,
            start=self._pairing.start,
            engines=self._pairing.engines,
            scores=scores,
            ranks=ranks,
            shares=shares,
            moves=self._ply - 1,
            end=end,
            faults=tuple(self._substituted[seat] for seat in sorted(self._substituted)),
            record=self._text.getvalue(),
            seconds=time.perf_counter() - began,
            thinking=tuple(self._thinking),
            asked=tuple(self._asked),
        )

    def _seat_everybody(self) -> None:
        for seat, player in enumerate(self._players):
            self._on_turn(self._ply, seat)
            if self._is_known(seat):
                continue
            try:
                player.new_game(self._setup.seed_of(self._pairing.game, seat))
            except EngineFault as error:
                self._fail(Fault(seat, self._ply, error.kind, error.detail))

    def _is_known(self, seat: int) -> bool:
        """Whether the player of a seat is known to fail here; it is replaced then. A second time ends the game."""
        faults = [fault for fault in self._known if fault.seat == seat and fault.ply <= self._ply]
        if faults and seat not in self._substituted:
            self._fail(faults[0])
            return True
        if len(faults) > 1:
            raise _Forfeit(faults[1])
        return False

    def _fail(self, fault: Fault) -> None:
        self._substituted[fault.seat] = fault
        if self._setup.on_fault == FORFEIT:
            raise _Forfeit(fault)
        stand_in = BotPlayer(Contestant(self._setup.substitute, self._setup.substitute))
        stand_in.new_game(self._setup.seed_of(self._pairing.game, fault.seat, "substitute"))
        self._players[fault.seat] = stand_in

    def _move(self) -> None:
        if self._state.to_move == CHANCE:
            moves, weights = zip(*self._state.outcomes(), strict=True)
            self._play(self._luck.choices(moves, weights)[0], None, "")
            return
        seat = self._seats[str(self._state.to_move)]
        had_failed = seat in self._substituted
        answer = self._ask(seat)
        story = ""
        if seat in self._substituted and not had_failed:
            fault, name = self._substituted[seat], self._setup.engines[self._pairing.engines[seat]].name
            story = f"{name} failed ({fault.kind}); {self._setup.substitute} plays on for it."
        self._play(answer.move, answer.evaluation, story)

    def _ask(self, seat: int) -> Answer:
        """The move of a seat, by its engine or, if that fails, by the substitute."""
        self._on_turn(self._ply, seat)
        self._is_known(seat)
        if seat in self._substituted:
            return self._players[seat].choose(self._state, self._setup.allowance.limit(self._setup.allowance.clock))
        limit = self._setup.allowance_of(self._pairing.engines[seat]).limit(self._clocks[seat])
        try:
            answer = self._players[seat].choose(self._state, limit)
            self._spend(seat, answer.seconds, limit.time)
        except EngineFault as error:
            self._fail(Fault(seat, self._ply, error.kind, error.detail))
            return self._ask(seat)
        return answer

    def _spend(self, seat: int, seconds: float, allowed: float | None) -> None:
        """Count the time of a move; `EngineFault` if there was not so much."""
        self._thinking[seat] += seconds
        self._asked[seat] += 1
        margin = self._setup.margin
        clock, allowance = self._clocks[seat], self._setup.allowance_of(self._pairing.engines[seat])
        if clock is not None:
            if seconds > clock + margin:
                raise self._too_late(seat, f"its clock ran out: {clock:.3f} s were left, the move took {seconds:.3f} s")
            self._clocks[seat] = max(0.0, clock - seconds) + allowance.increment
        elif allowed is not None and seconds > allowed + margin:
            raise self._too_late(seat, f"the move took {seconds:.3f} s, {allowed:g} s were allowed")

    def _too_late(self, seat: int, detail: str) -> EngineFault:
        self._players[seat].close()
        return EngineFault(TIME, detail)

    def _play(self, move: str, evaluation: Evaluation | None, comment: str) -> None:
        try:
            self._writer.move(move, evaluation, comment)
        except RecordError:  # numbers that no record takes, from an engine of somebody else
            self._writer.move(move, None, comment)
        self._state.play(move)
        self._ply += 1

    def _finish(self, end: str, broken_by: int | None) -> None:
        if broken_by is None:
            self._writer.finish()
            return
        seats = self._state.seats
        others = [seat for number, seat in enumerate(seats) if number not in self._substituted]
        self._writer.finish(end, seats[broken_by], others)


def _described(contestant: Contestant) -> str:
    words = [contestant.bot] if contestant.bot else list(contestant.command)
    words += [f"{name}={value}" for name, value in contestant.options.items()]
    words += [str(contestant.allowance)] if contestant.allowance is not None else []
    text = "".join(char if char.isprintable() else "?" for char in " ".join(words))
    return text[:400].strip()


def standing(
    state: State, scores: Sequence[int], failed: frozenset[int], *, is_broken_off: bool
) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """The rank of each seat and its share of the victory.

    Whoever failed comes last and wins nothing, whatever its substitute reached: the best of the others win. In a game
    that was broken off the others are level.
    """
    winners = set(state.winners())
    seats = range(len(scores))

    def worth(seat: int) -> tuple[bool, bool, int]:
        if is_broken_off or seat in failed:
            return seat not in failed, False, 0
        return True, state.seats[seat] in winners, scores[seat]

    order = [worth(seat) for seat in seats]
    ranks = tuple(1 + sum(other > order[seat] for other in order) for seat in seats)
    first = [seat for seat in seats if ranks[seat] == 1 and seat not in failed]
    return ranks, tuple(1 / len(first) if seat in first else 0.0 for seat in seats)
