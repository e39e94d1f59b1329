"""Loses its position over an error."""

from sound import SoundEngine

from wonai.registry import get


class Forgetful(SoundEngine):
    def on_position(self, rest: str) -> None:
        game = self.state.game if self.state is not None else "wealth-of-nations"
        self.state = get(game).new(3)
        super().on_position(rest)


Forgetful().run()
