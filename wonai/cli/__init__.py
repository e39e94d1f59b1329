"""The command line: one module a command, listed and loaded by `wonai.cli.main`."""
