"""What can be wrong with a tournament, as opposed to one of its engines."""

from __future__ import annotations

from wonai.errors import WonaiError


class TournamentError(WonaiError):
    """A set-up that cannot be played, or a folder that cannot be used; the message names the place."""
