"""Adapters: every game of the registry in the words of other frameworks. Each needs its own extra."""
