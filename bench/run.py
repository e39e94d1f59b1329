"""Owns the bench command: measures every claim in one run and writes the table to `docs/performance.md`."""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from pathlib import Path

import click

import wonai
from bench import flags, ours, report, yardsticks
from bench.claims import MAX_STATE_BYTES, all_claims, costs_of
from bench.measure import Claim, Samples, interleave
from wonai._core.won import position as core

OUTPUT = Path(__file__).parent.parent / "docs" / "performance.md"
COUNTED_GAMES = 5


def measure(claims: Sequence[Claim], rounds: int) -> tuple[list[str], bool]:
    """The lines of these claims and whether all targets are met."""
    samples: Samples = interleave(costs_of(claims), rounds)
    rows = [report.claim_row(claim, samples) for claim in claims]
    return rows, all(claim.is_met(samples) is not False for claim in claims)


def measure_all(rounds: int, with_flags: bool) -> tuple[list[str], bool]:
    """The lines of the whole table and whether all targets are met."""
    n_bytes = core._py_state_size()
    rows, are_met = measure(all_claims(), rounds)
    rows.insert(0, report.size_row(n_bytes, MAX_STATE_BYTES))
    are_met = are_met and n_bytes <= MAX_STATE_BYTES
    if with_flags:
        with flags.claims() as claims:
            flag_rows, flags_are_met = measure(claims, rounds)
        rows += flag_rows
        are_met = are_met and flags_are_met
    return rows, are_met


def facts() -> list[str]:
    """What was counted, for the reader to judge the ratios by."""
    random_games = [_random_game(seed) for seed in range(COUNTED_GAMES)]
    everywhere = [position for game in random_games for position in game]
    trading = statistics.mean(position.phase in ("trade", "final-trade") for position in everywhere)
    widths = [len(position.legal_moves()) for position in ours.conformance_positions()]
    return [
        f"A random four-player game: {len(everywhere) / COUNTED_GAMES:,.0f} plies, "
        f"{statistics.mean(len(position.legal_moves()) for position in everywhere):.1f} moves a ply, "
        f"{trading:.0%} of the plies trading (mean of {COUNTED_GAMES} games); {ours.RANDOM_GAMES} games a sample.",
        f"Conformance positions: {len(widths):,}, with {statistics.mean(widths):.1f} moves on average, "
        f"at most {max(widths)}.",
        f"A random game of `{yardsticks.WIDE_GAME}`: {yardsticks.mean_game_length(yardsticks.WIDE_GAME):,.1f} moves "
        f"(mean of {yardsticks.GAMES_FOR_LENGTH} games); {yardsticks.PLAYOUTS} playouts a sample.",
    ]


def _random_game(seed: int) -> list[wonai.Position]:
    seen: list[wonai.Position] = []
    ours.play_randomly(ours.named_position("start-4p"), random.Random(seed), seen)
    return seen


@click.command()
@click.option("--rounds", default=15, show_default=True, type=click.IntRange(min=1), help="Interleaved rounds.")
@click.option(
    "--flags/--no-flags", "with_flags", default=True, help="Whether to compare build flags, which compiles twice."
)
@click.option("--output", default=OUTPUT, type=click.Path(dir_okay=False, path_type=Path), help="The page to write.")
def main(rounds: int, with_flags: bool, output: Path) -> None:
    """Measures the core against its yardsticks and writes the page; exit status 1 when a target is missed."""
    try:
        rows, is_met = measure_all(rounds, with_flags)
    except (yardsticks.MissingYardstick, flags.BuildFailed) as error:
        raise click.ClickException(str(error)) from error
    output.write_text(report.page(rows, rounds, ours.REPEATS, facts()), encoding="utf-8")
    click.echo("\n".join([report.HEAD, *rows]))
    raise SystemExit(0 if is_met else 1)


if __name__ == "__main__":
    main()
