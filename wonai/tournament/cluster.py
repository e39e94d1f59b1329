"""Games on a Dask cluster: each game is a task, and the files are written here, as for games on this machine.

A worker that is lost takes no game with it: the scheduler gives its tasks to another. What a game is depends only on
the set-up and its number, so it does not matter where, or how often, it is played.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from wonai.tournament.errors import TournamentError
from wonai.tournament.process import GameProcess
from wonai.tournament.referee import Outcome
from wonai.tournament.runner import Backend
from wonai.tournament.schedule import Pairing
from wonai.tournament.setup import Setup

AHEAD = 2
"""Games handed out for each thread of the cluster, so that none waits for the next."""
MAX_LOSSES = 100
"""How many workers may be lost with the same game before it counts as the game's fault."""
CONNECT_SECONDS = 15

_LOCAL = threading.local()


def play_task(setup_text: str, pairing: dict[str, Any]) -> dict[str, Any]:
    """What a worker runs: one game, in a watched process that is kept for the next game of the same tournament."""
    kept: tuple[str, GameProcess] | None = getattr(_LOCAL, "kept", None)
    if kept is None or kept[0] != setup_text:
        if kept is not None:
            kept[1].close()
        kept = (setup_text, GameProcess(Setup.from_json(setup_text)))
        _LOCAL.kept = kept
    game = Pairing(pairing["game"], pairing["start"], tuple(pairing["engines"]))
    return kept[1].play(game).to_document()


class ClusterBackend(Backend):
    """The workers of a Dask scheduler, or of one started on this machine for the occasion."""

    def __init__(self, setup: Setup, address: str | None = None, *, workers: int = 1) -> None:
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError:
            raise TournamentError("a cluster needs more libraries: pip install 'wonai[cluster]'") from None
        dask.config.set({"distributed.scheduler.allowed-failures": MAX_LOSSES})
        self._setup_text = setup.to_json()
        self._cluster: Any = None
        try:
            if address is None:
                self._cluster = LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=40
                )
            target = self._cluster if address is None else address
            self._client: Any = Client(target, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise TournamentError(f"--cluster {address}: no scheduler answers there: {error}") from None

    def play(self, pairings: Iterator[Pairing]) -> Iterator[Outcome]:
        from distributed import as_completed

        running = as_completed(loop=self._client.loop)
        waiting = 0
        futures: dict[str, Pairing] = {}
        while True:
            while waiting < max(1, AHEAD * self.threads()) and (pairing := next(pairings, None)) is not None:
                future = self._submit(pairing)
                futures[future.key] = pairing
                running.add(future)
                waiting += 1
            if not waiting:
                return
            done = next(running)
            waiting -= 1
            pairing = futures.pop(done.key)
            try:
                document = done.result()
            except TournamentError:
                raise
            except Exception as error:  # whatever the cluster makes of a lost worker or a library that is missing
                raise TournamentError(f"game {pairing.game} on the cluster: {type(error).__name__}: {error}") from None
            done.release()
            # By way of JSON, as games on this machine come: equal to the last digit.
            yield Outcome.from_document(json.loads(json.dumps(document)))

    def _submit(self, pairing: Pairing) -> Any:
        return self._client.submit(play_task, self._setup_text, asdict(pairing), pure=False, priority=-pairing.game)

    def threads(self) -> int:
        """Threads of all workers there are now."""
        threads: dict[str, int] = self._client.nthreads()
        return sum(threads.values())

    def close(self) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()
