"""Chooses from all moves, whatever it was told."""

from sound import SoundEngine


class IgnoresSearchmoves(SoundEngine):
    def choose(self, only: list[str]) -> str:
        return super().choose([])


IgnoresSearchmoves().run()
