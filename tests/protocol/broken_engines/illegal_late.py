"""Plays by the rules until the first phase of the game is over."""

from sound import SoundEngine


class IllegalLate(SoundEngine):
    def choose(self, only: list[str]) -> str:
        assert self.state is not None
        return super().choose(only) if self.state.phase in ("draft", "trade") else "draft:i1"


IllegalLate().run()
