"""Chances and scores as they are written, everywhere alike."""

from __future__ import annotations

import math

from wonai.report import MoveLine


def percent(share: float, digits: int = 0) -> str:
    """`31%`; never `100%` or `0%` for what is not certain."""
    shown = f"{100 * share:.{digits}f}%"
    if not digits and 0 < share < 0.005:
        return "<1%"
    if not digits and 0.995 < share < 1:
        return ">99%"
    return shown


def points(score: float) -> str:
    """`62.1`."""
    return f"{score:.1f}"


def chance(line: MoveLine, seat: str) -> str:
    """`31% ±2`: one standard error in percentage points."""
    return f"{percent(line.win[seat])} ±{bar(line.error_of_win(seat))}"


def bar(error: float) -> str:
    """A standard error of a chance in percentage points: `2`, `0.4`."""
    shown = 100 * error
    return f"{shown:.0f}" if shown >= 0.95 else f"{shown:.1f}"


def score(line: MoveLine, seat: str) -> str:
    """`62.1`, with its error where that is known."""
    error = line.vp_error.get(seat)
    return points(line.vp[seat]) + (f" ±{error:.1f}" if error is not None else "")


def signed_percent(share: float) -> str:
    """`+3.1`, in percentage points."""
    return f"{100 * share:+.1f}"


def both(one: float, other: float) -> float:
    """The standard error of a difference."""
    return math.hypot(one, other)
