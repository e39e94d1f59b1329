"""What the analysis service is asked: one JSON line to a checked request, or the field that is wrong in it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NoReturn, TypeVar

from wonai import registry
from wonai.errors import IllegalMove, PositionError, WonaiError
from wonai.game import State
from wonai.protocol.options import OPTIONS, Check, Combo, Option, Spin
from wonai.search.bots import DEFAULT_BOT
from wonai.search.limits import Limit, with_end
from wonai.search.searcher import SearchOptions
from wonai.strict_json import (
    MAX_NUMBER,
    OddNumber,
    as_list,
    as_object,
    as_text,
    as_truth,
    as_whole,
    as_word,
    child,
    describe,
    near_miss,
    parse_document,
)

T = TypeVar("T")
QueryId = str | int

MAX_ID = 200
"""Characters of an id."""
MAX_SECONDS = 86_400.0
MAX_NODES = 10**12
MAX_PRIORITY = 1_000_000
LEAST_PARTIAL = 0.1
"""Seconds between partial results, at least."""

_ACTIONS = ("analyse", "cancel", "cancel-all", "about")
_KEYS = {
    "analyse": (
        *("id", "action", "position", "start", "moves", "plies", "limit", "settings"),
        *("searchmoves", "priority", "partial"),
    ),
    "cancel": ("id", "action", "query"),
    "cancel-all": ("id", "action"),
    "about": ("id", "action"),
}
_OPTIONS = {
    option.field: option
    for option in OPTIONS
    if option.field in ("bot", *(known.name for known in fields(SearchOptions)))
}
"""The settings of a query."""
_LIMITS = ("time", "nodes", "rounds")
_PLACE = re.compile(r"([A-Za-z_][\w.\[\]-]*): (.+)", re.DOTALL)


class QueryError(WonaiError):
    """A request that is refused as a whole."""

    query_id: QueryId | None = None
    """Of the request, if that much of it could be read."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = place


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a query may ask for at most."""

    threads: int = 1
    hash_mb: int = 1024
    multipv: int = 500
    positions: int = 10_000
    """Positions of one query."""


@dataclass(frozen=True, slots=True)
class Request:
    """Any request, with what was odd about it."""

    id: QueryId
    action: str
    warnings: tuple[tuple[str, str], ...] = ()
    """Field and sentence of each."""


@dataclass(frozen=True, slots=True)
class Query(Request):
    """Positions of one game to be analysed."""

    states: tuple[tuple[int, State], ...] = ()
    """The plies asked for, and the positions there."""
    limit: Limit = field(default_factory=Limit)
    bot: str = DEFAULT_BOT
    options: SearchOptions = field(default_factory=SearchOptions)
    searchmoves: tuple[str, ...] | None = None
    priority: int = 0
    partial: float | None = None
    """Seconds between partial results; None for none."""


@dataclass(frozen=True, slots=True)
class Cancel(Request):
    """One query is wanted no more."""

    query: QueryId = ""


def parse_request(line: bytes, defaults: Limit, bounds: Bounds) -> Request:
    """The request in a line; `QueryError` with the field that is wrong."""
    document = _at("", parse_document, line)
    if "id" not in document:
        raise QueryError("id", "is required")
    query_id = _id(document["id"], "id")
    try:
        return _Reader(query_id, document, defaults, bounds).request()
    except QueryError as error:
        error.query_id = query_id
        raise


class _Reader:
    """Reads one document; collects what is odd."""

    def __init__(self, query_id: QueryId, document: Mapping[str, Any], defaults: Limit, bounds: Bounds) -> None:
        self._id = query_id
        self._document = document
        self._defaults = defaults
        self._bounds = bounds
        self._warnings: list[tuple[str, str]] = []

    def request(self) -> Request:
        action = _at("action", as_word, self._document.get("action", "analyse"), "action", _ACTIONS, "action")
        self._warn_of_unknown(self._document, "", _KEYS[action])
        match action:
            case "analyse":
                return self._query()
            case "cancel":
                if "query" not in self._document:
                    raise QueryError("query", "is required, the id of the query to cancel")
                return Cancel(self._id, action, tuple(self._warnings), _id(self._document["query"], "query"))
        return Request(self._id, action, tuple(self._warnings))

    def _query(self) -> Query:
        states = self._states()
        settings = self._settings()
        return Query(
            id=self._id,
            action="analyse",
            states=states,
            limit=self._limit(),
            bot=settings.pop("bot", DEFAULT_BOT),
            options=SearchOptions(**{"planner": False, **settings}),
            searchmoves=self._searchmoves(states),
            priority=_at(
                "priority", as_whole, self._document.get("priority", 0), "priority", -MAX_PRIORITY, MAX_PRIORITY
            ),
            partial=self._partial(),
            warnings=tuple(self._warnings),  # last: the others add to them
        )

    def _warn_of_unknown(self, given: Mapping[str, Any], place: str, known: Collection[str]) -> None:
        for key in given:
            if key not in known:
                self._warnings.append((child(place, key), f"unknown field, ignored{near_miss(key, known)}"))

    # -----------------------------------------------------------------------------------------------------------------
    # Positions

    def _states(self) -> tuple[tuple[int, State], ...]:
        moves = self._texts("moves")
        plies = self._plies(len(moves))
        state = self._first_state()
        found = [(0, state.copy())] if 0 in plies else []
        for ply, move in enumerate(moves, start=1):
            try:
                state.play(move)
            except WonaiError as error:
                raise QueryError(f"moves[{ply - 1}]", str(error)) from None
            if ply in plies:
                found.append((ply, state.copy()))
        return tuple(found)

    def _first_state(self) -> State:
        if ("position" in self._document) == ("start" in self._document):
            raise QueryError("position", 'expected either "position" or "start"')
        if "position" in self._document:
            return _at("position", _load, self._document["position"])
        return _at("start", _new, self._document["start"])

    def _plies(self, n_moves: int) -> set[int]:
        """Positions are counted by the moves before them; without `plies` it is the last."""
        given = self._document.get("plies")
        if given is None:
            return {n_moves}
        if given == "all":
            plies = set(range(n_moves + 1))
        else:
            entries = _at("plies", as_list, given, "plies")
            plies = {
                _at(f"plies[{index}]", as_whole, entry, f"plies[{index}]", 0, n_moves)
                for index, entry in enumerate(entries)
            }
        if not 0 < len(plies) <= self._bounds.positions:
            raise QueryError("plies", f"expected 1 to {self._bounds.positions:,} positions, got {len(plies)}")
        return plies

    def _texts(self, key: str) -> list[str]:
        entries = _at(key, as_list, self._document.get(key, []), key)
        return [_at(f"{key}[{index}]", as_text, entry, f"{key}[{index}]") for index, entry in enumerate(entries)]

    # -----------------------------------------------------------------------------------------------------------------
    # How to search

    def _limit(self) -> Limit:
        if "limit" not in self._document:
            return self._defaults
        given = _at("limit", _as_mapping, self._document["limit"], "limit")
        self._warn_of_unknown(given, "limit", _LIMITS)
        limit = Limit(
            time=_seconds(given["time"], "limit.time", 0.001) if "time" in given else None,
            nodes=_count(given, "limit", "nodes", MAX_NODES),
            rounds=_count(given, "limit", "rounds", MAX_NUMBER),
        )
        if limit == Limit():
            raise QueryError("limit", f"expected at least one of {', '.join(_LIMITS)}")
        return with_end(limit)

    def _settings(self) -> dict[str, Any]:
        """What is given of the options that the engine has, too, under the names that they have in Python."""
        given = _at("settings", _as_mapping, self._document.get("settings", {}), "settings")
        self._warn_of_unknown(given, "settings", _OPTIONS)
        return {name: self._setting(_OPTIONS[name], value) for name, value in given.items() if name in _OPTIONS}

    def _setting(self, option: Option, value: Any) -> Any:
        place = f"settings.{option.field}"
        match option:
            case Check():
                return _at(place, as_truth, value, place)
            case Spin():
                most = min(option.most, getattr(self._bounds, option.field, option.most))
                return _at(place, as_whole, value, place, option.least, most)
            case Combo():
                return _at(place, as_word, value, place, option.words, option.field)
        return _at(place, as_text, value, place)

    def _searchmoves(self, states: tuple[tuple[int, State], ...]) -> tuple[str, ...] | None:
        if "searchmoves" not in self._document:
            return None
        if len(states) > 1:
            raise QueryError("searchmoves", f"goes with one position only, and this query has {len(states)}")
        moves = self._texts("searchmoves")
        if not moves:
            raise QueryError("searchmoves", "expected at least one move")
        for index, move in enumerate(moves):
            try:
                states[0][1].copy().play(move)
            except IllegalMove as error:
                raise QueryError(f"searchmoves[{index}]", str(error)) from None
        return tuple(moves)

    def _partial(self) -> float | None:
        given = self._document.get("partial")
        return None if given is None else _seconds(given, "partial", LEAST_PARTIAL)


# ---------------------------------------------------------------------------------------------------------------------
# Values


def _at(place: str, read: Callable[..., T], *arguments: Any) -> T:
    """What `read` returns; the place of its complaint becomes the field."""
    try:
        return read(*arguments)
    except PositionError as error:
        _refuse(place, str(error))


def _refuse(place: str, sentence: str) -> NoReturn:
    if sentence.startswith(f"{place}: "):
        raise QueryError(place, sentence.removeprefix(f"{place}: "))
    inner = _PLACE.fullmatch(sentence) if place else None
    if inner is not None:
        raise QueryError(f"{place}.{inner[1]}", inner[2])
    raise QueryError(place, sentence)


def _load(document: Any) -> State:
    if not isinstance(document, Mapping):
        raise PositionError(f"expected an object, got {describe(document)}")
    name = as_text(document.get("game", registry.DEFAULT_GAME), "game")
    return registry.get(name).load(document)


def _new(words: Any) -> State:
    """`{"game": ..., "players": 4, ...}`; the other entries are the game's own."""
    if not isinstance(words, Mapping):
        raise PositionError(f"expected an object, got {describe(words)}")
    options = dict(words)
    game = registry.get(as_text(options.pop("game", registry.DEFAULT_GAME), "game"))
    players = as_whole(options.pop("players", None), "players", game.min_players, game.max_players)
    return game.new(players, **options)


def _as_mapping(value: Any, place: str) -> Mapping[str, Any]:
    return as_object(value, place, value if isinstance(value, Mapping) else ())


def _id(value: Any, place: str) -> QueryId:
    if isinstance(value, str) and 0 < len(_at(place, as_text, value, place)) <= MAX_ID:
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise QueryError(place, f"expected a text of 1 to {MAX_ID} characters or a whole number, got {describe(value)}")


def _count(given: Mapping[str, Any], place: str, name: str, most: int) -> int | None:
    return _at(f"{place}.{name}", as_whole, given[name], f"{place}.{name}", 1, most) if name in given else None


def _seconds(value: Any, place: str, least: float) -> float:
    return _real(value, place, least, MAX_SECONDS)


def _real(value: Any, place: str, least: float, most: float) -> float:
    number = math.nan
    if isinstance(value, OddNumber):
        number = float(value.text)
    elif isinstance(value, int) and not isinstance(value, bool):
        number = float(value)
    if not least <= number <= most:
        raise QueryError(place, f"expected a number from {least:g} to {most:g}, got {describe(value)}")
    return number
