"""Do the chances come true? Reads the records of a folder and compares the chances told with how the games ended.

    wonai selfplay --bots wonai --players 4 --games 100 --nodes 40 --records games
    python -m bench.calibration games docs/pictures/calibration.svg

Counts, for every move that an engine chose by a search, the chance it gave to each seat, in tenths, and how often
that seat won. Prints the table as Markdown and draws it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from wonai.record import Record, read_file

BINS = 10
SIZE, MARGIN = 360, 44
SEARCHED = 2
"""Simulations from which on a chance is one of a search, not of a move carried out from an earlier one."""


def pairs(records: Iterable[Record]) -> Iterable[tuple[float, float]]:
    """(chance told, share of the victory) of every seat at every searched move."""
    for record in records:
        if record.result is None:
            continue
        seats = record.start.new_state().seats
        winners = record.result.winners
        shares = [1 / len(winners) if seat in winners else 0.0 for seat in seats]
        for played in record.moves:
            evaluation = played.evaluation
            if evaluation is not None and evaluation.win and (evaluation.nodes or 0) >= SEARCHED:
                yield from zip(evaluation.win, shares, strict=True)


def table(told: Iterable[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """(cases, mean chance, share won) of each tenth that has any."""
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for chance, share in told:
        bins[min(int(chance * BINS), BINS - 1)].append((chance, share))
    return [
        (len(rows), sum(row[0] for row in rows) / len(rows), sum(row[1] for row in rows) / len(rows))
        for _, rows in sorted(bins.items())
    ]


def picture(rows: list[tuple[int, float, float]]) -> str:
    """The share won against the chance told; on the diagonal, 0.40 means 40 %."""
    most = max(cases for cases, _, _ in rows)

    def place(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * SIZE, MARGIN + (1 - y) * SIZE

    left, bottom = place(0, 0)
    right, top = place(1, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE + 2 * MARGIN} {SIZE + 2 * MARGIN}"'
        ' font-family="Open Sans, sans-serif" font-size="13" role="img" aria-label="Share won against chance told">',
        f'<rect width="{SIZE + 2 * MARGIN}" height="{SIZE + 2 * MARGIN}" fill="#fff"/>',
        f'<path d="M{left} {bottom}L{right} {top}" stroke="#999" stroke-dasharray="4 4"/>',
        f'<path d="M{left} {top}V{bottom}H{right}" stroke="#333" fill="none"/>',
    ]
    for tick in range(0, 11, 2):
        x, y = place(tick / 10, tick / 10)
        parts.append(f'<text x="{x:.0f}" y="{bottom + 18:.0f}" text-anchor="middle">{tick * 10}</text>')
        parts.append(f'<text x="{left - 8:.0f}" y="{y + 4:.0f}" text-anchor="end">{tick * 10}</text>')
    middle = MARGIN + SIZE / 2
    parts.append(f'<text x="{middle}" y="{bottom + 36:.0f}" text-anchor="middle">chance told, %</text>')
    parts.append(
        f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">games won, %</text>'
    )
    points = [place(chance, share) for _, chance, share in rows]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    parts.append(f'<path d="M{line}" stroke="#1f5fa8" stroke-width="2" fill="none"/>')
    for (cases, _, _), (x, y) in zip(rows, points, strict=True):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3 + 6 * (cases / most) ** 0.5:.1f}" fill="#1f5fa8"/>')
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    folder, target = Path(sys.argv[1]), Path(sys.argv[2])
    files = sorted(folder.rglob("*.won*")) or sorted(path for path in folder.rglob("*") if path.is_file())
    rows = table(pairs(read_file(path) for path in files))
    print("| chance told | games won | cases |\n|---|---|---|")
    for cases, chance, share in rows:
        print(f"| {chance:.0%} | {share:.0%} | {cases:,} |")
    target.write_text(picture(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
