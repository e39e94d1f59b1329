"""Answers an endless search before it is stopped."""

from sound import SoundEngine


class Impatient(SoundEngine):
    def on_go(self, rest: str) -> None:
        super().on_go(rest.replace("infinite", "nodes 1"))


Impatient().run()
