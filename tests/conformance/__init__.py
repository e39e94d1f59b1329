"""The conformance set: whole games, single cases by ruling, files to refuse; read from the packed archive."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ARCHIVE = Path(__file__).with_name("conformance.tar.xz")


@cache
def _files() -> dict[str, str]:
    with tarfile.open(ARCHIVE) as archive:
        return {entry.name: archive.extractfile(entry).read().decode() for entry in archive}  # type: ignore[union-attr]


def names(folder: str) -> list[str]:
    """The files of a folder (`games`, `cases`, `bad-positions`), without folder and ending."""
    return [name.removeprefix(f"{folder}/").rsplit(".", 1)[0] for name in _files() if name.startswith(f"{folder}/")]


def game(name: str) -> list[dict[str, Any]]:
    """A whole game: the head, one entry a ply, the end."""
    return [json.loads(line) for line in _files()[f"games/{name}.jsonl"].splitlines()]


def case(name: str) -> dict[str, Any]:
    """A single situation, named after the ruling it shows."""
    document: dict[str, Any] = json.loads(_files()[f"cases/{name}.json"])
    return document


def bad_position(name: str) -> dict[str, str]:
    """A file that must be refused: `text`, `why`, and the `path` that the sentence must name."""
    document: dict[str, str] = json.loads(_files()[f"bad-positions/{name}.json"])
    return document


def positions() -> Iterator[dict[str, Any]]:
    """Every whole position that stands in the set and can be read."""
    for name in names("games"):
        head, *plies, _ = game(name)
        yield head["start"]
        yield from (ply["position"] for ply in plies if "position" in ply)
    for name in names("cases"):
        yield case(name)["position"]
