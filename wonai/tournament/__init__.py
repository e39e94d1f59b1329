"""Tournaments: who is stronger, with any number of seats, and nothing lost on the way. Knows no game by name."""
