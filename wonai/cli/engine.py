"""`wonai engine`: the engine, for GUIs and other programs."""

from __future__ import annotations

import os
import sys

import click

from wonai.protocol.engine_loop import EngineLoop, run_commands


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("commands", metavar="[COMMAND]...", nargs=-1, type=click.UNPROCESSED)
def command(commands: tuple[str, ...]) -> None:
    """Speak the engine protocol on standard input and output.

    See docs/protocol.md, or say "help". With COMMANDs these are obeyed one after another instead,
    and the exit status is 1 if one of them was refused.

    \b
    Example:
      wonai engine "position startpos players 4" "go nodes 1000"
    """
    if sys.stdout is None or (sys.stdin is None and not commands):
        return  # nobody listens, or nobody speaks
    if commands:
        raise SystemExit(run_commands(commands, sys.stdout.fileno()))
    loop = EngineLoop(sys.stdin.fileno(), sys.stdout.fileno())
    status = loop.run()
    if loop.is_stuck:
        os._exit(status)  # without waiting for a search that does not stop
    raise SystemExit(status)
