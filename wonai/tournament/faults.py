"""What can go wrong with an engine in a game, told apart."""

from __future__ import annotations

from dataclasses import dataclass

from wonai.client import EngineDied, EngineTimeout, IllegalEngineMove

CRASH = "crash"
STALL = "stall"
TIME = "time"
ILLEGAL = "illegal-move"
PROTOCOL = "protocol"
KINDS = (CRASH, STALL, TIME, ILLEGAL, PROTOCOL)
"""Died; did not answer at all; answered too late; answered a move that is none; broke the protocol."""

MAX_DETAIL = 4_000
"""Characters of the story of a fault that are kept."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One engine failed in one game."""

    seat: int
    ply: int
    """The number of the move, from 1, that it did not make."""
    kind: str
    detail: str = ""
    """What happened, with the end of what the engine said; not the same in every run."""


class EngineFault(Exception):
    """Raised by a player; the referee makes a `Fault` of it."""

    def __init__(self, kind: str, detail: str, *, is_setup: bool = False) -> None:
        super().__init__(detail)
        self.kind = kind
        self.is_setup = is_setup
        """Whether the set-up is to blame: there is no such command, or no such option."""
        self.detail = detail[:MAX_DETAIL]


def kind_of(error: Exception) -> str:
    """The kind of fault that an error of the client library stands for."""
    if isinstance(error, EngineDied):
        return PROTOCOL if "broke the protocol" in str(error).split("\n")[0] else CRASH
    if isinstance(error, EngineTimeout):
        return STALL
    if isinstance(error, IllegalEngineMove):
        return ILLEGAL
    return PROTOCOL
