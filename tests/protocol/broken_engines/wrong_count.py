"""Gives chances for one seat only."""

from sound import SoundEngine, say


class WrongCount(SoundEngine):
    def inform(self, line: str) -> None:
        say("info depth 1 nodes 1 win 1.0 vp 3")


WrongCount().run()
