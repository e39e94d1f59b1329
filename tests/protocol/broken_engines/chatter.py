"""Thinks aloud on its output."""

from sound import SoundEngine, say


class Chatter(SoundEngine):
    def inform(self, line: str) -> None:
        say("thinking about it ...")
        super().inform(line)


Chatter().run()
