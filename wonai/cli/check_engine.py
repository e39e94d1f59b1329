"""`wonai check-engine`: whether an engine speaks the protocol."""

from __future__ import annotations

import asyncio
import shlex

import click

from wonai import registry
from wonai.cli.files import emit, load_state
from wonai.cli.numbers import FiniteRange
from wonai.cli.sentences import one_line
from wonai.protocol.check_subject import Settings
from wonai.protocol.checker import STEPS, Outcome, Verdict, check
from wonai.protocol.transport import ProcessTransport

_MARKS = {Outcome.PASSED: "ok  ", Outcome.FAILED: "FAIL", Outcome.SKIPPED: "skip", Outcome.NOT_REACHED: "-   "}


def _show_steps(ctx: click.Context, param: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        for step in STEPS:
            emit(f"{step.name}: {step.demand}")
        ctx.exit()


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("--game", default=registry.DEFAULT_GAME, show_default=True, help="Which game to check with.")
@click.option("--players", type=int, help="How many seats play.  [default: as few as can]")
@click.option(
    "--position", "files", metavar="FILE", multiple=True, help="Have this position searched, too. Repeatable."
)
@click.option(
    "--slack",
    metavar="SECONDS",
    type=FiniteRange(0.1, 60),
    default=1.0,
    show_default=True,
    help="How late an answer may be; more on a busy machine.",
)
@click.option("-x", "--first", "stops_at_failure", is_flag=True, help="Stop at the first failure.")
@click.option(
    "--steps", is_flag=True, expose_value=False, is_eager=True, callback=_show_steps, help="List the steps and exit."
)
@click.argument("command_line", metavar="COMMAND...", nargs=-1, required=True, type=click.UNPROCESSED)
def command(
    game: str,
    players: int | None,
    files: tuple[str, ...],
    slack: float,
    stops_at_failure: bool,
    command_line: tuple[str, ...],
) -> None:
    """Check an engine against the protocol, step by step.

    COMMAND starts the engine, as words or as one quoted text. The exit status is 0 if every step
    was passed or did not apply, and 1 otherwise.

    \b
    Example:
      wonai check-engine wonai engine
      wonai check-engine python examples/minimal_engine.py
    """
    words = _split(command_line)
    rules = registry.get(game)
    settings = Settings(
        game=rules,
        players=rules.min_players if players is None else players,
        slack=slack,
        positions=tuple(load_state(name) for name in files),
    )
    verdicts = asyncio.run(_run(settings, words, stops_at_failure))
    counts = {outcome: sum(verdict.outcome is outcome for verdict in verdicts) for outcome in Outcome}
    emit(", ".join(f"{count} {outcome.value}" for outcome, count in counts.items() if count))
    if counts[Outcome.FAILED]:
        raise SystemExit(1)


def _split(command_line: tuple[str, ...]) -> list[str]:
    if len(command_line) > 1:
        return list(command_line)
    try:
        return shlex.split(command_line[0]) or [command_line[0]]
    except ValueError as error:
        raise click.BadParameter(f"{command_line[0]}: {error}", param_hint="COMMAND") from None


async def _run(settings: Settings, words: list[str], stops_at_failure: bool) -> list[Verdict]:
    verdicts = []
    async for verdict in check(settings, lambda: ProcessTransport(words), stops_at_failure=stops_at_failure):
        _show(verdict)
        verdicts.append(verdict)
    return verdicts


def _show(verdict: Verdict) -> None:
    reason = f": {one_line(verdict.reason)}" if verdict.reason else ""
    emit(f"{_MARKS[verdict.outcome]} {verdict.step.name}{reason}")
    if verdict.outcome is Outcome.FAILED:
        emit(f"     demanded: {verdict.step.demand}")
        for line in verdict.last_lines:
            emit(f"     it said: {line}")
