"""Does not leave when it is told to."""

import time

from sound import SoundEngine


class Lingering(SoundEngine):
    def leave(self) -> None:
        time.sleep(60)


Lingering().run()
