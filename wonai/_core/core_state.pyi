class CoreState:
    """A state whose rules are compiled: `GameOps` and the bytes they work on."""
