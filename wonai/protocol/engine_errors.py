"""What can go wrong with an engine: the exceptions of the client library."""

from __future__ import annotations

from wonai.errors import WonaiError
from wonai.protocol.answers import Refusal


class EngineError(WonaiError):
    """Anything that goes wrong with an engine."""


class EngineDied(EngineError):
    """The engine is gone; the message ends with its last lines."""


class EngineTimeout(EngineError):
    """The engine did not answer in time."""


class EngineRefused(EngineError):
    """The engine answered with an `error` line."""

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.code = refusal.code
        self.sentence = refusal.sentence


class ProtocolViolation(EngineError):
    """The engine said what the protocol does not allow."""


class IllegalEngineMove(EngineError):
    """The engine answered a move that is against the rules."""

    def __init__(self, message: str, move: str) -> None:
        super().__init__(message)
        self.move = move
