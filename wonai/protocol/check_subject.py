"""The engine under test: how the checker's steps speak to it, and the positions they speak of.

Knows no game by name: the positions come from games played at random with the rules of whichever game is asked for.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wonai.errors import IllegalMove
from wonai.game import CHANCE, Game, State
from wonai.protocol.answers import NEEDS_MOVES
from wonai.protocol.client import go_line
from wonai.protocol.dialogue import Answer, Dialogue, Failure, Handshake
from wonai.protocol.transport import Transport
from wonai.search.limits import Limit

HANDSHAKE_SECONDS = 10.0
"""For the handshake, and for every command that is no search."""
LONGEST_LINE = 200
"""Moves that a position given by its moves may be away from the start."""
POSITIONS_PER_PHASE = 3
SEED = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """What to check with."""

    game: Game
    players: int
    slack: float = 1.0
    """Seconds that an answer may be late."""
    positions: tuple[State, ...] = ()
    """Further positions to search."""


class Subject:
    """The engine under test, and what is known of it."""

    def __init__(self, settings: Settings, new_transport: Callable[[], Transport]) -> None:
        self.settings = settings
        self.slack = settings.slack
        self.dialogue: Dialogue
        self.handshake = Handshake("", "", {})
        self._new_transport = new_transport
        self._line = _random_line(settings.game.new(settings.players), LONGEST_LINE)

    async def start(self) -> None:
        """A new process."""
        self.dialogue = Dialogue(self._new_transport())
        await self.dialogue.start()

    async def restart(self) -> None:
        """A new process that has shaken hands."""
        await self.dialogue.close()
        await self.start()
        self.handshake = await self.dialogue.shake_hands(HANDSHAKE_SECONDS)

    @property
    def needs_moves(self) -> bool:
        """Whether it leaves the rules to whoever drives it."""
        return NEEDS_MOVES in self.handshake.options

    @property
    def beginning(self) -> State:
        """The first position at which a seat decides."""
        return next(state for state, _ in self._line if state.to_move != CHANCE)

    @property
    def widest(self) -> State:
        """The position of a game played at random that has the most moves."""
        return max((state for state, _ in self._decisions()), key=lambda state: len(state.legal_moves()))

    def far_from_beginning(self) -> tuple[State, list[str]]:
        """A position of another seat, in which no move of the beginning is legal if there is one, and the way there."""
        first = self.beginning
        others = [(state, ply) for state, ply in self._decisions() if ply and state.to_move != first.to_move]
        early = set(first.legal_moves())
        unlike = [decision for decision in others if not early.intersection(decision[0].legal_moves())]
        state, ply = (unlike or others)[0]
        return state, [move for _, move in self._line[:ply]]

    def sample_of_phases(self) -> list[State]:
        """A few positions of each phase of a whole game, spread evenly."""
        by_phase: dict[str, list[State]] = {}
        for state, _ in _random_line(self.settings.game.new(self.settings.players), length=None):
            if _is_choice(state):
                by_phase.setdefault(state.phase, []).append(state)
        return [
            state
            for states in by_phase.values()
            for state in states[:: max(1, len(states) // POSITIONS_PER_PHASE)][:POSITIONS_PER_PHASE]
        ]

    def _decisions(self) -> list[tuple[State, int]]:
        """Positions at which a seat has to choose, and how many moves led there."""
        return [(state, ply) for ply, (state, _) in enumerate(self._line) if _is_choice(state)]

    def start_words(self) -> str:
        """`startpos` for the game that is checked with."""
        return f"position startpos game {self.settings.game.name} players {self.settings.players}"

    async def accept(self, line: str) -> None:
        """The engine takes a command without an error."""
        self.dialogue.say(line)
        for refusal in await self.dialogue.ready(HANDSHAKE_SECONDS):
            raise Failure(f'answered "{head_of(line)}" with error {refusal.code}: {refusal.sentence}')

    async def refuse(self, line: str) -> str:
        """The engine answers a command with exactly one error and lives on; its sentence."""
        self.dialogue.say(line)
        refusals = await self.dialogue.ready(HANDSHAKE_SECONDS)
        if len(refusals) != 1:
            raise Failure(f'answered "{head_of(line)}" with {len(refusals)} error lines; expected one')
        return refusals[0].sentence

    async def search(self, state: State, limit: Limit, seconds: float, only: Sequence[str] | None = None) -> Answer:
        """A search of the position that was last set, which is `state`; the answer is legal."""
        began = time.monotonic()
        self.dialogue.say(self.go(state, limit, only))
        answer = await self.dialogue.answer(seconds, state.seats, began)
        self.judge(state, answer.move, only)
        return answer

    def go(self, state: State, limit: Limit, only: Sequence[str] | None = None, ponder: bool = False) -> str:
        """A `go` line, with the legal moves if the engine needs them."""
        if only is None and self.needs_moves:
            only = state.legal_moves()
        return go_line(limit, only, ponder)

    def judge(self, state: State, move: str, only: Sequence[str] | None = None) -> None:
        """Fail the engine for a move that is none."""
        if only is not None and move not in only:
            raise Failure(f'answered "{head_of(move)}", which is none of the searchmoves')
        if state.is_legal(move):
            return
        try:
            state.copy().play(move)
        except IllegalMove as error:
            raise Failure(f'answered "{head_of(move)}", which is illegal for {state.to_move}: {error}') from None


# ---------------------------------------------------------------------------------------------------------------------
# Positions


def _random_line(state: State, length: int | None) -> list[tuple[State, str]]:
    """Positions of a game played at random, each with the move that was played in it."""
    rng = random.Random(SEED)
    line: list[tuple[State, str]] = []
    while not state.is_over and (length is None or len(line) < length):
        move = _random_move(state, rng)
        line.append((state.copy(), move))
        state.play(move)
    return line


def _random_move(state: State, rng: random.Random) -> str:
    if state.to_move == CHANCE:
        moves, weights = zip(*state.outcomes(), strict=True)
        return str(rng.choices(moves, weights)[0])
    return rng.choice(state.legal_moves())


def _is_choice(state: State) -> bool:
    return state.to_move != CHANCE and len(state.legal_moves()) > 1


def head_of(line: str) -> str:
    """So much of a line as a message needs."""
    return line if len(line) <= 60 else f"{line[:60]}..."
