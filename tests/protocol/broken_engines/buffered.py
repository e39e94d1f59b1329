"""Forgets to flush its output."""

import io
import sys

import sound

sound.say = lambda line: sys.stdout.write(line + "\n")  # type: ignore[assignment]
sys.stdout = io.TextIOWrapper(sys.stdout.buffer, write_through=False)
sound.SoundEngine().run()
