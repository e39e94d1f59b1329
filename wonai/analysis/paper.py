"""Text for a terminal: wrapped, aligned, and coloured only if asked to."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence

_CODES = {"bold": "1", "dim": "2", "green": "32", "red": "31", "cyan": "36", "yellow": "33"}
_CODE = re.compile("\x1b\\[[0-9;]*m")
MAX_WIDTH = 110
"""Longer lines are hard to read."""
MIN_WIDTH = 40


class Paper:
    """What a report is written on: so wide, with or without colours."""

    def __init__(self, width: int = 80, *, colour: bool = False) -> None:
        self.width = max(MIN_WIDTH, min(width, MAX_WIDTH))
        self._colour = colour

    def ink(self, text: str, *styles: str) -> str:
        """A text in colours, if there are any."""
        if not self._colour or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"

    def heading(self, text: str) -> str:
        """The title of a part."""
        return self.ink(text, "bold")

    def wrapped(self, text: str, *, first: str = "", rest: str | None = None) -> list[str]:
        """A paragraph, its first line and the others indented."""
        later = " " * len(first) if rest is None else rest
        return textwrap.wrap(
            text, self.width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False
        ) or [first.rstrip()]

    def indented(self, block: str, indent: str = "  ") -> list[str]:
        """A text that has its own lines; those too long are wrapped."""
        lines = []
        for line in block.rstrip("\n").split("\n"):
            margin = indent + " " * (len(line) - len(line.lstrip(" ")))
            if len(indent + line) > self.width:
                lines += self.wrapped(line.strip(" "), first=margin, rest=margin + "  ")
            else:
                lines.append((indent + line).rstrip())
        return lines


def columns(text: str) -> int:
    """The width of a text on a terminal, its colours not counted."""
    return len(_CODE.sub("", text))


def table(rows: Sequence[Sequence[str]], *, left: int = 1, gap: str = "  ") -> list[str]:
    """Aligned columns: the first `left` to the left, the others to the right."""
    widths = [max(columns(row[k]) for row in rows if k < len(row)) for k in range(max(map(len, rows)))]
    lines = []
    for row in rows:
        cells: Iterable[str] = (
            cell + " " * (widths[k] - columns(cell)) if k < left else " " * (widths[k] - columns(cell)) + cell
            for k, cell in enumerate(row)
        )
        lines.append(gap.join(cells).rstrip())
    return lines
