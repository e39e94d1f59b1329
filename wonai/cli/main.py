"""The `wonai` command: the list of commands, and the one place where errors become sentences.

A command is a module of this package with a click command named `command`; it is imported only
when it is called, so that help answers at once. A dash in its name is an underscore in the module's.
"""

from __future__ import annotations

import errno
from importlib import import_module
from typing import Any

import click

from wonai import __version__
from wonai.cli.sentences import sentence_of
from wonai.errors import WonaiError, did_you_mean

COMMANDS = {
    "new": "Write the start position of a game.",
    "show": "Show a position as text or as a picture.",
    "validate": "Check position files and game records.",
    "moves": "List the legal moves of a position.",
    "apply": "Play moves in a position and write the result.",
    "plan": "Plan the best round of a seat.",
    "market": "Show what the next cubes cost and bring.",
    "barter": "Find offers that gain both sides, or answer one.",
    "perft": "Count the lines of play to a given depth.",
    "replay": "Show a recorded game at any move.",
    "engine": "Speak the engine protocol on standard input and output.",
    "check-engine": "Check an engine against the protocol, step by step.",
    "serve": "Analyse many positions for other programs.",
    "selfplay": "Play quick games between bots.",
    "tune": "Tune the weights of the policy by self-play, and fit the evaluation to its games.",
    "bench": "Search a fixed set of positions and print the signature.",
    "analyse": "Say what to play in a position, and why.",
    "review": "Say how a recorded game was played.",
    "tournament": "Play engines against each other and rate them.",
    "standings": "Show how a tournament stands.",
    "sprt": "Test whether an engine is better than another.",
    "ladder": "Rate the built-in bots against each other.",
}
"""The commands in the order of a session, with the first line of their help."""

INTERRUPTED = 130
"""The exit status shells give a command ended by ^C."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"wonai.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            ctx.fail(f'No such command "{name}"{did_you_mean(name, COMMANDS)}')
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (WonaiError, OSError) as error:
            if isinstance(error, OSError) and error.errno == errno.EPIPE:
                raise  # the reader of our output has gone; click ends quietly then
            raise click.ClickException(sentence_of(error)) from None
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Play, analyse and study economic board games.

    A FILE is a position (see `wonai new`); `-` stands for standard input. Everything is read and
    written as UTF-8. Files are replaced whole or not at all.

    \b
    Example:
      wonai new --players 4 -o game.json
      wonai moves game.json
    """
