"""Closes its output after the handshake and lives on."""

import os
import sys

from sound import SoundEngine


class ClosingOutput(SoundEngine):
    def on_isready(self, rest: str) -> None:
        sys.stdout.close()
        os.close(1)

    def obey(self, command: str, rest: str) -> None:
        if not sys.stdout.closed:
            super().obey(command, rest)


ClosingOutput().run()
os._exit(0)
