"""Answers a move that does not exist."""

from sound import SoundEngine


class Illegal(SoundEngine):
    def choose(self, only: list[str]) -> str:
        return "castle:e1g1"


Illegal().run()
