"""Search: knows a game only through `wonai.game` and, compiled, through GameOps."""
