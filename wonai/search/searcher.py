"""Searcher: what every bot is to its callers, and the options that all of them share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from wonai.game import State
from wonai.report import HintReport, SearchInfo
from wonai.search.limits import Limit

OnInfo = Callable[[SearchInfo], None]


class StopSignal(Protocol):
    """Anything that can say stop: a `threading.Event`."""

    def is_set(self) -> bool:
        """Whether the search is to end now."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search; not when to stop."""

    threads: int = 1
    hash_mb: int = 64
    """Memory for all trees together."""
    multipv: int = 3
    """How many lines are reported."""
    seed: int = 0
    skill: int = 20
    """0 to 20; below 20 the bot plays weaker on purpose."""
    style: str = "balanced"
    barter: bool = True
    """Whether offers are made; they are answered in any case."""
    planner: bool = True
    """Whether a plan, once chosen, is carried out move by move without a new search, where one line is asked for."""
    eval_file: str = ""
    """Weights of the evaluation; empty: those of the package."""


def engine_name(bot: str) -> str:
    """How a report names who made it: `wonai 0.1.0`."""
    from wonai import __version__

    return f"{bot} {__version__}"


class Searcher(ABC):
    """Anything that chooses moves."""

    name: str

    @abstractmethod
    def analyse(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        on_info: OnInfo | None = None,
        searchmoves: Sequence[str] | None = None,
        stop: StopSignal | None = None,
    ) -> HintReport:
        """The best moves of the seat to move; ends at the limit or soon after `stop` is set."""

    def new_game(self) -> None:  # noqa: B027  (most bots remember nothing)
        """Forget what was learnt from earlier positions."""
