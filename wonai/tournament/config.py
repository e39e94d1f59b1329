"""A tournament as a TOML file: reading, strict, with the nearest word for every one that is unknown.

The format is described in docs/tournaments.md. Paths in a file are relative to its folder.
"""

from __future__ import annotations

import dataclasses
import glob
import os
import shlex
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import wonai
from wonai import registry
from wonai.errors import WonaiError, did_you_mean
from wonai.game import CHANCE
from wonai.search import bot_spec, bots
from wonai.search.searcher import SearchOptions
from wonai.tournament import schedule
from wonai.tournament.errors import TournamentError
from wonai.tournament.setup import FORFEIT, SUBSTITUTE, Allowance, Contestant, Sequential, Setup

DEFAULT_NODES = 200
DEFAULT_GAMES = 100
MAX_GAMES = 1_000_000
MAX_NAME = 40

_TABLES = ("tournament", "limit", "game", "book", "fault", "test", "engine")
_TOURNAMENT = ("name", "format", "players", "games", "seed", "challengers")
_LIMIT = ("nodes", "time", "clock", "increment")
_ENGINE = ("name", "bot", "command", "options", "limit", "restart")
_FAULT = ("then", "substitute", "margin", "stall", "startup")
_TEST = ("engine", "versus", "effect", "alpha", "beta")
_BOOK = ("positions",)
_BOT_OPTIONS = tuple(field.name for field in dataclasses.fields(SearchOptions) if field.name not in ("seed", "multipv"))


def load(path: str | Path) -> dict[str, Any]:
    """The tables of a file, with its paths made whole; what they mean is checked by `setup_of`."""
    with open(path, "rb") as file:
        try:
            document = tomllib.load(file)
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise TournamentError(f"{path}: not TOML: {error}") from None
    folder = Path(path).resolve().parent
    book = document.get("book")
    if isinstance(book, dict) and isinstance(book.get("positions"), list):
        book["positions"] = [str(folder / name) if isinstance(name, str) else name for name in book["positions"]]
    engines = document.get("engine")
    for engine in engines if isinstance(engines, list) else []:
        if isinstance(engine, dict) and "command" in engine:
            engine["command"] = _whole_command(engine["command"], folder)
    return document


def _whole_command(command: Any, folder: Path) -> Any:
    """Words that name a file beside the configuration name it from anywhere."""
    words = _words(command)
    if words is None:
        return command
    return [str(folder / word) if "/" in word and (folder / word).exists() else word for word in words]


def _words(command: Any) -> list[str] | None:
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError:
        return None
    return words if isinstance(words, list) and words and all(isinstance(word, str) for word in words) else None


def setup_of(document: Mapping[str, Any]) -> Setup:
    """The tournament that the tables describe; `TournamentError` naming the entry if they describe none."""
    _known(document, _TABLES, "", "table")
    general = _table(document, "tournament", _TOURNAMENT)
    game, options = _game(document)
    engines = _engines(document)
    _check_weights(engines, game)
    form = _word(general.get("format", "round-robin"), "tournament.format", schedule.FORMATS)
    rules = registry.get(game)
    book = _book(document, game)
    players = _players(general, book, rules.min_players, rules.max_players, form, len(engines))
    challengers = _whole(general.get("challengers", 1), "tournament.challengers", 1, schedule.MAX_ENGINES)
    schedule.check(form, len(engines), players, challengers)
    games = _whole(general.get("games", DEFAULT_GAMES), "tournament.games", 1, MAX_GAMES)
    fault = _table(document, "fault", _FAULT)
    setup = Setup(
        name=_text(general.get("name", "tournament"), "tournament.name"),
        form=form,
        players=players,
        games=schedule.whole_rounds(games, form, len(engines), players, challengers),
        seed=_whole(general.get("seed", 1), "tournament.seed", 0, 2**53),
        engines=engines,
        allowance=_allowance(document.get("limit", {}), "limit"),
        game=game,
        options=options,
        challengers=challengers,
        on_fault=_word(fault.get("then", SUBSTITUTE), "fault.then", (SUBSTITUTE, FORFEIT)),
        substitute=_word(fault.get("substitute", "random"), "fault.substitute", bots.names()),
        margin=_number(fault.get("margin", 0.5), "fault.margin", 0.0),
        stall=_number(fault.get("stall", 30.0), "fault.stall", 0.01),
        startup=_number(fault.get("startup", 15.0), "fault.startup", 0.1),
        book=book,
        sequential=_sequential(document, engines),
    )
    _try_start(setup)
    return setup


def _players(
    general: Mapping[str, Any], book: Sequence[str], least: int, most: int, form: str, n_engines: int
) -> int:
    seats = {len(wonai.loads(text).seats) for text in book}
    if len(seats) > 1:
        raise TournamentError(f"book.positions: all need the same number of seats, got {sorted(seats)}")
    default = seats.pop() if seats else n_engines if form == "all-in" else min(max(least, n_engines), most)
    players = _whole(general.get("players", default), "tournament.players", least, most)
    if book and players != default:
        raise TournamentError(f"tournament.players: the positions of the book have {default} seats, got {players}")
    return players


def _game(document: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    options = document.get("game", {})
    if not isinstance(options, dict):
        raise TournamentError(f"game: expected a table, got {options!r}")
    options = dict(options)
    if "players" in options:
        raise TournamentError("game.players: the seats of a game are tournament.players")
    name = _text(options.pop("name", registry.DEFAULT_GAME), "game.name")
    registry.get(name)
    return name, options


def _try_start(setup: Setup) -> None:
    """Options of the game are its own affair; whether they are right is seen before the first game."""
    try:
        setup.start(0).new_state()
    except (WonaiError, TypeError) as error:
        raise TournamentError(f"game: {error}") from None


def _engines(document: Mapping[str, Any]) -> tuple[Contestant, ...]:
    tables = document.get("engine", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise TournamentError("engine: expected tables of the kind [[engine]]")
    engines = tuple(_engine(table, f"engine[{number}]") for number, table in enumerate(tables))
    names = [engine.name for engine in engines]
    for name in names:
        if names.count(name) > 1:
            raise TournamentError(f'engine: two are named "{name}"; each needs a name of its own')
    if len(engines) < 2:
        raise TournamentError(f"engine: expected at least 2 engines, got {len(engines)}")
    return engines


def _engine(table: Mapping[str, Any], place: str) -> Contestant:
    _known(table, _ENGINE, place, "entry")
    if ("bot" in table) == ("command" in table):
        raise TournamentError(f"{place}: expected either bot or command")
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise TournamentError(f"{place}.options: expected a table, got {options!r}")
    for name, value in options.items():
        if not isinstance(value, bool | int | float | str):
            raise TournamentError(f"{place}.options.{name}: expected a plain value, got {value!r}")
    allowance = _allowance(table["limit"], f"{place}.limit") if "limit" in table else None
    restart = table.get("restart", False)
    if not isinstance(restart, bool):
        raise TournamentError(f"{place}.restart: expected true or false, got {restart!r}")
    if "bot" in table:
        bot = _word(table["bot"], f"{place}.bot", bots.names())
        _known(options, _BOT_OPTIONS, f"{place}.options", "option")
        _check_bot_options(options, f"{place}.options")
        return Contestant(_name(table.get("name", bot), place), bot, (), dict(options), allowance)
    words = _words(table["command"])
    if words is None:
        raise TournamentError(f"{place}.command: expected a command line, got {table['command']!r}")
    name = _name(table.get("name", os.path.basename(words[0])), place)
    return Contestant(name, None, tuple(words), dict(options), allowance, restart)


def _name(name: Any, place: str) -> str:
    text = _text(name, f"{place}.name")
    if len(text) > MAX_NAME or "," in text:
        raise TournamentError(f"{place}.name: expected at most {MAX_NAME} characters and no comma, got {text!r}")
    return text


def _check_bot_options(options: Mapping[str, Any], place: str) -> None:
    plain = SearchOptions()
    for name, value in options.items():
        kind = type(getattr(plain, name))
        if type(value) is not kind:
            raise TournamentError(f"{place}.{name}: expected {_KINDS[kind]}, got {value!r}")
        if kind is int:
            least, most = bot_spec.BOUNDS[name]
            _whole(value, f"{place}.{name}", least, most)


def _check_weights(engines: Sequence[Contestant], game: str) -> None:
    """A style or a file that is not there is said before the first game, not by a crash in each."""
    for number, engine in enumerate(engines):
        if engine.bot is not None and {"style", "eval_file"} & set(engine.options):
            options = SearchOptions(**engine.options)
            try:
                registry.get(game).weights(options.eval_file, options.style)
            except WonaiError as error:
                raise TournamentError(f"engine[{number}].options: {error}") from None


_KINDS = {int: "a whole number", bool: "true or false", str: "a text"}


def _allowance(table: Any, place: str) -> Allowance:
    if not isinstance(table, dict):
        raise TournamentError(f"{place}: expected a table, got {table!r}")
    _known(table, _LIMIT, place, "limit")
    if "increment" in table and "clock" not in table:
        raise TournamentError(f"{place}.increment: needs a clock")
    if not table:
        return Allowance(nodes=DEFAULT_NODES)
    return Allowance(
        nodes=_whole(table["nodes"], f"{place}.nodes", 1, 10**12) if "nodes" in table else None,
        time=_number(table["time"], f"{place}.time", 0.001) if "time" in table else None,
        clock=_number(table["clock"], f"{place}.clock", 0.01) if "clock" in table else None,
        increment=_number(table.get("increment", 0.0), f"{place}.increment", 0.0),
    )


def _book(document: Mapping[str, Any], game: str) -> tuple[str, ...]:
    patterns = _table(document, "book", _BOOK).get("positions", [])
    if not isinstance(patterns, list) or not all(isinstance(pattern, str) for pattern in patterns):
        raise TournamentError(f"book.positions: expected a list of files, got {patterns!r}")
    positions = []
    for pattern in patterns:
        files = sorted(glob.glob(os.path.join(pattern, "*.json") if os.path.isdir(pattern) else pattern))
        if not files:
            raise TournamentError(f"book.positions: there is no file {pattern}")
        positions += [_opening(name, game) for name in files]
    return tuple(positions)


def _opening(name: str, game: str) -> str:
    try:
        state = wonai.load(name)
    except WonaiError as error:
        raise TournamentError(f"{name}: {error}") from None
    if state.game != game:
        raise TournamentError(f"{name}: a position of {state.game}, but the tournament plays {game}")
    if state.is_over or state.to_move == CHANCE:
        raise TournamentError(f"{name}: no seat is to move there")
    return state.to_json()


def _sequential(document: Mapping[str, Any], engines: Sequence[Contestant]) -> Sequential | None:
    if "test" not in document:
        return None
    table = _table(document, "test", _TEST)
    names = [engine.name for engine in engines]
    engine = names.index(_word(table.get("engine", names[0]), "test.engine", names))
    versus = names.index(_word(table["versus"], "test.versus", names)) if "versus" in table else None
    if versus == engine:
        raise TournamentError("test.versus: an engine cannot be compared with itself")
    if "effect" not in table:
        raise TournamentError("test.effect: required, the win share a game by which the engine is to be better")
    return Sequential(
        engine,
        _number(table["effect"], "test.effect", 0.001, 0.999),
        versus,
        _number(table.get("alpha", 0.05), "test.alpha", 0.0001, 0.4999),
        _number(table.get("beta", 0.05), "test.beta", 0.0001, 0.4999),
    )


# ---------------------------------------------------------------------------------------------------------------------
# Values


def _table(document: Mapping[str, Any], name: str, keys: Collection[str]) -> Mapping[str, Any]:
    table = document.get(name, {})
    if not isinstance(table, dict):
        raise TournamentError(f"{name}: expected a table, got {table!r}")
    _known(table, keys, name, "entry")
    return table


def _known(table: Mapping[str, Any], keys: Collection[str], place: str, what: str) -> None:
    for key in table:
        if key not in keys:
            where = f"{place}: " if place else ""
            raise TournamentError(f'{where}unknown {what} "{key}"{did_you_mean(key, keys)}')


def _text(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise TournamentError(f"{place}: expected a text of one line, got {value!r}")
    return value.strip()


def _word(value: Any, place: str, words: Collection[str]) -> str:
    if value not in words:
        near = did_you_mean(str(value), words)
        raise TournamentError(f"{place}: expected one of {', '.join(words)}, got {value!r}{near}")
    return str(value)


def _whole(value: Any, place: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise TournamentError(f"{place}: expected a whole number from {least} to {most}, got {value!r}")
    return value


def _number(value: Any, place: str, least: float, most: float = 1e9) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise TournamentError(f"{place}: expected a number from {least:g} to {most:g}, got {value!r}")
    return float(value)
