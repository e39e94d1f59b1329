"""Setup: everything that decides the games of a tournament, and nothing that does not (as how many run at once).

It goes to the folder of the tournament, to game processes and to other machines as one JSON document.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import wonai
from wonai import registry
from wonai.game import State
from wonai.record import PositionStart, Start, WordsStart
from wonai.search.limits import Limit
from wonai.tournament import schedule
from wonai.tournament.errors import TournamentError

SETUP_FORMAT = "wonai-tournament/1"
SUBSTITUTE = "substitute"
FORFEIT = "forfeit"
HORIZON = 50
"""A clock is shared out as if so many moves were still to come, whatever the game: it never runs out by itself."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What an engine has for thinking. The first limit reached ends a move."""

    nodes: int | None = None
    time: float | None = None
    """Seconds a move."""
    clock: float | None = None
    """Seconds a game, for the engine's own moves."""
    increment: float = 0.0
    """Seconds added to the clock with every move."""

    def limit(self, clock_left: float | None) -> Limit:
        """For one move."""
        seconds = self.time
        if clock_left is not None:
            share = max(0.001, clock_left / HORIZON + self.increment)
            seconds = share if seconds is None else min(seconds, share)
        return Limit(time=seconds, nodes=self.nodes)

    def __str__(self) -> str:
        parts = [f"nodes {self.nodes}"] if self.nodes else []
        parts += [f"time {self.time:g}"] if self.time else []
        if self.clock:
            parts.append(f"clock {self.clock:g}" + (f"+{self.increment:g}" if self.increment else ""))
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Contestant:
    """One engine: a built-in bot, or a command line that speaks the protocol."""

    name: str
    bot: str | None = None
    command: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    allowance: Allowance | None = None
    """Its own, instead of that of the tournament."""
    restart: bool = False
    """Whether a command is started anew for every game."""


@dataclass(frozen=True, slots=True)
class Sequential:
    """A test that stops the tournament: is `engine` better by `effect`, or not at all?"""

    engine: int
    effect: float
    """In win share a game: how much more than the fair share, or than `versus`."""
    versus: int | None = None
    """The engine it is compared with; None: its fair share of the seats."""
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True, slots=True)
class Setup:
    """A whole tournament."""

    name: str
    form: str
    players: int
    games: int
    """In whole rounds."""
    seed: int
    engines: tuple[Contestant, ...]
    allowance: Allowance
    game: str = registry.DEFAULT_GAME
    options: Mapping[str, Any] = field(default_factory=dict)
    """The game's own."""
    challengers: int = 1
    on_fault: str = SUBSTITUTE
    substitute: str = "random"
    """The bot that plays on for an engine that failed."""
    margin: float = 0.5
    """Seconds by which an answer may be late."""
    stall: float = 30.0
    """Seconds without an answer, beyond the time allowed, after which an engine is given up."""
    startup: float = 15.0
    """Seconds from the start of an engine to the end of its greeting."""
    book: tuple[str, ...] = ()
    """Positions, as canonical JSON, to begin from in turn."""
    sequential: Sequential | None = None

    def pairings(self) -> list[schedule.Pairing]:
        """Every game of the schedule."""
        return schedule.schedule(
            self.form, len(self.engines), self.players, self.games, self.seed, self.challengers
        )

    def allowance_of(self, engine: int) -> Allowance:
        """What an engine has for thinking."""
        return self.engines[engine].allowance or self.allowance

    def start(self, number: int) -> Start:
        """Where the games of that start begin."""
        if self.book:
            state = wonai.loads(self.book[number % len(self.book)])
            return PositionStart.of(state)
        return start_of(self.game, self.players, self.options)

    def seed_of(self, *parts: object) -> int:
        """A seed that depends on the tournament's and on nothing but the parts."""
        text = ":".join(str(part) for part in (self.seed, *parts))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1

    def to_json(self) -> str:
        """Canonical: equal set-ups give equal text."""
        document = {"format": SETUP_FORMAT, "version": wonai.__version__, **asdict(self)}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Setup:
        """What `to_json` wrote; `TournamentError` if it did not."""
        try:
            document = json.loads(text)
            if document.pop("format") != SETUP_FORMAT:
                raise TournamentError(f"expected the format {SETUP_FORMAT}")
            document.pop("version")
            engines = tuple(_contestant(engine) for engine in document.pop("engines"))
            sequential = document.pop("sequential")
            return cls(
                engines=engines,
                allowance=Allowance(**document.pop("allowance")),
                book=tuple(document.pop("book")),
                sequential=None if sequential is None else Sequential(**sequential),
                **document,
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise TournamentError(f"no set-up of a tournament: {error}") from None


def _contestant(document: Mapping[str, Any]) -> Contestant:
    own = document["allowance"]
    allowance = None if own is None else Allowance(**own)
    return Contestant(**{**document, "command": tuple(document["command"]), "allowance": allowance})


def start_of(game: str, players: int, options: Mapping[str, Any]) -> Start:
    """The start of a game with its options: in the words of the protocol if they can say it."""
    state = registry.get(game).new(players, **options)
    words = [word for name, value in options.items() for word in (name, str(value))]
    plain = WordsStart(game, players, tuple(words))
    return plain if _says(plain, state) else PositionStart.of(state)


def _says(start: WordsStart, state: State) -> bool:
    if any(not word or any(char.isspace() for char in word) for word in start.words):
        return False
    try:
        return start.new_state().to_json() == state.to_json()
    except wonai.WonaiError:
        return False
