"""`wonai validate`: are these files what they claim to be?"""

from __future__ import annotations

import click

from wonai.cli.files import check, emit
from wonai.cli.sentences import one_line, sentence_of
from wonai.errors import WonaiError


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...]) -> None:
    """Check position files and game records.

    Prints a line for each file: that it is ok, or what is wrong with it and where. The exit status
    is 1 if any is not ok. A record must replay to its result.

    \b
    Example:
      wonai validate game.json tournament/*.record
    """
    verdicts = [_report(name) for name in files]
    if not all(verdicts):
        ctx.exit(1)


def _report(name: str) -> bool:
    """Print the verdict on one file; whether it is ok."""
    try:
        check(name)
    except (WonaiError, OSError) as error:
        emit(sentence_of(error))
        return False
    emit(one_line(f"{name}: ok"))
    return True
