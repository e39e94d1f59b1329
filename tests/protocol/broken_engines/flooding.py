"""Says the same line without end while it searches."""

from sound import SoundEngine


class Flooding(SoundEngine):
    def inform(self, line: str) -> None:
        while True:
            super().inform(line)


Flooding().run()
