"""Who sits in a seat: a built-in bot in this process, or an engine that speaks the protocol in one of its own."""

from __future__ import annotations

import time
import traceback
from abc import ABC, abstractmethod
from dataclasses import dataclass

from wonai.client import EngineError, OptionError, SyncEngineClient, Timeouts
from wonai.game import State
from wonai.record import Evaluation
from wonai.search import bots
from wonai.search.limits import Limit
from wonai.search.searcher import SearchOptions
from wonai.tournament.faults import CRASH, ILLEGAL, PROTOCOL, EngineFault, kind_of
from wonai.tournament.setup import Contestant, Setup

SEED_OPTION = "Seed"
"""Set for every game, if the engine has it and the set-up does not say otherwise."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A move, what the engine thought of it, and how long it thought."""

    move: str
    evaluation: Evaluation | None
    seconds: float


class Player(ABC):
    """Chooses moves for one seat; raises `EngineFault` when it fails."""

    @abstractmethod
    def new_game(self, seed: int) -> None:
        """Forget the last game; the seed decides all chance."""

    @abstractmethod
    def choose(self, state: State, limit: Limit) -> Answer:
        """A legal move."""

    def close(self) -> None:  # noqa: B027  (a bot leaves nothing behind)
        """End whatever runs."""


class BotPlayer(Player):
    """A built-in bot. That it may crash or hang is the affair of the process it runs in, which is watched."""

    def __init__(self, contestant: Contestant) -> None:
        assert contestant.bot is not None
        self._bot_name = contestant.bot
        self._options = dict(contestant.options)
        self._bot = bots.get(contestant.bot)

    def new_game(self, seed: int) -> None:
        self._bot = bots.get(self._bot_name, SearchOptions(**{**self._options, "seed": seed, "multipv": 1}))
        self._bot.new_game()

    def choose(self, state: State, limit: Limit) -> Answer:
        began = time.perf_counter()
        try:
            report = self._bot.analyse(state, limit)
        except Exception:
            raise EngineFault(CRASH, traceback.format_exc(limit=-6)) from None
        seconds = time.perf_counter() - began
        if not state.is_legal(report.best):
            raise EngineFault(ILLEGAL, f'{self._bot_name}: answered "{report.best}", which is illegal')
        evaluation = None
        if report.lines and len(report.lines[0].win) == len(state.seats):
            line = report.lines[0]
            evaluation = Evaluation(tuple(line.win.values()), tuple(line.vp.values()), report.nodes)
        return Answer(report.best, evaluation, seconds)


class EnginePlayer(Player):
    """An engine with a command line; started when first needed, and anew after a fault."""

    def __init__(self, contestant: Contestant, setup: Setup) -> None:
        self._contestant = contestant
        self._stall = setup.stall
        self._timeouts = Timeouts(handshake=setup.startup, ready=setup.stall, stop=min(setup.stall, 1.0), quit=0.5)
        self._client: SyncEngineClient | None = None

    def new_game(self, seed: int) -> None:
        if self._contestant.restart:
            self.close()
        try:
            client = self._opened()
            if SEED_OPTION in client.options and SEED_OPTION not in self._contestant.options:
                option = client.options[SEED_OPTION]
                least = option.least or 0
                most = option.most if option.most is not None else seed + least
                client.configure({SEED_OPTION: least + seed % (most - least + 1)})
            client.new_game()
        except (EngineError, OptionError) as error:
            raise self._fault(error) from None

    def choose(self, state: State, limit: Limit) -> Answer:
        began = time.perf_counter()
        try:
            patience = (limit.time or 0.0) + self._stall
            result = self._opened().play(state, limit, timeout=patience, at_once=True)
        except EngineError as error:
            raise self._fault(error) from None
        seconds = time.perf_counter() - began
        evaluation = None
        if result.lines and result.lines[0].pv[:1] == (result.best,):
            evaluation = Evaluation(result.lines[0].win, result.lines[0].vp)
        return Answer(result.best, evaluation, seconds)

    def _opened(self) -> SyncEngineClient:
        if self._client is None:
            self._client = SyncEngineClient.open(
                self._contestant.command, timeouts=self._timeouts, is_threaded=False
            )
            self._client.configure(self._contestant.options)
        return self._client

    def _fault(self, error: EngineError | OptionError) -> EngineFault:
        """The engine is beyond use for this game; the next one gets a new process."""
        detail = str(error)
        if self._client is not None and "last lines" not in detail:
            detail += "\nits last lines:" + "".join(f"\n  {line}" for line in self._client.asynchronous.last_lines)
        is_setup = isinstance(error, OptionError) or (self._client is None and "cannot be started" in detail)
        self.close()
        return EngineFault(PROTOCOL if isinstance(error, OptionError) else kind_of(error), detail, is_setup=is_setup)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None


class Cast:
    """All players of one process. An engine that sits twice in a game has two players."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._players: dict[tuple[int, int], Player] = {}

    def players(self, engines: tuple[int, ...]) -> list[Player]:
        """One for each seat."""
        copies = [engines[:seat].count(engine) for seat, engine in enumerate(engines)]
        return [self._player(engine, copy) for engine, copy in zip(engines, copies, strict=True)]

    def _player(self, engine: int, copy: int) -> Player:
        if (engine, copy) not in self._players:
            contestant = self._setup.engines[engine]
            player = BotPlayer(contestant) if contestant.bot else EnginePlayer(contestant, self._setup)
            self._players[engine, copy] = player
        return self._players[engine, copy]

    def close(self) -> None:
        """End all engines."""
        for player in self._players.values():
            player.close()
        self._players.clear()
