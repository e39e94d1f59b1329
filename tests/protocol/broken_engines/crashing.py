"""Dies with a traceback at its first search."""

from sound import SoundEngine


class Crashing(SoundEngine):
    def choose(self, only: list[str]) -> str:
        raise RuntimeError("a bug on purpose")


Crashing().run()
