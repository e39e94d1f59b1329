"""Leaves with an exit status of failure."""

import sys

from sound import SoundEngine

SoundEngine().run()
sys.exit(3)
