"""A plan in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def plan_text(plan: Mapping[str, Any]) -> str:
    """The round as a person would want to follow it."""
    return "" if plan else "There is nothing to plan in this phase."
