"""Says one line that never ends."""

import sys

from sound import SoundEngine


class EndlessLine(SoundEngine):
    def inform(self, line: str) -> None:
        while True:
            sys.stdout.write("info string " + "x" * 65536)


EndlessLine().run()
