"""`wonai replay`: a recorded game, opened at any move."""

from __future__ import annotations

import click

from wonai.cli.files import emit, load_record
from wonai.cli.pictures import picture_options, write_pictures
from wonai.cli.sentences import one_line
from wonai.errors import RecordError
from wonai.record import Record, Result


@click.command()
@click.argument("record")
@click.option("--at", type=click.IntRange(0), metavar="N", help="After N moves; the default is after the last one.")
@picture_options
@click.option("--json", "as_json", is_flag=True, help="Print the position as a position file.")
def command(record: str, at: int | None, svg: str | None, png: str | None, as_json: bool) -> None:
    """Show a recorded game at any move.

    The whole record is checked first: every move must be legal and the result that of the moves.
    An unfinished game is shown as far as it goes.

    \b
    Example:
      wonai replay game.record --at 120
      wonai replay game.record --at 120 --json > move-120.json
    """
    game = load_record(record)
    at = len(game.moves) if at is None else at
    if at > len(game.moves):
        raise RecordError(f"{record}: there is no move {at}, the game has {len(game.moves)} moves")
    state = game.state(at)
    pictured = write_pictures(state, svg, png)
    if as_json:
        emit(state.to_json())
    elif not pictured:
        emit("\n".join([*_title(game, state.seats), _caption(game, at), "", state.to_text().rstrip("\n")]))


def _caption(game: Record, at: int) -> str:
    if at == 0:
        return f"before move 1 of {len(game.moves)}"
    played = game.moves[at - 1]
    return f"after move {at} of {len(game.moves)}: {played.seat} {played.move}"


def _title(game: Record, seats: tuple[str, ...]) -> list[str]:
    """Which game this was, who played and how it ended."""
    words = {"event": "{}", "site": "{}", "date": "{}", "round": "round {}"}
    lines = [", ".join(text.format(game.tags[tag]) for tag, text in words.items() if tag in game.tags)]
    lines += [_player(game, seat) for seat in seats]
    lines.append("unfinished" if game.result is None else _result(game.result))
    return [one_line(line) for line in lines if line]


def _player(game: Record, seat: str) -> str:
    names = [game.tags[tag] for tag in (f"player {seat}", f"engine {seat}") if tag in game.tags]
    return f"{seat} {', '.join(names)}" if names else ""


def _result(result: Result) -> str:
    scores = ", ".join(f"{seat} {score}" for seat, score in result.scores.items())
    verdict = f"won by {' and '.join(result.winners)}" if result.winners else "no winner"
    fault = f" ({result.fault})" if result.fault else ""
    return f"{verdict}, end: {result.termination}{fault}, scores: {scores}"
