"""position.json <-> position: strict reading and canonical writing; every error names the field.

Reading takes four steps: `Reader` reads each entry by itself into a plain record of `Fields`, `Checks` looks at what
they say together, the caller builds a position from them, and `check_built` asks that position for the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from wonai.games.won.options import Options
from wonai.games.won.position_checks import Asked, Checks, check_built
from wonai.games.won.position_fields import Fields, words_of
from wonai.games.won.position_reader import Reader
from wonai.games.won.position_writer import Writer

P = TypeVar("P", bound=Asked)


def read_position(document: Any, data: Mapping[str, Any], build: Callable[[Options, Fields, list[str]], P]) -> P:
    """The position that a parsed file describes; `PositionError` naming the place if there is none."""
    words = words_of(data)
    reader = Reader(document, words)
    reader.read()
    Checks(reader.options, reader.fields, words).run()
    position = build(reader.options, reader.fields, reader.names)
    check_built(position, reader.fields, words)
    return position


def write(options: Options, fields: Fields, names: Sequence[str], data: Mapping[str, Any]) -> str:
    """The canonical text; the fields name each bloc by its first hex, in board order."""
    document = Writer(options, fields, names, words_of(data)).document()
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
