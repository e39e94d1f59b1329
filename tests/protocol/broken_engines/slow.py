"""Answers every search seconds too late."""

import time

from sound import SoundEngine


class Slow(SoundEngine):
    def answer(self, move: str) -> None:
        time.sleep(2.0)
        super().answer(move)


Slow().run()
