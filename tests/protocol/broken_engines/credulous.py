"""Takes every option and every command."""

from sound import SoundEngine


class Credulous(SoundEngine):
    def on_setoption(self, rest: str) -> None:
        """Anything goes."""


Credulous().run()
