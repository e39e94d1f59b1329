"""wonai: the engine for the board game Wealth of Nations.

    import wonai
    position = wonai.Position.start(players=4)
    position.play(position.legal_moves()[0])

Names are imported when first used, so that a command which needs little starts at once.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wonai.errors import IllegalMove, NotationError, PositionError, RecordError, WonaiError

if TYPE_CHECKING:
    from wonai.game import Game, State
    from wonai.games.won.position import Position
    from wonai.report import HintReport
    from wonai.search.engine import Engine
    from wonai.search.limits import Limit

__version__ = "0.1.0"

__all__ = [
    "Engine",
    "Game",
    "HintReport",
    "IllegalMove",
    "Limit",
    "NotationError",
    "Position",
    "PositionError",
    "RecordError",
    "State",
    "WonaiError",
    "__version__",
    "load",
    "loads",
    "new",
]

_LAZY = {
    "Engine": "wonai.search.engine",
    "Game": "wonai.game",
    "HintReport": "wonai.report",
    "Limit": "wonai.search.limits",
    "Position": "wonai.games.won.position",
    "State": "wonai.game",
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_LAZY])


def new(game: str = "wealth-of-nations", *, players: int, **options: Any) -> State:
    """The start of a game; `options` are the game's own: `new(players=4, edition="second", first="p2")`."""
    from wonai import registry

    return registry.get(game).new(players, **options)


def loads(text: str | bytes) -> State:
    """The position, of whichever game, that a file's text describes."""
    from wonai import registry
    from wonai.strict_json import as_text, parse_document

    document = parse_document(text)
    if "game" not in document:
        raise PositionError("game: required, the name of the game")
    return registry.get(as_text(document["game"], "game")).load(document)


def load(path: str | Path) -> State:
    """The position, of whichever game, in a file."""
    from wonai.strict_json import read_bytes

    return loads(read_bytes(path))
