"""Drive any engine that speaks the protocol: the public names of the client library.

    from wonai.client import Limit, SyncEngineClient, open_engine

The modules behind it are in `wonai.protocol`; `docs/client.md` shows how to use them.
"""

from __future__ import annotations

from wonai.protocol.answers import AnswerError, EngineOption, Info, OptionError
from wonai.protocol.client import EngineClient, open_engine
from wonai.protocol.engine_errors import (
    EngineDied,
    EngineError,
    EngineRefused,
    EngineTimeout,
    IllegalEngineMove,
    ProtocolViolation,
)
from wonai.protocol.mock import MockTransport
from wonai.protocol.stream import SearchResult, SearchStream, Timeouts
from wonai.protocol.sync_client import SyncEngineClient, SyncSearchStream
from wonai.protocol.transport import ProcessTransport, Transport
from wonai.search.limits import Limit

__all__ = [
    "AnswerError",
    "EngineClient",
    "EngineDied",
    "EngineError",
    "EngineOption",
    "EngineRefused",
    "EngineTimeout",
    "IllegalEngineMove",
    "Info",
    "Limit",
    "MockTransport",
    "OptionError",
    "ProcessTransport",
    "ProtocolViolation",
    "SearchResult",
    "SearchStream",
    "SyncEngineClient",
    "SyncSearchStream",
    "Timeouts",
    "Transport",
    "open_engine",
]
