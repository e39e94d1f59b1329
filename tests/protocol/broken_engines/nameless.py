"""Shakes hands without saying who it is."""

from sound import SoundEngine, say


class Nameless(SoundEngine):
    def on_wep(self, rest: str) -> None:
        say("wepok")


Nameless().run()
