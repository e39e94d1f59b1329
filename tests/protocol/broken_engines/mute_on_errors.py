"""Ignores what it does not know without a word."""

from sound import SoundEngine


class MuteOnErrors(SoundEngine):
    def obey(self, command: str, rest: str) -> None:
        if hasattr(self, f"on_{command}"):
            super().obey(command, rest)


MuteOnErrors().run()
