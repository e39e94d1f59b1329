"""Film: many pictures that are nearly alike, each element stored once.

A picture of a position has well over a thousand elements of which a move changes a few. Pages that step through
moves carry the elements, the lines made of them, and the frames made of lines; `page.js` puts a frame together again.
"""

from __future__ import annotations

import re
from typing import Any

_BETWEEN_ELEMENTS = re.compile(r"(?<=>)(?=<)")


class Film:
    """Pictures added one after the other."""

    def __init__(self) -> None:
        self._elements: dict[str, int] = {}
        self._lines: dict[tuple[int, ...], int] = {}
        self._frames: dict[tuple[int, ...], int] = {}

    def add(self, svg: str) -> int:
        """The number of the frame that shows this picture."""
        frame = tuple(self._line(line) for line in svg.split("\n"))
        return self._frames.setdefault(frame, len(self._frames))

    def _line(self, text: str) -> int:
        elements = _BETWEEN_ELEMENTS.split(text)
        line = tuple(self._elements.setdefault(element, len(self._elements)) for element in elements)
        return self._lines.setdefault(line, len(self._lines))

    def to_document(self) -> dict[str, Any]:
        """For the script of a page."""
        return {
            "elements": list(self._elements),
            "lines": [list(line) for line in self._lines],
            "frames": [list(frame) for frame in self._frames],
        }

    def svg(self, frame: int) -> str:
        """The picture of a frame, as it was added."""
        elements, lines = list(self._elements), list(self._lines)
        return "\n".join("".join(elements[element] for element in lines[line]) for line in list(self._frames)[frame])
