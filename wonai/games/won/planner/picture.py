"""Where a plan builds, as a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from wonai.games.won.picture import render_svg
from wonai.games.won.planner.replay import hex_put, replay
from wonai.games.won.position import Position
from wonai.games.won.tables import rules_data


def plan_svg(position: Position, plan: Mapping[str, Any]) -> str:
    """The board after the plan's Develop phase, what it puts down ringed and numbered as in the text."""
    line = position.copy()
    marked: dict[str, None] = {}
    shown = line
    for move, before in replay(line, plan["seat"], plan["moves"], last=False) if plan else ():
        if (place := hex_put(move)) is not None:
            marked[place] = None
        if before.phase in ("trade", "develop"):
            shown = before.copy()
    return render_svg(json.loads(shown.to_json()), shown.blocs(), rules_data(), marked=tuple(marked))
