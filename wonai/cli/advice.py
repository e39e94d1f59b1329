"""Who gives advice on a position, for the commands that ask."""

from __future__ import annotations

from wonai import registry
from wonai.errors import WonaiError
from wonai.game import Advisor, State


def advisor_for(state: State) -> Advisor:
    """The advisor of the state's game; a sentence where there is none."""
    advisor = registry.get(state.game).advisor()
    if advisor is None:
        raise WonaiError(f"nobody gives advice on {state.game}")
    return advisor
