"""Standings as text, CSV and JSON, and the files that a tournament ends with."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from wonai.tournament.page import page
from wonai.tournament.sequential import UNDECIDED, Verdict
from wonai.tournament.setup import Sequential, Setup
from wonai.tournament.stats import Row, Standings, standings
from wonai.tournament.store import read_results, read_setup, read_timings, write_file

COLUMNS = ("#", "engine", "rating", "+/-", "share", "95 %", "rank", "VP", "games", "faults")
LEAST_NEEDED = ("rank", "95 %", "VP", "+/-", "games", "faults", "share")
"""What a narrow terminal goes without, first to last."""
_GAP = 2


def load(folder: str | Path) -> tuple[Setup, Standings]:
    """The tournament of a folder and how it stands."""
    setup = read_setup(folder)
    return setup, standings(setup, read_results(folder))


def write_reports(folder: str | Path) -> Standings:
    """Make `standings.json`, `standings.csv`, `standings.md` and `index.html` from the results in a folder."""
    base = Path(folder)
    setup, table = load(base)
    write_file(base / "standings.json", to_json(table).encode())
    write_file(base / "standings.csv", to_csv(table).encode())
    write_file(base / "standings.md", to_markdown(table).encode())
    write_file(base / "index.html", page(setup, table, read_results(base), read_timings(base)).encode())
    return table


def to_json(table: Standings) -> str:
    """All of it."""
    return json.dumps(table.to_document(), ensure_ascii=False, indent=1) + "\n"


def to_csv(table: Standings) -> str:
    """One line an engine."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["place", "engine", "rating", "deviation", "share", "low", "high", "mean_rank", "mean_score", "games", "faults"]
    )
    for place, row in enumerate(table.rows, 1):
        score = "" if row.mean_score is None else f"{row.mean_score:.2f}"
        low, high = row.interval
        writer.writerow(
            [place, row.name, f"{row.rating:.3f}", f"{row.deviation:.3f}", f"{row.share:.4f}", f"{low:.4f}",
             f"{high:.4f}", f"{row.mean_rank:.3f}", score, row.games, sum(row.faults.values())]
        )  # fmt: skip
    return out.getvalue()


def cells(table: Standings) -> list[tuple[str, ...]]:
    """The table for people, row by row as in `COLUMNS`."""
    return [_cells(place, row) for place, row in enumerate(table.rows, 1)]


def that_fit(table: Standings, width: int) -> list[tuple[str, ...]]:
    """Head and rows, without the columns for which a terminal is too narrow."""
    rows = [COLUMNS, *cells(table)]
    for name in ("", *LEAST_NEEDED):
        rows = [tuple(cell for cell, head in zip(row, rows[0], strict=True) if head != name) for row in rows]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        if sum(widths) + _GAP * (len(widths) - 1) <= width:
            break
    return rows


def _cells(place: int, row: Row) -> tuple[str, ...]:
    faults = ", ".join(f"{number} {kind}" for kind, number in row.faults.items())
    low, high = row.interval
    return (
        str(place),
        row.name,
        f"{row.rating:.1f}",
        f"{2 * row.deviation:.1f}",
        f"{100 * row.share:.1f} %",
        f"{100 * low:.1f}-{100 * high:.1f}",
        f"{row.mean_rank:.2f}",
        "-" if row.mean_score is None else f"{row.mean_score:.1f}",
        str(row.games),
        faults or "-",
    )


def to_text(setup: Setup, table: Standings) -> str:
    """The standings for a terminal."""
    lines = [f"{table.name}: {table.games} of {table.planned} games, {table.players} seats, {setup.form}", ""]
    lines += _aligned([COLUMNS, *cells(table)])
    if any(table.against.values()) and len(table.rows) > 1:
        lines += ["", "came out ahead of (in % of games together):"]
        names = [row.name for row in table.rows]
        lines += _aligned([("", *names), *((name, *(_ahead(table, name, rival) for rival in names)) for name in names)])
    seats = "  ".join(f"p{seat} {100 * tally.share:.1f} %" for seat, tally in enumerate(table.seats, 1))
    lines += ["", f"by seat: {seats}"]
    if table.verdict is not None and setup.sequential is not None:
        lines += ["", sentence(setup, setup.sequential, table.verdict)]
    if table.not_counted:
        lines.append(f"{table.not_counted} games that were under way at the decision are on disk and do not count")
    return "\n".join(lines)


def _ahead(table: Standings, name: str, rival: str) -> str:
    tally = table.against.get((name, rival))
    return "-" if tally is None else f"{100 * tally.share:.0f}"


def sentence(setup: Setup, test: Sequential, verdict: Verdict) -> str:
    """What the sequential test says."""
    name = setup.engines[test.engine].name
    if test.versus is None:
        claim = f"{name} wins {100 * test.effect:g} points more than its fair share of {100 / setup.players:.1f} %"
    else:
        claim = f"{name} wins {100 * test.effect:g} points more than {setup.engines[test.versus].name}"
    says = {UNDECIDED: "undecided", "better": "yes", "not better": "no, not more than that share"}[verdict.state]
    if test.versus is not None and verdict.state == "not better":
        says = "no, not more than that one"
    return (
        f"test: {claim}? {says} (LLR {verdict.ratio:+.2f} in [{verdict.lower:.2f}, {verdict.upper:.2f}], "
        f"{verdict.blocks} starts, mean {100 * verdict.mean:+.1f} %)"
    )


def to_markdown(table: Standings) -> str:
    """The standings for a document."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    lines += [f"| {' | '.join(row)} |" for row in cells(table)]
    return "\n".join(lines) + "\n"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns side by side; the first text column to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    left = {1} if len(rows[0]) == len(COLUMNS) and rows[0][0] == "#" else {0}
    return [
        (_GAP * " ").join(
            text.ljust(width) if column in left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
