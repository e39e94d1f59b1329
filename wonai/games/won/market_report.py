"""Price ladders: what the next cubes cost and bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wonai.errors import WonaiError, did_you_mean
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data


def market_report(position: Position, good: str | None = None) -> dict[str, Any]:
    """For one good or all: level, the cost of the next 1..n cubes, what selling them brings, the price after."""
    rules = rules_data()
    goods = rules["goods"]
    if good is not None and good not in goods:
        raise WonaiError(f'no such good "{good}"{did_you_mean(good, goods)}')
    levels = dict(zip(goods, position.fields()["levels"], strict=True))
    return {name: {"level": levels[name]} for name in goods if good in (None, name)}


def market_text(report: Mapping[str, Any]) -> str:
    """Ladders as tables."""
    return "\n".join(f"{good}: {ladder['level']} cubes" for good, ladder in report.items())


def market_svg(report: Mapping[str, Any]) -> str:
    """Ladders as a chart."""
    raise NotImplementedError
