"""Barter: offers that gain both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wonai.games.won.position import Position


def best_offers(position: Position, seat: str, *, limit: int = 3) -> list[dict[str, Any]]:
    """Deals worth proposing, the best first."""
    del position, seat, limit
    return []


def barter_report(position: Position, seat: str, *, offer: str | None = None, firmness: float = 0.5) -> dict[str, Any]:
    """The offers to make, or the answer to one."""
    del offer, firmness
    return {"seat": seat, "offers": best_offers(position, seat)}


def barter_text(report: Mapping[str, Any]) -> str:
    """Offers with what they bring to whom."""
    return "" if report["offers"] else "No offer gains both sides."
