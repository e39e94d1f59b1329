"""The only list of games: game name -> `Game`. Games are imported when first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from wonai.errors import PositionError, did_you_mean
from wonai.game import Game

DEFAULT_GAME = "wealth-of-nations"

_GAMES = {
    "wealth-of-nations": "wonai.games.won:GAME",
}


def names() -> list[str]:
    """The games there are."""
    return list(_GAMES)


@cache
def get(name: str) -> Game:
    """The game of that name; `PositionError` with the nearest name if there is none."""
    if name not in _GAMES:
        raise PositionError(f'game: unknown game "{name}"{did_you_mean(name, _GAMES)}')
    module, attribute = _GAMES[name].split(":")
    game = getattr(import_module(module), attribute)
    assert isinstance(game, Game)
    return game
