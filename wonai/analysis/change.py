"""`--set PATH=VALUE`: the position with single entries changed, read again as strictly as any file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import wonai
from wonai.errors import PositionError, WonaiError, did_you_mean
from wonai.game import State

_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_RELATIVE = re.compile(r"[+-]\d+")


def changed(state: State, settings: Iterable[str]) -> State:
    """The position after `players[0].money=12`, `p1.goods.ore=+1`, `board.d4=null` and the like.

    A seat stands for its entry in `players`. `+N` and `-N` change a number by so much; `null` takes an entry out;
    any other value is JSON, or text where it is none.
    """
    document: dict[str, Any] = json.loads(state.to_json())
    for setting in settings:
        _apply(document, setting)
    try:
        return wonai.loads(json.dumps(document))
    except PositionError as error:
        raise PositionError(f"--set: {error}") from None


def _apply(document: dict[str, Any], setting: str) -> None:
    path, equals, text = setting.partition("=")
    steps = _steps(path)
    if not equals or not steps:
        raise WonaiError(f'--set: expected PATH=VALUE such as p1.money=12, got "{setting}"')
    steps = _seat_first(document, steps)
    holder: Any = document
    for depth, step in enumerate(steps[:-1]):
        holder = _entry(holder, step, steps[: depth + 1], path)
    last = steps[-1]
    if isinstance(holder, list):
        _entry(holder, last, steps, path)
    elif not isinstance(holder, dict) or isinstance(last, int):
        raise WonaiError(f'--set: there is no "{path}" in the position')
    if text == "null" and isinstance(holder, dict):
        holder.pop(str(last), None)
        return
    old = holder.get(last) if isinstance(holder, dict) else holder[last]
    holder[last] = _value(old, text, path)


def _steps(path: str) -> list[str | int]:
    """`players[0].goods.ore` taken apart; empty where it cannot be."""
    found = list(_STEP.finditer(path))
    written = "".join(f"[{match[1]}]" if match[1] else f".{match[2]}" for match in found).removeprefix(".")
    return [int(match[1]) if match[1] else match[2] for match in found] if written == path else []


def _seat_first(document: dict[str, Any], steps: list[str | int]) -> list[str | int]:
    """A seat as the first step means that player."""
    for key, entries in document.items():
        for place, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict) and entry.get("seat") == steps[0]:
                return [key, place, *steps[1:]]
    return steps


def _entry(holder: Any, step: str | int, so_far: list[str | int], path: str) -> Any:
    if isinstance(step, int) and isinstance(holder, list) and step < len(holder):
        return holder[step]
    if isinstance(step, str) and isinstance(holder, dict) and step in holder:
        return holder[step]
    known = [key for key in holder if isinstance(key, str)] if isinstance(holder, dict) else []
    raise WonaiError(f'--set: there is no "{path}" in the position{did_you_mean(str(so_far[-1]), known)}')


def _value(old: Any, text: str, path: str) -> Any:
    if _RELATIVE.fullmatch(text) and isinstance(old, int) and not isinstance(old, bool):
        return old + int(text)
    if text.startswith("+"):
        raise WonaiError(f'--set: "{path}" is no number to add to')
    try:
        return json.loads(text)
    except ValueError:
        return text
