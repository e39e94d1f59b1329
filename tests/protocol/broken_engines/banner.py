"""Greets before it is spoken to."""

print("Welcome to the best engine of all!", flush=True)

from sound import SoundEngine  # noqa: E402

SoundEngine().run()
