"""Errors as one line for a person."""

from __future__ import annotations


def sentence_of(error: Exception) -> str:
    """What went wrong, and with which file."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror is not None:
        return one_line(f"{error.filename}: {error.strerror}")
    return one_line(str(error))


def one_line(text: str) -> str:
    """Safe to print: a message may quote a hostile file, which must not drive the terminal."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
