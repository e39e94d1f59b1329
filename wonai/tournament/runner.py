"""Plays the games of a tournament that are not on disk yet, wherever they are played, and stops when it may."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from types import TracebackType
from typing import Self

from wonai.tournament.errors import TournamentError
from wonai.tournament.faults import EngineFault
from wonai.tournament.players import EnginePlayer
from wonai.tournament.process import GameProcess
from wonai.tournament.referee import Outcome
from wonai.tournament.schedule import Pairing
from wonai.tournament.sequential import UNDECIDED
from wonai.tournament.setup import Setup
from wonai.tournament.stats import verdict_so_far
from wonai.tournament.store import Result, Store

OnResult = Callable[[Result, Outcome], None]


class Backend(ABC):
    """Where games are played."""

    @abstractmethod
    def play(self, pairings: Iterator[Pairing]) -> Iterator[Outcome]:
        """Outcomes as they come. A game is taken from `pairings` only when there is room for it."""

    @abstractmethod
    def close(self) -> None:
        """End everything, in the middle of games if need be."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class LocalBackend(Backend):
    """Processes on this machine, so many at once."""

    def __init__(self, setup: Setup, concurrency: int) -> None:
        self._all = [GameProcess(setup) for _ in range(concurrency)]
        self._idle: SimpleQueue[GameProcess] = SimpleQueue()
        for process in self._all:
            self._idle.put(process)
        self._threads = ThreadPoolExecutor(concurrency, "wonai-game")
        self._concurrency = concurrency

    def play(self, pairings: Iterator[Pairing]) -> Iterator[Outcome]:
        running: set[Future[Outcome]] = set()
        while True:
            while len(running) < self._concurrency and (pairing := next(pairings, None)) is not None:
                running.add(self._threads.submit(self._play, pairing))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()

    def _play(self, pairing: Pairing) -> Outcome:
        process = self._idle.get()
        try:
            return process.play(pairing)
        finally:
            self._idle.put(process)

    def close(self) -> None:
        for process in self._all:
            process.close()
        self._threads.shutdown(cancel_futures=True)


def run(store: Store, backend: Backend, on_result: OnResult | None = None) -> None:
    """Play what is missing. Every outcome is on disk before it is reported and before its place is given to another."""
    setup = store.setup
    is_decided = _is_decided(store)

    def missing() -> Iterator[Pairing]:
        for pairing in setup.pairings():
            if is_decided:
                return
            if pairing.game not in store.results:
                yield pairing

    for outcome in backend.play(missing()):
        result = store.add(outcome)
        if on_result is not None:
            on_result(result, outcome)
        is_decided = is_decided or _is_decided(store)
    store.finish()


def _is_decided(store: Store) -> bool:
    results = sorted(store.results.values(), key=lambda result: result.game)
    verdict, _ = verdict_so_far(store.setup, results)
    return verdict is not None and verdict.state != UNDECIDED


def preflight(setup: Setup) -> list[str]:
    """Start every engine once. `TournamentError` for one that is not there or lacks an option; others are warnings."""
    warnings = []
    for contestant in setup.engines:
        if contestant.bot is not None:
            continue
        player = EnginePlayer(contestant, setup)
        try:
            player.new_game(0)
        except EngineFault as fault:
            sentence = fault.detail.split("\n")[0]
            if fault.is_setup:
                raise TournamentError(f"engine {contestant.name}: {sentence}") from None
            warnings.append(f"engine {contestant.name}: {sentence}")
        finally:
            player.close()
    return warnings

