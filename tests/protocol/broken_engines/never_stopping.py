"""Does not hear stop."""

from sound import SoundEngine


class NeverStopping(SoundEngine):
    def on_stop(self, rest: str) -> None:
        """Goes on for ever."""


NeverStopping().run()
