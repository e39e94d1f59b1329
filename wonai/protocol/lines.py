"""Bytes in any pieces to whole lines of bounded length, and lines fit to be shown."""

from __future__ import annotations

from collections.abc import Iterator


class BoundedLines:
    """Bytes in any pieces in, whole lines out; of a line that is too long, only that it was."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._n_held = 0
        self._is_skipping = False

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """The lines that are complete now; None for each that was too long."""
        *lines, rest = data.split(b"\n")
        for line in lines:
            yield from self._take(line)
            if not self._is_skipping:
                yield self._joined()
            self._is_skipping = False
        yield from self._take(rest)

    def _take(self, piece: bytes) -> Iterator[None]:
        """Keep a piece of the line that has begun; a line that gets too long is reported once and forgotten."""
        if self._is_skipping:
            return
        if self._n_held + len(piece) > self._most:
            self._joined()
            self._is_skipping = True
            yield None
        elif piece:
            self._pieces.append(piece)
            self._n_held += len(piece)

    def _joined(self) -> bytes:
        line = b"".join(self._pieces)
        self._pieces.clear()
        self._n_held = 0
        return line

    def end(self) -> Iterator[bytes | None]:
        """A last line without a line feed."""
        if self._pieces:
            yield self._joined()


def printable(text: str) -> str:
    """A text that fits on one line of anything: what cannot be printed is written as an escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
