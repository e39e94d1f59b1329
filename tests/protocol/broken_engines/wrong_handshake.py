"""Speaks the protocol of chess engines."""

from sound import SoundEngine, say


class WrongHandshake(SoundEngine):
    def on_wep(self, rest: str) -> None:
        say("id name chess")
        say("uciok")


WrongHandshake().run()
