"""What a GUI says: text line <-> command object. No input or output, and nothing of any game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wonai.errors import WonaiError, did_you_mean
from wonai.protocol.lines import printable
from wonai.registry import DEFAULT_GAME

MAX_MOVETIME = 10**9
"""Milliseconds: more than eleven days."""
MAX_NODES = 10**12
MAX_ROUNDS = 1_000
MAX_SEARCHMOVES = 1_000
MAX_PERFT_DEPTH = 50
MAX_PLAYERS = 99
"""How many play a game is its own affair; this only keeps a number a number."""
MAX_SHOWN = 60
"""As much of a foreign word is repeated in a sentence."""

_DIGITS = re.compile(r"[0-9]{1,15}")
_SPACES = re.compile(r"[ \t]+")
_VALUE = re.compile(r"(?<![^ \t])value(?![^ \t])")
_STEP = {"{": 1, "}": -1}
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}]', re.DOTALL)
"""A string without its end reaches to the end of the text, so that no text is looked at twice."""


CODES = {
    "unknown-command": "no command begins with this word",
    "syntax": "the command is known, but not what follows it",
    "too-long": "the line is longer than the engine reads",
    "bad-encoding": "the line is not UTF-8",
    "unknown-option": "there is no option of this name",
    "bad-value": "the option cannot have this value",
    "bad-position": "the position cannot be read or cannot be",
    "illegal-move": "a move is against the rules, or no move at all",
    "no-position": "the command needs a position, and none was set",
    "game-over": "there is no move to search: the game has ended",
    "chance": "there is no move to search: a draw or deal is due",
    "busy": "the command has to wait until the work at hand has ended",
    "not-pondering": "ponderhit came, but the engine does not ponder",
    "stopped": "stop ended the command before it had an answer",
    "no-advice": "the game offers no evaluation or plan",
    "refused": "the search or the advice cannot be given; the sentence says why",
    "no-memory": "there is not enough memory",
    "internal": "a fault of the engine itself, worth a report",
}
"""The codes of `error` lines, and what they mean."""


class Refused(WonaiError):
    """A command that is answered with `error <code> <sentence>`."""

    def __init__(self, code: str, sentence: str) -> None:
        assert code in CODES
        super().__init__(sentence)
        self.code = code

    def to_line(self) -> str:
        """One line, whatever the sentence quotes."""
        return f"error {self.code} {printable(str(self))}"


# ---------------------------------------------------------------------------------------------------------------------
# The commands


@dataclass(frozen=True, slots=True)
class Bare:
    """A command of one word: `isready`."""

    word: str


@dataclass(frozen=True, slots=True)
class SetOption:
    """`setoption name N value V`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class StartPosition:
    """`position startpos [game NAME] players N … [moves …]`."""

    players: int
    game: str = DEFAULT_GAME
    words: tuple[str, ...] = ()
    """The game's own."""
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JsonPosition:
    """`position json {…} [moves …]`."""

    text: str
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Go:
    """`go` with its limits; those that were not given are None."""

    movetime: int | None = None
    """Milliseconds."""
    nodes: int | None = None
    rounds: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Perft:
    """`perft D`."""

    depth: int


Command = Bare | SetOption | StartPosition | JsonPosition | Go | Perft

BARE_WORDS = (
    "wep", "isready", "newgame", "stop", "ponderhit", "quit", "d", "legal", "scores", "eval", "plan", "bench", "help",
)  # fmt: skip
HELP = """\
wep                                         who the engine is, and its options
isready                                     readyok, also during a search
setoption name NAME value VALUE             change an option
newgame                                     forget the old game
position startpos [game G] players N [...] [moves M...]   the start of a game, and moves from there
position json {...} [moves M...]            any position
go [movetime MS] [nodes N] [rounds R] [infinite] [ponder] [searchmoves M...]   search
stop, ponderhit                             answer now; what was pondered on has happened
d, legal, scores                            the position, its moves, its scores and winners
eval, plan                                  its worth by part, the plan for the turn
perft DEPTH, bench                          count lines of play; a fixed workload
help, quit                                  this; leave
A line that begins with # is a comment."""
"""For people."""
_GO_LIMITS = {"movetime": MAX_MOVETIME, "nodes": MAX_NODES, "rounds": MAX_ROUNDS}
_GO_FLAGS = ("infinite", "ponder")
_GO_WORDS = (*_GO_LIMITS, *_GO_FLAGS, "searchmoves")


# ---------------------------------------------------------------------------------------------------------------------
# Line to command


def parse_command(line: str) -> Command | None:
    """The command in a line, None for a blank one or a comment; `Refused` if it is none."""
    text = line.strip(" \t\r\n")
    if not text or text.startswith("#"):
        return None
    word, *rest = _SPACES.split(text, maxsplit=1)
    if word in _PARSERS:
        return _PARSERS[word](rest[0] if rest else "")
    if word not in BARE_WORDS:
        raise Refused("unknown-command", f"unknown command {quoted(word)}{_nearest(word, (*BARE_WORDS, *_PARSERS))}")
    if rest:
        raise Refused("syntax", f"{word}: nothing may follow, got {quoted(rest[0])}")
    return Bare(word)


def _parse_setoption(rest: str) -> SetOption:
    name_key, *tail = _SPACES.split(rest, maxsplit=1)
    text = tail[0] if tail else ""
    value_key = _VALUE.search(text)
    name = text[: value_key.start()].strip() if value_key else ""
    if name_key != "name" or not name or value_key is None:
        raise Refused("syntax", 'setoption: expected "setoption name NAME value VALUE"')
    return SetOption(name, text[value_key.end() :].strip())


def _parse_position(rest: str) -> StartPosition | JsonPosition:
    kind, *tail = _SPACES.split(rest, maxsplit=1)
    text = tail[0] if tail else ""
    if kind == "startpos":
        return _parse_startpos(_words(text))
    if kind == "json":
        return _parse_json(text)
    raise Refused("syntax", f'position: expected "startpos" or "json", got {quoted(kind)}')


def _parse_startpos(words: list[str]) -> StartPosition:
    head, moves = _split_at_moves(words)
    game = DEFAULT_GAME
    if head[:1] == ["game"]:
        if len(head) < 2:
            raise Refused("syntax", "position startpos: the name of the game is missing")
        game, head = head[1], head[2:]
    if head[:1] != ["players"] or len(head) < 2:
        raise Refused("syntax", 'position startpos: expected "players" and their number')
    players = _whole_number(head[1], "position startpos: players", 1, MAX_PLAYERS)
    return StartPosition(players, game, tuple(head[2:]), moves)


def _parse_json(text: str) -> JsonPosition:
    end = _end_of_object(text)
    words = _words(text[end:])
    if words and words[0] != "moves":
        raise Refused("syntax", f'position json: expected "moves" after the object, got {quoted(words[0])}')
    return JsonPosition(text[:end], tuple(words[1:]))


def _end_of_object(text: str) -> int:
    """Where the JSON object ends with which a text begins; whether it is well-formed, the reader finds out."""
    if not text.startswith("{"):
        raise Refused("syntax", f"position json: expected a JSON object, got {quoted(text)}")
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        depth += _STEP.get(match[0], 0)
        if depth == 0 and match[0] == "}":
            return match.end()
    raise Refused("syntax", "position json: the object has no end; it has to stand on one line")


def _split_at_moves(words: list[str]) -> tuple[list[str], tuple[str, ...]]:
    if "moves" not in words:
        return words, ()
    at = words.index("moves")
    return words[:at], tuple(words[at + 1 :])


def _parse_go(rest: str) -> Go:
    words = _words(rest)
    found: dict[str, int | bool | tuple[str, ...]] = {}
    while words:
        word = words.pop(0)
        if word not in _GO_WORDS:
            raise Refused("syntax", f"go: unknown word {quoted(word)}{_nearest(word, _GO_WORDS)}")
        if word in found:
            raise Refused("syntax", f'go: "{word}" stands twice')
        if word in _GO_FLAGS:
            found[word] = True
        elif word in _GO_LIMITS:
            found[word] = _whole_number(words.pop(0) if words else "", f"go {word}", 1, _GO_LIMITS[word])
        else:
            found[word] = _take_searchmoves(words)
    return Go(**found)  # type: ignore[arg-type]


def _take_searchmoves(words: list[str]) -> tuple[str, ...]:
    """The moves up to the next word of `go`, each once; they are taken out of `words`."""
    end = next((index for index, word in enumerate(words) if word in _GO_WORDS), len(words))
    moves = tuple(dict.fromkeys(words[:end]))
    del words[:end]
    if not moves:
        raise Refused("syntax", "go searchmoves: expected at least one move")
    if len(moves) > MAX_SEARCHMOVES:
        raise Refused("syntax", f"go searchmoves: expected at most {MAX_SEARCHMOVES:,} moves, got {len(moves):,}")
    return moves


def _parse_perft(rest: str) -> Perft:
    return Perft(_whole_number(rest, "perft", 0, MAX_PERFT_DEPTH))


_PARSERS: dict[str, Callable[[str], Command]] = {
    "setoption": _parse_setoption,
    "position": _parse_position,
    "go": _parse_go,
    "perft": _parse_perft,
}


def _words(text: str) -> list[str]:
    return [word for word in _SPACES.split(text) if word]


def _whole_number(text: str, place: str, least: int, most: int) -> int:
    if not _DIGITS.fullmatch(text) or not least <= int(text) <= most:
        got = f"got {quoted(text)}" if text else "got nothing"
        raise Refused("syntax", f"{place}: expected a whole number from {least} to {most}, {got}")
    return int(text)


def quoted(text: str) -> str:
    """A foreign text in quotes, cut to what a sentence can carry."""
    return f'"{text}"' if len(text) <= MAX_SHOWN else f'"{text[:MAX_SHOWN]}..."'


def _nearest(word: str, known: Sequence[str]) -> str:
    """A near miss; of a long word the beginning decides, since the comparison is slow."""
    return did_you_mean(word[:MAX_SHOWN], known)


# ---------------------------------------------------------------------------------------------------------------------
# Command to line


def format_command(command: Command) -> str:
    """The line that `parse_command` reads as this command."""
    match command:
        case Bare(word):
            return word
        case SetOption(name, value):
            return f"setoption name {name} value {value}".rstrip()
        case StartPosition(players, game, words, moves):
            named = [] if game == DEFAULT_GAME else ["game", game]
            return " ".join(["position startpos", *named, "players", str(players), *words, *_moves_part(moves)])
        case JsonPosition(text, moves):
            return " ".join(["position json", text, *_moves_part(moves)])
        case Perft(depth):
            return f"perft {depth}"
    return _format_go(command)


def _format_go(go: Go) -> str:
    words = ["go"]
    for name in _GO_LIMITS:
        value = getattr(go, name)
        words += [] if value is None else [name, str(value)]
    words += [name for name in _GO_FLAGS if getattr(go, name)]
    words += [] if go.searchmoves is None else ["searchmoves", *go.searchmoves]
    return " ".join(words)


def _moves_part(moves: Sequence[str]) -> list[str]:
    return ["moves", *moves] if moves else []
