"""The only list of bots: name -> `Searcher`, for Python, the protocol and tournaments alike."""

from __future__ import annotations

from importlib import import_module

from wonai.errors import WonaiError, did_you_mean
from wonai.search.searcher import Searcher, SearchOptions

DEFAULT_BOT = "wonai"

_BOTS = {
    "random": ("wonai.search.simple_bots:RandomBot", "a random legal move"),
    "greedy": ("wonai.search.simple_bots:GreedyBot", "the best single move by a plain evaluation"),
    "planner": ("wonai.search.simple_bots:PlannerBot", "follows its plan for the round, without search"),
    "uct": ("wonai.search.engine:UctBot", "plain UCT with random playouts, the text-book baseline"),
    "wonai": ("wonai.search.engine:Engine", "the full engine"),
}


def names() -> list[str]:
    """The bots there are, the weakest first."""
    return list(_BOTS)


def describe(name: str) -> str:
    """What a bot does, in a few words."""
    return _BOTS[name][1]


def get(name: str, options: SearchOptions | None = None) -> Searcher:
    """A new bot of that name; `WonaiError` with the nearest name if there is none."""
    if name not in _BOTS:
        raise WonaiError(f'unknown bot "{name}"{did_you_mean(name, _BOTS)}')
    module, attribute = _BOTS[name][0].split(":")
    bot = getattr(import_module(module), attribute)(options or SearchOptions())
    assert isinstance(bot, Searcher)
    return bot
