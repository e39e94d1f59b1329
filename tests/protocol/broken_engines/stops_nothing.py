"""Answers `stop` also when there is nothing to stop."""

from sound import SoundEngine


class StopsNothing(SoundEngine):
    def on_stop(self, rest: str) -> None:
        if self.pending is None:
            self.answer(self.choose([]))
        super().on_stop(rest)


StopsNothing().run()
