"""Answers a search twice."""

from sound import SoundEngine


class Twice(SoundEngine):
    def answer(self, move: str) -> None:
        super().answer(move)
        super().answer(move)


Twice().run()
