"""The exception family: everything wonai raises on bad input, and nothing else.

Each message is one sentence for a person: it carries the input and names the place.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class WonaiError(Exception):
    """Anything wonai refuses; the command line prints it as one sentence."""


class PositionError(WonaiError, ValueError):
    """A position, or an option of the rules, that cannot be; the message names the field."""


class IllegalMove(WonaiError, ValueError):
    """A move that is against the rules in this position; the message gives the rule."""


class NotationError(IllegalMove):
    """A text that is no move at all."""


class RecordError(WonaiError, ValueError):
    """A game record that cannot be read or does not replay; the message names the line."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean "mine"?` for a near miss, otherwise nothing."""
    names = list(known)
    close = [word.lower()] if word.lower() in names else difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    return f'; did you mean "{close[0]}"?' if close else ""
