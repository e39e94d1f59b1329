"""How fast the core is, always as a ratio to a yardstick measured in the same run."""
