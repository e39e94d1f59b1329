"""Announces an option whose default is out of its own bounds."""

from sound import SoundEngine, say


class BadOption(SoundEngine):
    def on_wep(self, rest: str) -> None:
        say("option name Hash type spin default 0 min 1 max 64")
        super().on_wep(rest)


BadOption().run()
