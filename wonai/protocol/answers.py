"""What an engine says, line by line, as typed values. Text in, values out; no input or output."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wonai.errors import WonaiError, did_you_mean
from wonai.protocol.lines import printable
from wonai.report import SearchInfo

OPTION_TYPES = ("check", "spin", "combo", "string", "button")
NEEDS_MOVES = "NeedsMoves"
"""An engine that announces this option knows no rules: every `go` has to carry the legal moves as `searchmoves`."""

_OPTION_KEYS = ("name", "type", "default", "min", "max", "var")
_COUNTS = ("depth", "nodes", "nps", "time", "multipv")
_PER_SEAT = ("win", "vp")
_INFO_KEYS = (*_COUNTS, *_PER_SEAT, "pv", "string")
_YES = {"true": True, "false": False, "on": True, "off": False}

OptionValue = bool | int | str | None


class AnswerError(WonaiError, ValueError):
    """A line of an engine that the protocol does not know; the message says what is wrong with it."""


class OptionError(WonaiError, ValueError):
    """An option, or a value for one, that the engine does not have."""


@dataclass(frozen=True, slots=True)
class EngineOption:
    """One option as the engine announced it."""

    name: str
    type: str
    """One of `OPTION_TYPES`."""
    default: str | None = None
    least: int | None = None
    most: int | None = None
    words: tuple[str, ...] = ()
    """The values of a combo."""

    def text_of(self, value: OptionValue) -> str:
        """The value as `setoption` wants it; `OptionError` with the bounds if it cannot be."""
        match self.type:
            case "check":
                return self._truth(value)
            case "spin":
                return self._whole(value)
            case "combo":
                return self._word(value)
            case "button":
                return ""
        text = "" if value is None else str(value)
        if not text.isprintable():
            raise OptionError(f"{self.name}: expected a text of one line, got {value!r}")
        return text

    def _truth(self, value: OptionValue) -> str:
        truth = _YES.get(value.lower()) if isinstance(value, str) else value
        if not isinstance(truth, bool):
            raise OptionError(f"{self.name}: expected true or false, got {value!r}")
        return str(truth).lower()

    def _whole(self, value: OptionValue) -> str:
        try:
            number = int(value) if isinstance(value, str) else value
        except ValueError:
            number = None
        if not isinstance(number, int) or isinstance(number, bool) or not self._has(number):
            raise OptionError(f"{self.name}: expected a whole number{self._bounds()}, got {value!r}")
        return str(number)

    def _has(self, number: int) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def _bounds(self) -> str:
        least = "" if self.least is None else f" from {self.least}"
        return least + ("" if self.most is None else f" to {self.most}")

    def _word(self, value: OptionValue) -> str:
        if isinstance(value, bool):  # a switch written as a combo of on and off
            value = next((word for word in self.words if _YES.get(word.lower()) is value), value)
        if value not in self.words:
            near = did_you_mean(str(value), self.words)
            raise OptionError(f"{self.name}: expected one of {', '.join(self.words)}, got {value!r}{near}")
        return str(value)


@dataclass(frozen=True, slots=True)
class Info:
    """One `info` line: how far the engine has come, or what it has to say."""

    depth: int | None = None
    nodes: int | None = None
    nodes_per_second: int | None = None
    seconds: float | None = None
    multipv: int = 1
    """The rank of this line, from 1."""
    win: tuple[float, ...] = ()
    """Chance to win of each seat, in seat order."""
    vp: tuple[float, ...] = ()
    """Expected final score of each seat, in seat order."""
    pv: tuple[str, ...] = ()
    """The expected line of play."""
    text: str = ""
    """What stands behind `string`."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """The answer to `go`."""

    move: str
    ponder: str | None = None
    """The answer the engine expects."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An `error` line."""

    code: str
    sentence: str


def parse_option(line: str) -> EngineOption:
    """`option name Hash type spin default 64 min 1 max 4096`."""
    fields = _option_fields(line.split()[1:])
    name, kind = fields.get("name", [""])[0], fields.get("type", [""])[0]
    if not name:
        raise AnswerError("an option needs a name")
    if kind not in OPTION_TYPES:
        raise AnswerError(f'option {name}: unknown type "{kind}"{did_you_mean(kind, OPTION_TYPES)}')
    least, most = (_whole(fields[key][0], f"option {name}: {key}") if key in fields else None for key in ("min", "max"))
    default = fields["default"][0] if "default" in fields else None
    option = EngineOption(name, kind, default, least, most, tuple(fields.get("var", ())))
    _check_default(option)
    return option


def _option_fields(tokens: Sequence[str]) -> dict[str, list[str]]:
    """The texts behind each key: of a name everything up to `type`, of `var` one text for each."""
    fields: dict[str, list[str]] = {}
    key = ""
    for token in tokens:
        if token in _OPTION_KEYS and (key != "name" or token == "type"):
            if token in fields and token != "var":
                raise AnswerError(f'"{token}" stands twice')
            key = token
            fields.setdefault(key, []).append("")
        elif key:
            fields[key][-1] = f"{fields[key][-1]} {token}".lstrip()
        else:
            raise AnswerError(f'expected "name", got "{shortened(token, 40)}"')
    return fields


def _check_default(option: EngineOption) -> None:
    if option.type == "combo" and not option.words:
        raise AnswerError(f"option {option.name}: a combo needs at least one var")
    if option.type in ("check", "spin", "combo"):
        if option.default is None:
            raise AnswerError(f"option {option.name}: a {option.type} needs a default")
        try:
            option.text_of(option.default)
        except OptionError as error:
            raise AnswerError(f"option {error}, the default") from None


def parse_info(line: str, seats: Sequence[str] | None = None) -> Info:
    """`info depth 3 nodes 500 … pv a b`; words behind an unknown key are left out.

    With `seats`, the number of win chances and scores has to be theirs.
    """
    head, has_text, text = line.partition(" string ")
    if head.endswith(" string"):
        head, has_text = head[: -len(" string")], "string"
    fields: dict[str, list[str]] = {}
    key = ""
    for token in head.split()[1:]:
        if token in _INFO_KEYS and key != "pv":
            if token in fields:
                raise AnswerError(f'"{token}" stands twice')
            key = token
            fields[key] = []
        elif key:
            fields[key].append(token)
    counts = {key: _whole(" ".join(fields[key]), key) for key in _COUNTS if key in fields}
    shares = {key: tuple(_number(token, key) for token in fields.get(key, ())) for key in _PER_SEAT}
    for key, values in shares.items():
        if seats is not None and values and len(values) != len(seats):
            raise AnswerError(f"{key}: expected {len(seats)} numbers, one for each seat, got {len(values)}")
    if not has_text and not fields:
        raise AnswerError("an info line that says nothing")
    return Info(
        depth=counts.get("depth"),
        nodes=counts.get("nodes"),
        nodes_per_second=counts.get("nps"),
        seconds=counts["time"] / 1000 if "time" in counts else None,
        multipv=max(1, counts.get("multipv", 1)),
        win=shares["win"],
        vp=shares["vp"],
        pv=tuple(fields.get("pv", ())),
        text=text,
    )


def format_info(info: SearchInfo, rank: int, seats: Sequence[str]) -> str:
    """The `info` line for the line of that rank, from 1."""
    line = info.lines[rank - 1]
    win = " ".join(f"{line.win[seat]:.4f}" for seat in seats)
    vp = " ".join(f"{line.vp[seat]:.2f}" for seat in seats)
    return (
        f"info depth {info.depth} nodes {info.nodes} nps {info.nodes_per_second} time {round(1000 * info.seconds)}"
        f" multipv {rank} win {win} vp {vp} pv {' '.join(line.pv)}"
    )


def parse_bestmove(line: str) -> BestMove:
    """`bestmove M` or `bestmove M ponder M2`."""
    match line.split()[1:]:
        case [move]:
            return BestMove(move)
        case [move, "ponder", ponder]:
            return BestMove(move, ponder)
    raise AnswerError('expected "bestmove MOVE" or "bestmove MOVE ponder MOVE"')


def format_bestmove(move: str, ponder: str | None = None) -> str:
    """The line that `parse_bestmove` reads."""
    return f"bestmove {move} ponder {ponder}" if ponder else f"bestmove {move}"


def parse_error(line: str) -> Refusal:
    """`error <code> <sentence>`."""
    _, _, rest = line.partition(" ")
    code, _, sentence = rest.partition(" ")
    if not code or not sentence.strip():
        raise AnswerError('expected "error CODE SENTENCE"')
    return Refusal(code, sentence.strip())


def _whole(text: str, key: str) -> int:
    if len(text) > 18 or not text.removeprefix("-").isdecimal():
        raise AnswerError(f'{key}: expected a whole number, got "{shortened(text, 40)}"')
    return int(text)


def _number(text: str, key: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise AnswerError(f'{key}: expected a number, got "{shortened(text, 40)}"')
    return number


def shortened(text: str, most: int = 200) -> str:
    """So much of a foreign text as a message may carry, fit to print."""
    return printable(text if len(text) <= most else f"{text[:most]}...")
