"""Reports more often than anybody can read."""

from sound import SoundEngine


class TooManyInfos(SoundEngine):
    def inform(self, line: str) -> None:
        for _ in range(1000):
            super().inform(line)


TooManyInfos().run()
